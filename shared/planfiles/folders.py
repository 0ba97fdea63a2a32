"""Which files the paths on a command line mean."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

from planfiles.files import printable

_SUFFIXES: Final = (".pddl", ".hddl", ".ppddl", ".plan", ".soln")
_PLAN_NAME: Final = "sas_plan"


class Inputs(NamedTuple):
    """`paths` in order, each once; `trouble` has a line for each path that gives none."""

    paths: tuple[str, ...]
    trouble: tuple[str, ...]


def collect(paths: Iterable[str]) -> Inputs:
    """Each file as named, and the planning files of each folder, at any depth, in order of names.

    In a folder these are known by their names; hidden folders are left out, links to folders
    are not followed.
    """
    found: dict[str, None] = {}
    trouble: list[str] = []
    for path in paths:
        if not os.path.isdir(path):
            found[path] = None
            continue
        inside = _planning_files(path, trouble)
        if not inside:
            trouble.append(f"no planning files in {printable(path)}")
        found.update(dict.fromkeys(inside))
    return Inputs(tuple(found), tuple(trouble))


def _planning_files(folder: str, trouble: list[str]) -> list[str]:
    found: list[str] = []

    def note(error: OSError) -> None:
        reason = (error.strerror or "unknown").lower()
        trouble.append(f"cannot read {printable(str(error.filename))}: {reason}")

    for parent, folders, names in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            low = name.lower()
            if low.endswith(_SUFFIXES) or low.startswith(_PLAN_NAME):
                found.append(os.path.join(parent, name))
    return found
