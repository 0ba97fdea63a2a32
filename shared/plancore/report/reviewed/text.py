"""Review marks as a section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plancore.phrases import SIDES, in_reference
from plancore.report.document import Cell, Section, Table, columns
from plancore.report.lines import Piece, visible
from plancore.report.reviewed.marks import DifferenceName, Reviewed, mark_text


def reviewed_sections(reviewed: Reviewed, anchors: Mapping[str, str] = {}) -> Iterator[Section]:
    """The progress of the review, and every mark; nothing without marks. `anchors` are the anchors
    of actions by name."""
    if reviewed.marks:
        rows = [_cells(reviewed, name, anchors) for name in in_order(reviewed)]
        yield Section("Review", [Table(columns("", "", ""), rows, indent=2)], reviewed.text)


def name_text(name: DifferenceName) -> str:
    """`missing precondition (lit)`."""
    theirs, ours = name.reference, name.learned
    literal = in_reference(ours, theirs) if ours and theirs and ours != theirs else ours or theirs
    what = "parameters" if name.part == "parameters" else f"{SIDES.of_kind(name.kind)} {name.part}"
    # Types of parameters are long, and an action has only one such difference.
    return visible(what if name.part == "parameters" else f"{what} {literal}".strip())


def in_order(reviewed: Reviewed) -> Iterator[DifferenceName]:
    """The marked differences in order, then those that are gone."""
    yield from (name for name in reviewed.names if name in reviewed.marks)
    yield from reviewed.gone


def _cells(reviewed: Reviewed, name: DifferenceName, anchors: Mapping[str, str]) -> list[Cell]:
    gone = "  (gone)" if name in reviewed.gone else ""
    return [
        Piece(name.action or "declarations", target=anchors.get(name.action, "")),
        name_text(name),
        f"{mark_text(reviewed.marks[name])}{gone}",
    ]
