"""What a reader has arranged stays, whatever is compared anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plandiff.session.session import Stamp, Watch
from support.examples import BAKERY, DELIVERY
from support.judged import write_kitchen
from support.viewer import Viewer, go_to_first, viewer

LEARNED, REFERENCE = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The example, to be written to."""
    copies = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    for copy, file in zip(copies, (LEARNED, REFERENCE), strict=True):
        copy.write_text(file.read_text())
    return copies


def cursor_text(view: Viewer) -> str:
    aligned = view.screen.aligned
    return aligned.rows.row(aligned.base_index).text


def write(file: Path, text: str) -> None:
    """Write, at a time of its own even on a coarse clock."""
    file.write_text(text)
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1_000_000))


def edited(text: str) -> str:
    """The file with an action more above the others, and another literal."""
    first = text.index("(:action")
    more = "(:action wait :parameters (?a - courier) :effect (available ?a))\n  "
    return f"{text[:first]}{more}{text[first:]}"


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29)
@pytest.mark.viewer_behaviour(35)
async def test_reload_keeps_place_screen_line_folds_order_columns_and_search(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, size=(160, 24)) as view:
        await view.press("b", "s", "n", "n", "slash", *"available", "enter", "n", "j")
        aligned = view.screen.aligned
        text, line = cursor_text(view), aligned.region.y + aligned.screen_line
        write(files[0], edited(files[0].read_text()))
        await view.press_and_compare("R")
        assert (cursor_text(view), aligned.region.y + aligned.screen_line) == (text, line)
        assert "worst first" in view.text
        assert aligned.unified
        assert "match" in view.lines()[-1]
        assert "+ wait" in view.text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29)
async def test_the_list_stays_where_it_is_beside_a_row_that_is_the_same(tmp_path: Path) -> None:
    files = write_kitchen(tmp_path)
    async with viewer(*files, "--plans", str(tmp_path / "plans")) as view:

        def chosen() -> list[str]:
            return next(line for line in view.lines() if line.startswith("▸")).split()[:3]

        await view.press("n", "n", "up")
        assert cursor_text(view) == "(at ?a)"
        assert chosen() == ["▸-", "(lit)", "wash"]
        write(files[0], files[0].read_text().replace("(open ?a)", "(open ?a) (lit)"))
        await view.press_and_compare("R")
        await view.until(lambda: "by plans" in view.lines()[-1])
        assert view.text.count(" (lit) ") >= 3
        assert chosen() == ["▸-", "(lit)", "wash"]


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29)
async def test_the_texts_stay_where_they_are(files: tuple[Path, Path]) -> None:
    async with viewer(*files) as view:
        await view.press("n", "t", "j", "j")
        text = cursor_text(view)
        write(files[0], edited(files[0].read_text()))
        await view.press_and_compare("R")
        assert cursor_text(view) == text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29)
async def test_what_was_unfolded_stays_unfolded(tmp_path: Path) -> None:
    steps = [f"(go s{number})\n" for number in range(60)]
    files = tmp_path / "a.plan", tmp_path / "b.plan"
    files[0].write_text("".join((*steps, "(stop a)\n", *steps, "(end a)\n")))
    files[1].write_text("".join((*steps, "(stop b)\n", *steps, "(end b)\n")))
    async with viewer(*files) as view:
        assert view.text.count(" equal: ") == 2
        await view.press("g", "z")
        assert view.screen.aligned.folding.item(3) == 3
        write(files[0], f"(begin)\n{files[0].read_text()}")
        await view.press_and_compare("R")
        assert view.screen.aligned.folding.item(4) == 4
        await view.pilot.resize_terminal(80, 24)
        await view.pilot.pause()
        assert view.screen.aligned.unified
        assert view.screen.aligned.folding.item(4) == 4


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29)
async def test_taking_over_goes_on_and_undoing_comes_back(tmp_path: Path) -> None:
    files = write_kitchen(tmp_path)
    async with viewer(*files, "--plans", str(tmp_path / "plans")) as view:

        def place() -> tuple[str, str]:
            """What is at both cursors."""
            actions = view.screen.actions
            assert actions is not None
            return cursor_text(view).split("  ")[0], actions.entry.name

        assert "change 1/3 by plans" in view.text
        await view.press("n")
        taken, following = place(), ("(lit)", "(lit)")
        assert taken == ("(not (clean ?a))", "(not (clean ?a))")
        await view.press("u")
        await view.press_and_compare("y")
        await view.until(lambda: "2/2 by plans" in view.lines()[-1])
        assert place() == following
        await view.press_and_compare("U")
        await view.until(lambda: "2/3 by plans" in view.lines()[-1])
        assert place() == taken


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29)
async def test_a_comparison_anew_does_not_lead_back_to_the_start() -> None:
    async with viewer(BAKERY / "learned.pddl", BAKERY / "reference.pddl") as view:
        await go_to_first(view)
        # The first one as in the file is not the first one by plans.
        first = view.screen.aligned.base_index
        assert "change 1/" not in view.lines()[-1]
        await view.press_and_compare("R")
        await view.until(lambda: "by plans" in view.lines()[-1])
        assert view.screen.aligned.base_index == first


@pytest.mark.slow
async def test_watching_reads_files_again_when_they_have_come_to_rest(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, "--watch") as view:
        await view.press("n")
        text = cursor_text(view)
        before = view.screen.session.model
        write(files[0], edited(files[0].read_text()))
        await view.until(lambda: view.screen.session.model is not before)
        await view.until(lambda: "+ wait" in view.text)
        assert cursor_text(view) == text
        reference = files[1].read_text()
        files[1].unlink()
        await view.until(
            lambda: "showing the previous version: reference.pddl was deleted" in view.lines()[0]
        )
        assert "+ wait" in view.text
        write(files[1], reference)
        await view.until(lambda: "was deleted" not in view.text)
        await view.press("W")
        assert "no longer watching" in view.text


@pytest.mark.slow
async def test_watching_says_while_a_file_cannot_be_compared_that_the_review_is_old(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, "--watch") as view:
        learned = files[0].read_text()
        write(files[0], "")
        await view.until(lambda: "showing the previous version" in view.lines()[0])
        assert "the file is empty" in view.text
        await view.press_and_compare("a")  # what was read is compared in another way, and old
        assert "showing the previous version" in view.lines()[0]
        write(files[0], edited(learned))
        await view.until(lambda: "+ wait" in view.text)
        assert "showing the previous version" not in view.text


@pytest.mark.slow
async def test_a_file_that_cannot_be_read_any_more_is_told_and_the_review_stays(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files) as view:
        files[0].unlink()
        await view.press_and_wait("R")
        await view.until(lambda: "cannot read" in view.text)
        assert "change 1/" in view.text


def test_a_change_is_told_once_when_it_rests() -> None:
    first, second, third = ({"a": Stamp(time, 1, 1)} for time in (1, 2, 3))
    watch = Watch(first)
    looks = (first, second, third, third, third, {"a": None}, {"a": None}, third, third)
    assert [watch.changed_at_rest(now) for now in looks] == [
        [], [], [], ["a"], [], [], ["a"], [], ["a"],
    ]  # fmt: skip


async def test_a_broken_save_keeps_the_last_good_verdict_and_is_told(tmp_path: Path) -> None:
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    for file in files:
        file.write_text((DELIVERY / file.name).read_text())
    async with viewer(*files, "--watch", size=(120, 40)) as view:
        good = files[0].read_text()
        files[0].write_text(good[: len(good) // 2])
        await view.until(lambda: "showing the previous version: " in view.text)
        assert "6 differences: 5 in 3 of 3 actions" in view.text
        files[0].write_text(good.replace("(not (available ?a))", ""))
        await view.until(lambda: "showing the previous version" not in view.text)
        await view.until(lambda: "5 differences" in view.text)
