"""A cause that many differences share is marked, taken and given back as a whole, from the list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.viewer import Viewer, viewer

ACTIONS = ("load", "drive", "unload", "park")
WIDE = (120, 40)


def domain(condition: str = "", effect: str = "") -> str:
    actions = "\n".join(
        f"  (:action {name} :parameters (?t)\n"
        f"    :precondition (and (at ?t){condition})\n"
        f"    :effect (and (done ?t){effect if name == 'park' else ''}))"
        for name in ACTIONS
    )
    return f"(define (domain depot)\n  (:predicates (at ?t) (busy ?t) (done ?t))\n{actions})\n"


def written(folder: Path) -> tuple[Path, Path]:
    """A learned domain that says in each action that the truck is not busy, and in one more."""
    files = folder / "learned.pddl", folder / "reference.pddl"
    files[0].write_text(domain(" (not (busy ?t))", " (at ?t)"))
    files[1].write_text(domain())
    return files


def list_cursor(view: Viewer) -> str:
    actions = view.screen.actions
    assert actions is not None
    return actions.entry.name


def states_of(folder: Path) -> list[str]:
    file = folder / "learned.pddl.review.json"
    marks = json.loads(file.read_text())["marks"] if file.exists() else []
    return [mark["state"] for mark in marks]


async def test_a_cause_is_marked_as_a_whole_by_keys(tmp_path: Path) -> None:
    async with viewer(*written(tmp_path), size=WIDE) as view:
        assert view.lines()[0].endswith("5 differences in 4 of 4 actions  F1 0.762")
        assert "by cause" in view.text
        await view.press("tab")
        assert list_cursor(view) == "4 extra negative preconditions"
        await view.press("M", "M")
        assert states_of(tmp_path) == 4 * ["accepted"]
        assert "5 differences in 4 of 4 actions  4 left as is, 1 open" in view.text
        assert list_cursor(view) == "4 extra negative preconditions"
        await view.press("M")
        assert states_of(tmp_path) == 4 * ["reported"]
        await view.press("M")
        assert states_of(tmp_path) == []


async def test_what_is_open_in_a_cause_is_marked_like_the_rest(tmp_path: Path) -> None:
    async with viewer(*written(tmp_path), size=WIDE) as view:
        await view.press("M", "M")
        assert states_of(tmp_path) == ["accepted"]
        await view.press("tab", "M")
        assert states_of(tmp_path) == 4 * ["accepted"]


@pytest.mark.slow
async def test_a_cause_is_marked_as_a_whole_by_the_mouse(tmp_path: Path) -> None:
    async with viewer(*written(tmp_path), size=WIDE) as view:
        line = next(at for at, text in enumerate(view.lines()) if "4 extra negative" in text)
        await view.pilot.click(offset=(6, line))
        await view.pilot.pause()
        assert list_cursor(view) == "4 extra negative preconditions"
        await view.press("M", "M")
        assert states_of(tmp_path) == 4 * ["accepted"]


async def test_a_cause_is_taken_and_given_back_as_a_whole(tmp_path: Path) -> None:
    learned, reference = written(tmp_path)
    before = learned.read_text()
    async with viewer(learned, reference, size=WIDE) as view:
        await view.press("tab", "u")
        assert "Take 4 differences from the reference?" in view.text
        assert view.text.count("(not (busy ?t))") >= 4
        await view.press("n")
        assert learned.read_text() == before
        await view.press("u")
        await view.press_and_compare("y")
        assert learned.read_text() == domain(effect=" (at ?t)")
        assert "1 difference in 1 of 4 actions" in view.lines()[0]
        await view.press_and_compare("U")
        assert learned.read_text() == before
        assert "5 differences in 4 of 4 actions" in view.lines()[0]


async def test_a_cause_below_the_actions_is_a_whole_as_well(tmp_path: Path) -> None:
    learned, reference = written(tmp_path)
    async with viewer(learned, reference, size=WIDE) as view:
        while view.screen.outline is None or view.screen.outline.order != "file order":
            await view.press("b")
        await view.press("tab", "G")
        assert list_cursor(view) == "4 extra negative preconditions"
        await view.press("u")
        await view.press_and_compare("y")
        assert learned.read_text() == domain(effect=" (at ?t)")


async def test_in_the_rows_only_the_difference_at_the_cursor_is_taken(tmp_path: Path) -> None:
    learned, reference = written(tmp_path)
    async with viewer(learned, reference, size=WIDE) as view:
        await view.press("u")
        assert "Remove precondition (not (busy ?t))?" in view.text
        await view.press_and_compare("y")
        assert learned.read_text().count("(not (busy ?t))") == 3
