"""`planeval solve`: problems solved with a learned domain, and what its plans are worth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import add_attempts, add_run, reporter_elsewhere, run_of
from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.errors import UserError
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.solve.review import SolveReport

SUMMARY: Final = "solve problems with a learned domain; are its plans valid in the reference?"
DESCRIPTION: Final = """\
Solve problems with a learned domain, and execute its plans in the reference.

  planeval solve LEARNED REFERENCE PROBLEMS…   problems, or folders of problems

Every problem is solved with the reference as well, so that times and costs can be compared, and
the plans of the reference are executed in the learned domain.

  --planner NAME       kairos (the default), pyperplan, fast-downward, symk, enhsp, lpg; `all` for
                       those that are here; NAME@FOLDER for one in a virtual environment
  --planner 'mine: ./plan {domain} {problem} {plan}'
                       a planner of your own; {time} and {memory} are seconds and MiB. Without
                       {plan} the plan is on its standard output
  --planner FILE.toml  planners of your own, with what their exit statuses mean
  --plans PATH…        plans of the learned domain that are given, files or folders
  --reference-plans PATH…  plans of the reference, and sequences that are none
  --mapping, --codec   as in planeval domain: plans are decoded before they are executed

With plans that are given, a planner runs only where one is named. Exit status: 0 everything is
solved, 1 something is not, 2 trouble."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", nargs="?", metavar="LEARNED", help="the domain to solve with")
    parser.add_argument("reference", nargs="?", metavar="REFERENCE", help="the domain that counts")
    parser.add_argument("problems", nargs="*", metavar="PROBLEMS", help="problems, or folders")
    add_attempts(parser)
    add_run(parser, default_jobs="one, as attempts take time from each other")
    parser.add_argument("--plans", action="extend", nargs="+", metavar="PATH", default=[])
    parser.add_argument("--reference-plans", action="extend", nargs="+", metavar="PATH", default=[])
    parser.add_argument("--mapping", metavar="FILE")
    parser.add_argument("--codec", metavar="NAME")
    parser.add_argument(
        "--only-learned", action="store_true", help="let planners solve nothing with the reference"
    )
    parser.add_argument(
        "--list-planners", action="store_true", help="what planeval planners says, and end"
    )
    add_format(parser, "solve")


def run(options: argparse.Namespace) -> int:
    """Solve; returns the exit code. Raises UserError."""
    if not options.list_planners:
        return printed(evaluate, options)

    from planeval.planners.naming import listing
    from planfiles.command import write_lines

    write_lines(listing([]))
    return 0


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[SolveReport]:
    """What became of each problem. Raises UserError."""
    if not options.problems:
        raise UserError("name a learned domain, its reference, and problems")

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
    # Where no planner is asked only what has a plan is in the report.
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
        with_reference=not options.only_learned,
    )
    units = attempts_of(request)
    # Attempts beside each other take time from each other: only where that is asked for.
    options.jobs = options.jobs or 1
    progress.begin("solving", len(units))
    with run_of(options, manifest_of(request)) as kept:
        report = solved(request, units, kept, progress)
    return Outcome(report, report.status, report.problems)
