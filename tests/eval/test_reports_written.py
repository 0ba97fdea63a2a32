"""A report that goes to a file: one line says where it is and what it comes to."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from plancore.report.lines import cell_width
from planeval.cli import main
from planeval.commands.registry import COMMANDS
from support.command import run_command
from support.examples import DELIVERY

SMALL = "--domains panel --trajectories 2 --length 5 --folds 2 --jobs 1"
SAID = {
    "domain learned.pddl reference.pddl": (
        "6 differences: 5 in 3 of 3 actions, 1 in the declarations"
    ),
    "domains pair other": "2 pairs: 1 identical, 1 different",
    "problem p01.pddl p01.pddl": "the same problem",
    "plans learned.plan --reference reference.plan": "1 plan, 1 of 1 reach planning-lcs 0.500",
    "validate reference.pddl p01.pddl reference.plan": "1 plan: 1 valid",
    "blame learned.pddl reference.pddl --plans reference.plan": "1 plan: 0 as expected",
    "runs plans --domain reference.pddl --problems p01.pddl": "1 experiment, 1 run",
    "overview -d results": "1 results file",
    "instances -i data": "1 domain, 1 instance",
    "solve learned.pddl reference.pddl p01.pddl --plans learned.plan": "0 of 1 solved, 1 false",
    f"benchmark --learner sam {SMALL}": "1 learner, 1 domain, 2 folds",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The delivery example, and what commands want that read folders."""
    shutil.copytree(DELIVERY, tmp_path, dirs_exist_ok=True)
    shutil.copytree(DELIVERY, tmp_path / "pair")
    shutil.copytree(DELIVERY, tmp_path / "other")
    shutil.copy(DELIVERY / "reference.pddl", tmp_path / "other" / "learned.pddl")
    (tmp_path / "plans").mkdir()
    shutil.copy(DELIVERY / "reference.plan", tmp_path / "plans" / "p01.plan")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "a.tsv").write_text("Source\tlogs\nn_instances\t10\n")
    (tmp_path / "data" / "delivery").mkdir(parents=True)
    shutil.copy(DELIVERY / "reference.pddl", tmp_path / "data" / "delivery" / "domain.pddl")
    shutil.copy(DELIVERY / "p01.pddl", tmp_path / "data" / "delivery" / "p01.pddl")
    return tmp_path


@pytest.mark.parametrize("command", SAID)
def test_a_file_is_told_with_what_is_in_it(folder: Path, command: str) -> None:
    done = run_command(main, *shlex.split(command), "-o", "out.json", cwd=folder)
    assert done.stdout == ""
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"planeval: written to out.json: {SAID[command]}")
    assert (folder / "out.json").is_file()


@pytest.mark.parametrize("command", SAID)
def test_what_goes_to_a_pipe_is_at_most_100_columns_wide(folder: Path, command: str) -> None:
    done = run_command(main, *shlex.split(command), cwd=folder)
    assert done.stdout
    wide = [row for row in done.stdout.splitlines() if cell_width(row) > 100]
    assert [row for row in wide if len(row.split()) > 1] == []


def test_every_command_that_writes_its_report_to_a_file_was_asked() -> None:
    options = {name: run_command(main, name, "--help").stdout for name in COMMANDS}
    writing = {name for name, text in options.items() if "--output FILE" in text}
    # What learn writes is a domain, of which its report tells.
    assert writing - {"learn"} == {command.split()[0] for command in SAID}


READ = {
    "domain read.txt reference.pddl": "learned.pddl",
    "domain learned.pddl read.txt": "reference.pddl",
    "problem read.txt p01.pddl": "p01.pddl",
    "plans plans read.txt": "reference.plan",
    "validate reference.pddl p01.pddl read.txt": "reference.plan",
    "validate reference.pddl p01.pddl texts --jobs 2": "reference.plan",
    "blame learned.pddl reference.pddl --plans read.txt --problem p01.pddl": "reference.plan",
    "runs read.txt --domain reference.pddl --problems p01.pddl": "reference.plan",
    "runs texts --domain reference.pddl --problems p01.pddl": "reference.plan",
    "overview -d texts": "results/a.tsv",
    "solve learned.pddl reference.pddl p01.pddl --plans read.txt": "reference.plan",
    "solve learned.pddl reference.pddl p01.pddl --plans texts": "reference.plan",
    "learn sam read.txt --problem p01.pddl --domain reference.pddl": "reference.plan",
}
"""Commands that read `read.txt`, or `p01.txt` in the folder `texts`, and what stands there."""


@pytest.mark.parametrize("command", READ)
def test_no_report_is_written_over_what_the_command_reads(folder: Path, command: str) -> None:
    """By whatever name, alone or in a folder."""
    name = "texts/p01.txt" if "texts" in command else "read.txt"
    (folder / "texts").mkdir()
    before = (folder / READ[command]).read_bytes()
    (folder / name).write_bytes(before)
    done = run_command(main, *shlex.split(command), "-o", f"./{name}", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"planeval: error: cannot write ./{name}: it is also an input of this command\n"
    )
    assert (folder / name).read_bytes() == before
