"""The files of `--states`: trajectories, and states by the problems that they are of."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from plancore.model.domain import Domain
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.state_sets import StateSet, read_state_sets
from plancore.vectors.sample import StateSample
from planeval.domain.states import complaint, samples_of_trajectories, trajectories_in
from planfiles.files import read_text
from planfiles.folders import files_in, is_plan_name
from planfiles.models import Tell, load_problem
from planfiles.trouble import Trouble

_STATES: Final = "states"
_PROBLEMS: Final = "problems"


class GivenStates(NamedTuple):
    """Trajectories, and samples of their states and of all others."""

    trajectories: list[Trajectory]
    samples: list[StateSample]


def load_states(
    paths: Sequence[str], problems: Sequence[str], reference: Domain, tell: Tell
) -> GivenStates:
    """The states of files, and of all files in folders, sorted.

    States that are said to be of a problem have the objects of the file of that name: one of those
    that `problems` names, files or folders; or one beside the file; or, where that stands in a
    folder `states/…` as AMLGym keeps it, one in the folder `problems/…` beside that.

    `tell` hears of syntax errors in problems. Raises Trouble for a file that holds anything else,
    and for states of a problem that is not there, or of which `problems` has two
    that differ.
    """
    named: dict[str, dict[str, str]] = {}
    for path in chain.from_iterable(map(files_in, problems)):
        named.setdefault(os.path.basename(path), {})[os.path.abspath(path)] = path
    trajectories: list[Trajectory] = []
    samples: list[StateSample] = []
    for path in chain.from_iterable(map(files_in, paths)):
        if is_plan_name(os.path.basename(path)):
            raise Trouble(f"{path} is a plan, which has no states: --plans takes plans")
        text = read_text(path)
        read = read_state_sets(text)
        if read is None:
            trajectories += trajectories_in(path, text)
            continue
        sets, findings = read
        for finding in findings:
            raise Trouble(complaint(path, text, finding))
        samples += _samples(path, sets, named, reference, tell)
    return GivenStates(trajectories, [*samples_of_trajectories(trajectories, reference), *samples])


def _samples(
    path: str,
    sets: Iterable[StateSet],
    named: Mapping[str, Mapping[str, str]],
    reference: Domain,
    tell: Tell,
) -> Iterator[StateSample]:
    for problem, states in sets:
        found = _file_of(problem, tuple(named.get(problem, {}).values()), path)
        objects = load_problem(found, tell).objects
        yield StateSample((*reference.constants, *objects), states, problem)


def _file_of(problem: str, named: Sequence[str], path: str) -> str:
    """The file of a problem: the one of that name that is `named`, or else the first that is where
    problems of the states in `path` may be. Raises Trouble."""
    texts = {read_text(file): file for file in named}
    if len(texts) > 1:
        one, other, *_ = texts.values()
        raise Trouble(f"{path}: `{problem}` may be {one} and {other}")
    beside = (os.path.join(folder, os.path.basename(problem)) for folder in _folders(path))
    found = next(chain(named, filter(os.path.isfile, beside)), None)
    if found is None:
        raise Trouble(f"{path}: `{problem}` is not there; --problems says where its problems are")
    return found


def _folders(path: str) -> Iterator[str]:
    """Where the problems of the states in `path` may be."""
    folder = os.path.dirname(os.path.abspath(path))
    yield folder
    parts = folder.split(os.sep)
    if _STATES in parts:
        last = len(parts) - 1 - parts[::-1].index(_STATES)
        yield os.sep.join((*parts[:last], _PROBLEMS, *parts[last + 1 :]))
