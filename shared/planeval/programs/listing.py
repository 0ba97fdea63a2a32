"""Programs in words: for each its name, and below it what is known of it; names that are taken, or
not known."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Sequence

from plancore.report.lines import Line, line, render
from plancore.report.table import Cell, table
from plancore.spelling import hint
from planeval.programs.bounds import Bounds
from planfiles.trouble import Trouble


def blocks(programs: Iterable[tuple[str, Sequence[tuple[str, str]]]], limits: str) -> str:
    """A block for each program, what is empty left out, and what bounds them all."""
    lines: list[Line] = []
    for name, known in programs:
        rows: list[list[Cell]] = [[f"  {what}", value] for what, value in known if value]
        lines += [line(name), *table(rows)]
    return render([*lines, line(limits)]).rstrip("\n") + "\n"


def command_in_words(command: Iterable[str]) -> str:
    """A command as it is written in a line, its places as they are."""
    return " ".join(word if word.startswith("{") else shlex.quote(word) for word in command)


def limits_in_words(each: str, bounds: Bounds, command: str) -> str:
    """What a program may take for `each` thing that `command` asks of it, and how to change it."""
    return (
        f"limits for {each}: {bounds.wall:g} s on the clock, {bounds.memory:,} MiB "
        f"({command} --time, --memory)"
    )


def refuse_taken(sort: str, name: str, known: Collection[str]) -> None:
    """Raise Trouble for a program of the user's that is called like one of ours: whoever reads the
    figures would take it for that one. `sort` is what both are, a planner or a learner."""
    if name in known:
        raise Trouble(f"{name}: planeval knows a {sort} of this name; give yours another one")


def unknown(sort: str, name: str, known: Collection[str]) -> Trouble:
    """What to raise for a name that none of the `sort` has."""
    said = hint(name, known)
    stop = "" if said.endswith("?") else "."
    own = "One of your own is written 'NAME: COMMAND …', or stands in a .toml file"
    return Trouble(f"no {sort} is called {name!r}; {said}{stop} {own}")
