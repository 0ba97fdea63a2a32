"""Repairs recounted by trying every set of edits, of domains that are tables of texts.

Nothing here knows how the product edits, executes all of a plan, or searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from plancore.simulate.cases import Case
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from support.blame_recount import PREDICATES, Schema, Table
from support.smallest_set import smallest_size


class TableEdit(NamedTuple):
    """A literal that a schema gets, or that it loses if it has it."""

    action: str
    slot: str
    literal: str


def smallest_repair(table: Table, cases: Sequence[Case], below: int, limit: int) -> int | None:
    """The size of the smallest repair that has fewer than `below` edits; as `smallest_size`."""

    def suffices(chosen: tuple[TableEdit, ...]) -> bool:
        return all(as_meant(edited(table, chosen), case) for case in cases)

    return smallest_size([*_edits(table)], suffices, below, limit)


def as_meant(table: Table, case: Case) -> bool:
    """Whether a plan is valid in the table that is meant to be, or not if it is not."""
    verdict = execute(Task(table.domain, case.problem), case.plan).verdict
    return (verdict is Verdict.VALID) is (case.meant is not False)


def edited(table: Table, edits: Sequence[TableEdit]) -> Table:
    """The table with some edits made."""
    actions = dict(table.actions)
    for action, slot, literal in edits:
        schema = actions[action]
        if slot == "precondition":
            actions[action] = replace(schema, precondition=schema.precondition ^ {literal})
        else:
            actions[action] = replace(schema, effect=schema.effect ^ {literal})
    return replace(table, actions=actions)


def _edits(table: Table) -> Iterator[TableEdit]:
    for name, schema in table.actions.items():
        literals = {*_literals(schema)}
        derived = {f"(d {v})" for v in _variables(schema)}
        derived |= {f"(not {literal})" for literal in derived}
        for literal in sorted(literals | derived | schema.precondition):
            yield TableEdit(name, "precondition", literal)
        for literal in sorted(literals):
            yield TableEdit(name, "effect", literal)


def _literals(schema: Schema) -> Iterator[str]:
    variables = _variables(schema)
    for name, arity in PREDICATES.items():
        for args in _tuples(variables, arity):
            atom = f"({' '.join([name, *args])})"
            yield atom
            yield f"(not {atom})"


def _variables(schema: Schema) -> tuple[str, ...]:
    return ("?x", "?y")[: len(schema.types)]


def _tuples(names: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    if not length:
        yield ()
    else:
        yield from ((name, *rest) for name in names for rest in _tuples(names, length - 1))
