"""Reports of validation: text for people, versioned JSON for programs."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Final

from plancore.report.jsonable import Json
from plancore.report.lines import visible
from plancore.simulate.atoms import Value, show_value
from plancore.simulate.trace import Verdict
from planeval.validate.batch import BatchOutcome
from planeval.validate.outcome import Change, Course, Link, Outcome, number

VERSION: Final = 1
"""Raised when a field changes its meaning or goes; new fields may come without."""


def text_report(outcome: BatchOutcome) -> str:
    """One line for each plan, what its steps change where that was asked for, and the counts."""
    lines: list[str] = []
    for plan in outcome.plans:
        lines.append(_line(plan))
        if plan.course is not None:
            lines += _course_lines(plan.course)
    if len(outcome.plans) > 1:
        lines.append(_summary(outcome))
    return "".join(f"{line}\n" for line in lines)


def json_report(outcome: BatchOutcome) -> str:
    """A JSON document; `docs/validate.md` says what each field means."""
    data: Json = {
        "version": VERSION,
        "counts": {
            "plans": len(outcome.plans),
            **{str(verdict): outcome.count(verdict) for verdict in Verdict},
        },
        "plans": [_plan(plan) for plan in outcome.plans],
        "errors": list(outcome.problems),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _line(plan: Outcome) -> str:
    steps = f"{plan.steps} step{'' if plan.steps == 1 else 's'}"
    head = f"{visible(plan.plan)}: {plan.verdict}"
    if plan.verdict is Verdict.VALID:
        return f"{head} ({steps}, cost {number(plan.cost)})"
    if plan.failing_step is not None:
        head += f" at step {plan.failing_step}"
    if plan.failing_time is not None:
        head += f", time {show_value(plan.failing_time)}"
    return f"{head}: {plan.reason}"


def _course_lines(course: Course) -> list[str]:
    lines: list[str] = []
    for change in course.changes:
        lines += _change_lines(change)
    for link in course.links:
        producer = f"step {link.producer}" if link.producer else "initially"
        consumer = "the goal" if link.consumer is None else f"step {link.consumer}"
        lines.append(f"  link  {producer} → {link.literal} → {consumer}")
    if course.unneeded:
        lines.append(f"  unneeded  {', '.join(map(str, course.unneeded))}")
    return lines


def _change_lines(change: Change) -> list[str]:
    when = ", ".join(map(str, change.steps)) or "–"
    if change.time is not None:
        when += f"  {show_value(change.time)}:"
    lines = [f"  {when}  {' '.join(change.actions) or '(timed facts)'}"]
    lines += [f"      + {atom}" for atom in change.added]
    lines += [f"      - {atom}" for atom in change.deleted]
    lines += [f"      {fluent} = {show_value(value)}" for fluent, value in change.values]
    return lines


def _summary(outcome: BatchOutcome) -> str:
    parts = [
        f"{outcome.count(verdict)} {verdict}"
        for verdict in Verdict
        if verdict is not Verdict.UNDECIDED or outcome.count(verdict)
    ]
    return f"{len(outcome.plans)} plans: {', '.join(parts)}"


def _plan(plan: Outcome) -> Json:
    data: Json = {
        "plan": plan.plan,
        "verdict": str(plan.verdict),
        "failing_step": plan.failing_step,
        "failing_time": _number(plan.failing_time),
        "reason": plan.reason,
        "unsatisfied": list(plan.unsatisfied),
        "unreached_goals": list(plan.unreached_goals),
        "cost": _number(plan.cost),
        "steps": plan.steps,
    }
    course = plan.course
    if course is not None:
        data["trace"] = [
            {
                "steps": list(change.steps),
                "actions": list(change.actions),
                "time": _number(change.time),
                "added": list(change.added),
                "deleted": list(change.deleted),
                "values": {fluent: _number(value) for fluent, value in change.values},
            }
            for change in course.changes
        ]
        data["causal_links"] = [_link(link) for link in course.links]
        data["unneeded_steps"] = None if course.unneeded is None else list(course.unneeded)
    return data


def _link(link: Link) -> Json:
    return {"producer": link.producer, "literal": link.literal, "consumer": link.consumer}


def _number(value: Value | None) -> int | float | None:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value
