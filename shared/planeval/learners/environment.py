"""Virtual environments with the Python packages of learners, installed on request.

Each is a folder below the cache, with a file that lists the installed versions. An environment
without that file is incomplete.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from planfiles.errors import FileError, UserError, reason_of
from planfiles.writing import write_text

_VARIABLE: Final = "PLANEVAL_LEARNERS"
_NOTE: Final = "planeval.json"
_LOG: Final = "install.log"


@dataclass(frozen=True, slots=True)
class LearnerEnvironment:
    """An environment with its pip requirements. The version of the distribution `package` is that
    of the learner; `size` is in MB on disk. If it `needs_torch`, the user must choose a build."""

    name: str
    requirements: tuple[str, ...]
    package: str
    size: int
    needs_torch: bool = False

    @property
    def folder(self) -> Path:
        """The folder of the environment, which may not exist."""
        return cache() / self.name

    @property
    def python(self) -> Path:
        """The interpreter of the environment, which may not exist."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def versions(self) -> dict[str, str] | None:
        """The versions of Python and all installed packages; None if it is not installed."""
        try:
            note: dict[str, Any] = json.loads((self.folder / _NOTE).read_text(encoding="utf-8"))
            versions: dict[str, str] = dict(note["versions"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return versions if self.python.exists() else None

    @property
    def version(self) -> str:
        """The versions of its package and of Python, as text; empty if it is not installed."""
        versions = self.versions()
        if versions is None:
            return ""
        return f"{self.package} {versions.get(self.package, '?')}, Python {versions['python']}"

    def install(self, torch: Sequence[str] = ()) -> None:
        """Install or reinstall it with pip, the arguments `torch` first. Raises UserError, after
        everything but the log has been removed."""
        if self.needs_torch and not torch:
            raise UserError(_TORCH.format(name=self.name))
        self.remove()
        with suppress(OSError):
            self.folder.parent.mkdir(parents=True, exist_ok=True)
        log = self.folder.parent / f"{self.name}-{_LOG}"
        try:
            venv.create(self.folder, with_pip=True)
            with log.open("wb") as output:
                for asked in (torch, self.requirements):
                    if asked:
                        self._pip(asked, output.fileno(), log)
            write_text(self.folder / _NOTE, json.dumps({"versions": self._asked()}, indent=1))
        except (OSError, subprocess.CalledProcessError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else "venv could not be created"
            raise FileError("make", str(self.folder), reason) from None
        finally:
            if self.versions() is None:
                shutil.rmtree(self.folder, ignore_errors=True)

    def remove(self) -> None:
        """Delete it if it exists. Raises UserError."""
        try:
            if self.folder.exists():
                shutil.rmtree(self.folder)
        except OSError as error:
            raise FileError("delete", str(self.folder), reason_of(error)) from None

    def _pip(self, asked: Sequence[str], output: int, log: Path) -> None:
        command = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", *asked]
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False
        )
        if ended.returncode:
            printed = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            errors = [text for text in printed if text.startswith("ERROR")] or printed
            last = errors[-1] if errors else "no output from pip"
            raise UserError(f"{self.name}: pip install {' '.join(asked)}: {last} (see {log})")

    def _asked(self) -> dict[str, str]:
        """Ask the interpreter and pip for their versions and those of all packages."""
        list_all = [str(self.python), "-m", "pip", "list", "--format", "json"]
        listed = subprocess.run(list_all, capture_output=True, text=True, check=False).stdout
        number = "import platform; print(platform.python_version())"
        asked = [str(self.python), "-c", number]
        python = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        return {"python": python} | dict(_listed(listed))


def cache() -> Path:
    """The folder of all environments: `$PLANEVAL_LEARNERS`, or one in the user's cache."""
    named = os.environ.get(_VARIABLE)
    if named:
        return Path(named).absolute()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "planlsp" / "learners"


def _listed(text: str) -> Iterator[tuple[str, str]]:
    with suppress(ValueError):
        for entry in json.loads(text):
            yield str(entry["name"]).lower(), str(entry["version"])


_TORCH: Final = (
    "{name} needs torch, which pip takes with CUDA on Linux (6 GB); name what to install first: "
    "--torch torch for pip's own choice; for a build without CUDA (1.8 GB in all) --torch, in "
    "quotes, with all that PyTorch's page on installing has behind `pip install`"
)
