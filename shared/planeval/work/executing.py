"""Units done, in whatever process: the only part of a run that its workers need."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from importlib import import_module
from platform import node
from typing import Final

from plancore.report.lines import visible
from plancore.stop import NEVER, Checkpoint, StoppedError
from planeval.work.digests import why_another
from planeval.work.unit import Answer, State, Task
from planfiles.trouble import MachineTrouble, Trouble
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
    StoppedError, which `checkpoint` raises; what says only what this machine lacks makes it a lost
    one."""
    began = time.monotonic()
    try:
        answer = _done(task, checkpoint)
    except MachineTrouble as trouble:
        answer = Answer(State.LOST, trouble.message)
    return answer._replace(seconds=time.monotonic() - began)


def lost(_: Task) -> Answer:
    """What is said of a unit whose worker was killed."""
    return Answer(State.LOST, LOST)


def _done(task: Task, checkpoint: Checkpoint) -> Answer:
    """What comes of it. Raises MachineTrouble and StoppedError."""
    _refuse_others(task)
    try:
        return _worked(task, checkpoint)
    except (StoppedError, MachineTrouble):
        raise
    except Trouble as trouble:
        reason = trouble.message
    except (Exception, SystemExit) as error:
        reason = visible(f"internal error ({type(error).__name__}: {error})")
    # A file may have gone while it was worked on.
    _refuse_others(task)
    return Answer(State.FAILED, reason)


def _refuse_others(task: Task) -> None:
    """Raise MachineTrouble where a file is here not the one that the unit is about."""
    for path, digest in task.files.values():
        why = why_another(path, digest)
        if why is not None:
            raise MachineTrouble(why)


def _worked(task: Task, checkpoint: Checkpoint) -> Answer:
    module = import_module(task.kind.module)
    if task.kind != module.KIND:
        raise MachineTrouble(
            f"the worker on {node()} has another version of {task.kind.name!r}: "
            f"{module.KIND.version}, not {task.kind.version}"
        )
    paths = {use: path for use, (path, _) in task.files.items()}
    value = module.work(task.arguments, paths, checkpoint)
    if not isinstance(value, dict):
        raise TypeError(f"a row is an object of JSON, not {type(value).__name__}")
    label = value.get("class")
    text = json.dumps(value, separators=(",", ":"))
    return Answer(State.DONE, text, label if isinstance(label, str) else "")
