"""What a learned domain says of the plans that were found with the reference: a unit of work for
each learned domain, of milliseconds for each plan. It knows the plans, and not what they cost."""

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
    """A unit of `planeval.work`: `judged` has the `PlanCheck` of each plan, None where
    nobody can tell; its class says how many are accepted. Raises UserError for a codec that cannot
    be read, and what `checkpoint` raises."""
    pair = pair_in(arguments)
    found = [
        _judged(pair, FileSnapshot.of(problem, name), plan, checkpoint)
        for name, problem, plan in arguments["plans"]
    ]
    n_accepted = sum(each is not None and each.verdict is Verdict.VALID for each in found)
    return {
        "class": f"{n_accepted} of {len(found)} accepted",
        "judged": to_builtins(found),
    }


def unit_of(
    models: Mapping[str, Any], plans: Sequence[tuple[Exercise, Sequence[str]]], name: str
) -> Unit:
    """The unit of the plans, each with its problem; `models` are the arguments that `pair_in`
    takes, and `name` says what was learned."""
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
