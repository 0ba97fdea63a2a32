"""What other people found wrong with the server and with what it finds, each case as they expect
it: their scripts are run on our server, and their files are checked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from planlsp.cli import main
from support.command import run_command
from support.examples import ROOT
from support.lsp_process import LspProcess
from support.material import material
from support.process_costs import needs_proc


def run_case(script: str, *arguments: str) -> str:
    """What a script of a case prints, run on our server as its first line says."""
    binaries = Path(sys.executable).parent
    environment = {
        **os.environ,
        "BIN": str(binaries / "planlsp"),
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    case = material("cases", "server", *script.split("/"))
    program = [sys.executable] if case.suffix == ".py" else ["sh"]
    command = [*program, str(case), *arguments]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.needs("material:cases/server")
class TestServer:
    """The cases of `server`."""

    def test_a_plan_is_completed_with_the_actions_that_there_are_now(self) -> None:
        edited, fresh = run_case("01-stale-plan-completion/run.py").splitlines()
        assert edited.removeprefix("edited ") == fresh.removeprefix("fresh ")
        assert "(rinse ?a ?b) ['rinse']" in fresh

    def test_a_port_outlives_who_says_nothing_and_asks_for_a_token(self) -> None:
        said = run_case("02-tcp-probe/run.py")
        assert "server alive after the silent one left: None" in said
        assert "poll None" in said
        refused = r"b'Content-Length: \d+\\r\\n\\r\\n{\"jsonrpc\": \"2.0\""
        for who in ("silent first, then editor:", "editor again:", "http first, then editor"):
            assert re.search(f"^{re.escape(who)} {refused}", said, re.MULTILINE), said
        assert "the token t" in said

    def test_files_may_go_while_lenses_are_asked_for(self) -> None:
        said = run_case("04-lens-race/run.py")
        assert re.findall(r"errors (\d+) 0 stderr bytes (\d+)", said) == [("0", "0")] * 2

    def test_hints_of_a_line_are_told_whatever_else_there_is(self) -> None:
        said = run_case("05-inlay-hints-quadratic/run.py")
        assert re.findall(r"^(\d+) parameters: [\d.]+ s", said, re.MULTILINE) == [
            "1000",
            "2000",
            "4000",
        ]

    def test_a_request_that_is_cancelled_keeps_no_other_waiting(self) -> None:
        """As `blocked.py`, which expects that the answer takes longer than it does now."""
        names = " ".join(f"?x{number}" for number in range(10_000))
        atoms = " ".join(f"(p ?x{number})" for number in range(10_000))
        wide = f"""(define (domain d) (:predicates (p ?x))
          (:action a :parameters ({names}) :precondition (and {atoms}) :effect (not (p ?x0))))"""
        long = "".join(
            f"(:action b{n} :parameters (?y) :precondition (q ?y) :effect (not (q ?y)))\n"
            for n in range(1000)
        )
        with LspProcess() as server:
            server.initialize()
            server.open("untitled:wide", wide)
            server.open("untitled:long", f"(define (domain e) (:predicates (q ?x))\n{long})")
            end = {"line": wide.count("\n"), "character": 0}
            place = {"start": {"line": 0, "character": 0}, "end": end}
            asked = {"textDocument": {"uri": "untitled:wide"}, "range": place}
            hints = server.start_request("textDocument/inlayHint", asked)
            server.notify("$/cancelRequest", {"id": hints})
            server.close("untitled:wide")
            outline = {"textDocument": {"uri": "untitled:long"}}
            symbols = server.request("textDocument/documentSymbol", outline)
            assert {"b0", "b999"} <= {symbol["name"] for symbol in symbols}
            assert server.answer(hints).keys() & {"error", "result"}

    def test_a_new_problem_names_the_domain_of_its_folder(self) -> None:
        said = run_case("06-skeleton-domain/run.py").splitlines()
        assert ["dom-b" in line.partition(" in folder b")[0] for line in said] == [True, True]

    def test_steps_are_coloured_in_plans_of_any_length(self) -> None:
        said = run_case("07-plan-range-tokens/run.py")
        assert re.findall(r"^(\d+) steps: \d+ ms", said, re.MULTILINE) == [
            "1000",
            "10000",
            "100000",
        ]

    def test_negation_through_recursion_is_found(self) -> None:
        findings = found("server/09-negative-axiom-circle")
        assert [(f, line, code) for f, line, code, _ in findings[:2]] == [
            ("domain.pddl", 3, "derived-predicate"),
            ("domain.pddl", 4, "derived-predicate"),
        ]
        assert findings[0][3] == "derived predicate `p` depends on its own negation"

    def test_a_link_to_a_file_of_the_system_is_refused(self) -> None:
        said = run_case("10-proc-file/run.sh")
        assert "check rc 2" in said

    @needs_proc
    def test_memory_is_given_back_without_a_pause(self) -> None:
        """Sixty times a text of 1.6 MB is opened and closed: never twice of what it takes once."""
        said = run_case("11-memory-without-pause/run.py", "1.6", "0", "60")
        sizes = [int(size) for size in re.findall(r"\d+", said.split("close: [")[1].split("]")[0])]
        assert len(sizes) == 61
        assert max(sizes) < 2 * sizes[1], sizes


def found(case: str) -> list[tuple[str, int, str, str]]:
    """The file, line, code and message of what is found in a folder."""
    folder = material("cases", *case.split("/"))
    done = run_command(main, "check", folder, "--format", "json")
    return [
        (Path(each["file"]).name, each["range"]["start"]["line"] + 1, each["code"], each["message"])
        for each in json.loads(done.stdout)["findings"]
    ]


GOAL = (
    "unreachable goal `(lent dune ann)`: `borrow` needs `(free ann)`, which no initial fact or "
    "applicable action makes true"
)
EXPECTED = {
    "library": [],
    "preconditions": [
        (
            ("domain.pddl", 11, "unknown-keyword"),
            "unknown keyword `:preconditions`; did you mean `:precondition`?",
        )
    ],
    "glued": [(("domain.pddl", 2, "foreign-sign"), "missing blank before a variable")],
    "forgot-question-mark": [
        (
            ("domain.pddl", 8, "undeclared-object"),
            "undeclared constant `b`; did you mean `?b`?",
        ),
        (
            ("domain.pddl", 8, "undeclared-object"),
            "undeclared constant `s`; did you mean `?s`?",
        ),
    ],
    "goal-unreachable": [(("problem.pddl", 4, "unachievable-goal"), GOAL)],
    "objects-without-hyphen": [
        (
            ("problem.pddl", 2, "malformed-typed-list"),
            "`book` is a type: missing `-`; write `- book`",
        )
    ],
}
"""All findings of the cases of `editors`: one for each mistake."""


@pytest.mark.slow
@pytest.mark.needs("material:cases/editors")
@pytest.mark.parametrize("case", EXPECTED)
def test_a_mistake_is_one_finding(case: str) -> None:
    findings = found(f"editors/{case}")
    assert [((file, line, code), said) for file, line, code, said in findings] == EXPECTED[case]


@pytest.mark.slow
@pytest.mark.needs("material:cases/editors", "module:kairos")
def test_why_there_is_no_plan_is_said_by_the_planner_as_well() -> None:
    folder = material("cases", "editors", "goal-unreachable")
    done = run_command(main, "solve", folder / "domain.pddl", folder / "problem.pddl")
    assert done.returncode == 1
    assert "(lent dune ann) can never be reached" in done.stderr
    assert "needs (free ann), which never holds" in done.stderr
