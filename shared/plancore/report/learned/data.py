"""The JSON data of a learned domain, and its actions as CSV rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from plancore.codec.written import codec_data
from plancore.report.learned.document import LearnedReport
from plancore.report.records import Count, Name, Ordinal, Record
from plancore.report.registry import FormatVersion

DOCUMENT: Final = FormatVersion("planeval learn", 1)


class IdentityRecord(Record, tag_field="kind", tag="identity"):
    """The identity codec."""


class ProxyRecord(Record):
    learned: str
    action: str
    arguments: list[Name]


class ProxiesRecord(Record, tag_field="kind", tag="proxies"):
    proxies: list[ProxyRecord]


class StatePredicatesRecord(Record, tag_field="kind", tag="state-predicates"):
    encode: list[str]
    decode: list[str]


class LeftOutActionRecord(Record):
    action: str
    reason: str


class ContradictionRecord(Record):
    action: str
    message: str
    steps: Ordinal
    at: str
    against: str | None


class LearnedRecord(Record):
    """A learned domain; `docs/reference/learning.md` describes the fields."""

    learner: str
    domain: str
    codec: IdentityRecord | ProxiesRecord | StatePredicatesRecord | None
    n_trajectories: Count
    n_transitions: Count
    actions: list[str]
    left_out: list[LeftOutActionRecord]
    contradictions: list[ContradictionRecord]
    notes: list[str]
    files_passed_over: list[str]
    errors: list[str]


def data(report: LearnedReport) -> LearnedRecord:
    """The record of a learned domain."""
    learned = report.learned
    return LearnedRecord.made_from(
        learned,
        domain=report.text,
        codec=None if learned.codec is None else codec_data(learned.codec),
        actions=[action.name for action in learned.domain.actions],
        left_out=[LeftOutActionRecord(*each) for each in learned.left_out],
        contradictions=list(map(ContradictionRecord.made_from, report.contradictions)),
        files_passed_over=list(report.passed_over),
        errors=list(report.errors),
    )


def rows(report: LearnedReport) -> Iterator[Sequence[object]]:
    """A row for each action: whether it was learned, why not, and the number of contradictions."""
    yield "action", "learned", "reason", "contradictions"
    contradicted = Counter(told.action for told in report.contradictions)
    for action in report.learned.domain.actions:
        yield action.name, True, None, contradicted[action.name]
    for name, reason in report.learned.left_out:
        yield name, False, reason, contradicted[name]
