"""What differences do to plans, from text to short text."""

from __future__ import annotations

from plancore.blame.attribution import EFFORT, attribute
from plancore.blame.report import Blame, Consequence
from plancore.compare.domains import BY_NAME, CompareOptions, compare_domains
from plancore.model.problem import Case, Problem
from plancore.notation.plans.reader import read_plan
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of


def problem_of(text: str) -> Problem:
    """The problem that `text` holds."""
    problem = FileSnapshot.of(text).problem
    assert problem is not None, text
    return problem


def case_of(name: str, plan: str, problem: str | Problem, meant: bool | None = None) -> Case:
    """A plan given as text, a step behind the other: `(a)(b c)`."""
    steps = plan.replace(")(", ")\n(")
    problem = problem_of(problem) if isinstance(problem, str) else problem
    return Case(name, read_plan(steps)[0], problem, meant)


def blamed(
    learned: str,
    reference: str,
    problem: str,
    *plans: str,
    not_plans: tuple[str, ...] = (),
    options: CompareOptions = BY_NAME,
    effort: int = EFFORT,
) -> Blame:
    """Plans `p1`, `p2` … judged by the reference, and `n1` … that are stated to be no plans."""
    diff = compare_domains(domain_of(learned), domain_of(reference), options)
    parsed = problem_of(problem)
    cases = [case_of(f"p{k}", plan, parsed) for k, plan in enumerate(plans, start=1)]
    cases += [case_of(f"n{k}", plan, parsed, False) for k, plan in enumerate(not_plans, start=1)]
    return attribute(diff, cases, effort)


def counts(blame: Blame) -> dict[str, str]:
    """For each difference its counts that are not 0, with the first step."""
    return {
        f"{c.difference.action or ''} {c.difference.plain_message}".strip(): _counts(c)
        for c in blame.consequences
    }


def sets(blame: Blame) -> list[str]:
    """A line for each failure of each stopped plan: where, and the sets to blame."""
    return [
        f"{plan.plan} {failure.step or 'end'}: {' | '.join(_names(blame, s) for s in failure.sets)}"
        for plan in blame.stopped
        for failure in plan.failures
    ]


def _names(blame: Blame, numbers: tuple[int, ...]) -> str:
    return " & ".join(blame.consequences[n].difference.plain_message for n in numbers)


def _counts(consequence: Consequence) -> str:
    named = {
        "alone": consequence.stops_alone,
        "together": consequence.stops_together,
        "later": consequence.stops_later,
        "valid": consequence.valid_without,
        "lets": consequence.lets_through,
        "lets together": consequence.lets_through_together,
    }
    said = [f"{name} {count}" for name, count in named.items() if count]
    first = consequence.first
    if first is not None:
        said.append(f"first {first.plan} {first.step or 'end'}")
    if consequence.is_untested:
        said.append("untested")
    return ", ".join(said)
