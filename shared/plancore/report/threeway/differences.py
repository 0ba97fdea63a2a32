"""What the last change of a learned domain did, as every format lists it.

There is a difference for each item that is wrong or was, with its `outcome`. Codes and kinds are
those of two domains, so that whoever keeps an account of these knows each again; of what was
repaired they say what was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from plancore.compare.changes import Part
from plancore.compare.declarations import Declared
from plancore.compare.difference import RENAMED, Difference, code_of
from plancore.compare.places import domain_place, name_place, section_place
from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.diagnostic import Severity
from plancore.model.domain import Action
from plancore.report.domain.consequences import Consequences
from plancore.report.domain.differences import subjects as subjects_of_domains
from plancore.report.places import part_place
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.subjects import Told
from plancore.report.threeway.words import remark, subject
from plancore.syntax.nodes import Place


def differences(review: ThreeWayReview) -> Sequence[Difference]:
    """Each item in the order of the review, then what is called otherwise."""
    made = _Made(review)
    found = [
        made.difference(action, item)
        for action in review.result.actions
        for item in action.items
        if _is_told(item)
    ]
    found += (made.difference(None, item) for item in review.result.declarations)
    found += (each for each in review.now.differences if each.kind == RENAMED)
    return [replace(each, number=number) for number, each in enumerate(found)]


def failing(_: ThreeWayReview) -> Sequence[Difference]:
    """None: domains are not executed."""
    return ()


def subjects(review: ThreeWayReview) -> Iterator[str]:
    """All that may differ: each action that any side has, each kind of declaration."""
    names = (action.name for action in review.result.actions)
    sections = (f":{item.part}" for item in review.result.declarations)
    yield from dict.fromkeys((*names, *subjects_of_domains(review.now), *sections))


def _is_told(item: Item) -> bool:
    return item.outcome is not Outcome.UNCHANGED


class _Made:
    """Items as findings, with what they do to plans."""

    def __init__(self, review: ThreeWayReview) -> None:
        self._review = review
        self._told = Told(review)
        blame = None if review.now.blame is None else review.now.blame.blame
        ranked = () if blame is None else blame.by_consequence()
        self._ranks = {c.difference.number: rank for rank, c in enumerate(ranked)}

    def difference(self, action: ThreeWayAction | None, item: Item) -> Difference:
        """An item; `action` is None for a declaration."""
        kind = kind_of(item)
        noun = Declared(item.part).noun if action is None else item.part
        consequences = self._told.consequences(action, item)
        reference = item.reference
        where = "" if action is None else f"{action.name}: "
        return Difference(
            0,
            code_of(kind, item.part),
            severity_of(item, is_declared=action is None),
            kind,
            f":{item.part}" if action is None else action.name,
            item.part,
            _text(item.learned),
            _text(reference),
            f"{where}{noun} {subject(item)} {remark(item)}",
            learned_place=self._place(action, item),
            reference_place=None if reference is None else reference.place,
            diff=None if action is None else action.now,
            change=item.change,
            consequence=self._told.consequences_text(action, item),
            rank=min(
                (self._ranks[c.difference.number] for c in consequences), default=len(self._ranks)
            ),
            outcome=item.outcome.value,
            before=_text(item.before),
        )

    def _place(self, action: ThreeWayAction | None, item: Item) -> Place | None:
        """Where the learned file says it, or would have to."""
        if item.learned is not None and item.learned.place is not None:
            return item.learned.place
        if action is None:
            found = section_place(self._review.learned, item.part)
        else:
            found = _place_in(None if action.now is None else action.now.learned, item.part)
        domain = self._review.diff.learned
        return found or (domain_place(domain) if domain.name or domain.name_node else None)


def _place_in(action: Action | None, name: str) -> Place | None:
    part = next((part for part in Part if part.value == name), None)
    return name_place(action) if part is None else part_place(action, part)


def kind_of(item: Item) -> str:
    """How it is wrong, or was."""
    said = item.before if item.outcome is Outcome.REPAIRED else item.learned
    if said is None:
        return "missing"
    return "extra" if item.reference is None else "changed"


def severity_of(
    item: Item, consequences: Consequences = (), *, is_declared: bool = False
) -> Severity:
    """How bad an item is, given what it does to plans."""
    if item.outcome is Outcome.REPAIRED:
        return Severity.INFORMATION
    if item.outcome is Outcome.BROKEN or any(c.stops for c in consequences):
        return Severity.ERROR
    if any(c.matters for c in consequences):
        return Severity.WARNING
    is_idle = bool(consequences) and not any(c.is_untested for c in consequences)
    return Severity.INFORMATION if is_idle or is_declared else Severity.WARNING


def _text(said: Said | None) -> str | None:
    return None if said is None else said.text
