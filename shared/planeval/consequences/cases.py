"""The plans that the arguments of a command name."""

from __future__ import annotations

import argparse

from plancore.simulate.cases import Case
from planfiles.models import Tell
from planfiles.plans import read_cases
from planfiles.trouble import Trouble


def read_all_cases(options: argparse.Namespace, tell: Tell) -> list[Case]:
    """The plans of `--plans` and `--not-plans`. Raises Trouble where neither is given."""
    if not options.plans and not options.not_plans:
        raise Trouble("--plans or --not-plans are needed")
    return [
        *read_cases(options.plans, options.problem, None, tell),
        *read_cases(options.not_plans, options.problem, False, tell),
    ]
