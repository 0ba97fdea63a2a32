"""`planlsp explain`: a rule, with an example and what to write instead."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, write_out

NAME: Final = "explain"
SUMMARY: Final = "explain a rule, with an example and what to write instead"
DESCRIPTION: Final = """\
Explain rules: the error, why it matters, an example, and what to write instead. Without CODE, list
all rules. CODE may also be that of a difference from a reference (missing-, extra-, changed-).

exit status: 0 success, 2 unknown CODE"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp explain`."""
    parser.add_argument(
        "codes",
        nargs="*",
        metavar="CODE",
        help="code of a rule, as in the brackets of a diagnostic",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the pages of the codes, or a list of the rules; return the exit status. Raises
    UserError."""
    from plancore.rules.plans.registry import rules_by_code, summary_of
    from planlsp.session.answers.finding_pages import explanation_of

    if arguments.codes:
        write_out("\n".join(map(explanation_of, arguments.codes)))
        return Exit.SAME
    rules = rules_by_code()
    widest = max(map(len, rules))
    write_out("".join(f"{code:{widest}}  {summary_of(rule)}\n" for code, rule in rules.items()))
    return Exit.SAME
