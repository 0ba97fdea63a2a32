"""Units done, in whatever process: the only part of a run that its workers need."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from plancore.report.lines import visible
from plancore.stop import NEVER, Checkpoint, StoppedError
from planeval.work.digests import digest_of
from planeval.work.row import Answer, State
from planeval.work.unit import Task
from planfiles.trouble import Trouble
from planfiles.workers import LOST

MESSAGE: Final = 0.1
"""Seconds that one message of work should take: so long that messages cost next to nothing, so
short that their rows are kept soon."""


def execute_some(tasks: Sequence[Task], seconds: float = MESSAGE) -> list[Answer]:
    """What comes of the first of `tasks`, and of those after it until the time is up. The others
    are for somebody else."""
    answers: list[Answer] = []
    end = time.monotonic() + seconds
    for task in tasks:
        answers.append(execute(task))
        if time.monotonic() >= end:
            break
    return answers


def execute(task: Task, checkpoint: Checkpoint = NEVER) -> Answer:
    """What comes of one unit. Whatever its work raises is the reason of a row, but for
    StoppedError, which `checkpoint` raises."""
    began = time.monotonic()
    try:
        answer = _worked(task, checkpoint)
    except StoppedError:
        raise
    except Trouble as trouble:
        answer = Answer(State.FAILED, trouble.message)
    except (Exception, SystemExit) as error:
        reason = visible(f"internal error ({type(error).__name__}: {error})")
        answer = Answer(State.FAILED, reason)
    return answer._replace(seconds=time.monotonic() - began)


def lost(_: Task) -> Answer:
    """What is said of a unit whose worker was killed."""
    return Answer(State.LOST, LOST)


def _worked(task: Task, checkpoint: Checkpoint) -> Answer:
    module = import_module(task.kind.module)
    if task.kind != module.KIND:
        raise Trouble(
            f"the worker has another version of {task.kind.name!r}: "
            f"{module.KIND.version}, not {task.kind.version}"
        )
    for path, digest in task.files.values():
        if digest_of(path) != digest:
            raise Trouble(f"{path} is not what it was when the run began, or not here")
    paths = {use: path for use, (path, _) in task.files.items()}
    value = module.work(task.arguments, paths, checkpoint)
    if not isinstance(value, dict):
        raise TypeError(f"a row is an object of JSON, not {type(value).__name__}")
    label = value.get("class")
    text = json.dumps(value, separators=(",", ":"))
    return Answer(State.DONE, text, label if isinstance(label, str) else "")
