"""What is to be solved: two domains, problems, planners, plans that are given."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planeval.planners.description import Ready
from planfiles.folders import models_below
from planfiles.models import read_file
from planfiles.trouble import Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Problems are files. `time` is in seconds, `memory` in bytes, for each attempt. `plans` are
    given for the learned domain, `reference_plans` for the reference. `with_reference` says whether
    planners are asked to solve the problems with the reference as well."""

    learned: str
    reference: str
    problems: Sequence[str]
    planners: Sequence[Ready] = ()
    time: float = 60.0
    memory: int | None = None
    plans: Sequence[str] = ()
    reference_plans: Sequence[str] = ()
    mapping: str | None = None
    codec: str | None = None
    with_reference: bool = True


def problems_in(paths: Iterable[str]) -> list[str]:
    """Each file as named, and those below each folder that hold a problem, once. Raises Trouble."""
    found: dict[str, None] = {}
    for path in paths:
        if not os.path.isdir(path):
            read_file(path)
            found[path] = None
            continue
        inside = [file for file in models_below(path) if read_file(file).problem is not None]
        if not inside:
            raise Trouble(f"no problem in {path}")
        found.update(dict.fromkeys(inside))
    return list(found)


def labels_of(paths: Sequence[str]) -> dict[str, str]:
    """What each file is called: by its name, or with its folder where several have one name."""
    counts = Counter(map(os.path.basename, paths))
    return {
        path: os.path.normpath(path) if counts[name] > 1 else name
        for path, name in zip(paths, map(os.path.basename, paths), strict=True)
    }
