"""Differences of problems."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.changes import Aspect, ChangeKind
from plancore.compare.problems import ProblemDiff, compare_problems, problem_equivalence
from plancore.correspondence.names import Correspondence
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot


def _problem(objects: str, init: str, goal: str, more: str = "") -> Problem:
    text = f"""(define (problem p) (:domain d) (:objects {objects})
      (:init {init}) (:goal {goal}) {more})"""
    problem = FileSnapshot.of(text).problem
    assert problem is not None
    return problem


def _changes(diff: ProblemDiff) -> list[tuple[str, str, str]]:
    found = [(c.kind.value, c.what.value, c.name) for c in diff.objects]
    found += [
        (c.kind.value, c.part.value, c.learned_text) for part in diff.parts for c in part.changes
    ]
    return found


def test_order_case_and_form_do_not_matter() -> None:
    one = _problem("a b - block c", "(on a b) (clear A)", "(and (on b a))")
    other = _problem("c b - block a - block", "(CLEAR a) (on a b)", "(on b a)")
    assert not compare_problems(one, one).objects
    assert _changes(compare_problems(one, other)) == [("changed", "objects", "c")]


def test_every_part_is_compared() -> None:
    learned = _problem(
        "a b", "(p a) (= (cost a) 1) (at 5 (q))", "(and (p b) (not (q)))", "(:metric minimize (f))"
    )
    reference = _problem(
        "a c", "(p b) (r a) (= (cost a) 2)", "(and (p b) (q))", "(:metric maximize (f))"
    )
    assert _changes(compare_problems(learned, reference)) == [
        ("missing", "objects", "c"),
        ("extra", "objects", "b"),
        ("changed", "init", "(p a)"),
        ("missing", "init", "(r a)"),
        ("changed", "init", "(= (cost a) 1)"),
        ("extra", "init", "(at 5 (q))"),
        ("changed", "goal", "(not (q))"),
        ("changed", "metric", "(minimize (f))"),
    ]


def test_another_domain_is_a_difference() -> None:
    problem = _problem("a", "(p a)", "(p a)")
    text = "(define (problem p) (:domain e) (:objects a) (:init (p a)) (:goal (p a)))"
    other = FileSnapshot.of(text).problem
    assert other is not None
    diff = compare_problems(problem, other)
    assert diff.is_other_domain
    assert not diff.is_same


def test_renamed_objects_are_found_out() -> None:
    learned = _problem("x y - t z", "(on x y) (on y z) (= (f y) 2)", "(on z x)")
    reference = _problem("b c - t a", "(on c a) (= (f c) 2.0) (on b c)", "(on a b)")
    result = problem_equivalence(learned, reference)
    assert result.holds
    assert result.objects == {"x": "b", "y": "c", "z": "a"}
    names = Correspondence(constants=result.objects)
    assert compare_problems(learned, reference, names).is_same


def test_objects_are_not_exchanged_for_ones_of_another_kind() -> None:
    learned = _problem("x y", "(on x y)", "(p x)")
    assert problem_equivalence(learned, _problem("x y", "(on x y)", "(p y)")).holds is False
    assert problem_equivalence(learned, _problem("x - t y", "(on x y)", "(p x)")).holds is False
    # `home` is a constant of the domain: it is itself and nothing else.
    one, other = (_problem("x", f"(at x {place})", "(p x)") for place in ("home", "work"))
    assert problem_equivalence(one, other).holds is False


def test_many_objects_that_are_alike_are_no_trouble() -> None:
    names = [f"ball{k}" for k in range(200)]
    facts = " ".join(f"(at {name} room)" for name in names)
    one = _problem(f"room {' '.join(names)}", facts, "(at ball0 room)")
    other = _problem(f"room {' '.join(reversed(names))}", facts, "(at ball7 room)")
    assert problem_equivalence(one, other).holds
    assert problem_equivalence(one, other, budget=100).holds is None


def test_what_is_said_to_be_false_is_no_fact() -> None:
    plain = _problem("a b", "(p a)", "(p b)")
    wordy = _problem("a b", "(p a) (not (p b)) (not (q))", "(p b)")
    diff = compare_problems(wordy, plain)
    assert diff.is_same
    assert [element.text for element in diff.denied.extra] == ["(not (p b))", "(not (q))"]
    assert problem_equivalence(wordy, plain).holds
    both = _problem("a b", "(p a) (not (p a))", "(p b)")
    assert not compare_problems(both, plain).is_same


def test_facts_that_differ_in_one_argument_are_one_change() -> None:
    learned = _problem("a b c d", "(road a b) (road b a) (at a)", "(and (road a b) (road b c))")
    reference = _problem("a b c d", "(road a c) (road b d) (at b)", "(and (road a d) (road d c))")
    pairs = [
        (change.learned_text, change.reference_text, change.aspect)
        for part in compare_problems(learned, reference).parts
        for change in part.changes
    ]
    assert pairs == [
        ("(road a b)", "(road a c)", Aspect.ARGUMENTS),
        ("(road b a)", "(road b d)", Aspect.ARGUMENTS),
        ("(at a)", "(at b)", Aspect.ARGUMENTS),
        ("(road a b)", "(road a d)", Aspect.ARGUMENTS),
        ("(road b c)", "(road d c)", Aspect.ARGUMENTS),
    ]


def test_facts_that_differ_in_more_are_missing_and_extra() -> None:
    learned = _problem("a b c d", "(road a b) (road c a)", "(and)")
    reference = _problem("a b c d", "(road b c) (road d d)", "(and)")
    kinds = [change.kind.value for change in compare_problems(learned, reference).init.changes]
    assert kinds == ["missing", "missing", "extra", "extra"]


_ROADS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")).map(
        lambda two: f"(road {two[0]} {two[1]})"
    ),
    unique=True,
    max_size=8,
)


@given(_ROADS, _ROADS)
def test_every_fact_is_in_one_change_at_most(learned: list[str], reference: list[str]) -> None:
    one, other = (_problem("a b c d", " ".join(facts), "(and)") for facts in (learned, reference))
    init = compare_problems(one, other).init
    ours = [change.learned_text for change in init.changes if change.learned is not None]
    theirs = [change.reference_text for change in init.changes if change.reference is not None]
    assert sorted(ours) == sorted({*learned} - {*reference})
    assert sorted(theirs) == sorted({*reference} - {*learned})
    for change in init.changes:
        if change.kind is ChangeKind.CHANGED:
            sides = [
                text.strip("()").split() for text in (change.learned_text, change.reference_text)
            ]
            n_other = sum(one != other for one, other in zip(*sides, strict=True))
            # The only ones left that share an object are one change as well.
            assert n_other == 1 or {*sides[0][1:]} & {*sides[1][1:]}
