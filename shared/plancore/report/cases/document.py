"""Test cases that were run, as a document: a line for each, with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, Literal, NamedTuple

from plancore.phrases import count_of
from plancore.report.document import Block, Detail, Document, List, ListItem, Paragraph, items
from plancore.report.lines import Piece, Tone, line, visible


class CaseOutcome(StrEnum):
    """The outcome of a case. It is undecided if a limit was reached, or a file cannot be read."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    SKIPPED = "skipped"


_TONES: Final = {
    CaseOutcome.FAILED: Tone.FAILING,
    CaseOutcome.UNDECIDED: Tone.CHANGED,
    CaseOutcome.SKIPPED: Tone.DIM,
}


class CaseReason(NamedTuple):
    """Why a case did not pass; the place in the file called `file`, counted from 1, if known."""

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def in_words(self) -> str:
        """The reason after its place."""
        if self.file is None:
            return self.message
        place = "".join(f":{number}" for number in (self.line, self.column) if number is not None)
        return f"{self.file}{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The outcome of a case called `label`, which is in line `line` of the file `manifest`."""

    manifest: str
    line: int
    label: str
    outcome: CaseOutcome
    reasons: tuple[CaseReason, ...] = ()


@dataclass(frozen=True, slots=True)
class CasesReport:
    """All cases in the order given, and a line for each manifest that cannot be read."""

    kind: ClassVar[Literal["cases"]] = "cases"

    cases: tuple[CaseResult, ...]
    problems: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 0 if no case failed, 1 if one did, 2 if some were not decided."""
        if self.problems or self.count(CaseOutcome.UNDECIDED):
            return 2
        return 1 if self.count(CaseOutcome.FAILED) else 0

    def count(self, outcome: CaseOutcome) -> int:
        """The number of cases with this outcome."""
        return sum(case.outcome is outcome for case in self.cases)


def document(report: CasesReport, _: Detail) -> Document:
    """A line for each case, with its reasons, and the counts."""
    blocks: list[Block] = []
    if report.cases:
        blocks.append(List([*_listed(report.cases)], indent=0, step=2))
    return Document("Test cases", (), [*blocks, Paragraph([line(headline(report))])])


def _listed(cases: Sequence[CaseResult]) -> Iterator[ListItem]:
    for case in cases:
        outcome = Piece(case.outcome.value, _TONES.get(case.outcome, Tone.PLAIN))
        where, label = visible(f"{case.manifest}:{case.line}: "), visible(f": {case.label}")
        reasons = (visible(reason.in_words()) for reason in case.reasons)
        yield ListItem(line(where, outcome, label), items(reasons))


def headline(report: CasesReport) -> str:
    """The number of cases by outcome."""
    counts = ((outcome, report.count(outcome)) for outcome in CaseOutcome)
    parts = ", ".join(f"{count} {outcome}" for outcome, count in counts if count)
    return f"{count_of(len(report.cases), 'case')}{': ' if parts else ''}{parts}"
