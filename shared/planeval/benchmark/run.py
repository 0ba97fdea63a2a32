"""Benchmarks: the units of a plan, the report made from their rows, and saved learned domains.

Learned domains are saved in a folder that `planeval domains`, `planeval solve` and `plandiff` read.
FOLDER/LEARNER-noiseP/DOMAIN/foldK/, or foldK/ofN/ if learned from N of the trajectories, has
`learned.pddl`, `reference.pddl`, the held-out trajectories `test.trajectories/1 …`, their problems
`problems/NAME.pddl`, and `codec.json` if the learner wrote one. So all scores can be recomputed.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

from plancore.jsonable import Json
from plancore.notation.trajectories.reader import write_trajectory
from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, LearnerInfo, Planned
from plancore.snapshot import FileSnapshot
from planeval.benchmark import planning
from planeval.benchmark.observed import Making, length_of, source_of
from planeval.benchmark.solved import Solvers
from planeval.benchmark.solving import Solver
from planeval.benchmark.task import Fold, LearningTask, SplitMethod, task_of
from planeval.benchmark.unit import KIND, arguments, attempts_in
from planeval.learners.description import Learner, LearnerVocabulary
from planeval.programs.bounds import Bounds
from planeval.programs.command import files_of
from planeval.suite.entry import Exercise, SuiteEntry
from planeval.work.manifest import Manifest, machine
from planeval.work.run import StoredRun
from planeval.work.unit import Unit, UnitRow, UnitState, each_for
from planfiles.bounded.limits import MIB, enforced
from planfiles.command import Progress
from planfiles.errors import FileError, UserError, reason_of
from planfiles.version import __version__
from planfiles.writing import make_folder, write_text

WHOLE: Final = "whole"
"""The `length` of trajectories without a maximum."""
_ALIGNED: Final = "literal scores under the inferred name mapping"


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """The plan of a benchmark: every learner on every fold of every domain at each rate of
    noise."""

    suite: str
    entries: Sequence[SuiteEntry]
    learners: Sequence[Learner]
    noises: Sequence[float]
    making: Making
    splitting: SplitMethod
    bounds: Bounds
    solver: Solver | None = None
    """Solves held-out problems."""
    with_references: bool = True
    """Whether held-out problems are also solved with the references."""
    planning: Solver | None = None
    """Finds missing plans for trajectories along plans."""
    planned: Sequence[Planned] = ()
    """The outcomes of `planning`, once known."""
    like_amlgym: bool = False
    """Whether scores by AMLGym's conventions are added."""

    @property
    def lacks_plans(self) -> bool:
        """Whether plans still have to be found."""
        return self.planning is not None and not self.planned

    def check(self) -> None:
        """Raise UserError, before any work, for a domain with too few trajectories."""
        for entry in self.entries:
            if self.lacks_plans:
                # If fewer plans are found, only this domain fails.
                count = len(entry.exercises)
            else:
                count = len(task_of(entry, self.making).trajectories)
            try:
                self.splitting.of(count, self.making.seed)
            except ValueError as error:
                raise UserError(f"{entry.name}: {error}") from None

    def with_plans(self, run: StoredRun, progress: Progress) -> BenchmarkPlan:
        """Find missing plans in a stage of `run`, and return the plan with them. Raises as
        `StoredRun.rows` does."""
        if self.planning is None:
            return self
        units = planning.units(self.entries, self.planning)
        progress.begin("planning", len(units))
        rows = run.rows(units, progress)
        entries, planned = planning.with_plans(self.entries, rows, self.planning.planner.name)
        return replace(self, entries=entries, planned=planned)

    def jobs(self) -> Iterator[tuple[Learner, SuiteEntry, float, tuple[int, ...]]]:
        """The learner, domain, noise and folds of each unit. Folds are indices into the lessons of
        `splitting`: all of a domain if the learner supports that, else one. Units of the same
        domain are adjacent."""
        folds = tuple(range(self.splitting.n_lessons))
        for entry in self.entries:
            for learner in self.learners:
                groups = [folds] if learner.takes_jobs else [(fold,) for fold in folds]
                for noise in self.noises:
                    for group in groups:
                        yield learner, entry, noise, group

    def units(self) -> list[Unit]:
        """The units, in the order of `jobs`."""
        return [
            Unit(
                KIND,
                arguments(
                    learner,
                    entry,
                    noise,
                    folds,
                    self.making,
                    self.splitting,
                    self.bounds,
                    like_amlgym=self.like_amlgym,
                ),
                # The contents of the user's files in a command decide its result. An installed
                # learner has its version instead, and placeholders such as `{python}` for paths.
                each_for("learner", files_of(learner.command)),
                name=f"{learner.name} {entry.name} noise {noise:g} {self._folds(folds)}",
            )
            for learner, entry, noise, folds in self.jobs()
        ]

    @property
    def manifest(self) -> Manifest:
        """The manifest of a run."""
        solvers = [each for each in (self.solver, self.planning) if each is not None]
        return Manifest(
            "planeval benchmark",
            limits=self.limits,
            tools={each.name: each.version for each in self.learners}
            | {each.planner.name: each.planner.version for each in solvers},
            seeds={"seed": self.making.seed},
            settings=self.settings,
        )

    @property
    def limits(self) -> Json:
        """The limits of a learner per fold and of a planner per problem, in seconds and bytes, and
        which of them are enforced on this system."""
        solver = self.solver or self.planning
        return {
            "time": self.bounds.wall,
            "memory": self.bounds.memory * MIB,
            "planner_time": None if solver is None else solver.time,
            "enforced": enforced(),
        }

    @property
    def settings(self) -> Json:
        """Everything needed to repeat the benchmark, except learners and limits."""
        return {
            "suite": self.suite,
            "source": {each.name: source_of(each, self.making).value for each in self.entries},
            "trajectories": self.making.count,
            "length": {each.name: length_of(each, self.making) or WHOLE for each in self.entries},
            "seed": self.making.seed,
            "folds": self.splitting.folds,
            "test_share": self.splitting.test_share,
            "sizes": list(self.splitting.sizes),
            "amlgym": self.like_amlgym,
            "test_states": self.splitting.is_tested_apart,
            "planner": _name(self.solver),
            "with_references": self.solver is not None and self.with_references,
            "plans_by": _name(self.planning),
        }

    def attempts(self, rows: Iterable[UnitRow]) -> list[BenchmarkAttempt]:
        """The attempts in the rows of all units, in their order."""
        attempts: list[BenchmarkAttempt] = []
        for (learner, entry, noise, folds), row in zip(self.jobs(), rows, strict=True):
            if row.state is UnitState.DONE:
                attempts += attempts_in(row.value)
            else:
                attempts += (
                    BenchmarkAttempt(
                        learner.name,
                        entry.name,
                        noise,
                        self._number(at),
                        str(row.state),
                        row.reason,
                        {},
                        trajectories=self._size(at),
                    )
                    for at in folds
                )
        return attempts

    def solved(
        self, attempts: list[BenchmarkAttempt], run: StoredRun, progress: Progress
    ) -> list[BenchmarkAttempt]:
        """Solve held-out problems in stages of `run`, if there is a solver, and add the results to
        the attempts. Raises as `StoredRun.rows` does."""
        if self.solver is None:
            return attempts
        solvers = Solvers(
            {entry.name: entry for entry in self.entries},
            self.making,
            self.splitting,
            self.solver,
            self.with_references,
            frozenset(
                each.name for each in self.learners if each.vocabulary is LearnerVocabulary.OWN
            ),
        )
        return solvers.solved(attempts, run, progress)

    def without_problems(self) -> list[str]:
        """The domains in which the solver has nothing to solve: the problems of their trajectories
        are unknown."""
        if self.solver is None:
            return []
        return [each.name for each in self.entries if self._has_no_problems(each)]

    def _has_no_problems(self, entry: SuiteEntry) -> bool:
        try:
            return not task_of(entry, self.making).problems
        except UserError:
            return False  # It has no trajectories, and its folds say why.

    def report(self, attempts: Iterable[BenchmarkAttempt]) -> Benchmark:
        """The report of all attempts."""
        return Benchmark(
            tuple(_info(each, self._with_numbers()) for each in self.learners),
            tuple(entry.name for entry in self.entries),
            tuple(self.noises),
            tuple(attempts),
            self.settings,
            tuple(self.planned),
            self.limits,
            {**machine(), "python": platform.python_version()},
            __version__,
            self.splitting.sizes,
        )

    def _with_numbers(self) -> list[str]:
        """The domains that have numeric fluents, other than costs."""
        domains = [(each.name, FileSnapshot.of(each.domain).domain) for each in self.entries]
        return [
            name
            for name, domain in domains
            if domain and any(each.name != "total-cost" for each in domain.functions)
        ]

    def _number(self, at: int) -> int:
        """The number, from 1, of the fold of a lesson of `splitting`."""
        return at // max(len(self.splitting.sizes), 1) + 1

    def _size(self, at: int) -> int | None:
        """The number of trajectories of a lesson, if there are several sizes."""
        sizes = self.splitting.sizes
        return sizes[at % len(sizes)] if sizes else None

    def _folds(self, places: Sequence[int]) -> str:
        """A description of lessons for the name of a unit."""
        first, last = self._number(places[0]), self._number(places[-1])
        size = self._size(places[0])
        if len(places) == 1 and size is not None:
            return f"fold {first} of {size}"
        return f"fold {first}" if first == last else f"folds {first} to {last}"


def _name(solver: Solver | None) -> str | None:
    """The planner with its version; some versions, as printed by programs, begin with the name."""
    if solver is None:
        return None
    name, version = solver.planner.name, solver.planner.version
    return version if version.split()[:1] == [name] else f"{name} {version}".rstrip()


def _info(learner: Learner, with_numbers: Sequence[str]) -> LearnerInfo:
    remarks = [_ALIGNED] if learner.vocabulary is LearnerVocabulary.OWN else []
    if with_numbers and not learner.takes_numbers:
        remarks.append(f"learned without the numbers of {', '.join(with_numbers)}")
    return LearnerInfo(learner.name, learner.version, "; ".join(remarks))


_UNFIT: Final = re.compile(r"[^\w.+-]+")


class Saved(NamedTuple):
    """The number of learned domains written, and of unreadable outputs written."""

    learned: int
    unreadable: int


def refuse_full(folder: str) -> None:
    """Raise UserError, before any work, if the folder is not empty: its files may be of another
    run, and would be mixed with those of this one."""
    try:
        with os.scandir(folder) as inside:
            is_full = any(inside)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise UserError(f"--save-learned: {folder} is not a directory") from None
    except OSError as error:
        raise FileError("write", folder, reason_of(error)) from None
    if is_full:
        raise UserError(
            f"--save-learned: {folder} is not empty; name a new directory, or remove it"
        )


def save_learned(folder: str, report: Benchmark, plan: BenchmarkPlan) -> Saved:
    """Write every output of a learner, readable or not, with its test data. Raises UserError."""
    entries = {entry.name: entry for entry in plan.entries}
    written = [attempt for attempt in report.attempts if attempt.learned is not None]
    for attempt in written:
        task = task_of(entries[attempt.domain], plan.making)
        noise = f"-noise{attempt.noise:g}" if attempt.noise else ""
        parts: tuple[str, ...] = (attempt.learner + noise, attempt.domain, f"fold{attempt.fold}")
        fold = plan.splitting.fold(
            len(task.trajectories), plan.making.seed, attempt.fold, attempt.trajectories
        )
        if plan.splitting.sizes:
            parts = (*parts, f"of{attempt.trajectories}")
        _save(Path(folder, *map(_fit, parts)), attempt, task, fold)
    n_learned = sum(attempt.has_learned for attempt in written)
    return Saved(n_learned, len(written) - n_learned)


def _save(here: Path, attempt: BenchmarkAttempt, task: LearningTask, fold: Fold) -> None:
    _write(here / "learned.pddl", attempt.learned or "")
    _write(here / "reference.pddl", task.reference.text)
    for number in fold.test:
        text = write_trajectory(task.trajectories[number])
        _write(here / "test.trajectories" / str(number + 1), text)
    for path, problem in _problem_files(task.held_out(fold)):
        _write(here / "problems" / path, problem)
    if attempt.codec is not None:
        _write(here / "codec.json", attempt.codec)


def _problem_files(exercises: Sequence[Exercise]) -> Iterator[tuple[Path, str]]:
    """Problems with the paths to write them to, all different."""
    taken: set[Path] = set()
    for exercise in exercises:
        whole = Path(*map(_fit, exercise.name.split("/")))
        names = (f"{whole.name}{again}.pddl" for again in chain([""], map("-{}".format, count(2))))
        path = next(path for name in names if (path := whole.with_name(name)) not in taken)
        taken.add(path)
        yield path, exercise.problem


def _fit(name: str) -> str:
    """Replace characters that file names cannot have on all systems."""
    return _UNFIT.sub("_", name).lstrip(".") or "_"


def _write(path: Path, text: str) -> None:
    make_folder(path.parent)
    write_text(path, text)
