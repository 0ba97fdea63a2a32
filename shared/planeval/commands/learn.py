"""`planeval learn`: learn a domain from trajectories or plans."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.command import Progress, complain, remark, write_out

if TYPE_CHECKING:
    from plancore.report.learned.document import LearnedReport

SUMMARY: Final = "learn a domain from trajectories or plans"
DESCRIPTION: Final = """\
Learn a domain from trajectories, plans, or directories of them.

  planeval learn sam --domain SIGNATURE TRAJECTORY… -o learned.pddl
  planeval learn locm PLAN… -o learned.pddl

sam    safe action model learning, from complete states: the learned actions are applicable only
       where the trajectories prove it
esam   like sam, and learns from steps that bind one object to several parameters; ambiguous cases
       become proxy actions, which the codec translates
locm   from action sequences only: learns a state machine for each sort of object, whose states
       become the predicates

exit status: 0 learned, 1 an action is left out or an observation contradicts the domain, 2 error"""
_LEARNERS: Final = ("sam", "esam", "locm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learner", choices=_LEARNERS, metavar="LEARNER", help="sam, esam or locm")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="trajectories, plans, or directories of them"
    )
    parser.add_argument(
        "--domain",
        metavar="FILE",
        help="types, predicates, constants and parameters of actions (default: untyped). "
        "Preconditions and effects in it are ignored, except to execute plans",
    )
    parser.add_argument(
        "--distinct",
        action="store_true",
        help="sam: treat an atom with the same object twice as noise",
    )
    parser.add_argument("--problem", metavar="FILE", help="problem of all plans")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write the domain to FILE (default: print it)"
    )
    parser.add_argument(
        "--codec-output",
        metavar="FILE",
        help="write the codec to FILE, for --codec of planeval domain",
    )
    add_format(parser, "learned")


def run(options: argparse.Namespace) -> int:
    """Learn; returns the exit code. Raises UserError."""
    if options.output or options.format != "text":
        return printed(evaluate, options)
    from plancore.report.registry import Style, render

    with Progress() as progress:
        outcome = evaluate(options, progress)
    complain("planeval", *outcome.problems)
    if options.quiet:
        return outcome.status
    write_out(outcome.report.text)
    remark("planeval", *render(outcome.report, "text", Style()).splitlines())
    return outcome.status


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[LearnedReport]:
    """Report the learned domain, and write files if requested. Raises UserError."""
    from planeval.learn import report_of

    report = report_of(options, progress.checkpoint)
    return Outcome(report, report.status, report.errors)
