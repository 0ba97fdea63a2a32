"""Two plans side by side: rows, moves, changed words, verdicts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.align.sequences import lcs_length
from plancore.compare.plans import PlanDiff, RowKind, compare_plans, step_order
from plancore.model.plan import GroundAction, Plan, Step
from plancore.notation.plans.reader import read_plan

MIRRORED = {RowKind.EXTRA: RowKind.MISSING, RowKind.MISSING: RowKind.EXTRA}
GLYPHS = {
    RowKind.EQUAL: "=",
    RowKind.MISSING: "-",
    RowKind.EXTRA: "+",
    RowKind.CHANGED: "~",
    RowKind.MOVED: "»",
}


def diff(reference: str, learned: str) -> PlanDiff:
    return compare_plans(read_plan(learned)[0], read_plan(reference)[0])


def shown(found: PlanDiff) -> str:
    """The rows as text: glyph, reference step, learned step, and what changed or moved."""
    lines = []
    for row in found.rows:
        reference = "" if row.reference is None else str(found.reference.steps[row.reference])
        learned = "" if row.learned is None else str(found.learned.steps[row.learned])
        parts = [GLYPHS[row.kind], reference or ".", learned or "."]
        parts += [f"{c.position}:{c.reference}≠{c.learned}" for c in found.word_changes(row)]
        if row.move is not None:
            parts.append(f"moved {found.moves[row.move].distance:+d}")
        change = found.time_change(row)
        if change:
            parts.append(f"start {float(change.start):+g} duration {float(change.duration):+g}")
        lines.append(" ".join(parts))
    return "\n".join(lines)


def check(reference: str, learned: str, expected: str) -> None:
    assert shown(diff(reference, learned)) == dedent(expected).strip()


@pytest.mark.viewer_behaviour(22)
def test_equal_plans_in_different_notations() -> None:
    found = diff("(LOAD p t)\n(go t b)\n; cost = 2", "load(p, t), go(t, b)")
    assert shown(found) == "= (load p t) (load p t)\n= (go t b) (go t b)"
    assert found.verdict == (True, True, True, True)
    assert found.first_divergence is None


def test_a_replaced_step_shows_the_arguments_that_changed() -> None:
    check(
        "(load p t)\n(go t a b)\n(drop p)",
        "(load p t)\n(go t a c)\n(drop p)",
        """
        = (load p t) (load p t)
        ~ (go t a b) (go t a c) 3:b≠c
        = (drop p) (drop p)
        """,
    )


def test_a_replaced_name_and_a_missing_argument_are_changes_too() -> None:
    check("(go t a b)", "(fly t a b)", "~ (go t a b) (fly t a b) 0:go≠fly")
    check("(go t a)", "(go t a b)", "~ (go t a) (go t a b) 3:None≠b")


def test_unrelated_steps_are_not_paired() -> None:
    check("(go t a)", "(load p q)", "- (go t a) .\n+ . (load p q)")
    check("(go a b)", "(go c d)", "- (go a b) .\n+ . (go c d)")
    check("(up a)", "(down a)", "- (up a) .\n+ . (down a)")


def test_a_moved_block_is_one_move() -> None:
    found = diff("a, b, c, d, e, f, g", "d, e, f, g, a, b, c")
    assert shown(found).splitlines()[0] == "» (a) . moved +4"
    assert found.counts.moved_blocks == 1
    assert found.counts.moved == 3
    assert found.moves == (((4, 5, 6), (0, 1, 2)),)


def test_a_single_step_that_moved() -> None:
    check(
        "(a)\n(b)\n(c)\n(d)",
        "(b)\n(c)\n(d)\n(a)",
        """
        » (a) . moved +3
        = (b) (b)
        = (c) (c)
        = (d) (d)
        » . (a) moved +3
        """,
    )


def test_a_swap_is_a_move_by_one() -> None:
    check("(a)\n(b)", "(b)\n(a)", "» (a) . moved +1\n= (b) (b)\n» . (a) moved +1")


def test_a_step_left_over_twice_is_no_move() -> None:
    found = diff("x, a, y, a, z, b, c, d", "x, y, z, b, a, c, a, d")
    assert found.counts.moved_blocks == 0
    assert (found.counts.missing, found.counts.extra) == (2, 2)


def test_concurrent_steps_show_the_actions_that_changed() -> None:
    check(
        "{a, b, c}, d",
        "{c, b, e}, d",
        """
        ~ {(a) (b) (c)} {(c) (b) (e)} None:None≠(e) None:(a)≠None
        = (d) (d)
        """,
    )


def test_a_set_of_one_is_not_the_action() -> None:
    assert diff("{a}", "a").counts.equal == 0
    assert diff("{b, a, a}", "{a, b}").counts.equal == 1


def test_timed_plans_align_on_the_action_in_the_order_of_time() -> None:
    found = diff("0: (a) [1]\n2: (b) [2]\n1: (c)", "0: (a) [1]\n1.5: (c)\n2: (b) [3]")
    assert shown(found) == (
        "= (a) (a)\n= (c) (c) start +0.5 duration +0\n= (b) (b) start +0 duration +1"
    )
    assert [row.reference for row in found.rows] == [0, 2, 1]
    assert found.verdict == (False, True, True, True)
    assert found.counts.retimed == 2


@pytest.mark.server_behaviour(31)
@pytest.mark.parametrize(
    ("reference", "learned", "verdict"),
    [
        ("a, b", "a, b", (True, True, True, True)),
        ("a, b", "b, a", (False, False, True, True)),
        ("a, b, a", "a, b", (False, False, False, True)),
        ("a, b", "a, c", (False, False, False, False)),
        ("", "", (True, True, True, True)),
        ("0: (a)", "1: (a)", (False, True, True, True)),
        ("0: (a)", "(a)", (False, True, True, True)),
    ],
)
def test_verdicts(reference: str, learned: str, verdict: tuple[bool, ...]) -> None:
    assert diff(reference, learned).verdict == verdict


def test_first_divergence_and_rows_by_step() -> None:
    found = diff("a, b, c", "a, x, c, d")
    assert found.first_divergence == 1
    learned, reference = found.rows_by_step()
    assert [found.rows[index].reference for index in reference] == [0, 1, 2]
    assert [found.rows[index].learned for index in learned] == [0, 1, 2, 3]


ACTIONS = st.builds(
    lambda name, args: GroundAction((name, *args)),
    st.sampled_from(["go", "load"]),
    st.lists(st.sampled_from("abc"), max_size=2),
)
PLANS = st.lists(ACTIONS, max_size=12).map(
    lambda actions: Plan(tuple(Step((action,)) for action in actions))
)


@pytest.mark.viewer_behaviour(18)
@given(PLANS, PLANS)
def test_every_step_has_one_row_and_the_equal_ones_are_an_lcs(
    reference: Plan, learned: Plan
) -> None:
    found = compare_plans(learned, reference)
    assert [r.reference for r in found.rows if r.reference is not None] == list(
        range(len(reference))
    )
    assert [r.learned for r in found.rows if r.learned is not None] == list(range(len(learned)))
    keys = [[step.key for step in plan.steps] for plan in (reference, learned)]
    equal = [row for row in found.rows if row.kind is RowKind.EQUAL]
    assert len(equal) == found.counts.equal == lcs_length(*keys)
    assert all(keys[0][row.reference or 0] == keys[1][row.learned or 0] for row in equal)
    kinds = Counter(row.kind for row in found.rows)
    assert kinds[RowKind.MOVED] == 2 * found.counts.moved
    counts = found.counts
    assert counts.reference == counts.equal + counts.missing + counts.changed + counts.moved
    assert counts.learned == counts.equal + counts.extra + counts.changed + counts.moved


@pytest.mark.viewer_behaviour(18)
@given(PLANS, PLANS)
def test_swapping_mirrors_the_diff(reference: Plan, learned: Plan) -> None:
    found, swapped = compare_plans(learned, reference), compare_plans(reference, learned)
    rows = Counter((row.kind, row.reference, row.learned) for row in found.rows)
    mirrored = Counter(
        (MIRRORED.get(row.kind, row.kind), row.learned, row.reference) for row in swapped.rows
    )
    assert rows == mirrored
    assert sorted(found.moves) == sorted((move.reference, move.learned) for move in swapped.moves)


@given(PLANS, PLANS)
def test_moves_are_steps_of_both_sides(reference: Plan, learned: Plan) -> None:
    for move in compare_plans(learned, reference).moves:
        assert [reference.steps[i] for i in move.reference] == [
            learned.steps[j] for j in move.learned
        ]


@pytest.mark.viewer_behaviour(21)
@given(PLANS, PLANS)
def test_a_moved_row_knows_where_its_step_is_in_the_other_plan(
    reference: Plan, learned: Plan
) -> None:
    found = compare_plans(learned, reference)
    ends = {
        (row.kind is RowKind.MOVED, row.learned, row.other_end)
        if row.reference is None
        else (row.kind is RowKind.MOVED, row.other_end, row.reference)
        for row in found.rows
        if row.other_end is not None
    }
    moved = [pair for move in found.moves for pair in zip(*move, strict=True)]
    assert ends == {(True, *pair) for pair in moved}


def test_of_equal_steps_those_at_equal_times_belong_together() -> None:
    found = diff("0: (go a) [5]\n5: (go b) [5]", "0: (go a) [5]\n3: (go a) [7]\n5: (go b) [5]")
    assert shown(found) == "= (go a) (go a)\n+ . (go a)\n= (go b) (go b)"
    assert found.counts.retimed == 0


TIMED = st.lists(
    st.builds(
        lambda name, start: Step((GroundAction((name,)),), start=Fraction(start)),
        st.sampled_from("ab"),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=7,
).map(lambda steps: Plan(tuple(steps)))


@given(TIMED, TIMED)
def test_with_times_as_many_steps_are_aligned_and_swapping_mirrors(
    reference: Plan, learned: Plan
) -> None:
    found, swapped = compare_plans(learned, reference), compare_plans(reference, learned)
    keys = [[plan.step_keys[index] for index in step_order(plan)] for plan in (reference, learned)]
    assert found.counts.equal == lcs_length(*keys)
    assert found.counts.retimed == swapped.counts.retimed
    pairs = {(row.learned, row.reference) for row in found.rows if row.kind is RowKind.EQUAL}
    back = {(row.reference, row.learned) for row in swapped.rows if row.kind is RowKind.EQUAL}
    assert pairs == back
