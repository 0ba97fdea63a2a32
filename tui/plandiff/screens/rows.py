"""The base of screens with rows: next and previous change, folds, columns, search."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, TypeVar

from textual import events, on
from textual.message import Message

from plancore.report.lines import visible
from plancore.report.plan.rows import PlanRows
from plancore.report.rows.folding import RowFold
from plancore.report.rows.row import Rows, counted_in
from plancore.stop import Checkpoint, StoppedError, staged
from plandiff.jobs import Job, progress_text
from plandiff.screens.viewer import ViewerScreen
from plandiff.viewmodel.heading import RowTargets
from plandiff.viewmodel.outline import Outline
from plandiff.widgets.aligned_view import AlignedView, ColumnHeads
from plandiff.widgets.prompt import Prompt

# The base of screens with work in the background.

T = TypeVar("T")

_BLINK: Final = 0.05
"""Seconds that a screen can wait without the user noticing."""


class BackgroundScreen(ViewerScreen):
    """Runs one job at a time; a new job cancels the earlier one."""

    @dataclass
    class Progress(Message):
        """The progress of a job."""

        job: Job
        text: str

    @dataclass
    class Ended(Message):
        """The end of a job; `show` shows its result."""

        job: Job
        show: Callable[[], None]

    _job: Job | None = None

    def show_work(self, text: str) -> None:
        """Show the progress of background work; hidden for an empty text."""
        raise NotImplementedError

    def in_background(
        self, stage: str, work: Callable[[Checkpoint], T], then: Callable[[T], None]
    ) -> None:
        """Call `then` with the result of `work`: at once if it takes up to `_BLINK`, else when it
        is finished. Meanwhile, the `stage` is shown."""
        self.cancel_work()
        answer: Future[T] = Future()

        def whole(checkpoint: Checkpoint) -> None:
            try:
                answer.set_result(work(staged(stage, checkpoint)))
            except StoppedError:
                raise
            except Exception as error:  # raised again in the screen's thread
                answer.set_exception(error)
            self.post_message(self.Ended(job, lambda: then(answer.result())))

        job = Job(whole, lambda at, done: self._tell(job, progress_text(at, done)))
        self._job = job
        job.start()
        job.wait(_BLINK)
        if answer.done():
            self._job = None
            then(answer.result())
        else:
            self.show_work(progress_text(stage, 0))

    def cancel_work(self) -> bool:
        """Cancel the job. Returns whether there was one."""
        if self._job is None:
            return False
        self._job.cancel()
        self._job = None
        self.show_work("")
        return True

    @property
    def is_at_work(self) -> bool:
        """Whether a job is running."""
        return self._job is not None

    def _tell(self, job: Job, text: str) -> None:
        self.post_message(self.Progress(job, text))

    @on(Progress)
    def show_progress(self, event: Progress) -> None:
        """Show the progress of the current job."""
        if event.job is self._job:
            self.show_work(event.text)

    @on(Ended)
    def show_answer(self, event: Ended) -> None:
        """Show the result of the current job."""
        if event.job is self._job:
            self._job = None
            self.show_work("")
            event.show()

    def on_unmount(self) -> None:
        """Cancel the job."""
        if self._job is not None:
            self._job.cancel()


SPLIT_WIDTH = 100
"""Columns of a screen with room for something next to its rows."""
TWO_COLUMNS = 150
"""Columns of a screen that shows both sides next to each other, and not in one column."""
_SEARCH = "search: "


class RowsScreen(BackgroundScreen):
    """The actions of keys on rows of any kind. `labels` are the names of their sides."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self._labels = labels
        self._wants_split: bool | None = None
        self._matches: list[int] = []
        self._goes_to_match = False
        """Whether to go to the first match when the search ends."""
        self._bracket = self._before_bracket = 0
        super().__init__()

    @property
    def rows(self) -> Rows:
        """The rows to show."""
        raise NotImplementedError

    def show_status(self) -> None:
        """Show details of the row at the cursor."""
        raise NotImplementedError

    @property
    def aligned(self) -> AlignedView:
        """The view of the rows."""
        return self.query_one(AlignedView)

    @property
    def is_split(self) -> bool:
        """Whether to show two columns: as the user chose, else if there is room."""
        if self._wants_split is not None:
            return self._wants_split
        return self.size.width >= TWO_COLUMNS

    @property
    def changes(self) -> RowTargets:
        """The rows that differ."""
        return RowTargets(self.rows.stops, "change", counted_in(self.rows))

    @property
    def marks(self) -> RowTargets | Outline:
        """The rows that next and previous go to: the matches of a search, else the changes. Row
        numbers here are those of two columns."""
        if not self._matches:
            return self.changes
        return RowTargets(self._matches, "match", self._matches)

    def on_mount(self) -> None:
        """Go to the start."""
        self.go_to_start()

    def go_to_start(self) -> None:
        """Go to the first change."""
        first = self.changes.from_here(0)
        if first is not None:
            self.aligned.begin_at_base(first)

    def show_rows(self, *, stay: bool = True, at: int | None = None) -> None:
        """Show `rows` in one or two columns, with the cursor at row `at`; without it where the
        cursor is, or at the top without `stay`."""
        view, unified = self.aligned, not self.is_split
        view.name_sides(self._labels)
        has_others = view.rows is not self.rows
        if at is not None or not stay:
            view.show(self.rows, unified=unified, at=at or 0)
        elif has_others or view.unified != unified:
            view.show_anew(self.rows, unified=unified)
        if has_others and view.needle:
            self._seek(view.needle)
        self.call_after_refresh(self.show_heads)

    def show_heads(self) -> None:
        """Show the names of the columns, unless the screen was left before this was called."""
        heads = self.query_one_optional(ColumnHeads)
        if heads is not None:
            heads.show_names(self.aligned, self._labels)

    # From change to change

    def say_none(self, words: str) -> None:
        """Notify the user that there is no change."""
        self.notify(words, timeout=2)

    def action_change(self, direction: int) -> None:
        """Go to the next or previous change; during a search, to a match."""
        self._go_among(self.marks, direction)

    def on_key(self, event: events.Key) -> None:
        """Forget a bracket when a key other than `c` follows."""
        if event.key != "c":
            self._bracket = 0

    def action_bracket(self, direction: int) -> None:
        """Go to the next or previous step of the learned plan, also in folds; and wait for the `c`
        of `]c` and `[c`."""
        self._bracket, self._before_bracket = direction, self.aligned.base_index
        rows = self.rows
        steps = rows.learned_rows if isinstance(rows, PlanRows) else ()
        step = RowTargets(steps, "step", steps).beyond(self.aligned.base_index, direction)
        if step is not None:
            self.aligned.go_to_base(step)

    def action_after_bracket(self) -> None:
        """Go to the next or previous change if a bracket was pressed before."""
        if self._bracket:
            self._go_among(self.changes, self._bracket, self._before_bracket)
        self._bracket = 0

    def _go_among(
        self, marks: RowTargets | Outline, direction: int, origin: int | None = None
    ) -> None:
        origin = self.aligned.base_index if origin is None else origin
        target = marks.beyond(origin, direction)
        if target is not None:
            self.aligned.go_to_base(target)
        elif not marks.rows:
            self.say_none("no changes")
        else:
            self.notify(f"no {'later' if direction > 0 else 'earlier'} change")

    # Folds and columns

    def action_fold(self) -> None:
        """Toggle the fold at the cursor."""
        if not self.aligned.toggle_fold():
            self.notify("nothing to fold", timeout=2)
        self.show_status()

    def action_split(self) -> None:
        """Toggle one or two columns, regardless of the width."""
        self._wants_split = not self.is_split
        self.show_rows()

    def action_wrap(self) -> None:
        """Toggle wrapping of long rows."""
        self.aligned.wraps = not self.aligned.wraps

    @property
    def text_here(self) -> str:
        """The text at the cursor without sign and remark, of the learned side if it has one."""
        current = self.aligned.current
        if current is None:
            return ""
        if isinstance(current, RowFold):
            return self.aligned.fold_text
        return next((cell.text for cell in current.cells if cell is not None), "")

    # Search

    def action_search(self) -> None:
        """Ask for a text."""
        self.query_one(Prompt).ask(_SEARCH)

    def action_escape(self) -> None:
        """End the search, also while it is running."""
        if self.end_search():
            self.notify("stopped", timeout=2)
        prompt = self.query_one(Prompt)
        if prompt.is_open:
            prompt.close()
            self.aligned.focus()
        self.show_status()

    def end_search(self) -> bool:
        """Remove the matches and cancel the job. Returns whether a job was running."""
        self.aligned.needle, self._matches, self._goes_to_match = "", [], False
        return self.cancel_work()

    def _seek(self, text: str) -> None:
        """Highlight a text, and search for the rows that contain it."""
        self.aligned.needle, self._matches = text, []
        rows = self.rows

        def show(matches: list[int]) -> None:
            self._matches = matches
            if self._goes_to_match:
                self._goes_to_match = False
                self._go_to_match(text)
            self.show_status()

        self.in_background("searching", lambda checkpoint: rows.matching(text, checkpoint), show)

    def _go_to_match(self, text: str) -> None:
        """Go to the first match at or after the cursor, else the first of all."""
        if self._matches:
            matches = RowTargets(self._matches, "match", self._matches)
            self.aligned.go_to_base(matches.from_here(self.aligned.base_index) or 0)
        else:
            self.end_search()
            self.notify(f"no match: {visible(text)}", timeout=3, markup=False)

    @on(Prompt.Answered)
    def search_for(self, event: Prompt.Answered) -> None:
        """Search for the text entered."""
        self.aligned.focus()
        if event.text and event.question == _SEARCH:
            self._goes_to_match = True
            self._seek(event.text)
