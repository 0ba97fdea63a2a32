"""Tab completion of `plandiff`: options and files, or a subcommand."""

from __future__ import annotations

from typing import Final

from plancore.report.batch.review import STATES, Batch, columns
from plancore.report.headline import headline_names
from plandiff.git.setup import setup_parser
from plandiff.options import option_parser
from planfiles.completion import print_completion
from planfiles.parser import Parser

_LIMIT: Final = "0.9"
"""The number completed for a limit, as an example."""


def complete(arguments: list[str]) -> int:
    """`plandiff completion SHELL`; returns the exit status. Raises UserError for other shells."""
    values = {
        "COLUMN": columns(Batch("", None, ())),
        "METRIC=N": [f"{name}={_LIMIT}" for name in headline_names()],
        "TERMS": sorted(STATES),
    }
    return print_completion(option_parser(_add_subcommands), arguments, values)


def _add_subcommands(parser: Parser) -> None:
    """Add the subcommands for users; `merge-driver` is only for git."""
    subcommands = parser.subcommands()
    canon = subcommands.add_parser("canon", help="print a file in canonical form")
    canon.add_argument("file", metavar="FILE", help="file to print")
    subcommands.add_parser(
        "git-setup",
        parents=[setup_parser()],
        add_help=False,
        help="make git show differences of PDDL files",
    )
