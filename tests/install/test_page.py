"""The commands of the install page, word by word, in a clone and an empty home."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.examples import ROOT
from support.plandiff_run import plain_environment

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

PAGE = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
BROUGHT = {"With pipx": "pipx", "With uv": "uv", "In a virtual environment": None}
"""What somebody who follows a section has installed before."""


TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")


def commands(section: str) -> str:
    """The lines of the section's blocks for a shell."""
    text = PAGE.split(f"\n## {section}\n")[1].partition("\n## ")[0]
    return "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S))


def to_learn() -> str:
    """The commands of the tutorial that are about what lies in its folder; exit status 1 says that
    something differs, 2 that something is lacking."""
    asked = re.findall(r"^\$ (plan.*learned\.pddl.*)$", TUTORIAL, re.M)
    assert len(asked) >= 4
    return "cd examples/delivery\n" + "".join(f"{line} >&2 || test $? = 1\n" for line in asked)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home with a clone in it."""
    clone = tmp_path / "home" / "planlsp"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True, timeout=120)
    return clone.parent


@pytest.mark.parametrize("section", BROUGHT)
def test_the_commands_of_a_section_install_what_works(
    section: str, home: Path, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    subprocess.run([sys.executable, "-m", "venv", str(tools)], check=True, timeout=120)
    if tool := BROUGHT[section]:
        pip = [str(tools / "bin/python"), "-m", "pip", "install", "-q"]
        subprocess.run([*pip, tool], check=True, capture_output=True, timeout=300)
    path = f"{home}/.local/bin:{tools}/bin:/usr/local/bin:/usr/bin:/bin"
    script = commands(section)
    if section != "In a virtual environment":
        # A page of the manual is looked for alone: not every machine has `man`.
        script += commands("See that it works").replace("\nman ", "\nls ") + to_learn()
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=home / "planlsp",
        env=plain_environment() | {"HOME": str(home), "PATH": path, "UV_PYTHON_DOWNLOADS": "never"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^planlsp 0\.\d+\.\d+ \(commit [0-9a-f]{10}\)$", done.stdout, re.M)
    if section != "In a virtual environment":
        assert ": 6 differences: 5 in 3 of 3 actions" in re.sub(r"\n +", " ", done.stdout)
        assert done.stdout.endswith("/share/man/man1/plandiff.1\n")
        assert "\nPredictive power on 22 states" in done.stderr


def test_every_way_of_the_table_has_a_section() -> None:
    for anchor in re.findall(r"\]\(#([\w-]+)\)", PAGE):
        assert f"\n## {anchor.replace('-', ' ').capitalize()}\n".lower() in PAGE.lower()
