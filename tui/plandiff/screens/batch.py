"""Many pairs: a row for each as it finishes, opened, compared again, saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType
from textual.message import Message

from plancore.report.batch.baseline import Baseline
from plancore.report.batch.chosen import made_otherwise
from plancore.report.batch.review import Batch
from plancore.report.batch.row import Pair
from plancore.report.batch.selection import Selection
from plandiff.batch.comparing import before_of, couples, inputs_of, names_of, pair_options
from plandiff.batch.files import export, load_baseline, save_run
from plandiff.exits import batch_status
from plandiff.options import Options
from plandiff.screens.batch_rows import BatchRowsScreen
from plandiff.screens.keys import BATCH_KEYS, Key, bindings
from plandiff.screens.pair import PairScreen
from plandiff.session.batch import BatchSession, Ended, RowsFinished, Telling
from plandiff.session.session import Session
from plandiff.session.watch import Stamps, stamps_of
from plandiff.widgets.prompt import Prompt
from planfiles.command import Exit
from planfiles.trouble import Trouble

_EXPORT: Final = "write to (.csv .md .xml .json .html .txt): "
_SAVE: Final = "save the run as: "
_BASELINE: Final = "hold against the saved run: "
_REDRAW: Final = 0.1
"""Seconds between two looks at how far the work is."""


class BatchScreen(BatchRowsScreen):
    """Shows what a session knows of its pairs, and has it find out more."""

    AUTO_FOCUS = "#pairs"
    KEYS: ClassVar[tuple[Key, ...]] = BATCH_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(BATCH_KEYS),
        Binding("escape", "escape", "end the work, or the filter", show=False),
    ]

    @dataclass
    class Answered(Message):
        """The session has an answer."""

        telling: Telling

    def __init__(self, session: BatchSession) -> None:
        super().__init__(session)
        self._is_asked = False
        """Whether Esc was pressed while pairs are compared, and is to be pressed again."""

    def on_mount(self) -> None:
        """Compare what is not known yet, but only when something has been painted."""
        self.session.listen(lambda telling: self.post_message(self.Answered(telling)))
        self._progress = self.set_interval(_REDRAW, self._tick, pause=True)
        if not self.session.is_complete:
            self.call_after_refresh(self._begin)

    def on_unmount(self) -> None:
        """Nobody waits for rows any more."""
        self.session.cancel()

    @property
    def exit_status(self) -> int:
        """The status that text mode would have."""
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
        """Show more rows."""
        match self.session.receive(event.telling):
            case RowsFinished():
                self._has_news = True
            case Ended(trouble):
                self._progress.pause()
                self.show_rows()
                if trouble:
                    self._say(trouble, is_error=True)

    def _tick(self) -> None:
        """Say how far the work is, and show what is new; of very many rows that is not done so
        often that there would be no time left for keys."""
        if self._has_news and time.monotonic() >= self._next_show:
            self.show_rows()
        else:
            self.show_work()

    def on_key(self, event: events.Key) -> None:
        """Any other key takes an Esc back that has asked for the end of the work."""
        if event.key != "escape":
            self._is_asked = False

    def action_escape(self) -> None:
        """Close the prompt; else end the work, asked twice; else show all pairs; else go back."""
        prompt = self.query_one(Prompt)
        if prompt.is_open:
            prompt.close()
            self.pairs.focus()
        elif self.session.is_working and not self._is_asked:
            # One Esc too many, on the way back from a pair, would end what may take hours.
            self._is_asked = True
            self.notify("Esc again stops comparing", timeout=3)
        elif self.session.is_working:
            self._is_asked = False
            self.session.cancel()
            self._progress.pause()
            self.show_rows()
            self.notify("stopped; r goes on", timeout=3)
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
        before = pair.before if row is None else before_of(row, pair)
        self._open(pair, self.session.options, come_back, before)

    def _open(
        self,
        pair: Pair,
        options: Options,
        come_back: Callable[[str | None], None],
        before: str | None = None,
    ) -> None:
        """Open the review of two files, and of what was before; `options` name their sides."""
        if pair.trouble:
            self._say(pair.trouble)
            return
        try:
            inputs = inputs_of(pair, options)
        except Trouble as error:
            self._say(error.message, is_error=True)
            return
        # Its figures are to be those of its row.
        session = Session(inputs, pair_options(options, before), as_asked=True)
        self.app.push_screen(PairScreen(session), come_back)

    def _say_trouble(self, trouble: str | None) -> None:
        if trouble is not None:
            self._say(trouble, is_error=True)

    def _come_back(self, number: int, before: Stamps, trouble: str | None) -> None:
        """From the review of a pair; what was written there is compared again."""
        self._say_trouble(trouble)
        if stamps_of(before) != before:
            self._rerun([number])

    def action_compare(self) -> None:
        """Compare the learned files of the marked pairs with each other: of two their review, of
        more a table of all couples."""
        marked = [row for row in self.rows if row.name in self._marked]
        pairs = list(couples(marked))
        if not pairs:
            self.notify("mark two pairs or more with space, of one kind", timeout=3)
            return
        options = replace(pair_options(self.session.options), labels=())
        if len(pairs) == 1:
            self._open(pairs[0], options, self._say_trouble)
        else:
            batch = Batch(f"{len(marked)} marked pairs", None, (), names=names_of(options))
            self.app.push_screen(BatchScreen(BatchSession(batch, pairs, options)))

    def action_align(self) -> None:
        """Compare all pairs by name, or by what corresponds in them."""
        self.session.toggle_align()
        self._progress.resume()
        self.show_rows()

    def action_rerun(self) -> None:
        """Compare again what failed, and what was not compared yet."""
        failed = [number for number, row in self.session.known() if row.is_trouble]
        if failed or not self.session.is_complete:
            self._rerun(failed)
        else:
            self.notify("no pair failed", timeout=2)

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
        """Ask for the file to save the run in."""
        self.query_one(Prompt).ask(_SAVE, self.session.options.save or "run.json")

    def action_baseline(self) -> None:
        """Ask for the run to hold this one against."""
        baseline = self._batch.baseline
        self.query_one(Prompt).ask(_BASELINE, "" if baseline is None else baseline.name)

    @on(Prompt.Answered)
    def go_to_file(self, event: Prompt.Answered) -> None:
        """Write or read the file that was asked for."""
        if not event.text:
            return
        try:
            match event.question:
                case question if question == _EXPORT:
                    self._export(event.text)
                case question if question == _SAVE:
                    save_run(event.text, self.session.batch)
                    self._say(f"written: {event.text}")
                case question if question == _BASELINE:
                    self._hold_against(load_baseline(event.text))
        except Trouble as error:
            self._say(error.message, is_error=True)

    def _hold_against(self, baseline: Baseline | None) -> None:
        self.session.ask_for(replace(self._batch, baseline=baseline))
        self.show_rows()
        for text in made_otherwise(self._batch):
            self._say(text)

    def _export(self, file: str) -> None:
        """Write the marked rows, or if none is marked those that are shown. Raises Trouble."""
        rows = [row for row in self.rows if row.name in self._marked] or self.rows
        chosen = replace(self._batch, rows=tuple(rows), selection=Selection())
        export(file, chosen)
        self._say(f"{len(rows)} pairs written: {file}")
