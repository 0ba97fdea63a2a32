"""How the text of every comparison begins: the two files, and the notes on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.notes import Note


def heading(learned: str, reference: str, notes: Iterable[Note]) -> Iterator[Line]:
    """The names of the files, then a line for each note."""
    yield line(
        Piece(visible(learned), Tone.TITLE),
        "  compared with the reference  ",
        Piece(visible(reference), Tone.TITLE),
    )
    yield from note_lines(notes)


def note_lines(notes: Iterable[Note]) -> Iterator[Line]:
    """A line for each note."""
    for note in notes:
        yield line(Piece(f"note: {visible(str(note))}", Tone.NOTE))
