"""The JSON data of findings; `docs/reference/json.md` describes the fields."""

from __future__ import annotations

from typing import Final, Literal

from plancore.report.findings.document import FindingsReport
from plancore.report.records import Amount, Count, Record
from plancore.report.registry import FormatVersion
from plancore.source import Position

DOCUMENT: Final = FormatVersion("planlsp check", 2)


class PositionRecord(Record):
    """A position as in LSP: `line` and `character` count from 0, characters in UTF-16 units."""

    line: Count
    character: Count


class RangeRecord(Record):
    start: PositionRecord
    end: PositionRecord


class CheckFindingRecord(Record):
    file: str
    code: str
    severity: Literal["error", "warning", "information", "hint"]
    message: str
    range: RangeRecord


class CheckedFileRecord(Record):
    path: str
    kind: Literal["domain", "problem", "plan", "unknown"]
    dialect: str | None
    seconds: Amount


class CheckRecord(Record):
    """Diagnostics, the checked files, and what could not be read (`errors`);
    `docs/reference/check.md` describes the fields."""

    findings: list[CheckFindingRecord]
    files: list[CheckedFileRecord]
    errors: list[str]


def data(report: FindingsReport) -> CheckRecord:
    """The record of findings."""
    return CheckRecord(
        [
            CheckFindingRecord.made_from(
                finding,
                severity=finding.severity.label,
                range=RangeRecord(_position(finding.start), _position(finding.end)),
            )
            for finding in report.findings
        ],
        [
            CheckedFileRecord.made_from(file, seconds=round(file.seconds, 6))
            for file in report.files
        ],
        list(report.trouble),
    )


def _position(position: Position) -> PositionRecord:
    return PositionRecord(position.line, position.column)
