"""`planeval plans`: compare many plans with one another, or with references."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from plancore.spelling import hint
from planeval.commands.printing import add_metrics, add_report, printed
from planeval.outcome import Outcome
from planfiles.command import Progress
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.plans.document import PlanSetReview

SUMMARY: Final = "compare many plans: distance matrices, diversity, thresholds"
DESCRIPTION: Final = """\
Compare many plans with one another, or with references.

  planeval plans PLAN…                  every plan metric for every pair of plans, and the diversity
                                        of the set
  planeval plans PLAN… --reference REF  each plan against REF, or against its own REF if --reference
                                        is given once for each plan

PLAN is a plan in any notation, a directory of plans, or - for standard input.

exit status: 0 success, 1 a plan is below a threshold, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("plans", nargs="+", metavar="PLAN", help="plan, or directory of plans")
    parser.add_argument(
        "--domain",
        metavar="FILE",
        help="execute the plans in this domain, and compare states and causal links",
    )
    parser.add_argument("--problem", metavar="FILE", help="execute the plans in this problem")
    parser.add_argument(
        "--reference",
        action="append",
        metavar="REF",
        default=[],
        help="plan to compare with; repeatable",
    )
    parser.add_argument(
        "--metric",
        action="append",
        metavar="NAME",
        help="metric for --reference: planning-lcs (old name: action-sequence-diff) or "
        "planning-jaccard (default: both); repeatable",
    )
    parser.add_argument(
        "--threshold",
        action="append",
        type=_threshold,
        metavar="[NAME=]T",
        default=[],
        help="minimum score of one metric, or of all, from 0 to 1 (default: 0.5); repeatable",
    )
    parser.add_argument(
        "--gaico-compatible",
        action="store_true",
        help="split texts into steps as GAICo 0.4 does, to reproduce its scores",
    )
    add_report(parser, "plans")
    add_metrics(parser)


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[PlanSetReview]:
    """Report the metrics of the plans. Raises UserError."""
    from planfiles.cases import passed_over

    no_plans: list[str] = []
    measured = _measured(options, progress, no_plans)
    remarks = (passed_over(no_plans),) if no_plans else ()
    return Outcome(measured, measured.status, measured.problems, remarks=remarks)


def _measured(
    options: argparse.Namespace, progress: Progress, no_plans: list[str]
) -> PlanSetReview:
    from plancore.metrics.support.plan_batches import DEFAULT_METRICS, StepSplitting
    from planeval.plans import measure_pairs, measure_set, read_plans
    from planfiles.files import STDIN

    if (*options.plans, *options.reference).count(STDIN) > 1:
        raise UserError("standard input (-) can be only one of the plans")
    if not options.reference:
        for flag in ("metric", "threshold", "gaico_compatible"):
            if getattr(options, flag):
                raise UserError(f"--{flag.replace('_', '-')} needs --reference")
        if bool(options.domain) != bool(options.problem):
            raise UserError("--domain and --problem need each other")
        models = (options.domain, options.problem) if options.domain else None
        plans = read_plans(options.plans, progress=progress)
        no_plans += plans.no_plans
        return measure_set(plans, models, progress)
    if options.domain or options.problem:
        raise UserError("--domain and --problem have no effect with --reference; leave them out")
    splitting = StepSplitting.GAICO if options.gaico_compatible else StepSplitting.PLAN
    metrics = options.metric or list(DEFAULT_METRICS)
    plans = read_plans(options.plans, splitting, progress)
    references = read_plans(options.reference, splitting, progress)
    no_plans += plans.no_plans + references.no_plans
    return measure_pairs(
        plans,
        references,
        metrics,
        _limits(options.threshold, metrics),
        splitting,
        progress,
    )


def _limits(
    thresholds: Sequence[tuple[str | None, Fraction]], metrics: Sequence[str]
) -> dict[str, Fraction]:
    """The threshold of each metric that has one. One for a named metric overrides one for all."""
    limits: dict[str, Fraction] = {}
    for metric, value in thresholds:
        if metric is not None and metric not in metrics:
            raise UserError(f"--threshold: unknown metric `{metric}`; {hint(metric, metrics)}")
        limits.update(dict.fromkeys([metric] if metric else metrics, value))
    limits.update({metric: value for metric, value in thresholds if metric is not None})
    return limits


def _threshold(text: str) -> tuple[str | None, Fraction]:
    """Parse a threshold: `0.8` for all metrics, `planning-lcs=0.8` for one."""
    name, equals, number = text.rpartition("=")
    try:
        value = Fraction(number)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a threshold from 0 to 1")
    return (name if equals else None), value
