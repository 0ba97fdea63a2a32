"""Everything that can be measured of a learned domain with the files given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from plancore.codec.base import Codec
from plancore.compare.correspondence import SAME_NAMES, Correspondence
from plancore.compare.declarations import Declared
from plancore.compare.domains import ALIGNED, BY_NAME, CompareOptions
from plancore.compare.equivalence import Equivalence, strong_equivalence
from plancore.metrics.coded_power import Ambiguity, CodedPower, coded_power
from plancore.metrics.edit_distance import (
    EditDistance,
    name_aligned_distance,
    optimal_distance,
)
from plancore.metrics.predictive_power import PredictivePower, predictive_power
from plancore.metrics.trace_consistency import TraceConsistency, trace_consistency
from plancore.model.domain import ActionKind, Domain
from plancore.model.problem import Problem
from plancore.model.trajectory import Trajectory
from plancore.report.domain.review import DomainReview, review_domains
from plancore.semantics.actions import compare_semantics
from plancore.semantics.answer import ActionSemantics, same_meaning
from plancore.semantics.reach import with_reachable_witnesses
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint, staged
from plancore.vectors.sample import StateSample
from planeval.domain.plans import PlanAcceptance, plan_acceptance
from planeval.validate.cases import Case
from planfiles.trouble import Trouble


@dataclass(frozen=True)
class Request:
    """What to measure, with what. `codec` is None where both speak the same language.

    `optimal` is how many seconds the search for the least edit distance may take; None for none.
    """

    learned: FileSnapshot
    reference: FileSnapshot
    align: bool = False
    mapping: Correspondence = SAME_NAMES
    codec: Codec | None = None
    ambiguity: Ambiguity = Ambiguity.MEAN
    problem: Problem | None = None
    samples: Sequence[StateSample] = ()
    trajectories: Sequence[Trajectory] = ()
    cases: Sequence[Case] = ()
    optimal: float | None = None


@dataclass(frozen=True)
class DomainEvaluation:
    """The measurements; None for what was not asked for."""

    review: DomainReview
    distance: EditDistance
    """With names as the review matches them."""
    optimal: EditDistance | None
    """Over all mappings of names."""
    equivalence: Equivalence
    semantics: tuple[ActionSemantics, ...]
    predictive: PredictivePower | CodedPower | None
    traces: TraceConsistency | None
    plans: PlanAcceptance | None

    @property
    def equivalence_data(self) -> dict[str, object]:
        """Strong equivalence for JSON; `holds` is null where it was not decided."""
        names = self.equivalence.correspondence
        return {
            "holds": self.equivalence.holds,
            "correspondence": None if names is None else names.to_dict(),
        }


def evaluate(request: Request, checkpoint: Checkpoint = NEVER) -> DomainEvaluation:
    """Measure. `checkpoint` gets the name of the stage and how far it is, and may end it.

    Raises Trouble when predictive power is asked for and numpy is not installed.
    """
    base = ALIGNED if request.align else BY_NAME
    options = CompareOptions(base.align, request.mapping, base.parameters, base.minimum_score)
    review = review_domains(request.learned, request.reference, options=options)
    learned, reference = review.diff.learned, review.diff.reference
    return DomainEvaluation(
        review,
        name_aligned_distance(review.diff),
        _optimal(request, learned, reference, staged("least edit distance", checkpoint)),
        strong_equivalence(learned, reference, checkpoint=staged("strong equivalence", checkpoint)),
        tuple(_semantics(request, review, staged("meaning", checkpoint))),
        _predictive(request, learned, reference, staged("predictive power", checkpoint)),
        _traces(request, learned, reference),
        plan_acceptance(learned, reference, request.cases) if request.cases else None,
    )


def _optimal(
    request: Request, learned: Domain, reference: Domain, checkpoint: Checkpoint
) -> EditDistance | None:
    if request.optimal is None:
        return None
    return optimal_distance(learned, reference, time_limit=request.optimal, checkpoint=checkpoint)


_GROUNDS: Final = (Declared.TYPE, Declared.CONSTANT, Declared.AXIOM)


def _semantics(
    request: Request, review: DomainReview, checkpoint: Checkpoint
) -> Iterator[ActionSemantics]:
    learned, reference = review.diff.learned, review.diff.reference
    names = review.diff.correspondence
    # The same words mean something else under another hierarchy or by other axioms.
    same_grounds = not any(each.what in _GROUNDS for each in review.diff.declarations)
    for action in review.diff.actions:
        if action.learned is None or action.reference is None:
            continue
        if action.learned.kind is not ActionKind.ACTION:
            continue
        if action.is_same and same_grounds and "damaged" not in action.constructs:
            yield same_meaning(action.name)
            continue
        answer = compare_semantics(
            (action.learned, learned), (action.reference, reference), names, checkpoint
        )
        same_names = names.is_identity or not any(True for _ in names.renamings())
        if request.problem is not None and answer.witnesses and same_names:
            answer = with_reachable_witnesses(
                answer, learned, reference, request.problem, checkpoint=checkpoint
            )
        yield answer


def _traces(request: Request, learned: Domain, reference: Domain) -> TraceConsistency | None:
    if not request.trajectories:
        return None
    if request.codec is None:
        return trace_consistency(learned, request.trajectories)
    return trace_consistency(learned, request.trajectories, codec=request.codec, language=reference)


def _predictive(
    request: Request, learned: Domain, reference: Domain, checkpoint: Checkpoint
) -> PredictivePower | CodedPower | None:
    if not request.samples:
        return None
    if request.codec is not None and request.codec.name != "identity":
        return coded_power(
            learned, reference, request.samples, request.codec, request.ambiguity, checkpoint
        )
    try:
        return predictive_power(learned, reference, request.samples, checkpoint)
    except ImportError:
        raise Trouble("predictive power needs numpy: pip install 'planlsp[eval]'") from None
