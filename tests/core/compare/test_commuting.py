"""Plans modulo commuting steps: the normal form by layers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.commuting import Footprint, commuting_order, layers, same_partial_order
from plancore.compare.plans import compare_plans
from plancore.model.plan import Plan, plan_of

# Robots that move in their own room and share one door: `(go r)` touches r, `(pass r)` also
# the door, `(look r)` only reads r.
STEPS = [f"{name} {robot}" for name in ("go", "pass", "look") for robot in "abc"]


def footprint(step: str) -> Footprint:
    name, robot = step.split()
    if name == "look":
        return Footprint({robot}, ())
    return Footprint((), {robot} | ({"door"} if name == "pass" else set()))


def same(left: list[str], right: list[str]) -> bool:
    plans = plan_of(*left), plan_of(*right)
    return same_partial_order(*plans, list(map(footprint, left)), list(map(footprint, right)))


def commute(first: str, second: str) -> bool:
    """Whether two steps are independent, from the definition."""
    a, b = footprint(first), footprint(second)
    touched = set(a.reads) | set(a.writes), set(b.reads) | set(b.writes)
    return not (set(a.writes) & touched[1] or set(b.writes) & touched[0])


def test_layers_count_dependencies() -> None:
    steps = ["go a", "go b", "pass a", "pass b", "look c", "look a", "look a", "go a"]
    assert layers(map(footprint, steps)) == [0, 0, 1, 2, 0, 2, 2, 3]


def test_independent_steps_may_be_swapped() -> None:
    assert same(["go a", "go b", "pass a"], ["go b", "go a", "pass a"])


def test_dependent_steps_may_not() -> None:
    assert not same(["pass a", "pass b"], ["pass b", "pass a"])
    assert not same(["go a", "look a"], ["look a", "go a"])


def test_other_steps_are_another_order() -> None:
    assert not same(["go a"], ["go a", "go a"])
    assert not same(["go a"], ["go b"])


def test_adding_or_deleting_alike_is_no_dependence() -> None:
    add, delete = Footprint((), adds={"p"}), Footprint((), deletes={"p"})
    assert layers([add, add, delete, delete, add]) == [0, 0, 1, 1, 2]
    assert layers([add, Footprint({"p"}), add]) == [0, 1, 2]
    assert layers([add, Footprint((), {"p"}), delete]) == [0, 1, 2]


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


@given(st.permutations(["go a", "go b", "go c", "look a", "look b"]))
def test_aligned_in_normal_form_commuting_plans_have_no_difference(steps: list[str]) -> None:
    left = _sorted_looks(steps)
    right = list(reversed([step for step in left if step.startswith("go")]))
    right += [step for step in left if step.startswith("look")]
    plans: list[Plan] = [plan_of(*left), plan_of(*right)]
    orders = [
        commuting_order(plan, [footprint(" ".join(step.key)) for step in plan.steps])
        for plan in plans
    ]
    found = compare_plans(*plans, left_order=orders[0], right_order=orders[1])
    assert found.first_divergence is None


def _sorted_looks(steps: list[str]) -> list[str]:
    """The steps with every look after every go, so that any order of the goes is equal."""
    return sorted(steps, key=lambda step: step.startswith("look"))
