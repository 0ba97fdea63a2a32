"""`planeval status`: how far a run is."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Final

from plancore.report.registry import Style, formats_of
from planfiles.command import Exit, is_terminal, output_width, write_out, write_report

SUMMARY: Final = "say how far a run is, and why units of it failed"
DESCRIPTION: Final = """\
Say how far a run is, while it grows or afterwards: units by state and class, how many are done in
a second, how long the others will take, and why some have no result.

  planeval status RUN            RUN is the folder given to --run
  planeval status RUN --watch    again every two seconds, while somebody is at work on it

Exit status: 0 every unit has a result, 1 some have none yet, or failed, 2 trouble."""

_INTERVAL: Final = 2.0
_CLEAR: Final = "\x1b[H\x1b[J"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", metavar="RUN")
    parser.add_argument("--watch", action="store_true", help="show it again while it grows")
    parser.add_argument("--format", choices=formats_of("status"), default="text")


def run(options: argparse.Namespace) -> int:
    """Look; returns the exit code. Raises UserError."""
    from planeval.work.status import status_of

    while True:
        status = status_of(options.folder)
        if options.watch and is_terminal(sys.stdout):
            write_out(_CLEAR)
        write_report(status, options.format, Style(width=output_width()))
        if not options.watch or status.state != "running":
            return Exit.SAME if status.is_well else Exit.DIFFERENT
        time.sleep(_INTERVAL)
