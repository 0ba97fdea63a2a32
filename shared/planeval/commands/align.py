"""`planeval align`: what stands for what in two domains."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planeval.commands.printing import printed
from planeval.outcome import Outcome
from planfiles.command import Exit
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.alignment.document import AlignmentReview

SUMMARY: Final = "say what stands for what in two domains"
DESCRIPTION: Final = """\
Say what stands for what in two domains that were written independently of each other.

  planeval align LEARNED REFERENCE

pairs actions, predicates, functions, types and constants by their names, types and use, says what
speaks for each pair and how much (0 to 1), marks with ? what somebody should look at, and lists
what has no counterpart.

  --mapping FILE        pairs and refusals that people state; nothing else is paired with them
  --save-mapping FILE   write all pairs to a file that can be edited and read by --mapping

  --problem FILE --reference-problem FILE
                        problems of one task: initial facts of the same objects speak for pairs

  --no-evidence         let neither these nor problems that lie beside the domains speak

Problems beside the domains speak as well, if none is named: the only one of each, or those called
alike. The report says which. Plans of the same tasks that are given for both speak, too.

Plans show whether the pairs hold: each is executed in its own domain and, translated step by step,
in the other.

  --plans PLAN…             plans of LEARNED, for --problem, or a list of cases
  --reference-plans PLAN…   plans of REFERENCE, for --reference-problem, or a list of cases

Where only one of the problems is given, it is translated, and what of it cannot be is said.

Exit status: 0 something corresponds, 1 nothing does, 2 trouble, also a plan that cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", metavar="LEARNED", help="the domain to look at")
    parser.add_argument("reference", metavar="REFERENCE", help="the domain to hold it against")
    parser.add_argument("--format", choices=formats_of("alignment"), default="text")
    parser.add_argument("--strict", action="store_true", help="exit with 2 for errors in a file")
    parser.add_argument("--mapping", metavar="FILE", help="what stands for what (JSON or TOML)")
    parser.add_argument("--save-mapping", metavar="FILE", help="where to write the pairs")
    parser.add_argument("--no-evidence", action="store_true", help="let no problems or plans speak")
    parser.add_argument("--plans", action="extend", nargs="+", metavar="PLAN", default=[])
    parser.add_argument("--problem", metavar="FILE", help="a problem of LEARNED")
    parser.add_argument("--reference-plans", action="extend", nargs="+", metavar="PLAN", default=[])
    parser.add_argument("--reference-problem", metavar="FILE", help="a problem of REFERENCE")


def run(options: argparse.Namespace) -> int:
    """Pair; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[AlignmentReview]:
    """What stands for what. Raises UserError."""
    from planeval.domain.alignment import alignment_of

    messages: dict[str, None] = {}
    alignment = alignment_of(options, lambda text: messages.setdefault(text), progress.checkpoint)
    status = Exit.SAME if alignment.n_pairs else Exit.DIFFERENT
    if messages or (alignment.has_errors and options.strict):
        status = Exit.TROUBLE
    return Outcome(alignment, status, tuple(messages))
