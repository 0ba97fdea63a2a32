"""A learned domain beside its reference, in editor terms: findings and fixes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.domains import CompareOptions, DomainDiff, compare_domains
from plancore.compare.matters import Differences
from plancore.conflict_markers import conflicts
from plancore.diagnostic import Diagnostic, Fix, Severity
from plancore.ide.review.findings import EXTRA_PREDICATE, Reviewer, count_text, edits_of, is_damaged
from plancore.ide.review.needed import is_called, is_needed, used_names
from plancore.ide.review.offers import can_take, can_take_all
from plancore.ide.review.terms import BY_NAME, Terms
from plancore.patch.edits import edits_for_all, edits_for_domain
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Form


@dataclass(frozen=True, slots=True)
class ReferenceReview:
    """A learned file compared with its reference."""

    learned: FileSnapshot
    reference: FileSnapshot
    diff: DomainDiff
    diagnostics: tuple[Diagnostic, ...]
    differences: Differences
    terms: Terms = BY_NAME
    damaged: frozenset[Form] = frozenset()
    """Sections of the reference that could not be read in full, or use what is not declared:
    nothing is taken over from them."""

    @property
    def n_differences(self) -> int:
        """How many differences there are, declarations that make none left out, and what is known
        to make none in meaning."""
        return self.differences.count

    @property
    def take_all(self) -> Fix | None:
        """The fix that takes over every difference that has a fix; None when no difference has."""
        fixable = [diagnostic for diagnostic in self.diagnostics if diagnostic.fixes]
        if not fixable:
            return None
        count = sum(1 for diagnostic in fixable if diagnostic.severity is Severity.INFORMATION)
        used = used_names(self.learned)
        actions = tuple(
            action.shown
            for action in self.diff.actions
            if not is_damaged(self.damaged, action)
            and can_take_all(action.shown, self.diff)
            and not is_called(action, used)
        )
        if not self.damaged and len(actions) == len(self.diff.actions):
            # Nothing stays that needs what only the learned file declares.
            used = frozenset()
        declarations = tuple(
            change
            for change in self.diff.declarations
            if (change.reference_place is None or change.reference_place.form not in self.damaged)
            and can_take(change, self.diff)
            and not is_needed(change, used)
        )
        readable = replace(self.diff, actions=actions, declarations=declarations)
        edits = edits_of(self.learned, lambda: edits_for_domain(readable, self.learned.tree))
        what = count_text(count) if count else "declarations"
        return Fix(f"Take all from the reference ({what})", edits)

    def take_action(self, action: ActionDiff) -> Fix | None:
        """The fix that takes over all differences of an action; None for fewer than two."""
        count = self.differences.count_in(action)
        action = action.shown
        if count < 2 or action.learned is None or is_damaged(self.damaged, action):
            return None
        if not can_take_all(action, self.diff):
            return None
        return Fix(
            f"Take all of `{action.learned.name}` from the reference ({count_text(count)})",
            edits_of(self.learned, lambda: edits_for_all(action, self.diff, self.learned.tree)),
        )

    def fixes_at(self, span: Span) -> Iterator[Fix]:
        """The fixes of findings that are told elsewhere, where `span` touches what they are about:
        a use of a predicate that only the learned file declares."""
        elsewhere = (
            diagnostic
            for diagnostic in self.diagnostics
            if diagnostic.code == EXTRA_PREDICATE and not _touches(diagnostic.span, span)
        )
        for diagnostic in elsewhere:
            if any(_touches(place.span, span) for place in diagnostic.related):
                yield from diagnostic.fixes

    def actions_at(self, span: Span) -> Iterator[ActionDiff]:
        """The actions whose text in the learned file `span` touches."""
        for action in self.diff.actions:
            node = action.learned.node if action.learned else None
            if node is not None and _touches(self.learned.span(node.place), span):
                yield action


class Compared(NamedTuple):
    """The domains of two files that are compared."""

    ours: DefinitionSnapshot
    theirs: DefinitionSnapshot


def compared_in(learned: FileSnapshot, reference: FileSnapshot) -> Compared | None:
    """The first domain of `learned` and the one of its name in `reference`, else the first one
    there. None when a file holds no domain, or two versions of one that nobody has merged yet."""
    if conflicts(learned.text) or conflicts(reference.text):
        return None
    ours = learned.first("domain")
    theirs = reference.first("domain", ours.name) if ours else None
    return None if ours is None or theirs is None else Compared(ours, theirs)


def review(
    learned: FileSnapshot, reference: FileSnapshot, terms: Terms = BY_NAME
) -> ReferenceReview | None:
    """Compare two files under `terms`; None when one of them holds no domain."""
    compared = compared_in(learned, reference)
    if compared is None:
        return None
    ours, theirs = compared
    diff = compare_domains(ours.domain, theirs.domain, CompareOptions(stated=terms.pairs))
    known = terms.meanings, terms.consequences
    reviewer = Reviewer(learned, reference, diff, theirs.faulty_forms, *known)
    ordered = sorted(
        reviewer.diagnostics(), key=lambda diagnostic: (diagnostic.span, diagnostic.code)
    )
    return ReferenceReview(
        learned,
        reference,
        diff,
        tuple(ordered),
        reviewer.differences,
        terms,
        theirs.faulty_forms,
    )


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end
