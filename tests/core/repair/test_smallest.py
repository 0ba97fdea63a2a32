"""Repairs are as small as trying every set of edits finds them, and every plan is as it must be."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.model.problem import Case
from plancore.repair.result import Edit, RepairOptions, text_edits
from plancore.repair.search import repaired
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from support.blame_recount import Dice, Table
from support.repair_recount import RichDice, smallest_repair


@given(st.integers(0, 2**32))
def test_a_repair_is_as_small_as_trying_every_set_finds(seed: int) -> None:
    try:
        check(Dice(seed), limit=60)
    except ValueError:
        assume(condition=False)


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_so_is_one_of_a_domain_with_more_than_literals(seed: int) -> None:
    try:
        check(RichDice(seed), limit=60)
    except ValueError:
        assume(condition=False)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_many_repairs_are_as_small_as_trying_every_set_finds() -> None:
    recounted = 0
    first = int(os.environ.get("FUZZ_SEED", "0"))
    for seed in range(first, first + int(os.environ.get("FUZZ_REPAIRS", "60"))):
        for dice in (Dice(seed), RichDice(seed)):
            with suppress(ValueError):
                recounted += check(dice, limit=5_000)
    assert recounted


def check(dice: Dice, limit: int) -> int:
    """Damage a domain and repair it; returns how many edits that took."""
    truth = dice.table()
    damaged = dice.damaged(truth)
    cases = cases_of(dice, truth)
    result = repaired(damaged.domain, cases, RepairOptions(answers=3, effort=10_000))
    left = {plan.case for plan in result.left_out}
    judged = [case for case in cases if case.name not in left]
    assert result.considered == len(judged)
    if not result.repairs:
        assert smallest_repair(damaged, judged, 2, limit) is None
        return 0
    for repair in result.repairs:
        assert repair.cost == len(repair.edits)
        check_written(damaged, repair.edits, judged)
    size = result.repairs[0].cost
    assert result.lower_bound <= size
    if result.proved:
        assert result.lower_bound == size
        assert smallest_repair(damaged, judged, size, limit) is None
    return size


def cases_of(dice: Dice, truth: Table) -> list[Case]:
    """Plans that are valid in `truth`, and some that are not and must not be."""
    plans = [dice.walk(truth, dice.problem()) for _ in range(3)]
    cases = [Case(f"plan {k}", plan, problem) for k, (plan, problem) in enumerate(plans)]
    for k in range(2):
        plan, problem = dice.stroll(truth), plans[0][1]
        if execute(Task(truth.domain, problem), plan).verdict is not Verdict.VALID:
            cases.append(Case(f"wrong plan {k}", plan, problem, meant=False))
    return cases


def check_written(damaged: Table, edits: Collection[Edit], cases: list[Case]) -> None:
    """The text with the edits made has every plan as it must be."""
    file = FileSnapshot.of(damaged.text)
    text = apply_edits(file.text, text_edits(file, edits))
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    for case in cases:
        verdict = execute(Task(domain, case.problem), case.plan).verdict
        assert (verdict is Verdict.VALID) is (case.meant is not False), (case.name, text)
