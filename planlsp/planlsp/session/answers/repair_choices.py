"""Repairs of a domain as code actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from pygls.exceptions import JsonRpcContentModified

from plancore.diagnostic import Edit
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.source import Span
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.ide.review.repairs import Repairs
    from plancore.repair.result import Repair


class RepairChoice(NamedTuple):
    """A repair that was offered in a document, a domain or plan, identified by number and title."""

    document: str
    number: int
    title: str

    @classmethod
    def of(cls, data: Any) -> Self | None:
        """The choice in the `data` of a code action; None if it has none."""
        match data:
            case {"document": str(), "number": int(), "title": str(), **rest} if not rest:
                return cls(**data)
        return None


class MadeEdits(NamedTuple):
    """Edits of a file, and their description."""

    key: str
    edits: tuple[Edit, ...]
    description: str


def offered(view: View, key: str, span: Span, repairs: Repairs) -> Iterator[RepairChoice]:
    """The repairs to offer at `span`: if it touches the name of the domain or of a repaired action,
    or the step at which a plan fails."""
    file = view.files.file(key)
    for number, repair in enumerate(repairs.result.repairs):
        spans = _spans(file, repairs, repair)
        if any(one.start <= span.end and span.start <= one.end for one in spans):
            yield RepairChoice(key, number, repairs.title(repair))


def _spans(file: AnySnapshot | None, repairs: Repairs, repair: Repair) -> Iterator[Span]:
    # Imported late: few domains have plans.
    from plancore.ide.review.consequences import step_span

    if isinstance(file, PlanSnapshot):
        stopped = repairs.known.stopped(file)
        if stopped is not None and not repairs.leaves_out(file):
            yield step_span(file, stopped.first.step)
        return
    definition = file.first("domain") if file else None
    if definition is None or file is None:
        return
    names = {edit.action for edit in repair.edits}
    actions = (action for action in definition.domain.actions if action.name in names)
    for node in (definition.definition.name, *(action.node for action in actions)):
        if node is not None:
            yield file.span(node.place)


def edits_of(view: View, repairs: Repairs | None, choice: RepairChoice) -> MadeEdits:
    """The edits of the chosen repair. Raises JsonRpcContentModified if it no longer exists."""
    key = repairs.asked.domain.file.name if repairs else ""
    domain = view.domain_in(key)
    if repairs is not None and domain is not None and repairs.asked.is_of(domain):
        for repair in repairs.result.repairs[choice.number : choice.number + 1]:
            if repairs.title(repair) == choice.title:
                return MadeEdits(key, repairs.edits(repair, domain), repairs.description(repair))
    raise JsonRpcContentModified("the domain or its plans changed since this repair was offered")
