"""The file of review marks, next to the learned file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Final

from plancore.report.domain.review import DomainReview
from plancore.report.reviewed.marks import DifferenceName, ReviewMark, ReviewMarks
from planfiles.errors import UserError
from planfiles.files import FileState, read_exactly
from planfiles.writing import remove_file, write_text

_MOST: Final = 16 * 1024 * 1024
"""Bytes; ten thousand differences with notes take less."""


def with_marks(review: DomainReview, path: str) -> DomainReview:
    """A review with the marks in the file at `path`, or with a remark why they are unreadable."""
    try:
        marks, _ = _read(path)
    except UserError as error:
        return review.with_remarks([f"review marks are not shown: {error.message}"])
    return review.with_marks(marks)


def write_marks(
    path: str, names: Iterable[DifferenceName], change: Callable[[ReviewMark], ReviewMark]
) -> ReviewMarks:
    """Change the marks of differences in the current file and return all marks. A file without
    marks is removed. Raises UserError, and leaves the file unchanged then."""
    marks, state = _read(path)
    changed = dict(marks)
    for name in names:
        mark = change(changed.pop(name, ReviewMark()))
        if not mark.is_none:
            changed[name] = mark
    if changed:
        from plancore.report.reviewed.document import marks_text

        write_text(path, marks_text(changed), read_in=state)
    elif state is not None:
        remove_file(path)
    return changed


def _read(path: str) -> tuple[ReviewMarks, FileState | None]:
    """The marks in a file and its state, if it exists. Links are refused: they lead elsewhere."""
    if os.path.islink(path):
        raise UserError(f"{path} is a symbolic link")
    if not os.path.lexists(path):
        return {}, None
    # Imported late: most files have no marks.
    from plancore.report.reviewed.document import read_marks

    text, state = read_exactly(path, _MOST)
    marks, error = read_marks(text)
    if error:
        raise UserError(f"{path}: {error}")
    return marks, state
