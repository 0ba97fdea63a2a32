"""Metrics of plans: worked examples, edge cases, properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.plans import compare_plans
from plancore.metrics import (
    action_distance,
    causal_link_distance,
    plan_stability,
    planning_jaccard,
    planning_lcs,
    state_distance,
    uniqueness,
)
from plancore.metrics.action_distance import Reading
from plancore.metrics.support import plan_batches
from plancore.metrics.support.plan_batches import (
    Diversity,
    Matrix,
    StepSplitting,
    diversity,
    plan_matrices,
    score_pairs,
)
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.stop import StoppedError
from support.plans import plan_of


def plan(text: str) -> Plan:
    return read_plan(text)[0]


@pytest.mark.parametrize(
    ("left", "right", "lcs", "jaccard"),
    [
        ("up(a), go(a,b), {ring, wait}, up(c)", "up(a), go(a,b), up(c)", "3/4", "3/5"),
        ("up(a), go(a,b), up(c)", "up(c), up(a), go(a,b)", "2/3", "1"),
        ("up(a), {go(a,b), wait}", "up(a), go(a,b), down(b)", "1/3", "1/2"),
        ("a, a, b", "a, b, b", "2/3", "1"),
        ("{b}", "b", "0", "1"),
        ("", "", "1", "1"),
        ("a", "", "0", "0"),
        ("a, {}", "a", "1/2", "1"),
    ],
)
def test_similarity(left: str, right: str, lcs: str, jaccard: str) -> None:
    a, b = plan(left), plan(right)
    assert planning_lcs.measure(a, b).value == Fraction(lcs)
    assert planning_lcs.of_diff(compare_plans(a, b)) == planning_lcs.measure(a, b)
    assert score_pairs([a], b, metrics=["action-sequence-diff"])[0].values == (Fraction(lcs),)
    assert planning_jaccard.measure(a, b).value == Fraction(jaccard)


@pytest.mark.parametrize(
    ("left", "right", "sets", "multisets", "dice", "stability"),
    [
        ("a b a c", "a c", "1/3", "1/2", "1/3", 2),
        ("a b", "b a", "0", "0", "0", 0),
        ("a a", "a", "0", "1/2", "1/3", 1),
        ("a", "b", "1", "1", "1", 2),
        ("", "", "0", "0", "0", 0),
        ("a", "", "1", "1", "1", 1),
    ],
)
def test_action_distances(
    left: str, right: str, sets: str, multisets: str, dice: str, stability: int
) -> None:
    a, b = plan_of(*left.split()), plan_of(*right.split())
    assert action_distance.measure(a, b).value == Fraction(sets)
    assert action_distance.measure(a, b, Reading.MULTISET).value == Fraction(multisets)
    assert action_distance.measure(a, b, Reading.DICE).value == Fraction(dice)
    assert plan_stability.measure(a, b).value == stability


@pytest.mark.parametrize(
    ("left", "right", "equal_sets", "subsets"),
    [("a b", "b a a", 0, 0), ("a", "a b", 1, 0), ("a c", "a b", 1, 1), ("", "", 0, 0)],
)
def test_uniqueness(left: str, right: str, equal_sets: int, subsets: int) -> None:
    a, b = plan_of(*left.split()), plan_of(*right.split())
    assert uniqueness.measure(a, b).value == equal_sets
    assert uniqueness.measure(a, b, subset=True).value == subsets


def test_state_distance_by_hand() -> None:
    left = [frozenset("p"), frozenset("pq"), frozenset("q"), frozenset("r")]
    right = [frozenset("p"), frozenset("pr"), frozenset("q")]
    found = state_distance.measure(left, right)
    assert found is not None
    # i = 1: {p} of {p, q, r}; i = 2: equal; i = 3 has no partner.
    assert found.likeness == Fraction(1, 3) + 1
    assert found.value == 1 - Fraction(4, 9)
    initial = state_distance.measure(left, right, include_initial=True)
    assert initial is not None
    assert initial.value == 1 - (Fraction(7, 3)) / 4


def test_undefined_distances() -> None:
    assert state_distance.measure(None, [frozenset()]) is None
    assert causal_link_distance.measure({"link"}, None) is None


def test_distances_of_nothing() -> None:
    states = state_distance.measure([frozenset("p")], [frozenset("p")])
    links = causal_link_distance.measure(set(), set())
    assert states is not None
    assert links is not None
    assert states.value == links.value == 0


def test_counts_come_before_ratios() -> None:
    found = planning_lcs.measure(plan("a, b"), plan("a")).to_dict()
    assert list(found.items()) == [
        ("matched", 1),
        ("learned", 2),
        ("reference", 1),
        ("value", 0.5),
        ("value_exact", "1/2"),
    ]


PLANS = st.lists(st.sampled_from("abc"), max_size=6).map(lambda names: plan_of(*names))
STATES = st.lists(st.frozensets(st.sampled_from("pqr")), min_size=1, max_size=5)
LINKS = st.frozensets(st.tuples(st.sampled_from("ab"), st.sampled_from("pq")))


@given(PLANS, PLANS)
def test_distances_of_plans_are_distances(a: Plan, b: Plan) -> None:
    for left, right in ((a, b), (a, a)):
        forth, back = _distances(left, right), _distances(right, left)
        assert forth == back
        assert all(0 <= value <= 1 for value in forth)
    assert set(_distances(a, a)) == {0}


def _distances(a: Plan, b: Plan) -> list[Fraction]:
    return [
        1 - planning_lcs.measure(a, b).value,
        1 - planning_jaccard.measure(a, b).value,
        *(action_distance.measure(a, b, reading).value for reading in Reading),
        uniqueness.measure(a, b).value,
        uniqueness.measure(a, b, subset=True).value,
    ]


@given(STATES, STATES, st.booleans())
def test_the_distance_of_states_is_a_distance(
    a: list[frozenset[str]], b: list[frozenset[str]], initial: bool
) -> None:
    found = state_distance.measure(a, b, include_initial=initial)
    same = state_distance.measure(a, a, include_initial=initial)
    assert found is not None
    assert same is not None
    assert found == state_distance.measure(b, a, include_initial=initial)
    assert 0 <= found.value <= 1
    assert same.value == 0


@given(LINKS, LINKS)
def test_the_distance_of_links_is_a_distance(
    a: frozenset[tuple[str, str]], b: frozenset[tuple[str, str]]
) -> None:
    found, same = causal_link_distance.measure(a, b), causal_link_distance.measure(a, a)
    back = causal_link_distance.measure(b, a)
    assert found is not None
    assert back is not None
    assert same is not None
    assert 0 <= found.value == back.value <= 1
    assert same.value == 0


def test_a_batch_pairs_by_position() -> None:
    lcs, jaccard = score_pairs(["a, b", "c"], ["b, a", "d"])
    assert (lcs.metric, lcs.values) == ("planning-lcs", (Fraction(1, 2), Fraction(0)))
    assert (jaccard.metric, jaccard.values) == ("planning-jaccard", (Fraction(1), Fraction(0)))


def test_one_reference_serves_all() -> None:
    (lcs,) = score_pairs([plan("a"), "a, b"], "(a)\n(b)", metrics=["planning-lcs"])
    assert lcs.values == (Fraction(1, 2), Fraction(1))


def test_thresholds_decide_what_passes() -> None:
    lcs, jaccard = score_pairs(
        ["a, b", "a", "c"], "a, b", thresholds={"planning-lcs": Fraction(3, 4)}
    )
    assert lcs.passed == (True, False, False)
    assert jaccard.passed == (True, True, False)
    assert (lcs.threshold, lcs.pass_rate, lcs.mean) == (
        Fraction(3, 4), Fraction(1, 3), Fraction(1, 2),
    )  # fmt: skip


def test_a_batch_of_nothing_has_no_mean() -> None:
    (lcs,) = score_pairs([], [], metrics=["planning-lcs"])
    assert (lcs.mean, lcs.pass_rate) == (None, None)


def test_a_batch_refuses_what_it_cannot_pair() -> None:
    with pytest.raises(ValueError, match="2 plans, but 1 references"):
        score_pairs(["a", "b"], ["a"])
    with pytest.raises(ValueError, match="unknown metric: bleu"):
        score_pairs(["a"], "a", metrics=["bleu"])
    with pytest.raises(ValueError, match="needs plan texts"):
        score_pairs([plan("a")], "a", splitting=StepSplitting.GAICO)


def test_gaico_splitting_cuts_inside_parentheses() -> None:
    text = "go(a,b), {ring, ring}, Up"
    assert plan_batches.split(text) == ("go(a", "b)", frozenset({"ring"}), "Up")
    pairs = (["go(a,b)"], "go(a,c)")
    assert score_pairs(*pairs)[0].values == (Fraction(0),)
    assert score_pairs(*pairs, splitting=StepSplitting.GAICO)[0].values == (Fraction(1, 2),)


def distance_matrix(
    plans: Sequence[Plan], distance: Callable[[Plan, Plan], Fraction | None]
) -> Matrix:
    """The distance of each plan to each, asked for one by one."""
    return tuple(tuple(distance(left, right) for right in plans) for left in plans)


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=4), max_size=5))
def test_matrices_have_the_metric_of_each_pair_and_what_it_comes_to(steps: list[list[str]]) -> None:
    plans = [plan_of(*names) for names in steps]
    asked: list[int] = []
    matrices = {
        matrix.metric: matrix
        for matrix in plan_matrices(plans, checkpoint=lambda *_: asked.append(1))
    }
    assert len(asked) == len(plans) * (len(plans) + 1) // 2
    if not plans:
        assert all(matrix.values == () for matrix in matrices.values())
        return
    jaccard = distance_matrix(plans, lambda a, b: planning_jaccard.measure(a, b).value)
    assert matrices["planning-jaccard"].values == jaccard
    apart = distance_matrix(plans, lambda a, b: action_distance.measure(a, b).value)
    assert matrices["action-distance-set"].values == apart
    both: list[tuple[str, list[list[Fraction]]]] = [
        ("planning-jaccard", [[1 - (value or Fraction(0)) for value in row] for row in jaccard]),
        ("action-distance-set", [[value or Fraction(0) for value in row] for row in apart]),
    ]
    for name, distances in both:
        above = [value for i, row in enumerate(distances) for value in row[i + 1 :]]
        found = matrices[name].diversity
        assert (found.pairs, found.n_undefined) == (len(above), 0)
        if above:
            assert found.minimum == min(above)
            assert found.mean == sum(above, Fraction(0)) / len(above)


def test_pairs_of_plans_can_be_cancelled() -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    plans = [plan_of("a"), plan_of("b")]
    with pytest.raises(StoppedError):
        plan_matrices(plans, checkpoint=stop)
    for splitting, texts in ((StepSplitting.PLAN, plans), (StepSplitting.GAICO, ["a", "b"])):
        with pytest.raises(StoppedError):
            score_pairs(texts, texts, splitting=splitting, checkpoint=stop)


def test_diversity_of_a_set_of_plans() -> None:
    plans = [plan_of("a", "b"), plan_of("a", "b"), plan_of("a", "c")]
    matrix = distance_matrix(plans, lambda a, b: action_distance.measure(a, b).value)
    none, far = Fraction(0), Fraction(2, 3)
    assert matrix == ((none, none, far), (none, none, far), (far, far, none))
    assert diversity(matrix) == Diversity(3, 0, mean=Fraction(4, 9), minimum=none)


def test_diversity_leaves_out_what_is_undefined() -> None:
    plans = [plan_of("a"), plan_of("b"), plan_of("c")]

    def distance(left: Plan, right: Plan) -> Fraction | None:
        return None if plans[0] in (left, right) else Fraction(1)

    one = Fraction(1)
    matrix = distance_matrix(plans, distance)
    assert matrix[0] == (None, None, None)
    assert diversity(matrix) == Diversity(3, 2, mean=one, minimum=one)
    assert diversity(distance_matrix(plans[:1], distance)) == Diversity(0, 0, None, None)
