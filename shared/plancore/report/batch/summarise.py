"""Summarise the review of a pair as a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.actions import Presence as ActionStatus
from plancore.compare.changes import Change
from plancore.compare.domains import shares_no_literal
from plancore.compare.three_way.items import Outcome
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import SIDES
from plancore.report.batch.row import (
    ALIGNED_APART,
    SPREAD,
    BatchPair,
    BatchRow,
    Earlier,
    PairStatus,
)
from plancore.report.differences import count_of_differences, entries_of
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import (
    ALIGNED_FIRST,
    IN_ORDER,
    changed_text,
    equivalent_text,
    scored_by,
)
from plancore.report.figures import decimal
from plancore.report.files import Note
from plancore.report.headline import plain_headlines
from plancore.report.lines import visible
from plancore.report.plan.review import PlanReview
from plancore.report.problem.document import renamed_text
from plancore.report.problem.review import ProblemReview
from plancore.report.review import PairReview
from plancore.report.tallies import MARKS
from plancore.report.threeway.review import ChangeReview, ThreeWayReview

if TYPE_CHECKING:
    from plancore.blame.report import Blame

_ALONE: Final = ("valid", "goals")
"""Scores of a plan that need no reference."""
_ONE_SIDED: Final = {
    PairStatus.MISSING: "only in the {0.reference} directory",
    PairStatus.EXTRA: "only in the {0.learned} directory",
}
"""`{0}` stands for `SIDES`."""


class _Parts(NamedTuple):
    """The counts of a pair, and a text on its worst difference."""

    n_same: int
    n_parts: int
    n_differences: int
    worst: str
    spread: Mapping[str, tuple[float | None, ...]]


def row_of(pair: BatchPair, review: PairReview, earlier: Earlier | None = None) -> BatchRow:
    """The row of a pair's review, with the earlier results."""
    parts = _parts_of(review)
    errors = [note for note in review.notes if note.is_error]
    status = _status(pair, review)
    figures = plain_headlines(review)
    if status is PairStatus.MISSING:
        figures = {name: None if value is None else 0.0 for name, value in figures.items()}
    elif status is PairStatus.EXTRA:
        figures = _alone(figures)
        earlier = replace(earlier, figures=_alone(earlier.figures)) if earlier else None
    return BatchRow(
        *pair[:3],
        status,
        review.kind,
        figures,
        parts.n_same,
        parts.n_parts,
        parts.n_differences,
        len(errors),
        # The spread would be that of a file that does not exist.
        {} if status in _ONE_SIDED else parts.spread,
        visible(
            _error_text(review, errors) or _ONE_SIDED.get(status, "").format(SIDES) or parts.worst
        ),
        _signs(review),
        earlier,
    )


def _alone(figures: Mapping[str, float | None]) -> dict[str, float | None]:
    """The scores of a file without a reference: only those of an execution are defined."""
    return {name: value if name in _ALONE else None for name, value in figures.items()}


def earlier_of(file: str, both: ThreeWayReview | ChangeReview, note: str = "") -> Earlier:
    """The results for the earlier learned `file`, from a review of both versions; `note` names the
    files it was executed in, if others."""
    counts = both.outcomes
    n_left = counts[Outcome.STILL_WRONG] + counts[Outcome.OTHERWISE_WRONG]
    figures = plain_headlines(both.before)
    repaired, broken = counts[Outcome.REPAIRED], counts[Outcome.BROKEN]
    return Earlier(file, figures, repaired, broken, n_left, note=note)


def _signs(review: PairReview) -> dict[str, int]:
    entries = entries_of(review)
    return dict(Counter(MARKS[entry.difference.kind].sign for entry in entries))


def _status(pair: BatchPair, review: PairReview) -> PairStatus:
    if pair.learned is None:
        return PairStatus.MISSING
    if pair.reference is None:
        return PairStatus.EXTRA
    if not review.is_same:
        is_renamed = isinstance(review, ProblemReview) and review.equivalence.holds
        return PairStatus.RENAMED if is_renamed else PairStatus.DIFFERENT
    return PairStatus.DOUBTFUL if review.has_errors else PairStatus.SAME


def _error_text(review: PairReview, errors: Sequence[Note]) -> str:
    """The position and message of the first error."""
    if not errors:
        return ""
    where, message, _ = errors[0]
    if where is None:
        return message
    side = f"{SIDES.reference} " if where.file == review.reference.name else ""
    return f"{side}{where.line}:{where.column} {message}"


def _parts_of(review: PairReview) -> _Parts:
    match review:
        case DomainReview():
            return _of_domains(review)
        case ProblemReview():
            return _of_problems(review)
        case PlanReview():
            return _of_plans(review)


def _of_domains(review: DomainReview) -> _Parts:
    n_differences = count_of_differences(review)
    return _Parts(
        review.counts.same,
        len(review.diff.actions),
        n_differences,
        "; ".join(filter(None, (_basis(review), _worst_of_domains(review, n_differences)))),
        {
            part.value: spread_of(counts.rows[part].f1 for counts in review.syntactic.actions)
            for part in (CountedPart.PRE, CountedPart.EFF)
        },
    )


def _basis(review: DomainReview) -> str:
    """How names were matched or parameters scored, if differently than in other pairs."""
    if any(note.message == ALIGNED_FIRST for note in review.notes):
        return ALIGNED_APART
    if review.in_order is not None and review.renaming is None:
        score = decimal(review.in_order.syntactic.micro[CountedPart.ALL].f1)
        return f"parameters swapped: F1 {score} {IN_ORDER}"
    return ""


def _worst_of_domains(review: DomainReview, n_differences: int) -> str:
    if review.renaming is not None:
        said = equivalent_text(review.renaming, review.diff)
        return f"{said}; scored {scored_by(review.renaming)}" if review.has_counted else said
    if review.names_are_apart:
        return "almost no names in common (--align)"
    if shares_no_literal(review.diff):
        return "no literal in common (--align)"
    told = "" if review.blame is None else _of_plans_judged(review.blame.blame)
    if told:
        return told
    causes = sorted(review.causes, key=lambda cause: -cause.count)
    if causes and 2 * causes[0].count > n_differences:
        return f"{causes[0].count} × {causes[0].text}"
    differing = [row for row in review.similarity.actions if not row.action.is_same]
    if differing:
        return _worst_of_action(min(differing, key=lambda row: row.value).action.shown)
    return ", ".join(
        f"{change.what.value}: {SIDES.of_kind(change.kind)} {change.name}"
        for change in review.diff.declarations[:1]
    )


def _of_plans_judged(blame: Blame) -> str:
    # Imported late: only where there are plans.
    from plancore.blame.report import plans_text

    return plans_text(blame, len(blame.stopped), len(blame.let_through))


def _worst_of_action(action: ActionDiff) -> str:
    if action.status in (ActionStatus.MISSING, ActionStatus.EXTRA):
        return f"{SIDES.of_kind(action.status)} action {action.name}"
    changes = [change for part in action.parts for change in part.changes]
    worst = worst_change(changes)
    return f"{action.name}: {worst}" if worst else f"{action.name}: parameters"


def worst_change(changes: Sequence[Change]) -> str:
    """The first missing element, else extra, else changed one, and the number of others."""
    missing = [change for change in changes if change.learned is None]
    extra = [change for change in changes if change.reference is None]
    for kind, differences in (("missing", missing), ("extra", extra), ("changed", changes)):
        if differences:
            change = differences[0]
            texts = {"missing": change.reference_text, "extra": change.learned_text}
            text = texts.get(kind) or changed_text(change)
            more = f", {len(changes) - 1} more" if len(changes) > 1 else ""
            return f"{SIDES.of_kind(kind)} {text}{more}"
    return ""


def _of_problems(review: ProblemReview) -> _Parts:
    counts = review.counts.values()
    changes = [change for part in review.diff.parts for change in part.changes]
    n_same = sum(int(part.tp) for part in counts)
    n_differences = count_of_differences(review)
    worst = "goals hold in the same reachable states" if review.goals_agree else ""
    worst = worst or worst_change(changes)
    if not worst and review.diff.objects:
        first = review.diff.objects[0]
        worst = f"{SIDES.of_kind(first.kind)} object {first.name}"
    if not worst and review.renamings:
        worst = renamed_text(review)
    if not worst and review.diff.is_other_domain:
        worst = f"for the domain {review.diff.learned.domain_name}"
    n_parts = sum(int(part.tp + part.fp + part.fn) for part in counts)
    return _Parts(n_same, n_parts, n_differences, worst, {})


def _of_plans(review: PlanReview) -> _Parts:
    counts, diff = review.diff.counts, review.diff
    n_differences = count_of_differences(review)
    worst = ""
    execution = review.execution
    if execution is not None and execution.learned.verdict.value != "valid":
        worst = execution.outcomes[0]
    elif diff.first_divergence is not None:
        row = diff.rows[diff.first_divergence]
        ours, theirs = review.steps(row)
        at = row.reference if row.learned is None else row.learned
        step = theirs if ours is None else ours
        worst = f"{SIDES.of_kind(row.kind)} step {(at or 0) + 1}: {step}"
    worst = "; ".join(filter(None, (worst, review.alignment_text)))
    n_steps = max(counts.learned, counts.reference)
    return _Parts(counts.equal, n_steps, n_differences, worst, {})


def spread_of(values: Iterable[Fraction | None]) -> tuple[float | None, ...]:
    """Values in descending order, undefined ones last; at most `SPREAD`, evenly sampled."""
    numbers = [None if value is None else float(value) for value in values]
    ranked = sorted(numbers, key=lambda value: (value is None, -(value or 0.0)))
    if len(ranked) <= SPREAD:
        return tuple(ranked)
    last = len(ranked) - 1
    return tuple(ranked[round(number * last / (SPREAD - 1))] for number in range(SPREAD))
