"""Suites that stand in folders: the user's own, and the one that AMLGym comes with.

::

    FOLDER/domain.pddl, or FOLDER/NAME/domain.pddl for each NAME; or reference.pddl
        problems below the same folder: any other .pddl file that holds a problem
        plans beside their problems, called as these: p01.plan, p01.soln …
        trajectories: files *.trajectory and folders *.trajectories
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from plancore.snapshot import FileSnapshot
from planeval.suite.entry import Entry, Exercise, Named
from planfiles.files import read_text
from planfiles.folders import files_in, is_plan_name, models_below
from planfiles.trouble import Trouble

_DOMAINS: Final = ("domain.pddl", "reference.pddl")
_TRAJECTORIES: Final = (".trajectory", ".trajectories")
_AMLGYM: Final = ("domains", "problems", "trajectories")


def folder_entries(folder: str) -> list[Entry]:
    """The domains of a suite in `folder`, in order of names. Raises Trouble where there is none,
    and for files that cannot be read."""
    root = Path(folder)
    if not root.is_dir():
        raise Trouble(f"{folder}: no such folder")
    amlgym = next((path for path in (root, root / "benchmarks") if _is_amlgym(path)), None)
    if amlgym is not None:
        return _amlgym_entries(amlgym)
    inside = sorted(path for path in root.iterdir() if path.is_dir())
    entries = [entry for path in (root, *inside) for entry in _entry(path)]
    if not entries:
        raise Trouble(f"{folder}: neither it nor a folder in it has a {' or '.join(_DOMAINS)}")
    return entries


def _entry(folder: Path) -> Iterator[Entry]:
    """The domain that stands in `folder`, if one does."""
    found = next((folder / name for name in _DOMAINS if (folder / name).is_file()), None)
    if found is None:
        return
    problems = [Path(path) for path in models_below(str(folder)) if not _is_domain(path)]
    texts = {path: read_text(path) for path in problems}
    exercises = tuple(
        Exercise(path.stem, text, _plan_beside(path))
        for path, text in texts.items()
        if FileSnapshot.of(text).problem is not None
    )
    named = sorted(path for path in folder.rglob("*") if path.name.endswith(_TRAJECTORIES))
    trajectories = tuple(
        Named(Path(path).name, read_text(path)) for one in named for path in files_in(str(one))
    )
    yield Entry(folder.resolve().name, read_text(found), exercises, trajectories)


def _is_domain(path: str) -> bool:
    name = os.path.basename(path)
    return name in _DOMAINS or name == "learned.pddl"


def _plan_beside(problem: Path) -> str | None:
    """The text of the first plan file beside `problem` that has its name."""
    names = (path for path in sorted(problem.parent.iterdir()) if path.name != problem.name)
    plan = next(
        (p for p in names if is_plan_name(p.name) and p.name.split(".")[0] == problem.stem), None
    )
    return None if plan is None else read_text(plan)


def _is_amlgym(root: Path) -> bool:
    return all((root / name).is_dir() for name in _AMLGYM)


def _amlgym_entries(root: Path) -> list[Entry]:
    """The domains of AMLGym's own layout that have trajectories to learn from."""
    entries = []
    for domain in sorted((root / "domains").glob("*.pddl")):
        problems = _files(root / "problems" / "learning" / domain.stem)
        trajectories = _files(root / "trajectories" / "learning" / domain.stem)
        if trajectories:
            exercises = (Exercise(path.stem, read_text(path)) for path in problems)
            texts = (Named(path.name, read_text(path)) for path in trajectories)
            entries.append(Entry(domain.stem, read_text(domain), tuple(exercises), tuple(texts)))
    return entries


def _files(folder: Path) -> Iterable[Path]:
    found = (path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else ()
    return sorted(found, key=_by_number)


def _by_number(path: Path) -> tuple[int, str]:
    """Numbers before names, so that 10 comes behind 9."""
    head = path.name.split("_")[0]
    return (int(head) if head.isdecimal() else 0, path.name)
