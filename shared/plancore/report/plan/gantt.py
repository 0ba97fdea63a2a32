"""Two plans with times as a Gantt chart: the steps of each action, or those that an object takes
part in, in a lane."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from plancore.model.plan import Step
from plancore.report.document import Block, Details, Plots, Section, left_out
from plancore.report.lines import line
from plancore.report.marks import FAILING, Mark
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import difference_mark, step_text
from plancore.report.plots import Bar, Gantt
from plancore.report.rows.row import LEARNED, REFERENCE

_MOST_STEPS: Final = 400
_MOST_LANES: Final = 60


class _Lanes(NamedTuple):
    """Which lanes a step stands in, by their names, and what its bar says besides."""

    of: Callable[[Step], Iterable[str]]
    label: Callable[[Step], str]


def _actions(step: Step) -> Iterable[str]:
    return dict.fromkeys(action.name for action in step.actions)


def _objects(step: Step) -> Iterable[str]:
    return dict.fromkeys(argument for action in step.actions for argument in action.args)


def _arguments(step: Step) -> str:
    return ", ".join(" ".join(action.args) for action in step.actions)


_BY_ACTION: Final = _Lanes(_actions, _arguments)
_BY_OBJECT: Final = _Lanes(_objects, lambda step: ", ".join(_actions(step)))


def gantt_section(review: PlanReview) -> Section:
    """The charts of two plans of which every step has a time, and what they leave out."""
    by_action = _chart(review, _BY_ACTION, "Gantt chart, a lane for each action")
    by_object = _chart(review, _BY_OBJECT, "Gantt chart by objects")
    fold = Details(line("a lane for each object"), list(by_object))
    return Section("Gantt chart", [*by_action, fold], "a lane for each action", "gantt")


def _chart(review: PlanReview, lanes: _Lanes, title: str) -> Iterator[Block]:
    found = [_steps(review, side) for side in (1, 0)]
    bars = [[_bar(lanes, *step) for step in steps[:_MOST_STEPS]] for steps in found]
    by_name: dict[str, list[list[Bar]]] = {}
    for side, steps in enumerate(found):
        for (step, _), bar in zip(steps, bars[side], strict=False):
            for name in lanes.of(step):
                by_name.setdefault(name, [[], []])[side].append(bar)
    shown = dict(islice(by_name.items(), _MOST_LANES))
    yield Plots([Gantt(title, (REFERENCE, LEARNED), bars, shown)])
    n_steps = sum(max(len(steps) - _MOST_STEPS, 0) for steps in found)
    yield left_out(n_steps, "later steps")
    yield left_out(len(by_name) - len(shown), "lanes")


def _steps(review: PlanReview, side: int) -> list[tuple[Step, Mark]]:
    """The steps of a side, by their start."""
    faults = review.faults[side]
    steps = []
    for row in review.diff.rows:
        step, index = review.steps(row)[side], (row.learned, row.reference)[side]
        if step is not None and step.start is not None:
            steps.append((step, FAILING if index in faults else difference_mark(review, row)))
    return sorted(steps, key=_times)


def _times(found: tuple[Step, Mark]) -> tuple[Fraction, Fraction]:
    step, _ = found
    start = step.start or Fraction()
    return start, start + (step.duration or 0)


def _bar(lanes: _Lanes, step: Step, mark: Mark) -> Bar:
    return Bar(*_times((step, mark)), step_text(step), lanes.label(step), mark)
