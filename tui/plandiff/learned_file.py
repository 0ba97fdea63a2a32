"""The learned file that a review is of: edits written into it, and taken back."""

from __future__ import annotations

from typing import Final, NamedTuple

from plancore.conflict_markers import conflicts
from plancore.diagnostic import Edit, apply_edits
from plancore.report.domain.review import DomainReview
from plancore.snapshot import FileSnapshot
from planfiles.files import FileState, read_exactly
from planfiles.trouble import Trouble
from planfiles.writing import write_text

_BYTE_ORDER_MARK: Final = "\ufeff"


class Written(NamedTuple):
    """Edits that were written: the text of the file before and after."""

    path: str
    before: str
    after: str

    def undo(self) -> None:
        """Write the text from before. Raises Trouble where the file says something else by now."""
        text, state = read_exactly(self.path)
        if text != self.after:
            raise Trouble(f"{self.path} was changed since: nothing is undone")
        write_text(self.path, self.before, read_in=state)


class LearnedFile(NamedTuple):
    """A file as it was read, to be edited once."""

    path: str
    file: FileSnapshot
    start: str
    """The byte order mark, if the file begins with one: it is no part of what is compared."""
    state: FileState

    def write(self, edits: tuple[Edit, ...]) -> Written:
        """Write the edits, whole or not at all. Raises Trouble, also where somebody has written to
        the file since it was read."""
        before, after = self.file.text, apply_edits(self.file.text, edits)
        write_text(self.path, self.start + after, read_in=self.state)
        return Written(self.path, self.start + before, self.start + after)


def read_learned(review: DomainReview, path: str) -> LearnedFile:
    """The learned file of a review. Raises Trouble where it is not what was compared, and where a
    merge is to be finished first."""
    text, state = read_exactly(path)
    if conflicts(text):
        raise Trouble(f"{path} has merge conflicts: nothing is written before they are settled")
    body = text.removeprefix(_BYTE_ORDER_MARK)
    file = review.learned
    if body != file.text:
        # Other comments, or another layout: the domain may be the same all the same.
        file = FileSnapshot.of(body, file.name)
    if file.domain != review.diff.learned:
        raise Trouble(f"{path} does not begin with the domain that was compared")
    return LearnedFile(path, file, text[: len(text) - len(body)], state)
