"""Reviews as lines of JSON: a head, then an object for each finding, in order.

For programs that read line by line, and for concatenating the results of many runs.
"""

from __future__ import annotations

import json
from typing import Final, Literal

from msgspec import UNSET, UnsetType, to_builtins

from plancore.jsonable import Json
from plancore.report.differences import Entry, entries_of
from plancore.report.records import Count, Record, WhereRecord, at
from plancore.report.registry import FormatVersion, Style
from plancore.report.render.json import escaped
from plancore.report.review import Review
from plancore.report.reviewed.marks import ReviewState

DOCUMENT: Final = FormatVersion("plandiff findings", 2)


class FindingsHeadRecord(Record, kw_only=True):
    """The first line. `findings` is the number of lines that follow; `before` is present with an
    earlier file."""

    kind: Literal["domain", "problem", "plan", "text", "threeway", "change"]
    learned: str
    reference: str
    before: str | UnsetType = UNSET
    same: bool
    findings: Count


class FindingReviewRecord(Record):
    state: ReviewState
    note: str


class FindingRecord(Record, kw_only=True):
    """A finding. `outcome` and `before` are present with an earlier file, `review` if a reviewer
    marked the difference."""

    code: str
    severity: Literal["error", "warning", "information", "hint"]
    kind: str
    subject: str
    part: str
    learned: str | None
    reference: str | None
    outcome: Literal["repaired", "broken", "still wrong", "otherwise wrong"] | UnsetType = UNSET
    before: str | UnsetType | None = UNSET
    review: FindingReviewRecord | UnsetType = UNSET
    message: str
    consequence: str | None
    where: WhereRecord
    reference_where: WhereRecord | None


def render(review: Review, _: Style) -> str:
    """The lines, each with a line feed."""
    entries = entries_of(review)
    stated = {"format": DOCUMENT.format, "version": DOCUMENT.version}
    head = FindingsHeadRecord.made_from(
        {"before": review.before.learned.name} if review.kind in ("threeway", "change") else {},
        kind=review.kind,
        learned=review.learned.name,
        reference=review.reference.name,
        same=review.is_same,
        findings=len(entries),
    )
    lines = (stated | to_builtins(head), *map(to_builtins, map(entry_record, entries)))
    return "".join(map(_line, lines))


def entry_record(entry: Entry) -> FindingRecord:
    """An entry as a record; `docs/reference/json.md` describes the fields."""
    difference = entry.difference
    return FindingRecord.made_from(
        difference,
        severity=difference.severity.label,
        part=entry.part,
        outcome=difference.outcome or UNSET,
        before=difference.before if difference.outcome else UNSET,
        review=FindingReviewRecord.made_from(entry.mark) if entry.mark else UNSET,
        consequence=difference.consequence or None,
        where=at(entry.where),
        reference_where=entry.reference_where and at(entry.reference_where),
    )


def _line(data: Json) -> str:
    return escaped(json.dumps(data, ensure_ascii=False, separators=(", ", ": "))) + "\n"
