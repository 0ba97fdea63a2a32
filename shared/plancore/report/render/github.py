"""Findings as workflow commands of GitHub Actions, which shows them next to the lines of a diff.

GitHub shows ten errors, ten warnings and ten notices per step and silently drops the rest
(actions/toolkit, docs/problem-matchers.md, "Limitations"). So only the worst of each are written,
and a line of the log counts the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.phrases import count_of
from plancore.report.differences import as_findings
from plancore.report.findings.document import PlacedFinding
from plancore.report.registry import Report, Style

MOST: Final = 10
_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_NOTICE: Final = "notice"


def render(report: Report, _: Style) -> str:
    """A command for each of the first findings of each severity, the most severe first. Everything
    except errors and warnings is a notice, and so are accepted findings."""
    findings = sorted(as_findings(report).findings, key=_severity)
    return "".join(f"{line}\n" for line in _lines(findings))


def _lines(findings: list[PlacedFinding]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for finding in findings:
        command = _COMMANDS.get(_severity(finding), _NOTICE)
        counts[command] += 1
        if counts[command] <= MOST:
            yield _command(command, finding)
    more = [count_of(count - MOST, name) for name, count in counts.items() if count > MOST]
    if more:
        yield f"and {', '.join(more)} beyond GitHub's limit; use --format text for all"


def _severity(finding: PlacedFinding) -> Severity:
    return Severity.INFORMATION if finding.is_accepted else finding.severity


def _command(command: str, finding: PlacedFinding) -> str:
    properties = {
        "file": finding.file,
        "line": finding.start.line + 1,
        "col": finding.start.column + 1,
        "endLine": finding.end.line + 1,
        "endColumn": finding.end.column + 1,
        "title": finding.code,
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{command} {written}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
