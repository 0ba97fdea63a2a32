"""Attempts made, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.jsonable import Json
from plancore.metrics.attempts import GIVEN, Attempt, AttemptClass
from planeval.solving.batch import Asked
from planeval.solving.unit import work
from planfiles.progress import Progress
from planfiles.trouble import Trouble
from planfiles.workers import LOST, in_processes


def done(asked: Sequence[Asked], jobs: int, progress: Progress) -> Iterator[Attempt]:
    """What came of each, in order."""
    for group in in_processes(jobs, _work, [[each] for each in asked], _lost):
        progress.advance(len(group))
        yield from map(Attempt.of, group)


def _work(asked: Sequence[Asked]) -> list[Json]:
    return [_one(each) for each in asked]


def _one(asked: Asked) -> Json:
    try:
        return work(asked.arguments, asked.files)
    except Trouble as trouble:
        return _failed(asked, trouble.message)


def _lost(asked: Asked) -> Json:
    return _failed(asked, LOST)


def _failed(asked: Asked, reason: str) -> Json:
    planner = asked.arguments["planner"]
    name = str(planner["name"]) if isinstance(planner, dict) else GIVEN
    return Attempt(
        problem=asked.problem,
        planner=name,
        attempt_class=AttemptClass.PLANNER_ERROR,
        reason=reason,
        source=asked.files.get("plan"),
    ).data()
