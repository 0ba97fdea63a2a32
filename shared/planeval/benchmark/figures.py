"""The figures of one learned domain, on the trajectories that were kept back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from plancore.codec.base import Codec
from plancore.codec.renaming import RenamingCodec
from plancore.metrics.base import Figure, plain
from plancore.metrics.base import Value as Measured
from plancore.metrics.cases import DomainCase
from plancore.metrics.registry import domains, literals
from plancore.metrics.support.confusion import Mean, Ratio
from plancore.model.trajectory import Trajectory
from plancore.report.benchmark.review import Value
from plancore.report.domain.review import review_domains
from plancore.report.evaluation.review import evaluate
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planeval.domain.states import samples_of_trajectories
from planfiles.mappings import MappingFiles, compare_options

_NOT_ASKED: Final = ("optimal_", "proved_")


def _names() -> tuple[str, ...]:
    """The figures of all metrics of domains, but for those that take a time limit."""
    figures: list[Figure[Any]] = [
        figure for metric in (*literals.METRICS, *domains.METRICS) for figure in metric.figures
    ]
    names = (figure.name for figure in figures if not figure.name.startswith(_NOT_ASKED))
    return tuple(dict.fromkeys(names))


NAMES: Final = _names()


def figures_of(
    learned: FileSnapshot,
    reference: FileSnapshot,
    test: Sequence[Trajectory],
    *,
    aligned: bool = False,
    codec: Codec | None = None,
    checkpoint: Checkpoint = NEVER,
) -> dict[str, Value]:
    """Every figure by its name; one that is undefined has no value.

    `aligned`, what corresponds is looked for, and figures of literals are about that. States are
    measured through `codec`; without one, by the names found, where these are a renaming.
    """
    ours, theirs = learned.domain, reference.domain
    assert ours is not None
    assert theirs is not None
    compared, _ = compare_options(ours, theirs, MappingFiles(), aligned, checkpoint)
    review = review_domains(learned, reference, options=compared)
    names = review.diff.correspondence
    can_execute = codec is not None or names.is_renaming
    if codec is None and not names.is_identity:
        codec = RenamingCodec(names)
    case = DomainCase(
        diff=review.diff,
        codec=codec,
        samples=samples_of_trajectories(test, theirs) if can_execute else (),
        trajectories=test if can_execute else (),
        checkpoint=checkpoint,
    )
    found = evaluate(review, case).figures()
    return {name: value_of(found.get(name)) for name in NAMES}


def value_of(measured: Measured) -> Value:
    """A figure with its counts, as numbers that can be kept."""
    number = plain(measured)
    value = float(number) if isinstance(number, bool | int | float) else None
    match measured:
        case Ratio(_, numerator, denominator):
            return Value(value, {"numerator": float(numerator), "denominator": float(denominator)})
        case Mean():
            return Value(value, {"defined": measured.n_defined, "undefined": measured.n_undefined})
        case _:
            return Value(value)
