"""Findings as JSON; `docs/json.md` says what each field means."""

from __future__ import annotations

import json

from plancore.report.findings.checked import FindingsReport
from plancore.source import Position

VERSION = 1


def render(report: FindingsReport) -> str:
    """One object: `version`, `findings`, `files`, and `trouble` with what could not be read."""
    data = {
        "version": VERSION,
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
        "files": [
            {
                "path": file.path,
                "kind": file.kind,
                "dialect": file.dialect,
                "seconds": round(file.seconds, 6),
            }
            for file in report.files
        ],
        "trouble": list(report.trouble),
    }
    return json.dumps(data, indent=2) + "\n"


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "character": position.column}
