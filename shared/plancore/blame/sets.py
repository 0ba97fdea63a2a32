"""The sets of differences to blame for a failure, and those without which a plan fails."""

from __future__ import annotations

from plancore.blame.models import Models
from plancore.blame.report import DifferenceSet
from plancore.blame.search import Question, SmallestSets, smallest_sets
from plancore.blame.trial import Trial, is_mended
from plancore.blame.undoing import NONE_UNDONE, Undone
from plancore.simulate.trace import Trace, Verdict


def sets_to_blame(trial: Trial, models: Models, undone: Undone, effort: int) -> SmallestSets:
    """The smallest sets that mend the failure of a plan with `undone`."""
    failed = trial.run(undone)

    def run(numbers: Undone) -> Trace:
        return trial.run(undone | numbers, undone)

    return smallest_sets(
        Question(
            does=lambda numbers: is_mended(failed, run(numbers)),
            suspects=lambda numbers: trial.suspects(run(numbers)) - undone,
            close=lambda numbers: models.close(undone | numbers) - undone,
            all=trial.relevant - undone,
        ),
        effort,
    )


def sets_without(trial: Trial, models: Models, effort: int) -> SmallestSets:
    """The smallest sets without which a plan that is valid is not."""

    def fails(numbers: Undone) -> bool:
        verdict = trial.run(numbers, NONE_UNDONE).verdict
        return verdict in (Verdict.INVALID, Verdict.MALFORMED)

    candidates = trial.tightening
    everything = models.close(candidates)
    return smallest_sets(Question(fails, lambda _: candidates, models.close, everything), effort)


def numbered(found: SmallestSets) -> tuple[DifferenceSet, ...]:
    """The sets as numbers in order."""
    return tuple(tuple(sorted(numbers)) for numbers in found.sets)
