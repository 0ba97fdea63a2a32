"""Rows and folds of every kind of review."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.notation.plans.reader import read_plan
from plancore.report.domain.review import review_domains
from plancore.report.domain.rows import DomainRows
from plancore.report.lines import Tone
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.plan.rows import PlanRows
from plancore.report.problem.review import review_problems
from plancore.report.problem.rows import ProblemRows
from plancore.report.rows.columns import OneColumn
from plancore.report.rows.folding import Folding, RowFold, equal_runs
from plancore.report.rows.row import BOTH, LEARNED, REFERENCE, Role, Rows, Side, ViewRow
from plancore.report.rows.texts import Text, TextRows
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import StoppedError
from support.examples import DELIVERY

STEPS = st.lists(st.sampled_from(["(a x)", "(a y)", "(b x)", "(b y z)", "(c)"]), max_size=40)
LITERALS = st.lists(
    st.sampled_from(["(p ?x)", "(not (p ?x))", "(q ?x ?y)", "(q ?y ?x)", "(r)", "(s ?y)"]),
    max_size=5,
    unique=True,
)
ACTIONS = st.dictionaries(st.sampled_from("abcdef"), st.tuples(LITERALS, LITERALS), max_size=6)


def plan_review(learned: list[str], reference: list[str]) -> PlanReview:
    sides = []
    for name, steps in (("learned", learned), ("reference", reference)):
        text = "\n".join(steps)
        plan, findings = read_plan(text)
        sides.append(PlanSide(name, SourceText(text), plan, findings))
    return review_plans(*sides)


def domain_text(actions: dict[str, tuple[list[str], list[str]]]) -> str:
    parts = [
        f"(:action {name} :parameters (?x ?y) :precondition (and {' '.join(pre)})"
        f" :effect (and {' '.join(eff)}))"
        for name, (pre, eff) in actions.items()
    ]
    return f"(define (domain d) {' '.join(parts)})"


def domain_rows(learned: str, reference: str) -> DomainRows:
    files = FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference")
    return DomainRows(review_domains(*files))


def texts(rows: list[ViewRow], side: Side) -> list[str]:
    """What one side has, from top to bottom."""
    number = BOTH.index(side)
    cells = [row.cells[number] for row in rows if row.cells]
    return [cell.text for cell in cells if cell is not None]


def all_rows(rows: Rows) -> list[ViewRow]:
    return [rows.row(index) for index in range(rows.count)]


def shown(layout: Folding) -> list[int]:
    """The rows that the lines of a layout stand for, in order."""
    found: list[int] = []
    for line in range(layout.count):
        item = layout.item(line)
        found += range(*item) if isinstance(item, RowFold) else [item]
    return found


def check_rows(rows: Rows) -> None:
    """What holds of any rows."""
    for start, end in rows.runs:
        tones = {rows.row(index).tone for index in range(start, end)}
        assert tones in ({Tone.SAME}, {Tone.MOVED})
        assert rows.fold_text(start, end)
    hidden = {index for start, end in rows.runs for index in range(start, end)}
    assert not hidden & set(rows.stops)
    assert list(rows.stops) == sorted(set(rows.stops))
    layout = Folding.all_folded(rows)
    assert shown(layout) == list(range(rows.count))
    assert shown(Folding(rows, frozenset())) == list(range(rows.count))
    for line in range(layout.count):
        item = layout.item(line)
        assert layout.line(item.start if isinstance(item, RowFold) else item) == line


@given(STEPS, STEPS)
def test_plan_rows_hold_every_step_once_and_fold_equal_ones_only(
    learned: list[str], reference: list[str]
) -> None:
    rows = PlanRows(plan_review(learned, reference))
    check_rows(rows)
    check_rows(OneColumn(rows))
    everything = all_rows(rows)
    assert texts(everything, LEARNED) == learned
    assert texts(everything, REFERENCE) == reference


FACTS = st.lists(st.sampled_from([f"(at o{k})" for k in range(30)]), max_size=25, unique=True)


@given(FACTS, FACTS)
def test_problem_rows_hold_every_fact_once_and_fold_equal_ones_only(
    learned: list[str], reference: list[str]
) -> None:
    ours, theirs = (
        FileSnapshot.of(f"(define (problem p) (:domain d) (:init {' '.join(facts)}))", name)
        for facts, name in ((learned, "learned"), (reference, "reference"))
    )
    rows = ProblemRows(review_problems(ours, theirs))
    check_rows(rows)
    check_rows(OneColumn(rows))
    items = [row for row in all_rows(rows) if row.role is Role.ITEM]
    assert sorted(texts(items, LEARNED)) == sorted(learned)
    assert texts(items, REFERENCE) == reference


def test_facts_stand_below_their_predicate_with_counts() -> None:
    ours, theirs = (
        FileSnapshot.of(f"(define (problem p) (:domain d) (:objects a b c) (:init {facts}))", name)
        for name, facts in (
            ("learned", "(at a) (road a b) (at b) (= (cost a) 1) (at 5 (road b a))"),
            ("reference", "(road a b) (at a) (= (cost a) 2) (road b c)"),
        )
    )
    rows = ProblemRows(review_problems(ours, theirs))
    titles = [row for row in all_rows(rows) if row.role is Role.TITLE]
    assert [(row.text) for row in titles] == [
        "init road  1 same, 1 missing",
        "init at  1 same, 1 extra",
        "init cost  1 changed",
        "init  1 extra",
    ]


def test_objects_that_are_called_otherwise_are_listed() -> None:
    ours, theirs = (
        FileSnapshot.of(f"(define (problem p) (:domain d) (:objects {name}) (:init (at {name})))")
        for name in ("learned", "reference")
    )
    rows = ProblemRows(review_problems(ours, theirs))
    assert rows.titles[0] == "renamed objects"
    assert rows.row(1).text == "learned  reference"
    assert 1 not in rows.stops


@given(ACTIONS, ACTIONS)
def test_domain_rows_hold_every_literal_once_and_fold_equal_actions_only(
    learned: dict[str, tuple[list[str], list[str]]],
    reference: dict[str, tuple[list[str], list[str]]],
) -> None:
    rows = domain_rows(domain_text(learned), domain_text(reference))
    check_rows(rows)
    check_rows(OneColumn(rows))
    ours = texts(all_rows(rows), LEARNED)
    literals = [text for text in ours if text.startswith("(")]
    assert sorted(literals) == sorted(
        literal for parts in learned.values() for part in parts for literal in part
    )
    for index, row in enumerate(all_rows(rows)):
        if row.sign in "+-" and row.sign:
            assert [cell is None for cell in row.cells] == [row.sign == "-", row.sign == "+"]
        assert rows.starts[rows.action_at(index)] <= index


@given(ACTIONS, ACTIONS)
def test_one_column_has_a_line_more_for_each_changed_row(
    learned: dict[str, tuple[list[str], list[str]]],
    reference: dict[str, tuple[list[str], list[str]]],
) -> None:
    rows = domain_rows(domain_text(learned), domain_text(reference))
    unified = OneColumn(rows)
    assert unified.count == rows.count + len(rows.stacks)
    assert [unified.base(index)[0] for index in range(unified.count)] == sorted(
        [*range(rows.count), *rows.stacks]
    )
    for index in rows.stacks:
        first = unified.moved(index)
        above, below = unified.row(first), unified.row(first + 1)
        assert (above.sign, below.sign) == ("-", "+")
        ours, theirs = rows.row(index).cells
        assert above.cells == (None, theirs)
        assert below.cells == (ours, None)


@given(st.lists(st.booleans()), st.integers(0, 3), st.integers(1, 4))
def test_equal_runs_keep_away_from_differences(equal: list[bool], context: int, least: int) -> None:
    for start, end in equal_runs(equal, context, least):
        assert end - start >= least
        around = range(max(start - context, 0), min(end + context, len(equal)))
        assert all(equal[index] for index in around)


@given(STEPS, st.data())
def test_unfolding_and_folding_again_changes_nothing(steps: list[str], data: st.DataObject) -> None:
    rows = PlanRows(plan_review(steps, steps[:3] + steps[4:]))
    layout = Folding.all_folded(rows)
    if rows.count:
        row = data.draw(st.integers(0, rows.count - 1))
        opened = layout.revealing(row)
        item = opened.item(opened.line(row))
        assert item == row
        assert opened.toggled(row).folded | layout.folded == layout.folded


def test_an_extra_literal_stands_where_the_learned_file_has_it() -> None:
    rows = domain_rows(
        (DELIVERY / "learned.pddl").read_text(), (DELIVERY / "reference.pddl").read_text()
    )
    start, end = rows.starts[0], rows.starts[1]
    signs = [rows.row(index).sign for index in range(start, end)]
    assert signs == ["~", "=", "", "=", "=", "+", "=", "", "=", "=", "+", ""]


@pytest.mark.viewer_behaviour(15)
def test_where_literals_match_that_are_counted_otherwise_it_is_said_why() -> None:
    reference = domain_text({"a": (["(p ?x)", "(q ?x ?y)", "(s ?y)"], ["(not (p ?x))"])})
    reference = reference.replace("(?x ?y)", "(?gone ?x ?y)")
    rows = domain_rows(reference.replace("?gone ", ""), reference)
    assert {row.sign for row in all_rows(rows)[2:]} == {"", "="}
    assert rows.row(1).remark == "parameter 1 is missing: ?gone; scored by position"
    assert rows.row(2).remark.startswith("TP 0  FP 3  FN 3")


def test_literals_of_an_extra_action_are_in_no_count() -> None:
    rows = domain_rows(domain_text({"a": (["(p ?x)"], ["(r)"])}), domain_text({}))
    remarks = {
        row.cells[0].text.strip(): row.remark
        for row in all_rows(rows)
        if row.cells[0:1] and row.cells[0]
    }
    assert (remarks["(p ?x)"], remarks["(r)"]) == ("extra", "extra")
    rows = domain_rows(domain_text({}), domain_text({"a": (["(p ?x)"], ["(r)"])}))
    assert rows.row(3).remark == "missing"


def test_changed_words_are_marked_on_both_sides() -> None:
    row = PlanRows(plan_review(["(move a b c)"], ["(move a d c)"])).row(0)
    assert [cell and [cell.text[slice(*mark)] for mark in cell.marks] for cell in row.cells] == [
        ["b"],
        ["d"],
    ]
    assert row.remark == "arg 2: b≠d"


def test_lines_of_texts_are_aligned_and_tabs_widened() -> None:
    rows = TextRows(Text(SourceText("a\n\tb\nc\n"), "l"), Text(SourceText("a\nc\nd\n"), "r"))
    found = [(row.sign, *(cell and cell.text for cell in row.cells)) for row in all_rows(rows)]
    assert found == [
        ("=", "a", "a"),
        ("+", "        b", None),
        ("=", "c", "c"),
        ("-", None, "d"),
    ]
    check_rows(rows)


def test_search_finds_rows_in_any_case() -> None:
    rows = PlanRows(plan_review(["(a x)", "(B Y z)", "(c)"], ["(a x)", "(c)"]))
    assert rows.matching("b y") == [1]
    assert rows.matching("nothing") == []


def test_search_finds_times_and_remarks_of_steps() -> None:
    learned = ["1: (a x) [2]", "3.5: (b x) [4]"]
    rows = PlanRows(plan_review(learned, ["1: (a x) [2]", "3: (b y) [4]"]))
    assert rows.row(1).remark == "arg 1: x≠y; starts 0.5 later"
    assert rows.matching("3.5: (B") == rows.matching("[4]") == rows.matching("LATER") == [1]
    assert rows.matching("(a x) [2]") == [0]


_DOMAIN = domain_text({"a": ([], ["(r)"])})
_PROBLEM = FileSnapshot.of("(define (problem p) (:domain d) (:init (at a)))", "p")


@pytest.mark.parametrize(
    "rows",
    [
        PlanRows(plan_review(["(a x)"], ["(a y)"])),
        OneColumn(PlanRows(plan_review(["(a x)"], ["(a y)"]))),
        TextRows(Text(SourceText("a"), "l"), Text(SourceText("b"), "r")),
        domain_rows(_DOMAIN, _DOMAIN),
        ProblemRows(review_problems(_PROBLEM, _PROBLEM)),
    ],
    ids=["plans", "one column", "lines", "domains", "problems"],
)
def test_a_search_can_be_ended(rows: Rows) -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        rows.matching("a", stop)


@pytest.mark.viewer_behaviour(14)
@given(ACTIONS, ACTIONS)
def test_actions_are_never_interleaved_and_only_what_is_alike_shares_a_row(
    learned: dict[str, tuple[list[str], list[str]]],
    reference: dict[str, tuple[list[str], list[str]]],
) -> None:
    rows = domain_rows(domain_text(learned), domain_text(reference))
    action: set[str] = set()
    seen: list[str] = []
    for row in all_rows(rows):
        names = {cell.text for cell in row.cells if cell is not None}
        if row.role is Role.TITLE:
            assert len(names) == 1, "two actions stand beside one another"
            action = names
            seen += names
        if row.role is Role.ITEM and None not in row.cells and action != {"declarations"}:
            predicates = {text.replace("(not (", "(").split()[0].strip("()") for text in names}
            assert len(predicates) == 1, "literals of two predicates share a row"
    assert len(seen) == len(set(seen)), "an action stands in two places"


@pytest.mark.parametrize(
    ("learned", "marked"),
    [
        ("(?y - b ?p ?q - b)", []),  # written in fewer words
        ("(?y - a ?p ?q - c)", ["c"]),
        ("(?y - a ?p ?q - b)", []),
    ],
)
def test_words_are_marked_that_differ_in_parameters(learned: str, marked: list[str]) -> None:
    text = """(define (domain d) (:types a b c) (:predicates (p ?x - a ?y ?z))
      (:action go :parameters {0} :precondition (p {1})))"""
    reference = text.format("(?x - a ?from ?to - b)", "?x ?from ?to")
    names = [word for word in learned.strip("()").split() if word.startswith("?")]
    ours = text.format(learned, " ".join(names))
    rows = DomainRows(review_domains(FileSnapshot.of(ours), FileSnapshot.of(reference)))
    (row,) = (rows.row(at) for at in range(rows.count) if ":parameters" in rows.row(at).text)
    cell = row.cells[0]
    assert cell is not None
    assert [cell.text[slice(*word)] for word in cell.marks] == marked
