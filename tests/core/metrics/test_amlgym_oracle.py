"""Agreement with recorded results of AMLGym and of an independent count of the definition."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from plancore.compare.domains import DomainDiff
from plancore.metrics.action_similarity import action_similarity
from plancore.metrics.amlgym import METRIC, amlgym_view
from plancore.metrics.base import DomainCase
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.support.confusion import UniverseScope
from plancore.metrics.syntactic import CountedPart, syntactic_similarity
from plancore.vectors.sample import StateSample
from support.amlgym_records import RECORDS, records
from support.comparison import compare_texts
from support.material import own_and_material

# Why a record differs from us; whatever is not listed must agree.
COUNTS_DIFFER = {
    "syn-bw-dup-action": "an action is declared twice: the record counts the last, we the first",
}
AMLGYM_DIFFERS = {
    "syn-bw-zip-normalise-extra": "AMLGym equates `_` and `-` in some of the actions only",
    "syn-bw-pred-starts-not": "AMLGym reads an added `notheld` also as a deleted `eld`",
}


LEARNED = own_and_material("learned", "oracles", "learned")


@pytest.mark.parametrize("path", RECORDS)
def test_counts_and_similarities_agree(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agree: list[str] = []
    differ: dict[str, str] = {}
    undefined: dict[str, str] = {}
    for record in records(path, "syntactic"):
        diff = compare_texts(record["learned"], record["reference"])
        if "per_action" not in record["seed_definition"]:
            undefined[record["id"]] = ", ".join(sorted(diff.constructs))
            assert not diff.exact
        elif _our_counts(diff) == _their_counts(record):
            agree.append(record["id"])
        else:
            differ[record["id"]] = COUNTS_DIFFER.get(record["id"], "not explained")
    _report(capsys, f"counts and similarities: {len(agree)} records agree", differ | undefined)
    assert "not explained" not in differ.values()
    assert len(agree) >= 8


@pytest.mark.parametrize("path", RECORDS)
def test_the_amlgym_view_agrees_where_amlgym_has_a_result(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agree: list[str] = []
    none: list[str] = []
    differ: dict[str, str] = {}
    for record in records(path, "syntactic"):
        theirs = record["amlgym_1_0_13"]
        diff = compare_texts(record["learned"], record["reference"])
        if not isinstance(theirs.get("precision"), dict) or "mean" not in theirs["precision"]:
            none.append(record["id"])
        elif not diff.exact:
            differ[record["id"]] = "AMLGym flattens " + ", ".join(sorted(diff.constructs))
        elif amlgym_view(diff) == theirs:
            agree.append(record["id"])
        else:
            differ[record["id"]] = AMLGYM_DIFFERS.get(record["id"], "not explained")
    title = f"AMLGym's own figures: {len(agree)} records agree; it fails on {len(none)}"
    _report(capsys, title, differ)
    assert "not explained" not in differ.values()
    assert len(agree) >= 8


@pytest.mark.parametrize("folder", LEARNED)
def test_the_amlgym_view_agrees_on_learned_domains(folder: Path) -> None:
    figures = json.loads((folder / "amlgym_metrics.json").read_text(encoding="utf-8"))
    for name, theirs in figures.items():
        learned, reference = (
            (folder / name / file).read_text(encoding="utf-8")
            for file in ("learned.pddl", "reference.pddl")
        )
        view = amlgym_view(compare_texts(learned, reference))
        for ratio in ("precision", "recall"):
            known = theirs[f"syntactic_{ratio}"]
            assert {key: view[ratio][key] for key in known} == known, name
    assert len(figures) >= 7


def _report(capsys: pytest.CaptureFixture[str], title: str, reasons: dict[str, str]) -> None:
    lines = [title, *(f"  {name}: {reason}" for name, reason in reasons.items())]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")


def _our_counts(diff: DomainDiff) -> dict[str, object]:
    result = syntactic_similarity(diff, scope=UniverseScope.REFERENCE)
    similarity = action_similarity(diff)
    counts: dict[str, object] = {
        f"{action.action.name} {row}": [c.tp, c.fp, c.fn, c.tn]
        for action in result.actions
        for row in (CountedPart.PRE, CountedPart.EFF, CountedPart.ALL)
        for c in (action.rows[row],)
    }
    counts |= {
        f"similarity of {row.action.name}": round(float(row.value), 9)
        for row in similarity.actions
        if row.action.reference is not None
    }
    for name, mean in (
        ("reference", similarity.mean_over_reference),
        ("union", similarity.mean_over_union),
    ):
        counts[f"mean over {name}"] = None if mean.value is None else round(float(mean.value), 9)
    counts["missing"], counts["extra"] = result.missing_actions, result.extra_actions
    return counts


def _their_counts(record: dict[str, Any]) -> dict[str, object]:
    definition, similarity = record["seed_definition"], record["action_similarity_seed003"]
    counts: dict[str, object] = {
        f"{action} {row}": [part[row][name] for name in ("tp", "fp", "fn", "tn")]
        for action, part in definition["per_action"].items()
        for row in ("pre", "eff", "all")
    }
    counts |= {
        f"similarity of {action}": round(value, 9)
        for action, value in similarity["per_action"].items()
        if action in definition["per_action"]
    }
    for name in ("reference", "union"):
        counts[f"mean over {name}"] = round(similarity[f"mean_over_{name}"], 9)
    counts["missing"] = tuple(definition["missing_actions"])
    counts["extra"] = tuple(definition["extra_actions"])
    return counts


def test_a_model_that_learned_nothing_has_precision_one_and_recall_zero() -> None:
    """AMLGym's convention for 0/0, also of predictive power, which a switch asks for."""
    reference = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    learned = "(define (domain d) (:predicates (p)))"
    objects = StateSample((), [frozenset(), frozenset([("p",)])])
    diff = compare_texts(learned, reference)
    case = DomainCase(diff=diff, samples=[objects], like_amlgym=True)
    assert METRIC.values(METRIC.measure(case)) == {
        "amlgym_precision": 1,
        "amlgym_recall": 0,
        "amlgym_applicability_precision": 1,
        "amlgym_applicability_recall": 0,
        # In no state is the action applicable in both.
        "amlgym_effects_precision": None,
        "amlgym_effects_recall": None,
    }
    ours = predictive_power(diff.learned, diff.reference, [objects])
    assert ours.macro("applicability")["precision"].value is None
    without = METRIC.values(METRIC.measure(DomainCase(diff=diff, like_amlgym=True)))
    assert without["amlgym_recall"] == 0
    assert without["amlgym_applicability_recall"] is None
