"""`planeval merge`: the parts of a run put together."""

from __future__ import annotations

import argparse
from typing import Final

from planfiles.command import Exit, complain, write_out

SUMMARY: Final = "put the parts of a run together that were done with --shard"
DESCRIPTION: Final = """\
Put the parts of a run together that were done with --shard, on machines that know nothing of one
another. The command that was given the parts then makes its tables of all of it:

  planeval solve … --run part1 --shard 1/2     here
  planeval solve … --run part2 --shard 2/2     there
  planeval merge all part1 part2
  planeval solve … --run all

Exit status: 0, 2 when they are not parts of one run, or other trouble."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("into", metavar="INTO", help="the folder of the merged run")
    parser.add_argument("runs", nargs="+", metavar="RUN")


def run(options: argparse.Namespace) -> int:
    """Merge; returns the exit code. Raises UserError."""
    from plancore.phrases import count_of
    from planeval.work.status import merge

    messages: list[str] = []
    merged = merge(options.into, options.runs, messages.append)
    complain("planeval", *messages)
    write_out(f"{count_of(merged.new, 'result')} put in, {merged.known} known before\n")
    return Exit.TROUBLE if messages else Exit.SAME
