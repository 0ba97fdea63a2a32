"""Pairs of names, one on a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment

from plancore.report.lines import Tone, cut_in_the_middle
from plandiff.viewmodel.pair_list import PairEntry
from plandiff.widgets.line_list import LineList


class PairLines(LineList):
    """Sign, names, and how sure the pair is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }

    def __init__(self, *, id: str) -> None:
        self._entries: Sequence[PairEntry] = ()
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """One for each pair."""
        return len(self._entries)

    @property
    def entries(self) -> Sequence[PairEntry]:
        """All pairs, in the order of the lines."""
        return self._entries

    @property
    def entry(self) -> PairEntry | None:
        """The pair at the cursor; None without pairs."""
        return self._entries[self.cursor] if self._entries else None

    def show(self, entries: Sequence[PairEntry]) -> None:
        """Show other pairs, at the same one where it is there still."""
        before = self.entry
        names = before and (before.kind, before.pair.learned, before.pair.reference)
        self._entries = entries
        self.lines_changed()
        same = (
            at
            for at, entry in enumerate(entries)
            if (entry.kind, entry.pair.learned, entry.pair.reference) == names
        )
        self.cursor = next(same, self.cursor)

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """A pair; its names are what gives way."""
        entry = self._entries[line]
        tail = "" if entry.state == "refused" else f"  {entry.pair.confidence:.2f} "
        room = max(width - 3 - cell_len(tail), 1)
        text = cut_in_the_middle(entry.text, room)
        fill = " " * (room - cell_len(text))
        style = self.style_of(entry.mark.tone.value)
        return [Segment(f"{entry.mark.sign} {text}{fill}{tail}", style)]
