"""`planeval domain`: evaluate a learned domain against its reference."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import (
    AMLGYM,
    OPTIMAL,
    SEED,
    add_attempts,
    add_codec,
    add_names,
    count,
    seconds,
)
from planeval.commands.printing import add_metrics, add_report, printed
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Exit, Progress
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.evaluation.review import Evaluation
    from plancore.report.solve.review import SolveReport
    from planfiles.cases import ProblemOf

SUMMARY: Final = "compare a learned domain with its reference"
DESCRIPTION: Final = """\
Compare a learned domain with its reference.

The report has precision, recall, similarity and edit distance of the literals, and what each
difference means, with a witness state. Options add metrics on states, plans and solved problems.

exit status: 0 no differences, 1 differences, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", metavar="LEARNED", help=shared.LEARNED)
    parser.add_argument("reference", metavar="REFERENCE", help=shared.REFERENCE)
    add_report(parser, "evaluation")
    add_metrics(parser)
    parser.add_argument("--strict", action="store_true", help=shared.STRICT)
    add_names(parser, decides=True)
    parser.add_argument("--no-evidence", action="store_true", help=shared.NO_EVIDENCE)
    parser.add_argument("--save-mapping", metavar="FILE", help=shared.SAVE_MAPPING)
    add_codec(parser)
    parser.add_argument(
        "--ambiguity",
        choices=("mean", "best", "worst"),
        default="mean",
        help="score of a pair of states with several encodings (default: %(default)s)",
    )
    parser.add_argument("--optimal", type=seconds, metavar="SECONDS", help=OPTIMAL)
    parser.add_argument("--amlgym", action="store_true", help=AMLGYM)
    states = parser.add_argument_group("states and plans")
    states.add_argument(
        "--states",
        action="extend",
        nargs="+",
        metavar="FILE",
        default=[],
        help="measure predictive power and trace consistency on trajectories, directories of "
        "them, or a test_states.json of AMLGym",
    )
    states.add_argument(
        "--plans",
        action="extend",
        nargs="+",
        metavar="PLAN",
        default=[],
        help="report which plans LEARNED accepts, which differences change that, and a minimum "
        "repair; PLAN is a plan, a directory or a case list (default: the plans next to the files, "
        "without a repair)",
    )
    states.add_argument(
        "--no-blame", action="store_true", help="report which plans are accepted only"
    )
    states.add_argument(
        "--problems",
        action="extend",
        nargs="+",
        metavar="PATH",
        default=[],
        help="problems of the states and plans, or directories of problems",
    )
    states.add_argument(
        "--problem",
        metavar="FILE",
        help="problem for witness states, --walks, and plans that match none of --problems",
    )
    states.add_argument(
        "--walks",
        type=count,
        metavar="N",
        help="measure predictive power on N random walks in --problem",
    )
    states.add_argument(
        "--walk-length",
        type=count,
        metavar="N",
        default=20,
        help="actions per walk (default: %(default)s)",
    )
    states.add_argument("--seed", type=int, default=0, metavar="N", help=SEED)
    add_attempts(parser.add_argument_group("problem solving"))


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[Evaluation]:
    """Evaluate a learned domain. Raises UserError."""
    from planeval.domain.request import evaluation_of

    messages: list[str] = []
    evaluation, n_left_out = evaluation_of(
        options, progress.checkpoint, messages.append, _problem_of(options)
    )
    if options.planner:
        if evaluation.review.is_aligned and not options.mapping:
            raise UserError(
                "--planner needs --mapping for aligned domains: --save-mapping writes that file, "
                "--no-align compares by name"
            )
        evaluation = replace(evaluation, solving=_solving(options, progress))
    review = evaluation.review
    status = Exit.SAME if review.is_same else Exit.DIFFERENT
    # A file with errors is never the same as its reference; errors in problems do not count.
    has_errors = review.has_errors and (options.strict or review.is_same)
    if n_left_out or (options.strict and messages) or has_errors:
        status = Exit.TROUBLE
    return Outcome(evaluation, status, tuple(messages))


def _problem_of(options: argparse.Namespace) -> ProblemOf:
    """Links plans to the --problems by name, if these are given. The --problem is one of them, and
    the default for plans that match no other."""
    from planfiles.cases import not_said

    if not (options.plans and options.problems):
        return not_said
    from planeval.solving.batch import problem_among, problem_among_or, problems_in

    if options.problem is None:
        return problem_among(problems_in(options.problems).files)
    # First: of several paths of one file, the first is kept.
    return problem_among_or(
        problems_in([options.problem, *options.problems]).files, options.problem
    )


def _solving(options: argparse.Namespace, progress: Progress) -> SolveReport:
    """Solve the problems with the planners in the options. Raises UserError."""
    from planeval.planners.naming import planners_of
    from planeval.solving.batch import SolvingRequest, attempts_of, manifest_of, problems_in, solved
    from planeval.work.engines.local import Serial
    from planeval.work.run import open_run
    from planfiles.bounded.limits import MIB

    problems = options.problems or [options.problem]
    if problems == [None]:
        raise UserError("--planner needs --problems or --problem")
    found = problems_in(problems)
    request = SolvingRequest(
        learned=options.learned,
        reference=options.reference,
        problems=found.files,
        notes=found.notes,
        planners=planners_of(options.planner),
        time=options.time,
        memory=options.memory * MIB,
        mapping=options.mapping,
        codec=options.codec,
    )
    units = attempts_of(request)
    progress.begin("solving", len(units))
    with open_run(None, manifest_of(request), Serial()) as run:
        return solved(request, units, run, progress)
