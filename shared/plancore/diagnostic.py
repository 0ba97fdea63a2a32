"""Findings in a text as plain data: diagnostics, their fixes, and the edits of a fix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from plancore.source import Span


class Severity(IntEnum):
    """How bad a finding is; the numbers are those of LSP, so a lower one is worse."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4

    @property
    def label(self) -> str:
        """The word for it in messages and in JSON."""
        return self.name.lower()


SEVERITY_NAMES: Final[Mapping[str, Severity | None]] = {
    "error": Severity.ERROR,
    "warning": Severity.WARNING,
    "information": Severity.INFORMATION,
    "hint": Severity.HINT,
    "info": Severity.INFORMATION,
    "off": None,
}
"""The names of severities in settings; None switches a diagnostic off."""


ALSO_HERE: Final = "also here"
"""The message of related places that have the same mistake."""


class Edit(NamedTuple):
    """Replace the characters at `span` by `text`."""

    span: Span
    text: str


class Related(NamedTuple):
    """Another place that explains a finding.

    `file` is the workspace's name of the file with the span; None for the file of the finding.
    """

    span: Span
    message: str
    file: str | None = None


class Fix(NamedTuple):
    """A change that resolves a finding.

    `file` names the file to change; None for the file of the finding. A `safe` fix may be applied
    together with others without confirmation.
    """

    title: str
    edits: tuple[Edit, ...]
    file: str | None = None
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding in one file.

    `code` is stable and names the kind of finding; suppression comments and settings use it.
    `unnecessary` marks text that can be deleted. `mistake` is as in
    `plancore.model.finding.Finding`.
    """

    code: str
    severity: Severity
    span: Span
    message: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    unnecessary: bool = False
    mistake: str = ""

    @property
    def spans(self) -> list[Span]:
        """All places in its file with the same mistake, its own first."""
        also = [related.span for related in self.related if related.message == ALSO_HERE]
        return [self.span, *also]


def apply_edits(text: str, edits: tuple[Edit, ...] | list[Edit]) -> str:
    """`text` after `edits`, whose spans all refer to `text` as given and do not overlap.

    Raises ValueError when two edits overlap or one reaches outside the text.
    """
    pieces: list[str] = []
    done = 0
    for (start, end), replacement in sorted(edits, key=lambda edit: edit.span):
        if start < done or end < start or end > len(text):
            raise ValueError(f"edit at {start}..{end} overlaps another one or leaves the text")
        pieces += (text[done:start], replacement)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
