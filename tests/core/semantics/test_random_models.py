"""Random small domains against a recount: relations, witnesses and predicted pairs."""

from __future__ import annotations

import os
import sys
from collections import Counter

import pytest

from plancore.codec.base import Identity, RenamingCodec
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.metrics.coded_power import coded_power
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.support.predictions import PredictivePower
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.semantics.actions import compare_semantics
from plancore.semantics.answer import ActionSemantics, Relation, WitnessKind
from plancore.vectors.sample import StateSample
from support.comparison import domain_of
from support.random_models import (
    TYPES,
    Models,
    Trial,
    Written,
    kind_of_difference,
    recount,
    try_out,
)

KINDS = {
    WitnessKind.ONLY_LEARNED: "learned",
    WitnessKind.ONLY_REFERENCE: "reference",
    WitnessKind.RESULTS_DIFFER: "results",
}
MANY = int(os.environ.get("MODEL_PAIRS", "25"))
"""Pairs of each seed in the long run, a quarter of a second of CPU each."""
OTHER_TYPES = {name: f"{name}-sort" for name in TYPES}


def test_answers_equal_a_recount() -> None:
    assert compared(7, seed=1)["relation equivalent"] > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(4))
def test_many_answers_equal_a_recount(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    figures = compared(MANY, seed=100 + seed)
    with capsys.disabled():
        sys.stdout.write(f"\n{dict(sorted(figures.items()))}\n")


def compared(pairs: int, seed: int) -> Counter[str]:
    """Compare so many random pairs; what was seen, and how often."""
    models = Models(seed)
    seen: Counter[str] = Counter(pairs=pairs)
    for number in range(pairs):
        learned, reference = models.pair()
        if number % 10 == 0:
            learned = learned.untyped()
        # The recount never hears of other names: it gets the domain as it is without them.
        renamed = number % 10 == 5
        names = Correspondence(types=_turned(OTHER_TYPES)) if renamed else SAME_NAMES
        read = _read(learned, OTHER_TYPES if renamed else {})
        plain = domain_of(learned.text())
        truth = domain_of(reference.text())
        _check_meaning(read, plain, truth, names, seen)
        _check_predictions(read, plain, truth, names, models, seen)
    return seen


def _turned(names: dict[str, str]) -> dict[str, str]:
    return {theirs: ours for ours, theirs in names.items()}


def _read(written: Written, names: dict[str, str]) -> Domain:
    text = written.text()
    for ours, theirs in names.items():
        for before, after in ((" ", " "), (" ", ")"), ("(", " ")):
            text = text.replace(f"{before}{ours}{after}", f"{before}{theirs}{after}")
    return domain_of(text)


def _check_meaning(
    read: Domain, plain: Domain, truth: Domain, names: Correspondence, seen: Counter[str]
) -> None:
    actions = (plain.actions[0], truth.actions[0])
    answer = compare_semantics((read.actions[0], read), (truth.actions[0], truth), names)
    counted = try_out(plain, truth, actions, ("object", *TYPES), extras=1)
    shown = {KINDS[witness.kind] for witness in answer.witnesses}
    for witness in answer.witnesses:
        objects = {each.name: each.types for each in witness.objects}
        trials = Trial(plain, objects), Trial(truth, objects)
        found = kind_of_difference(*trials, actions, witness.state, witness.arguments)
        assert found == KINDS[witness.kind], (answer, plain, truth)
    there = {
        name
        for name, is_there in zip(
            KINDS.values(),
            (counted.only_learned, counted.only_reference, counted.results),
            strict=True,
        )
        if is_there
    }
    assert not answer.proved or there <= shown, (answer, there)
    seen[f"relation {answer.precondition}"] += 1
    seen[f"effects agree: {answer.effects_agree}"] += 1
    seen["witnesses confirmed"] += len(shown)
    seen["proved"] += answer.proved
    seen["not proved, and a difference missed"] += not there <= shown
    seen["shown in a world larger than the recount's"] += not shown <= there
    _check_relation(answer, shown)


def _check_relation(answer: ActionSemantics, shown: set[str]) -> None:
    by_kind = {
        (False, False): Relation.EQUIVALENT,
        (False, True): Relation.STRICTER,
        (True, False): Relation.LOOSER,
        (True, True): Relation.INCOMPARABLE,
    }
    expected = by_kind["learned" in shown, "reference" in shown]
    assert answer.precondition in (expected, Relation.UNDECIDED)
    if answer.proved:
        assert answer.precondition is expected
        assert answer.effects_agree is ("results" not in shown)


def _check_predictions(
    read: Domain,
    plain: Domain,
    truth: Domain,
    names: Correspondence,
    models: Models,
    seen: Counter[str],
) -> None:
    objects = models.objects()
    constants = [each.name for each in truth.constants]
    states = [models.state((*objects, *constants)) for _ in range(models.dice.choice((1, 2, 70)))]
    typed = tuple(TypedName(name, types) for name, types in objects.items())
    samples = [StateSample((*truth.constants, *typed), states)]
    actions: tuple[Action, Action] = (plain.actions[0], truth.actions[0])
    expected = recount(Trial(plain, objects), Trial(truth, objects), actions, states)
    if names is SAME_NAMES:
        assert _counts(predictive_power(read, truth, samples)) == expected
        codec: Identity | RenamingCodec = Identity()
    else:
        codec = RenamingCodec(Correspondence(types=names.types))
    if len(states) < 3:
        assert _counts(coded_power(read, truth, samples, codec).power) == expected
    seen["predicted pairs"] += sum(expected[:4])
    seen["predicted in one model only"] += expected[1] + expected[2]


def _counts(power: PredictivePower) -> tuple[int, ...]:
    (action,) = power.actions
    assert not action.notes
    return tuple(
        int(number or 0)
        for part in (action.applicability, action.effects)
        for number in (part.tp, part.fp, part.fn, part.tn)
    )
