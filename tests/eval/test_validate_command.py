"""`planeval validate` as a program: what it prints and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planeval.cli import main
from planfiles.files import read_text
from support.command import in_one_line

DOMAIN = """
(define (domain d) (:requirements :typing :action-costs)
  (:types place) (:predicates (at ?x - place) (road ?x ?y - place))
  (:functions (total-cost) - number)
  (:action go :parameters (?x ?y - place) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 2)))
  (:action luck :parameters (?x - place) :effect (oneof (at ?x) (and))))
"""
PROBLEM = """
(define (problem p) (:domain d) (:objects home work - place)
  (:init (at home) (road home work) (road work home) (= (total-cost) 0)) (:goal (at work))
  (:metric minimize (total-cost)))
"""
PLANS = {
    "good.plan": "(go home work)\n",
    "stuck.plan": "(go home work)\n(go home work)\n",
    "short.plan": "",
    "wrong.plan": "(go home work)\n(fly home)\n",
    "cut.plan": "(go home work)\n(go work",
    "luck.plan": "(luck home)\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(PROBLEM)
    for name, text in PLANS.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Run:
    """One call of the command."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = main(["validate", *arguments])
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err

    @property
    def json(self) -> dict[str, Any]:
        """The document printed."""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("plan", "status", "line"),
    [
        ("good.plan", 0, "good.plan: valid (1 step, cost 2)"),
        ("stuck.plan", 1, "stuck.plan: invalid at step 2: unsatisfied precondition of"
         " (go home work): (at home), deleted by step 1 (go home work)"),
        ("short.plan", 1, "short.plan: invalid: goal not reached: (at work)"),
        ("wrong.plan", 1, "wrong.plan: malformed at step 2: unknown action fly"),
        ("luck.plan", 2, "luck.plan: undecided: (oneof …): non-deterministic effects are not"
         " supported"),
    ],
)  # fmt: skip
def test_each_plan_has_a_line(
    capsys: pytest.CaptureFixture[str], plan: str, status: int, line: str
) -> None:
    run = Run(capsys, "domain.pddl", "p.pddl", plan)
    assert (run.status, in_one_line(run.out), run.err) == (status, line, "")


@pytest.mark.usefixtures("folder")
def test_csv_has_a_row_for_each_plan(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "domain.pddl", "p.pddl", "good.plan", "short.plan", "--format", "csv")
    assert run.out.splitlines() == [
        "plan,verdict,steps,cost,failing_step,failing_time,reason",
        "good.plan,valid,1,2,,,",
        "short.plan,invalid,0,0,,,goal not reached: (at work)",
    ]


@pytest.mark.parametrize("name", ["=1+1.plan", "@sum.plan", "+1.plan", "-2+3.plan"])
def test_no_name_in_csv_is_a_formula(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (folder / name).write_text(PLANS["good.plan"])
    run = Run(capsys, "--format", "csv", "--", "domain.pddl", "p.pddl", name)
    assert run.out.splitlines()[1] == f"'{name},valid,1,2,,,"


@pytest.mark.usefixtures("folder")
def test_json_has_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    plans = ("good.plan", "stuck.plan", "short.plan", "wrong.plan")
    run = Run(capsys, "domain.pddl", "p.pddl", *plans, "--format", "json")
    assert run.status == 1
    plain: dict[str, Any] = dict.fromkeys(("failing_step", "failing_time", "reason", "cost"))
    plain |= {"unsatisfied": [], "unreached_goals": [], "steps": 2, "remarks": []}
    assert run.json == {
        "format": "planeval validate",
        "version": 1,
        "counts": {"plans": 4, "valid": 1, "invalid": 2, "malformed": 1, "undecided": 0},
        "plans": [
            plain | {"plan": "good.plan", "verdict": "valid", "cost": 2, "steps": 1},
            plain
            | {
                "plan": "stuck.plan",
                "verdict": "invalid",
                "failing_step": 2,
                "reason": "unsatisfied precondition of (go home work): (at home), deleted by"
                " step 1 (go home work)",
                "unsatisfied": ["(at home)"],
            },
            plain
            | {
                "plan": "short.plan",
                "verdict": "invalid",
                "reason": "goal not reached: (at work)",
                "unreached_goals": ["(at work)"],
                "cost": 0,
                "steps": 0,
            },
            plain
            | {
                "plan": "wrong.plan",
                "verdict": "malformed",
                "failing_step": 2,
                "reason": "unknown action fly",
            },
        ],
        "errors": [],
    }


@pytest.mark.usefixtures("folder")
def test_a_step_that_cannot_be_read_is_malformed(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "domain.pddl", "p.pddl", "cut.plan", "--format", "json")
    (plan,) = run.json["plans"]
    assert (run.status, plan["verdict"], plan["failing_step"]) == (1, "malformed", 2)
    assert plan["reason"].startswith("2:1: ")


@pytest.mark.usefixtures("folder")
def test_a_trace_tells_what_each_step_changes(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "domain.pddl", "p.pddl", "stuck.plan", "--format", "json", "--trace")
    assert run.json["plans"][0]["trace"] == [
        {
            "steps": [1],
            "actions": ["(go home work)"],
            "time": None,
            "added": ["(at work)"],
            "deleted": ["(at home)"],
            "values": {"(total-cost)": 2},
        }
    ]
    text = Run(capsys, "domain.pddl", "p.pddl", "good.plan", "--trace").out
    assert text.splitlines()[1:] == [
        "  1  (go home work)  1:1",
        "      + (at work)",
        "      - (at home)",
        "      (total-cost) = 2",
        "  goals: 1 of 1",
        "      ✓ (at work)  since step 1 (go home work)",
        "  link  initially → (at home) → step 1",
        "  link  initially → (road home work) → step 1",
        "  link  step 1 → (at work) → the goal",
    ]


@pytest.mark.usefixtures("folder")
def test_a_trace_tells_what_each_step_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    Path("detour.plan").write_text("(go home work)\n(go work home)\n(go home work)\n")
    plans = ("detour.plan", "stuck.plan")
    run = Run(capsys, "domain.pddl", "p.pddl", *plans, "--format", "json", "--trace")
    detour, stuck = run.json["plans"]
    assert {"producer": 3, "literal": "(at work)", "consumer": None} in detour["causal_links"]
    assert {"producer": 2, "literal": "(at home)", "consumer": 3} in detour["causal_links"]
    assert detour["unneeded_steps"] == []
    assert [link["consumer"] for link in stuck["causal_links"]] == [1, 1]
    assert stuck["unneeded_steps"] is None
    Path("idle.pddl").write_text(
        DOMAIN.replace(
            "(:action luck", "(:action wait :parameters () :effect (and))\n(:action luck"
        )
    )
    Path("idle.plan").write_text("(wait)\n(go home work)\n")
    idle = Run(capsys, "idle.pddl", "p.pddl", "idle.plan", "--trace").out
    assert idle.splitlines()[-1] == "  unneeded  1"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["domain.pddl", "p.pddl", "gone.plan"], "cannot read gone.plan: no such file"),
        (["gone.pddl", "p.pddl", "good.plan"], "cannot read gone.pddl: no such file"),
        (["p.pddl", "p.pddl", "good.plan"], "p.pddl does not define a domain"),
        (["domain.pddl", "domain.pddl", "good.plan"], "domain.pddl does not define a problem"),
        (["domain.pddl", "p.pddl"], "expected a domain, a problem and plans"),
        (["gone"], "cannot read gone: no such file"),
        ([], "missing FILE"),
        (["domain.pddl", "p.pddl", "good.plan", "--jobs", "0"], "'0' is not a number of processes"),
        (["domain.pddl", "p.pddl", "-", "-"], "standard input can be used for one plan only"),
    ],
)
def test_trouble_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    run = Run(capsys, *arguments)
    assert run.status == 2
    assert run.err.startswith("planeval: error: ")
    assert message in run.err
    assert run.err.count("\n") == 1


@pytest.mark.usefixtures("folder")
def test_a_missing_plan_stops_nothing_but_is_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("domain.pddl", "p.pddl", "gone.plan", "good.plan", "--format", "json")
    run = Run(capsys, *arguments)
    assert run.status == 2
    assert [plan["plan"] for plan in run.json["plans"]] == ["good.plan"]
    assert run.json["errors"] == ["cannot read gone.plan: no such file"]


def test_a_plan_that_is_named_twice_counts_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "as-good.plan").write_text(PLANS["good.plan"])
    names = ("good.plan", "./good.plan", "as-good.plan", str(folder / "good.plan"))
    run = Run(capsys, "domain.pddl", "p.pddl", *names, "--format", "json")
    assert run.status == 0
    assert [plan["plan"] for plan in run.json["plans"]] == ["good.plan", "as-good.plan"]
    told = (
        "./good.plan (the same file as good.plan) was given twice; it is used once; likewise 1 more"
    )
    assert run.err == f"planeval: {told}\n"


def test_a_folder_of_plans(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plans = folder / "plans"
    (plans / "deep").mkdir(parents=True)
    (plans / "b.plan").write_text("(go home work)")
    (plans / "deep" / "a.soln").write_text("(go home work)")
    (plans / "notes.txt").write_text("nothing")
    run = Run(capsys, "domain.pddl", "p.pddl", "plans")
    assert (run.status, run.out) == (0, "2 plans: 2 valid\n")
    assert run.err == "planeval: passed over, as it has no steps: plans/notes.txt\n"
    assert Run(capsys, "domain.pddl", "p.pddl", "plans", "--all").out.splitlines() == [
        "plans/b.plan: valid (1 step, cost 2)",
        "plans/deep/a.soln: valid (1 step, cost 2)",
        "2 plans: 2 valid",
    ]
    (plans / "a.plan").write_text("(fly home work)")
    (plans / "c.plan").write_text("(go work home)")
    lines = Run(capsys, "domain.pddl", "p.pddl", "plans").out.splitlines()
    assert [line.partition(" at step")[0] for line in lines] == [
        "plans/c.plan: invalid",
        "plans/a.plan: malformed",
        "4 plans: 2 valid, 1 invalid, 1 malformed",
    ]
    (folder / "empty").mkdir()
    assert "no plan found" in Run(capsys, "domain.pddl", "p.pddl", "empty").err
    for number in range(5):
        (folder / "empty" / f"{number}.txt").write_text("Nothing here.")
    told = Run(capsys, "empty").err
    assert "no plan found in the directory empty; passed over, as they have no steps: " in told
    assert told.endswith("empty/0.txt, empty/1.txt, empty/2.txt and 2 more\n")
    (plans / "answer.txt").write_text("My plan is\n1. (go home work)\n")
    assert "5 plans: 3 valid" in Run(capsys, "domain.pddl", "p.pddl", "plans").out


def test_a_folder_with_everything_in_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, str(folder), "--format", "json")
    assert run.status == 2
    assert run.json["counts"] == {
        "plans": 6,
        "valid": 1,
        "invalid": 2,
        "malformed": 2,
        "undecided": 1,
    }


@pytest.mark.parametrize(
    "text",
    [
        "# cases\ndomain.pddl p.pddl good.plan short.plan\n\ndomain.pddl p.pddl wrong.plan\n",
        '{"domain": "domain.pddl", "problem": "p.pddl", "plan": "good.plan"}\n'
        '{"domain": "domain.pddl", "problem": "p.pddl", "plans": ["short.plan", "wrong.plan"]}\n',
        '[{"domain": "domain.pddl", "problem": "p.pddl", "plan": "good.plan"},'
        ' {"domain": "domain.pddl", "problem": "p.pddl", "plan": "short.plan"},'
        ' {"domain": "domain.pddl", "problem": "p.pddl", "plan": "wrong.plan"}]',
    ],
)
def test_a_list_of_cases(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (folder / "cases").write_text(text)
    run = Run(capsys, "cases", "--format", "json")
    assert run.status == 1
    assert [plan["verdict"] for plan in run.json["plans"]] == ["valid", "invalid", "malformed"]


def test_each_file_is_read_once_however_the_cases_alternate(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        (folder / f"p{number}.pddl").write_text(PROBLEM)
    (folder / "p5.pddl").write_text(PROBLEM.replace("(:goal (at work))", "(:goal (at home))"))
    (folder / "fine.plan").write_text(PLANS["good.plan"])
    names = ("good.plan", "fine.plan")
    cases = [f"domain.pddl p{number}.pddl {name}" for name in names for number in range(12)]
    (folder / "cases").write_text("\n".join([*cases, "domain.pddl gone.pddl good.plan"]))
    opened: list[str] = []

    def read(path: str) -> str:
        opened.append(Path(path).name)
        return read_text(path)

    monkeypatch.setattr("planfiles.models.read_text", read)
    run = Run(capsys, "cases", "--jobs", "1", "--format", "json")
    assert sorted(opened) == sorted(
        ["domain.pddl", "gone.pddl", *(f"p{n}.pddl" for n in range(12))]
    )
    verdicts = [plan["verdict"] for plan in run.json["plans"]]
    assert verdicts == ["invalid" if number % 12 == 5 else "valid" for number in range(24)]
    assert len(run.json["errors"]) == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("domain.pddl p.pddl", "cases:1: expected a domain, a problem and a plan"),
        ('{"domain": 1}', "cases: case 1: expected a domain, a problem and a plan"),
        ("domain.pddl p.pddl 'a", "cases:1: "),
        ("# nothing", "no cases in cases"),
        ('{"a"', "cases:1:5: not JSON"),
    ],
)
def test_a_broken_list_is_trouble(
    capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    Path("cases").write_text(text)
    run = Run(capsys, "cases")
    assert run.status == 2
    assert run.err.startswith(f"planeval: error: {message}")


def test_several_processes_give_the_same_report(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"{number}-{name}" for number in range(40) for name in ("good", "stuck", "wrong")]
    for name in names:
        (folder / name).write_text(PLANS[f"{name.partition('-')[2]}.plan"])
    (folder / "cases").write_text(f"domain.pddl p.pddl {' '.join(names)}\n")
    one = Run(capsys, "cases", "--jobs", "1", "--format", "json")
    two = Run(capsys, "cases", "--jobs", "2", "--format", "json")
    assert (one.status, two.status) == (1, 1)
    assert one.out == two.out
    assert one.json["counts"]["plans"] == 120


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_standard_input_and_the_installed_command() -> None:
    command = [sys.executable, "-m", "planeval", "validate", "domain.pddl", "p.pddl", "-"]
    done = subprocess.run(
        command, input="(GO HOME WORK)", capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "-: valid (1 step, cost 2)\n")
    done = subprocess.run(command, input="\0", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "planeval: error: cannot read standard input: not a text file\n"


def test_wrong_usage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["fly"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("planeval: error: ") for line in lines)


def test_all_steps_have_the_numbers_of_the_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "unsorted.plan").write_text("2: (go work home)\n0: (go home work)\n", "utf-8")
    plain = Run(capsys, "domain.pddl", "p.pddl", "unsorted.plan", "--trace").out
    assert "  2  0:  (go home work)" in plain
    assert "  1  2:  (go work home)" in plain
    run = Run(capsys, "domain.pddl", "p.pddl", "unsorted.plan", "--trace", "--format", "json")
    (plan,) = run.json["plans"]
    assert [change["steps"] for change in plan["trace"]] == [[2], [1]]
    assert {"producer": 2, "literal": "(at work)", "consumer": 1} in plan["causal_links"]


def test_a_mended_domain_is_used_and_its_errors_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "domain.pddl").write_text(DOMAIN.rstrip()[:-1])
    run = Run(capsys, "domain.pddl", "p.pddl", "good.plan", "stuck.plan")
    assert run.status == 2
    # What the error means nobody knows, so no plan is called valid or invalid.
    assert run.out.startswith("good.plan: undecided: only valid if this error changes nothing: dom")
    assert "stuck.plan: undecided: only invalid if this error changes nothing: domain" in run.out
    assert "as read, it is invalid at step 2: unsatisfied precond" in " ".join(run.out.split())
    assert run.err.startswith("planeval: error: domain.pddl:")
    assert run.err.count("\n") == 1
    # `planeval domain` reads the same file in the same way.
    assert main(["domain", "domain.pddl", "domain.pddl", "--format", "json"]) == 2


@pytest.mark.parametrize(
    ("written", "learned", "message"),
    [
        ("(and (at ?x) (road ?x ?y))", "(at ?x) (road ?x ?y)", "expected one formula after"),
        ("(and (at ?x) (road ?x ?y))", "((at ?x) (road ?x ?y))", "missing operator"),
        ("(at ?x) (road", "(not (same ?x ?y)) (road", "undeclared predicate `same`"),
        ("  (:action luck", "  (:action go :parameters ())\n  (:action luck", "action `go`"),
        ("(:predicates (at ?x - place)", "(:predicates at", "predicate"),
    ],
)
def test_a_verdict_never_hides_an_error_of_the_domain(
    folder: Path, capsys: pytest.CaptureFixture[str], written: str, learned: str, message: str
) -> None:
    assert written in DOMAIN
    (folder / "domain.pddl").write_text(DOMAIN.replace(written, learned))
    run = Run(capsys, "domain.pddl", "p.pddl", "good.plan", "--format", "json")
    assert run.status == 2
    assert run.err.startswith("planeval: error: domain.pddl:")
    assert message in run.err
    assert any(message in error for error in run.json["errors"])


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("((at work))", "missing operator"),
        ("(and (at work) (not (shut work)))", "undeclared predicate `shut`"),
        ("(or (at work) (at work home))", "predicate `at` takes 1 argument, found 2"),
        ("(or (at work) (at school))", "undeclared object `school`"),
    ],
)
def test_a_verdict_never_hides_an_error_of_the_problem(
    folder: Path, capsys: pytest.CaptureFixture[str], goal: str, message: str
) -> None:
    (folder / "p.pddl").write_text(PROBLEM.replace("(at work))", f"{goal})"))
    run = Run(capsys, "domain.pddl", "p.pddl", "good.plan")
    assert (run.status, run.err.startswith("planeval: error: p.pddl:")) == (2, True)
    assert message in run.err


def test_plans_alone_find_what_belongs_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rooms", "solutions/rooms"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "rooms" / "domain.pddl").write_text(DOMAIN)
    for number in (1, 2):
        (tmp_path / "rooms" / f"p0{number}.pddl").write_text(PROBLEM)
        (tmp_path / "solutions" / "rooms" / f"p0{number}.plan").write_text("(go home work)\n")
    monkeypatch.chdir(tmp_path)
    run = Run(capsys, "solutions/rooms/p01.plan", "solutions/rooms/p02.plan")
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith("2 plans: 2 valid\n")
    (tmp_path / "solutions" / "rooms" / "p03.plan").write_text("(go home work)\n")
    alone = Run(capsys, "solutions/rooms/p03.plan")
    assert (alone.status, alone.err) == (
        2,
        "planeval: error: no problem found for solutions/rooms/p03.plan\n",
    )
