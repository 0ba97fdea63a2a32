"""Findings as SARIF 2.1.0, which code hosts and editors import.

GitHub rejects a file with more than 25,000 results in a run, and stores the 5,000 most severe of
them (docs.github.com, "SARIF results exceed one or more limits"). So only the worst 25,000 are
written, and a notification of the run counts the others.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from urllib.parse import quote

from plancore.diagnostic import Severity
from plancore.jsonable import Json
from plancore.phrases import count_of
from plancore.report.differences import as_findings
from plancore.report.findings.document import PlacedFinding, RelatedPlace
from plancore.report.registry import Report, Style
from plancore.rules import registry

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_FINGERPRINT = "difference/v1"
"""A fingerprint of action, section and literals, independent of the line."""
_BASELINE = {"broken": "new", "still wrong": "unchanged", "otherwise wrong": "updated"}
"""SARIF's terms for the state of a result since an earlier version."""
MOST = 25_000
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def render(reported: Report, _: Style) -> str:
    """One run with its results, and descriptions of the rules they refer to."""
    report = as_findings(reported)
    # A repaired difference is not a result.
    found = [finding for finding in report.findings if not finding.is_repaired]
    kept, left_out = _worst(found)
    codes = sorted({finding.code for finding in kept})
    driver = {
        "name": report.tool,
        **({"version": report.tool_version} if report.tool_version else {}),
        "rules": [_rule(code) for code in codes],
    }
    invocation = {
        "executionSuccessful": not report.trouble,
        "toolExecutionNotifications": [
            *({"level": "error", "message": {"text": line}} for line in report.trouble),
            *({"level": "warning", "message": {"text": line}} for line in left_out),
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "invocations": [invocation],
        "artifacts": [{"location": {"uri": _uri(file.path)}} for file in report.files],
        "results": list(_results(kept, codes)),
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _worst(findings: Sequence[PlacedFinding]) -> tuple[Sequence[PlacedFinding], list[str]]:
    """The most severe findings up to the maximum of a run, and a sentence on the others."""
    if len(findings) <= MOST:
        return findings, []
    by_severity = sorted(range(len(findings)), key=lambda number: findings[number].severity)
    counts = Counter(findings[number].severity.label for number in by_severity[MOST:])
    kinds = ", ".join(count_of(count, kind) for kind, count in counts.items())
    told = f"{MOST} of {len(findings)} results included, most severe first (GitHub's limit)"
    kept = [findings[number] for number in sorted(by_severity[:MOST])]
    return kept, [f"{told}. Left out: {kinds}; use --format text for all"]


def _results(findings: Sequence[PlacedFinding], codes: Sequence[str]) -> Iterator[Json]:
    """The results. A counter tells the fingerprints of equal findings apart."""
    numbers = {code: number for number, code in enumerate(codes)}
    seen: Counter[str] = Counter()
    for finding in findings:
        result = _result(finding, numbers[finding.code])
        if finding.identity:
            seen[finding.identity] += 1
            digest = sha256(finding.identity.encode(errors="surrogatepass")).hexdigest()[:16]
            # The second one is used by GitHub, in GitHub's form.
            result["partialFingerprints"] = {
                _FINGERPRINT: finding.identity,
                "primaryLocationLineHash": f"{digest}:{seen[finding.identity]}",
            }
        yield result


def _rule(code: str) -> Json:
    module = next((rule for rule in registry.ALL if code == rule.CODE), None)
    text = (module.__doc__ or code).partition("\n")[0] if module else code.replace("-", " ")
    return {"id": code, "shortDescription": {"text": text}}


def _result(finding: PlacedFinding, rule: int) -> Json:
    region = {
        "startLine": finding.start.line + 1,
        "startColumn": finding.start.column + 1,
        "endLine": finding.end.line + 1,
        "endColumn": finding.end.column + 1,
    }
    where: Json = {"physicalLocation": _location(finding.file, region)}
    if finding.subject:
        where["logicalLocations"] = [{"name": finding.subject}]
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS.get(finding.severity, "note"),
        "message": {"text": finding.message},
        "locations": [where],
    }
    if finding.outcome:
        result["baselineState"] = _BASELINE[finding.outcome]
    if finding.is_accepted:
        said = {"justification": finding.note} if finding.note else {}
        result["suppressions"] = [{"kind": "external", "status": "accepted", **said}]
    if finding.related:
        result["relatedLocations"] = [_related(spot) for spot in finding.related]
    return result


def _related(spot: RelatedPlace) -> Json:
    # Columns of related places are in characters, but in UTF-16 units in this file; the line
    # suffices.
    return {
        "physicalLocation": _location(spot.file, {"startLine": spot.line}),
        "message": {"text": spot.message},
    }


def _location(file: str, region: dict[str, int]) -> Json:
    return {"artifactLocation": {"uri": _uri(file)}, "region": region}


def _uri(path: str) -> str:
    path = path.replace("\\", "/").removeprefix("./")
    quoted = quote(path, errors="surrogatepass")
    return f"file://{quoted}" if path.startswith("/") else quoted
