"""The words of git where it has chosen the files: old and new, removed and added."""

from __future__ import annotations

import os
import re
from dataclasses import asdict

import pytest

from plancore.phrases import SIDES
from plandiff.terminal import name_sides
from support.examples import DELIVERY
from support.repository import PLANDIFF, Repository
from support.viewer import viewer

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.needs("git"),
]


def test_two_versions_are_told_of_in_the_words_of_git(repository: Repository) -> None:
    for kind in ("pddl", "plan"):
        repository.write(f"d.{kind}", (DELIVERY / f"reference.{kind}").read_text())
    repository.commit()
    for kind in ("pddl", "plan"):
        repository.write(f"d.{kind}", (DELIVERY / f"learned.{kind}").read_text())
    repository.environment |= {"PLANDIFF_EXPLAIN": "true", "PLANDIFF_METRICS": "true"}
    told = repository.git("-c", f"diff.external={PLANDIFF}", "diff")
    assert "mean of the old version's actions" in told
    assert "3 added and 2 removed" in told
    assert "added    new:23\n" in told
    assert "removed\n" in told
    assert "unlike in the old version" in told
    assert not re.search(r"\b(learned|reference|missing|extra)\b", told)


@pytest.mark.usefixtures("two_versions")
async def test_ctrl_c_ends_all_files_of_git() -> None:
    async with viewer(DELIVERY / "learned.pddl", DELIVERY / "reference.pddl") as view:
        assert "learned precondition" not in view.text
        await view.pilot.press("ctrl+c")
    assert view.app.return_value == 130


@pytest.fixture
def two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """As git difftool starts the viewer."""
    monkeypatch.setenv("GIT_DIFF_PATH_COUNTER", "1")
    for name, word in asdict(SIDES).items():
        monkeypatch.setattr(SIDES, name, word)  # so that each is taken back
    name_sides(os.environ)


@pytest.mark.usefixtures("two_versions")
async def test_the_screen_of_git_has_old_and_new() -> None:
    files = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
    async with viewer(*files, "--label", "d.pddl", size=(160, 40)) as view:
        assert "- old: " in view.text
        assert "+ new: " in view.text
        await view.press("n")
        assert "unlike in the old version" in view.text
