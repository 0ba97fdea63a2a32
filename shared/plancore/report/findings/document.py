"""Findings as lines that people read and editors jump to: `file:line:column: severity: …`."""

from __future__ import annotations

from plancore.diagnostic import Severity
from plancore.phrases import count_of
from plancore.report.document import Detail, Document, Item, List, Paragraph, items
from plancore.report.findings.checked import FindingsReport, PlacedFinding
from plancore.report.lines import line

_NOUNS = {Severity.INFORMATION: "remark"}


def document(report: FindingsReport, _: Detail) -> Document:
    """One line for each finding, places that explain it below, and a summary."""
    found = List(list(map(_item, report.findings)), indent=0, step=4)
    blocks = [found] if report.findings else []
    return Document("Findings", (), [*blocks, Paragraph([line(_summary(report))])])


def _item(finding: PlacedFinding) -> Item:
    place = f"{finding.file}:{finding.start.line + 1}:{finding.column}"
    text = f"{place}: {finding.severity.label}: {finding.message} [{finding.code}]"
    related = (f"{at.file}:{at.line}:{at.column}: {at.message}" for at in finding.related)
    return Item(line(text), items(related))


def _summary(report: FindingsReport) -> str:
    checked = f"{count_of(len(report.files), 'file')} checked"
    if not report.findings:
        return f"{checked}, nothing found"
    parts = [
        count_of(count, _NOUNS.get(severity, severity.label))
        for severity, count in report.counts.items()
    ]
    return f"{checked}: {', '.join(parts)}"
