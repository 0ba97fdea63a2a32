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

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, field

from planeval.planners.description import Ready, Said
from planeval.programs.command import Places, files_of, named_command
from planeval.programs.places import places_in
from planeval.programs.tables import Program, Table, programs_in

_PLACES: Final = Places(
    ("domain", "problem", "plan", "time", "memory"), needed=("domain", "problem")
)

ExitStatus: TypeAlias = Annotated[str, Meta(pattern="^[0-9]{1,9}$", description="an exit status")]


class PlannerTable(Table, kw_only=True):
    """What a planner has besides."""

    plans: list[str] | str | None = None
    codes: dict[ExitStatus, Said] = field(default_factory=dict)
    output: dict[str, Said] = field(default_factory=dict)


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
    return list(map(_described, programs_in(path, "planners", PlannerTable, _PLACES)))


def _described(program: Program[PlannerTable]) -> Ready:
    table, words = program.table, program.command
    plans = _plans(words) if table.plans is None else table.plans
    return Ready(
        program.name,
        program.version,
        words,
        {int(code): said for code, said in table.codes.items()},
        tuple(table.output.items()),
        (plans,) if isinstance(plans, str) else tuple(plans),
        files_of(words),
        program.asks_version,
    )


def _plans(words: Sequence[str]) -> tuple[str, ...]:
    """Where the plan is, of a command that does not say: on standard output, if no place is for
    it; else in that file, or in numbered ones beside it, as anytime planners leave their plans."""
    has_place = any("plan" in places_in(word) for word in words)
    return ("plan", "plan.*") if has_place else ("-",)
