"""The screen of a name mapping, where the user confirms or refuses matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from plancore.correspondence.pairs import Pairs
from plancore.phrases import SIDES
from plancore.report.alignment.pair_table import ListedMatch
from plancore.report.lines import Piece, Tone, cut_in_the_middle, line, visible
from plandiff.viewmodel.name_pairs import MARKS, NamePairs
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines
from plandiff.widgets.prompt import Prompt

_HINT = "y confirm  x refuse  o other name  s save to a file  Esc back"
_SAVE = "save the name mapping to: "


class PairLines(LineList):
    """A list of pairs: sign, names and confidence."""

    def __init__(self, *, id: str) -> None:
        self._entries: Sequence[ListedMatch] = ()
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """The number of pairs."""
        return len(self._entries)

    @property
    def entries(self) -> Sequence[ListedMatch]:
        """The pairs, in the order of the lines."""
        return self._entries

    @property
    def entry(self) -> ListedMatch | None:
        """The pair at the cursor, if any."""
        return self._entries[self.cursor] if self._entries else None

    def show(self, entries: Sequence[ListedMatch], *, is_first: bool = False) -> None:
        """Replace the pairs; the cursor stays at its pair, or goes to the first (`is_first`)."""
        before = None if is_first else self.entry
        names = before and (before.kind, before.pair.learned, before.pair.reference)
        self._entries = entries
        self.lines_changed()
        same = (
            at
            for at, entry in enumerate(entries)
            if (entry.kind, entry.pair.learned, entry.pair.reference) == names
        )
        self.cursor = 0 if is_first else next(same, self.cursor)

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """The segments of a pair; its names are cut to fit."""
        entry = self._entries[line]
        tail = "" if entry.state == "refused" else f"  {entry.pair.confidence:.2f} "
        room = max(width - 3 - cell_len(tail), 1)
        text = cut_in_the_middle(f"{entry.kind}  {entry.names}", room)
        fill = " " * (room - cell_len(text))
        tone, sign = MARKS[entry.state]
        return [Segment(f"{sign} {text}{fill}{tail}", self.style_of(tone.value))]


class NamePairsScreen(ModalScreen[None]):
    """Lists pairs. `decide` starts a new comparison with the decisions, after which `show` is
    called. `save` writes the pairs to a file."""

    AUTO_FOCUS = "#pairs"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", id="pairs.back"),
        Binding("q,A", "dismiss(None)", "back", show=False),
        Binding("y,enter", "confirm", "confirm this match", id="pairs.confirm"),
        Binding("x,n,delete", "refuse", "refuse this match", id="pairs.refuse"),
        Binding("o", "other", "match another name", id="pairs.other"),
        Binding("s", "save", "save the name mapping to a file", id="pairs.save"),
    ]

    def __init__(
        self,
        pairs: NamePairs,
        decided: Pairs,
        decide: Callable[[Pairs], None],
        save: Callable[[str], None],
        file: str,
    ) -> None:
        self._pairs, self._decided = pairs, decided
        self._decide, self._save, self._file = decide, save, file
        self._answered: ListedMatch | None = None
        self._changes = ""
        super().__init__()

    def compose(self) -> ComposeResult:
        """Heading, pairs, evidence for the pair at the cursor, keys."""
        with Vertical(id="pairs-page"):
            yield Lines(id="pairs-heading")
            yield PairLines(id="pairs")
            yield Lines(id="reasons")
            yield Prompt(id="prompt")
            yield Lines(_HINT, id="pairs-keys", markup=False)

    def on_mount(self) -> None:
        """Show the pairs."""
        self.watch(self.query_one(PairLines), "cursor", self._show_reasons, init=False)
        self.show(self._pairs)

    def show(self, pairs: NamePairs) -> None:
        """Show the new pairs, the changes by the last answer, and the next question."""
        entries = pairs.entries(self._decided)
        is_next = False
        if self._answered is not None:
            changes = pairs.changes_since(self._pairs, self._answered)
            self._changes = changes or "no other match changed"
            is_next = self._answered.is_question and entries[0].is_question
        self._pairs, self._answered = pairs, None
        self.query_one("#pairs-heading", Lines).show([pairs.heading])
        self.query_one(PairLines).show(entries, is_first=is_next)
        self._show_reasons()

    def _show_reasons(self) -> None:
        """Show the evidence for the pair at the cursor."""
        entry = self.query_one(PairLines).entry
        told = () if entry is None else (Piece(f"{entry.state}  ", Tone.DIM), entry.reasons)
        changes = [line(Piece(self._changes, Tone.DIM))] if self._changes else []
        self.query_one("#reasons", Lines).show([*changes, line(*told)])

    def action_confirm(self) -> None:
        """Confirm the pair at the cursor."""
        self._answer("yes")

    def action_refuse(self) -> None:
        """Refuse the pair at the cursor."""
        self._answer("no")

    def action_other(self) -> None:
        """Ask for the right name."""
        if self.query_one(PairLines).entry is not None:
            self.query_one(Prompt).ask(f"name in {SIDES.the_reference}: ")

    def _answer(self, answer: str) -> None:
        entry = self.query_one(PairLines).entry
        if entry is None:
            return
        decided = self._pairs.answered(self._decided, entry, answer)
        if isinstance(decided, str):
            self.notify(visible(decided), severity="error", markup=False)
        else:
            self._answered, self._decided = entry, decided
            self._decide(decided)

    def action_save(self) -> None:
        """Ask for a file name."""
        self.query_one(Prompt).ask(_SAVE, self._file)

    @on(Prompt.Answered)
    def take_text(self, event: Prompt.Answered) -> None:
        """Save the pairs to the file entered, or match the name entered."""
        self.query_one(PairLines).focus()
        if event.text and event.question == _SAVE:
            self._save(event.text)
        elif event.text.strip():
            self._answer(f"={event.text}")

    def action_back(self) -> None:
        """Close the prompt, else the screen."""
        prompt = self.query_one(Prompt)
        if prompt.is_open:
            prompt.close()
            self.query_one(PairLines).focus()
        else:
            self.dismiss(None)
