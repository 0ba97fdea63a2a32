"""Which learned domains are to be measured, against which references, on which trajectories."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from plancore.report.lines import visible
from planfiles.lists import Fields, read_list
from planfiles.pairs import pairs_below
from planfiles.trouble import Trouble

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


def _below(folder: str) -> Iterator[FilePair]:
    for pair, base in pairs_below(folder):
        states = sorted(name for name in os.listdir(base) if name.endswith(_STATES))
        assert pair.learned is not None
        assert pair.reference is not None
        trajectories = tuple(os.path.join(base, name) for name in states)
        yield FilePair(pair.name, pair.learned, pair.reference, trajectories)


def _listed(path: str) -> Iterator[FilePair]:
    base = os.path.dirname(path)
    for where, paths in read_list(path, _FIELDS):
        if len(paths) < 2 or not all(paths):
            raise Trouble(f"{where}: {_FIELDS.needed} are needed")
        learned, reference, *states = (os.path.join(base, file) for file in paths)
        yield FilePair(visible(paths[0]), learned, reference, tuple(states))
