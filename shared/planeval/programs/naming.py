"""What is said of names of planners and learners, ours and those of the user's, in one voice."""

from __future__ import annotations

from collections.abc import Collection

from plancore.spelling import hint
from planfiles.trouble import Trouble


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
