"""The command that runs benchmarks."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from bench import __main__ as command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where what it writes goes."""
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    return tmp_path


def test_a_benchmark_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(["nothing"]) == 2
    assert capsys.readouterr().err.startswith("no benchmark 'nothing'; there are beside_amlgym, ")
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_what_a_benchmark_prints_is_shown_and_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AMLGYM", raising=False)
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    # Without what it needs it says so, which takes no time.
    assert command.run(["beside_amlgym"]) == 0
    written = (folder / "beside_amlgym.md").read_text(encoding="utf-8")
    assert written.splitlines() == [
        "## beside_amlgym: "
        "Compare scores of learned domains with AMLGym's, and our SAM with AMLGym's.",
        "",
        "a folder of learned domains and the Python of AMLGym's environment are needed",
    ]
    assert shown.getvalue() == f"\n{written}"
    assert "| measured | beside_amlgym |" in (folder / command.CONDITIONS).read_text()


@pytest.mark.slow
def test_a_benchmark_that_breaks_off_ends_the_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    # Its process cannot import the benchmarks from there.
    monkeypatch.chdir(folder)
    assert command.run(["beside_amlgym", "parse"]) == 1
    assert "No module named 'bench'" in capfd.readouterr().err
    assert not list(folder.iterdir())
