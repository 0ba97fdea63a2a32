"""Reviews as lines of JSON: a head, then an object for each finding, as they come.

For programs that read line by line, and for files of many runs one behind the other.
"""

from __future__ import annotations

import json
from typing import Final

from plancore.jsonable import Json
from plancore.report.formats.json import escaped
from plancore.report.places import Where
from plancore.report.registry import Document, Style
from plancore.report.review import Review
from plancore.report.review_findings import ReviewFinding, Spot, findings_of

DOCUMENT: Final = Document("plandiff findings", 1)


def render(review: Review, _: Style) -> str:
    """The lines; each ends with a line feed."""
    findings = findings_of(review)
    head = {
        "format": DOCUMENT.format,
        "version": DOCUMENT.version,
        "kind": review.kind,
        "learned": review.learned.name,
        "reference": review.reference.name,
        **({"before": review.before.learned.name} if review.kind in ("threeway", "change") else {}),
        "same": review.is_same,
        "findings": len(findings),
    }
    return "".join(map(_line, (head, *map(finding_data, findings))))


def finding_data(finding: ReviewFinding) -> Json:
    """A finding for JSON; `docs/reference/json.md` says what each field means."""
    return {
        "code": finding.code,
        "severity": finding.severity.label,
        "kind": finding.kind,
        "subject": finding.subject,
        "part": finding.part,
        "learned": finding.learned,
        "reference": finding.reference,
        **({"outcome": finding.outcome, "before": finding.before} if finding.outcome else {}),
        **({"review": finding.mark._asdict()} if finding.mark else {}),
        "message": finding.message,
        "consequence": finding.consequence or None,
        "where": finding.spot.where.to_dict(),
        "reference_where": _where(finding.counterpart),
    }


def _where(spot: Spot | None) -> Json | None:
    where: Where | None = None if spot is None else spot.where
    return None if where is None else where.to_dict()


def _line(data: Json) -> str:
    return escaped(json.dumps(data, ensure_ascii=False, separators=(", ", ": "))) + "\n"
