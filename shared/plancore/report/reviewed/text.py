"""Review marks as a section."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.phrases import in_reference
from plancore.report.document import Cell, Section, Table, columns
from plancore.report.lines import visible
from plancore.report.reviewed.marks import DifferenceName, Reviewed, mark_text


def reviewed_sections(reviewed: Reviewed) -> Iterator[Section]:
    """How far the review is, and every mark; nothing where there are none."""
    if reviewed.marks:
        rows = [_cells(reviewed, name) for name in in_order(reviewed)]
        yield Section("Review", [Table(columns("", "", ""), rows, indent=2)], reviewed.text)


def name_text(name: DifferenceName) -> str:
    """`missing precondition (lit)`."""
    theirs, ours = name.reference, name.learned
    literal = in_reference(ours, theirs) if ours and theirs and ours != theirs else ours or theirs
    what = "parameters" if name.part == "parameters" else f"{name.kind} {name.part}"
    # Types of parameters are many words, and an action has them once.
    return visible(what if name.part == "parameters" else f"{what} {literal}".strip())


def in_order(reviewed: Reviewed) -> Iterator[DifferenceName]:
    """The marked differences in their order, then those that are gone."""
    yield from (name for name in reviewed.names if name in reviewed.marks)
    yield from reviewed.gone


def _cells(reviewed: Reviewed, name: DifferenceName) -> list[Cell]:
    gone = "  (gone)" if name in reviewed.gone else ""
    return [
        name.action or "declarations",
        name_text(name),
        f"{mark_text(reviewed.marks[name])}{gone}",
    ]
