"""What puts a run into a PID namespace of its own, where the system allows that.

The kernel ends all processes of such a namespace when its first one, the keeper, ends: nothing can
escape, and nothing survives, even if somebody kills the keeper and us at the same moment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

_PATIENCE = 10.0
"""Seconds that a trial may take on a crowded machine."""


@cache
def isolation() -> tuple[str, ...]:
    """The start of a command line that puts the rest into a namespace; empty where there is none.

    Containers often forbid it, so it is tried, once.
    """
    unshare = shutil.which("unshare") if sys.platform == "linux" else None
    if unshare is not None:
        for options in _ways():
            way = (unshare, *options, "--pid", "--fork", "--kill-child=KILL")
            if _works([*way, "true"]):
                return way
    return ()


def _ways() -> Iterator[tuple[str, ...]]:
    """The best one first. A view of /proc that has only the run's processes spares looking through
    all others; a user namespace is for those who may not have a PID namespace without one."""
    users: list[tuple[str, ...]] = [("--user", "--map-current-user"), ("--user", "--map-root-user")]
    if os.name == "posix" and os.geteuid() == 0:
        users.insert(0, ())
    for user in users:
        yield (*user, "--mount-proc")
        yield user


def _works(command: list[str]) -> bool:
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0
