"""The first screen of two or three domains and of a folder: what is wrong, and where."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from plancore.report.lines import Piece, Tone
from plandiff.viewmodel.heading import fitted
from support.batch_viewer import batch_viewer
from support.examples import DELIVERY
from support.viewer import Viewer, viewer

ARCHIVE = DELIVERY.parent / "archive"
SMALL = (80, 24)
REFERENCE = """\
(define (domain d)
  (:predicates (p ?x) (q ?x))
  (:action go :parameters (?v) :precondition (p ?v) :effect (q ?v)))
"""


def cursor_lines(view: Viewer) -> list[str]:
    """The lines with a cursor: of the list, if it is there, and of the rows."""
    return [line for line in view.lines() if "▸" in line.partition("ref")[0]]


def domains(folder: Path, learned: str) -> tuple[Path, Path]:
    files = folder / "learned.pddl", folder / "reference.pddl"
    files[0].write_text(learned)
    files[1].write_text(REFERENCE)
    return files


async def test_domains_that_break_no_plan_open_at_a_literal_below_its_title() -> None:
    """Not at the parameters above, which are swapped."""
    async with viewer(ARCHIVE / "learned.pddl", ARCHIVE / "reference.pddl", size=SMALL) as view:
        (cursor,) = cursor_lines(view)
        assert "-   (cart-free)" in cursor
        above = view.lines()[: view.lines().index(cursor)]
        assert sum("» pick-up-document ⇐ collect" in line for line in above) == 1
        await view.press("N")
        assert ":parameters" in cursor_lines(view)[0]


async def test_three_sides_open_at_what_breaks_plans(tmp_path: Path) -> None:
    """Not at what the last change has repaired. The sign says that it is still wrong."""
    shutil.copytree(DELIVERY, tmp_path, dirs_exist_ok=True)
    learned = tmp_path / "learned.pddl"
    before = tmp_path / "before.pddl"
    before.write_text(learned.read_text().replace("(available ?a)", "", 1))
    files = learned, tmp_path / "reference.pddl"
    async with viewer(*files, "--before", str(before), size=(120, 40)) as view:
        in_list, in_rows = cursor_lines(view)
        assert in_list.startswith("▸! (not (available ?a))  pick-up 1 ")
        assert in_rows.partition("▸!")[2].split("  ")[-2].strip() == "extra; rejects 1 of 1"
        assert view.lines()[-2].startswith(" reference.plan fails at step 2")


async def test_other_variables_stand_once_with_their_names(tmp_path: Path) -> None:
    learned = REFERENCE.replace("?v", "?v_0").replace("(p ?v_0)", "(and (p ?v_0) (q ?v_0))")
    async with viewer(*domains(tmp_path, learned), size=SMALL) as view:
        (line,) = (line for line in view.lines() if ":parameters" in line)
        assert line.split()[1:] == ["(?v)", "?v→?v_0"]


async def test_what_both_heads_show_is_not_said_again(tmp_path: Path) -> None:
    learned = REFERENCE.replace("(?v)", "(?v ?w)")
    async with viewer(*domains(tmp_path, learned), size=(120, 40)) as view:
        assert ":parameters (?v ?w)" in view.text
        assert "parameter 2 is extra" not in view.text
        await view.press("i")
        assert "parameter 2 is extra: ?w" in view.text


def test_no_line_of_a_heading_begins_within_a_sentence() -> None:
    names = Piece("reference.pddl", Tone.TITLE), Piece(" ▸ "), Piece("learned.pddl", Tone.TITLE)
    told = Piece("  6 differences"), Piece(", 1 in the declarations", Tone.DIM)
    lines = fitted((*names, *told, Piece("  F1 0.848"), Piece("  3 of 3 valid plans rejected")), 74)
    assert ["".join(piece.text for piece in line) for line in lines] == [
        "reference.pddl ▸ learned.pddl  6 differences, 1 in the declarations",
        "F1 0.848  3 of 3 valid plans rejected",
    ]


def test_what_goes_on_is_left_out_if_the_line_before_has_no_room() -> None:
    names = Piece("reference.pddl", Tone.TITLE), Piece(" ▸ "), Piece("learned.pddl", Tone.TITLE)
    told = (
        Piece("  18 differences: 5 in 5 of 5 actions (4 extra)"),
        Piece(", 13 in the declarations", Tone.DIM),
    )
    lines = fitted((*names, *told, Piece("  F1 0.000")), 78)
    assert ["".join(piece.text for piece in line) for line in lines] == [
        "reference.pddl ▸ learned.pddl  18 differences: 5 in 5 of 5 actions (4 extra)",
        "F1 0.000",
    ]


@pytest.mark.parametrize("is_small", [True, False])
async def test_domains_without_a_literal_in_common_say_so_first(
    tmp_path: Path, *, is_small: bool
) -> None:
    """Unless they have so few literals that all may differ although their names match."""
    learned = """\
(define (domain d)
  (:predicates (p ?x ?y) (q ?x ?y))
  (:action go :parameters (?v ?w)
    :precondition (and (p ?v ?w) (p ?w ?v) (q ?v ?w)) :effect (and (q ?w ?v) (not (p ?v ?w)))))
"""
    files = domains(tmp_path, learned)
    if not is_small:
        unary = learned.replace("?x ?y", "?x").replace(" ?w)", ")").replace(" ?v)", ")")
        files[1].write_text(unary.replace("(?v)", "(?v ?w)"))
    async with viewer(*files, size=SMALL) as view:
        said = "the domains share no literal: press a to match by structure"
        assert (said in view.text) != is_small
        assert is_small or any(said in line for line in view.lines()[:4])


async def test_a_folder_says_which_pairs_break_plans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bakery", "delivery"):
        shutil.copytree(DELIVERY.parent / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    async with batch_viewer(".", size=SMALL) as view:
        assert view.lines()[0] == " .  2 pairs: 2 different"
        (bakery,) = (line for line in view.lines() if "  bakery " in line)
        assert bakery.endswith("bakery    rejects 3 of 3 valid plans")
        assert "./bakery/reference.pddl ▸ ./bakery/learned.pddl" in view.text
