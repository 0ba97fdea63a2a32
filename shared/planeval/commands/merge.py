"""`planeval merge`: merge the parts of a run."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, complain, write_out
from planfiles.parser import QUIET

SUMMARY: Final = "merge the parts of a run that --shard divided"
DESCRIPTION: Final = """\
Merge the parts of a run that --shard divided among machines. Then run the command again without
--shard for its tables:

  planeval solve … --run part1 --shard 1/2     on one machine
  planeval solve … --run part2 --shard 2/2     on another
  planeval merge all part1 part2
  planeval solve … --run all

If a task has two results, the first is kept. Planners and learners whose results differ are named:
they are not deterministic.

exit status: 0 success, 2 error, such as parts of different runs"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("into", metavar="INTO", help="directory of the merged run")
    parser.add_argument("runs", nargs="+", metavar="RUN", help="directory of a part")
    parser.add_argument("-q", "--quiet", action="store_true", help=QUIET)


def run(options: argparse.Namespace) -> int:
    """Merge; returns the exit code. Raises UserError."""
    from plancore.phrases import count_of
    from planeval.work.status import merge

    messages: list[str] = []
    merged = merge(options.into, options.runs, messages.append)
    complain("planeval", *messages)
    if not options.quiet:
        write_out(f"{count_of(merged.new, 'result')} added, {merged.known} already present\n")
        for name, (count, total) in merged.differing.items():
            of = f"{count} of {count_of(total, 'repeated result')}"
            write_out(f"{f'{name} is not deterministic: ' if name else ''}{of} differ\n")
    return Exit.TROUBLE if messages else Exit.SAME
