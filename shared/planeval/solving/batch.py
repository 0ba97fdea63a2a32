"""All attempts of a request, done and put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from plancore.jsonable import Json
from plancore.metrics.attempts import GIVEN, Attempt, Solving
from plancore.report.solve.review import PlannerNote, SolveReport
from planeval.solving.given import plans_for
from planeval.solving.models import pair_of
from planeval.solving.request import Request, labels_of
from planeval.solving.unit import LEARNED, REFERENCE
from planfiles.bounded.enforceable import enforceable


class Asked(NamedTuple):
    """An attempt to be made: what `planeval.solving.unit.work` takes, and what people call it."""

    arguments: Json
    files: dict[str, str]
    name: str

    @property
    def side(self) -> str:
        """Which domain it is with."""
        return str(self.arguments["side"])

    @property
    def problem(self) -> str:
        """The file of the problem."""
        return self.files["problem"]


def attempts_of(request: Request) -> list[Asked]:
    """What is to be done. Raises Trouble for files, mappings and codecs that cannot be used."""
    pair_of(request.learned, request.reference, request.mapping, request.codec)
    return list(_asked(request))


def _asked(request: Request) -> Iterator[Asked]:
    labels = labels_of(request.problems)
    sides = (LEARNED, REFERENCE) if request.with_reference else (LEARNED,)
    for problem in request.problems:
        for planner in request.planners:
            for side in sides:
                name = f"{labels[problem]}, {planner.name}, {side}"
                yield Asked(
                    _arguments(request, side, planner.data()), _files(request, problem), name
                )
    for side, given in ((LEARNED, request.plans), (REFERENCE, request.reference_plans)):
        for problem, plan in plans_for(request.problems, given):
            files = _files(request, problem) | {"plan": plan}
            yield Asked(_arguments(request, side, None), files, f"{plan}, {side}")


def _arguments(request: Request, side: str, planner: Json | None) -> Json:
    arguments: Json = {"side": side, "planner": planner, "codec": request.codec}
    if planner is not None:
        arguments |= {"time": request.time, "memory": request.memory}
    return arguments


def _files(request: Request, problem: str) -> dict[str, str]:
    files = {"learned": request.learned, "reference": request.reference, "problem": problem}
    return files if request.mapping is None else files | {"mapping": request.mapping}


def report_of(
    request: Request, asked: Iterable[Asked], done: Iterable[Attempt], problems: Iterable[str] = ()
) -> SolveReport:
    """What came of `asked`, each with its attempt. `problems` has a line for each error in the
    reference."""
    return SolveReport(
        learned=request.learned,
        reference=request.reference,
        planners=tuple(
            PlannerNote(each.name, each.version, " ".join(each.command))
            for each in request.planners
        ),
        solvings=tuple(_solvings(request, zip(asked, done, strict=True))),
        time_limit=request.time,
        memory_limit=request.memory,
        enforced=enforceable().data() if request.planners else {},
        codec=request.codec or request.mapping,
        problems=tuple(problems),
    )


def _solvings(request: Request, done: Iterable[tuple[Asked, Attempt]]) -> Iterator[Solving]:
    """Both attempts of a planner at a problem side by side; a plan that was given stands alone."""
    labels = labels_of(request.problems)
    sides: dict[tuple[str, ...], dict[str, Attempt]] = {}
    for asked, attempt in done:
        named = replace(attempt, problem=labels[asked.problem])
        key: tuple[str, ...] = asked.problem, attempt.planner
        if attempt.planner == GIVEN:
            key = (*key, asked.side, asked.files["plan"])
        sides.setdefault(key, {})[asked.side] = named
    order = {problem: number for number, problem in enumerate(request.problems)}
    for _, both in sorted(sides.items(), key=lambda item: order[item[0][0]]):
        yield Solving(both.get(LEARNED), both.get(REFERENCE))
