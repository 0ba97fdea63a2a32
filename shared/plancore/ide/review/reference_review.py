"""Compare a learned domain with its reference in an editor: differences, diagnostics and fixes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change
from plancore.compare.difference import (
    Difference,
    count,
    reference_label,
    span_in_learned,
    span_in_reference,
)
from plancore.compare.differences import differences, single_differences
from plancore.compare.domains import CompareOptions, DomainDiff, compare_domains
from plancore.conflict_markers import conflicts
from plancore.diagnostic import Diagnostic, Fix, Related
from plancore.ide.review.fixes import Fixes
from plancore.ide.review.terms import BY_NAME, Terms
from plancore.memo import lazy
from plancore.phrases import count_of
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Form

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences
    from plancore.ide.review.meanings import Meanings


@dataclass(frozen=True)
class ReferenceReview:
    """A learned file compared with its reference."""

    learned: FileSnapshot
    reference: FileSnapshot
    diff: DomainDiff
    terms: Terms = BY_NAME
    singles: tuple[Difference, ...] = ()

    @lazy
    def differences(self) -> tuple[Difference, ...]:
        """All differences, with their effects on plans if these are known."""
        found = differences(self.diff, self._changes_nothing, self.singles)
        consequences = self.consequences
        return found if consequences is None else consequences.of(found)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """A diagnostic for each difference, in text order."""
        return tuple(diagnostic for diagnostic, _ in self.diagnosed)

    @lazy
    def diagnosed(self) -> Sequence[tuple[Diagnostic, Difference]]:
        """The diagnostics in text order, each with its difference."""
        files, known = (self.learned, self.reference), self.consequences
        found = [
            (diagnostic_of(difference, files, self.diff, self.terms.meanings, known), difference)
            for difference in self.differences
        ]
        return sorted(found, key=lambda each: (each[0].span, each[0].code))

    @lazy
    def _fixes(self) -> Fixes:
        return Fixes(self.learned, self.reference, self.diff)

    @property
    def damaged(self) -> frozenset[Form]:
        """Incomplete sections of the reference, and undeclared names: fixes take nothing there."""
        return self._fixes.damaged

    @property
    def consequences(self) -> Consequences | None:
        """The effects of the differences on plans, as far as they are known."""
        known = self.terms.consequences
        return known if known is not None and known.is_about(self.diff) else None

    def _changes_nothing(self, action: ActionDiff, change: Change) -> bool:
        meanings = self.terms.meanings
        answer = None if meanings is None else meanings.about(self.diff, action)
        if answer is None:
            return False
        # Imported late: few users ask for the meaning.
        from plancore.ide.review.meanings import changes_nothing

        return changes_nothing(change, answer)

    @property
    def count(self) -> int:
        """Number of differences, without different names."""
        return count(self.differences)

    def count_in(self, action: ActionDiff) -> int:
        """Number of differences in an action; an extra predicate that it uses counts as one."""
        return sum(
            any(single.action == action.name for single in difference.singles)
            for difference in self.differences
            if difference.is_counted
        )

    def fix(self, difference: Difference) -> Fix | None:
        """The edits that remove a difference."""
        known = self._known_fixes
        if difference.number not in known:
            known[difference.number] = self._fixes.of(difference)
        return known[difference.number]

    @lazy
    def _known_fixes(self) -> dict[int, Fix | None]:
        return {}

    @lazy
    def take_all(self) -> Fix | None:
        """The fix that takes every fixable difference from the reference; None if none is."""
        count = sum(self.fix(difference) is not None for difference in self.differences)
        return self._fixes.of_everything(count) if count else None

    def take_action(self, action: ActionDiff) -> Fix | None:
        """The fix that takes all differences of an action; None for fewer than two."""
        count = self.count_in(action)
        fix = self._fixes.of_action(action) if count > 1 else None
        return fix and fix._replace(title=f"{fix.title} ({count_of(count, 'difference')})")

    def fixes_at(self, span: Span) -> Iterator[tuple[Diagnostic | None, Fix]]:
        """The fixes of the differences that `span` touches, each with its diagnostic; None for the
        diagnostic if it is elsewhere, at the declaration of a predicate that is used here."""
        for diagnostic, difference in self.diagnosed:
            is_here = _touches(diagnostic.span, span)
            uses = uses_of(difference, self.learned)
            if not is_here and not any(_touches(use, span) for use in uses):
                continue
            fix = self.fix(difference)
            if fix is not None:
                yield (diagnostic if is_here else None), fix

    def actions_at(self, span: Span) -> Iterator[ActionDiff]:
        """The actions that `span` touches in the learned file."""
        for action in self.diff.actions:
            node = action.learned.node if action.learned else None
            if node is not None and _touches(self.learned.span(node.place), span):
                yield action


class ComparedDomains(NamedTuple):
    """The domains of two files that are compared."""

    ours: DefinitionSnapshot
    theirs: DefinitionSnapshot


def compared_in(learned: FileSnapshot, reference: FileSnapshot) -> ComparedDomains | None:
    """The first domain of `learned`, and the one of its name in `reference`, else the first one
    there. None if a file has no domain, or unresolved git conflicts."""
    if conflicts(learned.text) or conflicts(reference.text):
        return None
    ours = learned.first("domain")
    theirs = reference.first("domain", ours.name) if ours else None
    return None if ours is None or theirs is None else ComparedDomains(ours, theirs)


def review(
    learned: FileSnapshot,
    reference: FileSnapshot,
    terms: Terms = BY_NAME,
    before: ReferenceReview | None = None,
) -> ReferenceReview | None:
    """Compare two files under `terms`; None if one of them has no domain to compare. Results of the
    review `before` are reused for unedited parts."""
    compared = compared_in(learned, reference)
    if compared is None:
        return None
    ours, theirs = compared
    options = CompareOptions(stated=terms.pairs)
    known = None if before is None else before.diff
    diff = compare_domains(ours.domain, theirs.domain, options, before=known)
    singles = single_differences(diff, () if before is None else before.singles)
    return ReferenceReview(learned, reference, diff, terms, singles)


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


# Differences as diagnostics of an editor

_MOST_PLANS: Final = 3
"""Maximum number of affected plans with a related place."""


def diagnostic_of(
    difference: Difference,
    files: tuple[FileSnapshot, FileSnapshot],
    diff: DomainDiff,
    meanings: Meanings | None = None,
    consequences: Consequences | None = None,
) -> Diagnostic:
    """The diagnostic in the learned file, the first of `files`, with related places."""
    learned, reference = files
    message, related = difference.text, [*_related(difference, learned, reference)]
    if meanings is not None and difference.diff is not None:
        # Imported late: few users ask for the meaning.
        from plancore.ide.review.meanings import in_meaning

        clause, witness = in_meaning(difference, diff, meanings)
        message = f"{message}; {clause}" if clause else message
        if witness and related:
            related.append(related[0]._replace(message=witness))
    if consequences is not None:
        related += consequences.places(difference)[:_MOST_PLANS]
    return Diagnostic(
        difference.code,
        difference.severity,
        span_in_learned(difference, learned),
        message,
        tuple(related),
    )


def uses_of(difference: Difference, learned: FileSnapshot) -> Iterator[Span]:
    """The other places of a difference in the learned file: the uses of an extra predicate."""
    for part in difference.parts:
        if isinstance(part.change, Change) and part.learned_place is not None:
            yield learned.span(part.learned_place)


def _related(
    difference: Difference, learned: FileSnapshot, reference: FileSnapshot
) -> Iterator[Related]:
    span = span_in_reference(difference, reference)
    if span is not None:
        yield Related(span, reference_label(difference), reference.name)
    for part, use in zip(difference.parts[1:], uses_of(difference, learned), strict=False):
        yield Related(use, f"extra {part.part}", learned.name)
