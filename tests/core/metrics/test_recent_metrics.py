"""Metrics that recent work reports: worked examples, edge cases, and recounts by brute force."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import NamedTuple, TypeAlias

import pytest

from plancore.codec.base import RenamingCodec
from plancore.compare.domains import compare_domains
from plancore.correspondence.names import Correspondence
from plancore.metrics import (
    exploration_walks,
    heuristic_equivalence,
    pass_at_k,
    reconstruction_error,
    text_similarity,
)
from plancore.metrics.attempts import (
    Attempt,
    AttemptClass,
    FurtherPlan,
    Known,
    PlanCheck,
    Solving,
    SolvingSet,
)
from plancore.metrics.base import DomainCase, RunSet
from plancore.metrics.exploration_walks import ExplorationWalks
from plancore.metrics.heuristic_equivalence import EquivalenceClass, HeuristicEquivalence
from plancore.metrics.text_similarity import text_similarity as similarity_of
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.runs import RunFacts
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot

N = 1_000
VALID, INVALID = PlanCheck(Verdict.VALID), PlanCheck(Verdict.INVALID, 1, "no")
UNDECIDED, MALFORMED = PlanCheck(Verdict.UNDECIDED), PlanCheck(Verdict.MALFORMED)


def _domain(text: str) -> Domain:
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    return domain


def _problem(text: str) -> Problem:
    problem = FileSnapshot.of(text).problem
    assert problem is not None
    return problem


# Small worlds of switches: an action is sets of facts that it needs, makes true and makes false.

FACTS = ("p", "q", "r")
State: TypeAlias = frozenset[str]
Action: TypeAlias = tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]
"""Facts that must hold and must not hold, that become true and that become false."""


def _action(dice: Random) -> Action:
    def some(rate: float) -> frozenset[str]:
        return frozenset(fact for fact in FACTS if dice.random() < rate)

    needs = some(0.4)
    adds = some(0.4)
    return needs, some(0.2) - needs, adds, some(0.4) - adds


def _world(actions: dict[str, Action]) -> str:
    def literals(*signed: tuple[frozenset[str], str]) -> str:
        parts = (form.format(f"({fact})") for facts, form in signed for fact in sorted(facts))
        return f"(and {' '.join(parts)})"

    listed = "".join(
        f"(:action {name} :parameters ()"
        f" :precondition {literals((needs, '{}'), (bars, '(not {})'))}"
        f" :effect {literals((adds, '{}'), (deletes, '(not {})'))})"
        for name, (needs, bars, adds, deletes) in actions.items()
    )
    return f"(define (domain w) (:predicates {' '.join(f'({f})' for f in FACTS)}) {listed})"


def _worlds(dice: Random) -> tuple[dict[str, Action], dict[str, Action]]:
    """A reference, and a learned one in which some actions are other ones, missing or extra."""
    names = [f"a{k}" for k in range(dice.randint(1, 3))]
    reference = {name: _action(dice) for name in names}
    learned = {
        name: action if dice.random() < 0.5 else _action(dice)
        for name, action in reference.items()
        if dice.random() < 0.9
    }
    if dice.random() < 0.2:
        learned["extra"] = _action(dice)
    return learned, reference


def test_one_precondition_missing_and_one_effect_too_many_are_two() -> None:
    reference = _world({"a": (frozenset("pq"), frozenset(), frozenset("r"), frozenset("p"))})
    learned = _world({"a": (frozenset("p"), frozenset(), frozenset("rq"), frozenset("p"))})
    diff = compare_domains(_domain(learned), _domain(reference))
    found = reconstruction_error.METRIC.measure(DomainCase(diff=diff))
    assert found is not None
    assert found.actions == {"a": 2}


@pytest.mark.slow
def test_reconstruction_errors_are_those_of_brute_force() -> None:
    dice = Random(39)
    for _ in range(N):
        learned, reference = _worlds(dice)
        diff = compare_domains(_domain(_world(learned)), _domain(_world(reference)))
        found = reconstruction_error.METRIC.measure(DomainCase(diff=diff))
        assert found is not None
        nothing: frozenset[str] = frozenset()
        empty = (nothing, nothing, nothing, nothing)
        expected = {
            name: sum(
                len(mine ^ theirs)
                for mine, theirs in zip(learned.get(name, empty), action, strict=True)
            )
            for name, action in reference.items()
        }
        assert found.actions == expected
        assert found.sum == sum(expected.values())
        assert found.mean.value == Fraction(found.sum, len(expected))


def test_the_texts_p_and_q_share_two_of_three_letters() -> None:
    found = similarity_of("(p) ; one", "\n( q )")
    assert (found.value, found.numerator, found.denominator) == (Fraction(4, 6), 4, 6)
    assert similarity_of("; only a comment", "  ").value == 1
    assert similarity_of("", "(p)").value == 0


def test_text_similarity_is_that_of_the_table_of_lengths() -> None:
    dice = Random(39)
    for _ in range(N):
        texts = ["".join(dice.choices("ab(;\n ", k=dice.randint(0, 12))) for _ in range(2)]
        one, other = (re.sub(r"\s", "", re.sub(r";[^\n]*", "", text)) for text in texts)
        lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
        for i, j in product(range(len(one)), range(len(other))):
            lengths[i + 1][j + 1] = (
                lengths[i][j] + 1
                if one[i] == other[j]
                else max(lengths[i][j + 1], lengths[i + 1][j])
            )
        whole = len(one) + len(other)
        expected = Fraction(2 * lengths[-1][-1], whole) if whole else Fraction(1)
        assert similarity_of(texts[0], texts[1]).value == expected


def test_a_domain_with_errors_cannot_be_executed() -> None:
    diff = compare_domains(_domain(_world({})), _domain(_world({})))
    for is_executable in (True, False):
        case = DomainCase(diff=diff, texts=("(a)", "(a)"), is_executable=is_executable)
        found = text_similarity.METRIC.values(text_similarity.METRIC.measure(case))
        assert found["executability"] == (Fraction(is_executable), int(is_executable), 1)


# Walks


class Walks(NamedTuple):
    """How many walks, how long, and the seed."""

    n: int
    length: int
    seed: int


def _walked(
    learned: dict[str, Action], reference: dict[str, Action], dice: Random, given: Walks
) -> ExplorationWalks | None:
    start = [fact for fact in FACTS if dice.random() < 0.5]
    facts = " ".join(f"({fact})" for fact in start)
    problem = _problem(f"(define (problem w) (:domain w) (:init {facts}) (:goal (and)))")
    diff = compare_domains(_domain(_world(learned)), _domain(_world(reference)))
    return exploration_walks.METRIC.measure(
        DomainCase(
            diff=diff,
            problem=problem,
            n_walks=given.n,
            walk_length=given.length,
            seed=given.seed,
        )
    )


def _mean_of_walks(
    source: dict[str, Action], target: dict[str, Action], start: State, given: Walks
) -> Fraction | None:
    """Walks drawn as `Walker` does, executed with sets."""

    def after(
        actions: dict[str, Action], name: str, state: frozenset[str]
    ) -> frozenset[str] | None:
        if name not in actions:
            return None
        needs, bars, adds, deletes = actions[name]
        return (state - deletes) | adds if needs <= state and not bars & state else None

    dice = Random(given.seed)
    shares = []
    for _ in range(given.n):
        state, walk = start, []
        for _ in range(given.length):
            order = list(source)
            for at in range(len(order)):
                chosen = dice.randrange(at, len(order))
                order[at], order[chosen] = order[chosen], order[at]
                following = after(source, order[at], state)
                if following is not None:
                    walk.append(order[at])
                    state = following
                    break
            else:
                break
        if walk:
            state, n_done = start, 0
            for name in walk:
                following = after(target, name, state)
                if following is None:
                    break
                state, n_done = following, n_done + 1
            # The share of the lengths 1 … T that can be executed.
            shares.append(
                Fraction(sum(length <= n_done for length in range(1, len(walk) + 1)), len(walk))
            )
    return sum(shares, Fraction(0)) / len(shares) if shares else None


@pytest.mark.slow
def test_walks_are_those_of_brute_force() -> None:
    dice = Random(39)
    n_defined = 0
    for _ in range(N):
        learned, reference = _worlds(dice)
        given = Walks(2, 4, dice.randint(0, 9))
        before = dice.getstate()
        start = frozenset(fact for fact in FACTS if dice.random() < 0.5)
        dice.setstate(before)
        found = _walked(learned, reference, dice, given)
        assert found is not None
        forward = _mean_of_walks(reference, learned, start, given)
        backward = _mean_of_walks(learned, reference, start, given)
        assert found.in_learned.value == forward
        assert found.in_reference.value == backward
        if forward is None or backward is None:
            # Nothing applies initially in one domain, so no walk of the other can be executed.
            assert {forward, backward} <= {None, 0}
            expected: Fraction | int | None = None if forward is backward is None else 0
        else:
            n_defined += 1
            expected = 2 * forward * backward / (forward + backward) if forward * backward else 0
        assert found.harmonic_mean == expected
    assert n_defined > N / 3


def test_walks_through_a_codec_are_those_of_the_renamed_domain() -> None:
    action: Action = (frozenset("p"), frozenset(), frozenset("q"), frozenset())
    reference, learned = _world({"a": action}), _world({"b": action}).replace("(p)", "(s)")
    names = Correspondence(actions={"b": "a"}, predicates={"s": "p"})
    diff = compare_domains(_domain(learned), _domain(reference))
    problem = _problem("(define (problem w) (:domain w) (:init (p)) (:goal (and)))")
    case = DomainCase(
        diff=diff, problem=problem, codec=RenamingCodec(names), n_walks=2, walk_length=3
    )
    found = exploration_walks.METRIC.measure(case)
    assert found is not None
    assert found.harmonic_mean == 1


# Heuristic equivalence


def _attempt(
    plans: Sequence[tuple[PlanCheck, PlanCheck | None]], without: AttemptClass, problem: str = "p"
) -> Attempt:
    """An attempt with so many plans, each with what both domains say of it."""
    if not plans:
        return Attempt(problem=problem, planner="kstar", attempt_class=without)
    (in_reference, in_learned), *others = plans
    solved = in_reference.verdict is Verdict.VALID
    return Attempt(
        problem=problem,
        planner="kstar",
        attempt_class=AttemptClass.SOLVED if solved else AttemptClass.FALSE_PLAN,
        plan=("(a)",),
        in_reference=in_reference,
        in_learned=in_learned,
        further=tuple(FurtherPlan(("(a)",), *each) for each in others),
    )


def _equivalence(*solvings: Solving) -> HeuristicEquivalence:
    return heuristic_equivalence.measure(SolvingSet(solvings, Known()))


def test_three_equivalent_problems_of_four() -> None:
    good = [(VALID, VALID)] * 2
    proved = AttemptClass.UNSOLVABLE
    solvings = [
        Solving(_attempt(good, proved, f"p{k}"), _attempt(good, proved, f"p{k}")) for k in range(3)
    ]
    # The second best plan of the learned domain is not one of the reference.
    bad = _attempt([(VALID, VALID), (INVALID, VALID)], proved, "p3")
    found = _equivalence(*solvings, Solving(bad, _attempt(good, proved, "p3")))
    assert (found.share.numerator, found.share.denominator) == (3, 4)
    assert found.first is EquivalenceClass.NEW_PLANS_FAIL


@pytest.mark.parametrize(
    ("learned", "reference", "expected"),
    [
        (AttemptClass.UNSOLVABLE, AttemptClass.UNSOLVABLE, EquivalenceClass.EQUIVALENT),
        (AttemptClass.TIMEOUT, AttemptClass.UNSOLVABLE, EquivalenceClass.UNDECIDED),
        (AttemptClass.PARSE_ERROR, AttemptClass.UNSOLVABLE, EquivalenceClass.ERRORS),
        (AttemptClass.GAVE_UP, AttemptClass.GAVE_UP, EquivalenceClass.UNDECIDED),
    ],
)
def test_problems_without_plans(
    learned: AttemptClass, reference: AttemptClass, expected: EquivalenceClass
) -> None:
    found = _equivalence(Solving(_attempt([], learned), _attempt([], reference)))
    assert found.problems == {"p": expected}


def test_without_plans_of_the_reference_nothing_is_said() -> None:
    solving = Solving(_attempt([(VALID, VALID)], AttemptClass.TIMEOUT), None)
    found = heuristic_equivalence.measure(SolvingSet((solving,), Known()))
    assert (found.share.value, found.first) == (None, None)


def test_classes_are_those_of_the_definition() -> None:
    """Over all sets of up to two plans of each domain with every pair of verdicts."""
    verdicts = (VALID, INVALID, MALFORMED, UNDECIDED)
    ends = (AttemptClass.UNSOLVABLE, AttemptClass.TIMEOUT, AttemptClass.PARSE_ERROR)
    dice = Random(39)
    for _ in range(N):
        new = [(dice.choice(verdicts), VALID) for _ in range(dice.randint(0, 2))]
        original = [(VALID, dice.choice(verdicts)) for _ in range(dice.randint(0, 2))]
        end, other_end = dice.choice(ends), dice.choice(ends[:2])
        found = _equivalence(Solving(_attempt(new, end), _attempt(original, other_end)))
        wrong = (INVALID, MALFORMED)
        checks = [check for check, _ in new] + [check for _, check in original]
        if not new and end is AttemptClass.PARSE_ERROR:
            expected = "errors"
        elif original and not new:
            expected = "no_plan"
        elif any(check in wrong for check, _ in new):
            expected = "new_plans_fail"
        elif any(check in wrong for _, check in original):
            expected = "original_plans_fail"
        elif (new and original and set(checks) == {VALID}) or (
            not new and not original and end is other_end is AttemptClass.UNSOLVABLE
        ):
            expected = "equivalent"
        else:
            expected = "undecided"
        assert found.problems == {"p": expected}


# Answers


def _run(instance: str, is_success: bool) -> RunFacts:
    return RunFacts(instance, True, is_success, is_success, (), True, 1, None, None, None, None)


def _set(counts: list[tuple[int, int]]) -> RunSet:
    samples = tuple(
        tuple(_run(str(at), k < c) for k in range(n)) for at, (n, c) in enumerate(counts)
    )
    return RunSet(tuple(runs[-1] for runs in samples), 0, samples)


def test_one_good_answer_of_four() -> None:
    found = pass_at_k.measure(_set([(4, 1)]))
    assert found is not None
    assert (found.at(1).value, found.at(2).value) == (Fraction(1, 4), Fraction(1, 2))
    assert found.at_all.value == 1
    assert found.at(5).value is None


def test_one_answer_for_each_instance_is_the_accuracy() -> None:
    assert pass_at_k.measure(_set([(1, 1), (1, 0)])) is None
    assert pass_at_k.measure(RunSet(())) is None


@pytest.mark.slow
def test_pass_at_k_is_the_share_of_all_samples() -> None:
    dice = Random(39)
    for _ in range(N):
        counts = [(n := dice.randint(1, 6), dice.randint(0, n)) for _ in range(dice.randint(1, 4))]
        found = pass_at_k.measure(_set(counts))
        if found is None:
            assert all(n == 1 for n, _ in counts)
            continue
        for k in range(1, 7):
            shares = []
            for n, c in counts:
                drawn = list(combinations([True] * c + [False] * (n - c), k))
                if drawn:
                    shares.append(Fraction(sum(map(any, drawn)), len(drawn)))
            expected = sum(shares, Fraction(0)) / len(shares) if shares else None
            assert found.at(k).value == expected
            assert found.at(k).n_undefined == len(counts) - len(shares)
