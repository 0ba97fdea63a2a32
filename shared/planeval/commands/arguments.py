"""Options that `planeval blame` and `planeval repair` share."""

from __future__ import annotations

import argparse


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
