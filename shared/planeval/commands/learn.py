"""`planeval learn`: a domain learned from trajectories or plans."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planeval.commands.printing import printed
from planeval.outcome import Outcome
from planfiles.command import complain, remark, write_out
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.learned.document import LearnedReport

SUMMARY: Final = "learn a domain from trajectories or plans"
DESCRIPTION: Final = """\
Learn a domain from trajectories, from plans, or from folders of them.

  planeval learn sam --domain SIGNATURE TRAJECTORY… -o learned.pddl
  planeval learn locm PLAN… -o learned.pddl

sam    safe action model learning, from complete states: what it allows, the domain that made the
       trajectories allows
esam   the same, also from steps that bind one object to several parameters; for what stays
       ambiguous there are proxy actions, which the codec finds
locm   from sequences of actions alone: a machine for each sort of object, whose states are the
       predicates

--domain has types, predicates, constants and the parameters of actions; without it all is untyped.
What actions in it ask and do is not looked at, but to execute plans. Without -o the domain is
printed.

Exit status: 0 a domain was learned, 1 an action was left out or something contradicts the domain,
2 trouble."""
_LEARNERS: Final = ("sam", "esam", "locm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval learn [options] {sam,esam,locm} FILE…"
    parser.add_argument("learner", choices=_LEARNERS, help="what learns")
    parser.add_argument("files", nargs="+", metavar="FILE", help="trajectories, plans, folders")
    parser.add_argument("--domain", metavar="FILE", help="types, predicates, parameters of actions")
    parser.add_argument(
        "--distinct",
        action="store_true",
        help="sam: no atom names an object twice, what does so is noise",
    )
    parser.add_argument("--problem", metavar="FILE", help="the problem of all plans")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write the domain")
    parser.add_argument(
        "--codec-output",
        metavar="FILE",
        help="where to write what --codec of planeval domain reads",
    )
    parser.add_argument("--format", choices=formats_of("learned"), default="text")


def run(options: argparse.Namespace) -> int:
    """Learn; returns the exit code. Raises UserError."""
    if options.output or options.format != "text":
        return printed(evaluate, options)
    from plancore.report.registry import Style, render

    with Progress() as progress:
        outcome = evaluate(options, progress)
    complain("planeval", *outcome.problems)
    write_out(outcome.report.text)
    remark("planeval", *render(outcome.report, "text", Style()).splitlines())
    return outcome.status


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[LearnedReport]:
    """The domain that was learned; files are written where that is asked for. Raises UserError."""
    from planeval.learn import report_of

    report = report_of(options, progress.checkpoint)
    return Outcome(report, report.status, report.errors)
