"""The JSON data of test cases, and their CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.report.cases.document import CaseOutcome, CasesReport
from plancore.report.records import Count, Ordinal, Record
from plancore.report.registry import FormatVersion

DOCUMENT: Final = FormatVersion("planlsp test", 1)


class CaseReasonRecord(Record):
    message: str
    file: str | None
    line: Ordinal | None
    column: Ordinal | None


class CaseResultRecord(Record):
    manifest: str
    line: Ordinal
    label: str
    outcome: CaseOutcome
    reasons: list[CaseReasonRecord]


class CaseCountsRecord(Record):
    cases: Count
    passed: Count
    failed: Count
    undecided: Count
    skipped: Count


class CasesRecord(Record):
    """The outcomes of test cases; `docs/reference/test.md` describes the fields."""

    counts: CaseCountsRecord
    cases: list[CaseResultRecord]
    errors: list[str]


def data(report: CasesReport) -> CasesRecord:
    """The record of a report."""
    counts = {outcome.value: report.count(outcome) for outcome in CaseOutcome}
    return CasesRecord(
        CaseCountsRecord(cases=len(report.cases), **counts),
        [
            CaseResultRecord.made_from(
                case, reasons=[*map(CaseReasonRecord.made_from, case.reasons)]
            )
            for case in report.cases
        ],
        list(report.problems),
    )


def rows(report: CasesReport) -> Iterator[Sequence[object]]:
    """A row for each case."""
    yield "manifest", "line", "label", "outcome", "reason"
    for case in report.cases:
        reason = "; ".join(each.in_words() for each in case.reasons)
        yield case.manifest, case.line, case.label, case.outcome.value, reason or None
