"""The examples of the documentation, run: what they print is what the pages say."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from plandiff.cli import main as plandiff
from planeval.cli import main as planeval
from planlsp.cli import main as planlsp
from support.command import run_command
from support.examples import ARCHIVE, BAKERY, DELIVERY, LENDING, ROOT
from support.repository import Repository

LEFT_OUT = "…"
PROGRAMS = {"plandiff": plandiff, "planeval": planeval, "planlsp": planlsp}


class Section(NamedTuple):
    """A section of a page: its files by name, and its commands with what they print."""

    name: str
    files: dict[str, str]
    commands: list[tuple[str, list[str]]]


def sections(page: str) -> list[Section]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = []
    for part in text.split("\n## ")[1:]:
        blocks = re.findall(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
        files = {name: body for _, name, body in blocks if name}
        shown = "".join(body for kind, _, body in blocks if kind == "console")
        commands = [
            (lines[0], lines[1:])
            for lines in map(str.splitlines, re.split(r"^\$ ", shown, flags=re.M)[1:])
        ]
        found.append(Section(part.partition("\n")[0], files, commands))
    return [section for section in found if section.commands]


SECTIONS = [
    *sections("reference/planeval.md"),
    *sections("reference/codecs.md"),
    *sections("reference/align.md"),
    *sections("reference/blame.md"),
    *sections("reference/solve.md"),
    *sections("reference/test.md"),
]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_the_examples_print_what_the_page_says(section: Section, tmp_path: Path) -> None:
    folder = shutil.copytree(DELIVERY, tmp_path / "delivery")
    for name, text in section.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for command, shown in section.commands:
        program, *arguments = shlex.split(command)
        done = run_command(PROGRAMS[program], *arguments, cwd=folder)
        assert done.stderr == ""
        assert_shown(shown, done.stdout.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "example"),
    [
        ("../README.md", DELIVERY),
        ("tutorial.md", DELIVERY),
        ("tutorial-vscode.md", LENDING),
        ("how-to/compare-plans.md", DELIVERY),
        ("how-to/score-in-ci.md", DELIVERY),
        ("how-to/validate-plans.md", DELIVERY),
        ("how-to/correspondence.md", ARCHIVE),
        ("how-to/learner.md", BAKERY),
        ("how-to/paper.md", BAKERY),
        ("how-to/consequences.md", BAKERY),
        ("reference/learning.md", BAKERY),
    ],
)
def test_a_session_prints_what_the_page_says(
    page: str, example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One session, from the first section to the last."""
    shutil.copytree(example, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("COLUMNS", "200")
    for section in sections(page):
        for name, text in section.files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        for command, shown in section.commands:
            assert_shown(shown, printed_by(command, tmp_path).splitlines())


def test_the_tutorial_for_vs_code_selects_a_fix_that_is_offered() -> None:
    tutorial = (ROOT / "docs" / "tutorial-vscode.md").read_text(encoding="utf-8")
    (finding,) = check(FileSnapshot.of((LENDING / "domain.pddl").read_text(encoding="utf-8")))
    assert f"select *{finding.fixes[0].title}*" in tutorial


@pytest.mark.slow
def test_a_review_in_git_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a repository of its own, with a branch that changes a domain."""
    repository = Repository(tmp_path)
    for example in DELIVERY.iterdir():
        shutil.copy(example, repository.folder)
    repository.commit()
    repository.git("branch", "-M", "main")
    repository.git("switch", "-q", "-c", "repaired")
    learned = repository.folder / "learned.pddl"
    flat = re.sub(r"^ +", "", learned.read_text("utf-8"), flags=re.MULTILINE)
    repaired = flat.replace("(at ?a ?from)\n", "(available ?a) ; when free\n(at ?a ?from)\n", 1)
    learned.write_text(repaired.replace("\n(not (available ?a))))", "))", 1), "utf-8")
    repository.commit()
    repository.git("switch", "-q", "main")
    for name, value in repository.environment.items():
        monkeypatch.setenv(name, value)
    for section in sections("how-to/review-in-git.md"):
        for command, shown in section.commands:
            assert_shown(shown, printed_by(command, repository.folder).splitlines())


def printed_by(command: str, folder: Path) -> str:
    """What a line of a shell prints: our own programs run here, what they print goes through the
    rest of the line."""
    own, *rest = re.split(r" (?=[|>])", command, maxsplit=1)
    program, *arguments = shlex.split(own)
    if program not in PROGRAMS:
        return in_a_shell(command, folder)
    done = run_command(PROGRAMS[program], *arguments, cwd=folder)
    assert done.stderr == ""
    return in_a_shell(f"cat {rest[0]}", folder, done.stdout) if rest else done.stdout


def in_a_shell(command: str, folder: Path, text: str = "") -> str:
    """What a shell prints that reads `text`."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def assert_shown(shown: list[str], printed: list[str]) -> None:
    """The lines of `shown` stand in `printed` one after the other; … skips any number of them."""
    at, skips = 0, False
    for line in shown:
        if line == LEFT_OUT:
            skips = True
            continue
        if skips and line in printed[at:]:
            at = printed.index(line, at)
        assert printed[at : at + 1] == [line]
        at, skips = at + 1, False
    assert skips or at == len(printed)
