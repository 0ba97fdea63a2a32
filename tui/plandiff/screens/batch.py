"""The screen of a directory comparison: a table of pairs, to open, compare again and save."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message

from plancore.report.batch.review import (
    Baseline,
    Batch,
    Selection,
    made_otherwise,
    read_filter,
    selected,
)
from plancore.report.batch.row import BatchPair, BatchRow
from plancore.report.lines import Line, line
from plancore.report.registry import render
from plandiff.batch import comparing
from plandiff.options import Options, batch_status
from plandiff.screens.keys import BATCH_KEYS, KeyBinding, batch_hint, bindings
from plandiff.screens.model import MIN_WIDTH
from plandiff.screens.pair import PairScreen
from plandiff.screens.rows import SPLIT_WIDTH
from plandiff.screens.viewer import ViewerScreen
from plandiff.session.batch import BatchEnded, BatchReply, BatchSession, RowsFinished
from plandiff.session.session import Session, Stamps, stamps_of
from plandiff.viewmodel.batch import (
    AtWork,
    coming_lines,
    heading_line,
    row_lines,
    summary_lines,
    work_lines,
)
from plandiff.viewmodel.heading import fitted
from plandiff.widgets.batch_list import BatchList
from plandiff.widgets.lines import Lines, Panel
from plandiff.widgets.prompt import KeyBar, Prompt
from planfiles.command import Exit
from planfiles.errors import UserError

_FILTER: Final = "filter: "
_EXPORT: Final = "write to (.csv .md .xml .json .html .txt): "
_SAVE: Final = "save the results as: "
_BASELINE: Final = "compare with saved results: "
_REDRAW: Final = 0.1
"""Seconds between two updates of the progress."""
_SHARE: Final = 4
"""After rows are shown, they are not shown again for this many times as long as that took."""


class BatchScreen(ViewerScreen):
    """Shows the rows of a session, and asks it to compare pairs."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it without ClassVar
        (0, "-tiny"),
        (MIN_WIDTH, "-narrow"),
        (SPLIT_WIDTH, "-wide"),
    ]

    AUTO_FOCUS = "#pairs"
    SECONDS = 6
    KEYS: ClassVar[tuple[KeyBinding, ...]] = BATCH_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(BATCH_KEYS),
        Binding("escape", "escape", "stop comparing, or clear the filter", show=False),
    ]

    @dataclass
    class Answered(Message):
        """An answer of the session."""

        telling: BatchReply

    def __init__(self, session: BatchSession) -> None:
        self.session = session
        self._batch = session.batch
        self._selection = self._batch.selection
        self.rows: Sequence[BatchRow] = ()
        """The shown rows, in order."""
        self._marked: set[str] = set()
        self._n_known = 0
        self._has_failed = False
        self._has_news = False
        self._next_show = 0.0
        self._is_asked = False
        """Whether Esc was pressed once while pairs are compared; the second time stops."""
        self._hint: tuple[str, ...] = ()
        super().__init__()

    @property
    def hint(self) -> tuple[str, ...]:
        """The keys to list at the bottom."""
        return self._hint

    def compose(self) -> ComposeResult:
        """Heading, slow pairs, column names, rows, summary, the row at the cursor, keys."""
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
        """Start comparing pairs without rows, after the first paint."""
        self.session.listen(lambda telling: self.post_message(self.Answered(telling)))
        self._progress = self.set_interval(_REDRAW, self._tick, pause=True)
        if not self.session.is_complete:
            self.call_after_refresh(self._begin)
        self.watch(self.pairs, "cursor", self._show_row, init=False)
        # The scrollbar appears after rows are shown, and changes the room for columns.
        self.watch(self.pairs, "show_vertical_scrollbar", self._show_head, init=False)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns, or show a message if the window is too narrow."""
        self.show_width(event.size.width, MIN_WIDTH, "the table")
        self.call_after_refresh(self.show_rows)

    @property
    def pairs(self) -> BatchList:
        """The list of rows."""
        return self.query_one(BatchList)

    def show_rows(self) -> None:
        """Show the known rows that match the filter, in the selected order."""
        if not self.children:
            return  # the screen was left before this was called
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
        """Show the names of the columns that fit."""
        head = self.pairs.head(self._selection.order)
        self.query_one("#batch-head", Lines).show([line(" ", *head)])

    def _show_heading(self) -> None:
        rate = self.session.rate if self.session.is_working else None
        heading = heading_line(self._batch, len(self.session.pairs), rate, len(self._marked))
        self.query_one("#heading", Lines).show(fitted(heading, self.size.width - 2))
        can_rerun = self._has_failed and not self.session.is_working
        self._hint = batch_hint(n_marked=len(self._marked), can_rerun=can_rerun)
        self.query_one(KeyBar).show(self._hint)

    def _at_work(self) -> Sequence[AtWork]:
        """The slow pairs whose names match the filter."""
        words = read_filter(self._selection.filter).words
        return [
            working
            for working in self.session.at_work()
            if all(word in working.pair.name.lower() for word in words)
        ]

    def show_work(self) -> None:
        """Show the progress of each pair in its row, or below the heading if not visible."""
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
        """Show the details of the row at the cursor."""
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
    def offered(self) -> Sequence[KeyBinding]:
        """The commands with keys, and the columns to sort by."""
        columns = self.pairs.table(self.pairs.row_width - 1).columns
        sorts = (
            KeyBinding("", f"sort('{column.order}')", f"sort by {column.title}; again to reverse")
            for column in columns
        )
        return (*super().offered, *sorts)

    def action_sort(self, order: str) -> None:
        """Sort by a column, lowest first; the second time, highest first."""
        self._select(order=f"-{order}" if self._selection.order == order else order)
        self.pairs.cursor = 0

    def on_click(self, event: events.Click) -> None:
        """Sort by the column whose head was clicked."""
        if self.clicked(event).id == "batch-head":
            table = self.pairs.table(self.pairs.row_width - 1)
            order = table.order_at(event.x - 1)  # after the mark of the cursor
            if order is not None:
                self.action_sort(order)

    def open_clicked(self) -> None:
        """Do what Enter does."""
        self.action_open()

    def action_unsorted(self) -> None:
        """Sort the pairs by name."""
        self._select(order="")

    def action_filter(self) -> None:
        """Ask for a filter."""
        self.query_one(Prompt).ask(_FILTER, self._selection.filter)

    def _select(self, *, filter: str | None = None, order: str | None = None) -> None:
        """Change the filter or the order. Reports an invalid one."""
        wanted = Selection(
            self._selection.filter if filter is None else filter,
            self._selection.order if order is None else order,
        )
        try:
            selected(self._batch, wanted)
        except ValueError as error:
            self.say(str(error), is_error=True)
            return
        self._selection = wanted
        self.show_rows()

    def action_mark(self) -> None:
        """Toggle the mark of the row at the cursor, and go to the next."""
        name = self.pairs.cursor_name
        if name:
            self._marked ^= {name}
            self.pairs.lines_changed()
            self._show_heading()
            self.pairs.action_move(1)

    def action_worse(self, direction: int) -> None:
        """Go to the next or previous row that makes the comparison fail."""
        rows = self.rows
        at = min(self.pairs.cursor, len(rows))  # there may be fewer rows than pairs
        beyond = range(at + 1, len(rows)) if direction > 0 else range(at - 1, -1, -1)
        failing = (n for n in beyond if rows[n].is_trouble or self._batch.failures(rows[n]))
        target = next(failing, None)
        if target is None:
            self.notify("no more failing pairs", timeout=2)
        else:
            self.pairs.cursor = target

    @on(Prompt.Answered)
    def filter_rows(self, event: Prompt.Answered) -> None:
        """Apply the filter."""
        self.pairs.focus()
        if event.question == _FILTER:
            self._select(filter=event.text)

    @property
    def text_here(self) -> str:
        """The row at the cursor, as CSV; empty if there is none."""
        row = self.pairs.row
        alone = replace(self._batch, rows=(row,) if row else (), selection=Selection())
        return render(alone, "csv").splitlines()[-1] if row else ""

    def on_unmount(self) -> None:
        """Stop the work of the session."""
        self.session.cancel()

    @property
    def exit_status(self) -> int:
        """The exit status that text mode would have."""
        if not self.session.is_complete:
            return Exit.INTERRUPTED
        return batch_status(self.session.batch, self.session.options)

    # Work

    def _begin(self) -> None:
        self.session.compare()
        self._progress.resume()
        self.show_rows()

    @on(Answered)
    def hear(self, event: Answered) -> None:
        """Receive an answer of the session."""
        match self.session.receive(event.telling):
            case RowsFinished():
                self._has_news = True
            case BatchEnded(trouble):
                self._progress.pause()
                self.show_rows()
                if trouble:
                    self.say(trouble, is_error=True)

    def _tick(self) -> None:
        """Show the progress and new rows. With very many rows these are shown less often, to leave
        time for keys."""
        if self._has_news and time.monotonic() >= self._next_show:
            self.show_rows()
        else:
            self.show_work()

    def on_key(self, event: events.Key) -> None:
        """Forget a first Esc when another key is pressed."""
        if event.key != "escape":
            self._is_asked = False

    def action_escape(self) -> None:
        """Close the prompt, else stop the work (second press), else clear the filter or go back."""
        prompt = self.query_one(Prompt)
        if prompt.is_open:
            prompt.close()
            self.pairs.focus()
        elif self.session.is_working and not self._is_asked:
            # One Esc too many, on the way back from a pair, must not stop hours of work.
            self._is_asked = True
            self.notify("press Esc again to stop comparing", timeout=3)
        elif self.session.is_working:
            self._is_asked = False
            self.session.cancel()
            self._progress.pause()
            self.show_rows()
            self.notify("stopped; press r to continue", timeout=3)
        elif self._selection.filter:
            self._select(filter="")
        elif not self.is_first:
            self.action_leave()

    # Pairs

    def action_open(self) -> None:
        """Open the review of the pair at the cursor."""
        row, name = self.pairs.row, self.pairs.cursor_name
        if not name:
            return
        number = self.session.number_named(name) if row is None else self.session.number_of(row)
        pair = self.session.pairs[number]
        files = tuple(file for file in (pair.learned, pair.reference) if file is not None)
        come_back = partial(self._come_back, number, stamps_of(files))
        before = pair.before if row is None else comparing.before_of(row, pair)
        self._open(pair, self.session.options, come_back, before)

    def _open(
        self,
        pair: BatchPair,
        options: Options,
        come_back: Callable[[str | None], None],
        before: str | None = None,
    ) -> None:
        """Open the review of two files, with an earlier version if given."""
        if pair.trouble:
            self.say(pair.trouble)
            return
        try:
            inputs = comparing.inputs_of(pair, options)
        except UserError as error:
            self.say(error.message, is_error=True)
            return
        # With the batch's options, so that the scores are those of the row.
        session = Session(inputs, comparing.pair_options(options, before))
        self.app.push_screen(PairScreen(session), come_back)

    def _say_trouble(self, trouble: str | None) -> None:
        if trouble is not None:
            self.say(trouble, is_error=True)

    def _come_back(self, number: int, before: Stamps, trouble: str | None) -> None:
        """Return from the review of a pair; compare it again if its files have changed."""
        self._say_trouble(trouble)
        if stamps_of(before) != before:
            self._rerun([number])

    def action_compare(self) -> None:
        """Compare the learned files of the marked pairs with each other: open the review of two
        files, or the table of all combinations of more."""
        marked = [row for row in self.rows if row.name in self._marked]
        pairs = list(comparing.couples(marked))
        if not pairs:
            self.notify("mark at least two pairs of one kind with Space", timeout=3)
            return
        options = replace(comparing.pair_options(self.session.options), labels=())
        if len(pairs) == 1:
            self._open(pairs[0], options, self._say_trouble)
        else:
            batch = Batch(
                f"{len(marked)} marked pairs", None, (), names=comparing.names_of(options)
            )
            self.app.push_screen(BatchScreen(BatchSession(batch, pairs, options)))

    def action_align(self) -> None:
        """Toggle matching of names by structure, and compare all pairs again."""
        self.session.toggle_align()
        self._progress.resume()
        self.show_rows()

    def action_rerun(self) -> None:
        """Compare the failed pairs again, and those without rows."""
        failed = [number for number, row in self.session.known() if row.is_trouble]
        if failed or not self.session.is_complete:
            self._rerun(failed)
        else:
            self.notify("no failed pairs", timeout=2)

    def action_rerun_here(self) -> None:
        """Compare the pair at the cursor again."""
        if self.pairs.row is not None:
            self._rerun([self.session.number_of(self.pairs.row)])

    def _rerun(self, numbers: Sequence[int]) -> None:
        self.session.rerun(numbers)
        self._progress.resume()
        self.show_work()

    # Files

    def action_export(self) -> None:
        """Ask for the file to write pairs to."""
        self.query_one(Prompt).ask(_EXPORT, "pairs.csv")

    def action_save(self) -> None:
        """Ask for the file to save the results to."""
        self.query_one(Prompt).ask(_SAVE, self.session.options.save or "run.json")

    def action_baseline(self) -> None:
        """Ask for saved results to compare with."""
        baseline = self._batch.baseline
        self.query_one(Prompt).ask(_BASELINE, "" if baseline is None else baseline.name)

    @on(Prompt.Answered)
    def go_to_file(self, event: Prompt.Answered) -> None:
        """Write or read the file whose name was entered."""
        if not event.text:
            return
        try:
            match event.question:
                case question if question == _EXPORT:
                    self._export(event.text)
                case question if question == _SAVE:
                    comparing.save_run(event.text, self.session.batch)
                    self.say(f"written to {event.text}")
                case question if question == _BASELINE:
                    self._hold_against(comparing.load_baseline(event.text))
        except UserError as error:
            self.say(error.message, is_error=True)

    def _hold_against(self, baseline: Baseline | None) -> None:
        self.session.ask_for(replace(self._batch, baseline=baseline))
        self.show_rows()
        for text in made_otherwise(self._batch):
            self.say(text)

    def _export(self, file: str) -> None:
        """Write the marked rows, or all shown ones if none is marked. Raises UserError."""
        rows = [row for row in self.rows if row.name in self._marked] or self.rows
        chosen = replace(self._batch, rows=tuple(rows), selection=Selection())
        comparing.export(file, chosen)
        self.say(f"{len(rows)} pairs written to {file}")
