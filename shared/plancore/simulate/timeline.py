"""The happenings of a timed plan in order: starts and ends of its steps, and timed changes of the
problem, grouped by time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from plancore.model.plan import GroundAction, Plan, Tolerances
from plancore.simulate.atoms import Value, exact
from plancore.simulate.ground import GroundOperator
from plancore.simulate.task import TimedChange
from plancore.simulate.trace import Trace

_ZERO: Final = Fraction(0)


class Event(NamedTuple):
    """An action, or the start or end of a durative one, with its planned time."""

    time: Fraction
    step: int
    action: GroundAction
    operator: GroundOperator
    moment: str
    duration: Value
    decimals: int


class Moment(NamedTuple):
    """The parts of a happening."""

    time: Fraction
    events: list[Event]
    timed: list[TimedChange]


def with_durations(run: Trace) -> Plan:
    """An executed plan with the durations that were used instead of the printed ones."""
    used = {each.step: each.exact for each in run.rounded if each.exact is not None}
    steps = enumerate(run.plan.steps, start=1)
    return replace(
        run.plan,
        steps=tuple(
            replace(step, duration=Fraction(used[number]))
            if number in used and len(step.actions) == 1
            else step
            for number, step in steps
        ),
    )


def moved_ends(
    run: Trace, operators: list[tuple[GroundOperator, ...]], tolerances: Tolerances
) -> bool:
    """Whether the happenings of an executed plan are others, or may have other effects, if actions
    end after the durations that were used instead of the printed ones."""
    if not run.rounded:
        return False
    flows = any(operator.schema.flows for bound in operators for operator in bound)
    if flows or run.task.autonomous:
        return True
    separation = fraction(tolerances.separation)
    printed, used = (
        [
            (sorted((event.step, event.moment) for event in moment.events), moment.timed)
            for moment in moments_of(list(events_of(plan, operators)), run.task.timed, separation)
        ]
        for plan in (run.plan, with_durations(run))
    )
    return printed != used


def with_end(moments: Iterator[Moment], end: Fraction | None) -> Iterator[Moment]:
    """The moments, and the end of the plan if it is stated and later."""
    last = _ZERO
    for moment in moments:
        last = moment.time
        yield moment
    # Events caused by the last happening belong to the plan.
    yield Moment(last if end is None else max(last, end), [], [])


def events_of(plan: Plan, operators: list[tuple[GroundOperator, ...]]) -> Iterator[Event]:
    """What the steps do, in the order of the text. A step without a time, step k, starts at k."""
    for index, (step, bound) in enumerate(zip(plan.steps, operators, strict=True), start=1):
        start = Fraction(index) if step.start is None else step.start
        duration = exact(step.duration) if step.duration else 0
        for action, operator in zip(step.actions, bound, strict=True):
            if operator.durative:
                end = start + max(duration, 0)
                lasts = (duration, step.decimals)
                yield Event(start, index, action, operator, "start", *lasts)
                yield Event(end, index, action, operator, "end", *lasts)
            else:
                yield Event(start, index, action, operator, "", duration, 0)


def latest(times: list[Fraction]) -> Fraction:
    """The last of the times; 0 if there are none."""
    ticks = _ticks(times)
    return times[ticks.index(max(ticks))] if times else _ZERO


def _ticks(times: list[Fraction]) -> list[int]:
    """The times as multiples of a common unit; integers are compared much faster than fractions."""
    ratios = [time.as_integer_ratio() for time in times]
    scale = lcm(*{denominator for _, denominator in ratios})
    return [numerator * (scale // denominator) for numerator, denominator in ratios]


def moments_of(
    events: list[Event], timed: tuple[TimedChange, ...], separation: Fraction
) -> Iterator[Moment]:
    """Events and timed changes, grouped by time."""
    items: list[Event | TimedChange] = [*timed, *events]
    gap, *ticks = _ticks([separation, *(item.time for item in items)])
    current: Moment | None = None
    begun = 0
    for index in sorted(range(len(items)), key=ticks.__getitem__):
        item, tick = items[index], ticks[index]
        if current is None or tick - begun >= max(gap, 1):
            if current is not None:
                yield current
            current, begun = Moment(item.time, [], []), tick
        if isinstance(item, TimedChange):
            current.timed.append(item)
        else:
            current.events.append(item)
    if current is not None:
        yield current


def fraction(number: float) -> Fraction:
    """A tolerance as an exact number."""
    return Fraction(number).limit_denominator(10**9)
