"""Texts line by line, as in `diff`, with similar lines paired. A third text is the learned one
before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from plancore.align.sequences import align, heaviest_pairs
from plancore.memo import lazy
from plancore.report.files import LineColumn
from plancore.report.lines import visible
from plancore.report.marks import CHANGED, EXTRA, MISSING, REPAIRED, SAME, Mark
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.overview import RowOverview, weighed
from plancore.report.rows.row import BEFORE, THREE, Cell, Cells, Marks, Role, ViewRow
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, watched

_CONTEXT: Final = 3
"""The number of equal lines shown before and after a difference."""
_LEAST: Final = 3
"""The minimum length of a fold, in lines."""


_CHANGED_BACK: Final = Mark(REPAIRED.tone, BEFORE.sign)
"""Only the text before differs. Whether that was a repair cannot be told from lines."""
_Pairs: TypeAlias = list[tuple[int | None, int | None]]
_Numbers: TypeAlias = tuple[int | None, ...]
"""The indices of a line in the learned text, the reference and the text before."""


class TextFile(Protocol):
    """A text with the name of its file."""

    @property
    def source(self) -> SourceText:
        """The text."""
        ...

    @property
    def name(self) -> str:
        """Its name in reports."""
        ...


class Text(NamedTuple):
    """A text that is not in a file."""

    source: SourceText
    name: str


class TextRows:
    """The lines of a learned text, its reference and, optionally, the learned text before.

    A row has a line of the reference and its counterparts, or lines of the other sides only. Lines
    are in one row if they are the same or similar.
    """

    def __init__(self, *files: TextFile) -> None:
        self.sides = THREE[: len(files)]
        self._names = tuple(file.name for file in files)
        sides = [_lines(file.source) for file in files]
        self._rows = _paired(*sides) if len(sides) == 2 else [*_joined(*sides)]
        self._columns = [
            [None if number is None else lines[number] for number in numbers]
            for lines, numbers in zip(sides, zip(*self._rows, strict=True), strict=False)
        ]
        """The text in each row, for each side; empty without rows."""

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The first line of each group of differences."""
        different = [mark is not SAME for mark in self._marks]
        return [
            at for at, differs in enumerate(different) if differs and not (at and different[at - 1])
        ]

    @lazy
    def stacks(self) -> Sequence[int]:
        """The rows with different lines on at least two sides."""
        return [
            at
            for at, mark in enumerate(self._marks)
            if mark is not SAME and len({text for text in self._said(at) if text is not None}) > 1
        ]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal lines away from differences."""
        return equal_runs([mark is SAME for mark in self._marks], _CONTEXT, _LEAST)

    @lazy
    def overview(self) -> RowOverview:
        """The marks of all rows."""
        return weighed(self._marks)

    def row(self, index: int) -> ViewRow:
        """A line of one side, or of several."""
        mark, said, numbers = self._marks[index], self._said(index), self._rows[index]
        cells = tuple(
            None if text is None or at is None else Cell(text, str(at + 1))
            for text, at in zip(said, numbers, strict=True)
        )
        is_same = len({text for text in said if text is not None}) == 1
        return ViewRow(
            Role.ITEM,
            *mark,
            _with_words(mark, cells),
            tuple(
                None if at is None else LineColumn(name, at + 1, 1)
                for name, at in zip(self._names, numbers, strict=True)
            ),
            "" if mark is not SAME or is_same else "except for whitespace",
        )

    def fold_text(self, start: int, end: int) -> str:
        """The number of lines, and of those that differ only in whitespace."""
        n_blanks = sum(len({*self._said(at)}) > 1 for at in range(start, end))
        return f"{end - start} equal lines" + (
            f", {n_blanks} except for whitespace" if n_blanks else ""
        )

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows with `text` on any side."""
        needle = text.casefold()
        return sorted(
            {
                at
                for column in self._columns
                for at, line in enumerate(watched(column, checkpoint))
                if line is not None and needle in line.casefold()
            }
        )

    @lazy
    def _marks(self) -> list[Mark]:
        return list(map(_mark, *self._columns)) if self._rows else []

    def _said(self, index: int) -> tuple[str | None, ...]:
        """The lines in a row, by side."""
        return tuple([column[index] for column in self._columns])


class LineRows(TextRows):
    """The same for files that are compared only by line: each line that differs is a difference."""

    @lazy
    def counted(self) -> Sequence[int]:
        """Each line that differs."""
        return [at for at, mark in enumerate(self._marks) if mark is not SAME]


def _mark(learned: str | None, reference: str | None, *before: str | None) -> Mark:
    """The difference from the reference; if none, from before. Whitespace is ignored."""
    now = mark_of_lines(learned, reference)
    if now is not SAME or all(mark_of_lines(text, reference) is SAME for text in before):
        return now
    return _CHANGED_BACK


def _with_words(mark: Mark, cells: Cells) -> Cells:
    """The cells of a row with that mark, with differing words marked."""
    learned, reference, *rest = cells
    if mark is CHANGED and learned is not None and reference is not None:
        learned, reference = with_words_marked(learned, reference)
    if not rest:
        return learned, reference
    (before,) = rest
    if before is not None:
        now = reference or learned
        if now is not None:
            before = with_words_marked(before, now)[0]
        if mark_of_lines(before.text, None if reference is None else reference.text) is SAME:
            before = before._replace(own_mark=SAME)
    if mark is _CHANGED_BACK:
        learned = learned and learned._replace(own_mark=SAME)
        reference = reference and reference._replace(own_mark=SAME)
    return learned, reference, before


def _paired(learned: Sequence[str], reference: Sequence[str]) -> list[_Numbers]:
    return [(ours, theirs) for theirs, ours in paired_lines(reference, learned)]


def _joined(
    ours: Sequence[str], reference: Sequence[str], old: Sequence[str]
) -> Iterator[_Numbers]:
    """Two pairings with the same reference, merged: before each line of the reference come the
    lines that only the other sides have, paired with each other."""
    sides = (_by_reference(paired_lines(reference, side)) for side in (ours, old))
    for (line, now), (_, then) in zip(*sides, strict=True):
        pairs = paired_lines([old[at] for at in then.own], [ours[at] for at in now.own])
        for i, j in pairs:
            yield (None if j is None else now.own[j], None, None if i is None else then.own[i])
        if line is not None:
            yield now.partner, line, then.partner


class _Gap(NamedTuple):
    """The lines that only a side has before a line of the reference, and its counterpart."""

    own: list[int]
    partner: int | None


def _by_reference(
    pairs: Sequence[tuple[int | None, int | None]],
) -> Iterator[tuple[int | None, _Gap]]:
    """Each line of the reference, then None for its end, with the gap of the other side."""
    own: list[int] = []
    for line, other in pairs:
        if line is None:
            own += () if other is None else (other,)
        else:
            yield line, _Gap(own, other)
            own = []
    yield None, _Gap(own, None)


def paired_lines(reference: Sequence[str], learned: Sequence[str]) -> _Pairs:
    """The line indices of both texts, ascending on both sides; None for no line. Rows pair as many
    equal lines as possible, and similar lines between those."""
    rows: _Pairs = []
    left = right = 0
    pairs = align(reference, learned).pairs()
    for i, j in (*pairs, (len(reference), len(learned))):
        similar = similar_pairs(reference[left:i], learned[right:j])
        start, begin = left, right
        for one, other in (*((start + at, begin + to) for at, to in similar), (i, j)):
            rows += ((at, None) for at in range(left, one))
            rows += ((None, at) for at in range(right, other))
            if one < len(reference):
                rows.append((one, other))
            left, right = one + 1, other + 1
    return rows


def mark_of_lines(learned: str | None, reference: str | None) -> Mark:
    """The difference of a learned line from the reference's; whitespace is ignored."""
    if learned == reference:
        return SAME
    if learned is None or reference is None:
        return MISSING if learned is None else EXTRA
    return SAME if differ_in_blanks_only(learned, reference) else CHANGED


def _lines(source: SourceText) -> list[str]:
    """The lines, with tabs expanded to multiples of 8 and control characters made visible."""
    lines = [source.line_text(line) for line in range(len(source.line_starts))]
    if lines and not lines[-1]:
        lines.pop()
    return [visible(line.expandtabs(8)) for line in lines]


# Pairing of similar lines, and their differing words.

_TOKENS: Final = re.compile(r"[^\s()]+|[()]")
_SIMILAR_LINES_LEAST: Final = 0.5
"""The minimum similarity of paired lines."""
_MOST_PAIRS: Final = 10_000
"""Runs with more pairs of lines than this stay unpaired."""
_MOST_WORDS: Final = 2_000
"""Words are not marked in lines with more words than this."""


def similar_pairs(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of similar lines with the greatest total similarity, ascending on both sides.

    The similarity of two lines is Dice's coefficient of their multisets of words, in [0, 1].
    """
    if len(ours) * len(theirs) > _MOST_PAIRS:
        return []
    return heaviest_pairs(_likeness(list(map(_words, ours)), list(map(_words, theirs))))


def differ_in_blanks_only(one: str, other: str) -> bool:
    """Whether two lines have the same words and parentheses."""
    return _TOKENS.findall(one) == _TOKENS.findall(other)


def with_words_marked(one: Cell, other: Cell) -> tuple[Cell, Cell]:
    """Both cells with the words and parentheses marked that are not in their longest common
    subsequence."""
    spans = [[match.span() for match in _TOKENS.finditer(cell.text)] for cell in (one, other)]
    if max(map(len, spans)) > _MOST_WORDS:
        return one, other
    words = [
        [cell.text[slice(*span)] for span in own]
        for cell, own in zip((one, other), spans, strict=True)
    ]
    pairs = list(align(words[0], words[1]).pairs())
    kept = {i for i, _ in pairs}, {j for _, j in pairs}
    marks: list[Marks] = [
        tuple(span for at, span in enumerate(own) if at not in same)
        for own, same in zip(spans, kept, strict=True)
    ]
    return one._replace(marks=marks[0]), other._replace(marks=marks[1])


def _words(text: str) -> Counter[str]:
    return Counter(word for word in _TOKENS.findall(text) if word not in "()")


def _likeness(ours: Sequence[Counter[str]], theirs: Sequence[Counter[str]]) -> list[list[float]]:
    """The similarity of each pair of lines; 0 if below the minimum."""
    table = []
    for one in ours:
        row = []
        for other in theirs:
            whole = one.total() + other.total()
            alike = 2 * (one & other).total() / whole if whole else 0.0
            row.append(alike if alike >= _SIMILAR_LINES_LEAST else 0.0)
        table.append(row)
    return table
