"""What stands for what in aligned domains, for a person to confirm or refuse pair by pair."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from plancore.correspondence.pairs import Pairs
from plancore.report.lines import Piece, Tone, line
from plandiff.viewmodel.pair_list import PairList
from plandiff.widgets.lines import Lines
from plandiff.widgets.pair_lines import PairLines
from plandiff.widgets.prompt import Prompt

_HINT = "y confirm  x refuse  s save to a file  Esc back"
_SAVE = "save the pairs to: "


class PairsScreen(ModalScreen[None]):
    """Lists pairs. `decide` has the comparison done anew under what was decided; `show` is called
    when that is done. `save` writes the pairs to a file."""

    AUTO_FOCUS = "#pairs"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", id="pairs.back"),
        Binding("q,A", "dismiss(None)", "back", show=False),
        Binding("y,enter", "confirm", "this pair is right", id="pairs.confirm"),
        Binding("x,delete", "refuse", "this pair is wrong", id="pairs.refuse"),
        Binding("s", "save", "save the pairs to a mapping file", id="pairs.save"),
    ]

    def __init__(
        self,
        pairs: PairList,
        decided: Pairs,
        decide: Callable[[Pairs], None],
        save: Callable[[str], None],
    ) -> None:
        self._pairs, self._decided = pairs, decided
        self._decide, self._save = decide, save
        super().__init__()

    def compose(self) -> ComposeResult:
        """Heading, pairs, what speaks for the one at the cursor, keys."""
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

    def show(self, pairs: PairList) -> None:
        """Show the pairs of the comparison under what was decided last."""
        self._pairs = pairs
        self.query_one("#pairs-heading", Lines).show([pairs.heading])
        self.query_one(PairLines).show(pairs.entries(self._decided))
        self._show_reasons()

    def _show_reasons(self) -> None:
        """Say what speaks for the pair at the cursor."""
        entry = self.query_one(PairLines).entry
        told = () if entry is None else (Piece(f"{entry.state}  ", Tone.DIM), entry.reasons)
        self.query_one("#reasons", Lines).show([line(*told)])

    def action_confirm(self) -> None:
        """The pair at the cursor is right."""
        entry = self.query_one(PairLines).entry
        if entry is not None:
            self._change(entry.confirmed_in(self._decided))

    def action_refuse(self) -> None:
        """The pair at the cursor is wrong."""
        entry = self.query_one(PairLines).entry
        if entry is not None:
            self._change(entry.refused_in(self._decided))

    def _change(self, decided: Pairs) -> None:
        self._decided = decided
        self._decide(decided)

    def action_save(self) -> None:
        """Ask for a file name."""
        self.query_one(Prompt).ask(_SAVE, "mapping.json")

    @on(Prompt.Answered)
    def save_to(self, event: Prompt.Answered) -> None:
        """Write the pairs."""
        self.query_one(PairLines).focus()
        if event.text:
            self._save(event.text)

    def action_back(self) -> None:
        """Close the question, else the list."""
        prompt = self.query_one(Prompt)
        if prompt.is_open:
            prompt.close()
            self.query_one(PairLines).focus()
        else:
            self.dismiss(None)
