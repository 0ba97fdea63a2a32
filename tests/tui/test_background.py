"""What takes long on a screen: it goes on meanwhile, and Esc ends it."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from plancore.report.domain.rows import DomainRows
from plancore.report.rows.row import Rows
from plancore.stop import NEVER, Checkpoint
from plandiff.viewmodel.models import text_row_of
from support.viewer import Viewer, viewer

LEARNED = """(define (domain d) (:predicates (p) (q))
 (:action a :parameters () :precondition (p) :effect (q))
 (:action b :parameters () :precondition (p) :effect (q)))
"""
REFERENCE = LEARNED.replace(
    "(:action b :parameters () :precondition (p)", "(:action b :parameters () :precondition (q)"
)
_HANGS = 60.0


class _Slow:
    """A search that takes until it may end, and knows whether it was stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end, self.was_stopped = threading.Event(), False
        search = DomainRows.matching

        def matching(rows: DomainRows, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
            deadline = time.monotonic() + _HANGS
            try:
                while not self.may_end.wait(0.01):
                    assert time.monotonic() < deadline
                    checkpoint(1234)
            except BaseException:
                self.was_stopped = True
                raise
            return search(rows, text, checkpoint)

        monkeypatch.setattr(DomainRows, "matching", matching)


def _files(folder: Path) -> tuple[Path, Path]:
    learned, reference = folder / "learned.pddl", folder / "reference.pddl"
    learned.write_text(LEARNED)
    reference.write_text(REFERENCE)
    return learned, reference


async def _search(pair: Viewer, text: str) -> None:
    await pair.press("slash", *text, "enter")


@pytest.mark.slow
async def test_a_long_search_tells_how_far_it_is_and_rows_can_be_read_meanwhile(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = _Slow(monkeypatch)
    async with viewer(*_files(tmp_path)) as pair:
        await _search(pair, "p")
        await pair.until(lambda: "searching: 1,234   Esc to stop" in pair.text)
        await pair.press("g", "j", "j")
        at = pair.screen.aligned.base_index
        assert at > 0
        slow.may_end.set()
        await pair.until(lambda: "match" in pair.text)
        assert "searching" not in pair.text
        assert pair.screen.aligned.base_index in pair.screen.rows.matching("p")


async def test_escape_ends_a_search_and_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = _Slow(monkeypatch)
    async with viewer(*_files(tmp_path)) as pair:
        await _search(pair, "p")
        await pair.until(lambda: "searching" in pair.text)
        await pair.press("escape")
        await pair.until(lambda: slow.was_stopped)
        assert "searching" not in pair.text
        assert "change 1/2" in pair.text
        assert pair.app.screen is pair.screen


@pytest.mark.slow
async def test_figures_do_not_wait_for_the_search_that_follows_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with viewer(*_files(tmp_path), size=(120, 40)) as pair:
        await _search(pair, "q")
        before = pair.screen._matches
        assert before
        slow = _Slow(monkeypatch)
        await pair.press("i")
        await pair.until(lambda: "searching" in pair.text)
        slow.may_end.set()
        await pair.until(lambda: pair.screen._matches == before)


@pytest.mark.slow
async def test_the_lines_are_aligned_in_the_background(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    may_end = threading.Event()
    find = text_row_of

    def slow(rows: Rows, index: int, texts: Rows) -> int:
        assert may_end.wait(_HANGS)
        return find(rows, index, texts)

    monkeypatch.setattr("plandiff.screens.review.text_row_of", slow)
    async with viewer(*_files(tmp_path)) as pair:
        await pair.press("t")
        await pair.until(lambda: "aligning lines   Esc to stop" in pair.text)
        await pair.press("escape")
        assert not pair.screen._is_text
        assert "aligning" not in pair.text
        await pair.press("t")
        may_end.set()
        await pair.until(lambda: "(define (domain d)" in pair.text)
        assert pair.screen.session.shows_texts
        await pair.press_and_compare("R")
        assert "(define (domain d)" in pair.text
