"""Files with syntax errors: besides what could be compared, the lines that differ.

What stands around an error is read as well as can be. Whoever does not trust that sees here what
the files say, letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from plancore.report.document import Code, Section
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.notes import Note
from plancore.source import SourceText

if TYPE_CHECKING:
    from plancore.report.places import SourceFile

MOST: Final = 400
"""So many lines are listed; a rest is told of."""


def torn_sections(
    learned: SourceFile, reference: SourceFile, notes: Sequence[Note], *, is_torn: bool
) -> Iterator[Section]:
    """The difference of the texts; nothing where both were read in full, or one of the texts is
    empty."""
    if not is_torn or not learned.source.text or not reference.source.text:
        return
    # Most files can be read.
    from plancore.report.line_diff import gaps, hunks

    where = next((note.where for note in notes if note.is_error), None)
    at = "" if where is None else f", {where}"
    old, new = _lines(reference.source), _lines(learned.source)
    made = [*hunks(old, new, gaps(old, new), lambda _: "")]
    rest = len(made) - MOST
    if rest > 0:
        made[MOST:] = [line(Piece(f"· {rest} more lines", Tone.DIM))]
    note = f"for a file cannot be read in full{at}"
    yield Section("Lines that differ", [Code(made, is_patch=True)], note)


def _lines(source: SourceText) -> list[str]:
    return [f"{visible(text.rstrip())}\n" for text in source.text.split("\n")]
