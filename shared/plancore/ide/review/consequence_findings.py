"""What differences do to plans, told where they are told: in the domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from plancore.diagnostic import Diagnostic, Related
from plancore.ide.review.consequences import Consequences, Numbers
from plancore.project import PlanSnapshot
from plancore.source import Span

_MOST_PLACES: Final = 3
"""How many of the plans are given related places."""


def with_consequences(found: Diagnostic, known: Consequences, numbers: Numbers) -> Diagnostic:
    """The finding about some differences, with how many plans they stop and let through, and where
    the first of these fail; as it is where no plan ends otherwise because of them."""
    clause = _clause(known, numbers)
    if not clause:
        return found
    places = [
        _at(known, plan.case, plan.first.step, f"stopped: {plan.first.reason}")
        for plan in known.blame.stopped_by(numbers)
    ]
    for plan in known.blame.let_through_by(numbers):
        why = f"; under the reference: {plan.reason}" if plan.reason else ""
        places.append(_at(known, plan.case, plan.step, f"let through{why}"))
    related = (*found.related, *places[:_MOST_PLACES])
    return replace(found, message=f"{found.message}; {clause}", related=related)


def step_span(file: PlanSnapshot, step: int | None) -> Span:
    """A step of a plan, counted from 1; at its end, or where there is none, the last one."""
    steps = file.plan.steps
    if not steps:
        return Span(0, 0)
    return steps[-1 if step is None or step > len(steps) else step - 1].span


def _clause(known: Consequences, numbers: Numbers) -> str:
    """`stops 14 of 40 plans; lets 2 of 40 plans through`."""
    stopped, let_through = known.blame.stopped_by(numbers), known.blame.let_through_by(numbers)
    n_later = len(known.blame.stopped_later_by(numbers))
    of_all = f"of {'the first ' if known.asked.n_more else ''}{count_of_plans(known.n_judged)}"
    said: list[str] = []
    if stopped:
        n_alone = sum(_are_enough(numbers, plan.first.sets) for plan in stopped)
        said.append(f"stops {len(stopped)} {of_all}{_with_others(len(stopped), n_alone)}")
    if n_later:
        count = f"{n_later} more" if stopped else f"{n_later} {of_all}"
        said.append(f"stops {count} once what stops them first is mended")
    if let_through:
        n_alone = sum(_are_enough(numbers, plan.sets) for plan in let_through)
        others = _with_others(len(let_through), n_alone)
        said.append(f"lets {len(let_through)} {of_all} through{others}")
    if said and not all(known.blame.consequences[number].is_proved for number in numbers):
        said.append("perhaps more together with others")
    return "; ".join(said)


def _at(known: Consequences, case: int, step: int | None, message: str) -> Related:
    file = known.asked.plans[case].plan
    return Related(step_span(file, step), message, file.name)


def _are_enough(numbers: Numbers, sets: Iterable[Sequence[int]]) -> bool:
    """Whether one of the sets to blame consists of these differences."""
    return any(numbers >= frozenset(to_blame) for to_blame in sets)


def _with_others(count: int, n_alone: int) -> str:
    if n_alone == count:
        return ""
    others = "together with others"
    return f", {count - n_alone} of them {others}" if n_alone else f" {others}"


def count_of_plans(count: int) -> str:
    """`1 plan`, `2 plans`."""
    return f"{count} plan{'' if count == 1 else 's'}"
