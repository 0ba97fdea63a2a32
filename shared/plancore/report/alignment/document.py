"""An alignment as a document: a table for each kind of pair, then the names without a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING, ClassVar, Final

from plancore.correspondence.pairs import (
    NO_TASKS,
    NOTHING_STATED,
    UNCERTAIN,
    Pairs,
    SharedTasks,
    Side,
)
from plancore.correspondence.stated.mapping import UnpairedNames, coverage, pairs_under
from plancore.model.domain import Domain
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.alignment.pair_table import HEAD, pair_rows
from plancore.report.files import Note, TwoFiles, names_line, note_lines, notes_on
from plancore.report.lines import Piece, Tone, line
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.translate.execution import PlanInBothModels, PlansInBothModels


def document(alignment: AlignmentReview, _: doc.Detail) -> doc.Document:
    """The whole report."""
    title = names_line(alignment.learned.name, alignment.reference.name)
    said = doc.Paragraph([*note_lines(alignment.notes), line(_summary(alignment))])
    carried = map(behaviour_section, alignment.carried)
    blocks: Iterable[doc.Block] = chain([said], _pairs(alignment), _left_over(alignment), carried)
    return doc.Document("Alignment", title, blocks)


def _pairs(alignment: AlignmentReview) -> Iterator[doc.Section]:
    rows = pair_rows(alignment.pairs, alignment.ours, alignment.theirs)
    for title, of_kind in groupby(rows, lambda row: row.title):
        yield doc.Section(title, [doc.Table(HEAD, [row.cells for row in of_kind])])


def _summary(alignment: AlignmentReview) -> str:
    covered = [
        f"{entry.n_covered} of {entry.n_reference} {entry.kind}"
        for entry in alignment.coverage
        if entry.n_reference
    ]
    matches = "1 match" if alignment.n_pairs == 1 else f"{alignment.n_pairs} matches"
    uncertain = f", {alignment.n_uncertain} uncertain (?)" if alignment.n_uncertain else ""
    return f"{matches}{uncertain}; covered in the reference: {', '.join(covered) or 'nothing'}"


def _left_over(alignment: AlignmentReview) -> Iterator[doc.Section]:
    for side in Side:
        rows: list[list[doc.Cell]] = [
            [entry.kind, ", ".join(names)]
            for entry in alignment.coverage
            if (names := entry.learned if side is Side.LEARNED else entry.reference)
        ]
        if rows:
            title = f"without a match in the {side.other} domain"
            yield doc.Section(title, [doc.Table(doc.columns("", ""), rows, indent=2)])


# Plans executed in both domains.

_MOST_CHOICES: Final = 5


def behaviour_section(carried: PlansInBothModels) -> doc.Section:
    """How many plans stay valid, the parts of problems not translated, and each plan."""
    there = f"in the {carried.side.other} domain"
    valid = count_of(carried.n_valid, "valid plan")
    said: list[str | Piece] = [
        f"still valid {there}: {carried.n_staying} of {valid}",
        *(Piece(f"note: {remark}", Tone.NOTE) for remark in carried.remarks),
    ]
    plans = map(_plan, carried.plans)
    title = f"plans of the {carried.side} domain, executed {there}"
    return doc.Section(title, [doc.List([*doc.items(said), *plans])])


def _plan(plan: PlanInBothModels) -> doc.ListItem:
    choices = [
        f"step {choice.step}: {choice.n_applicable} candidates apply, {choice.action} is used"
        for choice in plan.choices[:_MOST_CHOICES]
    ]
    if len(plan.choices) > _MOST_CHOICES:
        choices.append(f"and {len(plan.choices) - _MOST_CHOICES} more such steps")
    return doc.ListItem(line(f"{plan.name}: {_outcome(plan)}"), doc.items(choices))


def _outcome(plan: PlanInBothModels) -> str:
    if plan.translation is None:
        if plan.own_trace.reaches_goal:
            return f"not counted, {plan.own_reason}"
        where = (
            "" if plan.own_trace.failing_step is None else f" at step {plan.own_trace.failing_step}"
        )
        return f"not counted, {plan.own_trace.verdict} in its own domain{where}: {plan.own_reason}"
    if plan.stays_valid:
        return f"valid ({count_of(plan.n_steps, 'step')})"
    if plan.stops_at is None:
        return f"all steps apply, but {plan.reason}"
    return f"fails at step {plan.stops_at} of {plan.n_steps}: {plan.reason}"


# The review of an alignment: the common source of all reports on it.


@dataclass(frozen=True, slots=True)
class AlignmentReview(TwoFiles):
    """The name mapping of two domains. `to_save` are the pairs with everything else that the given
    mapping states. `carried` are plans of either domain, executed in both. `evidence` has, by kind,
    pairs of learned and reference files that were used as evidence."""

    kind: ClassVar[str] = "alignment"

    ours: Domain
    theirs: Domain
    pairs: Pairs
    coverage: tuple[UnpairedNames, ...]
    to_save: Pairs
    carried: tuple[PlansInBothModels, ...] = ()
    evidence: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    @property
    def n_pairs(self) -> int:
        """The number of pairs of all kinds."""
        return len(self.pairs.confidences)

    @property
    def n_uncertain(self) -> int:
        """The number of uncertain pairs, which users should check."""
        return sum(confidence < UNCERTAIN for confidence in self.pairs.confidences)


def review_alignment(
    learned: FileSnapshot,
    reference: FileSnapshot,
    mapping: Pairs = NOTHING_STATED,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
) -> AlignmentReview:
    """Align the first domains of two files; a file without a domain counts as an empty one.

    `mapping` are pairs stated by the user; `tasks` of both domains are evidence. Raises whatever
    `checkpoint` raises.
    """
    ours, theirs = learned.first("domain"), reference.first("domain")
    mine, yours = _domain(ours), _domain(theirs)
    mapped = pairs_under(mapping, mine, yours, checkpoint, tasks)
    return AlignmentReview(
        learned,
        reference,
        (
            *notes_on(learned, ours),
            *notes_on(reference, theirs),
            *(Note(None, remark) for remark in mapped.remarks),
        ),
        mine,
        yours,
        mapped.pairs,
        coverage(mine, yours, mapped.pairs),
        mapped.to_save,
    )


def _domain(definition: DefinitionSnapshot | None) -> Domain:
    return Domain("") if definition is None else definition.domain
