"""The review of two domains as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.compare.places import name_place
from plancore.correspondence.pairs import NOTHING_STATED
from plancore.correspondence.stated.document import pairs_data
from plancore.formula.elements import Element
from plancore.jsonable import Json
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.report.domain.basis import basis_data
from plancore.report.domain.implicit import implicit_arguments
from plancore.report.domain.review import DomainReview
from plancore.report.kept import limits_data
from plancore.report.places import part_place, where
from plancore.report.registry import PLANDIFF
from plancore.report.review_findings import finding_rows
from plancore.report.two_files import TwoFiles
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place

if TYPE_CHECKING:
    from plancore.report.reviewed.marks import Reviewed

DOCUMENT: Final = PLANDIFF


def data(review: DomainReview) -> Json:
    """The review, counts before ratios. `docs/reference/json.md` says what each field means."""
    return {
        "kind": "domain",
        "learned": _file(review.learned, review.diff.learned),
        "reference": _file(review.reference, review.diff.reference),
        "same": review.is_same,
        **basis_data(review.diff),
        **limits_data(review),
        "notes": [note.to_dict() for note in review.notes],
        "counts": asdict(review.counts),
        "causes": [cause.to_dict() for cause in review.causes],
        **{metric.place: metric.to_data(result) for metric, result in review.measured},
        "declarations": [declaration_data(review, change) for change in review.diff.declarations],
        "renamed": [
            {"kind": kind, "learned": ours, "reference": theirs}
            for kind, ours, theirs in review.diff.correspondence.renamings()
        ],
        "pairs": None if review.diff.pairs == NOTHING_STATED else pairs_data(review.diff.pairs),
        "implicit": [found.to_dict() for found in implicit_arguments(review.diff.actions)],
        "actions": {row.action.name: _action(review, row) for row in review.similarity.actions},
        "blame": _blame(review),
        "reviewed": said_of(review.reviewed),
    }


def rows(review: DomainReview) -> Iterator[Sequence[object]]:
    """A row for each finding, in the order of the review."""
    return finding_rows(review)


def said_of(reviewed: Reviewed | None) -> Json | None:
    """What a reviewer said; None for nothing."""
    if reviewed is None or not reviewed.marks:
        return None
    # Imported by who has marks.
    from plancore.report.reviewed.document import reviewed_data

    return reviewed_data(reviewed)


def _blame(review: DomainReview) -> object:
    if review.blame is None:
        return None
    # Imported by who has plans.
    from plancore.report.blame.data import consequences_data

    return consequences_data(review.blame)


def declaration_data(files: TwoFiles, change: DeclarationChange) -> Json:
    """A declaration that differs; a side that lacks it is None."""
    has_ours = change.kind is not ChangeKind.MISSING
    has_theirs = change.kind is not ChangeKind.EXTRA
    ours = _where(files.learned, change.learned_place)
    theirs = _where(files.reference, change.reference_place)
    return {
        "kind": change.kind.value,
        "section": change.what.value,
        "name": change.name,
        "learned": {"text": change.learned_text, "where": ours} if has_ours else None,
        "reference": {"text": change.reference_text, "where": theirs} if has_theirs else None,
    }


def change_data(files: TwoFiles, change: Change) -> Json:
    """A difference; a side that lacks the formula is None."""
    return {
        "kind": change.kind.value,
        "part": change.part.value,
        "aspect": None if change.aspect is None else change.aspect.value,
        "learned": _literal(files.learned, change.learned),
        "reference": _literal(files.reference, change.reference),
    }


def _literal(file: FileSnapshot, element: Element | None) -> Json | None:
    if element is None:
        return None
    return {"text": element.text, "where": _where(file, element.place)}


def _file(file: FileSnapshot, domain: Domain) -> Json:
    return {"file": file.name, "name": domain.name}


def _action(review: DomainReview, row: OneActionSimilarity) -> Json:
    action = row.action
    syntactic = review.counts_of(action)
    changes = [_change(review, action, change) for part in action.parts for change in part.changes]
    return {
        "status": action.status.value,
        "same": action.is_same,
        "exact": action.exact,
        "constructs": sorted(action.constructs),
        "learned": _operator(review.learned, action.learned),
        "reference": _operator(review.reference, action.reference),
        "similarity": _without_status(row.to_dict()),
        "syntactic": None if syntactic is None else _without_status(syntactic.to_dict()),
        "learned_kind": None if action.learned is None else action.learned.kind.value,
        "reference_kind": None if action.reference is None else action.reference.kind.value,
        "order": None if action.order is None else list(action.order),
        "covered_by": [asdict(cover) for cover in action.covers],
        "parameters": [_parameter(review, change) for change in action.parameters],
        "changes": changes,
        "reordered": None if action.reordered is None else _reordered(review, action.reordered),
    }


def _reordered(review: DomainReview, action: ActionDiff) -> Json:
    """The difference under the order of parameters that makes it clearly smaller."""
    return {
        "order": None if action.order is None else list(action.order),
        "same": action.is_same_but_for_order,
        "text": action.order_text,
        "parameters": [_parameter(review, change) for change in action.parameters],
        "changes": [_change(review, action, change) for change in action.changes],
    }


def _without_status(data: Json) -> Json:
    return {key: value for key, value in data.items() if key != "status"}


def _operator(file: FileSnapshot, action: Action | None) -> Json | None:
    if action is None:
        return None
    return {"name": action.name, "where": _where(file, name_place(action))}


def _parameter(review: DomainReview, change: ParameterChange) -> Json:
    return {
        "kind": change.kind.value,
        "position": change.position,
        "learned": _typed(review.learned, change.learned),
        "reference": _typed(review.reference, change.reference),
    }


def _typed(file: FileSnapshot, name: TypedName | None) -> Json | None:
    if name is None:
        return None
    place = None if name.node is None else name.node.place
    return {"name": name.name, "types": list(name.types), "where": _where(file, place)}


def _change(review: DomainReview, action: ActionDiff, change: Change) -> Json:
    """A difference; on the side that lacks the literal, `part` is where it would stand."""
    return change_data(review, change) | {
        "learned_part": _where(review.learned, part_place(action.learned, change.part)),
        "reference_part": _where(review.reference, part_place(action.reference, change.part)),
        "wanted": change.wanted,
    }


def _where(file: FileSnapshot, place: Place | None) -> Json | None:
    location = where(file, place)
    return None if location is None else location.to_dict()
