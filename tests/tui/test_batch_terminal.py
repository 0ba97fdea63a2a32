"""Many pairs in a real terminal, and from `git difftool -d`: two folders of what has changed."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plancore.report.registry import render
from support.batch_folders import DOMAIN, write_folders
from support.batches import batch, row
from support.examples import DELIVERY
from support.judged import write_slow_pair
from support.programs import wait_until
from support.repository import Repository
from support.terminal import Terminal

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.needs("git"),
]
TREES = ("difftool", "-d", "-t", "plandiff")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """One domain is changed, one the same, one gone, one new; and a file that is no PDDL."""
    made = Repository(tmp_path)
    made.setup()
    for name in ("changed", "same", "gone"):
        made.write(f"{name}.pddl", DOMAIN.format(name, ""))
    made.write("notes.txt", "one")
    made.commit()
    made.write("changed.pddl", DOMAIN.format("changed", "(r)"))
    made.write("new.pddl", DOMAIN.format("new", ""))
    made.write("notes.txt", "two")
    (made.folder / "gone.pddl").unlink()
    made.git("add", "-N", "new.pddl")
    return made


@pytest.mark.slow
@pytest.mark.viewer_behaviour(4)
def test_every_changed_file_is_a_row(repository: Repository) -> None:
    repository.environment["PLANDIFF_FORMAT"] = "json"
    run = json.loads(repository.git(*TREES))
    assert (run["learned"], run["reference"]) == ("b/", "a/")
    assert {entry["pair"]: entry["status"] for entry in run["pairs"]} == {
        "changed.pddl": "different",
        "gone.pddl": "missing",
        "new.pddl": "extra",
    }
    note = {entry["pair"]: entry["note"] for entry in run["pairs"]}["changed.pddl"]
    assert note == "b: added (r)"


@pytest.mark.slow
@pytest.mark.viewer_behaviour(4)
def test_the_old_side_is_the_reference_in_every_line(repository: Repository) -> None:
    repository.environment["PLANDIFF_FORMAT"] = "text"
    text = repository.git(*TREES)
    assert text.startswith("b/ vs. a/: 1 pair compared: 1 different; 1 removed, 1 added\n")
    assert re.search(r"new\.pddl +only in the new directory\n", text)
    assert "1 old version without a new file: gone.pddl\n" in text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(4)
def test_a_renamed_file_has_both_its_names(repository: Repository) -> None:
    """What is new is held against nothing, however many files its name would fit."""
    repository.environment["PLANDIFF_FORMAT"] = "json"
    repository.git("mv", "same.pddl", "domain.pddl")
    run = json.loads(repository.git(*TREES, "HEAD"))
    assert {entry["pair"]: entry["status"] for entry in run["pairs"]} == {
        "changed.pddl": "different",
        "domain.pddl ⇐ same.pddl": "same",
        "gone.pddl": "missing",
        "new.pddl": "extra",
    }


@pytest.mark.slow
@pytest.mark.viewer_behaviour(4)
def test_what_is_no_planning_file_by_name_is_read_or_counted(repository: Repository) -> None:
    domain = repository.folder / "changed.pddl"
    for name, text in (("model", domain.read_text()), (".ci", "words\n")):
        repository.write(name, text)
    repository.git("add", ".")
    text = repository.git(*TREES, "HEAD")
    assert ": 1 pair compared: 1 different; 1 removed, 2 added\n" in text
    assert "\nnot compared: 2 other files, neither PDDL nor plans\n" in text
    repository.environment["PLANDIFF_FORMAT"] = "html"
    assert "not compared: 2 other files, neither" in repository.git(*TREES, "HEAD")
    repository.environment["PLANDIFF_FORMAT"] = "json"
    assert json.loads(repository.git(*TREES, "HEAD"))["other_files"] == 2


@pytest.mark.slow
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(38)
def test_a_pair_of_a_saved_run_is_compared_again(tmp_path: Path) -> None:
    """Nothing was compared before in that process, and standard error is the viewer's."""
    learned, reference = (str(DELIVERY / f"{side}.pddl") for side in ("learned", "reference"))
    saved = row("pair", f1=0.5, note="as it was")
    known = replace(saved, learned=learned, reference=reference)
    (tmp_path / "run.json").write_text(render(batch(known), "json"))
    terminal = Terminal(tmp_path / "tmux")
    try:
        terminal.enter(f"cd {tmp_path} && {sys.executable} -m plandiff run.json; echo left $?")
        terminal.wait_for("as it was", "1/1")
        terminal.send("R")
        terminal.wait_for("0.848", "rejects 1 of 1 valid plan")
        terminal.send("q")
        terminal.wait_for("left ")
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(4)
@pytest.mark.viewer_behaviour(39)
def test_one_window_with_all_pairs(repository: Repository, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "tmux", env=repository.environment)
    try:
        terminal.enter(f"cd {repository.folder} && git {' '.join(TREES)}; echo left $?")
        for name in ("changed.pddl", "gone.pddl", "new.pddl"):
            terminal.wait_for(f"{name}  ")
        # Not where git has put them.
        terminal.wait_for(
            "~ different  a/changed.pddl ▸ b/changed.pddl",
            "3 pairs: 1 different, 1 other file not compared",
        )
        terminal.send("Enter")
        terminal.wait_for("change 1/", "b/changed.pddl")
        terminal.send("Escape")
        terminal.wait_for("  1/3\n")
        terminal.send("q")
        terminal.wait_for("left 0")
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.needs("tmux")
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.viewer_behaviour(37, "while pairs are compared in other processes")
def test_ctrl_c_ends_the_viewer_and_all_processes(tmp_path: Path) -> None:
    write_folders(tmp_path, pairs=1000)
    terminal = Terminal(tmp_path / "tmux")
    try:
        terminal.enter(f"cd {tmp_path}; {sys.executable} -m plandiff l r --jobs 2; echo status=$?")
        terminal.wait_for("x0/d00")
        assert len(processes_in(tmp_path)) >= 3
        terminal.send("C-c")
        screen = terminal.wait_for("status=130")
        assert "Traceback" not in screen
        wait_until(lambda: processes_in(tmp_path) == [])
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.needs("tmux")
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("n_pairs", [1, 2])
def test_text_says_how_far_a_pair_is_and_can_be_ended_meanwhile(
    tmp_path: Path, n_pairs: int
) -> None:
    for number in range(n_pairs):
        write_slow_pair(tmp_path / "many" / f"pair{number}")
    command = f"{sys.executable} -m plandiff --jobs 2 --format brief many"
    terminal = Terminal(tmp_path / "tmux")
    try:
        terminal.enter(f"cd {tmp_path}; {command}; echo status=$?")
        screen = terminal.wait_for("plans executed, of 200: ")
        (line,) = (line for line in screen.splitlines() if "plans executed" in line)
        assert line.startswith("comparing")
        assert " s at pair" in line
        terminal.send("C-c")
        assert "Traceback" not in terminal.wait_for("status=130")
        wait_until(lambda: processes_in(tmp_path) == [])
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.needs("tmux")
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.viewer_behaviour(32, "pairs at work, in ASCII")
def test_pairs_at_work_have_rows_in_ascii_too(tmp_path: Path) -> None:
    write_slow_pair(tmp_path / "many" / "pair")
    terminal = Terminal(tmp_path / "tmux")
    try:
        terminal.enter(f"cd {tmp_path}; LC_ALL=C {sys.executable} -m plandiff many; echo left $?")
        screen = terminal.wait_for("plans executed, of 200: ")
        row = next(line for line in screen.splitlines() if "plans executed" in line)
        assert row.startswith(">  o pair")
        assert screen.isascii()
        terminal.send("C-c")
        terminal.wait_for("left 130")
        wait_until(lambda: processes_in(tmp_path) == [])
    finally:
        terminal.close()


def processes_in(folder: Path) -> list[str]:
    """The commands of Python that run in a folder."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                commands.append((process / "cmdline").read_text())
        except OSError:  # ended meanwhile
            continue
    return [command for command in commands if "python" in command]
