"""Which limits of a run this system can enforce, as data for the manifest of an experiment."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass

from planfiles.bounded.isolation import isolation


@dataclass(frozen=True, slots=True)
class Enforceable:
    """What holds of every run here. Wall, memory, output, files and the number of processes are
    bounded on every system; how surely, and what is left behind, differs."""

    system: str
    """`linux`, `darwin`, `win32` …"""
    by: str
    """`pid namespace`, `subreaper` or `processes seen`."""
    leaves_nothing: bool
    """No process can leave the tree: not by a session of its own, not by losing its parent. False:
    one that has lost its parent before anybody saw it goes on, and takes what it likes."""
    keeper_may_die: bool
    """The tree ends even when keeper and caller are killed at the same moment. When only the caller
    is killed it ends on every system."""
    largest_file: bool
    """No file gets larger than the limit of output, wherever it is written. Where files are many,
    or this is False, writing is seen by looking, and goes on for some milliseconds."""
    interval: float = 0.05
    """Seconds between two looks at memory, files and processes; more where a look takes long."""

    def data(self) -> dict[str, str | bool | float]:
        """As JSON."""
        return asdict(self)


def enforceable() -> Enforceable:
    """What holds here; a namespace is tried once, in some milliseconds."""
    by = "processes seen"
    if sys.platform == "linux":
        by = "pid namespace" if isolation() else "subreaper"
    return Enforceable(
        system=sys.platform,
        by=by,
        leaves_nothing=by != "processes seen",
        keeper_may_die=by == "pid namespace",
        largest_file=sys.platform != "win32",
    )
