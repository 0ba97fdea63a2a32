"""All attempts of a request, done and put together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from plancore.jsonable import Json
from plancore.metrics.attempts import GIVEN, Attempt, AttemptClass, Solving
from plancore.report.solve.review import PlannerNote, SolveReport
from planeval.domain.request import codec_file
from planeval.solving.models import FILES, Side, load_pair
from planeval.solving.request import Request, labels_of
from planeval.solving.unit import KIND, LEARNED, REFERENCE, with_names
from planeval.work.manifest import Manifest, machine
from planeval.work.run import Run
from planeval.work.unit import Row, State, Unit, each_for
from planfiles.bounded.limits import enforced
from planfiles.progress import Progress


def attempts_of(request: Request) -> list[Unit]:
    """What is to be done. Raises Trouble for files, mappings and codecs that cannot be used."""
    load_pair(_files(request, ""), request.codec)
    return list(_units(request))


def _units(request: Request) -> Iterator[Unit]:
    labels = labels_of(request.problems)
    sides = (LEARNED, REFERENCE) if request.with_reference else (LEARNED,)
    for problem in request.problems:
        for planner in request.planners:
            for side in sides:
                name = f"{labels[problem]}, {planner.name}, {side}"
                arguments = _arguments(request, side, planner.data())
                files = _files(request, problem) | each_for("planner", planner.files)
                yield Unit(KIND, arguments, files, name)
    for side, given in ((LEARNED, request.plans), (REFERENCE, request.reference_plans)):
        for problem, plan in given:
            files = _files(request, problem) | {"plan": plan}
            yield Unit(KIND, _arguments(request, side, None), files, f"{plan}, {side}")


def _arguments(request: Request, side: str, planner: Json | None) -> Json:
    arguments: Json = {"side": side, "planner": planner, "codec": request.codec}
    if planner is not None:
        arguments |= {"time": request.time, "memory": request.memory}
    return arguments


def _files(request: Request, problem: str) -> dict[str, str]:
    files = {"learned": request.learned, "reference": request.reference, "problem": problem}
    if request.mapping is not None:
        files["mapping"] = request.mapping
    path = codec_file(request.codec) if request.codec else None
    if path is not None and os.path.isfile(path):
        # Named in the arguments; among the files for its content, which decides what comes of it.
        files["codec"] = path
    return files


def attempt_of(unit: Unit, row: Row) -> Attempt:
    """The attempt that a row has, whose files are called as those of the unit. Where there is none
    nobody knows what the planner would have done."""
    if row.state is State.DONE:
        return with_names(Attempt.of(row.value), {use: unit.files.get(use, "") for use in FILES})
    planner = unit.arguments["planner"]
    return Attempt(
        problem=unit.files["problem"],
        planner=str(planner["name"]) if isinstance(planner, dict) else GIVEN,
        attempt_class=AttemptClass.NO_RESULT,
        reason=row.reason,
    )


def manifest_of(request: Request) -> Manifest:
    """What is kept with the rows."""
    limits: Json = {"time": request.time, "memory": request.memory}
    return Manifest(
        "planeval solve",
        limits=limits | {"enforced": enforced()},
        tools={each.name: each.version for each in request.planners},
        settings={
            "learned": request.learned,
            "reference": request.reference,
            "codec": request.codec,
            "mapping": request.mapping,
            "planners": [each.data() for each in request.planners],
        },
    )


def solved(request: Request, units: Sequence[Unit], run: Run, progress: Progress) -> SolveReport:
    """The report of a request whose attempts, `units`, are done in `run`."""
    rows = run.rows(units, progress)
    attempts = [attempt_of(unit, row) for unit, row in zip(units, rows, strict=True)]
    return report_of(request, units, attempts, Side.at(request.reference).errors)


def report_of(
    request: Request, units: Iterable[Unit], done: Iterable[Attempt], problems: Iterable[str] = ()
) -> SolveReport:
    """What came of `units`, each with its attempt. `problems` has a line for each error in the
    reference."""
    return SolveReport(
        learned=request.learned,
        reference=request.reference,
        planners=tuple(
            PlannerNote(each.name, each.version, " ".join(each.command))
            for each in request.planners
        ),
        solvings=tuple(_solvings(request, zip(units, done, strict=True))),
        time_limit=request.time,
        memory_limit=request.memory,
        enforced=enforced() if request.planners else {},
        machine=machine() if request.planners else {},
        codec=request.codec or request.mapping,
        problems=tuple(problems),
        notes=tuple(request.notes),
    )


def _solvings(request: Request, done: Iterable[tuple[Unit, Attempt]]) -> Iterator[Solving]:
    """Both attempts of a planner at a problem side by side; a plan that was given stands alone."""
    labels = labels_of(request.problems)
    sides: dict[tuple[str, ...], dict[str, Attempt]] = {}
    for unit, attempt in done:
        problem, plan, side = unit.files["problem"], unit.files.get("plan"), _side(unit)
        named = replace(attempt, problem=labels[problem], source=plan)
        key = (problem, attempt.planner) if plan is None else (problem, GIVEN, side, plan)
        sides.setdefault(key, {})[side] = named
    order = {problem: number for number, problem in enumerate(request.problems)}
    for _, both in sorted(sides.items(), key=lambda item: order[item[0][0]]):
        yield Solving(both.get(LEARNED), both.get(REFERENCE))


def _side(unit: Unit) -> str:
    return str(unit.arguments["side"])
