"""Screens that show edits of the learned file before they are written: repairs, and the reference's
side of a difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from plancore.phrases import count_of
from plancore.report.line_diff import edit_lines
from plancore.report.lines import Line, Piece, Tone, folded, line, visible, visible_line
from plancore.report.repair.document import counts_text, repair_text
from plandiff.learned_file import FileRepairs, Take
from plandiff.screens.viewer import FRAME, PageScroll
from plandiff.widgets.lines import Lines

_MOST: Final = 8
"""The most lines shown; the rest is counted."""

_MOST_LEFT_OUT: Final = 3


class RepairScreen(ModalScreen[int | None]):
    """Shows a repair as a diff of the file. Enter asks whether to write it, `y` confirms. The
    result is the number of the repair to write, or None."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "leave", id="repair.leave"),
        Binding("n", "other(1)", "next repair", id="repair.next"),
        Binding("N,p", "other(-1)", "previous repair", id="repair.previous"),
        Binding("enter", "ask", "write it (asks first)", id="repair.ask"),
    ]

    def __init__(self, repairs: FileRepairs) -> None:
        self._repairs = repairs
        self._number = 0
        self._is_asking = False
        super().__init__()

    def compose(self) -> ComposeResult:
        """The page, and the line with keys or the question."""
        with PageScroll(id="page"):
            yield Lines(id="repair")
        yield Lines(id="question", markup=False)

    def on_resize(self) -> None:
        """Wrap the lines to the width."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Take the answer to the question: `y`, or any other key for no."""
        if self._is_asking:
            event.stop()
            event.prevent_default()
            self._is_asking = False
            if event.key == "y":
                self.dismiss(self._number)
            else:
                self._show_question()

    def action_ask(self) -> None:
        """Ask whether to write the repair."""
        self._is_asking = True
        self._show_question()

    def action_other(self, by: int) -> None:
        """Show another repair of the same size."""
        self._number = (self._number + by) % len(self._repairs.report.result.repairs)
        self._show()

    def _show(self) -> None:
        width = self.app.size.width - FRAME - 1
        lines = [part for whole in self._lines() for part in folded(whole, width)]
        self.query_one("#repair", Lines).show(lines)
        self._show_question()

    def _show_question(self) -> None:
        name = visible(self._repairs.path)
        if self._is_asking:
            text = Piece(f"Write this to {name}?  y yes   any other key no", Tone.TITLE)
        else:
            many = len(self._repairs.report.result.repairs) > 1
            other = "n/N next repair  " if many else ""
            text = Piece(f"Enter write (asks first)  {other}Esc back", Tone.DIM)
        self.query_one("#question", Lines).show([line(text)])

    def _lines(self) -> Iterator[Line]:
        report, result = self._repairs.report, self._repairs.report.result
        repair = result.repairs[self._number]
        many = f" {self._number + 1} of {len(result.repairs)}" if len(result.repairs) > 1 else ""
        yield line(Piece(f"Repair{many}", Tone.TITLE), f"  {repair_text(result)}")
        yield ()
        yield line(Piece("before   ", Tone.DIM), counts_text(result.before))
        yield line(Piece("after    ", Tone.DIM), counts_text(result.after))
        yield ()
        yield from (line(f"  {visible(str(edit))}") for edit in repair.edits)
        yield ()
        edits = self._repairs.edits(self._number)
        yield from map(visible_line, edit_lines(report.file.name, report.file.source, edits))
        if result.left_out:
            yield ()
            yield line(f"{count_of(len(result.left_out), 'plan')} left out:")
            for plan in result.left_out[:_MOST_LEFT_OUT]:
                yield line(Piece(visible(f"  {plan.case}: {plan.reason}"), Tone.NOTE))


class TakeScreen(ModalScreen[bool]):
    """Asks at the bottom of the screen whether to write an edit: `y`, or any other key for no."""

    def __init__(self, take: Take) -> None:
        self._take = take
        super().__init__()

    def compose(self) -> ComposeResult:
        """The lines that change, and the question."""
        yield Lines(id="take")

    def on_resize(self) -> None:
        """Wrap the lines to the width."""
        width = max(self.app.size.width - 2, 1)
        lines = [part for whole in self._lines() for part in folded(whole, width)]
        self.query_one("#take", Lines).show(lines)

    def on_key(self, event: events.Key) -> None:
        """Take the answer."""
        event.stop()
        event.prevent_default()
        self.dismiss(event.key == "y")

    def _lines(self) -> Iterator[Line]:
        changed = list(self._take.changed_lines())
        yield from changed[:_MOST]
        if len(changed) > _MOST:
            yield line(Piece(f"{len(changed) - _MOST} more lines", Tone.DIM))
        title = visible(self._take.fix.title.replace("`", ""))
        yield line(Piece(f"{title}?", Tone.TITLE), "  y yes   any other key no")
