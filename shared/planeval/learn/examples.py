"""What to learn from: trajectories, and plans with the states that they lead through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.kind import TextKind, kind_of_name
from plancore.learn.learned import Where
from plancore.model.domain import Domain
from plancore.model.formula import TRUE
from plancore.model.ground import GroundAtom
from plancore.model.problem import Problem
from plancore.model.trajectory import Observation, Trajectory
from plancore.notation.plans.reader import read_plan
from plancore.notation.trajectories.reader import read_trajectories
from plancore.simulate.atoms import show
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.source import SourceText, Span
from plancore.stop import Checkpoint
from planfiles.cases import find_plans
from planfiles.files import read_argument
from planfiles.folders import files_in
from planfiles.models import Tell, load_problem
from planfiles.trouble import Trouble

_TRAJECTORY: Final = re.compile(r"[\s\ufeff]*(?:;[^\n]*\n\s*)*(?:[\[{]|\(\s*[:(])")
"""How trajectories begin: JSON, `(:trajectory …`, `((:init …`. A plan begins with an action."""


class Example(NamedTuple):
    """A run. `trajectory` is None where states are not known; `spans` are the places of steps in
    `text`, the file called `name`."""

    name: str
    text: str
    actions: tuple[GroundAtom, ...]
    trajectory: Trajectory | None
    spans: tuple[Span | None, ...]

    def place(self, step: int) -> str:
        """`FILE:LINE:COLUMN: step N (ACTION)`, for a step from 0, or the state after the last."""
        action = f" {show(self.actions[step])}" if step < len(self.actions) else ""
        span = self.spans[step] if step < len(self.spans) else None
        where = "" if span is None else f":{SourceText(self.text).label(span.start)}"
        return f"{self.name}{where}: step {step + 1}{action}"


def place_in(examples: Sequence[Example], where: Where) -> str:
    """Where a transition stands."""
    return examples[where.trajectory].place(where.step)


def read_examples(
    paths: Sequence[str],
    domain: Domain | None,
    problem: str | None,
    tell: Tell,
    checkpoint: Checkpoint,
) -> list[Example]:
    """The runs of files, and of all files in folders, in order.

    Plans are executed in `domain` from the problem that is named, or belongs to them in their
    folder. `tell` hears of what is left out. Raises Trouble for a file that is neither.
    """
    examples: list[Example] = []
    for path in chain.from_iterable(map(files_in, paths)):
        checkpoint(len(examples), "reading")
        text = read_argument(path)
        if _is_trajectory(path, text):
            examples += _trajectories(path, text)
        elif kind_of_name(path) is not TextKind.PDDL:
            examples.append(_plan(path, text, domain, problem, tell))
        elif path in paths:
            raise Trouble(f"{path} is a domain or problem, not a trajectory or plan")
    if not any(example.actions for example in examples):
        raise Trouble("nothing to learn from: no trajectory or plan has a step")
    return examples


def _is_trajectory(path: str, text: str) -> bool:
    return kind_of_name(path) is not TextKind.PLAN and bool(_TRAJECTORY.match(text))


def _trajectories(path: str, text: str) -> Iterator[Example]:
    trajectories, findings = read_trajectories(text)
    for finding in findings:
        where = SourceText(text).label(finding.span.start)
        raise Trouble(f"{path}:{where}: {finding.message}")
    for trajectory in trajectories:
        spans = tuple(observation.span for observation in trajectory.observations)
        yield Example(path, text, trajectory.actions, trajectory, spans)


def _plan(path: str, text: str, domain: Domain | None, problem: str | None, tell: Tell) -> Example:
    plan, findings = read_plan(text)
    source = SourceText(text)
    for finding in findings:
        if finding.severity is Severity.ERROR:
            raise Trouble(f"{path}:{source.label(finding.span.start)}: {finding.message}")
    if plan.is_missing:
        raise Trouble(f"{path} is neither a trajectory nor a plan")
    for step in plan.steps:
        if len(step.actions) != 1:
            where = source.label(step.at)
            raise Trouble(f"{path}:{where}: several actions at once are not learned from")
    actions = tuple(step.actions[0].key for step in plan.steps)
    spans = tuple(step.span for step in plan.steps)
    example = Example(path, text, actions, None, spans)
    if domain is None or not does_anything(domain):
        return example
    if problem is None:
        batch = find_plans([path], None)
        problem = batch.cases[0].problem if batch.cases else None
    if problem is None:
        tell(f"{path}: no problem found for it, so its states are not known")
        return example
    trajectory = _executed(example, domain, load_problem(problem, tell))
    return example._replace(trajectory=trajectory)


def does_anything(domain: Domain) -> bool:
    """Whether plans can be executed in a domain: some action has an effect."""
    return any(action.effect != TRUE for action in domain.actions)


def _executed(example: Example, domain: Domain, problem: Problem) -> Trajectory:
    """The states that a plan leads through. Raises Trouble at a step that cannot be done."""
    try:
        task = Task(domain, problem)
        state = frozenset(task.initial.dynamic | task.initial.static)
        states = [state]
        for number, action in enumerate(example.actions):
            after = successor(task, state, action)
            if after is None:
                raise Trouble(f"{example.place(number)} cannot be done in {problem.name}")
            state = after
            states.append(state)
    except UndecidedError as error:
        raise Trouble(f"{example.name}: {error.reason}") from None
    observations = tuple(map(Observation, states))
    return Trajectory(observations, example.actions, problem.objects)
