"""Plans that are given, each for one of the problems: told by the names of the files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from planeval.runs.instances import Instances
from planfiles.folders import plans_in
from planfiles.trouble import FileTrouble, Trouble, reason_of


def plans_for(problems: Sequence[str], paths: Iterable[str]) -> list[tuple[str, str]]:
    """The plans in `paths`, files and folders, each after the problem that it is for.

    `planeval.runs.instances` says which problem that is; where there is one only, it is that one.
    Raises Trouble for a plan of none, or of several, and for a path where nothing is.
    """
    files = [file for path in paths for file in plans_in(_existing(path))]
    if len(problems) == 1:
        return [(problems[0], plan) for plan in files]
    instances = Instances(problems)
    return [(_problem_of(plan, instances), plan) for plan in files]


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
