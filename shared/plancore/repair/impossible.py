"""Plans that no repair makes as they must be, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.formula.printing import formula_text
from plancore.model.plan import GroundAction
from plancore.repair.conflicts import Conflict, Conflicts
from plancore.repair.executions import must_be_valid
from plancore.repair.forced import ForcedRun
from plancore.repair.result import Impossible
from plancore.simulate.cases import Case


def contradictions(cases: Sequence[Case]) -> Iterator[Impossible]:
    """The plans that must be valid and must not be."""
    wrong: dict[tuple[GroundAction, ...], list[Case]] = {}
    for case in cases:
        if not must_be_valid(case):
            wrong.setdefault((*case.plan.actions,), []).append(case)
    for case in filter(must_be_valid, cases):
        for other in wrong.get((*case.plan.actions,), ()):
            if case.problem == other.problem:
                alias = "" if other.name == case.name else f", as {other.name}"
                yield Impossible(case.name, f"it must be valid, and it must not be{alias}")
                break


def out_of_reach(case: Case, run: ForcedRun, conflicts: Conflicts) -> Impossible | None:
    """A plan that must be valid, and asks for something that no edit brings about.

    That is the goal or a constraint, as any other condition can be removed. None where edits may
    be found, though there may be none that are good for all plans.
    """
    for flaw in run.flaws:
        if Conflict() in conflicts.of_flaw(flaw):
            goal = formula_text(flaw.requirement.formula)
            return Impossible(case.name, f"no step can bring about the goal {goal}")
    if not run.flaws and conflicts.of_anything() == Conflict():
        return Impossible(case.name, "no step can bring about what the constraints ask for")
    return None
