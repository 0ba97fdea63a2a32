"""The states and plans to measure on: state files, trajectories, random walks, plan files."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice, repeat
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic
from plancore.model.domain import Domain
from plancore.model.plan import GroundAtom
from plancore.model.problem import Case, Problem
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.notation.trajectories.json_reader import StateSet, read_state_sets
from plancore.notation.trajectories.reader import read_trajectories
from plancore.phrases import count_of
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.successor import Walker
from plancore.simulate.task import Task
from plancore.source import SourceText
from plancore.vectors.sample import StateSample
from planfiles.cases import GivenPlans, ProblemOf, find_plans, not_said
from planfiles.errors import UserError
from planfiles.files import STDIN, read_text
from planfiles.folders import files_in, is_plan_name
from planfiles.models import Tell, load_problem
from planfiles.plans import read_batch

_SHOWN: Final = 3
"""The most unknown names that are listed; others are counted."""


def load_trajectories(paths: Sequence[str]) -> list[Trajectory]:
    """The trajectories in files and in all files below folders, sorted by name. Raises UserError
    for a file that does not contain trajectories only."""
    loaded: list[Trajectory] = []
    for path in chain.from_iterable(map(files_in, paths)):
        loaded += trajectories_in(path, read_text(path))
    return loaded


def trajectories_in(path: str, text: str) -> tuple[Trajectory, ...]:
    """The trajectories in a file. Raises UserError if it contains anything else."""
    trajectories, findings = read_trajectories(text)
    for finding in findings:
        raise UserError(complaint(path, text, finding))
    return trajectories


def samples_of_trajectories(
    trajectories: Iterable[Trajectory], reference: Domain
) -> list[StateSample]:
    """A sample of states for each trajectory, with its objects."""
    return [
        StateSample(
            (*reference.constants, *typed_objects(trajectory, reference)),
            [observation.true for observation in trajectory.observations],
            f"trajectory {number}",
            [dict(observation.values) for observation in trajectory.observations]
            if any(observation.values for observation in trajectory.observations)
            else (),
        )
        for number, trajectory in enumerate(trajectories, 1)
    ]


def passed_over(samples: Iterable[StateSample], reference: Domain) -> list[str]:
    """A message for each predicate unknown to the reference and each object unknown to the problem:
    metrics ignore their atoms. At most three, then one with the number of others. Numeric fluents
    are not checked."""
    sizes = {each.name: len(each.parameters) for each in reference.predicates}
    messages: dict[str, str] = {}
    for sample in samples:
        objects = {typed.name for typed in sample.objects}
        for atom in sorted(frozenset[GroundAtom]().union(*sample.states)):
            why = _why_unknown(atom, sizes, objects, sample.name)
            if why is not None and why not in messages:
                number = next(n for n, state in enumerate(sample.states, 1) if atom in state)
                messages[why] = f"ignored, first in state {number} of {sample.name}"
    lines = [f"states: {why}: {where}" for why, where in islice(messages.items(), _SHOWN)]
    if len(messages) > _SHOWN:
        lines.append(f"states: {count_of(len(messages) - _SHOWN, 'more name')} ignored")
    return lines


def _why_unknown(
    atom: GroundAtom, sizes: Mapping[str, int], objects: Set[str], problem: str
) -> str | None:
    name, *arguments = atom
    if name == "=":
        return None
    if name not in sizes:
        return f"`{name}` is not a predicate of the reference"
    if len(arguments) != sizes[name]:
        arguments_text = count_of(sizes[name], "argument")
        return f"`{name}` has {arguments_text} in the reference, got {len(arguments)}"
    strange = next((each for each in arguments if each not in objects), None)
    return None if strange is None else f"`{strange}` is not an object of {problem}"


def sample_of_walks(
    reference: Domain, problem: Problem, walks: int, length: int, seed: int
) -> StateSample:
    """The states of random walks from the initial state, each at most `length` actions long. The
    same seed gives the same states. Raises UserError if the problem has more than 200,000 ground
    actions, or the domain has actions that cannot be simulated."""
    dice = random.Random(seed)
    try:
        walker = Walker(Task(reference, problem))
        seen = {
            (state, tuple(sorted(numbers.items()))): numbers
            for walk in (walker.walk(length, dice) for _ in range(walks))
            for state, numbers in zip(walk.states, walk.values or repeat({}), strict=False)
        }
    except UndecidedError as problem_found:
        raise UserError(f"random walks: {problem_found.reason}") from None
    objects = (*reference.constants, *problem.objects)
    values = list(seen.values()) if any(seen.values()) else ()
    return StateSample(objects, [state for state, _ in seen], f"walks in {problem.name}", values)


def complaint(path: str, text: str, finding: Diagnostic) -> str:
    """The error message for a finding in a file, with its place."""
    where = SourceText(text).label(finding.span.start)
    return f"{path}:{where}: {finding.message}"


# The files of `--states`: trajectories, and states grouped by problem.

_STATES: Final = "states"
_PROBLEMS: Final = "problems"


class GivenStates(NamedTuple):
    """Trajectories, and samples of states, including those of the trajectories."""

    trajectories: list[Trajectory]
    samples: list[StateSample]


def load_states(
    paths: Sequence[str], problems: Sequence[str], reference: Domain, tell: Tell
) -> GivenStates:
    """The states in files and in all files below folders, sorted by name.

    States with the name of a problem get their objects from the file of that name: in `problems`,
    which are files or folders; next to the file of states; or, if that is in a folder `states/…`
    as in AMLGym, in the folder `problems/…` next to it.

    `tell` is called with syntax errors in problems. Raises UserError for a file without states,
    and for a problem that is not found or of which `problems` has two different files.
    """
    named: dict[str, dict[str, str]] = {}
    for path in chain.from_iterable(map(files_in, problems)):
        named.setdefault(os.path.basename(path), {})[os.path.abspath(path)] = path
    trajectories: list[Trajectory] = []
    samples: list[StateSample] = []
    for path in chain.from_iterable(map(files_in, paths)):
        if is_plan_name(os.path.basename(path)):
            raise UserError(f"{path} is a plan and has no states; use --plans")
        text = read_text(path)
        read = read_state_sets(text)
        if read is None:
            trajectories += trajectories_in(path, text)
            continue
        sets, findings = read
        for finding in findings:
            raise UserError(complaint(path, text, finding))
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
    """The file of a problem: one of `named`, or else the first in the folders where the problems of
    the states in `path` may be. Raises UserError if there is none, or `named` differ."""
    texts = {read_text(file): file for file in named}
    if len(texts) > 1:
        one, other, *_ = texts.values()
        raise UserError(f"{path}: `{problem}` is ambiguous: {one} or {other}")
    beside = (os.path.join(folder, os.path.basename(problem)) for folder in _folders(path))
    found = next(chain(named, filter(os.path.isfile, beside)), None)
    if found is None:
        raise UserError(f"{path}: no problem `{problem}`; use --problems to name its location")
    return found


def _folders(path: str) -> Iterator[str]:
    """The folders where the problems of the states in `path` may be."""
    folder = os.path.dirname(os.path.abspath(path))
    yield folder
    parts = folder.split(os.sep)
    if _STATES in parts:
        last = len(parts) - 1 - parts[::-1].index(_STATES)
        yield os.sep.join((*parts[:last], _PROBLEMS, *parts[last + 1 :]))


# Plans to execute, each with its problem.


class Readable(NamedTuple):
    """The plans that could be read without errors, with their problems; the number of those that
    could not; and notes on how they were given."""

    cases: list[Case]
    n_left_out: int
    notes: tuple[str, ...]


def readable_cases(
    plans: Sequence[str], problem: str | None, tell: Tell, problem_of: ProblemOf = not_said
) -> Readable:
    """The plans in arguments, which are plans, folders of plans, or a list of cases. The problem of
    a plan is the one from `problem_of`, or else `problem`, or else the one that belongs to it.

    `tell` is called with the reason for each plan that is skipped because it cannot be read. Raises
    UserError for a missing file, and for plans whose problem is not found.
    """
    batch = find_plans(plans, problem, problem_of)
    if batch.problems:
        first, *others = batch.problems
        raise UserError(f"{first}; {len(others)} more of the kind" if others else first)
    for case in batch.cases:
        if case.plan != STDIN and not os.path.exists(case.plan):
            raise UserError(f"{case.plan}: no such file")
    cases = list(_readable(batch, tell))
    return Readable(cases, len(batch.cases) - len(cases), tuple(batch.notes()))


def _readable(batch: GivenPlans, tell: Tell) -> Iterator[Case]:
    for case in read_batch(batch, None, tell):
        if case.fault is None:
            yield case
        else:
            tell(f"{case.name}: {case.fault}")
