"""Findings as JSON; `docs/reference/json.md` says what each field means."""

from __future__ import annotations

from typing import Final

from plancore.jsonable import fields_of
from plancore.report.findings.checked import FindingsReport
from plancore.report.registry import Document
from plancore.source import Position

DOCUMENT: Final = Document("planlsp check", 1)


def data(report: FindingsReport) -> dict[str, object]:
    """`findings`, `files`, and `trouble` with what could not be read."""
    return {
        "findings": [
            {
                "file": finding.file,
                "code": finding.code,
                "severity": finding.severity.label,
                "message": finding.message,
                "range": {"start": _position(finding.start), "end": _position(finding.end)},
            }
            for finding in report.findings
        ],
        "files": [fields_of(file) | {"seconds": round(file.seconds, 6)} for file in report.files],
        "trouble": list(report.trouble),
    }


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "character": position.column}
