"""How the text of every comparison begins: the two files, the verdict, and the notes on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.notes import Note
from plancore.report.places import place_piece


def verdict_lines(notes: Sequence[Note], verdict: Line) -> Iterator[Line]:
    """The verdict, and a line for each error of either file. What else is noted is left to
    `remark_lines`."""
    yield line("verdict: ", *verdict, doubt(notes))
    yield from error_lines(notes)


def names_line(learned: str, reference: str) -> Line:
    """The names of the files."""
    return line(
        Piece(learned, Tone.TITLE, learned),
        "  compared with the reference  ",
        Piece(reference, Tone.TITLE, reference),
    )


def doubt(notes: Iterable[Note]) -> str:
    """What has to stand behind a verdict on files with errors; nothing without them."""
    return ", as far as the files can be read" if any(note.is_error for note in notes) else ""


def note_lines(notes: Sequence[Note]) -> Iterator[Line]:
    """A line for each note, errors first."""
    yield from error_lines(notes)
    yield from remark_lines(notes)


def error_lines(notes: Iterable[Note]) -> Iterator[Line]:
    """A line for each error."""
    for note in notes:
        if note.is_error:
            place = f"{note.where}: " if note.where else ""
            yield line(place_piece(f"error: {place}{note.message}", note.where, Tone.FAILING))


def remark_lines(notes: Iterable[Note]) -> Iterator[Line]:
    """A line for each note that is no error."""
    for note in notes:
        if not note.is_error:
            yield line(place_piece(f"note: {note}", note.where, Tone.NOTE))
