"""The manners of the three commands: one-line errors, output that cannot be written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import plandiff.cli
import planeval.cli
import planlsp.cli
from plancore.report.lines import visible
from planfiles.command import complain, run_command
from planfiles.errors import FileError, UserError
from support import command
from support.examples import DELIVERY
from support.programs import run_program

PROGRAMS = {
    "plandiff": plandiff.cli.main,
    "planeval": planeval.cli.main,
    "planlsp": planlsp.cli.main,
}
FILES = ("learned.pddl", "reference.pddl")
COMMANDS = {
    "plandiff": ("plandiff", *FILES),
    "plandiff json": ("plandiff", "--format", "json", *FILES),
    "plandiff help": ("plandiff", "--help"),
    "plandiff version": ("plandiff", "--version"),
    "plandiff canon": ("plandiff", "canon", FILES[0]),
    "planeval version": ("planeval", "--version"),
    "planeval help": ("planeval", "validate", "--help"),
    "planeval domain": ("planeval", "domain", *FILES),
    "planeval problem": ("planeval", "problem", "p01.pddl", "p01.pddl"),
    "planeval validate": ("planeval", "validate", "reference.pddl", "p01.pddl", "reference.plan"),
    "planeval blame": ("planeval", "blame", *FILES, "--plans", "reference.plan"),
    "planeval plans": ("planeval", "plans", "learned.plan", "reference.plan"),
    "planlsp version": ("planlsp", "--version"),
    "planlsp check": ("planlsp", "check", *FILES),
    "planlsp format": ("planlsp", "format", "--check", *FILES),
}


needs_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")


@needs_full_device
@pytest.mark.parametrize("name", COMMANDS)
def test_output_to_a_full_device_is_trouble(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(DELIVERY)
    program, *arguments = COMMANDS[name]
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert PROGRAMS[program](arguments) == 2
    assert capsys.readouterr().err == (
        f"{program}: error: cannot write to standard output: no space left on device\n"
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_is_closed_is_trouble(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(DELIVERY)
    monkeypatch.setattr(sys, "stdout", None)  # as Python has it after `>&-`
    program, *arguments = COMMANDS[name]
    assert PROGRAMS[program](arguments) == 2
    assert capsys.readouterr().err == (
        f"{program}: error: cannot write to standard output: it is closed\n"
    )


@pytest.mark.slow
@pytest.mark.e2e
@needs_full_device
@pytest.mark.parametrize("shell", ["> /dev/full", ">&-"])
@pytest.mark.parametrize("name", ["plandiff help", "planeval validate", "planlsp check"])
@pytest.mark.viewer_behaviour(1)
def test_a_process_says_once_that_its_output_cannot_be_written(name: str, shell: str) -> None:
    run = run_program(*COMMANDS[name], folder=DELIVERY, shell=shell)
    reason = "it is closed" if "-" in shell else "no space left on device"
    program = COMMANDS[name][0]
    assert run.err == f"{program}: error: cannot write to standard output: {reason}\n"
    assert run.status == 2


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.parametrize("name", ["plandiff json", "planeval plans", "planlsp check"])
def test_a_reader_that_goes_away_is_no_error(name: str) -> None:
    run = run_program(*COMMANDS[name], folder=DELIVERY, shell="| head -c 1")
    assert (len(run.out), run.err) == (1, "")


def test_every_end_has_its_status(capsys: pytest.CaptureFixture[str]) -> None:
    def raising(error: BaseException) -> int:
        return run_command("program", lambda: (_ for _ in ()).throw(error))

    assert run_command("program", lambda: 1) == 1
    assert raising(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""
    assert raising(UserError("two\nlines\x1b[31m")) == 2
    assert raising(FileError("read", "a\u202eb", "no such file")) == 2
    assert raising(IndexError("list")) == 2
    assert capsys.readouterr().err.splitlines() == [
        "program: error: two␊lines␛[31m",
        "program: error: cannot read a⟨U+202E⟩b: no such file",
        "program: error: internal error, please report it (IndexError: list)",
    ]


def test_an_internal_error_is_shown_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise IndexError("list")

    monkeypatch.setenv("PROGRAM_TRACEBACK", "1")
    with pytest.raises(IndexError):
        run_command("program", broken)


def test_complaining_to_nobody_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    complain("program", "message")


HOSTILE = "a\x1b[31m\u202eb\x9b\n::error file=x::pwned\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("planlsp", "check", "."),
        ("planlsp", "check", "--format", "github", "."),
        ("planlsp", "format", "--check", "."),
        ("planlsp", "format", "--diff", "missing\x1b[1m"),
        ("planeval", "validate", "."),
        ("planeval", "domain", "name.pddl", "other.pddl"),
        ("planeval", "domains", "--format", "csv", "pairs"),
        ("planeval", "domains", "pairs"),
        ("planeval", "plans", f"{HOSTILE}.plan", "plain.plan"),
        ("planeval", "problem", f"{HOSTILE}.pddl", f"{HOSTILE}.pddl"),
        ("plandiff", "name.pddl", "other.pddl"),
        ("plandiff", f"{HOSTILE}.plan", "plain.plan"),
    ],
    ids=lambda arguments: ascii(" ".join(arguments))[:40],
)
def test_names_and_contents_reach_no_terminal_raw(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    name = "go\x1b[31m\u202e\x07"
    domain = f"(define (domain d) (:predicates (p)) (:action {name} :effect (p {name})))"
    (tmp_path / "name.pddl").write_text(domain)
    (tmp_path / "other.pddl").write_text(domain.replace("(p)", "(q)", 1))
    (tmp_path / f"{HOSTILE}.pddl").write_text(
        f"(define (problem {name}) (:domain d) (:init ({name})) (:goal ({name})))"
    )
    (tmp_path / f"{HOSTILE}.plan").write_text(f"({name} a)\n")
    (tmp_path / "plain.plan").write_text("(go a)\n")
    pair = tmp_path / "pairs" / HOSTILE.replace("/", "")
    pair.mkdir(parents=True)
    (pair / "learned.pddl").write_text(domain)
    (pair / "reference.pddl").write_text(domain.replace("(p)", "(q)", 1))
    program, *words = arguments
    done = command.run_command(PROGRAMS[program], *words, cwd=tmp_path)
    lines = (done.stdout + done.stderr).split("\n")
    assert [line for line in lines if visible(line) != line] == []
    assert not any(line.startswith("::error file=x") for line in lines)
