"""Runs as data: what a language model that was asked for a plan said, and what the log says of it.

*Incremental*: one action at a time, each answered by the environment; the model may look around,
and says itself when it has finished. *Complete plan*: a whole plan at a time, and another attempt
after one that failed. The words are those of AutoPlanBench (Stein et al. 2023, arXiv:2311.09830).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from plancore.model.plan import GroundAction


class ModelResponse(StrEnum):
    """What an output of the model was."""

    ACTION = "action"
    LOOK_AROUND = "look around"
    """A question for the state."""
    FINISHED = "finished"
    """That the goal is reached."""


class Prediction(NamedTuple):
    """One output of the model: `text` as it was translated. `action` is None where that is no
    action; `is_right` is whether the action could happen, or whether the goal was reached as the
    model said: None where nobody says so. `reason` is why not. A step that `is_bare` stands without
    brackets, as sentences do."""

    response: ModelResponse
    text: str
    action: GroundAction | None = None
    is_right: bool | None = None
    reason: str = ""
    is_bare: bool = False


Attempt: TypeAlias = tuple[Prediction, ...]


class RunOutcome(NamedTuple):
    """How a run ended: solved, the goal reached at some point, all actions executable. None is for
    what is not known. Of several attempts one counts, by its number from 0: the one that solved the
    task, else the last. `reason` says why an executable plan is not valid; `goal_step` is the
    output, from 1, after which the goal was first reached, or 0. A run that is not `is_read` is
    one in words that leave in doubt which actions they mean."""

    is_success: bool
    reached_goal: bool | None = None
    is_executable: bool | None = None
    attempt: int = -1
    reason: str = ""
    goal_step: int | None = None
    is_read: bool = True


class RunEffort(NamedTuple):
    """What a run took, where its log says so, and what ended it. `max_steps` is how many outputs
    were allowed, `stopping_reason` AutoPlanBench's word for what ended the run; times are in
    seconds."""

    max_steps: int | None = None
    stopping_reason: str = ""
    total_time: float | None = None
    total_input_tokens: int | None = None
    total_output_tokens: int | None = None
    total_tokens: int | None = None


UNKNOWN_EFFORT: Final = RunEffort()


@dataclass(frozen=True, slots=True)
class ModelRun:
    """One run for one instance of a task. An incremental one has one attempt; `gold` is the plan to
    compare with, where the log has it; `logged` is None where nobody says how it ended. One that
    `is_broken_off` has not ended, or was never begun. Of one that `is_unnamed` nobody says which
    instance it is for: it is called by its place. `source` is the file that tells of it. `answers`
    are the texts that were read as the attempts, where nobody had translated them. `other_task`
    says why the attempts are not executed: they answer something else."""

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
