"""A call of a function as a run of the command that does the same.

Arguments are checked as the command checks its options, and so are refused in the same words; but
no text is split at blanks, and a name may begin with a dash.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, TypeAlias

from planeval.api.result import R, Result
from planeval.outcome import Outcome
from planfiles.files import STDIN
from planfiles.progress import Progress
from planfiles.trouble import Trouble


class Declares(Protocol):
    """A command, as far as it says what it takes."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare its arguments."""


_SEVERAL: Final = ("+", "*")


def options_of(command: Declares, given: Mapping[str, object]) -> argparse.Namespace:
    """The options of `command` with `given` values, by the names that it has for them; None stands
    for what it takes by itself. Raises Trouble for a value that the command does not take, and
    TypeError for one of a type that no argument has."""
    parser = argparse.ArgumentParser(add_help=False)
    command.add_arguments(parser)
    options = argparse.Namespace()
    # What a parser was told can be had in no other way.
    for action in parser._actions:
        value = given.get(action.dest)
        setattr(options, action.dest, action.default if value is None else _taken(action, value))
    for group in parser._mutually_exclusive_groups:
        named = [action.dest for action in group._group_actions if given.get(action.dest)]
        if len(named) > 1:
            raise Trouble(f"{named[1]}: not allowed with {named[0]}")
    return options


def _taken(action: argparse.Action, value: object) -> object:
    if action.nargs == 0:
        return bool(value)
    if action.nargs in _SEVERAL or isinstance(action.default, list):
        several = [value] if isinstance(value, str | os.PathLike) else value
        if not isinstance(several, Iterable):
            raise TypeError(f"{action.dest}: {value!r} is neither one nor several")
        return [_one(action, each) for each in several]
    return _one(action, value)


def _one(action: argparse.Action, value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float | os.PathLike):
        raise TypeError(f"{action.dest}: {value!r} is no text, path or number")
    text = os.fsdecode(value) if isinstance(value, os.PathLike) else str(value)
    if text == STDIN:
        raise Trouble(f"{action.dest}: a function reads no standard input")
    try:
        taken = action.type(text) if callable(action.type) else text
    except (argparse.ArgumentTypeError, ValueError) as error:
        raise Trouble(f"{action.dest}: {error}") from None
    if action.choices is not None and taken not in action.choices:
        known = ", ".join(map(str, action.choices))
        raise Trouble(f"{action.dest}: {text!r} is none of {known}")
    return taken


Watch: TypeAlias = Callable[[str, int, int], object]
"""Called with what is being done, how much is done, and how much there is, 0 where that is not
known. It may be called often, so it should be quick; what it raises ends the work."""


def progress_of(watch: bool | Watch) -> Progress:
    """What tells `watch`; True stands for a line on standard error, False for nobody."""
    if callable(watch):
        return _WatchedProgress(watch)
    return Progress(is_shown=watch)


class _WatchedProgress(Progress):
    def __init__(self, watch: Watch) -> None:
        super().__init__(is_shown=False)
        self._watch = watch

    def advance(self, count: int = 1) -> None:
        """Count, and tell."""
        super().advance(count)
        self._watch(self._verb, self._done, self._total)

    def waiting(self, what: str, seconds: float, reached: str = "") -> None:
        """Tell that it is no further, which may end the work."""
        super().waiting(what, seconds, reached)
        self._watch(self._verb, self._done, self._total)

    def checkpoint(self, done: int = 0, stage: str = "", /) -> None:
        """Tell, which may end the work."""
        self._watch(stage, done, 0)


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
