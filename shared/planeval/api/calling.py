"""A call of a function as a run of the command that does the same."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from planeval.api.keywords import Declares, options_of
from planeval.api.result import R, Result
from planeval.api.watching import Watch, progress_of
from planeval.outcome import Outcome
from planfiles.progress import Progress

PathLike: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = PathLike | Iterable[PathLike]
"""One or several."""

Evaluate: TypeAlias = Callable[[argparse.Namespace, Progress], Outcome[R]]


def evaluated(
    command: Declares, evaluate: Evaluate[R], given: Mapping[str, object], watch: bool | Watch
) -> Result[R]:
    """What `evaluate` of a `command` finds out with the options that are `given`. Raises Trouble,
    and what `watch` raises."""
    return Result.of(outcome_of(command, evaluate, given, watch))


def outcome_of(
    command: Declares, evaluate: Evaluate[R], given: Mapping[str, object], watch: bool | Watch
) -> Outcome[R]:
    """The same, before it is a result."""
    options = options_of(command, given)
    with progress_of(watch) as progress:
        return evaluate(options, progress)
