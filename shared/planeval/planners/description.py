"""What is known of a planner: how it is asked, and how its answer is read.

Where planners are: programs and packages, without importing any.

Packages such as `up-fast-downward` would import unified-planning, which takes longer than most
planners; what is needed of them is the folder that holds the program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from plancore.jsonable import Json, as_json
from planeval.programs.command import escaped


class PlannerResponse(StrEnum):
    """What a planner says when it ends. Whether it is right about a plan is for others to say."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """It has proved that there is no plan. Only for an answer that is never given otherwise."""
    GAVE_UP = "gave_up"
    """It has no plan, and no proof that there is none."""
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    FAILED = "failed"
    """It could not read the task, does not support it, or broke down."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A planner that can be run here: plain data, to be sent to another process.

    In `command` stand the places (`planeval.programs.command`) `{domain}`, `{problem}` and `{plan}`
    for paths, `{time}` for whole seconds, `{memory}` for MiB. `codes` says what an exit status
    means, `output` what a text in its output means; the latter is looked at first, and a status
    that is in neither means that it gave up, if it is 0, and that it failed otherwise. `plans` are
    patterns of file names, of which the last one that matches, by name, has the plan; `-` is
    standard output. `files` are those of the user's that the command names: what is in them decides
    what the planner does, as its version does for one that is installed. `asks_version` is a
    command of the user's that says the version. Neither is in `data`.
    """

    name: str
    version: str
    command: tuple[str, ...]
    codes: Mapping[int, PlannerResponse] = field(default_factory=dict)
    output: tuple[tuple[str, PlannerResponse], ...] = ()
    plans: tuple[str, ...] = ("plan",)
    finds_several: bool = False
    """Whether every file that matches is a plan, the first one by name the best."""
    files: tuple[str, ...] = ()
    asks_version: tuple[str, ...] = ()

    def data(self) -> Json:
        """As JSON, whose keys are texts."""
        codes = {str(code): response.value for code, response in self.codes.items()}
        return {
            "name": self.name,
            "version": self.version,
            "command": list(self.command),
            "codes": codes,
            "output": as_json(self.output),
            "plans": list(self.plans),
            "finds_several": self.finds_several,
        }

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Ready:
        """The planner that `data` gave."""
        from msgspec import convert

        return convert(data, cls, str_keys=True)


@dataclass(frozen=True, slots=True)
class Planner:
    """A planner that may be here. `command` is a line of words with blanks between them that has,
    besides what `Ready` has, holes for what `find` finds; a word that is empty then goes.
    `supports` is what it plans with, `package` what pip installs it from, `caution` what one should
    know before."""

    name: str
    command: str
    find: Callable[[PythonEnvironment], FoundPlanner | None]
    supports: str
    package: str
    codes: Mapping[int, PlannerResponse] = field(default_factory=dict)
    output: tuple[tuple[str, PlannerResponse], ...] = ()
    plans: tuple[str, ...] = ("plan",)
    finds_several: bool = False
    caution: str = ""

    def ready(self, environment: PythonEnvironment) -> Ready | None:
        """The planner as it is in `environment`, or on the PATH; None if it is not."""
        found = self.find(environment)
        if found is None:
            return None
        command = []
        for word in self.command.split():
            for name, value in found.words.items():
                word = word.replace(f"{{{name}}}", escaped(value))
            if word:
                command.append(word)
        return Ready(
            self.name,
            found.version,
            tuple(command),
            self.codes,
            self.output,
            self.plans,
            self.finds_several,
        )


_PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class FoundPlanner:
    """The words that a command needs, by their names, and the version."""

    words: Mapping[str, str] = field(default_factory=dict)
    version: str = ""


@dataclass(frozen=True, slots=True)
class PythonEnvironment:
    """An environment of Python: its interpreter, its programs, its packages."""

    python: str
    programs: Path
    packages: tuple[str, ...]

    @classmethod
    def ours(cls) -> PythonEnvironment:
        """The one that we run in."""
        return cls(sys.executable, Path(sysconfig.get_path("scripts")), tuple(sys.path))

    @classmethod
    def at(cls, folder: Path) -> PythonEnvironment | None:
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
