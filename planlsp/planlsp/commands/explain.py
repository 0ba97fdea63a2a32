"""`planlsp explain`: what a finding means, and what to write instead."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planfiles.command import Exit, write_out
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plancore.rules.base import Rule

NAME: Final = "explain"
SUMMARY: Final = "Say what a finding means, and what to write instead."
_EPILOG: Final = """\
Without CODE it lists all rules. A finding that no rule makes, such as a difference from a reference
(missing-, extra-, changed-), is told in full by its message.

exit status: 0, or 2 for a CODE that no rule has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp explain`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("codes", nargs="*", metavar="CODE", help="the code of a finding")


def run(arguments: argparse.Namespace) -> int:
    """Print the pages of the rules, or their list; the exit status. Raises Trouble."""
    from plancore.rules.by_code import rules_by_code
    from plancore.rules.page import page_of, summary_of

    rules = rules_by_code()
    if arguments.codes:
        write_out("\n".join(page_of(_named(code, rules)) for code in arguments.codes))
        return Exit.SAME
    widest = max(map(len, rules))
    write_out("".join(f"{code:{widest}}  {summary_of(rule)}\n" for code, rule in rules.items()))
    return Exit.SAME


def _named(code: str, rules: Mapping[str, Rule]) -> Rule:
    from plancore.spelling import nearest
    from planlsp.session.settings.codes import is_known

    if code in rules:
        return rules[code]
    if is_known(code):
        raise Trouble(f"{code} is no rule: the message of the finding says all")
    meant = nearest(code, rules)
    raise Trouble(f"there is no rule {code}" + (f"; did you mean {meant}?" if meant else ""))
