"""Work on many pairs in the viewer: how far it is, ended, gone on with, done again."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.segment import Segment

from plancore.report.batch.row import BatchPair
from plancore.report.registry import render
from plandiff.viewmodel.batch import AtWork
from plandiff.widgets.batch_list import BatchList
from planfiles.command import Exit
from planfiles.progress_reports import ProgressReport
from support.batch_folders import write_folders
from support.batch_viewer import batch_viewer
from support.batches import batch, row, saved_run
from support.judged import write_slow_pair

pytestmark = [
    pytest.mark.viewer_behaviour(38),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("folders"),
    pytest.mark.skipif(os.name != "posix", reason="processes are held by a signal"),
]


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26, "many pairs")
async def test_work_is_ended_and_goes_on(tmp_path: Path) -> None:
    write_folders(tmp_path, pairs=1500)
    async with batch_viewer("l", "r", "--jobs", "2", wait=False) as view:
        await view.until_held(lambda: len(view.names) > 3)
        await view.press("escape", "escape")
        assert not view.table.session.is_working
        known = len(view.names)
        assert known < 1504
        assert "r to continue" in view.lines()[0]
        await view.press("r")
        await view.until(lambda: len(view.names) > known)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26, "many pairs")
async def test_quitting_before_all_is_known_is_an_interruption(tmp_path: Path) -> None:
    write_folders(tmp_path, pairs=1500)
    async with batch_viewer("l", "r", "--jobs", "2", wait=False) as view:
        await view.until_held(lambda: len(view.names) > 3)
        await view.press("escape")
        await view.press("ctrl+c")
    assert view.app.return_value == Exit.INTERRUPTED


@pytest.mark.slow
async def test_a_pair_that_takes_long_says_how_far_it_is_and_can_be_left(folders: Path) -> None:
    write_slow_pair(folders / "many" / "pair")
    async with batch_viewer("many", wait=False) as view:
        await view.until_held(lambda: "plans executed, of 200: " in view.text)
        line = next(line for line in view.lines() if "plans executed" in line)
        assert re.fullmatch(r"▸ {2}○ pair +plans executed, of 200: \d+(, \d+ s)?", line)
        assert "○ comparing  many/pair/reference.pddl ▸ many/pair/learned.pddl" in view.text
        await view.press("enter")  # it can be looked at meanwhile
        await view.until(lambda: "reference.pddl ▸ learned.pddl" in view.lines()[0])
        await view.press("q")
        await view.until(lambda: view.app.screen is view.table)
        for keys in (["escape"], ["down", "escape"]):  # one may be one too many, back from a pair
            await view.press(*keys)
            await view.until(lambda: "press Esc again to stop comparing" in view.text)
            assert view.table.session.is_working
        await view.press("escape")
        assert "r to continue" in view.lines()[0]
        assert "plans executed" not in view.text
        assert not view.table.session.is_working


@pytest.mark.slow
async def test_a_pair_that_is_compared_again_says_so_in_its_row(folders: Path) -> None:
    known = [row(f"x/{number}", f1=0.5, note="why") for number in range(30)]
    write_slow_pair(folders / "many" / "pair")
    home = folders / "many" / "pair"
    slow = replace(
        row("pair", f1=0.5, note="why"),
        learned=str(home / "learned.pddl"),
        reference=str(home / "reference.pddl"),
    )
    (folders / "run.json").write_text(render(batch(*known, slow), "json"))
    async with batch_viewer("run.json", size=(120, 20)) as view:
        await view.press("G", "R")
        await view.until_held(lambda: "plans" in view.text)
        line = next(line for line in view.lines() if line.startswith("▸"))
        assert re.fullmatch(r"▸ {2}○ 0\.500 .* pair +plans .*", line)
        assert "again: plans" in view.text
        await view.press("g")  # where it cannot be seen
        assert any(line.startswith(" ○ pair  plans ") for line in view.lines()[:2])
        await view.press("escape", "escape")
        assert "○" not in view.text


async def test_how_far_a_pair_is_paints_no_other_row(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 100), size=(120, 30)) as view:
        pairs, known = view.table.pairs, view.table.session.batch
        painted: list[int] = []

        class Watched(BatchList):
            def line_segments(self, line: int, width: int) -> list[Segment]:
                painted.append(line)
                return super().line_segments(line, width)

        pairs.__class__ = Watched
        for names in (["x/00003"], ["new", "x/00003"]):
            at_work = [
                AtWork(BatchPair(name, name, name), ProgressReport(1, "plans", 1.0))
                for name in names
            ]
            assert pairs.show_work(at_work) is (names == ["x/00003"])
            pairs.show(known, known.rows, (), at_work)
            await view.pilot.pause()
            painted.clear()
            later = [at._replace(far=ProgressReport(2, "plans", 3.0)) for at in at_work]
            assert pairs.show_work(later)
            await view.pilot.pause()
            assert set(painted) == {3}  # the other one is below what is to be seen
            assert "plans: 2, 3 s" in view.text
            painted.clear()
            assert pairs.show_work(later)
            await view.pilot.pause()
            assert painted == []


async def test_a_cursor_that_nobody_moved_follows_no_pair_that_is_at_work(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30)) as view:
        pairs, known = view.table.pairs, view.table.session.batch
        pairs.cursor = 12

        def show(rows: int, *names: str) -> None:
            at_work = [
                AtWork(BatchPair(name, name, name), ProgressReport(1, "plans", 1.0))
                for name in names
            ]
            pairs.show(known, known.rows[:rows], (), at_work, are_coming=False)

        show(0)
        for names in (["x/00012"], ["x/00002", "x/00012"], ["x/00001", "x/00002", "x/00012"]):
            show(0, *names)
            assert pairs.cursor == 0
        show(10, "x/00012")
        assert pairs.cursor == 0
        show(20)
        assert pairs.cursor_name == "x/00012"


async def test_the_pair_gone_back_to_stays_though_it_came_first(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 30)) as view:
        pairs, known = view.table.pairs, view.table.session.batch
        pairs.cursor = 12
        pairs.show(known, (), ())
        pairs.show(known, known.rows[12:20], (), are_coming=True)
        assert (pairs.cursor, pairs.cursor_name) == (0, "x/00012")
        pairs.show(known, known.rows, (), are_coming=True)
        assert (pairs.cursor, pairs.cursor_name) == (12, "x/00012")


async def test_before_pairs_without_rows_there_is_no_failing_one(folders: Path) -> None:
    async with batch_viewer(saved_run(folders, 3)) as view:
        table, known = view.table, view.table.session.batch
        table.rows = ()
        names = "new", "newer"
        at_work = [
            AtWork(BatchPair(name, name, name), ProgressReport(1, "plans", 1.0)) for name in names
        ]
        table.pairs.show(known, (), (), at_work)
        await view.press("G", "N")
        assert "no more failing pairs" in view.text
