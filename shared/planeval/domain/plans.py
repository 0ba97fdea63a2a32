"""Plans to execute, each with its problem."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plancore.simulate.cases import Case
from planfiles.cases import Batch, ProblemOf, find_plans, not_said
from planfiles.files import STDIN
from planfiles.models import Tell
from planfiles.plans import read_batch
from planfiles.trouble import Trouble


class Readable(NamedTuple):
    """Plans that could be read whole, with their problems, how many could not, and lines on how
    they were named."""

    cases: list[Case]
    n_left_out: int
    notes: tuple[str, ...]


def readable_cases(
    plans: Sequence[str], problem: str | None, tell: Tell, problem_of: ProblemOf = not_said
) -> Readable:
    """The plans that arguments name: each for what `problem_of` says, else for `problem`, or where
    there is none for the problem that belongs to it; folders of such plans; or a list of cases.

    `tell` hears of what cannot be read, which is left out. Raises Trouble for a file that is not
    there, and for plans of which nobody knows what they are for.
    """
    batch = find_plans(plans, problem, problem_of)
    if batch.problems:
        first, *others = batch.problems
        raise Trouble(f"{first}; {len(others)} more like it" if others else first)
    for case in batch.cases:
        if case.plan != STDIN and not os.path.exists(case.plan):
            raise Trouble(f"{case.plan}: no such file")
    cases = list(_readable(batch, tell))
    return Readable(cases, len(batch.cases) - len(cases), tuple(batch.notes()))


def _readable(batch: Batch, tell: Tell) -> Iterator[Case]:
    for case in read_batch(batch, None, tell):
        if case.fault is None:
            yield case
        else:
            tell(f"{case.name}: {case.fault}")
