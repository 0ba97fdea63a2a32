"""A line above each action of a learned domain: its similarity to the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import domain_place, name_place, slot_place
from plancore.compare.domains import alignment_of
from plancore.diagnostic import Severity
from plancore.ide.review.reference_review import ReferenceReview
from plancore.metrics.action_similarity import OneActionSimilarity, action_similarity
from plancore.metrics.support.confusion import Confusion, Counted
from plancore.phrases import count_of
from plancore.project import DomainLink
from plancore.report.figures import decimal, similarity_with_counts
from plancore.rules.check import errors_in
from plancore.source import Span
from plancore.syntax.nodes import Place


class FilePlace(NamedTuple):
    """A span in the file called `file`."""

    file: str
    span: Span


class Lens(NamedTuple):
    """A line of text to show above `span` of the learned file, and the places it links to."""

    span: Span
    title: str
    places: tuple[FilePlace, ...]


def review_lenses(review: ReferenceReview, *, has_identical: bool = True) -> Iterator[Lens]:
    """One lens for the domain, then one for each of its actions that the reference has.
    `has_identical` False skips identical actions."""
    place = domain_place(review.diff.learned)
    if place is not None:
        everywhere = tuple(_places_of_domain(review))
        yield Lens(review.learned.span(place), domain_title(review), everywhere)
    for action in review.diff.actions:
        place = name_place(action.learned)
        is_shown = has_identical or not action.is_same
        if place is not None and action.reference is not None and is_shown:
            counted = _differences(review.count_in(action))
            title = f"{_word(review)} {_action_title(OneActionSimilarity(action), counted)}"
            yield Lens(review.learned.span(place), title, tuple(_places(review, action)))


def _places_of_domain(review: ReferenceReview) -> Iterator[FilePlace]:
    """The places of all diagnostics, then the related places in the reference; without differences
    the name of the reference domain."""
    for diagnostic in review.diagnostics:
        yield FilePlace(review.learned.name, diagnostic.span)
    in_reference = [
        place.span
        for diagnostic in review.diagnostics
        for place in diagnostic.related
        if place.file == review.reference.name
    ]
    if not review.diagnostics and (named := domain_place(review.diff.reference)) is not None:
        in_reference.append(review.reference.span(named))
    for span in dict.fromkeys(in_reference):
        yield FilePlace(review.reference.name, span)


def domain_title(review: ReferenceReview) -> str:
    """`similarity 0.743 over 3 actions · 5 differences`."""
    similarity = action_similarity(review.diff).mean_over_reference
    actions = count_of(similarity.n_defined, "action")
    title = f"{_word(review)} {decimal(similarity.value)} over {actions}{_basis(review)}"
    errors = [
        finding for finding in errors_in(review.learned) if finding.severity is Severity.ERROR
    ]
    if errors:
        title += f", partial: {count_of(len(errors), 'error')}"
    return f"{title} · {_differences(review.count)}"


def _word(review: ReferenceReview) -> str:
    """The kind of similarity: by name, or aligned."""
    return "aligned similarity" if review.terms.is_aligned else "similarity"


def _basis(review: ReferenceReview) -> str:
    """The number of matched names; empty without a name mapping."""
    alignment = alignment_of(review.diff)
    if alignment is None:
        return ""
    uncertain = f" ({alignment.n_uncertain} uncertain)" if alignment.n_uncertain else ""
    return f", {count_of(alignment.n_pairs, 'name')} matched{uncertain}"


def _differences(count: int) -> str:
    return count_of(count, "difference") if count else "no differences"


def _action_title(row: OneActionSimilarity, counted: str) -> str:
    parts = [
        similarity_with_counts(row),
        f"precondition {_precision_and_recall(row.precondition)}",
        f"effect {_precision_and_recall(row.effect)}",
        counted,
    ]
    return " · ".join(parts)


def _precision_and_recall(counted: Counted) -> str:
    confusion = Confusion(len(counted.tp), len(counted.fp), len(counted.fn))
    return f"P {decimal(confusion.precision)} R {decimal(confusion.recall)}"


def _places(review: ReferenceReview, action: ActionDiff) -> Iterator[FilePlace]:
    """The places in both files where an action differs; otherwise the reference action."""
    learned_places: list[Place | None] = []
    reference_places: list[Place | None] = []
    for change in action.changes:
        learned_places.append(change.learned_place or slot_place(action.learned, change.part))
        reference_places.append(change.reference_place)
    if not any(reference_places):
        reference_places.append(name_place(action.reference))
    for file, places in ((review.learned, learned_places), (review.reference, reference_places)):
        for place in places:
            if place is not None:
                yield FilePlace(file.name, file.span(place))


# A line above a reference domain: how many learned domains differ from it.


class LearnedDomain(NamedTuple):
    """A domain in the file called `file`, with its name at `span`, and the number of its
    differences from the reference; None if it cannot be compared."""

    file: str
    span: Span
    differences: int | None


def reference_lens(
    reference: DomainLink,
    learned: Sequence[LearnedDomain],
    n_more: int = 0,
    *,
    says_how: bool = False,
) -> Lens | None:
    """The line above the reference's name, with the places of the domains that differ; None if it
    has no learned domains.

    Nothing is known of another `n_more` domains. `says_how` adds to the title that domains are
    compared as written.
    """
    name = reference.definition.definition.name
    if not learned or name is None:
        return None
    places = tuple(FilePlace(each.file, each.span) for each in learned if each.differences)
    return Lens(reference.file.span(name.place), title(learned, n_more, says_how=says_how), places)


def title(learned: Sequence[LearnedDomain], n_more: int = 0, *, says_how: bool = False) -> str:
    """`reference of 3 learned domains · 2 differ, 17 differences in total`."""
    counts = [each.differences for each in learned]
    n_all = len(learned) + n_more
    n_differing = sum(1 for count in counts if count)
    total = sum(count for count in counts if count)
    parts = [f"reference of {count_of(n_all, 'learned domain')}"]
    verb = "differs" if n_differing == 1 else "differ"
    difference = f"{n_differing} {verb}, {count_of(total, 'difference')} in total"
    parts.append(difference if n_differing else "no differences")
    if says_how and n_differing:
        parts[-1] += " (as written)"
    n_unknown = counts.count(None) + n_more
    if n_unknown:
        parts.append(f"{n_unknown} not compared")
    return " · ".join(parts)
