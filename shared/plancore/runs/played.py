"""Runs executed again: what the model said, held against domain and problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from plancore.model.plan import Plan, Step
from plancore.model.run import Attempt, Outcome, Prediction, Response, Run
from plancore.simulate.execute import execute
from plancore.simulate.limits import UndecidedError
from plancore.simulate.resume import is_stepwise
from plancore.simulate.successor import Play
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.stop import NEVER, Checkpoint


class Played(NamedTuple):
    """The run with what each prediction is found to be, and how it is found to end."""

    run: Run
    outcome: Outcome


class Disagreement(NamedTuple):
    """Where a log says something else than an execution: of a prediction, counted from one in its
    attempt, or of the whole run, where `step` is None."""

    instance: str
    what: str
    logged: bool
    found: bool
    attempt: int = 1
    step: int | None = None


def play(run: Run, task: Task, checkpoint: Checkpoint = NEVER) -> Played:
    """`run` executed in `task`. Raises UndecidedError where that cannot be done, with the reason,
    and what `checkpoint` raises."""
    if not is_stepwise(task, Plan()):
        raise UndecidedError(task.unsupported or "runs in time are not executed")
    if run.is_complete_plan:
        return _complete_plans(run, task, checkpoint)
    game = Play(task, checkpoint=checkpoint)
    reached = game.is_goal_reached
    predictions: list[Prediction] = []
    for prediction in _predictions(run):
        predictions.append(_judged(prediction, game))
        reached = reached or game.is_goal_reached
    success = any(entry.response is Response.FINISHED and entry.is_right for entry in predictions)
    return Played(replace(run, attempts=(tuple(predictions),)), Outcome(success, reached))


def disagreements(played: Played, original: Run) -> Iterator[Disagreement]:
    """What the log of `original` says and `played` found otherwise, the whole run first."""
    logged, name = original.logged, original.instance
    if logged is not None:
        ended = played.outcome
        for what, said, found in (
            ("solved", logged.is_success, ended.is_success),
            ("reached the goal", logged.reached_goal, ended.reached_goal),
            ("executable", logged.is_executable, ended.is_executable),
        ):
            if said is not None and found is not None and said != found:
                yield Disagreement(name, what, said, found)
    attempts = zip(original.attempts, played.run.attempts, strict=True)
    for number, (ours, theirs) in enumerate(attempts, start=1):
        for step, (said_so, found_so) in enumerate(zip(ours, theirs, strict=True), start=1):
            said, found = said_so.is_right, found_so.is_right
            if said is not None and found is not None and said != found:
                yield Disagreement(name, said_so.text, said, found, number, step)


def _predictions(run: Run) -> Iterator[Prediction]:
    return (prediction for attempt in run.attempts for prediction in attempt)


def _judged(prediction: Prediction, game: Play) -> Prediction:
    if prediction.response is Response.FINISHED:
        return prediction._replace(is_right=game.is_goal_reached)
    if prediction.response is Response.LOOK_AROUND:
        return prediction
    action = prediction.action
    return prediction._replace(is_right=action is not None and game.take(action))


def _complete_plans(run: Run, task: Task, checkpoint: Checkpoint) -> Played:
    """Each attempt from the initial state; the first valid one, else the last, is how it ends."""
    attempts: list[Attempt] = []
    outcome = Outcome(False, False, False)
    for attempt in run.attempts:
        judged, ended = _attempt(attempt, task, checkpoint)
        attempts.append(judged)
        if not outcome.is_success:
            outcome = ended._replace(attempt=len(attempts) - 1)
    return Played(replace(run, attempts=tuple(attempts)), outcome)


def _attempt(attempt: Attempt, task: Task, checkpoint: Checkpoint) -> tuple[Attempt, Outcome]:
    """A plan up to the first action that cannot happen; what comes after it is not known."""
    game = Play(task, checkpoint=checkpoint)
    reached = game.is_goal_reached
    judged: list[Prediction] = []
    for prediction in attempt:
        judged.append(_judged(prediction, game))
        if not judged[-1].is_right:
            break
        reached = reached or game.is_goal_reached
    is_executable = len(judged) == len(attempt) and all(entry.is_right for entry in judged)
    judged += [entry._replace(is_right=None) for entry in attempt[len(judged) :]]
    steps = tuple(Step((entry.action,)) for entry in attempt if entry.action is not None)
    # Constraints and preferences of the problem are about the whole plan.
    is_valid = is_executable and _is_valid(task, Plan(steps), checkpoint)
    return tuple(judged), Outcome(is_valid, reached, is_executable)


def _is_valid(task: Task, plan: Plan, checkpoint: Checkpoint) -> bool:
    trace = execute(task, plan, checkpoint=checkpoint)
    if trace.verdict is Verdict.UNDECIDED:
        raise UndecidedError(trace.undecided or "the plan cannot be decided")
    return trace.verdict is Verdict.VALID
