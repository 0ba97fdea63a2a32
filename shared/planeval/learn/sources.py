"""Which files are learned from, and as what: as trajectories, or as plans.

A file that is named is one or the other. In a folder anything may stand: domains and problems are
those of the plans, and what is neither a trajectory nor a plan is passed over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.kind import TextKind, kind_of_name
from plancore.notation.plans.scan import looks_like_plan
from plancore.notation.trajectories.likeness import looks_like_trajectories
from plancore.stop import Checkpoint
from planfiles.files import read_argument
from planfiles.folders import files_in, plans_below
from planfiles.models import Tell
from planfiles.text import NO_TEXT
from planfiles.trouble import FileTrouble, Trouble

_TRAJECTORY: Final = re.compile(r"[\s\ufeff]*(?:;[^\n]*\n\s*)*(?:[\[{]|\(\s*[:(])")
"""How a file begins that is named and no plan: JSON, `(:trajectory …`, `((:init …`. A plan begins
with an action."""


class Source(NamedTuple):
    """A file to learn from; `is_named` when it was itself, not a folder of it."""

    path: str
    text: str
    is_trajectory: bool
    is_named: bool


def sources(
    paths: Sequence[str], pass_over: Callable[[str], None], tell: Tell, checkpoint: Checkpoint
) -> Iterator[Source]:
    """The files of `paths` and those below folders, in order.

    `pass_over` hears of files of folders that are neither trajectories nor plans, `tell` of those
    that cannot be read. Raises Trouble for a file that is named and cannot be read, or is a domain
    or problem, and for a folder without any file.
    """
    for number, path in enumerate(paths):
        checkpoint(number, "reading")
        if os.path.isdir(path):
            yield from _below(path, pass_over, tell, checkpoint)
            continue
        kind = kind_of_name(path)
        if kind is TextKind.PDDL:
            raise Trouble(f"{path} is a domain or problem, not a trajectory or plan")
        text = read_argument(path)
        is_trajectory = kind is not TextKind.PLAN and bool(_TRAJECTORY.match(text))
        yield Source(path, text, is_trajectory, is_named=True)


def _below(
    folder: str, pass_over: Callable[[str], None], tell: Tell, checkpoint: Checkpoint
) -> Iterator[Source]:
    """The files below a folder: those that begin like trajectories, and the plans, as
    `plans_below` has them: what is not named like a plan only when there is nothing else."""
    others: list[str] = []
    found = False
    for number, path in enumerate(files_in(folder)):
        checkpoint(number, "reading")
        kind = kind_of_name(path)
        text = None if kind is TextKind.PDDL else _text(path, pass_over, tell)
        if text is None:
            continue
        is_plan = kind is TextKind.PLAN
        if is_plan or looks_like_trajectories(text):
            found = True
            yield Source(path, text, not is_plan, is_named=False)
        else:
            others.append(path)
    unnamed = frozenset() if found else frozenset(plans_below(folder))
    for path in others:
        text = _text(path, pass_over, tell) if path in unnamed else ""
        if text and looks_like_plan(text):
            yield Source(path, text, is_trajectory=False, is_named=False)
        elif text is not None:
            pass_over(path)


def _text(path: str, pass_over: Callable[[str], None], tell: Tell) -> str | None:
    """The text of a file of a folder; None where there is none, which is told."""
    try:
        return read_argument(path)
    except FileTrouble as trouble:
        if trouble.reason == NO_TEXT:
            pass_over(path)
        else:
            tell(trouble.message)
        return None
