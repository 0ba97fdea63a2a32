"""What is built, from nothing: a source archive, a wheel made of it, and the wheel installed for
every Python that is here. Needs a package index, as installing does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from manual import man
from support.examples import DELIVERY, ROOT
from support.plandiff_run import plain_environment

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SMOKE = """\
import sys
from importlib.resources import files
from planeval import api

assert "site-packages" in api.__file__, api.__file__
result = api.domain(sys.argv[1], sys.argv[2])
assert result.status == 1, result.status
assert (files("plancore.report") / "schema" / "plandiff-2.json").is_file()
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive of a clone and the wheel that is made of the archive."""
    folder = tmp_path_factory.mktemp("built")
    clone = folder / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True, timeout=120)
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(clone)],
        check=True,
        capture_output=True,
        timeout=600,
    )
    return folder


@cache
def python(version: str) -> str | None:
    """A Python of that version that can make environments: this one, one on the PATH, of pyenv or
    of uv."""
    names = [sys.executable, f"python{version}"]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    names += sorted(map(str, pyenv.glob(f"{version}.*/bin/python")))
    if uv := shutil.which("uv"):
        found = subprocess.run([uv, "python", "find", version], capture_output=True, text=True)
        names += found.stdout.split("\n")[:1]
    said = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    return next((name for name in names if name and answer(name, said) == version), None)


def answer(program: str, script: str) -> str:
    """What a Python prints; nothing where it is none."""
    try:
        done = subprocess.run([program, "-c", script], capture_output=True, text=True, timeout=60)
    except OSError:
        return ""
    return done.stdout.strip()


def test_the_archive_has_what_is_built_and_tested_from_it(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("pyproject.toml", "hatch_build.py", "manual/man.py", "tests/conftest.py"):
        assert name in names
    assert "shared/planfiles/commit.txt" in names
    assert [name for name in names if "node_modules" in name or name.startswith("build/")] == []


def test_the_wheel_has_packages_data_man_pages_and_the_commit(built: Path) -> None:
    (path,) = built.glob("*.whl")
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        stated = wheel.read("planfiles/commit.txt").decode()
    assert stated == f"{commit.stdout[:10]}\n"
    assert len(names) == len(set(names))
    pages = {name.rpartition("/")[2] for name in names if "/data/share/man/man1/" in name}
    assert pages == man.pages().keys()
    scripts = {name.partition(".data/data/")[2] for name in names if "completions" in name}
    assert "share/bash-completion/completions/plandiff" in scripts
    assert "share/fish/vendor_completions.d/planlsp.fish" in scripts
    packages = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    programs = {"plancore", "plandiff", "planeval", "planfiles", "planlsp"}
    assert packages == programs | {path.name.removesuffix("-py3-none-any.whl") + ".data"}


@pytest.fixture(params=VERSIONS)
def installed(request: pytest.FixtureRequest, built: Path, tmp_path: Path) -> Iterator[Path]:
    """A new environment of that Python, with the wheel and nothing else but what it asks for."""
    interpreter = python(request.param)
    if interpreter is None:
        pytest.skip(f"there is no Python {request.param} here")
    (wheel,) = built.glob("*.whl")
    folder = tmp_path / "environment"
    subprocess.run([interpreter, "-m", "venv", str(folder)], check=True, timeout=120)
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True, timeout=600)
    yield folder
    shutil.rmtree(folder)


def test_what_is_installed_works_in_an_empty_home(installed: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(DELIVERY, home)
    environment = plain_environment() | {"HOME": str(home), "PYTHONPATH": ""}

    def run(*command: str, status: int = 0) -> str:
        program = str(installed / "bin" / command[0])
        done = subprocess.run(
            [program, *command[1:]],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (status, ""), command
        return done.stdout

    for program in ("plandiff", "planeval", "planlsp"):
        assert " (commit " in run(program, "--version")
        assert (installed / f"share/man/man1/{program}.1").is_file()
    assert "6 differences" in run("plandiff", "learned.pddl", "reference.pddl", status=1)
    plans = ("p01.pddl", "learned.plan", "reference.plan", "--format", "json")
    assert json.loads(run("planeval", "validate", "reference.pddl", *plans, status=1))
    assert "undefined" not in run("planlsp", "check", "reference.pddl")
    assert run("planlsp", "explain", "missing-goal").startswith("# missing-goal\n")
    assert "complete" in run("plandiff", "completion", "bash")
    run("python", "-c", SMOKE, "learned.pddl", "reference.pddl")


def test_this_python_at_least_was_installed_for() -> None:
    assert python(".".join(map(str, sys.version_info[:2]))) is not None
