"""Run commands as whole processes, and measure their CPU time and memory."""

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
    """The output of a command, its CPU seconds and its peak memory in MiB."""

    output: str
    seconds: float
    mebibytes: float


def installed(cache: Path) -> dict[str, str]:
    """An environment in which Python keeps compiled modules in `cache`. An installed package has
    compiled modules, while a checkout may have to compile them in every run."""
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
    """The peak memory of this process in MiB. The measured peak of a command is at least this: a
    forked process has the memory of its parent until it executes another program."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _UNITS


_UNITS: Final = 1 << 20 if sys.platform == "darwin" else 1 << 10
"""The units of the system's `ru_maxrss` per MiB."""
