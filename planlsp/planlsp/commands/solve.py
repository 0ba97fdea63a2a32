"""`planlsp solve`: solve a problem with a planner, and validate the plan before printing it."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, remark, write_out

NAME: Final = "solve"
SUMMARY: Final = "solve a problem and print the plan"
DESCRIPTION: Final = """\
Solve a problem with a planner, validate the plan and print it in IPC format.

PLANNER is the name of a planner (planeval planners lists them), NAME@DIRECTORY for one in a virtual
environment, 'mine: ./plan {domain} {problem} {plan}' for your own, or a TOML file that describes
it. By default it is kairos, or the first planner that is installed.

exit status: 0 a plan, valid or not decided; 1 no plan, or an invalid one; 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp solve`."""
    # Imported late: other commands do not need planners.
    from planeval.commands.arguments import add_limits
    from planeval.programs.bounds import PLANNER

    parser.add_argument("domain", metavar="DOMAIN", help="domain file")
    parser.add_argument("problem", metavar="PROBLEM", help="problem file")
    parser.add_argument("--planner", metavar="PLANNER", help="planner to use")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the plan to FILE")
    add_limits(parser.add_argument, PLANNER, "attempt")


def run(arguments: argparse.Namespace) -> int:
    """Solve, and return the exit status. Raises UserError."""
    from plancore.metrics.attempts import AttemptClass
    from planeval.planners.naming import planner_or_default
    from planeval.solving.unit import solve_alone
    from planfiles.bounded.limits import MIB, Limits
    from planfiles.errors import UserError
    from planfiles.models import domain_of, problem_of, read_file
    from planfiles.signals import ended_by_signals
    from planfiles.writing import refuse_named, write_text

    domain, problem = read_file(arguments.domain), read_file(arguments.problem)
    domain_of(domain)
    problem_of(problem)
    if arguments.output is not None:
        refuse_named(arguments.output, (arguments.domain, arguments.problem))
    planner = planner_or_default(arguments.planner)
    limits = Limits(arguments.time, memory=arguments.memory * MIB)
    with ended_by_signals():
        solution = solve_alone(domain, problem, planner, limits)
    attempt, plan = solution
    if attempt.attempt_class is AttemptClass.PARSE_ERROR:
        raise UserError(attempt.reason or "the problem cannot be read")
    if plan is None or attempt.attempt_class is AttemptClass.FALSE_PLAN:
        remark("planlsp", solution.in_words())
        return Exit.DIFFERENT
    if arguments.output is None:
        write_out(plan)
    else:
        write_text(arguments.output, plan)
    if arguments.output is not None or attempt.attempt_class is AttemptClass.UNDECIDED:
        where = "" if arguments.output is None else f"{arguments.output}: "
        remark("planlsp", f"{where}{solution.in_words()}")
    return Exit.SAME
