"""The page of one plan: why it fails, its goals, the state at any step, its steps, lanes and links.

Sizes are bounded, and the page reports what it leaves out: a plan may have 10,000 steps, and a
state as many facts.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Final

from plancore.compare.plan_differences import step_text as spelled
from plancore.jsonable import Json
from plancore.model.plan import Step
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.files import LineColumn, place_piece
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import FAILING, SAME
from plancore.report.plots import BY_ACTION, BY_OBJECT, Arc, Arcs, TimedStep, chart
from plancore.report.rows.row import Side
from plancore.simulate.atoms import show_value
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import ExecutionDetails, PlanVerdict, ReportedCondition, StateChange

_STEP: Final = re.compile(r"\b(step \d+)\b")
_MOST_STEPS: Final = 1_000
"""The maximum number of steps in the table, from each end of the plan."""
_MOST_CHANGES: Final = 40
"""The maximum number of changes of a step in the table."""
_MOST_FACTS: Final = 20_000
"""The maximum number of facts of the initial state in the walk."""
_MOST_CHANGED: Final = 200_000
"""The maximum number of changes of facts and values in the walk, and of links."""
_MOST_ARCS: Final = 120
"""The maximum number of steps with links drawn between them."""
_SIDE: Final = Side("", "", Tone.PLAIN)


def blocks(plan: PlanVerdict, execution: ExecutionDetails) -> Iterator[doc.Block]:
    """The blocks after the verdict."""
    yield doc.KeyFigures(list(_figures(plan, execution)))
    shown = _shown(execution)
    if execution.conditions:
        rows = [_condition(each, shown) for each in execution.conditions]
        title = f"Why step {plan.failing_step} fails"
        yield doc.Section(
            title, [doc.Table(doc.columns("it needs", "", "because"), rows)], anchor="failure"
        )
    if execution.goals:
        ends = "" if len(execution.trace) >= len(execution.steps) else "where execution stops"
        rows = [_condition(each, shown) for each in execution.goals]
        yield doc.Section("Goals", [doc.Table(doc.columns("goal", "", "because"), rows)], ends)
    if execution.trace:
        yield doc.Section("States", _walk(execution), "at any step")
    if execution.steps:
        yield doc.Section("Steps", _steps(plan, execution), "what each changes")
        yield _lanes(plan, execution)
    if execution.causal_links:
        yield doc.Section(
            "Causal links", _links(execution), "what steps make true that others need"
        )


def _figures(plan: PlanVerdict, execution: ExecutionDetails) -> Iterator[tuple[str, str]]:
    # The line above has the verdict, that of a valid plan also these two.
    if plan.verdict is not Verdict.VALID:
        yield "steps", f"{plan.steps:,}"
        if plan.cost is not None:
            yield "cost", show_value(plan.cost)
    if execution.goals:
        yield "goals", f"{sum(each.holds for each in execution.goals)} of {len(execution.goals)}"
    if execution.unneeded_steps:
        yield "unneeded steps", ", ".join(map(str, execution.unneeded_steps[:8]))


def _shown(execution: ExecutionDetails) -> frozenset[int]:
    """The steps in the table, without the middle of a long plan."""
    first = _MOST_STEPS if len(execution.trace) > 2 * _MOST_STEPS else len(execution.trace)
    head, others = execution.trace[:first], execution.trace[first:]
    begun, late, end = (
        {number for change in changes for number in change.steps}
        for changes in (head, others[:-_MOST_STEPS], others[-_MOST_STEPS:])
    )
    run = begun | late | end
    rest = [number for number in range(1, len(execution.steps) + 1) if number not in run]
    # A link leads to the row where a step starts, which is left out for one that starts in the
    # middle.
    return frozenset((*rest[:_MOST_STEPS], *begun, *(end - (late - begun))))


def _condition(condition: ReportedCondition, shown: Container[int]) -> list[doc.Cell]:
    """A condition, whether it holds, and why. Names of steps are links if they are `shown`."""
    sign = Piece("✓", Tone.SAME) if condition.holds else Piece("✗", Tone.FAILING)
    known = {
        f"step {number}": number for number in (condition.step, condition.remedy) if number in shown
    }
    told = tuple(
        Piece(text, target=f"step-{known[text]}") if text in known else Piece(text)
        for text in _STEP.split(visible(condition.cause))
    )
    return [Piece(visible(condition.text), is_code=True), sign, told]


# The table of steps.


def _steps(plan: PlanVerdict, execution: ExecutionDetails) -> Iterator[doc.Block]:
    is_timed = any(change.time is not None for change in execution.trace)
    is_timed = is_timed or any(step.start is not None for step in execution.steps)
    changes = execution.trace
    run = {number for change in changes for number in change.steps}
    rest = [number for number in range(1, len(execution.steps) + 1) if number not in run]
    names = ("step", *(("time",) if is_timed else ()), "action", "changes")
    # The middle of a long plan is left out; the walk includes it.
    shown = [*changes] if len(changes) <= 2 * _MOST_STEPS else [*changes[:_MOST_STEPS]]
    tail = changes[len(shown) :][-_MOST_STEPS:]
    seen: set[int] = set()
    rows = [_changed(plan, execution, each, seen, is_timed=is_timed) for each in shown]
    n_between = len(changes) - len(shown) - len(tail)
    if n_between:
        text = f"{n_between:,} more not shown"
        rows.append([Piece("…"), *([""] if is_timed else []), Piece(text, Tone.DIM)])
    middle = changes[len(shown) : len(changes) - len(tail)]
    seen.update(number for change in middle for number in change.steps)
    rows += [_changed(plan, execution, each, seen, is_timed=is_timed) for each in tail]
    for number in rest[:_MOST_STEPS]:
        rows.append(_not_run(plan, execution, number, is_timed=is_timed))
    yield doc.Table(doc.columns(*names), rows)
    yield doc.left_out(len(rest) - _MOST_STEPS, "steps that were not executed")


def _changed(
    plan: PlanVerdict,
    execution: ExecutionDetails,
    change: StateChange,
    seen: set[int],
    *,
    is_timed: bool,
) -> list[doc.Cell]:
    numbers = [_number(plan, execution, number, seen) for number in change.steps]
    spaced = [part for piece in numbers for part in (Piece(" "), piece)][1:]
    unneeded = execution.unneeded_steps or ()
    actions = change.actions or ("(timed facts)",)
    named = [part for each in actions for part in (Piece(" "), Piece(visible(each), is_code=True))]
    del named[0]
    if any(number in unneeded for number in change.steps):
        named.append(Piece("  no goal depends on it", Tone.DIM))
    time = [] if not is_timed else ["" if change.time is None else show_value(change.time)]
    return [tuple(spaced), *time, tuple(named), _changes(change)]


def _number(plan: PlanVerdict, execution: ExecutionDetails, number: int, seen: set[int]) -> Piece:
    """The number of a step, which opens its place in the text; links lead to its first row."""
    at = LineColumn(plan.plan, *execution.places[number - 1])
    # A durative step has two rows.
    anchor = f"step-{number}-end" if number in seen else f"step-{number}"
    seen.add(number)
    return place_piece(str(number), at, Tone.PLAIN)._replace(anchor=anchor)


def _changes(change: StateChange) -> Line:
    """`+ (at b) - (at a) (fuel) = 3`."""
    parts = [Piece(f"+ {visible(fact)}", is_code=True) for fact in change.added]
    parts += [Piece(f"- {visible(fact)}", is_code=True) for fact in change.deleted]
    values = change.values.items()
    parts += [Piece(f"{visible(name)} = {show_value(each)}", is_code=True) for name, each in values]
    if len(parts) > _MOST_CHANGES:
        more = f"{len(parts) - _MOST_CHANGES:,} more"
        parts = [*parts[:_MOST_CHANGES], Piece(more, Tone.DIM)]
    return tuple(piece for part in parts for piece in (Piece("  "), part))[1:]


def _not_run(
    plan: PlanVerdict, execution: ExecutionDetails, number: int, *, is_timed: bool
) -> list[doc.Cell]:
    step = execution.steps[number - 1]
    fails = number == plan.failing_step
    tone = Tone.FAILING if fails else Tone.DIM
    start = "" if step.start is None else show_value(step.start)
    told: Line = (Piece("not executed", Tone.DIM),)
    if fails:
        told = (
            Piece("fails: ", Tone.FAILING, target="failure" if execution.conditions else ""),
            Piece(visible(plan.reason or ""), Tone.FAILING),
        )
    sign = (Piece(FAILING.sign, FAILING.tone), Piece(" ")) if fails else ()
    numbered = _number(plan, execution, number, set())
    named = Piece(visible(" ".join(map(str, step.actions))), tone, is_code=True)
    return [(*sign, numbered), *([start] if is_timed else []), named, told]


# Lanes and links.


def _lanes(plan: PlanVerdict, execution: ExecutionDetails) -> doc.Section:
    """A lane for each object and, for a timed plan, one for each action."""
    is_timed = all(step.start is not None for step in execution.steps)
    steps: list[TimedStep] = []
    for number, step in enumerate(execution.steps, start=1):
        mark = FAILING if number == plan.failing_step else SAME
        start, end = Fraction(number), Fraction(number + 1)
        if is_timed and step.start is not None:
            start, end = step.start, step.start + (step.duration or 0)
        steps.append(TimedStep(step, mark, start, end))
    steps.sort(key=lambda each: (each.start, each.end))
    lanes = chart("Lanes of objects", (_SIDE,), [steps], BY_OBJECT, has_times=is_timed)
    by_object = doc.chart_blocks(lanes)
    if not is_timed:
        return doc.Section("Lanes", by_object, "the steps that each object takes part in")
    title = "Gantt chart, a lane for each action"
    by_action = doc.chart_blocks(chart(title, (_SIDE,), [steps], BY_ACTION))
    fold = doc.Details(line("a lane for each object"), by_object)
    return doc.Section("Gantt chart", [*by_action, fold], "a lane for each action", "gantt")


def _links(execution: ExecutionDetails) -> Iterator[doc.Block]:
    n_drawn = min(len(execution.steps), _MOST_ARCS)
    goal = n_drawn + 1
    between: dict[tuple[int, int], list[str]] = {}
    n_left_out = 0
    for link in execution.causal_links:
        consumer = goal if link.consumer is None else link.consumer
        is_drawn = link.producer <= n_drawn and (link.consumer is None or consumer <= n_drawn)
        if is_drawn:
            between.setdefault((link.producer, consumer), []).append(link.literal)
        n_left_out += not is_drawn
    names = [_row(number, step) for number, step in enumerate(execution.steps[:n_drawn], start=1)]
    arcs = [Arc(*ends, ", ".join(map(visible, each))) for ends, each in between.items()]
    rows = ["initial state", *names, "goal"]
    title = f"{count_of(len(execution.causal_links), 'link')}: draw them"
    drawn = doc.Plots([Arcs("Causal links", rows, arcs)])
    yield doc.Details(line(title), [drawn, doc.left_out(n_left_out, "links")])


def _row(number: int, step: Step) -> str:
    return f"{number}  {visible(spelled(step))}"


# The states, as changes from one to the next.


def _walk(execution: ExecutionDetails) -> Iterator[doc.Block]:
    """The walk through the states, and notes on what it leaves out."""
    facts: dict[str, int] = {}

    def of(names: Iterable[str]) -> list[int]:
        return [facts.setdefault(visible(name), len(facts)) for name in names]

    left = _MOST_CHANGED
    changes: list[Json] = []
    for change in execution.trace:
        left -= len(change.added) + len(change.deleted) + len(change.values) + 1
        if left < 0:
            break
        values = {visible(name): show_value(value) for name, value in change.values.items()}
        changes.append(
            {
                "steps": change.steps,
                "title": visible(" ".join(change.actions)) or "(timed facts)",
                "time": None if change.time is None else show_value(change.time),
                "added": of(change.added),
                "deleted": of(change.deleted),
                "values": values,
            }
        )
    # Facts that change come first, so that only facts that never change are left out.
    initial = sorted(execution.initial, key=lambda fact: visible(fact) not in facts)
    shown = of(initial[:_MOST_FACTS])
    known: list[Sequence[object]] = [
        (visible(goal.text), *of([goal.atom]), goal.positive)
        if goal.atom is not None
        else (visible(goal.text), None, goal.holds)
        for goal in execution.goals
    ]
    links = islice(execution.causal_links, _MOST_CHANGED)
    first_values = islice(execution.values.items(), _MOST_FACTS)
    yield doc.Walk(
        {
            "steps": len(execution.steps),
            "initial": shown,
            "static": [visible(fact) for fact in execution.static[:_MOST_FACTS]],
            "values": {visible(name): show_value(value) for name, value in first_values},
            "changes": changes,
            "goals": known,
            "links": [[link.producer, visible(link.literal), link.consumer] for link in links],
            "facts": [*facts],
        }
    )
    yield doc.left_out(len(execution.trace) - len(changes), "later states")
    yield doc.left_out(len(execution.initial) - len(shown), "facts of the initial state")
    yield doc.left_out(len(execution.static) - _MOST_FACTS, "facts that never change")


def verdict_tone(plan: PlanVerdict) -> Tone:
    """The tone of its verdict."""
    return Tone.PLAIN if plan.verdict is Verdict.VALID else Tone.FAILING
