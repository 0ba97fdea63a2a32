"""Repairs recounted by trying every set of edits, of domains that are tables of texts.

Nothing here knows how the product edits, executes all of a plan, or searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from plancore.model.plan import Plan
from plancore.model.problem import Case, Problem
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from support.blame_recount import PREDICATES, Dice, Schema, Table
from support.smallest_set import smallest_size


@dataclass(frozen=True)
class RichTable(Table):
    """A domain with a number, that may leave out the declaration of `q`."""

    declares_all: bool = True

    @property
    def text(self) -> str:
        text = super().text.replace("(:derived", "(:functions (n))\n (:derived", 1)
        return text if self.declares_all else text.replace(" (q ?v - top)", "", 1)

    def __hash__(self) -> int:
        return hash(self.text)


class RichDice(Dice):
    """A source of them; problems may have constraints, and goals that are no literals."""

    def table(self) -> Table:
        table = super().table()
        return RichTable(table.actions, table.body, self.random.random() < 0.7)

    def problem(self) -> Problem:
        constraints = self._one_of(
            "", "", "(:constraints (always (or (p a) (z))))", "(:constraints (sometime (q b)))"
        )
        rest = _problem(f"(:init (= (n) 0)) {constraints}")
        problem = super().problem()
        return replace(problem, init=(*problem.init, *rest.init), constraints=rest.constraints)

    def walk(self, table: Table, problem: Problem) -> tuple[Plan, Problem]:
        plan, walked = super().walk(table, problem)
        goal = self._one_of(
            "",
            "(>= (n) 1)",
            "(or (p a) (not (z)))",
            "(not (d b))",
            "(forall (?w - t) (imply (p ?w) (q ?w)))",
        )
        return plan, replace(walked, goal=_problem(f"(:goal {goal})").goal) if goal else walked

    def _literal(self, count: int, slot: str) -> str:
        if self.random.random() < 0.5:
            return super()._literal(count, slot)
        some, other = self._signed(count), self._signed(count)
        kind = self._one_of("t", "u", "top")
        if slot == "precondition":
            return self._one_of(
                f"(or {some} {other})",
                f"(imply {some} {other})",
                f"(forall (?w - {kind}) (or (p ?w) (r ?x ?w)))",
                f"(exists (?w - {kind}) (and (p ?w) (not (q ?w))))",
                "(>= (n) 1)",
                "(not (d ?x))",
            )
        return self._one_of(
            "(increase (n) 1)",
            "(assign (n) 0)",
            f"(when {some} (increase (n) 1))",
            f"(when (>= (n) 1) {other})",
            f"(forall (?w - {kind}) (not (p ?w)))",
            f"(when (d ?x) {some})",
        )

    def _one_of(self, *texts: str) -> str:
        return self.random.choice(texts)


def _problem(text: str) -> Problem:
    problem = FileSnapshot.of(f"(define (problem rich) {text})").problem
    assert problem is not None
    return problem


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
