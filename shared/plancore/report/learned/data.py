"""A learned domain as plain data for JSON, and its actions as rows for CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from plancore.codec.written import codec_data
from plancore.jsonable import Json
from plancore.report.learned.review import LearnedReport
from plancore.report.registry import Document

DOCUMENT: Final = Document("planeval learn", 1)


def data(report: LearnedReport) -> Json:
    """`docs/reference/learning.md` says what each field means."""
    learned = report.learned
    return {
        "learner": learned.learner,
        "domain": report.text,
        "codec": None if learned.codec is None else codec_data(learned.codec),
        "n_trajectories": learned.n_trajectories,
        "n_transitions": learned.n_transitions,
        "actions": [action.name for action in learned.domain.actions],
        "left_out": [{"action": action, "reason": reason} for action, reason in learned.left_out],
        "contradictions": [each._asdict() for each in report.contradictions],
        "notes": list(learned.notes),
        "files_passed_over": list(report.passed_over),
        "errors": list(report.errors),
    }


def rows(report: LearnedReport) -> Iterator[Sequence[object]]:
    """A row for each action: whether it was learned, why not, and how much contradicts it."""
    yield "action", "learned", "reason", "contradictions"
    contradicted = Counter(told.action for told in report.contradictions)
    for action in report.learned.domain.actions:
        yield action.name, True, None, contradicted[action.name]
    for name, reason in report.learned.left_out:
        yield name, False, reason, contradicted[name]
