"""Which learned domains are to be measured, against which references, on which trajectories."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from plancore.report.lines import visible
from planfiles.lists import Fields, read_list
from planfiles.trouble import Trouble

LEARNED: Final = "learned.pddl"
REFERENCE: Final = "reference.pddl"
_STATES: Final = (".trajectories", ".trajectory")
_FIELDS: Final = Fields(
    "pair", "a learned domain and a reference", ("learned", "reference"), ("states",)
)


class FilePair(NamedTuple):
    """Two domain files and trajectories, files or folders; `name` is what reports call it."""

    name: str
    learned: str
    reference: str
    states: tuple[str, ...] = ()


def find_pairs(folders: Sequence[str], lists: Sequence[str] = ()) -> list[FilePair]:
    """The pairs in folders below `folders` (learned.pddl, reference.pddl), then those of `lists`.

    Trajectories belong to the pair when they stand beside it, in folders called `*.trajectories`
    or files called `*.trajectory`. Raises Trouble for a folder without pairs.
    """
    pairs = [pair for folder in folders for pair in _below(folder)]
    pairs += [pair for path in lists for pair in _listed(path)]
    if not pairs:
        raise Trouble("a folder or --pairs is needed (see planeval domains --help)")
    return list(dict.fromkeys(pairs))


def _below(folder: str) -> list[FilePair]:
    if not os.path.isdir(folder):
        raise Trouble(f"{folder}: no such folder")
    pairs = []
    for base, folders, files in os.walk(folder):
        folders.sort()
        if LEARNED in files and REFERENCE in files:
            states = [name for name in (*folders, *files) if name.endswith(_STATES)]
            name = visible(os.path.relpath(base, folder))
            pairs.append(
                FilePair(
                    visible(os.path.basename(os.path.abspath(base))) if name == os.curdir else name,
                    os.path.join(base, LEARNED),
                    os.path.join(base, REFERENCE),
                    tuple(os.path.join(base, name) for name in sorted(states)),
                )
            )
    if not pairs:
        raise Trouble(f"{folder}: no {LEARNED} with a {REFERENCE} below it")
    return pairs


def _listed(path: str) -> Iterator[FilePair]:
    base = os.path.dirname(path)
    for where, paths in read_list(path, _FIELDS):
        if len(paths) < 2 or not all(paths):
            raise Trouble(f"{where}: {_FIELDS.needed} are needed")
        learned, reference, *states = (os.path.join(base, file) for file in paths)
        yield FilePair(visible(paths[0]), learned, reference, tuple(states))
