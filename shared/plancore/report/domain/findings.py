"""The differences of two domains, one by one, as every format lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from plancore.blame.differences import Difference
from plancore.blame.listing import list_differences
from plancore.compare.changes import ACTION, PARAMETERS, Change
from plancore.compare.declarations import KEPT, DeclarationChange, Declared
from plancore.compare.places import domain_place, name_place, section_place
from plancore.diagnostic import Severity
from plancore.model.domain import Domain
from plancore.model.unparsed import UnparsedKind
from plancore.phrases import in_reference
from plancore.report.blame.words import difference_text
from plancore.report.domain.consequences import ConsequencesByPlace
from plancore.report.domain.review import DomainReview
from plancore.report.domain.subjects import Subject
from plancore.report.places import part_place
from plancore.report.review_findings import ReviewFinding, Spot
from plancore.report.reviewed.marks import Reviewed, ReviewMark
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Place


def _keeps(kind: UnparsedKind, domain: Domain) -> bool:
    return any(kept.kind is kind for kept in domain.kept)


_HAS: Final[dict[Declared, Callable[[Domain], object]]] = {
    Declared.REQUIREMENT: lambda domain: domain.requirements,
    Declared.TYPE: lambda domain: domain.types,
    Declared.CONSTANT: lambda domain: domain.constants,
    Declared.PREDICATE: lambda domain: domain.predicates,
    Declared.FUNCTION: lambda domain: domain.functions,
    Declared.AXIOM: lambda domain: domain.axioms,
    Declared.CONSTRAINTS: lambda domain: domain.constraints is not None,
    **{what: partial(_keeps, kind) for what, kind in KEPT.items()},
}


def differences(review: DomainReview) -> Iterator[ReviewFinding]:
    """What is called otherwise, then each difference as `planeval blame` numbers them.

    What stops a plan is an error, other differences of actions are warnings, unless plans show that
    they change nothing; declarations and names are information.
    """
    yield from renamed_names(review)
    told = _Told(review)
    for difference in list_differences(review.diff):
        yield told.finding(difference)


def renamed_names(review: DomainReview) -> Iterator[ReviewFinding]:
    """What is called otherwise, or stands for something in more than a name."""
    correspondence = review.diff.correspondence
    for kind, ours, theirs in correspondence.renamings():
        yield _renamed(review, kind, ours, theirs)
    if not correspondence.is_renaming:
        yield _in_other_words(review)


def subjects(review: DomainReview) -> Iterator[str]:
    """All that may differ: each action, each kind of declaration that a domain has."""
    yield from (action.name for action in review.diff.actions)
    yield from (f":{what.value}" for what in _declared(review))


def _declared(review: DomainReview) -> Iterator[Declared]:
    domains = review.diff.learned, review.diff.reference
    for what, has in _HAS.items():
        if any(map(has, domains)):
            yield what


def spot_of(file: FileSnapshot, place: Place | None) -> Spot:
    """A place of a file, by default its beginning."""
    return Spot(file, Span(0, 0) if place is None else file.span(place))


class _Told:
    """Differences with what they do to plans."""

    def __init__(self, review: DomainReview) -> None:
        self._review = review
        blame = None if review.blame is None else review.blame.blame
        ranked = () if blame is None else blame.by_consequence()
        self._ranks = {c.difference.number: rank for rank, c in enumerate(ranked)}
        self._consequences = {c.difference.number: c for c in ranked}
        self._words = ConsequencesByPlace(review.blame)

    def finding(self, difference: Difference) -> ReviewFinding:
        """The difference as formats list it."""
        number, change = difference.number, difference.change
        learned, reference = self._places(difference)
        piece = difference.part
        if isinstance(change, DeclarationChange):
            piece = change.what.noun
        kind = difference.kind.value
        consequence = self._consequences.get(number)
        return ReviewFinding(
            f"{kind}-{'parameter' if piece == PARAMETERS else piece}",
            self._severity(difference),
            kind,
            difference.action or f":{difference.part}",
            piece,
            difference.learned,
            difference.reference,
            _message(difference),
            spot_of(self._review.learned, learned),
            None if reference is None else spot_of(self._review.reference, reference),
            "" if consequence is None else self._words.text([consequence]),
            self._ranks.get(number, number),
            mark=mark_of(self._review.reviewed, _subject(difference)),
        )

    def _severity(self, difference: Difference) -> Severity:
        consequence = self._consequences.get(difference.number)
        if consequence is not None and consequence.stops:
            return Severity.ERROR
        if consequence is not None and consequence.matters:
            return Severity.WARNING
        is_idle = consequence is not None and not consequence.is_untested
        is_declared = isinstance(difference.change, DeclarationChange)
        return Severity.INFORMATION if is_idle or is_declared else Severity.WARNING

    def _places(self, difference: Difference) -> tuple[Place | None, Place | None]:
        """Where the learned file says it, or would have to, and where the reference does."""
        diff, change, action = self._review.diff, difference.change, difference.diff
        if isinstance(change, DeclarationChange):
            return (
                change.learned_place
                or section_place(self._review.learned, change.what.value)
                or _domain_place(diff.learned),
                change.reference_place,
            )
        ours, theirs = difference.learned_place, difference.reference_place
        if isinstance(change, Change):
            assert action is not None, "a literal stands in an action"
            return ours or part_place(action.learned, change.part), theirs
        assert action is not None, "so do parameters, and an action is one"
        return (
            ours or name_place(action.learned) or _domain_place(diff.learned),
            theirs or name_place(action.reference),
        )


def mark_of(reviewed: Reviewed | None, subject: Subject | None) -> ReviewMark | None:
    """What a reviewer said of a difference; None for nothing."""
    if reviewed is None or subject is None:
        return None
    mark = reviewed.mark(subject.name)
    return None if mark.is_none else mark


def _subject(difference: Difference) -> Subject:
    """What a reviewer judges when judging a difference."""
    change, action = difference.change, difference.diff
    if isinstance(change, DeclarationChange):
        return Subject(None, change.what.value, change)
    assert action is not None, "only what is declared is of no action"
    if isinstance(change, Change):
        return Subject(action, change.part.value, change)
    is_alone = action.learned is None or action.reference is None
    return Subject(action, ACTION if is_alone else PARAMETERS)


def declaration_message(change: DeclarationChange) -> str:
    """`changed type truck - vehicle, in the reference truck - object`."""
    ours, theirs = change.learned_text, change.reference_text
    said = in_reference(ours, theirs) if ours and theirs else ours or theirs or change.name
    return f"{change.kind.value} {change.what.noun} {said}"


def _message(difference: Difference) -> str:
    change = difference.change
    if isinstance(change, DeclarationChange):
        return declaration_message(change)
    text = difference_text(difference)
    if isinstance(change, Change) and change.aspect is not None:
        text = f"{text}: {change.aspect.value}"
    return text if difference.part == ACTION else f"{difference.action}: {text}"


def _renamed(review: DomainReview, kind: str, ours: str, theirs: str) -> ReviewFinding:
    """A name that is another one in the reference."""
    piece = kind.removesuffix("s")
    learned, reference = section_place(review.learned, kind), section_place(review.reference, kind)
    for action in review.diff.actions:
        if kind == "actions" and action.name == theirs:
            learned, reference = name_place(action.learned), name_place(action.reference)
    return ReviewFinding(
        f"renamed-{piece}",
        Severity.INFORMATION,
        "renamed",
        theirs if kind == "actions" else f":{kind}",
        piece,
        ours,
        theirs,
        f"{piece} {ours} stands for {theirs} of the reference",
        spot_of(review.learned, learned or _domain_place(review.diff.learned)),
        None if reference is None else spot_of(review.reference, reference),
    )


def _in_other_words(review: DomainReview) -> ReviewFinding:
    """Names stand for one another with other arguments, or negated: more than a renaming."""
    return ReviewFinding(
        "other-words",
        Severity.INFORMATION,
        "renamed",
        "names",
        "names",
        None,
        None,
        "the domains correspond in more than names; `planeval align` lists what stands for what",
        spot_of(review.learned, _domain_place(review.diff.learned)),
    )


def _domain_place(domain: Domain) -> Place | None:
    return domain_place(domain) if domain.name or domain.name_node else None
