"""Random domains with more than literals: numbers, quantifiers, constraints, undeclared names."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot
from support.blame_recount import Dice, Table


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
