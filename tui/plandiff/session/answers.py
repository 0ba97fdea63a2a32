"""What a session answers, from the thread that works it out to whoever shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from plancore.report.plan.review import PlanReview
from plancore.report.review import Review
from plandiff.consequences import Judged
from plandiff.inputs import Input
from plandiff.options import Options
from plandiff.repairs import Repairs
from plandiff.viewmodel.consequences import PlanAt
from plandiff.viewmodel.model import ReviewModel


class Told(NamedTuple):
    """How far the work is: nothing when it has ended."""

    text: str


class Failed(NamedTuple):
    """It came to nothing, and why."""

    message: str


class NotRead(NamedTuple):
    """The files cannot be read or compared as they are now, and why: what there is, is old."""

    message: str


class Compared(NamedTuple):
    """The review of the files as they were read, under these options."""

    model: ReviewModel[Review]
    inputs: tuple[Input, Input]
    options: Options


class PlansJudged(NamedTuple):
    """The same review with what its differences do to plans; `judged` is None where plans could
    not be judged."""

    model: ReviewModel[Review]
    judged: Judged | None


class PlanOpened(NamedTuple):
    """One of the plans that were judged so, number `number` of `plans`, in both domains."""

    review: PlanReview
    judged: Judged
    plans: Sequence[PlanAt]
    number: int


class Repaired(NamedTuple):
    """The smallest repairs."""

    repairs: Repairs


Answer: TypeAlias = Told | Failed | NotRead | Compared | PlansJudged | PlanOpened | Repaired


class Telling(NamedTuple):
    """An answer, and the number of the question that it is for."""

    question: int
    answer: Answer
