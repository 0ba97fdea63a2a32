"""Which learned domains are to be measured, against which references, on which trajectories."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from plancore.report.lines import visible
from planfiles.files import read_text
from planfiles.trouble import Trouble

LEARNED: Final = "learned.pddl"
REFERENCE: Final = "reference.pddl"
_STATES: Final = (".trajectories", ".trajectory")


class Pair(NamedTuple):
    """Two domain files and trajectories, files or folders; `name` is what reports call it."""

    name: str
    learned: str
    reference: str
    states: tuple[str, ...] = ()


def find_pairs(folders: Sequence[str], lists: Sequence[str] = ()) -> list[Pair]:
    """The pairs in folders below `folders` (learned.pddl, reference.pddl), then those of `lists`.

    Trajectories belong to the pair when they stand beside it, in folders called `*.trajectories`
    or files called `*.trajectory`. Raises Trouble for a folder without pairs.
    """
    pairs = [pair for folder in folders for pair in _below(folder)]
    pairs += [pair for path in lists for pair in _listed(path)]
    if not pairs:
        raise Trouble("a folder or --pairs is needed (see planeval domains --help)")
    return list(dict.fromkeys(pairs))


def _below(folder: str) -> list[Pair]:
    if not os.path.isdir(folder):
        raise Trouble(f"{folder}: no such folder")
    pairs = []
    for base, folders, files in os.walk(folder):
        folders.sort()
        if LEARNED in files and REFERENCE in files:
            states = [name for name in (*folders, *files) if name.endswith(_STATES)]
            name = visible(os.path.relpath(base, folder))
            pairs.append(
                Pair(
                    visible(os.path.basename(os.path.abspath(base))) if name == os.curdir else name,
                    os.path.join(base, LEARNED),
                    os.path.join(base, REFERENCE),
                    tuple(os.path.join(base, name) for name in sorted(states)),
                )
            )
    if not pairs:
        raise Trouble(f"{folder}: no {LEARNED} with a {REFERENCE} below it")
    return pairs


def _listed(path: str) -> Iterator[Pair]:
    """A list: JSON, or for each pair a line of learned domain, reference and trajectories."""
    text = read_text(path)
    base = os.path.dirname(path)
    rows = _json_rows(text, path) if text.lstrip()[:1] in ("{", "[") else _plain_rows(text, path)
    for learned, reference, *states in rows:
        paths = [os.path.join(base, file) for file in (learned, reference, *states)]
        yield Pair(visible(learned), paths[0], paths[1], tuple(paths[2:]))


def _plain_rows(text: str, path: str) -> Iterator[list[str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{path}:{number}"
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise Trouble(f"{where}: {error}") from None
        if len(words) == 1:
            raise Trouble(f"{where}: a learned domain and a reference are needed")
        if words:
            yield words


def _json_rows(text: str, path: str) -> Iterator[list[str]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{path}: not JSON ({error})") from None
    for number, row in enumerate(data if isinstance(data, list) else [data], start=1):
        entry = row if isinstance(row, dict) else {}
        states = entry.get("states", [])
        named = [entry.get("learned"), entry.get("reference"), *_as_list(states)]
        words = [word for word in named if isinstance(word, str) and word]
        if len(words) < len(named):
            raise Trouble(f"{path}: pair {number}: `learned` and `reference` are needed")
        yield words


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
