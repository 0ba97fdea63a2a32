"""Options of commands that give problems to planners."""

from __future__ import annotations

import argparse

from planeval.commands.limits import add_limits
from planeval.programs.bounds import PLANNER


def add_attempts(parser: argparse.ArgumentParser) -> None:
    """Declare which planners attempt each problem, and what each attempt may take."""
    parser.add_argument("--planner", action="append", metavar="NAME", default=[])
    add_limits(parser.add_argument, PLANNER, "for each attempt")
