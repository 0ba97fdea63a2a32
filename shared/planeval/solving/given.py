"""Plans that are given, each for one of the problems: told by the names of the files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from planeval.runs.instances import instance_of
from planfiles.folders import plans_in
from planfiles.trouble import FileTrouble, Trouble, reason_of


def plans_for(problems: Sequence[str], paths: Iterable[str]) -> list[tuple[str, str]]:
    """The plans in `paths`, files and folders, each after the problem that it is for.

    A plan belongs to the problem of the same name up to the first dot (`p01.plan` and
    `p01.kairos.plan` to `p01.pddl`), or else to the one with the same last number in its name; to
    the problem, where there is one only. Raises Trouble for a plan of none, or of several, and for
    a path where nothing is.
    """
    files = [file for path in paths for file in plans_in(_existing(path))]
    return [(_problem_of(plan, problems), plan) for plan in files]


def _existing(path: str) -> str:
    # A path that is misspelt says nothing of the domain that it was to be a plan of.
    try:
        os.stat(path)
    except OSError as error:
        raise FileTrouble("read", path, reason_of(error)) from None
    return path


def _problem_of(plan: str, problems: Sequence[str]) -> str:
    if len(problems) == 1:
        return problems[0]
    for name_of in (_stem, instance_of):
        found = [problem for problem in problems if name_of(problem) == name_of(plan)]
        if len(found) > 1:
            raise Trouble(f"{plan} may be for {found[0]} and for {found[1]}")
        if found:
            return found[0]
    raise Trouble(f"{plan} is for none of the problems, by its name")


def _stem(path: str) -> str:
    return os.path.basename(path).partition(".")[0].casefold()
