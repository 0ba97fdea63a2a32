"""A screen with a table of pairs: what is known of them, in the order that is wanted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal

from plancore.report.batch.row import PairRow
from plancore.report.batch.selection import Selection, read_filter, selected
from plancore.report.lines import Line, line, visible
from plancore.report.registry import render
from plandiff.screens.keys import Key, batch_hint
from plandiff.screens.model import MIN_WIDTH
from plandiff.screens.rows import SPLIT_WIDTH
from plandiff.screens.viewer import ViewerScreen
from plandiff.session.batch import BatchSession
from plandiff.viewmodel.batch_lines import (
    AtWork,
    coming_lines,
    heading_line,
    row_lines,
    summary_lines,
    work_lines,
)
from plandiff.viewmodel.heading import fitted
from plandiff.widgets.batch_list import BatchList
from plandiff.widgets.key_bar import KeyBar
from plandiff.widgets.lines import Lines
from plandiff.widgets.panel import Panel
from plandiff.widgets.prompt import Prompt

_FILTER: Final = "filter: "
_SHARE: Final = 4
"""So many times as long as showing all rows takes nothing is shown again."""


class BatchRowsScreen(ViewerScreen):
    """What keys do with rows of a batch, wherever they come from."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it without ClassVar
        (0, "-tiny"),
        (MIN_WIDTH, "-narrow"),
        (SPLIT_WIDTH, "-wide"),
    ]

    def __init__(self, session: BatchSession) -> None:
        self.session = session
        self._batch = session.batch
        self._selection = self._batch.selection
        self.rows: Sequence[PairRow] = ()
        """Those that are shown, in order."""
        self._marked: set[str] = set()
        self._n_known = 0
        self._has_failed = False
        self._has_news = False
        self._next_show = 0.0
        super().__init__()

    def compose(self) -> ComposeResult:
        """Heading, pairs at work, names of columns, rows, summary, the row at the cursor, keys."""
        yield Lines(id="heading")
        yield Lines(id="at-work")
        yield Lines(id="batch-head")
        yield BatchList(id="pairs")
        yield Lines(id="batch-summary")
        yield Panel(id="panel")
        yield Prompt(id="prompt")
        with Horizontal(id="status"):
            yield KeyBar(id="keys")
            yield Lines(id="position")
        yield Lines(id="too-narrow")

    def on_mount(self) -> None:
        """Tell of the row that one goes to."""
        self.watch(self.pairs, "cursor", self._show_row, init=False)
        # It comes and goes after rows are shown, and the columns have other room then.
        self.watch(self.pairs, "show_vertical_scrollbar", self._show_head, init=False)

    def on_resize(self, event: events.Resize) -> None:
        """Other columns; a plain word when there is no room for any."""
        self.query_one("#too-narrow", Lines).show(
            [
                line(f"{event.size.width} columns are too narrow for the pairs."),
                line(f"Make the window at least {MIN_WIDTH} columns wide,"),
                line("or use plandiff --format text. q quits."),
            ]
        )
        self.call_after_refresh(self.show_rows)

    @property
    def pairs(self) -> BatchList:
        """The rows on the screen."""
        return self.query_one(BatchList)

    def show_rows(self) -> None:
        """Show the rows that are known and asked for, in the order that is asked for."""
        if not self.children:
            return  # the screen was left before the turn of this came
        start = time.monotonic()
        self._has_news = False
        self._batch = replace(self.session.batch, selection=self._selection)
        self.rows = self._batch.shown
        are_coming = len(self._batch.rows) > self._n_known
        self._n_known = len(self._batch.rows)
        self._has_failed = any(row.is_trouble for row in self._batch.rows)
        at_work = self._at_work()
        self.pairs.show(self._batch, self.rows, self._marked, at_work, are_coming=are_coming)
        self._show_head()
        summary = summary_lines(self._batch, len(self.rows), self.size.width - 2, self.size.height)
        self.query_one("#batch-summary", Lines).show(summary)
        self.show_work()
        self._next_show = time.monotonic() + _SHARE * (time.monotonic() - start)

    def _show_head(self) -> None:
        """Name the columns that there is room for."""
        head = self.pairs.head(self._selection.order)
        self.query_one("#batch-head", Lines).show([line(" ", *head)])

    def _show_heading(self) -> None:
        rate = self.session.rate if self.session.is_working else None
        heading = heading_line(self._batch, len(self.session.pairs), rate, len(self._marked))
        self.query_one("#heading", Lines).show(fitted(heading, self.size.width - 2))
        can_rerun = self._has_failed and not self.session.is_working
        keys = batch_hint(n_marked=len(self._marked), can_rerun=can_rerun)
        self.query_one(KeyBar).show(keys)

    def _at_work(self) -> Sequence[AtWork]:
        """The pairs at work that may come to be shown, by their names."""
        words = read_filter(self._selection.filter).words
        return [
            working
            for working in self.session.at_work()
            if all(word in working.pair.name.lower() for word in words)
        ]

    def show_work(self) -> None:
        """Say how far the work is: of each pair in its row, and below the heading of those that
        cannot be seen."""
        if not self.pairs.show_work(self._at_work()):
            self._has_news = True
        self._show_heading()
        unseen = [at for at in self.session.at_work() if not self.pairs.is_seen(at.pair.name)]
        said = work_lines(unseen, self.size.width - 2, self.size.height)
        at_work = self.query_one("#at-work", Lines)
        at_work.show(said)
        at_work.display = bool(said)
        self._show_row()

    def _show_row(self) -> None:
        """Say of the row at the cursor what the table has no room for."""
        pairs, room = self.pairs, (self.size.width - 2, self.size.height)
        name = pairs.cursor_name
        working = next((at for at in self.session.at_work() if at.pair.name == name), None)
        said: Sequence[Line] = ()
        if pairs.row is not None:
            work = "" if working is None else working.text
            said = row_lines(pairs.row, self._batch, *room, work)
        elif working is not None:
            said = coming_lines(working, self._batch, *room)
        self.query_one("#panel", Lines).show(said)
        at = pairs.cursor + 1 if pairs.line_count else 0
        self.query_one("#position", Lines).show([line(f"{at}/{pairs.line_count}")])

    # Order, filter, marks

    @property
    def offered(self) -> Sequence[Key]:
        """What is done by keys, and the columns to sort by."""
        columns = self.pairs.table(self.pairs.row_width - 1).columns
        sorts = (
            Key("", f"sort('{column.order}')", f"sort by {column.title}, again: the other way")
            for column in columns
        )
        return (*self.KEYS, *sorts)

    def action_sort(self, order: str) -> None:
        """Sort by a column, the lowest first; by the same again, the highest first."""
        self._select(order=f"-{order}" if self._selection.order == order else order)
        self.pairs.cursor = 0

    def action_unsorted(self) -> None:
        """The pairs by their names."""
        self._select(order="")

    def action_filter(self) -> None:
        """Ask which pairs to show."""
        self.query_one(Prompt).ask(_FILTER, self._selection.filter)

    def _select(self, *, filter: str | None = None, order: str | None = None) -> None:
        """Show other rows, or the same in another order. What cannot be read is told."""
        wanted = Selection(
            self._selection.filter if filter is None else filter,
            self._selection.order if order is None else order,
        )
        try:
            selected(self._batch, wanted)
        except ValueError as error:
            self._say(str(error), is_error=True)
            return
        self._selection = wanted
        self.show_rows()

    def action_mark(self) -> None:
        """Mark the row at the cursor, or not, and go to the next."""
        name = self.pairs.cursor_name
        if name:
            self._marked ^= {name}
            self.pairs.lines_changed()
            self._show_heading()
            self.pairs.action_move(1)

    def action_worse(self, direction: int) -> None:
        """The next or previous row that makes the run fail."""
        rows, at = self.rows, self.pairs.cursor
        beyond = range(at + 1, len(rows)) if direction > 0 else range(at - 1, -1, -1)
        failing = (n for n in beyond if rows[n].is_trouble or self._batch.failures(rows[n]))
        target = next(failing, None)
        if target is None:
            self.notify("no more pairs that fail", timeout=2)
        else:
            self.pairs.cursor = target

    @on(Prompt.Answered)
    def filter_rows(self, event: Prompt.Answered) -> None:
        """Show other rows."""
        self.pairs.focus()
        if event.question == _FILTER:
            self._select(filter=event.text)

    @property
    def text_here(self) -> str:
        """The row at the cursor, as CSV; empty where there is none."""
        row = self.pairs.row
        if row is None:
            return ""
        alone = replace(self._batch, rows=(row,), selection=Selection())
        return render(alone, "csv").splitlines()[-1]

    def _say(self, text: str, *, is_error: bool = False) -> None:
        severity: Literal["error", "information"] = "error" if is_error else "information"
        self.notify(visible(text), severity=severity, timeout=6, markup=False)
