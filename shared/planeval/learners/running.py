"""A learner called for the folds of one domain: files written, the command run, domains read.

What a learner says of a fold itself, in `OUTPUT.json` beside its output.

All of it may be absent. What cannot be used is told, and costs the fold nothing else.
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
    """Let `learner` learn each lesson in `folder`, which is empty, only for this and temporary;
    `domain` is the text that it is told. `limits.wall` is for each fold. Raises UserError where its
    command cannot be started, and what `checkpoint` raises."""
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
    """One call for all folds. Where it is ended, or breaks down, with folds undone, each of these
    is tried anew in a call of its own, which has all that a fold may take; but for the first one
    of all, if it was at work then: it has had the call to itself. So no fold is blamed for another
    one, and all of them together take at most twice the time that they have."""
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
    """The cost of a call of its own, with its share of the one before."""
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
    """The command called for these folds in `here`, a folder that is made."""
    here.mkdir()
    listed = whole / "input" / f"{here.name}.json"
    listed.write_text(json.dumps(jobs), encoding="utf-8")
    values = {**_places(learner), "jobs": str(listed)}
    return _call(learner, values, here, whole, limits, checkpoint)


def _anew(job: dict[str, Any]) -> dict[str, Any]:
    """The same fold, with nothing there of what was left undone."""
    here = Path(job["output"]).parent / "again"
    (here / "work").mkdir(parents=True)
    return {**job, "output": str(here / "learned.pddl"), "folder": str(here / "work")}


def _reproducible(taught: Taught, folder: Path) -> Taught:
    """With a reason and a remark that are the same each time: they may be told of files in
    `folder`."""
    answer = (
        None if text is None else relative_to_folder(text, folder, {})[:_LONGEST]
        for text in (taught.reason, taught.remark)
    )
    reason, remark = answer
    return replace(taught, reason=reason, remark=remark)


def _alone(
    learner: Learner, job: dict[str, Any], whole: Path, limits: Limits, checkpoint: Checkpoint
) -> Taught:
    """The command called for one fold only."""
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
    # It was about this fold alone, so one that did not end well has not learned it.
    return _taught(job, ended, limits, cost) if _is_well(ended) else _ended(ended, limits, cost)


def _job(inputs: Path, number: int, lesson: Lesson, learner: Learner) -> dict[str, Any]:
    """The files of one fold. AMLGym's ROSAME finds problems by these very names."""
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
    """The command run in `folder`; `whole` is above it, and temporary."""
    # Whoever hashes texts gets the same order each time; threads of libraries would fight for what
    # other learners run on.
    settled = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
    if not learner.is_ours:
        # Nothing is left beside the scripts of adapters. What ours have compiled is our own.
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
        # Of the kind that it is: what the machine lacks is not the learner's.
        kind = MachineError if isinstance(error, MachineError) else UserError
        raise kind(f"{learner.name}: {error.message}") from None
    return ended


def _is_well(ended: RunEnd) -> bool:
    """Whether it has come to an end of its own, with the exit status 0."""
    return ended.by is End.EXITED and not ended.code and not ended.signal


def _done(job: dict[str, Any], ended: RunEnd, cost: LearnerCost) -> Taught | None:
    """What came of a fold that is done; None of one that is not. Of a call that did not end well
    those are done of which it has said so: what it was writing may be half of it. Where a call has
    written too much none is: who did is not seen at once, so it would be another one each time."""
    is_done = _is_well(ended) or (_has_reported(job) and ended.by not in (End.OUTPUT, End.FILES))
    return _answer(job, cost) if is_done else None


def _has_reported(job: dict[str, Any]) -> bool:
    """Whether it has said that a fold is done."""
    return Path(f"{job['output']}.json").is_file()


def _answer(job: dict[str, Any], cost: LearnerCost) -> Taught | None:
    """What it has said of a fold itself: why there is no domain, else the domain; None where it has
    said neither."""
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
    """What came of a fold: what it said, or else what its end says."""
    done = _done(job, ended, cost)
    if done is not None:
        return done
    _, remark = report_in(Path(f"{job['output']}.json"))
    return replace(_ended(ended, limits, cost), remark=remark)


def _ended(ended: RunEnd, limits: Limits, cost: LearnerCost) -> Taught:
    """What the end of a call says of a fold that it was about."""
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
    """The last line of its errors, or else of its output."""
    for path in (ended.stderr, ended.stdout):
        output = tail(path).strip().splitlines()
        if output:
            return f"exit status {ended.code}: {output[-1].strip()}"
    return f"exit status {ended.code}"


def _text(path: Path) -> str | None:
    """What it has written; None where it has not. Raises UserError."""
    return read_text(path) if path.is_file() else None


_NAME: Final = "OUTPUT.json"

Seconds: TypeAlias = Annotated[
    float, Meta(ge=0, le=sys.float_info.max, description="a number of seconds")
]


class LearnerReport(Struct):
    """The seconds that learning alone took, or why there is no domain."""

    wall: Seconds | None = None
    cpu: Seconds | None = None
    error: str | None = None
    kind: Literal["timeout"] | None = field(default=None, name="class")


def report_in(path: Path) -> tuple[LearnerReport, str | None]:
    """What the file says, nothing where there is none; and in a line what of it cannot be used."""
    if not path.exists():
        return LearnerReport(), None
    try:
        said, errors = decode_partly(json_value(read_text(path)), LearnerReport)
    except UserError as trouble:
        return LearnerReport(), f"{_NAME}: {trouble.message}"
    except DocumentError as error:
        return LearnerReport(), error.of(_NAME)
    return said, f"{_NAME}: {'; '.join(map(str, errors))}" if errors else None
