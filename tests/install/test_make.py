"""What `make` says where there is no Python that is new enough."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.examples import ROOT

SAID = """\
Python 3.11 or newer is needed, and {python} is {version}.
Name another one, as in: make PYTHON=python3.12 demo; or install uv, which brings one.
"""
OLD = """#!/bin/sh
[ "$1" = --version ] && echo Python 3.9.2 && exit
exit 1
"""

pytestmark = pytest.mark.needs("make")


@pytest.mark.parametrize(
    ("python", "version"), [("./old", "Python 3.9.2"), ("./none", "not there")]
)
def test_a_python_that_will_not_do_is_told(tmp_path: Path, python: str, version: str) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "old").write_text(OLD)
    (tmp_path / "old").chmod(0o755)
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "make"):  # and no uv
        (tools / tool).symlink_to(str(shutil.which(tool)))
    done = subprocess.run(
        ["make", f"PYTHON={python}", "demo"],
        cwd=tmp_path,
        env={**os.environ, "PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(SAID.format(python=python, version=version)), done.stderr
    assert not (tmp_path / ".venv").exists()
