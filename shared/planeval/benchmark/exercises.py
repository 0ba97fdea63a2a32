"""Problems that a fold keeps back, solved with what was learned: a unit of work for each problem
and learned domain.

It knows nothing of the learner, the noise or the reference attempts, so what was learned is solved
with another planner without being learned again, and the same domain with the same problem once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from plancore.jsonable import Json
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.benchmark.solving import Solver
from planeval.benchmark.unit import codec_written
from planeval.planners.description import Ready
from planeval.solving.models import DomainPair, SolvingDomain
from planeval.solving.unit import LEARNED, solve
from planeval.suite.entry import Exercise
from planeval.work.unit import Kind, Unit, each_for
from planfiles.bounded.limits import Limits
from planfiles.errors import UserError

KIND: Final = Kind("solving", version=6, module=__name__)
"""Its version is raised with that of `planeval.solving.unit`, whose `solve` it calls."""


def work(arguments: Mapping[str, Any], _: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """A unit of `planeval.work`, what `Attempt.data` gives; its class is that of the attempt.
    Raises UserError for a codec that cannot be read, and what `checkpoint` raises."""
    problem = FileSnapshot.of(arguments["problem"], arguments["name"])
    limits = Limits(arguments["time"], arguments["memory"])
    planner = Ready.of(arguments["planner"])
    pair = pair_in(arguments)
    return solve(pair, problem, LEARNED, planner, limits, checkpoint).data()


def pair_in(arguments: Mapping[str, Any]) -> DomainPair:
    """The two domains in the arguments of a unit, `learned`, `reference` and `codec`. Raises
    UserError."""
    learned = FileSnapshot.of(arguments["learned"], "learned")
    reference = FileSnapshot.of(arguments["reference"], "reference")
    if learned.domain is None or reference.domain is None:
        raise UserError("no learned domain to solve with")
    codec = codec_written(arguments["codec"], learned.domain, reference.domain)
    return DomainPair(SolvingDomain.of(learned), SolvingDomain.of(reference), codec)


def unit_of(models: Mapping[str, Any], exercise: Exercise, solver: Solver, name: str) -> Unit:
    """The unit of a problem; `models` are the arguments that `pair_in` takes, and `name` says what
    was learned."""
    return Unit(
        KIND,
        {
            **models,
            **solver.data(),
            "problem": exercise.problem,
            "name": exercise.name,
        },
        each_for("planner", solver.planner.files),
        name=f"{name} {exercise.name}, {solver.planner.name}",
    )
