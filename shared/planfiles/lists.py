"""Lists of what is to be measured or validated: files of paths, relative to the list's own folder.

list   = JSON | JSON Lines | line*
line   = [path path*] ["#" comment]      (words as a shell has them)
JSON   = entry | "[" entries "]" | {"cases": [entries]}
entry  = {"domain": path, …, "plans": path | [paths]}
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plancore.json_toml import DocumentError, json_value
from planfiles.files import read_text
from planfiles.trouble import Trouble

_SHELL = re.compile(r"""["'\\#]""")
"""What makes a line of paths more than words between blanks."""


class Listed(NamedTuple):
    """An entry of a list: where it stands, and the paths it names, as they are written.

    In JSON a path that is lacking, or no text, is empty.
    """

    where: str
    paths: list[str]


class Fields(NamedTuple):
    """What entries are called, what one needs, and their fields in JSON: those of the first paths,
    then those of one more path or several, of which the first that an entry has counts."""

    noun: str
    needed: str
    first: Sequence[str]
    more: Sequence[str]


def read_list(path: str, fields: Fields) -> Iterator[Listed]:
    """The entries of a list. Raises Trouble for what cannot be read."""
    text = read_text(path)
    if text.lstrip()[:1] in ("(", ";"):
        raise Trouble(f"{path} is no list of {fields.noun}s: {fields.needed} are needed")
    if text.lstrip()[:1] not in ("{", "["):
        return _plain_entries(text, path)
    return (
        Listed(f"{path}: {fields.noun} {number}", _paths(entry, fields))
        for number, entry in enumerate(_json_values(text, path, fields), start=1)
    )


def _plain_entries(text: str, path: str) -> Iterator[Listed]:
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{path}:{number}"
        try:
            # Splitting as a shell does is slow, and few lines need it.
            is_plain = line.isprintable() and not _SHELL.search(line)
            words = line.split() if is_plain else shlex.split(line, comments=True)
        except ValueError as error:
            raise Trouble(f"{where}: {error}") from None
        if words:
            yield Listed(where, words)


def _paths(value: object, fields: Fields) -> list[str]:
    entry: dict[str, object] = value if isinstance(value, dict) else {}
    more = next((entry[field] for field in fields.more if field in entry), [])
    named = [*map(entry.get, fields.first), *(more if isinstance(more, list) else [more])]
    return [path if isinstance(path, str) else "" for path in named]


def _json_values(text: str, path: str, fields: Fields) -> list[object]:
    try:
        whole = json_value(text)
    except DocumentError as error:
        return _json_lines(text, path, error)
    if isinstance(whole, dict) and isinstance(whole.get(f"{fields.noun}s"), list):
        return list(whole[f"{fields.noun}s"])
    return whole if isinstance(whole, list) else [whole]


def _json_lines(text: str, path: str, whole: DocumentError) -> list[object]:
    """A value a line. Where not even the first line is one, the text was meant as a `whole`."""
    values: list[object] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                values.append(json_value(line))
        except DocumentError as error:
            raise Trouble(error.of(f"{path}:{number}") if values else whole.of(path)) from None
    return values
