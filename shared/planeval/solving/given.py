"""Plans that are given, each for one of the problems: told by the names of the files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from planeval.runs.instances import Instances
from planfiles.files import Once
from planfiles.folders import plans_in
from planfiles.trouble import FileTrouble, Trouble, reason_of


class Given(NamedTuple):
    """Plans in order, each once and after the problem that it is for, and a line on those that were
    named again."""

    plans: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def plans_for(problems: Sequence[str], paths: Iterable[str]) -> Given:
    """The plans in `paths`, files and folders.

    `planeval.runs.instances` says which problem a plan is for; where there is one only, it is that
    one. Raises Trouble for a plan of none, or of several, and for a path where nothing is.
    """
    files = [file for path in paths for file in plans_in(_existing(path))]
    instances = Instances(problems)
    one = problems[0] if len(problems) == 1 else None
    once = Once()
    named = ((one or _problem_of(plan, instances), plan) for plan in files)
    plans = tuple((problem, plan) for problem, plan in named if once.is_new(plan, problem))
    return Given(plans, tuple(once.notes()))


def problem_among(problems: Sequence[str]) -> Callable[[str], str | None]:
    """A function that says which of the problems a plan is for, by the same rule; None for a plan
    of none, or of several."""
    if len(problems) == 1:
        return lambda _: problems[0]
    instances = Instances(problems)
    return lambda plan: instances.file_of(plan).file


def problem_among_or(problems: Sequence[str], otherwise: str) -> Callable[[str], str]:
    """The same, where `otherwise`, one of the problems, has the plans that are for none. The
    function raises Trouble for a plan of several, if that is none of these."""
    instances = Instances(problems)

    def problem_of(plan: str) -> str:
        found = instances.file_of(plan)
        if found.file is None and found.rivals and otherwise not in found.rivals:
            raise _unsure(plan, found.rivals)
        return found.file or otherwise

    return problem_of


def _existing(path: str) -> str:
    # A path that is misspelt says nothing of the domain that it was to be a plan of.
    try:
        os.stat(path)
    except OSError as error:
        raise FileTrouble("read", path, reason_of(error)) from None
    return path


def _problem_of(plan: str, problems: Instances) -> str:
    found = problems.file_of(plan)
    if found.file is not None:
        return found.file
    if found.rivals:
        raise _unsure(plan, found.rivals)
    raise Trouble(f"{plan} is for none of the problems, by its name: {found.reason}")


def _unsure(plan: str, rivals: Sequence[str]) -> Trouble:
    return Trouble(f"{plan} may be for {rivals[0]} and for {rivals[1]}")
