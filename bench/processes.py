"""Commands as whole processes: what they print, their CPU time and their memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple


class Ran(NamedTuple):
    """What a command printed, seconds of CPU and MiB at the peak."""

    output: str
    seconds: float
    mebibytes: float


def installed(cache: Path) -> dict[str, str]:
    """An environment in which Python keeps compiled modules in `cache`, as an installed package has
    them: a checkout may have to compile its own in every run."""
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=str(cache))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def ran(command: Sequence[str], environment: Mapping[str, str]) -> Ran:
    """Run a command to its end."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.DEVNULL, env=environment
        )
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # it has been waited for
        output.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return Ran(output.read().decode(), seconds, usage.ru_maxrss / _UNITS)


def own_mebibytes() -> float:
    """The peak of this process. What a command takes cannot be seen below it: until it is another
    program, a process that is begun has the memory of the one that began it."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _UNITS


_UNITS: Final = 1 << 20 if sys.platform == "darwin" else 1 << 10
"""Of the peaks that the system tells, in a MiB."""
