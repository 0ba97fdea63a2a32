"""A command line of the user's, with places that are filled in when it is run: `{domain}` and such.

A line stands behind a name and a colon (`mine: ./plan {domain} {problem} {plan}`), in a file it is
a text or a list of words. A word that is the path of a file, beside the file of TOML or in the
working folder, stands for that file, for the program runs in a folder of its own: `./plan`, or
`learn.py` behind `python`. The program itself has to have a slash in it to be such a path: else it
is looked for on the PATH.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from planfiles.trouble import Trouble

_LINE: Final = re.compile(r"\s*([\w.+-]+)\s*:\s+(\S.*)", re.DOTALL)
_PLACE: Final = re.compile(r"\{(\w*)\}")


class Places(NamedTuple):
    """The places that a command may have. It has all that are `needed`, or the one that stands
    `instead` of them all."""

    known: Sequence[str]
    needed: Sequence[str] = ()
    instead: str = ""


def named_command(text: str, places: Places) -> tuple[str, tuple[str, ...]] | None:
    """Name and words of `name: command`; None for what is not of that form. Raises Trouble for a
    command that cannot work."""
    match = _LINE.fullmatch(text)
    return None if match is None else (match[1], command_of(match[2], match[1], Path(), places))


def command_of(value: object, where: str, folder: Path, places: Places) -> tuple[str, ...]:
    """The words of a command that stands at `where`; relative paths in it are looked for in
    `folder`. Raises Trouble for a command that cannot work."""
    words = _words(value, where)
    if not words:
        raise Trouble(f"{where}: the command is empty")
    named = {place for word in words for place in _PLACE.findall(word)}
    for place in sorted(named.difference(places.known)):
        known = ", ".join(f"{{{each}}}" for each in places.known)
        raise Trouble(f"{where}: {{{place}}} is none of {known}")
    lacking = [place for place in places.needed if place not in named]
    if lacking and places.instead not in named:
        raise Trouble(f"{where}: the command does not say where {{{lacking[0]}}} goes")
    return tuple(_absolute(word, folder, is_first=not n) for n, word in enumerate(words))


def _words(value: object, where: str) -> list[str]:
    if isinstance(value, str):
        try:
            return shlex.split(value)
        except ValueError as error:
            raise Trouble(f"{where}: {str(error).lower()}") from None
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return list(value)
    raise Trouble(f"{where}: a command is a line, or a list of words")


def _absolute(word: str, folder: Path, *, is_first: bool) -> str:
    """A path that goes on being one elsewhere."""
    if _PLACE.search(word) or os.path.isabs(word):
        return word
    is_path = "/" in word or os.sep in word or ("." in word and not is_first)
    path = folder / word
    return str(path.absolute()) if is_path and path.is_file() else word
