"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a diff."""

from __future__ import annotations

from plancore.diagnostic import Severity
from plancore.report.findings.checked import FindingsReport, PlacedFinding
from plancore.report.registry import Style

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def render(report: FindingsReport, _: Style) -> str:
    """One command for each finding; what is neither error nor warning is a notice."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: PlacedFinding) -> str:
    properties = {
        "file": finding.file,
        "line": finding.start.line + 1,
        "col": finding.start.column + 1,
        "endLine": finding.end.line + 1,
        "endColumn": finding.end.column + 1,
        "title": finding.code,
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS.get(finding.severity, 'notice')} {written}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
