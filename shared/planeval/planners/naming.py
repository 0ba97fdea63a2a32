"""From what a user names to planners that can be run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from plancore.spelling import hint
from planeval.planners.description import Planner, Ready
from planeval.planners.finding import Environment
from planeval.planners.own import from_file, from_line
from planeval.planners.registry import DEFAULT, PLANNERS
from planfiles.trouble import Trouble


def planners_of(names: Sequence[str]) -> list[Ready]:
    """Each planner that `names` name, once. Raises Trouble for one that is not here.

    A name is that of a planner that we know, `all` for those of them that are here, `NAME@FOLDER`
    for one in a virtual environment of its own, `NAME: COMMAND` or a file of TOML (`own`).
    """
    found: dict[str, Ready] = {}
    for name in names or (DEFAULT.name,):
        for planner in _planners(name):
            known = found.setdefault(planner.name, planner)
            if known != planner:
                raise Trouble(f"two planners are called {planner.name!r}")
    return list(found.values())


def here(environment: Environment) -> Iterator[tuple[Planner, Ready | None]]:
    """The planners that we know, and what is here of each."""
    for planner in PLANNERS:
        yield planner, planner.ready(environment)


def _planners(name: str) -> list[Ready]:
    own = from_line(name)
    if own is not None:
        return [_runnable(own)]
    if name.endswith(".toml"):
        return [_runnable(planner) for planner in from_file(name)]
    ours = Environment.ours()
    if name == "all":
        found = [ready for _, ready in here(ours) if ready is not None]
        if not found:
            raise Trouble(f"no planner is here; for one: {DEFAULT.install}")
        return found
    known, at, folder = name.partition("@")
    planner = next((each for each in PLANNERS if each.name == known), None)
    if planner is None:
        names = [each.name for each in PLANNERS]
        also = "or 'NAME: COMMAND …', or a .toml file"
        raise Trouble(f"no planner is called {known!r}; {hint(known, names)}, {also}")
    environment = Environment.at(Path(folder)) if at else ours
    if environment is None:
        raise Trouble(f"{folder}: there is no virtual environment")
    ready = planner.ready(environment)
    if ready is None:
        others = ", ".join(each.name for each, ready in here(ours) if ready is not None)
        also = f" (here: {others})" if others else ""
        raise Trouble(f"{known} is not here{also}; to install it: {planner.install}")
    return [ready]


def _runnable(planner: Ready) -> Ready:
    """`planner`, whose program is on the PATH, or beside our own as those are that were installed
    with us: or else every attempt would fail. Raises Trouble."""
    program, *rest = planner.command
    if shutil.which(program) is not None:
        return planner
    found = Environment.ours().program(program)
    if found is None:
        raise Trouble(f"{planner.name}: no program is called {program}")
    return replace(planner, command=(found, *rest))
