"""A git repository of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.plandiff_run import plain_environment, plandiff

PLANDIFF = f"{sys.executable} -m plandiff"


class Repository:
    """A repository of its own, which sees nobody's settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "repository"
        self.folder.mkdir()
        scripts = folder / "bin"
        scripts.mkdir()
        script = scripts / "plandiff"
        script.write_text(f'#!/bin/sh\nexec {PLANDIFF} "$@"\n')
        script.chmod(0o755)
        plain = plain_environment()
        self.environment = plain | {
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "xdg"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": f"{scripts}:{plain['PATH']}",
        }
        self.git("init", "-q")
        self.git("config", "user.name", "A")
        self.git("config", "user.email", "a@example.org")

    def git(self, *arguments: str | bytes, fails: bool = False) -> str:
        """What git prints."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert fails or done.returncode == 0, done.stderr.decode()
        return done.stdout.decode(errors="replace") + (done.stderr.decode() if fails else "")

    def write(self, name: str | bytes, text: str) -> None:
        """Write a file."""
        Path(os.fsdecode(self.folder), os.fsdecode(name)).write_text(text)

    def commit(self) -> None:
        """Commit everything."""
        self.git("add", "-A")
        self.git("commit", "-qm", "change")

    def setup(self, *arguments: str) -> str:
        """Run `plandiff git-setup`."""
        run = plandiff(
            "git-setup", *arguments, folder=self.folder, env=self.environment, plain=False
        )
        assert (run.status, run.err) == (0, "")
        return run.out

    @property
    def version(self) -> tuple[int, ...]:
        """The version of git."""
        words = self.git("version").split()
        return tuple(int(part) for part in words[2].split(".")[:2])
