"""`planlsp check`: files in, findings and an exit status out."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plancore.project import AnySnapshot, snapshot_of
from plancore.stop import NEVER, Checkpoint
from planfiles import companions, surroundings
from planfiles.files import read_text
from planlsp.batch import checking
from planlsp.cli import main
from support.command import run_command

DOMAIN = "(define (domain d)\n  (:predicates (p))\n  (:action a :effect (p)))\n"
PROBLEM = "(define (problem one)\n  (:domain d)\n  (:init (q))\n  (:goal (p)))\n"


def run(*arguments: str) -> tuple[int, str, str]:
    return run_command(main, "check", *arguments)


def check_json(*arguments: str) -> tuple[int, Any]:
    status, out, _ = run("--format", "json", *arguments)
    return status, json.loads(out)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p1.pddl").write_text(PROBLEM)
    return tmp_path


def test_the_json_report_has_findings_and_files() -> None:
    status, report = check_json("--level", "error", "domain.pddl", "p1.pddl")
    assert status == 1
    assert report["version"] == 2
    assert report["findings"] == [
        {
            "file": "p1.pddl",
            "code": "undeclared-predicate",
            "severity": "error",
            "message": report["findings"][0]["message"],
            "range": {
                "start": {"line": 2, "character": 10},
                "end": {"line": 2, "character": 11},
            },
        }
    ]
    assert "`q`" in report["findings"][0]["message"]
    assert [(f["path"], f["kind"], f["dialect"]) for f in report["files"]] == [
        ("domain.pddl", "domain", "pddl1.2"),
        ("p1.pddl", "problem", "pddl1.2"),
    ]
    assert all(file["seconds"] > 0 for file in report["files"])


def test_nothing_found_is_status_0() -> None:
    status, out, err = run("domain.pddl", "--level", "error")
    assert (status, out, err) == (0, "1 file checked: no diagnostics\n", "")


def test_columns_count_utf_16_units(folder: Path) -> None:
    (folder / "x.pddl").write_text(
        '(define (domain d) (:predicates (p)) (:action 𝛼 :effect (q "😀") ))', encoding="utf-8"
    )
    _, report = check_json("--select", "undeclared-predicate", "x.pddl")
    assert report["findings"][0]["range"]["start"] == {"line": 0, "character": 58}


def test_a_folder_is_searched_for_planning_files(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "a.plan").write_text("(a)\n")
    (folder / "deep" / "notes.txt").write_text("nothing\n")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "domain.pddl").write_text("(")
    _, report = check_json(".")
    assert [(file["path"], file["kind"]) for file in report["files"]] == [
        ("./domain.pddl", "domain"),
        ("./p1.pddl", "problem"),
        ("./deep/er/a.plan", "plan"),
    ]


@pytest.mark.server_behaviour(9)
def test_common_problems_are_checked_with_the_domain_of_each_student(folder: Path) -> None:
    """Those that write `p` otherwise, or not at all, get one remark for each problem."""
    domains = {"ann": DOMAIN, "bob": DOMAIN, "eve": DOMAIN.replace("(p)", "(p ?x) (r)")}
    domains["zoe"] = DOMAIN.replace("(p)", "(z)")
    for name, text in domains.items():
        (folder / "course" / name).mkdir(parents=True)
        (folder / "course" / name / "domain.pddl").write_text(text)
    (folder / "course/problems").mkdir()
    problem = PROBLEM.replace("(q)", "")
    (folder / "course/problems/p1.pddl").write_text(problem)
    said = ["--level", "information", "course"]
    _, report = check_json(*said)
    _, misfits = (finding for finding in report["findings"] if "p1" in finding["file"])
    eve, zoe = "course/eve/domain.pddl", "course/zoe/domain.pddl"
    assert misfits["message"] == f"domain `d` in `{eve}` and `{zoe}` does not fit the problem"
    _, out, _ = run(*said)
    assert f"with `{eve}`: predicate `p` takes 1 argument, found 0\n" in out
    assert (
        f"with `{zoe}`: no domain `d` fits: `domain.pddl` declares 0 of the 1 names used here\n"
        in out
    )
    _, report = check_json("--severity", "ambiguous-domain=off", *said)
    assert not any("p1" in finding["file"] for finding in report["findings"])


def test_a_problem_is_checked_with_the_nearest_domain(folder: Path) -> None:
    for name, predicate in (("near", "q"), ("far", "r")):
        (folder / name).mkdir()
        (folder / name / "domain.pddl").write_text(DOMAIN.replace("(p)", f"({predicate}) (p)", 1))
    (folder / "near" / "p2.pddl").write_text(PROBLEM)
    (folder / "far" / "p3.pddl").write_text(PROBLEM)
    _, report = check_json("--select", "undeclared-predicate", "far", "near", "p1.pddl")
    # Of two equally near ones that which declares what the problem uses.
    assert [finding["file"] for finding in report["findings"]] == ["far/p3.pddl"]


@pytest.mark.parametrize("before", ["", "./", "/"])
def test_all_places_of_a_finding_are_told_alike(folder: Path, before: str) -> None:
    (folder / "pair").mkdir()
    (folder / "pair" / "reference.pddl").write_text(DOMAIN)
    learned = DOMAIN.replace(":effect", ":precondition (p) :effect")
    (folder / "pair" / "learned.pddl").write_text(f";;!reference: reference.pddl\n{learned}")
    start = f"{folder}/" if before == "/" else before
    told = run(f"{start}pair")[1].splitlines()[:-1]
    assert any(line.startswith(f"    {start}pair/reference.pddl:") for line in told)
    assert all(line.lstrip().startswith(f"{start}pair/") for line in told)


def test_the_domain_beside_a_problem_is_found_on_disk() -> None:
    status, out, _ = run("--select", "undeclared-predicate", "p1.pddl")
    assert status == 1
    assert out.startswith("p1.pddl:3:11: error: undeclared predicate `q`")


@pytest.mark.parametrize("size", [10, 600_000])
def test_a_single_file_is_read_once(
    size: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However large it is, and also when its domain is looked for."""
    (folder / "p1.pddl").write_text(f"{PROBLEM};{'x' * size}\n")
    read: list[str] = []

    def counted(text: str, name: str = "", checkpoint: Checkpoint = NEVER) -> AnySnapshot:
        read.append(os.path.basename(name))
        return snapshot_of(text, name, checkpoint=checkpoint)

    def counted_text(path: str, *limits: int, regular: bool = False) -> str:
        opened.append(path)
        return read_text(path, *limits, regular=regular)

    opened: list[str] = []
    for module in (checking, companions):
        monkeypatch.setattr(module, "snapshot_of", counted)
    for module in (checking, surroundings):
        monkeypatch.setattr(module, "read_text", counted_text)
    assert run("p1.pddl")[0] == 1
    assert opened.count("p1.pddl") == 1
    # Once as a whole, and once what is left of it to find what belongs to it.
    assert read.count("p1.pddl") == 2


def test_severities_and_selection() -> None:
    status, out, _ = run("--level", "error", "--severity", "undeclared-predicate=off", "p1.pddl")
    assert (status, out) == (0, "1 file checked: no diagnostics\n")
    _, report = check_json(
        *("--select", "undeclared-predicate", "--severity", "undeclared-predicate=hint"),
        "p1.pddl",
    )
    assert [finding["severity"] for finding in report["findings"]] == ["hint"]


def test_a_comment_in_the_file_silences(folder: Path) -> None:
    (folder / "p1.pddl").write_text(
        PROBLEM.replace("(q))", "(q)) ; planlsp: ignore[undeclared-predicate]")
    )
    status, _ = check_json("--level", "error", "p1.pddl")
    assert status == 0


def test_a_plan_is_checked_for_its_syntax(folder: Path) -> None:
    (folder / "good.plan").write_text("(a)\n(a b)\n; cost = 2\n")
    (folder / "bad.plan").write_text("(a)\n(a b\n(a)\n")
    status, report = check_json("--select", "unclosed-step", "good.plan", "bad.plan")
    assert status == 1
    assert {finding["file"] for finding in report["findings"]} == {"bad.plan"}
    assert report["files"][0]["dialect"] == "sequential"


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("given", [["a.plan"], ["."]], ids=["alone", "with its folder"])
@pytest.mark.server_behaviour(47)
def test_a_plan_is_executed_in_what_belongs_to_it(
    folder: Path, given: list[str], jobs: str
) -> None:
    (folder / "gold").mkdir()
    (folder / "gold" / "domain.pddl").write_text(DOMAIN.replace("(:action a", "(:action b"))
    (folder / "domain.pddl").write_text(f";;!reference: gold/domain.pddl\n{DOMAIN}")
    (folder / "p1.pddl").write_text(PROBLEM.replace("(q)", ""))
    (folder / "a.plan").write_text("(a)\n(a b)\n")
    (folder / "b.plan").write_text("(a)\n")
    plans = [*given, *(["b.plan"] if given == ["a.plan"] else [])]
    _, report = check_json("--jobs", jobs, *plans)
    told = [(Path(f["file"]).name, f["code"], f["message"]) for f in report["findings"]]
    assert [finding for finding in told if finding[0] != "domain.pddl"] == [
        ("a.plan", "fails-under-reference", UNDER_GOLD),
        ("a.plan", "step-arity", "`a` takes no objects, found 1 object"),
        ("a.plan", "unknown-object", "unknown object `b`"),
        ("b.plan", "fails-under-reference", UNDER_GOLD),
    ]


UNDER_GOLD = "in reference `gold/domain.pddl`: malformed step 1: unknown action a"


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_what_cannot_be_read_is_one_line_each(folder: Path, jobs: str) -> None:
    (folder / "binary.pddl").write_bytes(b"\x7fELF\0\0")
    (folder / "latin.pddl").write_bytes(DOMAIN.encode() + "; é".encode("latin-1"))
    (folder / "blank.pddl").write_text("; nothing yet\n")
    (folder / "empty").mkdir()
    status, out, err = run(
        "--jobs", jobs, "missing.pddl", "binary.pddl", "blank.pddl", "empty", "latin.pddl"
    )
    assert status == 2
    assert err.splitlines() == [
        "planlsp: error: no planning files in empty",
        "planlsp: error: cannot read missing.pddl: no such file",
        "planlsp: error: cannot read binary.pddl: not a text file",
        "planlsp: error: nothing to check in blank.pddl: it is empty",
    ]
    assert "1 file checked" in out


@pytest.mark.server_behaviour(47)
def test_processes_do_not_change_the_answer(folder: Path) -> None:
    for number in range(20):
        (folder / f"p{number}.pddl").write_text(PROBLEM.replace("one", f"p{number}"))
    _, alone = check_json("--jobs", "1", ".")
    _, together = check_json("--jobs", "2", ".")
    assert together["findings"] == alone["findings"]
    assert len(alone["findings"]) >= 20


def test_github_commands() -> None:
    _, out, _ = run("--format", "github", "--level", "error", "p1.pddl")
    assert out.startswith(
        "::error file=p1.pddl,line=3,col=11,endLine=3,endColumn=12,title=undeclared-predicate::"
        "undeclared predicate `q`"
    )


def test_sarif() -> None:
    _, out, _ = run("--format", "sarif", "--level", "error", "p1.pddl")
    (log,) = json.loads(out)["runs"]
    (result,) = log["results"]
    assert result["ruleId"] == log["tool"]["driver"]["rules"][result["ruleIndex"]]["id"]
    assert result["level"] == "error"
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == 11
    assert log["columnKind"] == "utf16CodeUnits"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--severity", "x"],
        ["--severity", "a-b=loud"],
        ["--jobs", "0"],
        ["--select", "A B"],
        [],
        ["--select", "unused-typ"],
        ["--select", "no-such-thing"],
        ["--severity", "unused-typ=off"],
    ],
)
def test_wrong_arguments_are_trouble(arguments: list[str]) -> None:
    status, out, err = run(*arguments, *(["p1.pddl"] if arguments else []))
    assert (status, out) == (2, "")
    assert err.startswith("planlsp: error: ")
    assert err.count("\n") == 1


def test_checking_does_not_load_the_server() -> None:
    script = (
        "import sys\nfrom planlsp.cli import main\nmain(['check', 'p1.pddl'])\n"
        "print({'pygls', 'lsprotocol', 'asyncio'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stderr == "set()\n"


@pytest.mark.slow
def test_a_terminal_sees_a_bar_and_a_pipe_does_not() -> None:
    command = [sys.executable, "-m", "planlsp", "check", "domain.pddl", "p1.pddl"]
    piped = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert piped.stderr == b""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        shown = os.read(ours, 10_000)
        process.wait(timeout=120)
    os.close(ours)
    assert b"checking [" in shown


def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    (folder / "many.pddl").write_text(DOMAIN.replace("(p)))", "(p) (q))" * 3000 + ")"))
    done = subprocess.run(
        f"{sys.executable} -m planlsp check many.pddl | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a worker inherits the patch")
def test_a_file_that_kills_its_process_costs_only_itself(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = os.getpid()

    def read(path: str) -> str:
        if path == "deadly.pddl" and os.getpid() != own:
            os.kill(os.getpid(), signal.SIGKILL)
        return read_text(path)

    monkeypatch.setattr(checking, "read_text", read)
    large = DOMAIN + " " * 300_000
    for name in ("deadly", "good", "other"):
        (folder / f"{name}.pddl").write_text(large)
    files = [f"{name}.pddl" for name in ("good", "deadly", "other")]
    status, out, err = run("--level", "error", "--jobs", "2", *files)
    assert (status, out) == (2, "2 files checked: no diagnostics\n")
    assert err == (
        "planlsp: error: cannot check deadly.pddl: the worker process was killed (out of memory?)\n"
    )


def codes(report: Any) -> list[tuple[str, str]]:
    return [(finding["file"], finding["code"]) for finding in report["findings"]]


@pytest.mark.server_behaviour(47)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_settings_of_the_folder_count(folder: Path, jobs: str) -> None:
    (folder / "gold").mkdir()
    (folder / "gold" / "domain.pddl").write_text(DOMAIN.replace("(:action a", "(:action b"))
    (folder / "deep").mkdir()
    (folder / "deep" / "d.pddl").write_text(DOMAIN)
    (folder / "planlsp.toml").write_text(
        '[reference]\n"deep/*.pddl" = "gold/domain.pddl"\n'
        '[severities]\nmissing-action = "error"\nextra-action = "off"\n'
    )
    _, report = check_json("--jobs", jobs, "--level", "error", "deep", "gold")
    assert codes(report) == [("deep/d.pddl", "missing-action")]
    _, report = check_json("--severity", "missing-action=off", "deep", "gold")
    assert codes(report) == []
    (folder / "deep" / "planlsp.toml").write_text("")  # the nearest counts
    _, report = check_json("deep", "gold")
    assert codes(report) == []


def test_what_is_wrong_with_the_settings_is_a_finding(folder: Path) -> None:
    (folder / "planlsp.toml").write_text('align = "on"\nrefrence = "d.pddl"\n')
    status, out, _ = run("domain.pddl", "--level", "warning")
    assert status == 1
    assert out.startswith(
        "planlsp.toml:2:1: warning: unknown setting `refrence`; did you mean `reference`?"
    )
    _, report = check_json("--select", "faulty-settings", "domain.pddl")
    assert codes(report) == [("planlsp.toml", "faulty-settings")]
    assert run("domain.pddl", "--level", "error")[0] == 0


def test_a_line_may_not_point_out_of_the_folders_that_are_checked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "d.pddl").write_text(f";;!reference: ../domain.pddl\n{DOMAIN}")
    _, report = check_json("in")
    assert codes(report) == []
    monkeypatch.chdir(folder / "in")
    _, report = check_json("d.pddl")
    assert codes(report) == [("d.pddl", "unusable-reference")]
    _, report = check_json("..")
    assert ("../in/d.pddl", "unusable-reference") not in codes(report)


def test_a_terminal_shows_the_line_with_a_caret(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = run("--select", "undeclared-predicate", "p1.pddl")
    assert "|" not in piped[1]
    monkeypatch.setattr("planlsp.commands.check.is_terminal", lambda _: True)
    status, out, _ = run("--select", "undeclared-predicate", "p1.pddl")
    assert status == 1
    first, *shown = out.splitlines()
    assert first == piped[1].splitlines()[0]
    assert shown[:3] == ["  |", "3 |   (:init (q))", "  |           ^"]


def test_places_in_wide_and_long_lines_are_marked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planlsp.commands.check.is_terminal", lambda _: True)
    wide = "(define (problem one) (:domain d)\t(:objects 中文) (:init (q)) (:goal (p)))"
    (folder / "p2.pddl").write_text(wide + " " * 5000, encoding="utf-8")
    out = run("--select", "undeclared-predicate", "p2.pddl")[1].splitlines()
    # Each of the two wide characters takes two columns; a tab is shown as a blank.
    assert out[2].startswith("1 | (define (problem one) (:domain d) (:objects 中文) (:init (q))")
    assert out[3].index("^") == 4 + wide.index("q))") + 2
    assert max(map(len, out)) < 250


def test_hints_fail_only_if_asked_for(folder: Path) -> None:
    (folder / "domain.pddl").write_text(DOMAIN.replace("(p))", "(p) (r))", 1))
    status, out, _ = run("domain.pddl")
    assert (status, out.splitlines()[-1]) == (0, "1 file checked: 1 hint")
    assert run("--fail-on", "hint", "domain.pddl")[0] == 1
    assert run("--quiet", "--fail-on", "hint", "domain.pddl") == (1, "", "")
    assert run("--fail-on", "error", "p1.pddl")[0] == 1
