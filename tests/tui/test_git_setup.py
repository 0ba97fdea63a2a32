"""`plandiff git-setup`: what it writes where, and takes back."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from support.plandiff_run import plandiff
from support.repository import Repository

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.needs("git"),
]


@pytest.mark.viewer_behaviour(5)
def test_set_up_twice_is_once_and_undone_leaves_no_trace(repository: Repository) -> None:
    config, attributes = repository.folder / ".git/config", repository.folder / ".gitattributes"
    attributes.write_bytes(b"*.txt text")
    before = config.read_bytes(), attributes.read_bytes()
    repository.setup()
    once = config.read_bytes(), attributes.read_bytes()
    assert once != before
    assert attributes.read_bytes().startswith(b"*.txt text\n")
    repository.setup()
    assert (config.read_bytes(), attributes.read_bytes()) == once
    repository.setup("--undo")
    assert (config.read_bytes(), attributes.read_bytes()) == before
    repository.setup("--undo")
    assert (config.read_bytes(), attributes.read_bytes()) == before


@pytest.mark.skipif(
    sys.prefix == sys.base_prefix,
    reason="the warning is about virtual environments, and this Python is in none",
)
@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_program_that_git_will_not_find_is_told_of(
    repository: Repository, tmp_path_factory: pytest.TempPathFactory, elsewhere: bool
) -> None:
    """Within this environment; found by every shell where it stands elsewhere, too."""
    folder = tmp_path_factory.mktemp("bin")
    if elsewhere:
        program = folder / "plandiff"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    git = os.path.dirname(str(shutil.which("git")))
    path = os.pathsep.join((os.path.dirname(sys.executable), str(folder), git))
    run = plandiff("git-setup", folder=repository.folder, env={"PATH": path})
    assert (run.status, "git finds plandiff only while" in run.err) == (0, not elsewhere)
    assert run.err.count("\n") == int(not elsewhere)


@pytest.mark.viewer_behaviour(5)
def test_print_writes_nothing(repository: Repository) -> None:
    before = (repository.folder / ".git/config").read_bytes()
    shown = repository.setup("--print")
    assert "textconv = plandiff canon" in shown
    assert "*.pddl diff=pddl" in shown
    assert (repository.folder / ".git/config").read_bytes() == before
    assert not (repository.folder / ".gitattributes").exists()


@pytest.mark.viewer_behaviour(5)
def test_global_set_up_touches_the_home_folder_only(repository: Repository, tmp_path: Path) -> None:
    repository.setup("--global")
    assert (tmp_path / ".gitconfig").exists()
    assert (tmp_path / "xdg/git/attributes").exists()
    assert not (repository.folder / ".gitattributes").exists()
    repository.setup("--global", "--undo")
    assert not (tmp_path / ".gitconfig").exists()


def test_outside_a_repository_it_says_so(tmp_path: Path) -> None:
    run = plandiff("git-setup", folder=tmp_path, env={"GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert run.status == 2
    assert run.err.startswith("plandiff: error: fatal: not a git repository")
