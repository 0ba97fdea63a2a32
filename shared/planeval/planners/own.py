"""Planners of the user's: a command line, or a file that describes some.

A command line stands behind a name and a colon::

    mine: ./plan {domain} {problem} {plan}

A file of TOML says more. What an exit status or a text in the output means is one of `solved`,
`unsolvable`, `gave_up`, `timeout`, `memout`, `failed`::

    [mine]
    command = "./plan --seconds {time} {domain} {problem} {plan}"   # or a list of words
    version = "2.1"
    plans = ["plan", "plan.*"]   # "-" is standard output
    codes = { 11 = "unsolvable" }
    output = { "search space exhausted" = "unsolvable" }

A word that is the path of a file, beside the TOML file or in the working folder, stands for that
file: the planner runs in a folder of its own. A relative program has to have a slash in it.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from planeval.planners.description import Ready, Said
from planfiles.documents import read_toml
from planfiles.files import files_named
from planfiles.trouble import Trouble

_LINE: Final = re.compile(r"\s*([\w.+-]+)\s*:\s+(\S.*)", re.DOTALL)
_HOLES: Final = ("domain", "problem", "plan", "time", "memory")
_HOLE: Final = re.compile(r"\{(\w*)\}")
_KEYS: Final = frozenset(("command", "version", "plans", "codes", "output"))


def from_line(text: str) -> Ready | None:
    """The planner that `name: command` describes; None for what is not of that form. Raises
    Trouble for a command that cannot work."""
    match = _LINE.fullmatch(text)
    if match is None:
        return None
    name, line = match.groups()
    words = _words(line, name, Path())
    has_plan = any("{plan}" in word for word in words)
    plans = ("plan",) if has_plan else ("-",)
    return Ready(name, "", words, plans=plans, files=files_named(words))


def from_file(path: str) -> list[Ready]:
    """The planners that a file of TOML describes. Raises Trouble."""
    tables = read_toml(path)
    if not tables:
        raise Trouble(f"{path} describes no planner")
    return list(_described(tables, path))


def _described(tables: Mapping[str, Any], path: str) -> Iterator[Ready]:
    for name, table in tables.items():
        where = f"{path}: {name}"
        if not isinstance(table, dict) or "command" not in table:
            raise Trouble(f"{where} has no `command`")
        for key in table.keys() - _KEYS:
            raise Trouble(f"{where}: {key!r} is none of {', '.join(sorted(_KEYS))}")
        words = _words(table["command"], where, Path(path).parent)
        default = ["plan"] if any("{plan}" in word for word in words) else ["-"]
        plans = table.get("plans", default)
        if isinstance(plans, str):
            plans = [plans]
        if not isinstance(plans, list) or not all(isinstance(each, str) for each in plans):
            raise Trouble(f"{where}: `plans` is a list of names of files")
        yield Ready(
            name,
            str(table.get("version", "")),
            words,
            {
                _code(code, where): _said(said, where)
                for code, said in _items(table, "codes", where)
            },
            tuple((text, _said(said, where)) for text, said in _items(table, "output", where)),
            tuple(plans),
            files_named(words),
        )


def _words(command: object, where: str, folder: Path) -> tuple[str, ...]:
    if isinstance(command, str):
        try:
            command = shlex.split(command)
        except ValueError as error:
            raise Trouble(f"{where}: {str(error).lower()}") from None
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise Trouble(f"{where}: `command` is a line, or a list of words")
    named = {hole for word in command for hole in _HOLE.findall(word)}
    for hole in sorted(named.difference(_HOLES)):
        raise Trouble(f"{where}: {{{hole}}} is none of {', '.join(f'{{{h}}}' for h in _HOLES)}")
    for hole in ("domain", "problem"):
        if hole not in named:
            raise Trouble(f"{where}: the command does not say where {{{hole}}} goes")
    return tuple(_absolute(word, folder, is_first=not n) for n, word in enumerate(command))


def _absolute(word: str, folder: Path, *, is_first: bool) -> str:
    """A path that goes on being one elsewhere."""
    if _HOLE.search(word) or os.path.isabs(word):
        return word
    is_path = "/" in word or os.sep in word or ("." in word and not is_first)
    path = folder / word
    return str(path.absolute()) if is_path and path.is_file() else word


def _items(table: Mapping[str, Any], key: str, where: str) -> list[tuple[str, object]]:
    items = table.get(key, {})
    if not isinstance(items, dict):
        raise Trouble(f"{where}: `{key}` is a table")
    return list(items.items())


def _code(text: str, where: str) -> int:
    if not text.isdecimal():
        raise Trouble(f"{where}: {text!r} is no exit status")
    return int(text)


def _said(text: object, where: str) -> Said:
    for said in Said:
        if said.value == text:
            return said
    raise Trouble(f"{where}: {text!r} is none of {', '.join(said.value for said in Said)}")
