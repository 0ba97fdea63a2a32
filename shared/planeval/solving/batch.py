"""Requests to solve problems: their units, the report on all attempts, and the files in them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from plancore.instances import ProblemFiles
from plancore.jsonable import Json
from plancore.metrics.attempts import GIVEN, Attempt, AttemptClass, Solving
from plancore.model.plan import DEFAULT_TOLERANCES, Tolerances
from plancore.report.solve.review import PlannerNote, SolveReport
from planeval.domain.request import codec_file
from planeval.planners.description import Ready
from planeval.programs.bounds import PLANNER
from planeval.runs.request import is_domain_name
from planeval.solving.models import FILES, SolvingDomain, load_pair
from planeval.solving.unit import KIND, LEARNED, REFERENCE, with_names
from planeval.work.manifest import Manifest, machine
from planeval.work.run import StoredRun
from planeval.work.unit import Unit, UnitRow, UnitState, each_for
from planfiles.bounded.limits import enforced
from planfiles.cases import passed_over
from planfiles.command import Progress
from planfiles.errors import FileError, UserError, reason_of
from planfiles.files import Once, by_numbers
from planfiles.folders import models_below, plans_in
from planfiles.models import read_file
from planfiles.surroundings import name_of


def attempts_of(request: SolvingRequest) -> list[Unit]:
    """The units of a request. Raises UserError for unusable files, mappings and codecs."""
    load_pair(_files(request, ""), request.codec)
    return list(_units(request))


def _units(request: SolvingRequest) -> Iterator[Unit]:
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


def _arguments(request: SolvingRequest, side: str, planner: Json | None) -> Json:
    arguments: Json = {"side": side, "planner": planner, "codec": request.codec}
    if request.tolerances != DEFAULT_TOLERANCES:
        arguments["tolerances"] = list(request.tolerances)
    if planner is not None:
        arguments |= {"time": request.time, "memory": request.memory}
    return arguments


def _files(request: SolvingRequest, problem: str) -> dict[str, str]:
    files = {"learned": request.learned, "reference": request.reference, "problem": problem}
    if request.mapping is not None:
        files["mapping"] = request.mapping
    path = codec_file(request.codec) if request.codec else None
    if path is not None and os.path.isfile(path):
        # The arguments have its name; it is also a file because its content decides the result.
        files["codec"] = path
    return files


def attempt_of(unit: Unit, row: UnitRow) -> Attempt:
    """The attempt in a row, with the unit's file names; of class NO_RESULT without one."""
    if row.state is UnitState.DONE:
        return with_names(Attempt.of(row.value), {use: unit.files.get(use, "") for use in FILES})
    planner = unit.arguments["planner"]
    return Attempt(
        problem=unit.files["problem"],
        planner=str(planner["name"]) if isinstance(planner, dict) else GIVEN,
        attempt_class=AttemptClass.NO_RESULT,
        reason=row.reason,
    )


def manifest_of(request: SolvingRequest) -> Manifest:
    """The manifest of a run for a request."""
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


def solved(
    request: SolvingRequest, units: Sequence[Unit], run: StoredRun, progress: Progress
) -> SolveReport:
    """Execute `units`, the attempts of a request, in `run`, and report on them."""
    rows = run.rows(units, progress)
    attempts = [attempt_of(unit, row) for unit, row in zip(units, rows, strict=True)]
    return report_of(request, units, attempts, SolvingDomain.at(request.reference).errors)


def report_of(
    request: SolvingRequest,
    units: Iterable[Unit],
    done: Iterable[Attempt],
    problems: Iterable[str] = (),
) -> SolveReport:
    """The report on `units` and their attempts; `problems` are messages about the reference."""
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


def _solvings(request: SolvingRequest, done: Iterable[tuple[Unit, Attempt]]) -> Iterator[Solving]:
    """Pair the attempts of a planner at a problem with both domains; given plans are single."""
    labels = labels_of(request.problems)
    sides: dict[tuple[str, ...], dict[str, Attempt]] = {}
    for unit, attempt in done:
        problem, plan = unit.files["problem"], unit.files.get("plan")
        side = str(unit.arguments["side"])
        named = replace(attempt, problem=labels[problem], source=plan)
        key = (problem, attempt.planner) if plan is None else (problem, GIVEN, side, plan)
        sides.setdefault(key, {})[side] = named
    order = {problem: number for number, problem in enumerate(request.problems)}
    for _, both in sorted(sides.items(), key=lambda item: order[item[0][0]]):
        yield Solving(both.get(LEARNED), both.get(REFERENCE))


# Requests: two domains, problems, planners, given plans.


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvingRequest:
    """A request to solve problems, which are files. `time` in seconds and `memory` in bytes are the
    limits of an attempt. `plans` are given for the learned domain, `reference_plans` for the
    reference, as pairs of a problem and a plan file. With `with_reference`, planners also solve the
    problems with the reference."""

    learned: str
    reference: str
    problems: Sequence[str]
    planners: Sequence[Ready] = ()
    time: float = PLANNER.wall
    memory: int | None = None
    plans: Sequence[tuple[str, str]] = ()
    reference_plans: Sequence[tuple[str, str]] = ()
    mapping: str | None = None
    codec: str | None = None
    tolerances: Tolerances = DEFAULT_TOLERANCES
    with_reference: bool = True
    notes: Sequence[str] = ()
    """Remarks on how problems and plans were given."""


class Problems(NamedTuple):
    """Problem files in order, each once, and remarks on them. `unread` has a message for each file
    without a problem; planners' attempts at it report that again."""

    files: tuple[str, ...]
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def problems_in(paths: Iterable[str]) -> Problems:
    """The files in `paths`, and the problem files below folders: all models except domains. Raises
    UserError for a file that cannot be read, and for a folder without problems."""
    found: list[str] = []
    # A symbolic link is a problem of its own: plans may have its name.
    once = Once(os.path.abspath)
    passed_over: list[str] = []
    unread: list[str] = []
    for path in paths:
        inside = [path]
        if os.path.isdir(path):
            inside = list(_below(path, passed_over, unread))
            if not inside:
                raise UserError(f"no problem in {path}")
        else:
            read_file(path)
        found += filter(once.is_new, inside)
    return Problems(tuple(found), (*once.notes(), *passed_over), tuple(unread))


def _below(folder: str, passed_over: list[str], unread: list[str]) -> Iterator[str]:
    """The problem files below a folder, sorted by the numbers in their names. Messages on files
    without a problem go to `unread`, or, if their names are those of domains, to `passed_over`."""
    for file in sorted(models_below(folder), key=by_numbers):
        try:
            read = read_file(file)
        except UserError as error:
            what = error.message
        else:
            if read.problem is not None:
                yield file
                continue
            if read.domain is not None:
                continue
            what = f"{file} defines neither a domain nor a problem"
        if is_domain_name(file):
            passed_over.append(f"ignored: {what}")
        else:
            unread.append(what)
            yield file


def labels_of(paths: Sequence[str]) -> dict[str, str]:
    """The label of each file: its name, or its path if several files have that name."""
    counts = Counter(map(os.path.basename, paths))
    return {
        path: os.path.normpath(path) if counts[name] > 1 else name
        for path, name in zip(paths, map(os.path.basename, paths), strict=True)
    }


# Given plans, linked to problems by file name.


class Given(NamedTuple):
    """Pairs of a problem and a plan, in order and each once, and remarks on repeated plans and on
    files that are not plans."""

    plans: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def plans_for(problems: Sequence[str], paths: Iterable[str]) -> Given:
    """The plans in `paths`, files and folders. `plancore.instances` links plans to problems; a
    single problem has all plans. Raises UserError for a plan that matches no problem or several,
    and for a path that does not exist."""
    others: list[str] = []
    files = [file for path in paths for file in plans_in(_existing(path), others.append)]
    known = ProblemFiles(problems, name_of)
    one = problems[0] if len(problems) == 1 else None
    once = Once()
    named = ((one or _problem_of(plan, known), plan) for plan in files)
    plans = tuple((problem, plan) for problem, plan in named if once.is_new(plan, problem))
    notes = (*once.notes(), *([passed_over(others)] if others else ()))
    return Given(plans, notes)


def problem_among(problems: Sequence[str]) -> Callable[[str], str | None]:
    """A function that links a plan to one of the problems as `plans_for` does; it returns None for
    a plan that matches none or several."""
    if len(problems) == 1:
        return lambda _: problems[0]
    known = ProblemFiles(problems, name_of)
    return lambda plan: known.problem_of(plan).file


def problem_among_or(problems: Sequence[str], otherwise: str) -> Callable[[str], str]:
    """As `problem_among`, but a plan that matches no problem is for `otherwise`, one of the
    problems. The function raises UserError for a plan that matches several others."""
    known = ProblemFiles(problems, name_of)

    def problem_of(plan: str) -> str:
        found = known.problem_of(plan)
        if found.file is None and found.rivals and otherwise not in found.rivals:
            raise _unsure(plan, found.rivals)
        return found.file or otherwise

    return problem_of


def _existing(path: str) -> str:
    # Report a misspelt path as such, not as a plan without a problem.
    try:
        os.stat(path)
    except OSError as error:
        raise FileError("read", path, reason_of(error)) from None
    return path


def _problem_of(plan: str, problems: ProblemFiles) -> str:
    found = problems.problem_of(plan)
    if found.file is not None:
        return found.file
    if found.rivals:
        raise _unsure(plan, found.rivals)
    raise UserError(f"no problem found for {plan} by its name: {found.reason}")


def _unsure(plan: str, rivals: Sequence[str]) -> UserError:
    return UserError(f"ambiguous problem of {plan}: {rivals[0]} or {rivals[1]}")
