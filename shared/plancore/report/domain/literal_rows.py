"""Side-by-side rows of formulas and declarations, for domains and problems."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.compare.changes import Change, ChangeKind, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.formula.elements import Element
from plancore.formula.printing import AS_WRITTEN, formula_text
from plancore.phrases import SIDES
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import MARKS, label, reads_alike
from plancore.report.files import LineColumn, TwoFiles, where
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import SAME, Mark
from plancore.report.rows.row import Cell, Role, ViewRow, marked
from plancore.snapshot import FileSnapshot


class AlignedLiteral(NamedTuple):
    """A formula on one side or both; `change` is None if it is the same."""

    learned: Element | None
    reference: Element | None
    change: Change | None = None

    @property
    def mark(self) -> Mark:
        """The mark of the change, or `SAME`."""
        return SAME if self.change is None else MARKS[self.change.kind]


def aligned(files: TwoFiles, part: PartDiff) -> list[AlignedLiteral]:
    """The formulas in the reference's order; an extra one follows its learned predecessor."""
    literals = [AlignedLiteral(pair.learned, pair.reference) for pair in part.equal]
    literals += [
        AlignedLiteral(change.learned, change.reference, change)
        for change in part.changes
        if change.kind is not ChangeKind.EXTRA
    ]
    literals.sort(key=lambda literal: _position(files.reference, literal.reference))
    ours = sorted(
        (_position(files.learned, literal.learned), at)
        for at, literal in enumerate(literals)
        if literal.learned is not None
    )
    extra: dict[int, list[AlignedLiteral]] = {}
    for change in part.changes:
        if change.kind is ChangeKind.EXTRA:
            before = bisect_left(ours, (_position(files.learned, change.learned), -1))
            follows = ours[before - 1][1] if before else -1
            extra.setdefault(follows, []).append(AlignedLiteral(change.learned, None, change))
    merged = extra.get(-1, [])
    for at, literal in enumerate(literals):
        merged.append(literal)
        merged += extra.get(at, ())
    return merged


def literal_row(
    files: TwoFiles, literal: AlignedLiteral, gap: LineColumn | None, mark: Mark
) -> ViewRow:
    """The row of a formula; `gap` is where it would be on the side that lacks it."""
    learned, reference, change = literal
    cells = _cell(learned), _cell(reference)
    return ViewRow(
        Role.ITEM,
        *mark,
        cells if change is None else marked(*cells),
        (
            gap if learned is None else where(files.learned, learned.place),
            gap if reference is None else where(files.reference, reference.place),
        ),
        "" if change is None else _remark(change),
        told_by_sign="" if change is None else _told_by_sign(change),
    )


def _remark(change: Change) -> str:
    said = label(change)
    if not reads_alike(change) or change.wanted is None:
        return said
    return f"{said}: {visible(change.wanted)} is meant"


def _told_by_sign(change: Change) -> str:
    return "" if change.kind is ChangeKind.CHANGED else label(change)


def declaration_row(files: TwoFiles, change: DeclarationChange) -> ViewRow:
    """The row of a changed declaration."""
    keyword, kind = f":{change.what.value}", SIDES.of_kind(change.kind)
    learned = reference = None
    if change.kind is not ChangeKind.MISSING:
        learned = Cell(visible(f"{keyword} {change.learned_text or change.name}"))
    if change.kind is not ChangeKind.EXTRA:
        reference = Cell(visible(f"{keyword} {change.reference_text or change.name}"))
    return ViewRow(
        Role.ITEM,
        *MARKS[change.kind],
        marked(learned, reference),
        files.where_of(change),
        kind,
        told_by_sign="" if change.kind is ChangeKind.CHANGED else kind,
    )


def _cell(element: Element | None) -> Cell | None:
    return None if element is None else Cell(visible(element.text))


def _position(file: FileSnapshot, element: Element | None) -> int:
    if element is None or element.place is None:
        return 0
    return file.span(element.place).start


# The literals counted by the scores of an action, and the formulas of these scores.

RATIOS: Final = "P = TP/(TP+FP)   R = TP/(TP+FN)   F1 = 2TP/(2TP+FP+FN)"
"""The formulas of precision, recall and F1."""
FORMULAS: Final = f"{RATIOS}   similarity = 1 - differing/all = TP/(TP+FP+FN), both parts pooled"
"""The formulas of an action's scores."""


def counted_lines(review: DomainReview, number: int) -> Iterator[Line]:
    """The formulas, then the TP, FP and FN of each part of an action."""
    similarity = review.similarity.actions[number]
    names = similarity.action.to_reference
    yield line(Piece(FORMULAS, Tone.DIM))
    for part, counted in (("pre", similarity.precondition), ("eff", similarity.effect)):
        listed = (("TP", counted.tp, AS_WRITTEN), ("FP", counted.fp, names))
        for count, elements, naming in (*listed, ("FN", counted.fn, AS_WRITTEN)):
            if elements:
                texts = (formula_text(element.formula, naming) for element in elements)
                text = visible(" ".join(texts))
                yield line(Piece(f"  {part} {count}  ", Tone.DIM), text)
