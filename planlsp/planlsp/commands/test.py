"""`planlsp test`: run the test cases of manifests."""

from __future__ import annotations

import argparse
import os
from typing import Final

from plancore.report.registry import Style, formats_of
from planfiles.command import complain, wants_colour, write_report
from planfiles.parser import add_format, add_tolerances

NAME: Final = "test"
SUMMARY: Final = "run test cases: plans that must be valid or invalid, problems to solve"
DESCRIPTION: Final = """\
Run the test cases of manifests, *.ptest.json, as the extension PDDL of VS Code writes them.

The plans in "expectedPlans" must be valid, those in "invalidPlans" must not be. A planner must
solve the problem of a case without plans or with "solvable": true, and must find no plan if that is
false. Files outside the manifest's directory, the given directories and the current directory are
refused.

exit status: 0 no case failed, 1 a case failed, 2 error, or a case is undecided"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp test`."""
    # Imported late: other commands do not need planners.
    from planeval.commands.arguments import add_limits
    from planeval.programs.bounds import PLANNER

    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="manifest, or directory with manifests below it"
    )
    add_format(parser, formats_of("cases"))
    parser.add_argument("--planner", metavar="PLANNER", help="planner to use, as in planlsp solve")
    add_limits(parser.add_argument, PLANNER, "problem")
    add_tolerances(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the cases, and return the exit status. Raises UserError."""
    from functools import cache, partial

    from plancore.model.plan import Tolerances
    from plancore.report.cases.document import CaseResult, CasesReport
    from planeval.planners.naming import planner_or_default
    from planeval.testing import Means, run_cases
    from planfiles.bounded.limits import MIB, Limits
    from planfiles.command import Progress
    from planfiles.errors import UserError
    from planfiles.folders import manifests_in
    from planfiles.manifests import PlanningCase, read_manifest
    from planfiles.signals import ended_by_signals

    roots = [os.getcwd(), *filter(os.path.isdir, arguments.paths)]
    cases: list[PlanningCase] = []
    problems: list[str] = []
    found = dict.fromkeys(file for path in arguments.paths for file in manifests_in(path))
    for path in found:
        try:
            cases += read_manifest(path, roots)
        except UserError as error:
            problems.append(error.message)
    means = Means(
        cache(partial(planner_or_default, arguments.planner)),
        Limits(arguments.time, memory=arguments.memory * MIB),
        Tolerances.of(arguments.tolerance, arguments.duration_tolerance),
    )
    results: list[CaseResult] = []
    with ended_by_signals(), Progress("testing", len(cases)) as progress:
        for result in run_cases(cases, means):
            results.append(result)
            progress.advance()
    report = CasesReport(tuple(results), tuple(problems))
    complain("planlsp", *problems)
    if not arguments.quiet:
        write_report(report, arguments.format, Style(colour=wants_colour(arguments.color)))
    return report.status
