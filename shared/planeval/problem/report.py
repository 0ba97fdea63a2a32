"""The difference of two problems as text and as versioned JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from plancore.compare.changes import Change, ChangeKind, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.compare.problems import ProblemDiff, ProblemEquivalence
from plancore.metrics.confusion import Confusion
from plancore.report.domain.words import SIGNS
from plancore.report.figures import ratio_with_counts
from plancore.report.lines import visible

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class ProblemComparison:
    """Two problem files and how they differ."""

    learned: str
    reference: str
    diff: ProblemDiff
    equivalence: ProblemEquivalence


def json_report(comparison: ProblemComparison) -> str:
    """One object with `version`; counts before ratios, null for what is undefined."""
    diff, found = comparison.diff, comparison.equivalence
    data: dict[str, object] = {
        "format": "planeval problem",
        "version": VERSION,
        "learned": {"file": comparison.learned, "domain": diff.learned.domain_name},
        "reference": {"file": comparison.reference, "domain": diff.reference.domain_name},
        "same": diff.is_same,
        "equivalent": {
            "holds": found.holds,
            "objects": None if found.objects is None else dict(found.objects),
        },
        "objects": [_declaration_data(change) for change in diff.objects],
    }
    data["denied"] = {
        "learned": [element.text for element in diff.denied.extra],
        "reference": [element.text for element in diff.denied.missing],
    }
    data |= {
        part.part.value: _counts(part).to_dict() | {"changes": [_data(c) for c in part.changes]}
        for part in diff.parts
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def text_report(comparison: ProblemComparison) -> str:
    """The differences for people, each part with its counts."""
    return "\n".join(_lines(comparison)) + "\n"


def _lines(comparison: ProblemComparison) -> Iterator[str]:
    diff, found = comparison.diff, comparison.equivalence
    yield f"{visible(comparison.learned)}  compared with  {visible(comparison.reference)}"
    yield "no difference" if diff.is_same else f"the same but for names of objects: {_holds(found)}"
    if diff.is_other_domain:
        yield f":domain {diff.learned.domain_name}, in the reference {diff.reference.domain_name}"
    for side, denied in (("learned", diff.denied.extra), ("reference", diff.denied.missing)):
        if denied:
            facts = ", ".join(element.text for element in denied)
            yield f"only the {side} :init says what is false anyway: {facts}"
    for change in diff.objects:
        yield f"{SIGNS[change.kind]} :objects {_object(change)}"
    for part in diff.parts:
        if not part.equal and not part.changes:
            continue
        counts = _counts(part)
        yield ""
        yield (
            f":{part.part.value}  P {ratio_with_counts(counts, 'precision')}"
            f"  R {ratio_with_counts(counts, 'recall')}  F1 {ratio_with_counts(counts, 'f1')}"
        )
        yield from (f"  {SIGNS[each.kind]} {_change(each)}" for each in part.changes)


def _holds(found: ProblemEquivalence) -> str:
    if not found.holds:
        return "no" if found.holds is False else "not decided"
    names = sorted((found.objects or {}).items())
    return "yes, " + ", ".join(f"{ours} ⇐ {theirs}" for ours, theirs in names) if names else "yes"


def _object(change: DeclarationChange) -> str:
    if change.kind is ChangeKind.CHANGED:
        return f"{change.learned_text}, in the reference {change.reference_text}"
    return change.learned_text or change.reference_text


def _change(change: Change) -> str:
    if change.kind is ChangeKind.CHANGED:
        return f"{change.learned_text}, in the reference {change.reference_text}"
    return change.learned_text if change.kind is ChangeKind.EXTRA else change.reference_text


def _counts(part: PartDiff) -> Confusion:
    return Confusion(len(part.equal), len(part.extra), len(part.missing))


def _data(change: Change) -> dict[str, object]:
    return {
        "kind": change.kind.value,
        "aspect": None if change.aspect is None else change.aspect.value,
        "learned": None if change.learned is None else change.learned_text,
        "reference": None if change.reference is None else change.reference_text,
    }


def _declaration_data(change: DeclarationChange) -> dict[str, object]:
    return {
        "kind": change.kind.value,
        "name": change.name,
        "learned": None if change.kind is ChangeKind.MISSING else change.learned_text,
        "reference": None if change.kind is ChangeKind.EXTRA else change.reference_text,
    }
