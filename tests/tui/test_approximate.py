"""Plans that are too long to be aligned as well as possible: whatever is said of them says so."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from plancore.compare.plans import compare_plans
from plancore.report.registry import formats_of
from support.plandiff_run import plandiff
from support.plans import write_plans
from support.viewer import viewer

pytestmark = pytest.mark.viewer_behaviour(26)


@pytest.fixture
def plans(tmp_path: Path) -> tuple[Path, Path]:
    """Two plans of few actions that repeat often."""
    dice = random.Random(1)
    learned, reference = ([f"go {dice.choice('xy')}" for _ in range(40)] for _ in range(2))
    first, second = write_plans(tmp_path, learned, reference)
    return first, second


@pytest.fixture
def low_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if so few pairs of steps were too many already."""
    lower_cap(monkeypatch)


def lower_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = {**(compare_plans.__kwdefaults__ or {}), "max_cells": 100}
    monkeypatch.setattr(compare_plans, "__kwdefaults__", defaults)


# A patch is of the canonical forms of both texts, whatever steps are aligned.
@pytest.mark.parametrize("name", sorted({*formats_of("plan")} - {"unified"}))
def test_every_format_says_that_the_alignment_is_approximate(
    name: str, plans: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "approximate" not in plandiff("--format", name, *plans).out
    lower_cap(monkeypatch)
    run = plandiff("--format", name, *plans)
    assert run.status == 1
    assert "approximate" in run.out


@pytest.mark.usefixtures("low_cap")
def test_many_plans_and_what_a_change_did_say_so_too(plans: tuple[Path, Path]) -> None:
    assert "approximate" in plandiff("--before", plans[1], *plans).out
    for side, plan in zip(("l", "r"), plans, strict=True):
        (plan.parent / side).mkdir()
        plan.rename(plan.parent / side / "p.plan")
    run = plandiff("--format", "json", "l", "r", folder=plans[0].parent)
    (pair,) = json.loads(run.out)["pairs"]
    assert "approximate" in pair["note"]


@pytest.mark.usefixtures("low_cap")
async def test_the_viewer_says_so(plans: tuple[Path, Path]) -> None:
    async with viewer(*plans) as view:
        assert "aligned approximately" in view.text
