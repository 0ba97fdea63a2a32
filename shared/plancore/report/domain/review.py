"""The review of two domains: the differences and all scores, the common source of all reports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeAlias

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.causes import CommonCause, common_causes
from plancore.compare.changes import Part
from plancore.compare.declarations import KEPT, Declared
from plancore.compare.difference import REQUIREMENTS, Difference, DifferenceIndex
from plancore.compare.differences import differences
from plancore.compare.domains import (
    BY_NAME,
    CompareOptions,
    DomainDiff,
    alignment_of,
    are_alike,
    are_names_apart,
    compare_domains,
)
from plancore.formula.elements import condition_elements, effect_elements
from plancore.formula.printing import AS_WRITTEN, formula_text
from plancore.memo import lazy
from plancore.metrics import action_similarity, syntactic
from plancore.metrics.action_similarity import ActionSimilarity
from plancore.metrics.base import DomainCase, Measurements
from plancore.metrics.registry import literals
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.syntactic import ActionSyntactic, CountedPart, Syntactic
from plancore.model.domain import Action, Domain, UnparsedKind
from plancore.phrases import count_of
from plancore.report.domain.words import advice_text
from plancore.report.files import LineColumn, Note, TwoFiles, notes_on
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Place

if TYPE_CHECKING:
    from plancore.blame.report import Consequence
    from plancore.correspondence.names import Correspondence
    from plancore.metrics.action_similarity import OneActionSimilarity
    from plancore.report.blame.review import BlameReport
    from plancore.report.reviewed.marks import Reviewed, ReviewMarks


_BUDGET: Final = 200_000
"""The steps of the search for a renaming, a few hundredths of a second."""

_ROWS: Final = {Part.PRECONDITION: CountedPart.PRE, Part.EFFECT: CountedPart.EFF}


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


@dataclass(frozen=True, slots=True)
class ActionCounts:
    """The number of actions by status."""

    same: int
    changed: int
    renamed: int
    missing: int
    extra: int


@dataclass(frozen=True)
class DomainReview(TwoFiles):
    """A learned domain compared with its reference."""

    kind: ClassVar[Literal["domain"]] = "domain"

    diff: DomainDiff
    measured: Measurements
    blame: BlameReport | None = None
    """The effects of the differences on plans, if there are plans."""
    reviewed: Reviewed | None = None
    """The marks of a reviewer on the differences, if there is a file of them."""

    def with_marks(self, marks: ReviewMarks) -> DomainReview:
        """The review with the marks on its differences."""
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.marks import Reviewed

        return replace(self, reviewed=Reviewed.of(self.differences, marks))

    def with_blame(self, blame: BlameReport) -> DomainReview:
        """The review with the effects of its differences on plans."""
        return replace(self.with_errors(blame.errors), blame=blame)

    @lazy
    def differences(self) -> tuple[Difference, ...]:
        """All differences, with their effects on plans if plans were executed."""
        return with_consequences(differences(self.diff), self.blame)

    @property
    def subjects(self) -> Iterator[str]:
        """Everything that may differ: each action, each kind of declaration that a domain has."""
        yield from (action.name for action in self.diff.actions)
        domains = self.diff.learned, self.diff.reference
        yield from (f":{what.value}" for what, has in _HAS.items() if any(map(has, domains)))

    @lazy
    def index(self) -> DifferenceIndex:
        """Maps literals, parameters, declarations and actions to their differences."""
        return DifferenceIndex(self.differences)

    @property
    def similarity(self) -> ActionSimilarity:
        """The similarity of each action, and the means."""
        return self.measured.of(action_similarity.METRIC)

    @property
    def syntactic(self) -> Syntactic:
        """The counts and ratios over literals."""
        return self.measured.of(syntactic.METRIC)

    @property
    def has_counted(self) -> bool:
        """Whether there are differences other than names that a mapping explains."""
        return any(each.is_counted for each in self.differences)

    @lazy
    def in_order(self) -> DomainReview | None:
        """The review with parameters in the order shown, if some are scored in another one."""
        shown = tuple(action.shown for action in self.diff.actions)
        if all(action.reordered is None for action in self.diff.actions):
            return None
        diff = replace(self.diff, actions=shown)
        return replace(self, diff=diff, measured=_measured(diff))

    @lazy
    def renaming(self) -> Correspondence | None:
        """The names and orders of parameters under which the domains are the same, if found at
        little cost; None if the domains are the same as they are, or not known to be equivalent."""
        if self.has_errors or not self.differences:
            return None
        names = self.diff.correspondence
        if not self.has_counted:
            return names if names.is_renaming else None
        codes = {each.code for each in self.differences if each.is_counted}
        if codes == {REQUIREMENTS} or not are_alike(self.diff):
            return None
        # Imported late: few domains get this far.
        from plancore.correspondence.exact.proof import strong_equivalence

        proof = strong_equivalence(self.diff.learned, self.diff.reference, budget=_BUDGET)
        return proof.correspondence if proof.holds else None

    @lazy
    def counts_by_name(self) -> Mapping[str, ActionSyntactic]:
        """The counts of each reference action, by name."""
        return {counts.action.name: counts for counts in self.syntactic.actions}

    def counts_of(self, action: ActionDiff) -> ActionSyntactic | None:
        """The counts over an action's literals; None for an action that the reference lacks."""
        return None if action.reference is None else self.counts_by_name[action.name]

    def confusion_of(self, action: ActionDiff, part: Part) -> Confusion | None:
        """The counts over the literals of a part; None if there is nothing to count."""
        counts = self.counts_of(action)
        return None if counts is None or part not in _ROWS else counts.rows[_ROWS[part]]

    def where_in(
        self, action: ActionDiff, place_of: Callable[[Action | None], Place | None]
    ) -> tuple[LineColumn | None, LineColumn | None]:
        """The positions of a place of an action in both files."""
        return self.where(place_of(action.learned), place_of(action.reference))

    @property
    def causes(self) -> tuple[CommonCause, ...]:
        """Causes that several differences have in common."""
        return common_causes(self.diff)

    @property
    def is_aligned(self) -> bool:
        """Whether the comparison uses a name mapping."""
        return alignment_of(self.diff) is not None

    @property
    def names_are_apart(self) -> bool:
        """Whether the domains share almost no names."""
        return are_names_apart(self.diff)

    @property
    def is_same(self) -> bool:
        """Whether there are no differences, also in declarations."""
        return self.diff.is_same

    @property
    def counts(self) -> ActionCounts:
        """The number of actions by status. Actions that are the same under the name mapping count
        as same; any other renamed action counts only as renamed."""
        actions = self.diff.actions
        statuses = [action.status for action in actions if not action.is_identical]
        return ActionCounts(
            len(actions) - len(statuses),
            statuses.count(Presence.MATCHED),
            statuses.count(Presence.RENAMED),
            statuses.count(Presence.MISSING),
            statuses.count(Presence.EXTRA),
        )


def review_domains(
    learned: FileSnapshot,
    reference: FileSnapshot,
    name: str | None = None,
    options: CompareOptions = BY_NAME,
    checkpoint: Checkpoint = NEVER,
) -> DomainReview:
    """Compare the first domain of each file, or the one called `name` where a file has it.

    A file without a domain counts as one without actions. `checkpoint` may raise.
    """
    ours, theirs = learned.first("domain", name), reference.first("domain", name)
    diff = compare_domains(
        _domain(ours, checkpoint), _domain(theirs, checkpoint), options, checkpoint
    )
    merged = ""
    if alignment_of(diff) is not None:
        # By name no literals can coincide.

        merged = merged_text(diff)
    return DomainReview(
        learned,
        reference,
        (
            *(Note(None, text) for text in (advice_text(diff), merged) if text),
            *notes_on(learned, ours, checkpoint),
            *notes_on(reference, theirs, checkpoint),
        ),
        diff,
        _measured(diff),
    )


def _measured(diff: DomainDiff) -> Measurements:
    """The results of the metrics over literals; now of those that every report shows."""
    made = Measurements(literals.METRICS, DomainCase(diff=diff))
    made.of(action_similarity.METRIC)
    made.of(syntactic.METRIC)
    return made


def _domain(definition: DefinitionSnapshot | None, checkpoint: Checkpoint) -> Domain:
    if definition is None:
        return Domain("")
    definition.lower(checkpoint)
    return definition.domain


# The effects of differences on plans; none if no plans were executed (no `report`).

Consequences: TypeAlias = "Sequence[Consequence]"


def with_consequences(
    found: tuple[Difference, ...], report: BlameReport | None
) -> tuple[Difference, ...]:
    """The differences with their effects on plans."""
    if report is None:
        return found
    # Imported late: only where there are plans.
    from plancore.blame.report import with_consequences as with_those_of

    return with_those_of(found, report.blame)


def consequences_of(report: BlameReport | None, singles: Iterable[Difference]) -> Consequences:
    """The effect of each single difference."""
    if report is None:
        return ()
    return [report.blame.consequences[single.number] for single in singles]


def brief_text(report: BlameReport | None, singles: Iterable[Difference]) -> str:
    """`rejects 14 of 40`, for several differences joined by commas: for narrow columns. Differences
    without an effect of their own are omitted, so that the others stand out."""
    if report is None:
        return ""
    consequences = consequences_of(report, singles)
    numbers = [
        c.difference.number for c in consequences if c.matters or c.is_untested or c.undecided
    ]
    if not numbers:
        return ""
    from plancore.blame.report import short_text

    blame = report.blame
    texts = (short_text(blame, [number], is_brief=True) for number in numbers)
    return ", ".join(dict.fromkeys(texts))


def n_broken(consequences: Consequences) -> int | None:
    """The number of plans that the worst of some differences breaks alone, by wrongly rejecting or
    accepting them. None if unknown, or if it depends on other differences."""
    if not consequences:
        return None
    most = max(each.stops_first + each.lets for each in consequences)
    is_known = not any(each.matters or each.is_untested or each.undecided for each in consequences)
    return most if most or is_known else None


def n_stopped(report: BlameReport | None, numbers: Collection[int]) -> int:
    """The number of plans stopped by any of the differences with these numbers."""
    return 0 if report is None or not numbers else len(report.blame.stopped_by(numbers))


def text_of_several(
    report: BlameReport | None, numbers: Collection[int], *, is_brief: bool = False
) -> str:
    """How many plans the differences with these numbers reject and accept; empty for none."""
    if report is None or not numbers:
        return ""
    from plancore.blame.report import plans_text

    blame = report.blame
    n_rejected, n_accepted = len(blame.stopped_by(numbers)), len(blame.let_through_by(numbers))
    return plans_text(blame, n_rejected, n_accepted, is_brief=is_brief)


def ranked(
    rows: Iterable[int], consequences: Callable[[int], Consequences], report: BlameReport | None
) -> list[int]:
    """`rows` with differences in descending order of effect on plans; unchanged without plans."""
    order = () if report is None else report.blame.by_consequence()
    ranks = {consequence.difference.number: rank for rank, consequence in enumerate(order)}

    def rank(row: int) -> int:
        told = (ranks[consequence.difference.number] for consequence in consequences(row))
        return min(told, default=len(ranks))

    return sorted(rows, key=rank)


def by_consequence(review: DomainReview) -> list[OneActionSimilarity]:
    """The actions in descending order of plans that they stop; in their order without plans."""
    rows = list(review.similarity.actions)
    if review.blame is None:
        return rows
    of, index = review.blame, review.index
    return sorted(rows, key=lambda row: -n_stopped(of, index.numbers_of(row.action.shown)))


def merged_text(diff: DomainDiff) -> str:
    """`3 literals of 2 actions are duplicates under the name mapping …`; empty for none."""
    counts = [count for action in diff.actions if (count := _n_merged(action))]
    if not counts:
        return ""
    literals, actions = count_of(sum(counts), "literal"), count_of(len(counts), "action")
    verb, noun = ("is", "a duplicate") if sum(counts) == 1 else ("are", "duplicates")
    return f"{literals} of {actions} {verb} {noun} under the name mapping and {verb} not counted"


def _n_merged(action: ActionDiff) -> int:
    """The number of learned literals that coincide with another one under the reference's names."""
    if action.learned is None or action.reference is None:
        return 0
    naming = action.to_reference
    return sum(
        len(elements) - len({formula_text(e.formula, naming) for e in elements.values()})
        for elements in (
            condition_elements(action.learned.precondition, AS_WRITTEN, set()),
            effect_elements(action.learned.effect, AS_WRITTEN, set()),
        )
    )
