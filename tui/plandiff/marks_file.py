"""Review marks beside the learned file: `learned.pddl.review.json`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from plancore.report.domain.review import DomainReview
from plancore.report.domain.subjects import DifferenceName
from plancore.report.reviewed.document import marks_text, read_marks
from plancore.report.reviewed.marks import ReviewMark, ReviewMarks
from planfiles.files import FileState, read_exactly
from planfiles.trouble import Trouble
from planfiles.writing import write_text

ENDING: Final = ".review.json"
_MOST: Final = 16 * 1024 * 1024
"""Bytes; ten thousand differences with notes take less."""


def with_marks(review: DomainReview, path: str) -> DomainReview:
    """A review with the marks beside its learned file, at `path`; where they cannot be read, with a
    note that says why."""
    try:
        marks, _ = _read(path)
    except Trouble as trouble:
        return review.with_remarks([f"no review marks are shown: {trouble.message}"])
    return review.with_marks(marks)


def write_mark(
    path: str, name: DifferenceName, change: Callable[[ReviewMark], ReviewMark]
) -> ReviewMarks:
    """Change the mark of a difference in the file as it is now; all marks from then on. Without any
    mark there is no file. Raises Trouble, and then the file is as it was."""
    marks, state = _read(path)
    mark = change(marks.get(name, ReviewMark()))
    changed = {key: value for key, value in marks.items() if key != name}
    if not mark.is_none:
        changed[name] = mark
    file = path + ENDING
    if changed:
        write_text(file, marks_text(changed), read_in=state)
    elif state is not None:
        _remove(file)
    return changed


def _read(path: str) -> tuple[ReviewMarks, FileState | None]:
    """The marks beside the file at `path`, and the state of their file; None without one."""
    file = path + ENDING
    _refuse_link(file)
    if not os.path.lexists(file):
        return {}, None
    text, state = read_exactly(file, _MOST)
    marks, error = read_marks(text)
    if error:
        raise Trouble(f"{file}: {error}")
    return marks, state


def _refuse_link(file: str) -> None:
    """A link must not lead elsewhere what is read and written here."""
    if os.path.islink(file):
        raise Trouble(f"{file} is a link")


def _remove(file: str) -> None:
    try:
        os.unlink(file)
    except OSError as error:
        raise Trouble(f"cannot remove {file}: {error.strerror}") from None
