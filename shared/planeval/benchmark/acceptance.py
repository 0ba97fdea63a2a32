"""Validate the plans of the reference in learned domains: a unit of work per learned domain, which
takes milliseconds per plan. The unit depends on the plans only, not on how they were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from plancore.jsonable import Json
from plancore.metrics.attempts import PlanCheck
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.benchmark.exercises import pair_in
from planeval.solving.models import DomainPair, UnreadableError, in_learned, plan_in, reference_task
from planeval.suite.entry import Exercise
from planeval.work.unit import Kind, Unit

KIND: Final = Kind("acceptance", version=1, module=__name__)


def work(arguments: Mapping[str, Any], _: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """A unit of `planeval.work`: `judged` has the `PlanCheck` of each plan, None if a domain or the
    problem cannot be read; the class has the number of accepted plans. Raises UserError for an
    unreadable codec, and the exceptions of `checkpoint`."""
    pair = pair_in(arguments)
    found = [
        _judged(pair, FileSnapshot.of(problem, name), plan, checkpoint)
        for name, problem, plan in arguments["plans"]
    ]
    n_accepted = sum(each is not None and each.verdict is Verdict.VALID for each in found)
    return {"class": f"{n_accepted} of {len(found)} accepted", "judged": to_builtins(found)}


def unit_of(
    models: Mapping[str, Any], plans: Sequence[tuple[Exercise, Sequence[str]]], name: str
) -> Unit:
    """The unit for plans, each with its problem; `models` are the arguments for `pair_in`, and
    `name` describes the learned domain."""
    given = [[exercise.name, exercise.problem, "\n".join(plan)] for exercise, plan in plans]
    return Unit(KIND, {**models, "plans": given}, name=f"{name}, plans of the reference")


def _judged(
    pair: DomainPair, problem: FileSnapshot, text: str, checkpoint: Checkpoint
) -> PlanCheck | None:
    if pair.learned.errors:
        return None
    try:
        task = reference_task(pair, problem)
    except UnreadableError:
        return None
    plan = plan_in(text, task.domain, checkpoint)
    return in_learned(pair, task.problem, plan, checkpoint)
