"""What a fix promises, asked of a real one: its finding goes, and no error comes instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from plancore.diagnostic import Diagnostic, Fix, Severity, apply_edits
from plancore.ide.review.reference_review import ReferenceReview, review
from support.findings import findings, snapshot

Told = Counter[tuple[str, str]]
"""Codes and messages of findings, without what was meant instead."""


class Offer(NamedTuple):
    """A finding with one of its fixes."""

    finding: Diagnostic
    fix: Fix

    @property
    def title(self) -> str:
        return f"{self.finding.code}: {self.fix.title}"


class Pair(NamedTuple):
    """A text and that of its domain or reference; None where there is no other file."""

    text: str
    other: str | None = None

    def after(self, fix: Fix) -> Pair:
        """The pair after `fix`; raises ValueError where its edits overlap."""
        if fix.file is None:
            return Pair(apply_edits(self.text, fix.edits), self.other)
        assert self.other is not None
        return Pair(self.text, apply_edits(self.other, fix.edits))


def offers(found: Iterable[Diagnostic]) -> Iterator[Offer]:
    """Each fix with its finding."""
    return (Offer(finding, fix) for finding in found for fix in finding.fixes)


def fixes_of(review: ReferenceReview, diagnostic: Diagnostic) -> tuple[Fix, ...]:
    """The fix of the difference that a diagnostic is about, where it has one."""
    fixes = (review.fix(one) for each, one in review.diagnosed if each is diagnostic)
    return tuple(fix for fix in fixes if fix is not None)


def fixable(review: ReferenceReview) -> list[Diagnostic]:
    """The diagnostics of a review that have a fix."""
    return [each for each, difference in review.diagnosed if review.fix(difference) is not None]


def offers_of(review: ReferenceReview) -> Iterator[Offer]:
    """Each fix of a difference with its diagnostic."""
    for diagnostic in review.diagnostics:
        for fix in fixes_of(review, diagnostic):
            yield Offer(diagnostic, fix)


def told(found: Iterable[Diagnostic]) -> Told:
    """How often each thing is said."""
    return Counter((d.code, d.message.partition("; did you mean")[0]) for d in found)


def complaint(pair: Pair, offer: Offer) -> str:
    """What is wrong after a fix of a rule; empty when it keeps its promise."""
    return still_there(pair, offer) or adds_errors(pair, offer)


def still_there(pair: Pair, offer: Offer) -> str:
    """Whether the finding stays when its fix is applied."""
    changed = pair.after(offer.fix)
    (key,) = told((offer.finding,))
    after = findings(*changed)
    stays = told(after)[key] >= told(findings(*pair))[key]
    if offer.finding.code == "missing-parenthesis":
        # With one mended, the loss of another list may show, and is told in the same words.
        stays = stays and any(d.span == offer.finding.span for d in after if told((d,))[key])
    return f"{offer.title}: the finding is still there in\n{changed}" if stays else ""


def adds_errors(pair: Pair, offer: Offer) -> str:
    """Which errors a fix brings, into the text or into the other file. A section that nobody knows
    is not read before its keyword is changed, nor a long one that is misspelt."""
    is_long = offer.fix.title in ("Change to `:init`", "Change to `:objects`")
    is_unread = is_long or offer.finding.severity is Severity.WARNING
    if offer.finding.code == "unknown-section" and is_unread:
        return ""
    changed = pair.after(offer.fix)
    added = added_errors(findings(*pair), findings(*changed))
    if offer.fix.file is not None:
        added += added_errors(findings(pair.other or ""), findings(changed.other or ""))
    return f"{offer.title}: adds {dict(added)} in\n{changed}" if added else ""


@lru_cache(maxsize=4)  # one text is asked about with each of its fixes
def compared(learned: str, reference: str) -> ReferenceReview | None:
    """A learned text beside its reference."""
    return review(snapshot(learned, "learned"), snapshot(reference, "reference"))


def difference_stays(pair: Pair, offer: Offer) -> str:
    """Whether a difference from the reference stays when its fix is applied."""
    learned, reference = pair
    assert reference is not None
    changed = pair.after(offer.fix).text
    before, after = compared(learned, reference), compared(changed, reference)
    assert before is not None
    if after is None:
        # Without `(domain …)` it was one by its sections only, of which the fix took the last.
        is_nameless = any(d.code == "unnamed-definition" for d in findings(changed))
        return "" if is_nameless else f"{offer.title}: no domain is left in\n{changed}"
    (key,) = told((offer.finding,))
    stays = told(after.diagnostics)[key] >= told(before.diagnostics)[key]
    return f"{offer.title}: the difference is still there in\n{changed}" if stays else ""


def errors(text: str) -> Told:
    """The errors of a text that stands alone."""
    return told(d for d in findings(text) if d.severity is Severity.ERROR)


def added_errors(before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> Told:
    """The errors that were not there before."""
    errors_before = told(d for d in before if d.severity is Severity.ERROR)
    errors_after = told(d for d in after if d.severity is Severity.ERROR)
    added = errors_after - errors_before
    if errors_after.total() < errors_before.total():
        # Where a name is declared, uses of it that stay wrong are wrong in another way.
        added -= Counter(dict.fromkeys(added, errors_before.total() - errors_after.total()))
    return added
