"""`planeval repair`: the least change of a domain after which plans are valid."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planeval.commands.arguments import add_names, add_plans, count
from planeval.commands.printing import printed
from planeval.outcome import Outcome
from planfiles.command import complain, is_terminal, write_lines, write_out
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.repair.document import RepairReport

SUMMARY: Final = "find the least change of a domain after which plans are valid"
DESCRIPTION: Final = """\
Find the smallest set of edits after which every plan is valid that must be, and none is that must
not be. An edit adds a literal to the precondition or effect of an action, or removes one.

  planeval repair DOMAIN --plans PLAN…
  planeval repair DOMAIN --plans PLAN… --not-plans PLAN… --reference REFERENCE --diff

A PLAN is a plan, for --problem or the problem that belongs to it in its folder; a folder of such
plans; or a list of cases, as planeval validate reads it. Of repairs of one size those come first
that bring the domain nearer to the reference.

Exit status: 0 every plan is as it must be, once repaired; 1 no repair was found; 2 trouble, such as
a missing file or a plan that was left out."""

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
    parser.add_argument("domain", metavar="DOMAIN", help="the domain to repair")
    add_plans(parser, "plans that must be valid", "plans that must not be valid")
    parser.add_argument("--reference", metavar="FILE", help="a domain to come nearer to")
    add_names(parser)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--write", action="store_true", help="write the first repair into DOMAIN")
    output.add_argument("--diff", action="store_true", help="print what --write would change")
    parser.add_argument("--format", choices=formats_of("repair"), default="text")
    parser.add_argument(
        "--answers", type=count, default=5, metavar="N", help="repairs to list (default: 5)"
    )
    parser.add_argument(
        "--cost",
        type=_cost,
        action="append",
        default=[],
        metavar="KIND=N",
        help=f"what an edit costs (default: 1); KIND is {', '.join(_KINDS)}",
    )
    parser.add_argument(
        "--types",
        action="store_true",
        help="widen the types of parameters as well",
    )
    parser.add_argument(
        "--effort",
        type=count,
        default=20_000,
        metavar="N",
        help="how long to search before giving what is known (default: 20000, some 20 s)",
    )


def run(options: argparse.Namespace) -> int:
    """Repair; returns the exit code."""
    if not options.diff:
        return printed(evaluate, options)
    from planeval.consequences.repair import patch_of

    with Progress() as progress:
        outcome = evaluate(options, progress)
    # A patch is data, unless somebody looks at it.
    (write_lines if is_terminal(sys.stdout) else write_out)(patch_of(outcome.report))
    complain("planeval", *outcome.problems)
    return outcome.status


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[RepairReport]:
    """The smallest repairs; the first one is written where that is asked for. Raises UserError."""
    from planeval.consequences.repair import report_of, write

    report, state = report_of(options, progress.checkpoint)
    if options.write:
        write(report, state)
    return Outcome(report, report.status, report.errors)


def _cost(text: str) -> tuple[str, int]:
    kind, _, number = text.partition("=")
    if kind not in _KINDS:
        raise argparse.ArgumentTypeError(f"{kind!r} is none of {', '.join(_KINDS)}")
    return kind.replace("-", "_"), count(number)
