"""`planeval repair`: find the minimum repairs of a domain for plans."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from plancore.spelling import hint
from planeval.commands.arguments import PLAN_FORMS, add_names, add_plans, count
from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.command import Progress, complain, is_terminal, write_lines, write_out

if TYPE_CHECKING:
    from plancore.report.repair.document import RepairReport

SUMMARY: Final = "find a minimum repair of a domain, given valid and invalid plans"
DESCRIPTION: Final = f"""\
Find a minimum set of edits that makes every --plans plan valid and every --not-plans plan invalid.
An edit adds a literal to the precondition or effect of an action, or removes one.

  planeval repair DOMAIN --plans PLAN…
  planeval repair DOMAIN --plans PLAN… --not-plans PLAN… --reference REFERENCE --diff

{PLAN_FORMS}
Repairs of equal size are sorted by their distance to the reference.

exit status: 0 all plans as required after the repair, 1 no repair found, 2 error"""

_KINDS: Final = (
    "add-precondition",
    "remove-precondition",
    "add-effect",
    "remove-effect",
    "widen-type",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval repair [options] DOMAIN --plans PLAN…"
    parser.add_argument("domain", metavar="DOMAIN", help="domain to repair")
    add_plans(parser, "plans to make valid", "plans to make invalid")
    parser.add_argument("--reference", metavar="FILE", help="prefer repairs close to this domain")
    add_names(parser)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--write", action="store_true", help="write the first repair to DOMAIN")
    output.add_argument("--diff", action="store_true", help="print the patch of --write")
    add_format(parser, "repair")
    parser.add_argument(
        "--answers",
        type=count,
        default=5,
        metavar="N",
        help="repairs to list (default: %(default)s)",
    )
    parser.add_argument(
        "--cost",
        type=_cost,
        action="append",
        default=[],
        metavar="KIND=N",
        help=f"cost of an edit of KIND: {', '.join(_KINDS)} (default: 1); repeatable",
    )
    parser.add_argument("--types", action="store_true", help="also allow wider types of parameters")
    parser.add_argument(
        "--effort",
        type=count,
        default=20_000,
        metavar="N",
        help="search steps before the best repair so far is printed (default: %(default)s, "
        "about 20 s)",
    )


def run(options: argparse.Namespace) -> int:
    """Repair; returns the exit code."""
    if not options.diff:
        return printed(evaluate, options)
    from planeval.consequences.repair import patch_of

    with Progress() as progress:
        outcome = evaluate(options, progress)
    if not options.quiet:
        # A patch is data, unless it goes to a terminal.
        (write_lines if is_terminal(sys.stdout) else write_out)(patch_of(outcome.report))
    complain("planeval", *outcome.problems)
    return outcome.status


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[RepairReport]:
    """Report the minimum repairs, and write the first one if requested. Raises UserError."""
    from planeval.consequences.repair import report_of, write

    report, state = report_of(options, progress.checkpoint)
    if options.write:
        write(report, state)
    return Outcome(report, report.status, report.errors)


def _cost(text: str) -> tuple[str, int]:
    kind, _, number = text.partition("=")
    if kind not in _KINDS:
        raise argparse.ArgumentTypeError(f"unknown kind `{kind}`; {hint(kind, _KINDS)}")
    return kind.replace("-", "_"), count(number)
