"""One pair measured: the figures of `planeval domain`, without the lists of what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from plancore.compare.correspondence import SAME_NAMES
from plancore.metrics.edit_distance import EditDistance
from plancore.metrics.predictive_power import PredictivePower
from plancore.metrics.syntactic import Row, Syntactic
from plancore.metrics.trace_consistency import TraceConsistency
from plancore.semantics.answer import ActionSemantics, Relation
from planeval.domain.evaluation import DomainEvaluation, Request, evaluate
from planeval.domain.states import load_trajectories, samples_of_trajectories
from planeval.domains.pairs import Pair
from planfiles.models import domain_of, read_file
from planfiles.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Settings:
    """How to measure. `optimal` is the time for the least edit distance in seconds, or None."""

    align: bool = False
    optimal: float | None = None
    states: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """The figures of a pair as plain data, or why there are none."""

    pair: Pair
    figures: dict[str, Any] | None
    error: str | None = None

    @property
    def is_same(self) -> bool:
        """Whether the learned domain is the reference."""
        return self.figures is not None and self.figures["same"] is True


def measure(pair: Pair, settings: Settings) -> Result:
    """Measure; whatever goes wrong is the result's `error`."""
    try:
        return Result(pair, figures(_evaluated(pair, settings)))
    except Trouble as problem:
        return Result(pair, None, problem.message)
    except Exception as error:  # one bad pair must not cost the others
        return Result(pair, None, f"internal error ({type(error).__name__}: {error})")


def figures(evaluation: DomainEvaluation) -> dict[str, Any]:
    """The figures for JSON: counts before ratios, None for what is undefined or not measured."""
    review = evaluation.review
    predictive = evaluation.predictive
    power = predictive if isinstance(predictive, PredictivePower) else None
    return {
        "same": review.is_same,
        "exact": review.diff.exact,
        "constructs": sorted(review.diff.constructs),
        "n_errors": sum(note.is_error for note in review.notes),
        "counts": asdict(review.counts) | {"reference": len(review.syntactic.actions)},
        "similarity": review.similarity.mean_over_reference.to_dict(),
        "syntactic": _syntactic(review.syntactic),
        "edit_distance": {
            "name_aligned": _distance(evaluation.distance),
            "optimal": _distance(evaluation.optimal) if evaluation.optimal else None,
        },
        "strong_equivalence": evaluation.equivalence_data,
        "semantics": _semantics(evaluation.semantics),
        "predictive": _predictive(power) if power else None,
        "trace_consistency": _traces(evaluation.traces) if evaluation.traces else None,
    }


def _evaluated(pair: Pair, settings: Settings) -> DomainEvaluation:
    learned, reference = read_file(pair.learned), read_file(pair.reference)
    domain_of(learned)
    trajectories = load_trajectories(pair.states) if settings.states else []
    samples = samples_of_trajectories(trajectories, domain_of(reference))
    return evaluate(
        Request(
            learned,
            reference,
            settings.align,
            SAME_NAMES,
            samples=samples,
            trajectories=trajectories,
            optimal=settings.optimal,
        )
    )


def _syntactic(syntactic: Syntactic) -> dict[str, Any]:
    data = syntactic.to_dict()
    rows = (Row.PRE, Row.EFF, Row.ALL)
    return {
        "n_exact_matches": syntactic.n_exact_matches,
        "exact_match_rate": data["exact_match_rate"],
        "macro": {
            row.value: {name: each.to_dict() for name, each in syntactic.macro[row].items()}
            for row in rows
        },
        "micro": {row.value: syntactic.micro[row].to_dict() for row in rows},
    }


def _distance(distance: EditDistance) -> dict[str, Any]:
    return {
        name: value
        for name, value in distance.to_dict().items()
        if name not in ("script", "correspondence", "constructs")
    }


def _semantics(answers: Iterable[ActionSemantics]) -> dict[str, Any]:
    found = list(answers)
    relations = Counter(each.precondition for each in found)
    agree = Counter(each.effects_agree for each in found)
    return {
        "actions": len(found),
        "proved": sum(each.proved for each in found),
        "precondition": {relation.value: relations[relation] for relation in Relation},
        "effects": {"agree": agree[True], "differ": agree[False], "undecided": agree[None]},
    }


def _predictive(power: PredictivePower) -> dict[str, Any]:
    data = power.to_dict()
    data["actions"] = {
        name: {key: each[key] for key in ("pairs", "applicability", "effects")}
        for name, each in data["actions"].items()  # type: ignore[attr-defined]  # a table
    }
    return data


def _traces(traces: TraceConsistency) -> dict[str, Any]:
    return {
        name: value for name, value in traces.to_dict().items() if name != "first_inconsistencies"
    }
