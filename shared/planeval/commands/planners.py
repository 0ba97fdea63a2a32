"""`planeval planners`: list planners, and check the user's own."""

from __future__ import annotations

import argparse
from typing import Final

SUMMARY: Final = "list and check planners for planeval solve"
DESCRIPTION: Final = """\
List the planners for planeval solve, and check your own.

  planeval planners                 list the known planners, and which are installed
  planeval planners PLANNER…        check these: names, 'NAME: COMMAND', or TOML files

A planner that cannot be called, such as a missing program, is an error.

exit status: 0 success, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "names", nargs="*", metavar="PLANNER", help="planner, as for planeval solve --planner"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit code. Raises UserError."""
    from planeval.planners.naming import listing
    from planfiles.command import write_lines

    write_lines(listing(options.names))
    return 0
