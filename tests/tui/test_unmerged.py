"""Files that git could not merge: what is compared, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.viewer import viewer

_MARKS = "<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> topic\n"
_FIRST = {"learned.pddl": "      (at ?a ?l)", "learned.plan": "("}
"""How the line begins that has a conflict."""


def conflicted(folder: Path, name: str, *, theirs: str) -> Path:
    """The example's learned file with a conflict around one of its lines."""
    lines = (DELIVERY / name).read_text().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(_FIRST[name]))
    lines[at] = _MARKS.format(ours=lines[at], theirs=theirs + lines[at])
    (folder / name).write_text("".join(lines))
    return folder / name


@pytest.mark.viewer_behaviour(2)
@pytest.mark.parametrize("name", ["learned.pddl", "learned.plan"])
@pytest.mark.parametrize("side", [0, 1])
def test_what_differs_is_what_our_version_says(name: str, side: int, tmp_path: Path) -> None:
    theirs = "      (in ?p ?l)\n" if name.endswith(".pddl") else "(move ann shed far)\n"
    conflicted(tmp_path, name, theirs=theirs)
    files = [name, str(DELIVERY / name)]
    if side:
        files.reverse()
    run = plandiff(*files, folder=tmp_path)
    assert run.status == 2, "they say the same, but a file with errors never is the same"
    error = "merge conflict between `HEAD` and `topic`: only the version from `HEAD` is read"
    assert error in " ".join(" ".join(run.out.splitlines()[:7]).split()), "it stands in the heading"
    for mark in ("extra", "missing", "<<<<<<<", "head", "\n+", "\n-"):
        assert mark not in run.out, run.out


async def test_the_heading_says_so_and_nothing_is_written(tmp_path: Path) -> None:
    learned = conflicted(tmp_path, "learned.pddl", theirs="      (in ?p ?l)\n")
    text = learned.read_text()
    async with viewer(learned, DELIVERY / "reference.pddl", size=(120, 40)) as view:
        alarm = view.lines()[0]
        assert "✗ error: learned.pddl:" in alarm
        assert alarm.endswith("between `HEAD` and `topic`: only the version from `HEAD` is read")
        await view.press("n", "u")
        (said,) = (notification.message for notification in view.app._notifications)
        assert said.endswith("has merge conflicts; resolve them first")
        await view.press("t", "slash", *"HEAD", "enter")
        assert "<<<<<<< HEAD" in view.text
    assert learned.read_text() == text


def test_a_folder_never_calls_such_a_pair_the_same(tmp_path: Path) -> None:
    for folder in ("l", "r"):
        (tmp_path / folder).mkdir()
    conflicted(tmp_path / "l", "learned.pddl", theirs="      (in ?p ?l)\n")
    (tmp_path / "r" / "learned.pddl").write_text((DELIVERY / "learned.pddl").read_text())
    for form, said in (
        ("text", "1 pair compared: 1 doubtful; 1 with errors"),
        ("csv", "learned.pddl,doubtful,domain,"),
        ("json", '"status": "doubtful"'),
        ("ndjson", '"status": "doubtful"'),
        ("brief", "doubtful   learned.pddl  21:1 merge conflict"),
    ):
        run = plandiff("l", "r", "--format", form, folder=tmp_path)
        assert run.status == 2, form
        assert said in run.out
