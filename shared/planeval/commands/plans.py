"""`planeval plans`: many plans measured against one another, or against references."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.errors import UserError
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.plans.document import PlanSetReview

SUMMARY: Final = "measure many plans: matrices of distances, diversity, pass thresholds"
DESCRIPTION: Final = """\
Measure many plans against one another, or against references.

  planeval plans PLAN…                  every plan metric for every pair of plans, and how diverse
                                        the set is; with --domain and --problem the plans are
                                        executed, and states and causal links are compared too
  planeval plans PLAN… --reference REF  each plan against REF, or against the REF at its place if
                                        --reference is given as often as there are plans

A PLAN may be in any notation, a folder of plans, or - for standard input. Exit status: 0, 1 when a
plan does not reach a threshold, 2 trouble, such as a missing file or a step that cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("plans", nargs="+", metavar="PLAN")
    parser.add_argument("--domain", metavar="FILE", help="execute the plans with this domain")
    parser.add_argument("--problem", metavar="FILE", help="execute the plans in this problem")
    parser.add_argument("--reference", action="append", metavar="REF", default=[])
    parser.add_argument(
        "--metric",
        action="append",
        metavar="NAME",
        help="how to score against references: planning-lcs, planning-jaccard (both by "
        "default), or action-sequence-diff, an old name of the former",
    )
    parser.add_argument(
        "--threshold",
        action="append",
        type=_threshold,
        metavar="[NAME=]T",
        default=[],
        help="the least score that passes, from 0 to 1 (default 0.5), of one metric or all",
    )
    parser.add_argument(
        "--gaico-compatible",
        action="store_true",
        help="split the texts as GAICo 0.4 does, to reproduce its numbers",
    )
    add_format(parser, "plans")


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[PlanSetReview]:
    """What the plans come to. Raises UserError."""
    measured = _measured(options, progress)
    return Outcome(measured, measured.status, measured.problems)


def _measured(options: argparse.Namespace, progress: Progress) -> PlanSetReview:
    from plancore.metrics.support.plan_batches import DEFAULT_METRICS, StepSplitting
    from planeval.plans import measure_pairs, measure_set, read_plans
    from planfiles.files import STDIN

    if (*options.plans, *options.reference).count(STDIN) > 1:
        raise UserError("standard input can be one plan only")
    if not options.reference:
        for flag in ("metric", "threshold", "gaico_compatible"):
            if getattr(options, flag):
                raise UserError(f"--{flag.replace('_', '-')} needs --reference")
        if bool(options.domain) != bool(options.problem):
            raise UserError("--domain and --problem are needed both, or none of them")
        models = (options.domain, options.problem) if options.domain else None
        return measure_set(read_plans(options.plans, progress=progress), models, progress)
    if options.domain or options.problem:
        raise UserError("plans are not executed when they are scored against references")
    splitting = StepSplitting.GAICO if options.gaico_compatible else StepSplitting.PLAN
    metrics = options.metric or list(DEFAULT_METRICS)
    return measure_pairs(
        read_plans(options.plans, splitting, progress),
        read_plans(options.reference, splitting, progress),
        metrics,
        _limits(options.threshold, metrics),
        splitting,
        progress,
    )


def _limits(
    thresholds: Sequence[tuple[str | None, Fraction]], metrics: Sequence[str]
) -> dict[str, Fraction]:
    """The threshold of each metric that has one; one for a metric by name overrides one for all."""
    limits: dict[str, Fraction] = {}
    for metric, value in thresholds:
        if metric is not None and metric not in metrics:
            raise UserError(f"--threshold: {metric!r} is not among the metrics")
        limits.update(dict.fromkeys([metric] if metric else metrics, value))
    limits.update({metric: value for metric, value in thresholds if metric is not None})
    return limits


def _threshold(text: str) -> tuple[str | None, Fraction]:
    """`0.8` for all metrics, `planning-lcs=0.8` for one."""
    name, equals, number = text.rpartition("=")
    try:
        value = Fraction(number)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no threshold between 0 and 1")
    return (name if equals else None), value
