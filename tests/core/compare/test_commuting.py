"""Plans modulo commuting steps: the normal form by layers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.following import Footprint, following_order, layers, same_partial_order
from plancore.compare.plans import compare_plans
from plancore.notation.plans.reader import read_plan
from support.plans import plan_of

# Robots in rooms of their own, one door, one bell: `(go r)` changes where r is, `(pass r)` also
# the door, `(look r)` only reads where r is, `(ring r)` sets the bell off and `(mute r)` stops it.
STEPS = [f"{name} {robot}" for name in ("go", "pass", "look", "ring", "mute") for robot in "ab"]


def footprint(step: str) -> Footprint:
    name, robot = step.split()
    place = {f"at {robot}"}
    if name == "look":
        return place, (), ()
    if name == "ring":
        return place, {"bell"}, ()
    if name == "mute":
        return place, (), {"bell"}
    changed = place | ({"door"} if name == "pass" else set())
    return changed, changed, changed


def same(left: list[str], right: list[str]) -> bool:
    plans = plan_of(*left), plan_of(*right)
    return same_partial_order(*plans, list(map(footprint, left)), list(map(footprint, right)))


def test_a_timed_plan_is_taken_in_the_order_of_its_times() -> None:
    steps = ["go a", "ring a"]
    late_first = read_plan("1: (ring a)\n0: (go a)")[0]
    plain = plan_of(*steps)
    feet = [footprint(step) for step in steps]
    assert same_partial_order(late_first, plain, feet[::-1], feet)
    assert not same_partial_order(plan_of(*steps[::-1]), plain, feet[::-1], feet)
    assert following_order(late_first, feet[::-1], plain) == [1, 0]


def commute(first: str, second: str) -> bool:
    """Whether two steps are independent, from the definition."""
    (reads, adds, deletes), others = footprint(first), footprint(second)
    return not any(
        {*ours} & {*theirs}
        for ours, theirs in (
            *((adds, others[0]), (deletes, others[0]), (adds, others[2])),
            *((others[1], reads), (others[2], reads), (others[1], deletes)),
        )
    )


def test_layers_count_dependencies() -> None:
    steps = ["go a", "go b", "pass a", "pass b", "look a", "look a", "go a"]
    assert layers(map(footprint, steps)) == [0, 0, 1, 2, 2, 2, 3]


def test_adding_the_same_fact_is_no_dependence_but_deleting_it_is() -> None:
    assert layers(map(footprint, ["ring a", "ring b", "mute a", "mute b", "ring b"])) == [
        0, 0, 1, 1, 2,
    ]  # fmt: skip
    assert same(["ring a", "ring b", "mute a"], ["ring b", "ring a", "mute a"])
    assert not same(["ring a", "mute b"], ["mute b", "ring a"])


def test_independent_steps_may_be_swapped() -> None:
    assert same(["go a", "go b", "pass a"], ["go b", "go a", "pass a"])


def test_dependent_steps_may_not() -> None:
    assert not same(["pass a", "pass b"], ["pass b", "pass a"])
    assert not same(["go a", "look a"], ["look a", "go a"])


def test_other_steps_are_another_order() -> None:
    assert not same(["go a"], ["go a", "go a"])
    assert not same(["go a"], ["go b"])


@given(st.lists(st.sampled_from(STEPS), max_size=14), st.data())
def test_swapping_neighbours_keeps_the_order_if_and_only_if_they_commute(
    steps: list[str], data: st.DataObject
) -> None:
    swapped = list(steps)
    for _ in range(data.draw(st.integers(0, 12))):
        if len(swapped) < 2:
            break
        at = data.draw(st.integers(0, len(swapped) - 2))
        if commute(swapped[at], swapped[at + 1]):
            swapped[at : at + 2] = swapped[at + 1], swapped[at]
    assert same(steps, swapped)
    for at in range(len(steps) - 1):
        if steps[at] != steps[at + 1] and not commute(steps[at], steps[at + 1]):
            broken = [*steps[:at], steps[at + 1], steps[at], *steps[at + 2 :]]
            assert not same(steps, broken)


@given(st.permutations(["go a", "go b", "look c", "ring d", "ring e"]))
def test_in_the_order_of_each_other_commuting_plans_have_no_difference(steps: list[str]) -> None:
    plan, other = plan_of(*steps), plan_of(*reversed(steps))
    order = following_order(plan, [footprint(step) for step in steps], other)
    assert compare_plans(plan, other, learned_order=order).first_divergence is None
