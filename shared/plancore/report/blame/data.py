"""Blame as plain data for JSON, and its differences as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.blame.report import (
    Blame,
    Consequence,
    Failure,
    FalseCondition,
    PlanLetThrough,
    PlanNote,
    StoppedPlan,
)
from plancore.jsonable import Json, as_json, fields_of
from plancore.report.blame.review import BlameReport
from plancore.report.places import where
from plancore.report.registry import Document
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place

DOCUMENT: Final = Document("planeval blame", 1)

_COUNTS: Final = (
    "exercised",
    "stops_alone",
    "stops_together",
    "stops_later",
    "valid_without",
    "lets_through",
    "lets_through_together",
)


def data(report: BlameReport) -> Json:
    """`docs/reference/blame.md` says what each field means. Sets of differences are their places in
    the list `differences`, from 0."""
    blame = report.blame
    reference = None if blame.diff is None else blame.diff.reference.name
    return {
        "kind": report.kind,
        "learned": {"file": report.learned.name, "name": blame.learned.name},
        "reference": report.reference and {"file": report.reference.name, "name": reference},
        **consequences_data(report),
    }


def consequences_data(report: BlameReport) -> Json:
    """What was found out about differences and plans, without saying of which files."""
    blame = report.blame
    return {
        "plans": _plans(blame),
        "differences": [_difference(report, consequence) for consequence in blame.consequences],
        "coverage": _coverage(blame),
        "failures": [_stopped(report, plan) for plan in blame.stopped],
        "let_through": [_let_through(plan) for plan in blame.let_through],
        "undecided": [_note(note) for note in blame.undecided],
        "notes": [_note(note) for note in blame.notes],
        "errors": list(report.errors),
    }


def rows(report: BlameReport) -> Iterator[Sequence[object]]:
    """A row for each difference, in the order of their consequences."""
    columns = ("action", "part", "kind", "literal", "wanted", *_COUNTS)
    yield (*columns, "first_plan", "first_step", "proved")
    for consequence in report.blame.by_consequence():
        item = _difference(report, consequence)
        first = consequence.first
        place = (None, None) if first is None else (first.plan, first.step)
        yield (*(item[column] for column in columns), *place, item["proved"])


def _plans(blame: Blame) -> Json:
    return {
        "plans": blame.n_plans,
        "meant_valid": blame.n_meant,
        "as_meant": blame.n_agreeing,
        "stopped": len(blame.stopped),
        "let_through": len(blame.let_through),
        "undecided": len(blame.undecided),
        "translated": blame.is_translated,
        "untranslated": blame.n_untranslated,
    }


def _difference(report: BlameReport, consequence: Consequence) -> Json:
    difference = consequence.difference
    first = consequence.first
    return {
        "action": difference.action,
        "part": difference.part,
        "kind": difference.kind.value,
        "literal": difference.literal,
        "learned": _side(report.learned, difference.learned, difference.learned_place),
        "reference": _side(report.reference, difference.reference, difference.reference_place),
        "wanted": difference.wanted,
        **{name: getattr(consequence, name) for name in _COUNTS},
        "first": None if first is None else {"plan": first.plan, "step": first.step},
        "proved": consequence.is_proved,
        "undone_with": list(difference.requires),
        "obstacle": difference.obstacle,
    }


def _side(file: FileSnapshot | None, text: str | None, place: Place | None) -> Json | None:
    if text is None or file is None:
        return None
    return {"text": text, "where": _where(file, place)}


def _where(file: FileSnapshot, place: Place | None) -> Json | None:
    location = where(file, place)
    return None if location is None else location.to_dict()


def _coverage(blame: Blame) -> Json:
    coverage = blame.coverage
    n_differences = len(blame.consequences)
    return {
        "elements": coverage.n_elements,
        "exercised": coverage.n_exercised,
        "differences": n_differences,
        "differences_exercised": n_differences - len(blame.untested),
        "actions": [
            {"action": action.action, "elements": action.n_elements, "plans": action.n_plans}
            for action in coverage.actions
        ],
    }


def _stopped(report: BlameReport, plan: StoppedPlan) -> Json:
    """A stopped plan: its first failure, and the later ones."""
    return {
        "plan": plan.plan,
        **_failure(report, plan.first),
        "later": [_failure(report, failure) for failure in plan.failures[1:]],
        "valid_in_the_end": plan.is_mended,
        "remark": plan.remark,
    }


def _failure(report: BlameReport, failure: Failure) -> Json:
    return {
        "step": failure.step,
        "action": None if failure.action is None else str(failure.action),
        "time": as_json(failure.time),
        "reason": failure.reason,
        "conditions": [_condition(report, condition) for condition in failure.conditions],
        "sets": [list(numbers) for numbers in failure.sets],
        "smallest": failure.is_smallest,
    }


def _condition(report: BlameReport, condition: FalseCondition) -> Json:
    return {
        "text": condition.text,
        "literal": condition.written or None,
        "where": _where(report.learned, condition.place),
        "cause": condition.cause,
        "step": condition.step,
    }


def _let_through(plan: PlanLetThrough) -> Json:
    return {
        "plan": plan.plan,
        "step": plan.step,
        "reason": plan.reason,
        "sets": [list(numbers) for numbers in plan.sets],
        "smallest": plan.is_smallest,
    }


def _note(note: PlanNote) -> Json:
    return {name: value for name, value in fields_of(note).items() if name != "case"}
