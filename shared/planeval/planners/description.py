"""Descriptions of planners: how to run one and read its answer, and where it is installed.

Planners are searched without importing their packages. Packages such as `up-fast-downward` would
import unified-planning, which takes longer than most planners; only their folder is needed.
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
from typing import NamedTuple

from plancore.jsonable import Json, as_json
from planeval.programs.command import escaped


class PlannerResponse(StrEnum):
    """The answer of a planner, which is not verified here."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """It has proved that there is no plan. Only for an answer that has no other meaning."""
    GAVE_UP = "gave_up"
    """It has neither a plan nor a proof that there is none."""
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    FAILED = "failed"
    """It could not read the task, does not support it, or crashed."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A planner that can be run here: plain data that can be sent to another process.

    `command` has the placeholders (`planeval.programs.command`) `{domain}`, `{problem}` and
    `{plan}` for paths, `{time}` in whole seconds, `{memory}` in MiB. `codes` maps exit statuses to
    their meanings, `output` texts in the output, which take precedence; any other status means
    that it gave up if it is 0, else that it failed. `plans` are patterns of file names; the plan is
    in the last file that matches, by name, and `-` is standard output. `files` are the user's files
    in the command: their content decides what the planner does, as the version does for an
    installed one. `asks_version` is a command of the user's that prints the version. `data` has
    neither.
    """

    name: str
    version: str
    command: tuple[str, ...]
    codes: Mapping[int, PlannerResponse] = field(default_factory=dict)
    output: tuple[tuple[str, PlannerResponse], ...] = ()
    plans: tuple[str, ...] = ("plan",)
    finds_several: bool = False
    """Whether every matching file is a plan, and the first by name the best."""
    files: tuple[str, ...] = ()
    asks_version: tuple[str, ...] = ()

    def data(self) -> Json:
        """The planner as JSON."""
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
        """The inverse of `data`."""
        from msgspec import convert

        return convert(data, cls, str_keys=True)


class Variant(NamedTuple):
    """A configuration of a planner that its documentation names: the `words` that select it, and
    its `purpose`."""

    name: str
    words: str
    purpose: str


@dataclass(frozen=True, slots=True)
class Planner:
    """A planner that may be installed.

    `command` is a line of words separated by blanks. It has the placeholders of `Ready` and those
    that `find` returns values for; words that become empty are dropped. Its `{variant}` stands for
    the words of one of `variants`, by default the first. `supports` describes the supported subset
    of PDDL, `package` is the pip requirement, `caution` a warning about installing it.
    """

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
    variants: tuple[Variant, ...] = ()

    @property
    def names(self) -> dict[str, Variant | None]:
        """The names that select the planner, each with its variant: its own, and `NAME/VARIANT`
        for each variant but the default."""
        first, *others = self.variants or (None,)
        return {self.name: first, **{f"{self.name}/{each.name}": each for each in others if each}}

    def ready(self, environment: PythonEnvironment, name: str = "") -> Ready | None:
        """The planner as found in `environment` or on the PATH, in the variant that `name` of its
        `names` selects; None if it is not installed."""
        found = self.find(environment)
        if found is None:
            return None
        variant = self.names[name or self.name]
        line = self.command.replace("{variant}", variant.words) if variant else self.command
        command = []
        for word in line.split():
            for place, value in found.words.items():
                word = word.replace(f"{{{place}}}", escaped(value))
            if word:
                command.append(word)
        return Ready(
            name or self.name,
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
    """The values of a command's placeholders, by name, and the version."""

    words: Mapping[str, str] = field(default_factory=dict)
    version: str = ""


@dataclass(frozen=True, slots=True)
class PythonEnvironment:
    """A Python environment: its interpreter, folder of programs, and paths of packages."""

    python: str
    programs: Path
    packages: tuple[str, ...]

    @classmethod
    def ours(cls) -> PythonEnvironment:
        """The environment that planeval runs in."""
        return cls(sys.executable, Path(sysconfig.get_path("scripts")), tuple(sys.path))

    @classmethod
    def at(cls, folder: Path) -> PythonEnvironment | None:
        """The virtual environment in `folder`, or None."""
        folder = folder.absolute()
        programs = folder / ("Scripts" if os.name == "nt" else "bin")
        python = shutil.which("python", path=str(programs))
        if python is None:
            return None
        found = [*folder.glob("lib/python3*/site-packages"), *folder.glob("Lib/site-packages")]
        return cls(python, programs, tuple(map(str, found)))

    def program(self, name: str) -> str | None:
        """The path of a program, in this environment or on the PATH."""
        return shutil.which(name, path=str(self.programs)) or shutil.which(name)

    def package(self, name: str) -> Path | None:
        """The folder of a package."""
        folders = (Path(path, name) for path in self.packages)
        return next((folder for folder in folders if folder.is_dir()), None)

    def version(self, *names: str) -> str:
        """The names and versions of the given distributions that are installed, joined."""
        # Imported late: it imports `email`, which most commands do not need.
        from importlib.metadata import distributions

        first = (next(iter(distributions(name=n, path=list(self.packages))), None) for n in names)
        return ", ".join(f"{each.name} {each.version}" for each in first if each is not None)


def asked_version(command: Sequence[str]) -> str:
    """The first line of a command's standard output; empty if it fails."""
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
