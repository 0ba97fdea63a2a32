"""CITATION.cff is valid, and names this version; so does the changelog."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from planfiles.version import __version__
from support.examples import ROOT

CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_it_names_this_version() -> None:
    assert re.findall(r"^version: (.+)$", CITATION, re.M) == [__version__]


def test_the_changelog_has_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)} ", changes, re.MULTILINE)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_it_is_valid(tmp_path: Path) -> None:
    """By cffconvert, the validator of the format's own people."""
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True, timeout=120)
    pip = [
        str(environment / "bin/python"),
        "-m",
        "pip",
        "install",
        "-q",
        "cffconvert",
        "setuptools",
    ]
    subprocess.run(pip, check=True, capture_output=True, timeout=400)
    validator = str(environment / "bin/cffconvert")
    for text, status in ((CITATION, 0), (CITATION.replace("authors:", "writers:"), 1)):
        (tmp_path / "CITATION.cff").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [validator, "--validate"], cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        assert bool(done.returncode) is bool(status), done.stderr
