"""Rows found again after files were compared anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.domain.review import review_domains
from plancore.report.domain.rows import DomainRows
from plancore.report.rows.landmark import landmark, row_at
from plancore.report.rows.row import Rows
from plancore.snapshot import FileSnapshot
from support.listed_rows import three_plans

ACTION = "(:action {} :parameters (?x ?y) :precondition (and {}) :effect (and {}))"
REFERENCE = [("go", "(p ?x)(q ?x ?y)", "(not (p ?x))(p ?y)"), ("stop", "(p ?x)", "(r)")]


def rows_of(
    learned: list[tuple[str, str, str]], reference: list[tuple[str, str, str]] = REFERENCE
) -> DomainRows:
    return DomainRows(review_domains(file_of(learned), file_of(reference)))


def file_of(actions: list[tuple[str, str, str]]) -> FileSnapshot:
    texts = (ACTION.format(*action) for action in actions)
    return FileSnapshot.of(f"(define (domain d) {' '.join(texts)})", "d.pddl")


def found(before: Rows, row: int, after: Rows) -> int:
    """The row of `after` where row `row` of `before` is."""
    mark = landmark(before, row)
    assert mark is not None
    return row_at(after, mark)


def test_a_row_is_found_wherever_its_action_went() -> None:
    before = rows_of([("go", "(p ?x)(s ?x)", "(p ?y)"), ("stop", "(p ?x)", "(r)")])
    after = rows_of([("new", "(s ?y)", ""), ("stop", "(p ?x)", "(r)"), ("go", "(s ?x)", "(p ?y)")])
    assert after.row(found(before, before.matching("(s ?x)")[0], after)).text.startswith("(s ?x)")
    at = found(before, before.matching("(r)")[0], after)
    assert after.row(at).text == "(r)"
    assert after.action_at(at) != after.action_at(after.matching("(s ?x)")[0])


def test_a_literal_is_sought_below_its_own_heading() -> None:
    before = rows_of([("go", "(p ?y)", "(p ?y)")])
    after = rows_of([("go", "(p ?y)", "(s ?y)")])
    at = found(before, before.matching("(p ?y)")[-1], after)
    assert after.row(at).text.startswith("(p ?y)  missing")


def test_where_a_literal_is_gone_its_action_is_left() -> None:
    before = rows_of([("go", "(p ?x)(q ?x ?y)(s ?x)", "(not (p ?x))(p ?y)")])
    after = rows_of([("go", "(p ?x)(q ?x ?y)", "(not (p ?x))(p ?y)")])
    at = found(before, before.matching("(s ?x)")[0], after)
    assert after.action_at(at) == 0


def test_there_is_no_landmark_without_rows_and_a_row_in_any_others() -> None:
    empty = rows_of([], [])
    assert landmark(empty, 0) is None
    mark = landmark(rows_of([]), 5)
    assert mark is not None
    assert row_at(empty, mark) == 0


STEPS = st.lists(st.sampled_from(["(a x)", "(b x)", "(c x)"]), max_size=12)


@given(STEPS, STEPS, STEPS)
def test_any_row_is_found_again_in_the_same_rows(
    earlier: list[str], learned: list[str], reference: list[str]
) -> None:
    rows = three_plans(earlier, learned, reference)
    for at in range(rows.count):
        mark = landmark(rows, at)
        assert mark is not None
        assert row_at(rows, mark) == at
