"""`planeval solve`: solve problems with a learned domain, and validate its plans."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import (
    add_attempts,
    add_codec,
    add_run,
    reporter_elsewhere,
    run_of,
)
from planeval.commands.printing import add_report, printed
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Progress
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.solve.review import SolveReport

SUMMARY: Final = "solve problems with a learned domain and validate the plans in the reference"
DESCRIPTION: Final = """\
Solve problems with a learned domain, and execute the plans in the reference.

Every problem is also solved with the reference, to compare times and costs, and the plans of the
reference are executed in the learned domain.

PLANNER is
  kairos, pyperplan, fast-downward, symk, enhsp or lpg; NAME@DIRECTORY for one in a virtual
  environment; all for every installed one
  'mine: ./plan {domain} {problem} {plan}' for your own; {time} and {memory} are its limits in
  seconds and MiB. Without {plan} the plan is read from its standard output
  FILE.toml for your own, with the meaning of their exit statuses

If plans are given, planners run only if --planner names them.

exit status: 0 all solved, 1 some are not, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval solve [options] LEARNED REFERENCE PROBLEMS…"
    parser.add_argument("learned", nargs="?", metavar="LEARNED", help=shared.LEARNED)
    parser.add_argument("reference", nargs="?", metavar="REFERENCE", help=shared.REFERENCE)
    parser.add_argument(
        "problems", nargs="*", metavar="PROBLEMS", help="problems, or directories of problems"
    )
    add_attempts(parser)
    add_run(parser, default_jobs="1, because parallel attempts slow each other down")
    parser.add_argument(
        "--plans",
        action="extend",
        nargs="+",
        metavar="PATH",
        default=[],
        help="plans of the learned domain, or directories of them",
    )
    parser.add_argument(
        "--reference-plans",
        action="extend",
        nargs="+",
        metavar="PATH",
        default=[],
        help="plans of the reference, valid or not, or directories of them",
    )
    parser.add_argument("--mapping", metavar="FILE", help=shared.MAPPING)
    add_codec(parser)
    shared.add_tolerances(parser)
    parser.add_argument(
        "--only-learned", action="store_true", help="do not solve with the reference"
    )
    parser.add_argument(
        "--list-planners", action="store_true", help="list planners, as planeval planners does"
    )
    add_report(parser, "solve")


def run(options: argparse.Namespace) -> int:
    """Solve; returns the exit code. Raises UserError."""
    if not options.list_planners:
        return printed(evaluate, options)

    from planeval.planners.naming import listing
    from planfiles.command import write_lines

    write_lines(listing([]))
    return 0


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[SolveReport]:
    """Report the outcome for each problem. Raises UserError."""
    if not options.problems:
        raise UserError("missing arguments; usage: planeval solve LEARNED REFERENCE PROBLEMS…")

    from plancore.model.plan import Tolerances
    from planeval.planners.naming import planners_of
    from planeval.solving.batch import (
        SolvingRequest,
        attempts_of,
        manifest_of,
        plans_for,
        problems_in,
        solved,
    )
    from planfiles.bounded.limits import MIB

    problems = problems_in(options.problems)
    given = options.plans or options.reference_plans
    needs_planners = bool(options.planner) or not given
    planners = planners_of(options.planner, reporter_elsewhere(options)) if needs_planners else []
    plans = plans_for(problems.files, options.plans)
    reference_plans = plans_for(problems.files, options.reference_plans)
    # Without planners only problems with a plan are in the report.
    unread = () if planners else problems.unread
    request = SolvingRequest(
        learned=options.learned,
        reference=options.reference,
        problems=problems.files,
        notes=(*problems.notes, *unread, *plans.notes, *reference_plans.notes),
        planners=planners,
        time=options.time,
        memory=options.memory * MIB,
        plans=plans.plans,
        reference_plans=reference_plans.plans,
        mapping=options.mapping,
        codec=options.codec,
        tolerances=Tolerances.of(options.tolerance, options.duration_tolerance),
        with_reference=not options.only_learned,
    )
    units = attempts_of(request)
    # Parallel attempts slow each other down: only if asked for.
    options.jobs = options.jobs or 1
    progress.begin("solving", len(units))
    with run_of(options, manifest_of(request)) as kept:
        report = solved(request, units, kept, progress)
    return Outcome(report, report.status, report.problems)
