"""Planners of the user's: a command line, or a file that describes some (`planeval.programs`).

A file of TOML says more than a line. What an exit status or a text in the output means is one of
`solved`, `unsolvable`, `gave_up`, `timeout`, `memout`, `failed`::

    [mine]
    command = "./plan --seconds {time} {domain} {problem} {plan}"   # or a list of words
    version = "2.1"              # or version_command = "./plan --version"
    plans = ["plan", "plan.*"]   # so by default; "-" is standard output
    codes = { 11 = "unsolvable" }
    output = { "search space exhausted" = "unsolvable" }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from planeval.planners.description import Ready, Said
from planeval.programs.command import Places, files_of, named_command
from planeval.programs.places import places_in
from planeval.programs.tables import Table, tables_of
from planfiles.trouble import Trouble

_PLACES: Final = Places(
    ("domain", "problem", "plan", "time", "memory"), needed=("domain", "problem")
)
_KEYS: Final = ("plans", "codes", "output")


def from_line(text: str) -> Ready | None:
    """The planner that `name: command` describes; None for what is not of that form. Raises
    Trouble for a command that cannot work."""
    named = named_command(text, _PLACES)
    if named is None:
        return None
    name, words = named
    return Ready(name, "", words, plans=_plans(words), files=files_of(words))


def from_file(path: str) -> list[Ready]:
    """The planners that a file of TOML describes. Raises Trouble."""
    return list(map(_described, tables_of(path, "planners", _KEYS, _PLACES)))


def _described(table: Table) -> Ready:
    words, where = table.command, table.where
    plans = table.values.get("plans", _plans(words))
    if isinstance(plans, str):
        plans = [plans]
    if not isinstance(plans, list | tuple) or not all(isinstance(each, str) for each in plans):
        raise Trouble(f"{where}: `plans` is a list of names of files")
    return Ready(
        table.name,
        table.version,
        words,
        {_code(code, where): _said(said, where) for code, said in _items(table, "codes")},
        tuple((text, _said(said, where)) for text, said in _items(table, "output")),
        tuple(plans),
        files_of(words),
        table.asks_version,
    )


def _plans(words: Sequence[str]) -> tuple[str, ...]:
    """Where the plan is, of a command that does not say: on standard output, if no place is for
    it; else in that file, or in numbered ones beside it, as anytime planners leave their plans."""
    has_place = any("plan" in places_in(word) for word in words)
    return ("plan", "plan.*") if has_place else ("-",)


def _items(table: Table, key: str) -> Iterator[tuple[str, object]]:
    items = table.values.get(key, {})
    if not isinstance(items, dict):
        raise Trouble(f"{table.where}: `{key}` is a table")
    yield from items.items()


def _code(text: str, where: str) -> int:
    if not text.isdecimal():
        raise Trouble(f"{where}: {text!r} is no exit status")
    return int(text)


def _said(text: object, where: str) -> Said:
    for said in Said:
        if said.value == text:
            return said
    raise Trouble(f"{where}: {text!r} is none of {', '.join(said.value for said in Said)}")
