"""Run a learner on the folds of one domain: write its input, run its command, read the domains.

A learner may report on a fold in `OUTPUT.json` next to its output (`LearnerReport`). Every field is
optional; invalid fields are ignored with a remark.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from plancore.decoding import decode_partly
from plancore.json_toml import DocumentError, json_value
from plancore.notation.trajectories.reader import write_trajectory
from plancore.stop import NEVER, Checkpoint
from planeval.learners.description import OURS, Learner, LearnerCost, LearnerOutcome, Lesson, Taught
from planeval.learners.naming import environment_of
from planfiles.bounded.limits import End, Limits, RunEnd, limit_in_words, tail
from planfiles.bounded.running import refuse_short_of_room, relative_to_folder, run
from planfiles.errors import MachineError, UserError
from planfiles.files import read_text

_ADAPTERS: Final = Path(__file__).parent / "adapters"
_LONGEST: Final = 300


def teach(
    learner: Learner,
    domain: str,
    lessons: Sequence[Lesson],
    folder: Path,
    limits: Limits,
    checkpoint: Checkpoint = NEVER,
) -> list[Taught]:
    """Run `learner` on each lesson in `folder`, an empty temporary one. `domain` is the PDDL text
    that it gets, and `limits.wall` is per fold. Raises UserError if its command cannot be started,
    and the exceptions of `checkpoint`."""
    inputs = folder / "input"
    inputs.mkdir()
    (inputs / "domain.pddl").write_text(domain, encoding="utf-8")
    jobs = [
        {**_job(inputs, number, lesson, learner), "time": limits.wall}
        for number, lesson in enumerate(lessons)
    ]
    if not learner.takes_jobs:
        alone = [_alone(learner, job, folder, limits, checkpoint) for job in jobs]
        return [_reproducible(each, folder) for each in alone]
    together = _together(learner, jobs, folder, limits, checkpoint)
    return [_reproducible(each, folder) for each in together]


def _together(
    learner: Learner,
    jobs: Sequence[dict[str, Any]],
    whole: Path,
    limits: Limits,
    checkpoint: Checkpoint,
) -> list[Taught]:
    """Call the learner once for all folds. If the call fails or is stopped, each unfinished fold is
    tried again in a call of its own with the limits of one fold, so no fold fails because of
    another. The exception is the first fold if it was running: it had the call to itself. All calls
    together take at most twice the time of the folds."""
    most = replace(limits, wall=limits.wall * len(jobs))
    ended = _call_for(learner, jobs, whole / "run", whole, most, checkpoint)
    shared = LearnerCost(ended.wall, ended.cpu, ended.memory or None, len(jobs))
    taught = [_taught(job, ended, most, shared) for job in jobs]
    if _is_well(ended):
        return taught
    for number, job in enumerate(jobs):
        if _done(job, ended, shared) is None and (number > 0 or _has_reported(job)):
            again = _anew(job)
            here = whole / f"run{number}"
            alone = _call_for(learner, [again], here, whole, limits, checkpoint)
            taught[number] = _taught(again, alone, limits, _with_share(shared, alone))
    return taught


def _with_share(shared: LearnerCost, alone: RunEnd) -> LearnerCost:
    """The cost of a fold's own call, plus its share of the shared call before."""
    return LearnerCost(
        alone.wall + shared.wall / shared.folds,
        alone.cpu + shared.cpu / shared.folds,
        alone.memory or None,
        1,
    )


def _call_for(
    learner: Learner,
    jobs: Sequence[dict[str, Any]],
    here: Path,
    whole: Path,
    limits: Limits,
    checkpoint: Checkpoint,
) -> RunEnd:
    """Call the command for several folds, in the new folder `here`."""
    here.mkdir()
    listed = whole / "input" / f"{here.name}.json"
    listed.write_text(json.dumps(jobs), encoding="utf-8")
    values = {**_places(learner), "jobs": str(listed)}
    return _call(learner, values, here, whole, limits, checkpoint)


def _anew(job: dict[str, Any]) -> dict[str, Any]:
    """The same fold with a new output and folder, so nothing of the failed call is used."""
    here = Path(job["output"]).parent / "again"
    (here / "work").mkdir(parents=True)
    return {**job, "output": str(here / "learned.pddl"), "folder": str(here / "work")}


def _reproducible(taught: Taught, folder: Path) -> Taught:
    """Make paths relative to `folder`, a temporary one, so that all runs report the same."""
    answer = (
        None if text is None else relative_to_folder(text, folder, {})[:_LONGEST]
        for text in (taught.reason, taught.remark)
    )
    reason, remark = answer
    return replace(taught, reason=reason, remark=remark)


def _alone(
    learner: Learner, job: dict[str, Any], whole: Path, limits: Limits, checkpoint: Checkpoint
) -> Taught:
    """Call the command for one fold."""
    values = {
        **_places(learner),
        "domain": job["domain"],
        "trajectories": os.path.dirname(job["trajectories"][0]),
        "problems": os.path.dirname(job["problems"][0]),
        "output": job["output"],
        "noise": str(job["noise"]),
        "seed": str(job["seed"]),
    }
    ended = _call(learner, values, Path(job["folder"]), whole, limits, checkpoint)
    cost = LearnerCost(ended.wall, ended.cpu, ended.memory or None, 1)
    # The call was for this fold only, so if it failed, the fold failed, whatever it has written.
    return _taught(job, ended, limits, cost) if _is_well(ended) else _ended(ended, limits, cost)


def _job(inputs: Path, number: int, lesson: Lesson, learner: Learner) -> dict[str, Any]:
    """Write the input files of one fold. AMLGym's ROSAME depends on their names."""
    here = inputs / f"fold{number}"
    trajectories, problems, work = here / "trajectories", here / "problems", here / "work"
    for each in (trajectories, problems, work):
        each.mkdir(parents=True)
    seen, objects = [], []
    for k, (trajectory, problem) in enumerate(
        zip(lesson.trajectories, lesson.problems, strict=True)
    ):
        seen.append(trajectories / f"{k}_traj")
        seen[k].write_text(write_trajectory(trajectory, learner.notation), encoding="utf-8")
        objects.append(problems / f"{k}_prob.pddl")
        objects[k].write_text(problem, encoding="utf-8")
    return {
        "domain": str(inputs / "domain.pddl"),
        "trajectories": list(map(str, seen)),
        "problems": list(map(str, objects)),
        "output": str(here / "learned.pddl"),
        "noise": lesson.noise,
        "seed": lesson.seed,
        "folder": str(work),
    }


def _places(learner: Learner) -> dict[str, str]:
    python = sys.executable
    if learner.environment not in ("", OURS):
        python = str(environment_of(learner.environment).python)
    return {"python": python, "adapters": str(_ADAPTERS)}


def _call(
    learner: Learner,
    values: dict[str, str],
    folder: Path,
    whole: Path,
    limits: Limits,
    checkpoint: Checkpoint,
) -> RunEnd:
    """Run the command in `folder`, which is below `whole`, the temporary one."""
    # Sets of strings have the same order in every run, and threads of libraries do not compete with
    # other learners.
    settled = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
    if not learner.is_ours:
        # Write no bytecode next to the adapters; that of built-in learners is used again.
        settled["PYTHONDONTWRITEBYTECODE"] = "1"
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    try:
        ended = run(
            learner.filled(values),
            folder,
            limits,
            checkpoint,
            environment=environment | settled,
            temporary=whole,
        )
        refuse_short_of_room(ended)
    except UserError as error:
        # Keep the type: a MachineError is not a failure of the learner.
        kind = MachineError if isinstance(error, MachineError) else UserError
        raise kind(f"{learner.name}: {error.message}") from None
    return ended


def _is_well(ended: RunEnd) -> bool:
    """Whether the process has exited with status 0."""
    return ended.by is End.EXITED and not ended.code and not ended.signal


def _done(job: dict[str, Any], ended: RunEnd, cost: LearnerCost) -> Taught | None:
    """The result of a finished fold; None for an unfinished one. If the call failed, the finished
    folds are those with an `OUTPUT.json`: other output may be incomplete. If it wrote too much,
    none is: the limit is noticed late, so the fold at fault would differ from run to run."""
    is_done = _is_well(ended) or (_has_reported(job) and ended.by not in (End.OUTPUT, End.FILES))
    return _answer(job, cost) if is_done else None


def _has_reported(job: dict[str, Any]) -> bool:
    """Whether the learner has reported that a fold is done."""
    return Path(f"{job['output']}.json").is_file()


def _answer(job: dict[str, Any], cost: LearnerCost) -> Taught | None:
    """The result of a fold in the learner's files: its error or its domain; None without either."""
    output = Path(job["output"])
    report, remark = report_in(Path(f"{output}.json"))
    text = codec = None
    reason = report.error
    try:
        text, codec = (_text(path) for path in (output, Path(f"{output}.codec.json")))
    except UserError as error:
        reason = error.message
    if reason is not None:
        outcome = LearnerOutcome.FAILED if report.kind is None else LearnerOutcome.TIMEOUT
        return Taught(outcome, None, reason, cost, remark=remark)
    if text is not None and text.strip():
        times = report.wall, report.cpu
        return Taught(LearnerOutcome.LEARNED, text, None, cost, *times, codec, remark)
    return None


def _taught(job: dict[str, Any], ended: RunEnd, limits: Limits, cost: LearnerCost) -> Taught:
    """The result of a fold: the learner's own, or else the one that follows from how it ended."""
    done = _done(job, ended, cost)
    if done is not None:
        return done
    _, remark = report_in(Path(f"{job['output']}.json"))
    return replace(_ended(ended, limits, cost), remark=remark)


def _ended(ended: RunEnd, limits: Limits, cost: LearnerCost) -> Taught:
    """The result of an unfinished fold, from how the process ended."""
    outcomes = {
        End.WALL: LearnerOutcome.TIMEOUT,
        End.MEMORY: LearnerOutcome.MEMOUT,
        End.OUTPUT: LearnerOutcome.OUTPUT,
        End.FILES: LearnerOutcome.OUTPUT,
    }
    if ended.by is not End.EXITED:
        outcome = outcomes.get(ended.by, LearnerOutcome.FAILED)
        why = limit_in_words(ended.by, limits)
        if ended.by is End.WALL and cost.folds > 1:
            why = f"{why} for {cost.folds} folds"
        return Taught(outcome, None, why, cost)
    if ended.code:
        return Taught(LearnerOutcome.FAILED, None, _last_words(ended), cost)
    if ended.signal:
        return Taught(LearnerOutcome.FAILED, None, f"ended by signal {ended.signal}", cost)
    return Taught(
        LearnerOutcome.NOTHING, None, "exited successfully without writing a domain", cost
    )


def _last_words(ended: RunEnd) -> str:
    """The exit status and the last line of standard error, or else of standard output."""
    for path in (ended.stderr, ended.stdout):
        output = tail(path).strip().splitlines()
        if output:
            return f"exit status {ended.code}: {output[-1].strip()}"
    return f"exit status {ended.code}"


def _text(path: Path) -> str | None:
    """The text of a file; None if it does not exist. Raises UserError."""
    return read_text(path) if path.is_file() else None


_NAME: Final = "OUTPUT.json"

Seconds: TypeAlias = Annotated[
    float, Meta(ge=0, le=sys.float_info.max, description="a number of seconds")
]


class LearnerReport(Struct):
    """The seconds that the learning alone took, or the reason why there is no domain."""

    wall: Seconds | None = None
    cpu: Seconds | None = None
    error: str | None = None
    kind: Literal["timeout"] | None = field(default=None, name="class")


def report_in(path: Path) -> tuple[LearnerReport, str | None]:
    """The report in a file, empty if there is none, and a message on its unusable parts."""
    if not path.exists():
        return LearnerReport(), None
    try:
        said, errors = decode_partly(json_value(read_text(path)), LearnerReport)
    except UserError as trouble:
        return LearnerReport(), f"{_NAME}: {trouble.message}"
    except DocumentError as error:
        return LearnerReport(), error.of(_NAME)
    return said, f"{_NAME}: {'; '.join(map(str, errors))}" if errors else None
