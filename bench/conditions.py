"""The conditions of measurements: the machine, its load and speed, and the versions of all measured
programs."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from planfiles.version import __version__, described
from planfiles.workers import cores

_PEERS: Final = (
    *("anytree", "fast-downward-translate", "icdiff", "kairos-planner", "pddl"),
    *("pddl-plus-parser", "rapidfuzz", "tarski", "textual", "unified-planning"),
)
_ADDITIONS: Final = 10_000_000


class Conditions:
    """The conditions of a run of benchmarks that begins now."""

    def __init__(self) -> None:
        self._began = time.time()
        self._load = _load()
        self._pace = _pace()
        self._measured: list[str] = []

    def add(self, name: str) -> None:
        """A benchmark is done."""
        self._measured.append(name)

    @property
    def text(self) -> str:
        """A table of the current conditions."""
        return "\n".join(["| the run | |", "|---|---|", *self._rows()]) + "\n"

    def _rows(self) -> Iterator[str]:
        day = time.strftime("%Y-%m-%d", time.gmtime(self._began))
        yield f"| begun | {day}, {(time.time() - self._began) / 60:.0f} minutes |"
        yield f"| measured | {', '.join(self._measured)} |"
        system = f"{platform.system()}, {platform.machine().replace('_', chr(92) + '_')}"
        yield f"| machine | {system}, {cores()} processors, Python {platform.python_version()} |"
        yield f"| load before and after | {self._load}; {_load()} |"
        yield f"| ten million additions, CPU s, before and after | {self._pace}; {_pace()} |"
        yield f"| planlsp | {__version__}, {described()} |"
        yield f"| others | {'; '.join(_versions())} |"


def _load() -> str:
    """The load average of the last minute, if the system has one."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not known"


def _pace() -> str:
    """The current speed of the machine: it may be twice as fast an hour later."""
    began = time.process_time()
    total = 0
    for number in range(_ADDITIONS):
        total += number
    return f"{time.process_time() - began:.2f}"


def _versions() -> Iterator[str]:
    for name in _PEERS:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            continue
