"""Findings as lines that people read and editors jump to: `file:line:column: severity: …`."""

from __future__ import annotations

from plancore.diagnostic import Severity
from plancore.report.findings.checked import FindingsReport
from plancore.report.lines import visible

_PLURALS = {
    Severity.ERROR: "errors",
    Severity.WARNING: "warnings",
    Severity.INFORMATION: "remarks",
    Severity.HINT: "hints",
}
_SINGULARS = {**{severity: severity.label for severity in Severity}, Severity.INFORMATION: "remark"}


def render(report: FindingsReport) -> str:
    """One line for each finding, places that explain it indented below, and a summary."""
    lines = []
    for finding in report.findings:
        place = f"{visible(finding.file)}:{finding.start.line + 1}:{finding.column}"
        lines.append(f"{place}: {finding.severity.label}: {finding.message} [{finding.code}]")
        lines += [
            f"    {visible(s.file)}:{s.line}:{s.column}: {s.message}" for s in finding.related
        ]
    lines.append(_summary(report))
    return "".join(f"{line}\n" for line in lines)


def _summary(report: FindingsReport) -> str:
    checked = f"{len(report.files)} file{'' if len(report.files) == 1 else 's'} checked"
    if not report.findings:
        return f"{checked}, nothing found"
    parts = [
        f"{count} {(_SINGULARS if count == 1 else _PLURALS)[severity]}"
        for severity, count in report.counts.items()
    ]
    return f"{checked}: {', '.join(parts)}"
