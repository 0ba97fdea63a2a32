"""Which commit this is: of a checkout in every way that git keeps it, and of what was built."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from planfiles import version
from planfiles.version import described, head
from support.repository import Repository

pytestmark = pytest.mark.needs("git")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path)
    made.write("a.txt", "a")
    made.git("add", "-A")
    made.git("commit", "-qm", "first")
    return made


def asked(repository: Repository, folder: Path) -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=folder,
        env=repository.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_commit_of_a_branch(repository: Repository) -> None:
    assert head(repository.folder) == asked(repository, repository.folder)


def test_the_commit_of_a_branch_with_a_folder_in_its_name(repository: Repository) -> None:
    repository.git("checkout", "-qb", "a/b")
    assert head(repository.folder) == asked(repository, repository.folder)


def test_the_commit_of_a_packed_branch(repository: Repository) -> None:
    repository.git("pack-refs", "--all")
    assert head(repository.folder) == asked(repository, repository.folder)


def test_the_commit_without_a_branch(repository: Repository) -> None:
    repository.git("checkout", "-q", "--detach")
    assert head(repository.folder) == asked(repository, repository.folder)


def test_the_commit_of_a_further_working_tree(repository: Repository) -> None:
    tree = repository.folder.parent / "tree"
    repository.git("worktree", "add", "-q", "-b", "other", str(tree))
    (tree / "b.txt").write_text("b")
    for words in (("add", "-A"), ("commit", "-qm", "second")):
        subprocess.run(["git", *words], cwd=tree, env=repository.environment, check=True)
    assert head(tree) == asked(repository, tree) != asked(repository, repository.folder)


@pytest.mark.parametrize("text", [None, "", "ref: refs/heads/nowhere\n", "\xff", "ref: ../../x\n"])
def test_no_commit_is_no_trouble(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / ".git").mkdir()
        (tmp_path / ".git/HEAD").write_text(text, encoding="latin-1")
    assert head(tmp_path) is None


def test_what_was_built_says_what_was_stated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "__file__", str(tmp_path / "planfiles" / "version.py"))
    (tmp_path / "planfiles").mkdir()
    assert described() == ""
    (tmp_path / "planfiles/commit.txt").write_text("0123456789, modified\n")
    assert described() == "commit 0123456789, modified"


def test_a_checkout_says_that_it_is_one(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = repository.folder / "shared" / "planfiles" / "version.py"
    monkeypatch.setattr(version, "__file__", str(place))
    digits = asked(repository, repository.folder)[:10]
    assert described() == f"checkout at {digits}"
