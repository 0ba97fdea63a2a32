"""Findings as lines that people read and editors jump to: `file:line:column: severity: …`."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.diagnostic import Severity
from plancore.phrases import count_of
from plancore.report.findings.checked import FindingsReport
from plancore.report.lines import Line, line, visible

_NOUNS = {Severity.INFORMATION: "remark"}


def lines(report: FindingsReport) -> Iterator[Line]:
    """One line for each finding, places that explain it indented below, and a summary."""
    for finding in report.findings:
        place = f"{visible(finding.file)}:{finding.start.line + 1}:{finding.column}"
        yield line(f"{place}: {finding.severity.label}: {finding.message} [{finding.code}]")
        for spot in finding.related:
            yield line(f"    {visible(spot.file)}:{spot.line}:{spot.column}: {spot.message}")
    yield line(_summary(report))


def _summary(report: FindingsReport) -> str:
    checked = f"{count_of(len(report.files), 'file')} checked"
    if not report.findings:
        return f"{checked}, nothing found"
    parts = [
        count_of(count, _NOUNS.get(severity, severity.label))
        for severity, count in report.counts.items()
    ]
    return f"{checked}: {', '.join(parts)}"
