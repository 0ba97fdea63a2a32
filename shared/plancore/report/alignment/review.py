"""Two domains and the pairs of their names: what all reports show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plancore.correspondence.evidence.tasks import NO_TASKS, SharedTasks
from plancore.correspondence.pairs import NOTHING_STATED, UNCERTAIN, Pairs
from plancore.correspondence.stated.mapping import UnpairedNames, coverage, pairs_under
from plancore.model.domain import Domain
from plancore.report.notes import Note, notes_on
from plancore.report.two_files import TwoFiles
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    # Most alignments have no plans, and the simulator takes a while to load.
    from plancore.translate.execution import PlansInBothModels


@dataclass(frozen=True, slots=True)
class AlignmentReview(TwoFiles):
    """The pairs of two domains. `to_save` are these, and all that a mapping states beside them;
    `carried` are plans of either domain, executed in both; `evidence` has, by kind, the files of
    tasks that speak for pairs, the learned model's and the reference's."""

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
        """How many pairs there are of any kind."""
        return len(self.pairs.confidences)

    @property
    def n_uncertain(self) -> int:
        """How many pairs somebody should look at."""
        return sum(confidence < UNCERTAIN for confidence in self.pairs.confidences)


def review_alignment(
    learned: FileSnapshot,
    reference: FileSnapshot,
    mapping: Pairs = NOTHING_STATED,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
) -> AlignmentReview:
    """Pair the first domain of each file; one without a domain counts as an empty one.

    `mapping` is what people state; `tasks` of both are evidence. Raises what `checkpoint`
    raises.
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
