"""Solve the held-out problems of a fold with the learned domain: a unit of work per problem and
learned domain.

A unit does not depend on the learner, the noise or the attempts with the reference. So another
planner can be tried without learning again, and equal domains share their units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from plancore.jsonable import Json
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.benchmark.unit import codec_written
from planeval.planners.description import Ready
from planeval.solving.models import DomainPair, SolvingDomain
from planeval.solving.unit import LEARNED, solve
from planeval.work.unit import Kind
from planfiles.bounded.limits import Limits
from planfiles.errors import UserError

KIND: Final = Kind("solving", version=6, module=__name__)
"""Raise its version with that of `planeval.solving.unit`, whose `solve` it calls."""


def work(arguments: Mapping[str, Any], _: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """A unit of `planeval.work` with the result of `Attempt.data`; its class is that of the
    attempt. Raises UserError for an unreadable codec, and the exceptions of `checkpoint`."""
    problem = FileSnapshot.of(arguments["problem"], arguments["name"])
    limits = Limits(arguments["time"], arguments["memory"])
    planner = Ready.of(arguments["planner"])
    pair = pair_in(arguments)
    return solve(pair, problem, LEARNED, planner, limits, checkpoint).data()


def pair_in(arguments: Mapping[str, Any]) -> DomainPair:
    """The domains and codec in a unit's `learned`, `reference` and `codec`. Raises UserError."""
    learned = FileSnapshot.of(arguments["learned"], "learned")
    reference = FileSnapshot.of(arguments["reference"], "reference")
    if learned.domain is None or reference.domain is None:
        raise UserError("no learned domain to solve with")
    codec = codec_written(arguments["codec"], learned.domain, reference.domain)
    return DomainPair(SolvingDomain.of(learned), SolvingDomain.of(reference), codec)
