"""`planeval instances`: how large instances are."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command
from support.material import material

DOMAIN = """(define (domain depot) (:requirements :typing :action-costs)
  (:types crate place) (:constants home - place)
  (:predicates (at ?c - crate ?p - place) (road ?p ?q - place) (near))
  (:functions (total-cost) - number)
  (:derived (near) (exists (?c - crate) (at ?c home)))
  (:action move :parameters (?c - crate ?p ?q - place)
    :precondition (and (at ?c ?p) (road ?p ?q))
    :effect (and (at ?c ?q) (not (at ?c ?p)) (increase (total-cost) 1))))
"""
PROBLEM = """(define (problem p) (:domain depot) (:objects c1{more} - crate yard - place)
  (:init (at c1 yard) (at c1 yard) (road yard home) (not (at c1 home)) (= (total-cost) 0))
  (:goal {goal}) (:metric minimize (total-cost)))
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A domain with three instances, two of which have a plan."""
    monkeypatch.chdir(tmp_path)
    for folder in ("depot/instances", "depot/gold_plans"):
        Path("data", folder).mkdir(parents=True)
    Path("data/depot/domain.pddl").write_text(DOMAIN)
    goals = ("(at c1 home)", "(and (at c1 home) (and (near) (not (at c1 yard))))", "()")
    for number, goal in enumerate(goals):
        problem = PROBLEM.format(more=" c2" if number else "", goal=goal)
        Path(f"data/depot/instances/instance-{number}.pddl").write_text(problem)
    Path("data/depot/gold_plans/instance-0_gold_plan.txt").write_text("(move c1 yard home)\n")
    Path("data/depot/gold_plans/instance-2_gold_plan.txt").write_text("; nothing to do\n")
    return tmp_path


@pytest.mark.usefixtures("data")
def test_the_layout_of_autoplanbench() -> None:
    """Its adapted instances count, each with the plan of that version; the example does not."""
    home = Path("data/depot")
    for old, new in (("instances", "adapted_instances"), ("gold_plans", "adapted_gold_plans")):
        (home / old).rename(home / new)
    for folder in ("orig_problems", "orig_few_shot_instance", "orig_gold_plans"):
        (home / folder).mkdir()
    for number in range(3):
        name = f"instance-{number}.pddl"
        folder = "orig_problems" if number else "orig_few_shot_instance"
        (home / folder / name).write_text((home / "adapted_instances" / name).read_text())
    (home / "orig_gold_plans/instance-2_gold_plan.txt").write_text("(move c2 yard home)\n")
    (home / "not_selected_by_filter").mkdir()
    (home / "not_selected_by_filter/instance-9.pddl").write_text(PROBLEM.format(more="", goal="()"))
    (home / "domain_description_seed1.json").write_text("{}")
    done = run_command(main, "instances", "-i", "data", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    (domain,) = json.loads(done.stdout)["domains"]
    assert [
        (each["instance"], each["is_few_shot"], each["plan_length"]) for each in domain["instances"]
    ] == [(0, True, 1), (1, False, None), (2, False, 0)]
    text = run_command(main, "instances", "-i", "data").stdout
    assert "depot: adapted instances counted; 4 original problems skipped" in text


@pytest.mark.usefixtures("data")
def test_what_is_counted_of_each_instance() -> None:
    assert run_command(main, "instances", "-i", "data", "-o", "all.csv").returncode == 0
    rows = list(csv.reader(Path("all.csv").read_text().splitlines()))
    assert rows[0] == [
        "domain",
        "instance",
        "is_few_shot",
        "n_objects",
        "n_constants",
        "n_initial_facts",
        "n_initial_numbers",
        "n_goal_facts",
        "n_ground_actions",
        "n_fluent_predicates",
        "n_static_predicates",
        "plan_length",
        "file",
        "reason",
    ]
    # (move ?c ?p ?q): crates × places × places, home among them.
    assert rows[1][:12] == ["depot", "0", "false", "2", "1", "2", "1", "1", "4", "2", "1", "1"]
    assert rows[2][:12] == ["depot", "1", "false", "3", "1", "2", "1", "3", "8", "2", "1", ""]
    assert rows[3][7:] == [
        *("0", "8", "2", "1", "0"),
        str(Path("data/depot/instances/instance-2.pddl")),
        "",
    ]


@pytest.mark.usefixtures("data")
def test_statistics_leave_out_what_was_shown() -> None:
    run_command(main, "instances", "-i", "data", "-o", "all.json", "--few-shot", "instance-0")
    (domain,) = json.loads(Path("all.json").read_text())["domains"]
    assert (domain["domain"], domain["n_instances"]) == ("depot", 2)
    assert domain["statistics"]["n_goal_facts"] == {"min": 0, "max": 3, "mean": 1.5}
    assert domain["statistics"]["plan_length"] == {"min": 0, "max": 0, "mean": 0.0}
    assert [entry["is_few_shot"] for entry in domain["instances"]] == [True, False, False]


@pytest.mark.usefixtures("data")
def test_a_line_for_each_domain() -> None:
    text = run_command(main, "instances", "-i", "data").stdout
    (found,) = (line.split() for line in text.splitlines() if line.startswith("depot"))
    assert " ".join(found) == "depot 3 2.7 (2 to 3) 2 1.3 (0 to 3) 0.5 (0 to 1) 6.7 (4 to 8)"


@pytest.mark.usefixtures("data")
def test_what_cannot_be_read_is_told_and_the_rest_is_counted() -> None:
    Path("data/depot/instances/instance-9.pddl").write_bytes(b"\x00\x01")
    other = PROBLEM.format(more="", goal="(near)").replace("depot", "unknown")
    Path("data/elsewhere").mkdir()
    Path("data/elsewhere/p.pddl").write_text(other)
    result = run_command(main, "instances", "-i", "data")
    assert result.returncode == 2
    assert "instance-9.pddl" in result.stderr
    assert "p.pddl: unknown domain" in result.stderr
    assert " ".join(result.stdout.splitlines()[1].split()[:2]) == "depot 3"
    assert (
        f"not counted: elsewhere, p: {Path('data/elsewhere/p.pddl')}: unknown domain"
        in result.stdout
    )


@pytest.mark.usefixtures("data")
def test_plans_of_which_any_may_be_meant_are_named() -> None:
    folder = Path("data/depot/gold")
    folder.mkdir(exist_ok=True)
    for name in ("instance-1_a.plan", "instance-1_b.plan"):
        (folder / name).write_text("")
    result = run_command(main, "instances", "-i", "data", "--format", "csv")
    rows = {row["instance"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert rows["1"]["plan_length"] == ""
    assert rows["1"]["reason"].startswith("unknown plan length: ")
    assert rows["1"]["reason"].startswith("unknown plan length: ambiguous: both ")
    assert rows["1"]["n_objects"]
    text = run_command(main, "instances", "-i", "data").stdout
    assert f"depot, 1: {rows['1']['reason']}\n" in text


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("text", ["I cannot find a plan, sorry\n", "(go a b\nthis is ( broken"])
def test_what_is_no_plan_has_no_length(text: str) -> None:
    folder = Path("data/depot/gold")
    folder.mkdir(exist_ok=True)
    (folder / "instance-1.plan").write_text(text)
    result = run_command(main, "instances", "-i", "data", "--format", "csv")
    rows = {row["instance"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert rows["1"]["plan_length"] == ""
    assert f"{folder / 'instance-1.plan'}:1:1: " in result.stderr
    assert result.returncode == 2


@pytest.mark.usefixtures("data")
def test_a_reason_says_nothing_that_stands_beside_it() -> None:
    folder = Path("data/depot/instances")
    (folder / "instance-7.pddl").write_text("(define (problem p)\n (:objects))\n(")
    (folder / "instance-8.pddl").write_text("; nothing")
    (folder / "instance-9.pddl").write_bytes(b"\x00\x01")
    result = run_command(main, "instances", "-i", "data", "--format", "csv")
    rows = {row["instance"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert rows["8"]["reason"] == "it does not define a problem"
    assert rows["9"]["reason"] == "cannot read it: not a text file"
    assert re.match(r"\d+:\d+: ", rows["7"]["reason"])
    text = run_command(main, "instances", "-i", "data").stdout
    assert f"not counted: depot, 7: {rows['7']['file']}:{rows['7']['reason']}\n" in text
    assert f"not counted: depot, 8: {rows['8']['file']}: it does not define a problem\n" in text


@pytest.mark.usefixtures("data")
def test_printed_as_json_and_as_rows() -> None:
    document = json.loads(run_command(main, "instances", "-i", "data", "--format", "json").stdout)
    assert (document["format"], document["version"]) == ("planeval instances", 2)
    assert document["domains"][0]["n_instances"] == 3
    rows = run_command(main, "instances", "-i", "data", "--format", "csv").stdout
    assert len(rows.splitlines()) == 4


@pytest.mark.usefixtures("data")
def test_plans_are_for_the_instances_that_their_names_begin_with() -> None:
    """The number of a planner is none of an instance."""
    for path in Path("data/depot/gold_plans").iterdir():
        path.unlink()
    Path("data/depot/gold_plans/instance-0_seed2.plan").write_text("(move c1 yard home)\n")
    run_command(main, "instances", "-i", "data", "-o", "all.json")
    (domain,) = json.loads(Path("all.json").read_text())["domains"]
    assert [entry["plan_length"] for entry in domain["instances"]] == [1, None, None]


def _rows(*arguments: str) -> dict[tuple[str, str], dict[str, str]]:
    """The rows of a run, by domain and instance."""
    assert run_command(main, "instances", "-i", "data", "-o", "all.csv", *arguments).returncode == 2
    with Path("all.csv").open(encoding="utf-8", newline="") as table:
        return {(row["domain"], row["instance"]): row for row in csv.DictReader(table)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PROBLEM.format(more="", goal="(at c1 home)")[:-4], "3:"),
        (PROBLEM.format(more="", goal="(on c1 home)"), "undeclared predicate `on`"),
        (
            PROBLEM.format(more="", goal="()").replace("crate", "case"),
            "undeclared type `case`",
        ),
        (
            PROBLEM.format(more="", goal="()").replace("(road", "(near) (road"),
            "fact of the derived predicate `near`",
        ),
        ("(define (problem p) (:domain depot", "1:"),
        ("", "it does not define a problem"),
        ("nothing", "it does not define a problem"),
        ("\x00\x01", "cannot read it: "),
    ],
)
@pytest.mark.usefixtures("data")
def test_a_broken_problem_is_a_row_with_its_reason(text: str, reason: str) -> None:
    """In no mean, for what was counted of a part is no count of the whole."""
    whole = _statistics()
    path = Path("data/depot/instances/instance-1.pddl")
    path.write_text(text)
    rows = _rows()
    assert rows.keys() == {("depot", name) for name in "012"}
    broken = rows["depot", "1"]
    assert reason in broken["reason"]
    assert broken["file"] == str(path)
    assert {broken[name] for name in broken if name.startswith("n_")} == {""}
    assert rows["depot", "0"]["n_objects"] == "2"
    run_command(main, "instances", "-i", "data", "-o", "all.json")
    (domain,) = json.loads(Path("all.json").read_text())["domains"]
    assert (domain["n_instances"], domain["n_failed"]) == (2, 1)
    path.unlink()
    assert domain["statistics"] == _statistics() != whole


def _statistics() -> object:
    run_command(main, "instances", "-i", "data", "-o", "some.json")
    return json.loads(Path("some.json").read_text())["domains"][0]["statistics"]


@pytest.mark.parametrize(
    "text", [DOMAIN[:-40], DOMAIN.replace("?p - place)", "?p - plaec)"), "", "\x00"]
)
@pytest.mark.usefixtures("data")
def test_a_broken_domain_costs_its_own_instances_only(text: str) -> None:
    shutil.copytree("data/depot", "data/broken")
    Path("data/broken/domain.pddl").write_text(text)
    rows = _rows()
    assert rows.keys() == {(name, number) for name in ("depot", "broken") for number in "012"}
    assert all(rows["broken", number]["reason"] for number in "012")
    assert [rows["depot", number]["reason"] for number in "012"] == ["", "", ""]


@pytest.mark.parametrize("text", ["", "(define (dom", "(define (domain", DOMAIN[:60]])
@pytest.mark.usefixtures("data")
def test_a_domain_of_which_little_is_left_is_told_with_what_is_wrong(text: str) -> None:
    """Once, with its place, and with each instance that it was to be for."""
    domain = Path("data/depot/domain.pddl")
    domain.write_text(text)
    rows = _rows()
    (reason,) = {row["reason"] for row in rows.values()}
    assert reason.startswith(str(domain))
    assert len(rows) == 3
    told = run_command(main, "instances", "-i", "data").stderr.splitlines()
    assert told.count(f"planeval: error: {reason}") == 1


@pytest.mark.usefixtures("data")
def test_a_folder_without_files_costs_nothing() -> None:
    Path("data/empty/deeper").mkdir(parents=True)
    Path("data/.git").mkdir()
    assert run_command(main, "instances", "-i", "data").returncode == 0


@pytest.mark.usefixtures("data")
def test_a_plan_that_cannot_be_read_costs_its_length_only() -> None:
    Path("data/depot/gold_plans/instance-0_gold_plan.txt").write_bytes(b"\x00\x01")
    row = _rows()["depot", "0"]
    assert (row["n_objects"], row["plan_length"], row["reason"]) == ("2", "", "")


def test_a_folder_without_problems(tmp_path: Path) -> None:
    result = run_command(main, "instances", "-i", str(tmp_path))
    assert (result.returncode, "no problem in" in result.stderr) == (2, True)


def test_what_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file.pddl"
    file.write_text("")
    for path, why in ((tmp_path / "none", "no such file"), (file, "not a directory")):
        result = run_command(main, "instances", "-i", str(path))
        told = f"planeval: error: cannot read {path}: {why}\n"
        assert (result.returncode, result.stdout, result.stderr) == (2, "", told)


@pytest.mark.needs("material:oracles/autoplanbench")
def test_the_counts_of_the_original(tmp_path: Path) -> None:
    """The original counts the domain's constants as objects and `(= (total-cost) 0)` as a fact, and
    does not see steps with a blank before them."""
    expected = json.loads((material("oracles", "autoplanbench") / "instances.json").read_text())
    for name, domain in expected["domains"].items():
        for folder in ("instances", "gold_plans"):
            (tmp_path / name / folder).mkdir(parents=True)
        (tmp_path / name / "domain.pddl").write_text(domain["domain"])
        for file, texts in domain["files"].items():
            stem = file.removesuffix(".pddl")
            (tmp_path / name / "instances" / file).write_text(texts["problem"])
            (tmp_path / name / "gold_plans" / f"{stem}_gold_plan.txt").write_text(texts["gold"])
    run_command(main, "instances", "-i", str(tmp_path), "-o", str(tmp_path / "all.json"))
    compared = 0
    for domain in json.loads((tmp_path / "all.json").read_text())["domains"]:
        of_domain = expected["domains"][domain["domain"]]
        theirs = of_domain["instances"] | {"0": of_domain["few_shot"]}
        for ours in domain["instances"]:
            wanted = theirs[str(ours["instance"])]
            if (domain["domain"], ours["instance"]) == ("xcraft", 2):
                # The step with a blank before it.
                assert wanted["plan_length"] == 1
                wanted["plan_length"] = 2
            assert ours["n_objects"] + ours["n_constants"] == wanted["n_objects"]
            assert ours["n_initial_facts"] + ours["n_initial_numbers"] == wanted["n_initial_facts"]
            assert ours["n_goal_facts"] == wanted["n_goal_facts"]
            assert ours["plan_length"] == wanted["plan_length"]
            compared += 1
    assert compared == sum(len(domain["files"]) for domain in expected["domains"].values()) == 40
