"""From what a user names to planners that can be run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from planeval.planners.description import Planner, Ready
from planeval.planners.finding import Environment
from planeval.planners.own import from_file, from_line
from planeval.planners.registry import DEFAULT, PLANNERS
from planeval.programs.naming import refuse_taken, unknown
from planeval.programs.presence import runnable
from planeval.programs.version import said_version
from planfiles.extras import installer, quoted
from planfiles.trouble import Trouble

_NAMES: Final = tuple(planner.name for planner in PLANNERS)


def planners_of(names: Sequence[str], tell: Callable[[str], None] | None = None) -> list[Ready]:
    """Each planner that `names` name, once. Raises Trouble for one that is not here; where other
    machines do the work that is told to `tell` instead of a planner of the user's.

    A name is that of a planner that we know, `all` for those of them that are here, `NAME@FOLDER`
    for one in a virtual environment of its own, `NAME: COMMAND` or a file of TOML (`own`).
    """
    found: dict[str, Ready] = {}
    for name in names or (DEFAULT.name,):
        for planner in _planners(name, tell):
            known = found.setdefault(planner.name, planner)
            if known != planner:
                raise Trouble(f"two planners are called {planner.name!r}")
    return list(found.values())


def here(environment: Environment) -> Iterator[tuple[Planner, Ready | None]]:
    """The planners that we know, and what is here of each."""
    for planner in PLANNERS:
        yield planner, planner.ready(environment)


def _planners(name: str, tell: Callable[[str], None] | None) -> list[Ready]:
    line = from_line(name)
    if line is not None:
        return [_own(line, Path(), tell)]
    if name.endswith(".toml"):
        return [_own(planner, Path(name).parent, tell) for planner in from_file(name)]
    ours = Environment.ours()
    if name == "all":
        found = [ready for _, ready in here(ours) if ready is not None]
        if not found:
            raise Trouble(f"no planner is here; for one: {installer()} {DEFAULT.package}")
        return found
    known, at, folder = name.partition("@")
    planner = next((each for each in PLANNERS if each.name == known), None)
    if planner is None:
        raise unknown("planner", known, _NAMES)
    environment = Environment.at(Path(folder)) if at else ours
    if environment is None:
        raise Trouble(f"{folder}: there is no virtual environment")
    ready = planner.ready(environment)
    if ready is None:
        others = ", ".join(each.name for each, ready in here(ours) if ready is not None)
        also = f" (here: {others})" if others else ""
        pip = f"{quoted(environment.python)} -m pip install" if at else installer()
        caution = f" ({planner.caution})" if planner.caution else ""
        raise Trouble(f"{known} is not here{also}; to install it{caution}: {pip} {planner.package}")
    return [ready]


def _own(planner: Ready, folder: Path, tell: Callable[[str], None] | None) -> Ready:
    """A planner of the user's that can be started, with its version: or else every attempt would
    fail. Raises Trouble."""
    refuse_taken("planner", planner.name, (*_NAMES, "all"))
    command = runnable(planner.name, planner.command, folder, tell)
    version = planner.version
    if planner.asks_version:
        version = said_version(planner.name, planner.asks_version)
    return replace(planner, command=command, version=version, asks_version=())
