"""`python -m support.fake_run FOLDER COUNT [OPTION ...]`: a run of fake units as a command, which
prints the table of its rows. `-` is no folder."""

from __future__ import annotations

import argparse
import json
import sys

from planeval.commands.arguments import add_run, run_of
from planeval.work.manifest import Manifest
from planfiles.command import Progress, run_command, write_out
from planfiles.parser import Parser
from support.fake_units import units


def main() -> int:
    parser = Parser(prog="fake_run")
    parser.add_argument("folder")
    parser.add_argument("count", type=int)
    parser.add_argument("--wait", type=float, default=0.0)
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--deadly", type=int, help="the unit that kills its process")
    parser.add_argument("--begun", help="a file or FIFO to which units write their numbers first")
    parser.add_argument("--process", help="where units write down which process they run in")
    add_run(parser)
    options = parser.parse_args()
    options.run = None if options.folder == "-" else options.folder
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    told = {"begun": options.begun, "process": options.process}
    some = units(options.count, wait=options.wait, size=options.size, **told)
    if options.deadly is not None:
        some[options.deadly].arguments["do"] = "die"
    with Progress("waiting", len(some)) as progress, run_of(options, Manifest("fake run")) as run:
        for row in run.rows(some, progress):
            write_out(json.dumps([row.state, row.value, row.reason]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(run_command("fake_run", main))
