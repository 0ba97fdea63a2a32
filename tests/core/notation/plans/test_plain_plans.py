"""The short cut for plain texts says what the reader of all notations says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.notation.plans.plain import read_plain
from plancore.notation.plans.reader import read_any

PIECES = (
    "(up)", "(Board ANNA lift)", "(ring bell)", " ", "\t", "\n", "\r\n", "\r", "; why",
    "; cost = 3", ";", "(a (b))", "(?x)", "(a ?x)", "(define x)", "(defined x)", "(a  b)", "( a)",
    "()", "[PLAN]", "```", "up", "1.5:", "[2]", ",", "\\", "\ufeff", "\f", "\u2028", "{", '"',
    "(İ)", "(",
)  # fmt: skip


def assert_same(text: str) -> bool:
    """Whether the text is a plain one; then both readers agree, down to the places."""
    plain = read_plain(text)
    if plain is None:
        return False
    plan, findings = read_any(text)
    assert findings == ()
    assert plain == plan
    assert [(s.at, s.length, s.index) for s in plain.steps] == [
        (s.at, s.length, s.index) for s in plan.steps
    ]
    assert [(a.span, a.name_span, a.arg_spans, a.spelling) for a in plain.actions] == [
        (a.span, a.name_span, a.arg_spans, a.spelling) for a in plan.actions
    ]
    for action in plain.actions:
        start, end = action.span
        written = [text[slice(*span)] for span in (action.name_span, *action.arg_spans)]
        assert text[start:end] == action.original == f"({' '.join(written)})"
    return True


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_both_readers_agree_on_any_text(text: str) -> None:
    assert_same(text)


@given(st.lists(st.sampled_from(PIECES[:11]), max_size=12).map("\n".join))
def test_lines_of_steps_and_comments_are_plain(text: str) -> None:
    assert assert_same(text)


def test_the_last_stated_cost_counts() -> None:
    plan = read_plain("; cost = 1\n(up)\n; cost = 3/2 (unit cost)\n; no Cost\n")
    assert plan is not None
    assert plan.cost == read_any("; cost = 1\n(up)\n; cost = 3/2 (unit cost)\n")[0].cost
