"""What is to be solved: two domains, problems, planners, plans that are given."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planeval.planners.description import Ready
from planeval.programs.bounds import PLANNER
from planeval.runs.instances import Instances
from planeval.runs.request import is_domain_name
from planfiles.files import Once
from planfiles.folders import by_numbers, models_below, plans_in
from planfiles.models import read_file
from planfiles.trouble import FileTrouble, Trouble, reason_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Problems are files. `time` is in seconds, `memory` in bytes, for each attempt. `plans` are
    given for the learned domain, `reference_plans` for the reference: files, each after the problem
    that it is for. `with_reference` says whether planners are asked to solve the problems with the
    reference as well."""

    learned: str
    reference: str
    problems: Sequence[str]
    planners: Sequence[Ready] = ()
    time: float = PLANNER.wall
    memory: int | None = None
    plans: Sequence[tuple[str, str]] = ()
    reference_plans: Sequence[tuple[str, str]] = ()
    mapping: str | None = None
    codec: str | None = None
    with_reference: bool = True
    notes: Sequence[str] = ()
    """What is to be said of problems and plans as they were named."""


class Problems(NamedTuple):
    """Files of problems in order, each once, and a line for each thing that is odd about them.
    `unread` has one for each of them that holds no problem, which is told again where a planner is
    to solve it."""

    files: tuple[str, ...]
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def problems_in(paths: Iterable[str]) -> Problems:
    """Each file as named, and those below each folder that hold a problem, or were to hold one: all
    but those of domains. Raises Trouble for a file that cannot be read and a folder of none."""
    found: list[str] = []
    # A link is a problem of its own, which a plan may be called after.
    once = Once(os.path.abspath)
    passed_over: list[str] = []
    unread: list[str] = []
    for path in paths:
        inside = [path]
        if os.path.isdir(path):
            inside = list(_below(path, passed_over, unread))
            if not inside:
                raise Trouble(f"no problem in {path}")
        else:
            read_file(path)
        found += filter(once.is_new, inside)
    return Problems(tuple(found), (*once.notes(), *passed_over), tuple(unread))


def _below(folder: str, passed_over: list[str], unread: list[str]) -> Iterator[str]:
    """The problems below a folder, by the numbers in their names. `unread` hears of those that hold
    none, `passed_over` of files that are called as those of domains are and hold neither."""
    for file in sorted(models_below(folder), key=by_numbers):
        try:
            read = read_file(file)
        except Trouble as trouble:
            what = trouble.message
        else:
            if read.problem is not None:
                yield file
                continue
            if read.domain is not None:
                continue
            what = f"{file} holds neither a domain nor a problem"
        if is_domain_name(file):
            passed_over.append(f"passed over: {what}")
        else:
            unread.append(what)
            yield file


def labels_of(paths: Sequence[str]) -> dict[str, str]:
    """What each file is called: by its name, or with its folder where several have one name."""
    counts = Counter(map(os.path.basename, paths))
    return {
        path: os.path.normpath(path) if counts[name] > 1 else name
        for path, name in zip(paths, map(os.path.basename, paths), strict=True)
    }


# Plans that are given, each for one of the problems: told by the names of the files.


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
