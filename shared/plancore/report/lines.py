"""Lines made of pieces with a tone, and tables of them. Renderers decide what a tone looks like."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache, partial
from itertools import zip_longest
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias


class Tone(StrEnum):
    """The role of a piece of text. Words and signs next to it convey the same."""

    PLAIN = "plain"
    TITLE = "title"
    DIM = "dim"
    SAME = "same"
    MISSING = "missing"
    EXTRA = "extra"
    CHANGED = "changed"
    MOVED = "moved"
    FAILING = "failing"
    NOTE = "note"


class Piece(NamedTuple):
    """Text in one tone.

    A click on it opens `file`, named as in the report, at `line` and `column`, counted from one.
    `target` is the `anchor` of another piece of the same report that it links to. `is_code` marks
    formulas and steps.
    """

    text: str
    tone: Tone = Tone.PLAIN
    file: str = ""
    line: int = 1
    column: int = 1
    is_code: bool = False
    anchor: str = ""
    target: str = ""


Line: TypeAlias = tuple[Piece, ...]
Link: TypeAlias = Callable[[str, int, int], str]
"""Maps a file, line and column to an address in printable ASCII; empty if there is none."""

_INDENT: Final = 4
_TEXT: Final = attrgetter("text")
_WORDS: Final = re.compile(r"\s*\S+\s*|\s+")

_SGR: Final[dict[Tone, str]] = {
    Tone.PLAIN: "",
    Tone.TITLE: "1",
    Tone.DIM: "2",
    Tone.SAME: "",
    # Blue and orange, not green and red: they differ for colour-blind readers too.
    Tone.MISSING: "38;5;208",
    Tone.EXTRA: "38;5;39",
    Tone.CHANGED: "38;5;178",
    Tone.MOVED: "38;5;140",
    Tone.FAILING: "1;38;5;196",
    Tone.NOTE: "3",
}


def line(*pieces: str | Piece) -> Line:
    """A line of `pieces`; a bare string is in the plain tone."""
    return tuple(piece if isinstance(piece, Piece) else Piece(piece) for piece in pieces)


def render(
    lines: Iterable[Line],
    *,
    colour: bool = False,
    width: int | None = None,
    breaks_words: bool = True,
    link: Link | None = None,
) -> str:
    """The lines as text without trailing blanks, with terminal colours and links (OSC 8) on
    request.

    Lines wider than `width` are wrapped with an indent. Words are broken only when they do not fit,
    and never unless `breaks_words`.
    """
    broken = (
        lines
        if width is None
        else (part for whole in lines for part in folded(whole, width, breaks_words=breaks_words))
    )
    written = partial(_for_terminal, colour=colour, link=link) if colour or link else _plain
    return "".join([f"{written(pieces)}\n" for pieces in broken])


def folded(
    pieces: Line, width: int, hanging: int | None = None, *, breaks_words: bool = True
) -> Iterator[Line]:
    """The line wrapped to at most `width` columns. Continuation lines are indented by `hanging`
    columns, if given. A word, which may be of several pieces, stays whole. One that is wider than a
    line is broken or, without `breaks_words`, gets a line of its own."""
    text = "".join(piece.text for piece in pieces).rstrip()
    if cell_width(text) <= width:
        yield pieces
        return
    indent = hanging or min(len(text) - len(text.lstrip()) + _INDENT, width // 2)
    row: list[Piece] = []
    used = 0
    for piece, word, rest in _words(pieces):
        # A word that is too wide for a line is best broken between its pieces.
        is_whole = _width_of(word) + rest <= width - indent
        while used + (needed := _width_of(word) + (rest if is_whole else 0)) > width:
            if breaks_words and used <= indent:
                head = _fitting(word, width - used)
                row.append(piece._replace(text=head))
                word = word[len(head) :]
            elif not breaks_words and not any(part.text.strip() for part in row):
                break
            yield trimmed(row) if used > width else tuple(row)
            needed -= len(word) - len(word := word.lstrip())
            # An unbreakable word is moved to the left if it fits only there.
            used = indent if breaks_words else max(min(indent, width - needed), 0)
            row = [Piece(" " * used)]
        row.append(piece._replace(text=word))
        used += cell_width(word)
    if any(piece.text.strip() for piece in row):
        yield tuple(row)


def _width_of(word: str) -> int:
    return cell_width(word.rstrip())


def _words(pieces: Line) -> Iterator[tuple[Piece, str, int]]:
    """Each word with its piece, and the width of the rest of the word, which is in later pieces."""
    parts = [(piece, word) for piece in pieces for word in _WORDS.findall(piece.text)]
    rests, rest, after = list[int](), 0, " "
    for _, word in reversed(parts):
        rest = 0 if word[-1].isspace() or after.isspace() else rest
        rests.append(rest)
        rest += _width_of(word)
        after = word[0]
    return ((*part, width) for part, width in zip(parts, reversed(rests), strict=True))


def ending(pieces: Line, width: int) -> Line:
    """The line in at most `width` columns with a final `…`, which stands for omitted text."""
    kept: list[Piece] = []
    room = width - 1
    for piece in trimmed(pieces):
        text = start_of(piece.text, room)
        kept.append(piece._replace(text=text))
        room -= cell_width(text)
    return (*kept, Piece("…", Tone.DIM))


def trimmed(pieces: Sequence[Piece]) -> Line:
    """The line without trailing blanks."""
    if pieces and (last := pieces[-1].text) and not last[-1].isspace():
        return tuple(pieces)
    kept = list(pieces)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip())
    return tuple(kept)


def line_width(pieces: Iterable[Piece]) -> int:
    """The width of a line in terminal columns."""
    return sum([cell_width(piece.text) for piece in pieces])


def cut_in_the_middle(text: str, width: int) -> str:
    """`text` in at most `width` columns. A longer text keeps both ends, as names may differ at
    either, with `…` between them."""
    if cell_width(text) <= width:
        return text
    if width < 1:
        return ""
    first = width // 2
    head = start_of(text, first)
    tail = start_of(text[::-1], width - 1 - first)[::-1]
    return f"{head}…{tail}"


def start_of(text: str, width: int) -> str:
    """The longest prefix of `text` that fits in `width` columns."""
    used = 0
    for count, character in enumerate(text):
        used += _character_width(character)
        if used > width:
            return text[:count]
    return text


def visible(text: str) -> str:
    """`text` without characters that a terminal would interpret instead of print.

    Control characters become their pictures (`␛`), tabs a blank, and marks that reorder or hide
    text become `⟨U+202E⟩`.
    """
    if text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def visible_line(pieces: Line) -> Line:
    """The line with each piece made `visible`."""
    return tuple(piece._replace(text=visible(piece.text)) for piece in pieces)


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if character == "\t":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if unicodedata.category(character) == "Zs":
        return " "
    return f"⟨U+{code:04X}⟩"


def cell_width(text: str) -> int:
    """The width of `text` in terminal columns."""
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


@lru_cache(maxsize=1024)
def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _fitting(word: str, width: int) -> str:
    """The longest prefix of `word` that fits in `width` columns; at least one character."""
    return start_of(word, width) or word[:1]


def _plain(pieces: Line) -> str:
    return "".join(map(_TEXT, pieces)).rstrip()


def _for_terminal(pieces: Line, *, colour: bool, link: Link | None) -> str:
    return "".join([_with_codes(piece, colour, link) for piece in trimmed(pieces)])


def _with_codes(piece: Piece, colour: bool, link: Link | None) -> str:
    text, code = piece.text, _SGR[piece.tone] if colour else ""
    if not text:
        return ""
    if code:
        text = f"\x1b[{code}m{text}\x1b[0m"
    address = link(piece.file, piece.line, piece.column) if link and piece.file else ""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if address else text


# Columns, aligned by their width on a terminal.

Cell = str | Piece | Sequence[Piece]


def head(*names: str) -> list[Cell]:
    """The row of column names."""
    return [Piece(name, Tone.DIM) for name in names]


def table(rows: Sequence[Sequence[Cell]], right: Sequence[int] = (), gap: int = 2) -> list[Line]:
    """The rows with aligned columns; those in `right` are right-aligned.

    Rows may have fewer cells than others. The last cell of a row is not padded.
    """
    measured = [[_width(cell) for cell in row] for row in rows]
    widths = [max(column) for column in zip_longest(*measured, fillvalue=0)]
    lines: list[Line] = []
    for row, widths_of_row in zip(rows, measured, strict=True):
        cells = [tuple(_pieces(cell)) for cell in row]
        lines.append(tuple(_line(cells, widths_of_row, widths, right, gap)))
    return lines


def padded(
    column: Sequence[str], least: int = 0, pad: Callable[[str, int], str] = str.ljust
) -> list[str]:
    """The texts padded to the width of the widest one, and to at least `least` columns.

    For long columns, as `table` handles each cell separately.
    """
    widths = list(map(len if "".join(column).isascii() else cell_width, column))
    widest = max(least, max(widths, default=0))
    return [
        pad(text, len(text) + widest - width) for text, width in zip(column, widths, strict=True)
    ]


def _line(
    cells: Sequence[Line],
    measured: Sequence[int],
    widths: Sequence[int],
    right: Sequence[int],
    gap: int,
) -> Iterator[Piece]:
    blanks = 0
    for column, cell in enumerate(cells):
        fill = widths[column] - measured[column]
        before = blanks + fill if column in right else blanks
        if before:
            yield Piece(" " * before)
        yield from cell
        blanks = gap if column in right else fill + gap


def _width(cell: Cell) -> int:
    if isinstance(cell, str):
        return cell_width(cell)
    return cell_width(cell.text) if isinstance(cell, Piece) else line_width(cell)


def _pieces(cell: Cell) -> Sequence[Piece]:
    if isinstance(cell, Piece):
        return (cell,)
    if isinstance(cell, str):
        return (Piece(cell),) if cell else ()
    return cell
