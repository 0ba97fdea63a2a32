"""Review marks as JSON. The first five fields of a mark identify its difference."""

from __future__ import annotations

import json
from typing import Any, Final, Literal, NamedTuple

from msgspec import to_builtins

from plancore.decoding import decode
from plancore.json_toml import DocumentError, json_value
from plancore.report.records import Count, Record
from plancore.report.reviewed.marks import (
    DifferenceName,
    Reviewed,
    ReviewMark,
    ReviewMarks,
    ReviewState,
    clean_note,
)

FORMAT: Final = "plandiff-review"
VERSION: Final = 1


class MarkRecord(Record):
    """A review mark and the identifier of its difference."""

    action: str
    part: str
    kind: str
    reference: str
    learned: str
    state: ReviewState
    note: str

    @property
    def name(self) -> DifferenceName:
        """The identifier of the difference."""
        return DifferenceName(self.action, self.part, self.kind, self.reference, self.learned)


class ReviewMarkRecord(MarkRecord):
    """A review mark in a report, and whether its difference is gone."""

    gone: bool


class MarkCountsRecord(Record):
    open: Count
    accepted: Count
    reported: Count


class ReviewedRecord(Record):
    """The review marks, and their number by state."""

    counts: MarkCountsRecord
    gone: Count
    marks: list[ReviewMarkRecord]


class _Document(Record):
    format: Literal["plandiff-review"]
    version: Literal[1]
    marks: list[MarkRecord]


class ReadMarks(NamedTuple):
    """The marks in a text, or an error why they cannot be used. With an error `marks` is empty, and
    the file must not be overwritten."""

    marks: ReviewMarks
    error: str = ""


def read_marks(text: str) -> ReadMarks:
    """Read marks from a text. It is untrusted input, so this never raises."""
    try:
        data: Any = json_value(text)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            return ReadMarks({}, "no review marks in it")
        if data.get("version") != VERSION:
            return ReadMarks({}, "it was written by another version of plandiff")
        marks = decode(data, _Document).marks
    except DocumentError as error:
        return ReadMarks({}, str(error))
    return ReadMarks({mark.name: ReviewMark(mark.state, clean_note(mark.note)) for mark in marks})


def marks_text(marks: ReviewMarks) -> str:
    """The document, one mark per line, sorted by name."""
    records = (MarkRecord(*name, *mark) for name, mark in sorted(marks.items()))
    lines = ",\n".join(f"  {json.dumps(to_builtins(record))}" for record in records)
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "marks": ['
    return f"{head}\n{lines}\n]}}\n" if lines else f"{head}]}}\n"


def reviewed_record(reviewed: Reviewed) -> ReviewedRecord:
    """The counts, then every mark, with whether its difference is gone."""
    present = {*reviewed.names}
    return ReviewedRecord(
        MarkCountsRecord(*(reviewed.counts[state] for state in ReviewState)),
        len(reviewed.gone),
        [
            ReviewMarkRecord(*name, *mark, name not in present)
            for name, mark in sorted(reviewed.marks.items())
        ],
    )
