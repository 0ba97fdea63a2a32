"""`planeval planners`: which planners are here, and whether those of the user's can be asked."""

from __future__ import annotations

import argparse
from typing import Final

SUMMARY: Final = "list the planners that can be asked; check those of your own"
DESCRIPTION: Final = """\
List the planners that problems can be given to, and check those of your own.

  planeval planners                 what planeval knows, and what of it is here
  planeval planners NAME…           how these are called: names, 'NAME: COMMAND', files of TOML

A planner that cannot be asked is trouble: a program or script that is not there, a place of a
command that does not exist.

Exit status: 0, 2 trouble."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("names", nargs="*", metavar="PLANNER", help="as planeval solve --planner")


def run(options: argparse.Namespace) -> int:
    """Do it; returns the exit code. Raises UserError."""
    from planeval.planners.naming import listing
    from planfiles.command import write_lines

    write_lines(listing(options.names))
    return 0
