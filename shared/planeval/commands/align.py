"""`planeval align`: match the names of two domains."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Exit, Progress, write_lines
from planfiles.errors import UserError

if TYPE_CHECKING:
    from plancore.report.alignment.document import AlignmentReview

SUMMARY: Final = "match names across two independently written domains"
DESCRIPTION: Final = """\
Match the names of two independently written domains: actions, predicates, functions, types and
constants.

Matches are found by names, types and use. The report lists the evidence and the score (0 to 1) of
each match, marks uncertain ones with ?, and lists names without a match.

Problems next to the domains are used as evidence: one problem for each domain, or all with equal
file names. Plans of the same task are evidence as well. Plans also test the matches: each is
executed in its own domain and, translated step by step, in the other.

exit status: 0 at least one match, 1 no match, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", metavar="LEARNED", help=shared.LEARNED)
    parser.add_argument("reference", metavar="REFERENCE", help=shared.REFERENCE)
    add_format(parser, "alignment")
    parser.add_argument("--strict", action="store_true", help=shared.STRICT)
    parser.add_argument(
        "--mapping", metavar="FILE", help=f"{shared.MAPPING}; listed names get no other match"
    )
    parser.add_argument("--save-mapping", metavar="FILE", help=shared.SAVE_MAPPING)
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument(
        "--prompt",
        action="store_true",
        help="print a prompt for a language model, whose answer --mapping reads, and stop",
    )
    asked.add_argument(
        "--ask",
        action="store_true",
        help="ask about uncertain matches, the most informative question first, and save the "
        "mapping (default file: mapping.json)",
    )
    parser.add_argument(
        "--no-evidence",
        action="store_true",
        help="match on domain structure only: ignore problems and plans",
    )
    parser.add_argument(
        "--plans",
        action="extend",
        nargs="+",
        metavar="PLAN",
        default=[],
        help="plans of LEARNED, or a case list",
    )
    parser.add_argument("--problem", metavar="FILE", help="problem of LEARNED")
    parser.add_argument(
        "--reference-plans",
        action="extend",
        nargs="+",
        metavar="PLAN",
        default=[],
        help="plans of REFERENCE, or a case list",
    )
    parser.add_argument("--reference-problem", metavar="FILE", help="problem of REFERENCE")


def run(options: argparse.Namespace) -> int:
    """Match; returns the exit code. Raises UserError."""
    if options.prompt:
        from planeval.domain.alignment import prompt_of

        write_lines(prompt_of(options))
        return Exit.SAME
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[AlignmentReview]:
    """Report the matches. Raises UserError."""
    from planeval.domain.alignment import alignment_of

    remarks: tuple[str, ...] = ()
    if options.ask:
        from planeval.domain.asking import file_of_answers

        if "-" in (options.learned, options.reference, *options.plans, *options.reference_plans):
            raise UserError("--ask reads answers from standard input; name a file instead of -")
        options.save_mapping = file_of_answers(options.save_mapping)
        remarks = (f"mapping written to {options.save_mapping}",)
    messages: dict[str, None] = {}
    alignment = alignment_of(options, lambda text: messages.setdefault(text), progress.checkpoint)
    status = Exit.SAME if alignment.n_pairs else Exit.DIFFERENT
    if messages or (alignment.has_errors and options.strict):
        status = Exit.TROUBLE
    return Outcome(alignment, status, tuple(messages), remarks=remarks)
