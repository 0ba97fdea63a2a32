"""A repair as a document: its result, its edits, and other repairs of the same size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final

from plancore.compare.changes import Part
from plancore.model.domain import Action
from plancore.model.formula import conjuncts
from plancore.phrases import count_of
from plancore.repair.result import (
    Alteration,
    Edit,
    Impossible,
    Repair,
    RepairResult,
    Tally,
    TypeEdit,
    UnusedPlan,
)
from plancore.report import document as doc
from plancore.report.files import part_place, where
from plancore.report.lines import Piece, Tone, line
from plancore.report.marks import CHANGED, EXTRA, MISSING
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place

_MARKS: Final = {
    Alteration.ADD: (MISSING, "to"),
    Alteration.REMOVE: (EXTRA, "from"),
    TypeEdit.alteration: (CHANGED, "in"),
}


def document(report: RepairReport, _: doc.Detail) -> doc.Document:
    """The minimum repair, the validity of plans without it, and other repairs of its size."""
    counts = doc.Paragraph([line(f"unrepaired domain: {counts_text(report.result.before)}")])
    title = line(Piece(report.file.name, Tone.TITLE), f": {repair_text(report.result)}")
    return doc.Document("Repair", title, chain([counts], _repairs(report)))


def section(report: RepairReport) -> doc.Section:
    """The same as part of another report on the file."""
    said: list[doc.Block] = [doc.Paragraph([line(repair_text(report.result))])]
    counts = counts_text(report.result.before)
    return doc.Section("Minimum repair", chain(said, _repairs(report)), counts)


def _repairs(report: RepairReport) -> Iterator[doc.Block]:
    result = report.result
    for number, repair in enumerate(result.repairs, start=1):
        if not repair.edits:
            break
        if number == 1:
            yield doc.Section("", [_edits(report, repair.edits)])
        else:
            first = result.repairs[0]
            others = [edit for edit in repair.edits if edit not in first.edits]
            note = f"instead of {_left(first, repair)}"
            yield doc.Section(f"Repair {number}", [_edits(report, others)], note)
    yield from _reasons("Impossible", result.impossible)
    yield from _reasons("Not used", result.left_out)


def _reasons(title: str, plans: Sequence[Impossible | UnusedPlan]) -> Iterator[doc.Section]:
    if plans:
        yield doc.Section(
            title, [doc.List(doc.items(f"{plan.case}: {plan.reason}" for plan in plans))]
        )


def _left(first: Repair, repair: Repair) -> str:
    """The edits of the first repair that another one does without."""
    return "; ".join(str(edit) for edit in first.edits if edit not in repair.edits)


def _edits(report: RepairReport, edits: Iterable[Edit]) -> doc.Table:
    rows: list[list[doc.Cell]] = []
    domain = report.file.domain
    actions = {} if domain is None else {action.name: action for action in reversed(domain.actions)}
    for edit in edits:
        # The mark of the difference that is repaired: missing from the domain, or extra in it.
        mark, into = _MARKS[edit.alteration]
        place = where(report.file, _place(actions.get(edit.action), edit))
        rows.append(
            [
                Piece(edit.alteration, mark.tone),
                Piece(edit.literal, mark.tone, is_code=True),
                f"{into} the {edit.part} of {edit.action}",
                Piece("" if place is None else str(place), Tone.DIM),
            ]
        )
    return doc.Table(doc.columns("", "", "", ""), rows, indent=2)


def _place(action: Action | None, edit: Edit) -> Place | None:
    """Where the literal is, or will be."""
    if isinstance(edit, TypeEdit):
        node = None if action is None else action.parameters_node
        return None if node is None else node.place
    if action is not None and edit.alteration is Alteration.REMOVE:
        whole = action.precondition if edit.part is Part.PRECONDITION else action.effect
        for part in conjuncts(whole):
            if part == edit.formula and part.node is not None:
                return part.node.place
    return part_place(action, edit.part)


def counts_text(tally: Tally) -> str:
    """The number of plans that behave as expected: `accepts 0 of 1 valid plan, rejects 2 of 2
    invalid plans`."""
    said = f"accepts {tally.valid} of {count_of(tally.must_be_valid, 'valid plan')}"
    if tally.must_not_be_valid:
        n_invalid = count_of(tally.must_not_be_valid, "invalid plan")
        said += f", rejects {tally.not_valid} of {n_invalid}"
    return said


# A repair with its files.


@dataclass(frozen=True, slots=True)
class RepairReport:
    """The minimum repairs of the domain in `file`, and a line for each error.

    `reference` is None if there is none.
    """

    kind: ClassVar[str] = "repair"

    file: FileSnapshot
    reference: FileSnapshot | None
    result: RepairResult
    errors: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 0 if every plan behaves as expected after a repair, 1 if no repair is
        known, 2 for errors, such as a plan that was left out."""
        if self.errors or self.result.left_out:
            return 2
        return 0 if self.result.repairs else 1


# A repair in one line, for all reports and editors.


def repair_text(result: RepairResult) -> str:
    """`2 edits make every plan behave as expected (minimum repair); 3 such repairs`."""
    if not result.considered:
        return "no plan that a repair can use"
    plans = "every plan that can be used" if result.left_out else "every plan"
    if not result.repairs:
        if result.proved:
            return f"no edits of literals make {plans} behave as expected"
        return f"no repair found; any repair has at least {_cost(result.lower_bound)}"
    best = result.repairs[0]
    if not best.edits:
        n_left_out = len(result.left_out)
        of = f" in {count_of(result.considered, 'plan')}, {n_left_out} not used"
        return f"nothing to repair{of if n_left_out else ''}"
    verb = "makes" if len(best.edits) == 1 else "make"
    said = f"{count_of(len(best.edits), 'edit')} {verb} {plans} behave as expected"
    if best.cost != len(best.edits):
        said += f", at a cost of {best.cost}"
    if not result.proved:
        return f"{said}; not proved minimum: at least {_cost(result.lower_bound)}"
    said += " (minimum repair)"
    if len(result.repairs) > 1 or not result.is_complete:
        many = "" if result.is_complete else "at least "
        said += f"; {many}{count_of(len(result.repairs), 'such repair')}"
    return said


def _cost(bound: int) -> str:
    return f"a cost of {bound}"
