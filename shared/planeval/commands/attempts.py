"""Options of commands that give problems to planners."""

from __future__ import annotations

import argparse

from planeval.commands.values import mebibytes, seconds
from planeval.programs.bounds import PLANNER


def add_attempts(parser: argparse.ArgumentParser) -> None:
    """Declare which planners attempt each problem, and what each attempt may take."""
    parser.add_argument("--planner", action="append", metavar="NAME", default=[])
    parser.add_argument(
        "--time",
        type=seconds,
        default=PLANNER.wall,
        metavar="SECONDS",
        help="for each attempt (%(default)g)",
    )
    parser.add_argument(
        "--memory",
        type=mebibytes,
        default=PLANNER.memory,
        metavar="MIB",
        help="for each attempt (%(default)s)",
    )
