"""The short cut for plain texts says what the reader of all notations says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.notation.plans.plain import read_half_typed, read_plain
from plancore.notation.plans.reader import read_any, read_plan
from plancore.project import PlanSnapshot

PIECES = (
    "(up)", "(Board ANNA lift)", "(ring bell)", " ", "\t", "\n", "\r\n", "\r", "; why",
    "; cost = 3", ";", "(a (b))", "(?x)", "(a ?x)", "(define x)", "(defined x)", "(a  b)", "( a)",
    "()", "[PLAN]", "```", "up", "1.5:", "[2]", ",", "\\", "\ufeff", "\f", "\u2028", "{", '"',
    "(İ)", "(",
)  # fmt: skip


TIMED = (
    "0: (up)", "0.5:(Board ANNA lift)", "1 : (up) [2]", "03.0: (up) [ 1.5e-1 ]", "\t2: (up)[0]",
    "0: (up) [0]", "1: (up) [0]", " ", "; why", "; 1: (up)", "; cost = 3", "",
)  # fmt: skip
ODD = (
    "(up)", "1: (define x)", "1: (up) [x]", "1: up", "1. (up)", "1: (up) (up)", "[PLAN]",
    "-1: (up)", "1: (up) 2: (up)", "1:\n(up)", "1: (a ?x)", "1: (up) ; why", "1e3: (up)",
    "\f1: (up)",
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
    # A cost between steps may part two plans.
    assert assert_same(text) or "cost" in text


HALVES = (
    "(", "(up", " (Board ANNA", "(ring bell  ", "(up ; why", "\t(up\t;", "(up ", "(define", "(a (",
    "(?x", "(__up", "(up ; cost = 3", "up", "(up,", "(a  b", "( a", "0: (up", "(İ", "(up [",
)  # fmt: skip
LINES = st.lists(st.sampled_from(PIECES[:11]), max_size=6)
BREAKS = st.sampled_from(("\n", "\r\n", "\r", "\n\n"))


@given(LINES, st.sampled_from(HALVES), LINES, BREAKS)
def test_a_plan_with_one_half_of_a_step_is_what_the_reader_of_all_notations_says(
    above: list[str], half: str, below: list[str], newline: str
) -> None:
    text = newline.join((*above, half, *below))
    read = read_half_typed(text, None, 0)
    if read is not None:
        assert read == read_any(text)
        assert read[0].skipped == read_any(text)[0].skipped
    else:
        steps = any(line.startswith("(") for line in (*above, *below))
        assert not steps or half not in HALVES[:7] or "cost" in text


@given(LINES, st.sampled_from(HALVES), LINES, BREAKS, st.data())
def test_a_plan_that_is_being_typed_is_read_as_if_it_were_new(
    above: list[str], half: str, below: list[str], newline: str, data: st.DataObject
) -> None:
    """Each text differs from the one before behind some character, and is read with its help."""
    snapshot = PlanSnapshot(newline.join((*above, "(up)", *below)))
    for _ in range(4):
        old = snapshot.text
        at = data.draw(st.integers(0, len(old)))
        end = data.draw(st.integers(at, min(at + 9, len(old))))
        new = data.draw(st.sampled_from((half, ")", "", newline, "(up)", " ")))
        text = f"{old[:at]}{new}{old[end:]}"
        assert snapshot.plan == PlanSnapshot(old).plan
        snapshot = PlanSnapshot(text, like=snapshot, same=at)
        assert (snapshot.plan, snapshot.findings) == read_plan(text)
        assert [(s.at, s.length) for s in snapshot.plan.steps] == [
            (s.at, s.length) for s in read_plan(text)[0].steps
        ]


@given(st.lists(st.sampled_from(TIMED), max_size=12).map("\n".join))
def test_lines_of_timed_steps_are_plain_unless_they_are_only_counted(text: str) -> None:
    assert_same(text)
    first = next(
        (line.split(";")[0].strip() for line in text.split("\n") if "(" in line.split(";")[0]), ""
    )
    starts = [step.start or 0 for step in read_any(text)[0].steps]
    # Times that begin again may be those of another plan.
    again = any(max(starts[:at]) > starts[0] == starts[at] for at in range(1, len(starts)))
    several = any(finding.code == "several-plans" for finding in read_any(text)[1])
    if not again and not several:
        assert (read_plain(text) is None) == (first == "0: (up) [0]")


@given(st.lists(st.sampled_from((*TIMED, *ODD)), max_size=8), st.sampled_from(("\n", "\r\n", " ")))
def test_both_readers_agree_on_timed_texts(lines: list[str], newline: str) -> None:
    assert_same(newline.join(lines))


def test_the_last_stated_cost_counts() -> None:
    plan = read_plain("; cost = 1\n(up)\n; cost = 3/2 (unit cost)\n; no Cost\n")
    assert plan is not None
    assert plan.cost == read_any("; cost = 1\n(up)\n; cost = 3/2 (unit cost)\n")[0].cost
