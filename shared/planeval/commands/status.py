"""`planeval status`: show the progress of a run."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Final

from planeval.commands.printing import add_format, style_of
from planfiles.command import Exit, is_terminal, write_out, write_report

SUMMARY: Final = "show the progress of a run and why tasks failed"
DESCRIPTION: Final = """\
Show the progress of a run: tasks by state and class, their rate, the remaining time, and why tasks
failed.

exit status: 0 every task has a result, 1 some are unfinished or failed, 2 error"""

_INTERVAL: Final = 2.0
_CLEAR: Final = "\x1b[H\x1b[J"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", metavar="RUN", help="directory given to --run")
    parser.add_argument(
        "--watch", action="store_true", help="show it again every 2 s until the run ends"
    )
    add_format(parser, "status")


def run(options: argparse.Namespace) -> int:
    """Show the status; returns the exit code. Raises UserError."""
    from planeval.work.status import status_of

    while True:
        status = status_of(options.folder)
        if options.watch and not options.quiet and is_terminal(sys.stdout):
            write_out(_CLEAR)
        if not options.quiet:
            write_report(status, options.format, style_of(options))
        if not options.watch or status.state != "running":
            return Exit.SAME if status.is_well else Exit.DIFFERENT
        time.sleep(_INTERVAL)
