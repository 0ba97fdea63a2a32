"""`planlsp explain`: what a finding means, and what to write instead."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, write_out
from planfiles.errors import UserError

NAME: Final = "explain"
SUMMARY: Final = "Say what a finding means, and what to write instead."
_EPILOG: Final = """\
Without CODE it lists all rules. Findings that no rule makes, such as differences from a reference
(missing-, extra-, changed-), are explained, too.

exit status: 0, or 2 for a CODE that no finding has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp explain`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("codes", nargs="*", metavar="CODE", help="the code of a finding")


def run(arguments: argparse.Namespace) -> int:
    """Print what is said of the codes, or the list of the rules; the exit status. Raises
    UserError."""
    from plancore.rules.by_code import rules_by_code, summary_of

    if arguments.codes:
        write_out("\n".join(map(_page_of, arguments.codes)))
        return Exit.SAME
    rules = rules_by_code()
    widest = max(map(len, rules))
    write_out("".join(f"{code:{widest}}  {summary_of(rule)}\n" for code, rule in rules.items()))
    return Exit.SAME


def _page_of(code: str) -> str:
    """The page of a rule, or what is said of a finding that no rule makes."""
    from plancore.rules.by_code import page_of, rules_by_code
    from planlsp.session.answers.finding_pages import section_of
    from planlsp.session.settings.codes import is_known, question

    rule = rules_by_code().get(code)
    if rule is not None:
        return page_of(rule)
    if section := section_of(code):
        return section
    if is_known(code):
        raise UserError(f"the message of a finding {code} says all")
    raise UserError(question(code) or f"there is no finding `{code}`")
