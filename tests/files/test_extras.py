"""What is said to somebody who lacks a package fits the environment that they have."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from planfiles import extras
from support.examples import ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment that we seem to run in."""
    folder = tmp_path / "planlsp"
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "bin" / "python"))
    return folder


def test_pipx_is_told_to_inject(environment: Path) -> None:
    (environment / "pipx_metadata.json").write_text("{}")
    assert extras.to_get("eval") == 'pipx inject planlsp "numpy>=2"'


def test_a_tool_of_uv_has_no_pip(environment: Path) -> None:
    (environment / "uv-receipt.toml").write_text("[tool]")
    python = environment / "bin" / "python"
    assert extras.to_get("eval") == f'uv pip install --python {python} "numpy>=2"'


def test_anywhere_else_it_is_the_pip_of_this_python(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: True)  # uv's environments have none
    python = environment / "bin" / "python"
    assert extras.to_get("eval") == f'{python} -m pip install "numpy>=2"'


def test_where_there_is_no_pip_it_is_uv(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    assert extras.installer() == f"uv pip install --python {environment / 'bin' / 'python'}"


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_extra_is_known_by_what_it_brings(extra: str) -> None:
    """Whoever installed planlsp has its metadata; its name on an index may be anybody's."""
    said = extras.to_get(extra)
    assert "planlsp[" not in said
    for requirement in EXTRAS[extra]:
        name = requirement.partition(">")[0]
        assert (name in said) == ("sys_platform !=" not in requirement), requirement


def test_a_path_with_a_blank_is_one_word() -> None:
    assert extras.quoted(r"C:\Program Files\x") == r'"C:\Program Files\x"'
    assert extras.quoted(r"C:\x\python.exe") == r"C:\x\python.exe"
