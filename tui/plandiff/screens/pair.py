"""The screen of a review of two files, with actions to mark, edit, repair and reload."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from plancore.compare.difference import Difference
from plancore.report.registry import render
from plancore.report.reviewed.marks import ReviewMark, clean_note, name_of
from plancore.report.rows.row import place_near
from plandiff.learned_file import offer
from plandiff.screens.edits import TakeScreen
from plandiff.screens.keys import PAIR_KEYS, REVIEW_KEYS, KeyBinding, bindings
from plandiff.screens.session import SessionScreen
from plandiff.session.session import Session
from plandiff.terminal import is_served
from plandiff.viewmodel.differences import Differences
from plandiff.viewmodel.heading import RowTargets
from plandiff.viewmodel.outline import Outline
from plandiff.widgets.prompt import Prompt
from planfiles.errors import UserError
from planfiles.writing import write_text

_WRITE = "write the report to: "
_NOTE = "note: "


class PairScreen(SessionScreen):
    """The review of a session. Any screen may push it; Esc and q return to that."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = (*REVIEW_KEYS, *PAIR_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAIR_KEYS)

    def __init__(self, session: Session) -> None:
        self._is_open_only = False
        self._noted: Sequence[Difference] = ()
        """The differences that the note to be entered is for."""
        self._is_path_told = False
        """Whether the user was told in which file marks are saved."""
        super().__init__(session)

    # Review marks

    def _differences_here(self) -> Sequence[Difference]:
        """The differences at the cursor or of the entry; if none, notifies the user."""
        differences = self.model.find(Differences)
        if not self.asks_of_meaning():
            return ()
        if differences is None or not self.model.rows.count:
            self.notify("only available for two domains", timeout=2)
            return ()
        found = filter(None, map(differences.difference, self._rows_here))
        here = list({id(difference): difference for difference in found}.values())
        if not here:
            self.notify("no difference here", timeout=2)
        return here

    @property
    def _rows_here(self) -> Sequence[int]:
        """The row at the cursor, in the list those of the entry."""
        actions = self.actions
        is_in_list = actions is not None and actions.has_focus and actions.line_count > 0
        covered = actions.entry.covered if actions is not None and is_in_list else ()
        return covered or (self.aligned.base_index,)

    def _learned_path(self) -> str | None:
        """The path of the learned file; if it is not a file, notifies the user."""
        file = self.session.inputs[0]
        if file.path is None:
            self.say(f"{file.label} is not a file")
        return file.path

    def action_mark(self) -> None:
        """Change the mark of the difference at the cursor: accepted, reported, open. In the list
        all of the entry get the same one."""
        here, differences = self._differences_here(), self.model.find(Differences)
        if here and differences is not None:
            state = differences.state_of(here).next
            self._mark(here, lambda mark: mark._replace(state=state))

    def _mark(self, here: Sequence[Difference], change: Callable[[ReviewMark], ReviewMark]) -> None:
        if not here or not self._may_save_marks():
            return
        try:
            self._show(self.session.mark(map(name_of, here), change))
        except UserError as error:
            self.say(error.message, is_error=True)

    def _may_save_marks(self) -> bool:
        """Whether the file of marks exists, or the user was told its name; tells it otherwise."""
        path = self.session.inputs[0].marks_path
        if path is None or self._is_path_told or os.path.lexists(path):
            return True
        self._is_path_told = True
        self.say(f"marks are saved to {path}; press M again to save")
        return False

    def action_note(self) -> None:
        """Ask for a note to the difference at the cursor, in the list to all of the entry."""
        here, differences = self._differences_here(), self.model.find(Differences)
        if here and differences is not None:
            self._is_path_told = True  # a typed note is meant to be saved
            self._noted = here
            notes = {differences.mark(difference).note for difference in here}
            self.query_one(Prompt).ask(_NOTE, notes.pop() if len(notes) == 1 else "")

    def action_open_only(self) -> None:
        """Toggle whether next and previous change skip marked differences."""
        self._is_open_only = not self._is_open_only
        which = "open differences" if self._is_open_only else "all differences"
        self.notify(f"n goes to {which}", timeout=2)
        self.show_status()

    @property
    def changes(self) -> RowTargets:
        """The rows that differ, without marked ones if these are skipped."""
        changes = super().changes
        if not self._is_open_only or self._is_text:
            return changes
        rows, counted = (
            [row for row in some if not self._is_done(row)]
            for some in (changes.rows, changes.counted)
        )
        return RowTargets(rows, "open change", counted)

    @property
    def marks(self) -> RowTargets | Outline:
        """The matches of a search; else the changes, in the order of the list."""
        marks = super().marks
        if not self._is_open_only or not isinstance(marks, Outline):
            return marks
        entries = [
            entry._replace(rows=[row for row in entry.rows if not self._is_done(row)])
            for entry in marks.entries
        ]
        return Outline(marks.order, entries, marks.entry_of, marks.first_of)

    def _is_done(self, row: int) -> bool:
        """Whether the difference in a row is marked as accepted or reported."""
        differences = self.model.find(Differences)
        return differences is not None and differences.is_done(row)

    # Edits and reports

    def action_take(self) -> None:
        """Offer the edit that applies the reference's side of the difference at the cursor, in the
        list of all of the entry."""
        here, differences = self._differences_here(), self.model.find(Differences)
        path = self._learned_path() if here else None
        if path is None or differences is None:
            return
        last = self._rows_here[-1]
        try:
            take = offer(differences.review, here, path)
        except UserError as error:
            self.say(error.message, is_error=True)
            return

        def answered(is_wanted: bool | None) -> None:
            if is_wanted and self.write_learned(take.write):
                self._go_on(last)

        self.app.push_screen(TakeScreen(take), answered)

    def _go_on(self, at: int) -> None:
        """Go to the next difference after row `at`, or else the previous one, because the one there
        is about to disappear. In the order by plans, the next one is not known yet."""
        marks = self.marks
        after = marks.beyond(at, 1)
        target = marks.beyond(at, -1) if after is None else after
        if target is not None:
            self.go_to_row(target)

    def action_edit(self, side: str) -> None:
        """Edit one of the files at the row's place, then compare again."""
        number = [column.name for column in self.rows.sides].index(side)
        file = self.session.inputs[number]
        if file.path is None or is_served():
            why = "is not a file" if file.path is None else "cannot be edited from a browser"
            self.say(f"{file.label} {why}")
            return
        at = self.aligned.base_index
        place = place_near(self.rows, at, number) if self.rows.count else None
        line, column = (place.line, place.column) if place is not None else (1, 1)
        with self.app.suspend():
            problem = run_editor(editor_command(file.path, line, column))
        if problem:
            self.say(problem, is_error=True)
        else:
            self.session.reload()

    def action_write(self) -> None:
        """Ask for a file name."""
        self.query_one(Prompt).ask(_WRITE, "review.txt")

    @on(Prompt.Answered)
    def take_answer(self, event: Prompt.Answered) -> None:
        """Save a note, or write the report to a file."""
        if event.question == _NOTE:
            self.aligned.focus()
            note = clean_note(event.text)
            self._mark(self._noted, lambda mark: mark._replace(note=note))
        review = self.session.review
        if not event.text or event.question != _WRITE or review is None:
            return
        try:
            write_text(event.text, render(review))
        except UserError as error:
            self.say(error.message, is_error=True)
        else:
            self.say(f"written to {event.text}")


# The user's editor, opened at a place in a file.

_WITH_COLUMN = {
    "code": ("--wait", "--goto"),
    "codium": ("--wait", "--goto"),
    "code-insiders": ("--wait", "--goto"),
    "subl": ("--wait",),
    "zed": ("--wait",),
    "hx": (),
    "helix": (),
}
"""Editors that accept `file:line:column`, with the flags before it."""


def editor_command(path: str, line: int, column: int) -> list[str]:
    """The command for VISUAL or EDITOR, by default vi, at `line` and `column` from one."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    name = Path(editor[0]).stem if editor else "vi"
    if name in _WITH_COLUMN:
        return [*editor, *_WITH_COLUMN[name], f"{path}:{line}:{column}"]
    return [*editor, f"+{line}", path]


def run_editor(command: Sequence[str]) -> str | None:
    """Run the editor until it exits. Returns an error message, or None."""
    try:
        ended = subprocess.run(command, check=False)
    except OSError as error:
        return f"cannot start {command[0]}: {(error.strerror or 'failed').lower()}"
    if ended.returncode:
        return f"{command[0]} ended with status {ended.returncode}"
    return None
