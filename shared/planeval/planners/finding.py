"""Where planners are: programs and packages, without importing any.

Packages such as `up-fast-downward` would import unified-planning, which takes longer than most
planners; what is needed of them is the folder that holds the program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Found:
    """The words that a command needs, by their names, and the version."""

    words: Mapping[str, str] = field(default_factory=dict)
    version: str = ""


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment of Python: its interpreter, its programs, its packages."""

    python: str
    programs: Path
    packages: tuple[str, ...]

    @classmethod
    def ours(cls) -> Environment:
        """The one that we run in."""
        return cls(sys.executable, Path(sysconfig.get_path("scripts")), tuple(sys.path))

    @classmethod
    def at(cls, folder: Path) -> Environment | None:
        """The virtual environment in `folder`; None if there is none."""
        folder = folder.absolute()
        programs = folder / ("Scripts" if os.name == "nt" else "bin")
        python = shutil.which("python", path=str(programs))
        if python is None:
            return None
        found = [*folder.glob("lib/python3*/site-packages"), *folder.glob("Lib/site-packages")]
        return cls(python, programs, tuple(map(str, found)))

    def program(self, name: str) -> str | None:
        """The program of that name, here or on the PATH."""
        return shutil.which(name, path=str(self.programs)) or shutil.which(name)

    def package(self, name: str) -> Path | None:
        """The folder of a package."""
        folders = (Path(path, name) for path in self.packages)
        return next((folder for folder in folders if folder.is_dir()), None)

    def version(self, *names: str) -> str:
        """The versions of distributions, joined; of those that are here."""
        # It brings `email` in, which most commands do without.
        from importlib.metadata import distributions

        first = (next(iter(distributions(name=n, path=list(self.packages))), None) for n in names)
        return ", ".join(f"{each.name} {each.version}" for each in first if each is not None)


def asked_version(command: Sequence[str]) -> str:
    """The first line that a program says of itself; nothing if it does not."""
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = ended.stdout.decode("utf-8", "replace").strip().splitlines()
    return lines[0].strip()[:100] if lines and ended.returncode == 0 else ""
