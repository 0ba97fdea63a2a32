"""Options that several commands share, and the values of options."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from planeval.programs.bounds import PLANNER, Bounds


def count(text: str) -> int:
    """A number from 1 to 1,000,000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1,000,000")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, more than none and up to a day."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds from above 0 to a day")
    return value


def mebibytes(text: str) -> int:
    """An amount of memory in MiB, from 16 to a tebibyte."""
    if not text.isdecimal() or not 16 <= int(text) <= 1024 * 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of MiB from 16 to 1,048,576")
    return int(text)


def add_limits(declare: Callable[..., object], bounds: Bounds, each: str, more: str = "") -> None:
    """Declare, by the `add_argument` of a parser or a group of it, `--time` and `--memory` of
    `each` run, which are `bounds` where nobody says otherwise; `more` is to be known of the
    time."""
    declare(
        "--time",
        type=seconds,
        default=bounds.wall,
        metavar="SECONDS",
        help=f"on the clock, {each} (%(default)g){more}",
    )
    declare(
        "--memory",
        type=mebibytes,
        default=bounds.memory,
        metavar="MIB",
        help=f"{each} (%(default)s), resident in all its processes, looked at every 50 ms; shared "
        "pages count in part, in the memory of the report in full",
    )


def add_attempts(parser: argparse.ArgumentParser) -> None:
    """Declare which planners attempt each problem, and what each attempt may take."""
    parser.add_argument("--planner", action="append", metavar="NAME", default=[])
    add_limits(parser.add_argument, PLANNER, "for each attempt")


def add_plans(parser: argparse.ArgumentParser, plans: str, not_plans: str) -> None:
    """Declare the plans, described as `plans` and `not_plans`."""
    parser.add_argument(
        "--plans", action="extend", nargs="+", metavar="PLAN", default=[], help=plans
    )
    parser.add_argument(
        "--not-plans", action="extend", nargs="+", metavar="PLAN", default=[], help=not_plans
    )
    parser.add_argument("--problem", metavar="FILE", help="the problem of all plans")


def add_names(parser: argparse.ArgumentParser) -> None:
    """Declare what says which name stands for which."""
    parser.add_argument("--align", action="store_true", help="find what corresponds by its use")
    parser.add_argument(
        "--mapping", metavar="FILE", help="which learned name stands for which of the reference"
    )
