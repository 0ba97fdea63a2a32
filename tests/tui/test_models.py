"""What the viewer shows beside the rows, without the viewer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.domain.review import review_domains
from plancore.report.files import LineColumn
from plancore.report.lines import Piece, Tone, cell_width, line
from plancore.report.marks import MISSING
from plancore.report.problem.review import review_problems
from plancore.report.review import Review
from plancore.report.rows.row import Cell, Role, ViewRow
from plancore.snapshot import FileSnapshot
from plandiff.screens.review import ReviewScreen
from plandiff.viewmodel.heading import RowTargets, brief_line, cut_apart, fitted, place_line
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.models import WaitingModel, model_of
from plandiff.viewmodel.outline import Outlines
from plandiff.viewmodel.plan_model import PlanModel
from support.examples import DELIVERY
from support.parcels import PLAN, parcel_review


def domain_model(learned: str, reference: str) -> ReviewModel[Review]:
    files = FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference")
    return model_of(review_domains(*files))


@pytest.mark.viewer_behaviour(15)
def test_the_panel_counts_what_the_report_counts() -> None:
    model = domain_model(
        (DELIVERY / "learned.pddl").read_text(), (DELIVERY / "reference.pddl").read_text()
    )
    text = "\n".join("".join(piece.text for piece in each) for each in model.figures(12))
    assert "  pre FN  (available ?a)" in text
    assert "F1 = 2TP/(2TP+FP+FN)" in text
    assert "move  similarity 0.800 = 4/5 = 1 - (1 + 0)/(3 + 2)" in text
    assert "R 0.667 = 2/3" in text
    assert "similarity 0.743 over 3" in text
    place = "".join(piece.text for piece in place_line(model.rows.row(17)))
    assert "reference:32:7, not in learned:32:19" in place


def test_places_are_told_without_folders() -> None:
    learned = "(define (domain d) (:action go :precondition (p)))"
    reference = "(define (domain d) (:action go :precondition (q)))"
    review = review_domains(
        FileSnapshot.of(learned, "/a/long/way/down/learned.pddl"),
        FileSnapshot.of(reference, "/another/way/reference.pddl"),
    )
    model = model_of(review)
    stops = [place_line(model.rows.row(row)) for row in model.rows.stops]
    lines = ["".join(piece.text for piece in pieces) for pieces in stops]
    assert all("learned.pddl:1:" in said and "reference.pddl:1:" in said for said in lines)
    assert not any("way" in said for said in lines)


def test_the_heading_says_which_actions_the_score_leaves_out() -> None:
    learned = "(define (domain d) (:action go :effect (p)) (:action fly) (:action run))"
    heading = domain_model(learned, "(define (domain d) (:action go :effect (p)))").heading
    assert "in 2 of 3 actions (2 extra)  F1 1.000" in "".join(piece.text for piece in heading)


@pytest.mark.parametrize(
    ("learned", "reference", "told"),
    [
        (
            "(:action go :effect (p)) (:action fly)",
            "(:action go :effect (and (p) (q))) (:action run) (:action jump)",
            ["2 actions missing: run and jump; 1 action extra: fly", "missing effect (q) in go"],
        ),
        (
            "(:action a :precondition (and (not (p)) (not (q)))) (:action b :precondition (r))",
            "(:action a) (:action b)",
            [
                "only the learned actions have negative preconditions (2 of 3 differences)",
            ],
        ),
        (
            "(:action a) (:action b)",
            "(:action a :effect (and (p) (q) (r))) (:action b :effect (s))",
            ["most differences in a: 3 of 4"],
        ),
        ("(:action a :effect (p))", "(:action a :effect (p))", []),
    ],
)
def test_what_is_wrong_stands_below_the_heading(
    learned: str, reference: str, told: list[str]
) -> None:
    model = domain_model(f"(define (domain d) {learned})", f"(define (domain d) {reference})")
    assert ["".join(piece.text for piece in said) for said in model.verdict] == told


def test_two_empty_domains_have_a_model() -> None:
    model = domain_model("(define (domain a))", "(define (domain b))")
    assert model.rows.count == 0
    assert model.find(Outlines) is None
    assert model.panel(0)


def test_marks_are_gone_to_in_both_directions_and_round() -> None:
    marks = RowTargets([2, 5, 9], "change", [2, 5, 9])
    assert [marks.beyond(row, 1) for row in (0, 2, 4, 9)] == [2, 5, 5, None]
    assert [marks.beyond(row, -1) for row in (2, 5, 6, 20)] == [None, 2, 5, 9]
    assert [marks.from_here(row) for row in (0, 5, 6, 10)] == [2, 5, 9, 2]
    assert [marks.position(row) for row in (0, 5, 20)] == ["change 0/3", "change 2/3", "change 3/3"]
    assert RowTargets([], "change", []).position(3) == "no changes"
    several = RowTargets([2, 9], "change", [2, 3, 9])
    assert [several.position(row) for row in (2, 8)] == ["change 1/3", "change 2/3"]


def test_names_of_a_heading_give_way_before_the_end_of_its_second_line_is_cut() -> None:
    names = Piece(" the/learned/domain.pddl", Tone.TITLE), Piece(" the/reference.pddl", Tone.TITLE)
    counts = Piece("  3 open"), Piece("  F1 0.500"), Piece("  19 repaired, 6 still wrong")
    above, below = ("".join(piece.text for piece in line) for line in fitted((*names, *counts), 40))
    assert below == "F1 0.500  19 repaired, 6 still wrong"
    assert above.endswith("  3 open")
    assert len(above) <= 40


def test_the_second_line_of_a_heading_begins_at_the_edge() -> None:
    names = (Piece("learned.pddl", Tone.TITLE), Piece("reference.pddl", Tone.TITLE))
    lines = fitted((*names, Piece(""), Piece("  F1 0.500 and more")), 30)
    assert ["".join(piece.text for piece in pieces) for pieces in lines] == [
        "learned.pddlreference.pddl",
        "F1 0.500 and more",
    ]


def test_a_line_of_a_heading_begins_with_no_comma() -> None:
    name = Piece("learned.pddl", Tone.TITLE)
    pieces = (
        name,
        Piece("  F1 0.981 P 1.000"),
        Piece(", 90 extra not scored"),
        Piece("  94 actions: 90 +"),
    )
    assert ["".join(piece.text for piece in each) for each in fitted(pieces, 38)] == [
        "learned.pddl  F1 0.981 P 1.000",
        "90 extra not scored  94 actions: 90 +",
    ]


def test_one_line_says_what_a_row_means_and_where_it_is() -> None:
    model = domain_model(
        (DELIVERY / "learned.pddl").read_text(), (DELIVERY / "reference.pddl").read_text()
    )
    at = model.rows.stops[0]
    row = model.rows.row(at)
    told = "".join(piece.text for piece in brief_line(row, "", at, model, 50))
    assert told == "more restrictive: valid plans may be …  learned:23"


def test_places_of_files_with_one_name_are_told_apart() -> None:
    row = ViewRow(
        Role.ITEM,
        *MISSING,
        (None, Cell("(p)")),
        (LineColumn("b/d.pddl", 3, 1), LineColumn("a/d.pddl", 2, 1)),
    )
    assert (
        "".join(piece.text for piece in place_line(row))
        == "row  - (p)  a/d.pddl:2:1, not in b/d.pddl:3:1"
    )
    alone = row._replace(places=(None, LineColumn("a/d.pddl", 2, 1)))
    assert "".join(piece.text for piece in place_line(alone)) == "row  - (p)  d.pddl:2:1"


def test_nothing_is_said_of_changes_before_anything_is_compared() -> None:
    assert ReviewScreen(WaitingModel("a", "b"), ("a", "b")).position == ()


def test_names_are_cut_before_the_numbers_of_their_lines() -> None:
    names = (f"{'learned-' * 9}.pddl", f"{'reference-' * 7}.pddl")
    places = LineColumn(names[0], 23, 7), LineColumn(names[1], 190, 19)
    row = ViewRow(Role.ITEM, Tone.EXTRA, "+", (Cell("(p)"), None), places)
    for width in (60, 80):
        text = "".join(piece.text for piece in place_line(row, width))
        first, _, rest = text.removeprefix("row  + (p)  ").partition(", not in ")
        assert first.endswith(".pddl:23:7")
        assert rest.endswith(".pddl:190:19")
        assert len(text) - len("row  + (p)  ") <= width - 4
    whole = "".join(piece.text for piece in place_line(row, 300))
    assert whole == "".join(piece.text for piece in place_line(row))
    assert all(name in whole for name in names)


def test_short_names_are_not_cut_for_long_ones() -> None:
    places = LineColumn("d.pddl", 4, 63), LineColumn(f"{'reference-' * 12}.pddl", 1900, 191)
    row = ViewRow(Role.ITEM, Tone.CHANGED, "~", (Cell("(p)"), Cell("(q)")), places)
    text = "".join(piece.text for piece in place_line(row, 80))
    assert "  d.pddl:4:63, " in text
    assert text.endswith(".pddl:1900:191")


def test_the_heading_of_plans_counts_signs_as_the_rows_have_them() -> None:
    model = PlanModel(parcel_review([PLAN[1], PLAN[0], *PLAN[2:]]))
    heading = "".join(piece.text for piece in model.heading)
    rows = [model.rows.row(at) for at in range(model.rows.count)]
    # A step that has moved has a row at either end.
    assert f" {sum(row.sign == '↕' for row in rows) // 2} commuting" in heading
    assert "moved" not in heading


def test_an_object_with_another_name_is_renamed_not_different() -> None:
    text = (DELIVERY / "p01.pddl").read_text()
    learned = text.replace("square", "pier").replace("(:init", "(:init (connected pier pier)")
    reference = FileSnapshot.of(text, "r.pddl")
    model = model_of(review_problems(FileSnapshot.of(learned, "l.pddl"), reference))
    heading = "".join(piece.text for piece in model.heading)
    assert "1 difference: 1 in init; 1 object renamed" in heading
    same = model_of(review_problems(FileSnapshot.of(text.replace("square", "pier")), reference))
    assert "equivalent up to renaming of objects" in "".join(piece.text for piece in same.heading)
    assert same.notes == ()


@given(st.lists(st.text("ab漢", max_size=30), min_size=2, max_size=2), st.integers(10, 30))
def test_names_cut_apart_keep_their_room(names: list[str], width: int) -> None:
    cut = cut_apart(names, [width, width])
    assert all(cell_width(text) <= width for text in cut)
    assert [text for text, name in zip(cut, names, strict=True) if cell_width(name) <= width] == [
        name for name in names if cell_width(name) <= width
    ]


@pytest.mark.viewer_behaviour(31, "names of files")
def test_names_are_cut_around_what_is_different_in_them() -> None:
    names = [f"a-very-long-name-of-a-plan-{role}-with-seed-12345.plan" for role in ("new", "old")]
    assert cut_apart(names, [20, 20]) == ["…-a-plan-new-with-s…", "…-a-plan-old-with-s…"]
    heading = line(Piece(names[0], Tone.TITLE), " ▸ ", Piece(names[1], Tone.TITLE), "  F1 0.5" * 6)
    first, second = fitted(heading, 110)
    assert [piece.text for piece in first if piece.tone is Tone.TITLE] == names
    assert "F1 0.5" in "".join(piece.text for piece in second)
