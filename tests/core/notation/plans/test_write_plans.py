"""Plans written in the notation of the competitions, and read back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.plan import GroundAction, Plan, Step
from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.writer import decimal, write_plan


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(UP  A)(down b) ; cost = 2.50", "(up a)\n(down b)\n; cost = 2.5\n"),
        ("0.0: (up a) [1.500]\n2: (down b)", "0: (up a) [1.5]\n2: (down b)\n"),
        ("step 0: UP A\nstep 1: DOWN", "(up a)\n(down)\n"),
        ("00: (up a) [0]\n01: (down) [0]", "(up a)\n(down)\n"),
        ("up(a), {ring(b), down}", "0: (up a)\n1: (ring b)\n1: (down)\n"),
        ('["(up a)", ["down"]]', "(up a)\n(down)\n"),
        ("Sure!\n1. (up a)\n2. (down)\n", "(up a)\n(down)\n"),
        ("", ""),
    ],
)
def test_written_in_ipc_form(text: str, written: str) -> None:
    assert write_plan(read_plan(text)[0]) == written


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3), "3"),
        (Fraction(3, 2), "1.5"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(1, 3), "1/3"),
        (Fraction(123456789, 100), "1234567.89"),
    ],
)
def test_numbers_are_exact(value: Fraction, text: str) -> None:
    assert decimal(value) == text


def test_what_happens_at_once_still_does_when_read_back() -> None:
    plan = read_plan("up(a), {ring(b), down}")[0]
    again = read_plan(write_plan(plan))[0]
    assert [step.start for step in again.steps] == [0, 1, 1]
    assert list(again.actions) == list(plan.actions)


NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)
TIMES = st.decimals(0, 10_000, places=3).map(Fraction)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    timed = draw(st.booleans())
    steps = []
    for name, args in draw(st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=3)), max_size=8)):
        start = draw(TIMES) if timed else None
        duration = draw(st.none() | TIMES.filter(bool)) if timed else None
        steps.append(Step((GroundAction((name, *args)),), start=start, duration=duration))
    return Plan(tuple(steps))


@given(plans())
def test_a_written_plan_reads_as_itself(plan: Plan) -> None:
    again, findings = read_plan(write_plan(plan))
    assert again.steps == plan.steps
    assert findings == ()
