"""`planeval domain`: a learned domain measured against its reference."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import add_attempts, count, seconds
from planeval.commands.printing import add_format, add_metrics, printed
from planeval.outcome import Outcome
from planfiles.command import Exit
from planfiles.errors import UserError
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.evaluation.review import Evaluation
    from plancore.report.solve.review import SolveReport
    from planfiles.cases import ProblemOf

SUMMARY: Final = "measure a learned domain against its reference"
DESCRIPTION: Final = """\
Measure a learned domain against its reference.

  planeval domain LEARNED REFERENCE

compares the actions literal by literal (precision, recall, similarity, edit distance) and says
what each difference means, with a state that shows it. Further options add

  --optimal SECONDS    the least edit distance over all mappings of names, or bounds on it
  --states FILE…       predictive power and trace consistency on the states of trajectories, or on
                       AMLGym's test_states.json, with the --problems that its states are of
  --planner NAME       what this planner makes of the --problems, or the --problem, with the learned
                       domain: as in planeval solve
  --problem FILE       witnesses that the problem reaches; with --walks, states of random walks
  --plans PLAN…        which plans the learned domain accepts, which differences are to blame, and
                       the least change that mends them; a PLAN is a plan, for the one of the
                       --problems that its name says, else for --problem or the problem that
                       belongs to it, a folder of plans, or a list of cases
  --amlgym             precision and recall as AMLGym prints them, beside ours
  --mapping FILE       which learned name stands for which name of the reference (JSON or TOML)
  --save-mapping FILE  write what stands for what, as planeval align says it
  --codec NAME         identity, renaming (from --mapping), a TOML or JSON file, or FILE.py:Class,
                       which is run

Exit status: 0 no difference, 1 there are differences, 2 trouble, also a plan that cannot be
read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", metavar="LEARNED", help="the domain to measure")
    parser.add_argument("reference", metavar="REFERENCE", help="the domain to measure against")
    add_format(parser, "evaluation")
    add_metrics(parser)
    parser.add_argument("--strict", action="store_true", help="exit with 2 for errors in a file")
    parser.add_argument("--align", action="store_true", help="find what corresponds by its use")
    parser.add_argument(
        "--no-evidence", action="store_true", help="let no problems beside the domains speak"
    )
    parser.add_argument("--optimal", type=seconds, metavar="SECONDS")
    parser.add_argument("--mapping", metavar="FILE")
    parser.add_argument("--save-mapping", metavar="FILE")
    parser.add_argument("--codec", metavar="NAME")
    parser.add_argument(
        "--ambiguity",
        choices=("mean", "best", "worst"),
        default="mean",
        help="how a pair counts whose encodings lead to different states (default %(default)s)",
    )
    parser.add_argument("--amlgym", action="store_true", help="AMLGym's own figures, too")
    parser.add_argument("--states", action="extend", nargs="+", metavar="FILE", default=[])
    parser.add_argument("--plans", action="extend", nargs="+", metavar="PLAN", default=[])
    parser.add_argument(
        "--no-blame", action="store_true", help="with --plans: which are accepted, and no more"
    )
    parser.add_argument("--problem", metavar="FILE")
    parser.add_argument("--problems", action="extend", nargs="+", metavar="PATH", default=[])
    add_attempts(parser)
    parser.add_argument("--walks", type=count, metavar="N", help="random walks from --problem")
    parser.add_argument("--walk-length", type=count, metavar="N", default=20)
    parser.add_argument("--seed", type=int, default=0, metavar="N")


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[Evaluation]:
    """What a learned domain comes to. Raises UserError."""
    from planeval.domain.request import evaluation_of

    messages: list[str] = []
    evaluation, n_left_out = evaluation_of(
        options, progress.checkpoint, messages.append, _problem_of(options)
    )
    if options.planner:
        evaluation = replace(evaluation, solving=_solving(options, progress))
    review = evaluation.review
    status = Exit.SAME if review.is_same else Exit.DIFFERENT
    # What was repaired in reading is not vouched for; a problem has no part in what is the same.
    has_errors = review.has_errors and (options.strict or review.is_same)
    if n_left_out or (options.strict and messages) or has_errors:
        status = Exit.TROUBLE
    return Outcome(evaluation, status, tuple(messages))


def _problem_of(options: argparse.Namespace) -> ProblemOf:
    """Which of the --problems a plan is for, by its name, where they are given. The --problem is
    one of them, and has those that name no other."""
    from planfiles.cases import not_said

    if not (options.plans and options.problems):
        return not_said
    from planeval.solving.batch import problem_among, problem_among_or, problems_in

    if options.problem is None:
        return problem_among(problems_in(options.problems).files)
    # First, for of the names of one file the first one stays.
    return problem_among_or(
        problems_in([options.problem, *options.problems]).files, options.problem
    )


def _solving(options: argparse.Namespace, progress: Progress) -> SolveReport:
    """What the planners that are named make of the problems. Raises UserError."""
    from planeval.planners.naming import planners_of
    from planeval.solving.batch import SolvingRequest, attempts_of, manifest_of, problems_in, solved
    from planeval.work.engines.local import Serial
    from planeval.work.run import open_run
    from planfiles.bounded.limits import MIB

    problems = options.problems or [options.problem]
    if problems == [None]:
        raise UserError("--planner needs --problems, or the --problem, to solve")
    if options.align and not options.mapping:
        raise UserError("--planner needs the pairs of names in a file: --save-mapping writes one")
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
