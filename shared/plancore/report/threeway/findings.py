"""What the last change of a learned domain did, one by one, as every format lists it.

There is an entry for each item that is wrong or was, with its `outcome`. Codes and kinds are those
of the review of two domains, so that whoever keeps an account of these knows each again; of what
was repaired they say what was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.changes import PARAMETERS, Part
from plancore.compare.declarations import Declared
from plancore.compare.places import domain_place, name_place, section_place
from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.diagnostic import Severity
from plancore.model.domain import Action
from plancore.report.domain.consequences import Consequences
from plancore.report.domain.findings import mark_of, renamed_names, spot_of
from plancore.report.domain.findings import subjects as subjects_of_domains
from plancore.report.places import part_place
from plancore.report.review_findings import ReviewFinding
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.subjects import Told, subject_of
from plancore.report.threeway.words import remark, subject
from plancore.syntax.nodes import Place


def differences(review: ThreeWayReview) -> Iterator[ReviewFinding]:
    """What is called otherwise, then each item in the order of the review.

    What is broken and what stops a plan is an error; what was repaired is information.
    """
    yield from renamed_names(review.now)
    made = _Made(review)
    for action in review.result.actions:
        yield from (made.finding(action, item) for item in action.items if _is_told(item))
    yield from (made.finding(None, item) for item in review.result.declarations)


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

    def finding(self, action: ThreeWayAction | None, item: Item) -> ReviewFinding:
        """The item as formats list it; `action` is None for a declaration."""
        kind = kind_of(item)
        piece = Declared(item.part).noun if action is None else item.part
        code = f"{kind}-{'parameter' if piece == PARAMETERS else piece}"
        consequences = self._told.consequences(action, item)
        theirs = item.reference
        return ReviewFinding(
            code,
            severity_of(item, consequences, is_declared=action is None),
            kind,
            f":{item.part}" if action is None else action.name,
            piece,
            _text(item.learned),
            _text(theirs),
            f"{'' if action is None else f'{action.name}: '}{piece} {subject(item)} {remark(item)}",
            spot_of(self._review.learned, self._place(action, item)),
            None if theirs is None else spot_of(self._review.reference, theirs.place),
            self._told.consequences_text(action, item),
            min((self._ranks[c.difference.number] for c in consequences), default=len(self._ranks)),
            item.outcome.value,
            _text(item.before),
            mark_of(self._review.reviewed, subject_of(action, item)),
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
