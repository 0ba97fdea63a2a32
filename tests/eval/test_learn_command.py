"""`planeval learn`: domains from the trajectories and plans that people have."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from plancore.snapshot import FileSnapshot
from planeval.cli import main
from support.command import Done, run_command
from support.examples import BAKERY
from support.material import CORPUS

HARBOUR = CORPUS / "sam" / "harbour"


@pytest.fixture
def bakery(tmp_path: Path) -> Path:
    shutil.copytree(BAKERY, tmp_path, dirs_exist_ok=True)
    return tmp_path


def learn(folder: Path, *arguments: str | Path) -> Done:
    return run_command(main, "learn", *arguments, cwd=folder)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_without_a_file_the_domain_is_printed_and_the_rest_is_said_beside_it(bakery: Path) -> None:
    done = learn(bakery, "sam", "--domain", "reference.pddl", "p01.plan")
    assert done.returncode == 1
    domain = FileSnapshot.of(done.stdout).domain
    assert domain is not None
    assert "sweep" not in {action.name for action in domain.actions}
    assert "planeval:   not learned  sweep: not in any trajectory\n" in done.stderr


def test_json_has_the_domain_the_codec_and_all_that_was_found(bakery: Path) -> None:
    arguments = ("--domain", "reference.pddl", "p01.plan", "p02.plan", "p03.plan")
    done = learn(bakery, "sam", *arguments, "--format", "json", "-o", "sam.pddl")
    assert done.returncode == 0
    said = json.loads(done.stdout)
    assert (said["format"], said["version"]) == ("planeval learn", 1)
    assert said["domain"] == read(bakery / "sam.pddl")
    assert (said["learner"], said["codec"]) == ("SAM", {"kind": "identity"})
    assert (said["n_trajectories"], said["n_transitions"]) == (3, 23)
    assert said["left_out"] == said["contradictions"] == said["notes"] == said["errors"] == []


@pytest.mark.slow
def test_a_learned_domain_and_its_codec_are_what_evaluation_reads(bakery: Path) -> None:
    plans = ("p01.plan", "p02.plan", "p03.plan")
    for learner in ("sam", "esam", "locm"):
        written = ("-o", f"{learner}.pddl", "--codec-output", f"{learner}.json")
        learned = learn(bakery, learner, "--domain", "reference.pddl", *plans, *written)
        assert (learned.returncode, learned.stderr) == (0, "")
        measured = run_command(
            main,
            *("domain", f"{learner}.pddl", "reference.pddl", "--codec", f"{learner}.json"),
            *("--problem", "p03.pddl", "--walks", "5", "--plans", "p03.plan", "--format", "json"),
            cwd=bakery,
        )
        assert measured.returncode == 1
        said = json.loads(measured.stdout)
        assert said["predictive"] is not None
        assert said["plans"] is not None


def test_every_notation_of_trajectories_teaches_the_same(tmp_path: Path) -> None:
    plus = read(HARBOUR / "walks.trajectory")
    lists = plus.replace("((:init", "(:trajectory (:state").replace("(operator:", "(:action")
    (tmp_path / "one.trajectory").write_text(plus, encoding="utf-8")
    (tmp_path / "two").write_text(lists, encoding="utf-8")
    (tmp_path / "three").write_text(lists.replace("(:t", "(t"), encoding="utf-8")
    printed = {
        learn(tmp_path, "sam", "--domain", HARBOUR / "domain.pddl", name).stdout
        for name in ("one.trajectory", "two", "three")
    }
    assert len(printed) == 1


FOREIGN = {
    "README.md": "# Walks (see below)\n\n(they are short)\n",
    "package.json": '{"name": "walks", "steps": ["a", "b"], "state": "done"}',
    "schema.json": '{"properties": {"state": {"type": "array"}}}',
    "run.log": "[1] started\n(:init of the server)\n",
    "table.csv": "a,b\n1,2\n",
    "empty": "",
}


def test_of_a_folder_trajectories_are_taken_and_the_rest_is_counted(tmp_path: Path) -> None:
    alone = learn(
        tmp_path, "sam", "--domain", HARBOUR / "domain.pddl", HARBOUR / "walks.trajectory"
    )
    shutil.copytree(HARBOUR, tmp_path / "walks")
    for name, text in FOREIGN.items():
        (tmp_path / "walks" / name).write_text(text, encoding="utf-8")
    (tmp_path / "walks" / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    (tmp_path / "walks" / "nsam.json").rename(tmp_path / "walks" / "zz.json")
    (tmp_path / "walks" / "sas_plan").write_text("(moor a b)\n", encoding="utf-8")
    command = ("sam", "--domain", "walks/domain.pddl", "walks")
    done = learn(tmp_path, *command)
    assert (done.returncode, done.stdout) == (0, alone.stdout)
    line = "  ignored  9 other files: walks/README.md, walks/empty, walks/package.json, …"
    assert line in done.stderr
    said = json.loads(learn(tmp_path, *command, "--format", "json").stdout)
    names = [*FOREIGN, "picture", "sas_plan", "zz.json"]
    assert said["files_passed_over"] == sorted(f"walks/{name}" for name in names)
    assert said["errors"] == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("run", "(:trajectory\n(:action (go a)) (:state))", "run:2:1: missing state before"),
        ("cut.json", '[{"state": ["p"], "act', "cut.json:1:"),
        ("a.plan", "(go a\n", "a.plan:1:1: "),
    ],
)
def test_a_faulty_file_of_a_folder_costs_itself_only(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "whole").write_text("(:trajectory (:state) (:action (go)) (:state (p)))")
    done = learn(tmp_path, "sam", ".", "-o", "out.pddl")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
    assert "(:action go" in read(tmp_path / "out.pddl")
    assert learn(tmp_path, "sam", name, "whole", "-o", "none.pddl").returncode == 2
    assert not (tmp_path / "none.pddl").exists()


def test_of_a_folder_without_trajectories_what_may_be_a_plan_is_one(tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("(open c)\n(close c)\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("(nothing here)\n", encoding="utf-8")
    done = learn(tmp_path, "locm", ".", "--format", "json")
    said = json.loads(done.stdout)
    assert (said["n_trajectories"], said["actions"]) == (1, ["close", "open"])
    assert said["files_passed_over"] == ["./notes.md"]


def test_plans_alone_are_enough_for_locm(tmp_path: Path) -> None:
    (tmp_path / "a.plan").write_text("(open c)\n(close c)\n(open c)\n", encoding="utf-8")
    done = learn(tmp_path, "locm", "a.plan", "--format", "json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["actions"], said["codec"]) == (0, ["close", "open"], None)
    assert said["notes"] == ["no codec: it needs trajectories with states, and their domain"]


def test_noise_is_told_with_both_places(tmp_path: Path) -> None:
    run = "(:trajectory (:state (p{}))\n(:action (go {}))\n(:state{}))\n"
    text = run.format(" a", "a", "") + run.format(" b", "b", " (p b)")
    (tmp_path / "run").write_text(text, encoding="utf-8")
    signature = "(define (domain d) (:predicates (p ?x)) (:action go :parameters (?x)))"
    (tmp_path / "d.pddl").write_text(signature, encoding="utf-8")
    done = learn(tmp_path, "sam", "--domain", "d.pddl", "run", "-o", "out.pddl")
    assert done.returncode == 1
    assert done.stdout == (
        "d  SAM: 1 action from 2 steps of 2 runs\n"
        "  contradicted  go: (not (p ?x)) follows some steps but not others\n"
        "    at run:4:14: step 1 (go b)\n"
        "    contradicts run:1:14: step 1 (go a)\n"
        "  domain written to out.pddl\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sam", "p01.plan"), "p01.plan: SAM needs states: for plans, give --domain"),
        (("sam", "bad"), "bad:2:1: missing state before this action"),
        (
            ("sam", "--domain", "d.pddl", "unknown"),
            "unknown:1:14: step 1 (fly a): undeclared action",
        ),
        (("sam", "--domain", "reference.pddl", "p01.pddl"), "p01.pddl is a domain or problem"),
        (("sam", "--domain", "reference.pddl", "wrong.plan"), "wrong.plan:1:1: step 1 (pack rye)"),
        (("sam", "--domain", "d.pddl", "p01.plan"), "the actions of --domain have no effects"),
        (("locm", "empty"), "nothing to learn from: no trajectory or plan has a step"),
        (("locm", "p01.plan", "--codec-output", "c.json"), "--codec-output needs --domain"),
        (("locm", "missing.plan"), "missing.plan"),
        (("esam", "p01.plan", "--distinct"), "--distinct applies to sam, not to esam"),
        (("foam", "p01.plan"), "LEARNER: unknown value `foam`"),
    ],
)
def test_what_cannot_be_learned_from_is_said_with_its_place(
    bakery: Path, arguments: tuple[str, ...], said: str
) -> None:
    texts = {
        "bad": "(:trajectory\n(:action (go a)) (:state))",
        "unknown": "(:trajectory (:state) (:action (fly a)) (:state))",
        "d.pddl": "(define (domain d) (:predicates (p ?x)) (:action go :parameters (?x)))",
        "wrong.plan": "(pack rye)\n",
        "empty": "",
    }
    for name, text in texts.items():
        (bakery / name).write_text(text, encoding="utf-8")
    extra = ("--problem", "p01.pddl") if "wrong.plan" in arguments else ()
    done = learn(bakery, *arguments, *extra, "-o", "out.pddl")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (bakery / "out.pddl").exists()
