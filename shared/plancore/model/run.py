"""Runs: outputs of a language model that was asked for a plan, and what its log states.

*Incremental*: one action at a time, each answered by the environment; the model may look around,
and states itself that it has finished. *Complete plan*: a whole plan at a time, and another attempt
after a failed one. The terms are those of AutoPlanBench (Stein et al. 2023, arXiv:2311.09830).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from plancore.model.plan import GroundAction


class ModelResponse(StrEnum):
    """The kind of an output of the model."""

    ACTION = "action"
    LOOK_AROUND = "look around"
    """A query for the current state."""
    FINISHED = "finished"
    """A claim that the goal is reached."""


class Prediction(NamedTuple):
    """One output of the model; `text` is its translation. `action` is None if it is not an action.
    `is_right` is whether the action was applicable, or whether the claim that the goal was reached
    was true; None if unknown. `reason` states why it is not right. A step that `is_bare` has no
    brackets, as in sentences."""

    response: ModelResponse
    text: str
    action: GroundAction | None = None
    is_right: bool | None = None
    reason: str = ""
    is_bare: bool = False


Attempt: TypeAlias = tuple[Prediction, ...]


class RunOutcome(NamedTuple):
    """The outcome of a run: solved, goal reached at some point, all actions executable; None if
    unknown. Of several attempts the outcome is that of `attempt`, from 0: the one that solved the
    task, else the last. `reason` states why an executable plan is not valid; `goal_step` is the
    output, from 1, after which the goal was first reached, or 0 for the initial state. A run that
    is not `is_read` is in words whose actions are in doubt."""

    is_success: bool
    reached_goal: bool | None = None
    is_executable: bool | None = None
    attempt: int = -1
    reason: str = ""
    goal_step: int | None = None
    is_read: bool = True


class RunEffort(NamedTuple):
    """The cost of a run and the reason of its end, if its log states them. `max_steps` is the limit
    of outputs, `stopping_reason` AutoPlanBench's word for the end; times are in seconds."""

    max_steps: int | None = None
    stopping_reason: str = ""
    total_time: float | None = None
    total_input_tokens: int | None = None
    total_output_tokens: int | None = None
    total_tokens: int | None = None


UNKNOWN_EFFORT: Final = RunEffort()


@dataclass(frozen=True, slots=True)
class ModelRun:
    """One run for one instance of a task. An incremental run has one attempt. `gold` is the plan to
    compare with, if the log has it; `logged` is the outcome in the log, None if unknown. A run that
    `is_broken_off` has not ended, or was never started. A run that `is_unnamed` has no instance;
    its name is its place. `source` is the file of the log. `answers` are the texts of attempts that
    had not been translated. `other_task` states why the attempts are not executed: they answer
    another task."""

    instance: str
    is_complete_plan: bool
    attempts: tuple[Attempt, ...]
    logged: RunOutcome | None
    gold: tuple[GroundAction, ...] | None = None
    is_broken_off: bool = False
    is_unnamed: bool = False
    source: str = ""
    answers: tuple[str, ...] = ()
    effort: RunEffort = UNKNOWN_EFFORT
    other_task: str = ""
