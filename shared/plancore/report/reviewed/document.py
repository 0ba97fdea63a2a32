"""Review marks as JSON.

    document = {"format": "plandiff-review", "version": 1, "marks": [mark*]}
    mark     = {"action": text, "part": text, "kind": text, "reference": text, "learned": text,
                "state": "open" | "accepted" | "reported", "note": text}

A mark is of the difference that its first five fields name.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from plancore.jsonable import Json
from plancore.report.domain.subjects import DifferenceName
from plancore.report.lines import visible
from plancore.report.reviewed.marks import Reviewed, ReviewMark, ReviewMarks, ReviewState

FORMAT: Final = "plandiff-review"
VERSION: Final = 1
_FIELDS: Final = {*DifferenceName._fields, "state", "note"}
_MOST: Final = 2_000
"""A note is no longer than so many characters."""


class ReadMarks(NamedTuple):
    """The marks of a text, or why they cannot be used: then none are, and none must be written in
    their place."""

    marks: ReviewMarks
    error: str = ""


def read_marks(text: str) -> ReadMarks:
    """What a text says. It is data from anywhere, and no reason to raise."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return ReadMarks({}, "it is no JSON")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return ReadMarks({}, "it holds no review marks")
    if data.get("version") != VERSION:
        return ReadMarks({}, "it is of another version of plandiff")
    entries = data.get("marks")
    if not isinstance(entries, list):
        return ReadMarks({}, "`marks` is no list")
    marks: dict[DifferenceName, ReviewMark] = {}
    for number, entry in enumerate(entries, 1):
        mark = _mark(entry)
        if mark is None:
            return ReadMarks({}, f"mark {number} is not as this version writes it")
        marks[mark[0]] = mark[1]
    return ReadMarks(marks)


def marks_text(marks: ReviewMarks) -> str:
    """The document, a mark a line, in the order of their names."""
    lines = ",\n".join(
        f"  {json.dumps(mark_data(name, marks[name]), ensure_ascii=True)}" for name in sorted(marks)
    )
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "marks": ['
    return f"{head}\n{lines}\n]}}\n" if lines else f"{head}]}}\n"


def mark_data(name: DifferenceName, mark: ReviewMark) -> Json:
    """A mark with the name of its difference."""
    return {**name._asdict(), "state": mark.state.value, "note": mark.note}


def reviewed_data(reviewed: Reviewed) -> Json:
    """The counts, then every mark, with whether its difference is still there."""
    present = {*reviewed.names}
    return {
        "counts": {state.value: reviewed.counts[state] for state in ReviewState},
        "gone": len(reviewed.gone),
        "marks": [
            {**mark_data(name, mark), "gone": name not in present}
            for name, mark in sorted(reviewed.marks.items())
        ],
    }


def clean_note(text: str) -> str:
    """A note as it is kept: a line of bounded length, with nothing that a terminal would obey."""
    return visible(" ".join(text.split()))[:_MOST]


def _mark(entry: object) -> tuple[DifferenceName, ReviewMark] | None:
    if not isinstance(entry, dict) or entry.keys() != _FIELDS:
        return None
    if not all(isinstance(value, str) for value in entry.values()):
        return None
    if entry["state"] not in list(ReviewState):
        return None
    name = DifferenceName(*(entry[field] for field in DifferenceName._fields))
    return name, ReviewMark(ReviewState(entry["state"]), clean_note(entry["note"]))
