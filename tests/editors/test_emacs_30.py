"""Emacs 30, which installs the package from a repository with the form of the README."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support import editor_review
from support.editor_review import ROOT
from support.emacs import own_home, run_batch

pytestmark = [pytest.mark.editor, pytest.mark.needs("git")]

_PACKAGE = ROOT / "editors" / "emacs"
_SCRIPTS = Path(__file__).parent / "emacs"


def test_the_package_is_installed_from_a_repository_and_reviews(tmp_path: Path) -> None:
    program = editor_review.installed("PLANLSP_EMACS_30", "emacs-30/emacs")
    repository = tmp_path / "repository"
    shutil.copytree(_PACKAGE, repository / "editors" / "emacs")
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *command], check=True, timeout=60)
    readme = (_PACKAGE / "README.md").read_text(encoding="utf-8")
    (form,) = [
        each for each in re.findall(r"```elisp\n(.*?)```", readme, re.DOTALL) if ":vc" in each
    ]
    address = re.sub(r':url "[^"]*"', f':url "{repository.as_uri()}"', form)
    init = tmp_path / "init.el"
    init.write_text(f"(setq package-archives nil)\n{address}", encoding="utf-8")
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    report = tmp_path / "report.json"
    files = (_SCRIPTS / "packages.el", init, _SCRIPTS / "review.el")
    loaded = [argument for file in files for argument in ("-l", str(file))]
    run_batch([program], *loaded, learned, environment=own_home(tmp_path), report=report)
    assert (tmp_path / ".emacs.d" / "elpa" / "planlsp" / "editors" / "emacs").is_dir()
    editor_review.assert_differences_are_warnings(editor_review.read(report))
