"""Pairs of real models beside pairs made by careful reading, and beside those that names give."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from support.corpus import decoded
from support.material import material, own_and_material
from support.pair_scores import Score, facts, labelled_pairs

FIGURES: Final = {
    ("sure", "actions"): Score(35, 0, 0),
    ("sure", "predicates"): Score(55, 2, 0),
    ("all", "actions"): Score(102, 0, 6),
    ("all", "predicates"): Score(118, 10, 18),
}
"""What was right, wrong and missing; predicates with their argument maps. These may rise."""

LOCM: Final = ("macq-LOCM", "macq-LOCM-concat")
"""LOCM names its predicates by itself."""


def _domain(path: Path) -> Domain | None:
    return FileSnapshot.of(decoded(path)).domain


@pytest.mark.long
@pytest.mark.parametrize(("group", "kind"), list(FIGURES), ids=str)
@pytest.mark.needs("material:oracles/correspondence")
def test_pairs_that_careful_reading_found(group: str, kind: str) -> None:
    scores = _labelled_scores(material("oracles", "correspondence"))
    least = FIGURES[group, kind]
    assert scores[group, kind].f1 >= least.f1
    assert scores[group, kind].precision >= min(least.precision, 0.9)


@cache
def _labelled_scores(folder: Path) -> dict[tuple[str, str], Score]:
    """Of all labelled pairs of models, and of those that are marked sure."""
    totals: dict[tuple[str, str], Score] = dict.fromkeys(FIGURES, Score())
    for path in sorted((folder / "labels").glob("*.json")):
        label: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        models = folder / "pairs" / label["pair"]
        learned, reference = (_domain(models / f"{s}.pddl") for s in ("learned", "reference"))
        assert learned is not None
        assert reference is not None
        found = facts(find_pairs(learned, reference))
        true = facts(labelled_pairs(label))
        for group, kind in totals:
            if group == "all" or label.get("sure", True):
                both = len(found[kind] & true[kind])
                totals[group, kind] += Score(both, len(found[kind]) - both, len(true[kind]) - both)
    return totals


@pytest.mark.parametrize("folder", own_and_material("learned", "oracles", "learned"))
def test_where_names_agree_pairs_are_those_of_names(folder: Path) -> None:
    n_models = 0
    others = []
    for path in sorted(folder.glob("**/learned.pddl")):
        learned, reference = _domain(path), _domain(path.with_name("reference.pddl"))
        if path.parts[-3] in LOCM or learned is None or reference is None:
            continue
        n_models += 1
        missing = _by_name(learned, reference) - _pairs(find_pairs(learned, reference))
        others += [(path.parts[-3], path.parts[-2], *names) for names in missing]
    assert n_models
    # Learned from noise with the two blocks exchanged: so the literals of both actions agree.
    exchanged = {("NOLAM-noise5", "blocksworld", name) for name in ("stack", "unstack")}
    assert {names[:3] for names in others} <= exchanged


def _by_name(learned: Domain, reference: Domain) -> set[tuple[object, ...]]:
    """The names that both have, with parameters and arguments in place."""
    pairs: set[tuple[object, ...]] = set()
    for mine, yours in product(learned.actions, reference.actions):
        if mine.name == yours.name and len(mine.parameters) == len(yours.parameters):
            names = zip(mine.parameters, yours.parameters, strict=True)
            pairs.add((mine.name, mine.name, *sorted((p.name, q.name) for p, q in names)))
    for ours, theirs in product(learned.predicates, reference.predicates):
        if ours.name == theirs.name and len(ours.parameters) == len(theirs.parameters):
            pairs.add((ours.name, ours.name, tuple(range(len(ours.parameters)))))
    return pairs


def _pairs(found: Pairs) -> set[tuple[object, ...]]:
    actions = {(p.learned, p.reference, *sorted(p.parameters.items())) for p in found.actions}
    return actions | {(p.learned, p.reference, p.arguments) for p in found.predicates}
