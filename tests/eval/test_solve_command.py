"""`planeval solve` with real planners and made-up ones."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from planeval import api
from planeval.cli import main
from planeval.solving.batch import labels_of
from support import couriers, nasty_planner
from support.command import run_command
from support.couriers import write_task
from support.examples import BAKERY
from support.fifo import Fifo
from support.plandiff_run import plain_environment
from support.solving import MODELS, script, solve, solved

linux = pytest.mark.skipif(sys.platform != "linux", reason="kairos-planner, FIFOs")


@pytest.mark.slow
@linux
def test_a_learned_domain_that_is_the_reference(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR, far=couriers.FAR)
    report = solved(tmp_path, "near.pddl", "far.pddl")
    assert [entry["class"] for entry in report["problems"]] == ["solved", "solved"]
    assert [len(entry["plan"]) for entry in report["problems"]] == [3, 4]
    metrics = report["metrics"]
    for name in ("solving_ratio", "plan_precision", "plan_recall", "plan_quality"):
        assert metrics[name] == 1, name
    assert metrics["cost_ratio_geomean"] == 1
    assert metrics["n_times"] == 2
    assert report["format"] == "planeval solve"
    assert solve(tmp_path, "near.pddl").returncode == 0


@linux
def test_every_class_that_a_planner_gives(tmp_path: Path) -> None:
    write_task(
        tmp_path,
        couriers.TELEPORTING,
        near=couriers.NEAR,
        back=couriers.BACK,
        done=couriers.DONE,
        bad=couriers.NEAR.replace("(lies x b)", "(lies y b)"),
    )
    report = solved(tmp_path, "near.pddl", "back.pddl", "done.pddl", "bad.pddl")
    classes = {entry["problem"]: entry["class"] for entry in report["problems"]}
    assert classes["back.pddl"] == "false_plan"
    assert classes["done.pddl"] == "solved"
    assert classes["bad.pddl"] == "parse_error"
    back = report["problems"][1]
    assert back["failing_step"] == 1
    assert "road" in back["reason"]
    assert back["with_reference"]["class"] == "unsolvable"
    assert report["problems"][2]["plan"] == []
    metrics = report["metrics"]
    # The goal that nobody can reach was reached by the learned domain: not recognised.
    assert metrics["unsolvability"]["fn"] == 1
    assert metrics["unsolvable_recall"] == 0
    assert metrics["unsolvable_precision"] is None
    text = solve(tmp_path, "back.pddl").stdout
    assert "back.pddl, kairos: false plan at step 1: unsatisfied precondition of (go a c):" in text


@linux
def test_a_domain_that_goes_nowhere_is_proved_unsolvable(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.ROOTED, near=couriers.NEAR)
    report = solved(tmp_path, "near.pddl")
    assert report["problems"][0]["class"] == "unsolvable"
    assert report["metrics"]["unsolvable_precision"] == 0
    assert report["metrics"]["plan_recall"] == 0
    assert report["problems"][0]["with_reference"]["in_learned"]["failing_step"] == 2


@linux
def test_a_broken_domain_is_never_called_unsolvable(tmp_path: Path) -> None:
    """kairos calls an undeclared predicate in the goal a proof."""
    undeclared = couriers.REFERENCE.replace("(lies ?x - parcel ?p - place)", "")
    for learned in (couriers.BROKEN, undeclared, "(define (domain", ""):
        write_task(tmp_path, learned, near=couriers.NEAR)
        (entry,) = solved(tmp_path, "near.pddl")["problems"]
        assert entry["class"] == "parse_error"
        assert entry["reason"].startswith("learned.pddl" + ":" * bool(learned))
        assert entry["wall"] is None
        assert entry["with_reference"]["class"] == "solved"
        assert entry["with_reference"]["in_learned"] is None


@linux
def test_a_constant_that_only_the_problem_declares(tmp_path: Path) -> None:
    """Planners accept that, and call the task unsolvable where nobody declares it."""
    home = couriers.REFERENCE.replace("(road ?p ?q))", "(road ?p ?q) (road a b))")
    write_task(tmp_path, home, near=couriers.NEAR)
    assert solved(tmp_path, "near.pddl")["problems"][0]["class"] == "solved"
    write_task(tmp_path, home.replace("road a b", "road a depot"))
    (entry,) = solved(tmp_path, "near.pddl")["problems"]
    assert entry["class"] == "parse_error"
    assert "undeclared constant `depot`" in entry["reason"]


@linux
@pytest.mark.parametrize("options", [["--mapping", "m.json"], ["--codec", "c.json"]])
def test_a_domain_with_other_names(options: list[str], tmp_path: Path) -> None:
    write_task(tmp_path, couriers.RENAMED, near=couriers.NEAR, far=couriers.FAR)
    (tmp_path / "m.json").write_text(couriers.MAPPING)
    codec = json.loads(couriers.MAPPING) | {"kind": "renaming"}
    (tmp_path / "c.json").write_text(json.dumps(codec))
    report = solved(tmp_path, "near.pddl", "far.pddl", *options)
    near, _ = report["problems"]
    assert near["class"] == "solved"
    assert near["plan"] == ["(take x a)", "(go a b)", "(put x b)"]
    assert near["own_plan"] == ["(grasp x a)", "(go b a)", "(put x b)"]
    assert report["metrics"]["plan_recall"] == 1
    # Without, the problem says what the learned domain has no words for.
    assert solved(tmp_path, "near.pddl")["problems"][0]["class"] != "solved"


@linux
def test_an_order_of_parameters_alone_makes_false_plans(tmp_path: Path) -> None:
    turned = couriers.REFERENCE.replace("(?p ?q - place)", "(?q ?p - place)")
    write_task(tmp_path, turned, near=couriers.NEAR)
    (tmp_path / "m.json").write_text('{"parameters": {"go": [1, 0]}}')
    assert solved(tmp_path, "near.pddl")["problems"][0]["class"] == "false_plan"
    mapped = solved(tmp_path, "near.pddl", "--mapping", "m.json")
    assert mapped["problems"][0]["class"] == "solved"


@pytest.mark.skipif(os.name != "posix", reason="planners made of shell scripts")
@pytest.mark.parametrize(
    ("said", "of"),
    [
        ('echo "(take x a) (go a b) (put x b)" > $3', "solved"),
        ('echo "0: (TAKE X A) [1]\n1: (GO A B) [1]\n2: (PUT X B) [1]" > $3', "solved"),
        ('echo "(take x a)\n(put x b)" > $3', "false_plan"),
        ('echo "(take x a)\n(fly a b)" > $3', "false_plan"),
        ('echo "no solution" > $3', "gave_up"),
        (": > $3", "gave_up"),
        ("exit 0", "gave_up"),
        ("exit 3", "planner_error"),
        ("sleep 15", "timeout"),
        (": > $3; exit 3", "planner_error"),
        pytest.param(": > $3; sleep 15", "timeout", marks=pytest.mark.slow),
        pytest.param('echo "(take x a" > $3; sleep 15', "timeout", marks=pytest.mark.slow),
        ('echo "(put x b)" > $3.9; echo "(take x a) (go a b) (put x b)" > $3.10', "solved"),
        ('echo "(take x a) (go a b) (put x b)" > $3.1; sleep 15', "solved"),
    ],
)
def test_what_a_planner_leaves_is_in_one_class(said: str, of: str, tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    report = solved(tmp_path, "near.pddl", "--planner", script(said), "--time", "1")
    (entry,) = report["problems"]
    assert entry["class"] == of, entry
    assert report["metrics"][f"n_{of}"] == report["metrics"]["n_attempts"] == 1
    assert (entry["reason"] is None) == (of == "solved")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="planners made of shell scripts")
@pytest.mark.parametrize(
    ("said", "of"),
    [
        (": > $3", "solved"),
        ("echo '; cost = 0' > $3", "solved"),
        ("exit 0", "gave_up"),
        (": > $3; exit 3", "planner_error"),
        (": > $3; kill -9 $$", "planner_error"),
        (": > $3; sleep 15", "timeout"),
        (": > $3; echo no way", "unsolvable"),
    ],
)
def test_where_the_goal_holds_an_empty_plan_is_of_a_planner_that_ended_well(
    said: str, of: str, tmp_path: Path
) -> None:
    """An empty file is also what one leaves that broke off before it wrote."""
    write_task(tmp_path, couriers.REFERENCE, done=couriers.DONE)
    words = json.dumps(["sh", "-c", said, "planner", "{domain}", "{problem}", "{plan}"])
    described = f"[script]\ncommand = {words}\noutput = {{ 'no way' = 'unsolvable' }}\n"
    (tmp_path / "script.toml").write_text(described)
    report = solved(tmp_path, "done.pddl", "--planner", "script.toml", "--time", "1")
    (entry,) = report["problems"]
    assert entry["class"] == of, entry
    assert (entry["reason"] is None) == (of == "solved")


@pytest.mark.skipif(os.name != "posix", reason="planners made of shell scripts")
@pytest.mark.parametrize(
    ("said", "of"),
    [
        ('echo "(take x a) (go a b) (put x b)"', "solved"),
        ('echo "(take x a)\n(put x b)"', "false_plan"),
        ("exit 0", "gave_up"),
        ("exit 3", "planner_error"),
        ("sleep 15", "timeout"),
        ("echo searching", "gave_up"),
        ("echo searching; exit 3", "planner_error"),
        pytest.param("echo searching; sleep 15", "timeout", marks=pytest.mark.slow),
    ],
)
def test_a_planner_without_a_file_for_its_plan(said: str, of: str, tmp_path: Path) -> None:
    """What stands on its output may be no plan at all: then its end says what became of it."""
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    planner = script(said).replace(" {plan}", "")
    report = solved(tmp_path, "near.pddl", "--only-learned", "--planner", planner, "--time", "1")
    (entry,) = report["problems"]
    assert entry["class"] == of, entry
    assert (entry["reason"] is None) == (of == "solved")


@pytest.mark.slow
@linux
def test_a_domain_that_cannot_be_read_costs_par2_and_a_planner_that_is_not_there_does_not(
    tmp_path: Path,
) -> None:
    unreadable = couriers.REFERENCE.replace("(:predicates", "(:predicate")
    write_task(tmp_path, unreadable, near=couriers.NEAR, back=couriers.BACK)
    (tmp_path / "mine.toml").write_text(
        '[gives-up]\ncommand = "python3 -c pass {domain} {problem}"\n'
        '[gone]\ncommand = "./gone {domain} {problem}"\n'
    )
    gone = tmp_path / "gone"
    gone.write_text("#!/no/such/interpreter\n")
    gone.chmod(0o755)
    arguments = ("near.pddl", "back.pddl", "--planner", "mine.toml", "--time", "7")
    of = solved(tmp_path, *arguments)["by_planner"]
    assert (of["gives-up"]["par2_learned"], of["gives-up"]["par2_reference"]) == (14, 14)
    assert (of["gone"]["par2_learned"], of["gone"]["par2_reference"]) == (14, None)
    assert (of["gone"]["n_not_made_learned"], of["gone"]["n_not_made_reference"]) == (0, 2)
    for form in ("text", "html"):
        page = solve(tmp_path, *arguments, "--format", form).stdout
        assert "excluded from PAR2, reference" in page
        assert "excluded from PAR2, learned" not in page


def test_problems_with_one_name_are_told_apart_by_their_folders() -> None:
    labels = labels_of(["./near.pddl", "./more/near.pddl", "./more/../back.pddl"])
    assert list(labels.values()) == ["near.pddl", str(Path("more/near.pddl")), "back.pddl"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no.pddl"], "cannot read no.pddl: no such file"),
        (["near.pddl", "--planner", "no"], "unknown planner 'no'"),
        (["near.pddl", "--planner", "a: no {domain} {problem}"], "a: no such program: no"),
        (["near.pddl", "--mapping", "no.json"], "cannot read no.json: no such file"),
        (["near.pddl", "--codec", "no.json"], "cannot read no.json: no such file"),
        (["near.pddl", "--plans", "no.plan"], "cannot read no.plan: no such file"),
        (["near.pddl", "--reference-plans", "no.plan"], "cannot read no.plan: no such file"),
        (["near.pddl", "--time", "x"], "'x' is not a number of seconds"),
        (["near.pddl", "--time", "0"], "'0' is not a number of seconds"),
        ([], "missing arguments; usage: planeval solve"),
        (["empty"], "no problem in empty"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is(
    arguments: list[str], why: str, tmp_path: Path
) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    (tmp_path / "empty").mkdir()
    done = solve(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_problems_of_a_folder_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE)
    (tmp_path / "all").mkdir()
    for name in ("p1", "p2", "p10"):
        (tmp_path / "all" / f"{name}.pddl").write_text(couriers.DONE)
    report = solved(tmp_path, "all", "--planner", script(": > $3"))
    assert [each["problem"] for each in report["problems"]] == ["p1.pddl", "p2.pddl", "p10.pddl"]


def _messy_folder(folder: Path) -> None:
    """A problem with a comment in Latin-1, and files that should be problems and are none."""
    write_task(folder, couriers.REFERENCE)
    (folder / "all").mkdir()
    (folder / "all/domain.pddl").write_text(couriers.REFERENCE)
    (folder / "all/old-domain.pddl").write_text("")
    (folder / "all/near.pddl").write_bytes(f"; caf\u00e9\n{couriers.NEAR}".encode("latin-1"))
    (folder / "all/empty.pddl").write_text("")
    (folder / "all/cut.pddl").write_text(couriers.NEAR[:-30])
    (folder / "all/nul.pddl").write_bytes(b"\0\1")


@linux
def test_problems_of_a_folder_that_cannot_be_read_count(tmp_path: Path) -> None:
    _messy_folder(tmp_path)
    report = solved(tmp_path, "all", "--only-learned")
    assert {entry["problem"]: entry["class"] for entry in report["problems"]} == {
        "near.pddl": "solved",
        "empty.pddl": "parse_error",
        "cut.pddl": "parse_error",
        "nul.pddl": "parse_error",
    }
    assert report["metrics"]["solving_ratio"] == 0.25
    empty = str(Path("all/old-domain.pddl"))
    assert report["notes"] == [f"ignored: {empty} defines neither a domain nor a problem"]


def test_problems_that_cannot_be_read_are_told_where_no_planner_is_asked(tmp_path: Path) -> None:
    _messy_folder(tmp_path)
    (tmp_path / "near.plan").write_text("(take x a)\n(go a b)\n(put x b)\n")
    report = solved(tmp_path, "all", "--plans", "near.plan")
    assert [entry["class"] for entry in report["problems"]] == ["solved"]
    assert report["notes"][1:] == [
        f"{Path('all/empty.pddl')} defines neither a domain nor a problem",
        f"cannot read {Path('all/nul.pddl')}: not a text file",
    ]


def test_a_problem_that_is_named_twice_counts_once(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR, far=couriers.FAR)
    (tmp_path / "near.plan").write_text("(take x a)\n(go a b)\n(put x b)\n")
    names = ("near.pddl", "./near.pddl", "far.pddl", str(tmp_path / "near.pddl"))
    report = solved(tmp_path, *names, "--plans", "near.plan")
    assert [entry["problem"] for entry in report["problems"]] == ["near.pddl"]
    told = (
        "./near.pddl (the same file as near.pddl) was given twice; it is used once; likewise 1 more"
    )
    assert report["notes"] == [told]
    text = solve(tmp_path, *names, "--plans", "near.plan").stdout
    assert text.endswith(f"\nNotes\n  {told}\n")


def test_a_problem_of_another_domain_is_told(tmp_path: Path) -> None:
    """Whatever comes of it; one of the learned domain's name is none."""
    elsewhere = couriers.NEAR.replace("(:domain road)", "(:domain rail)")
    broken = elsewhere.replace("(lies x b)", "(lies y b)")
    write_task(tmp_path, couriers.RENAMED, near=elsewhere, bad=broken, own=couriers.FAR)
    ours = couriers.DONE.replace("(:domain road)", "(:domain learned)")
    (tmp_path / "ours.pddl").write_text(ours)
    plan = "(take x a)\n(go a b)\n(put x b)\n"
    names = [f"{name}.pddl" for name in ("near", "bad", "own", "ours")]
    (tmp_path / "plans").mkdir()
    for name in ("near", "bad", "own", "ours"):
        (tmp_path / f"plans/{name}.plan").write_text(plan)
    given = (*names, "--plans", "plans", "--reference-plans", "plans")
    told = "the problem is one of the domain `rail`"
    report = solved(tmp_path, *given)
    assert [entry["remark"] for entry in report["problems"]] == [told, told, None, None]
    text = solve(tmp_path, *given).stdout
    assert text.endswith(f"\nNotes\n  near.pddl: {told}\n  bad.pddl: {told}\n")
    assert f"near.pddl: {told}" in solve(tmp_path, *given, "--format", "html").stdout
    rows = list(csv.DictReader(io.StringIO(solve(tmp_path, *given, "--format", "csv").stdout)))
    assert {row["problem"] for row in rows if row["remark"] == told} == {"near.pddl", "bad.pddl"}


@pytest.mark.skipif(os.name != "posix", reason="planners made of shell scripts")
def test_reasons_name_the_files_that_the_user_knows(tmp_path: Path) -> None:
    """The same each time: what a planner is given are copies in a folder that is gone. Two problems
    with the same text are solved once, and each is told of under its own name."""
    write_task(tmp_path, couriers.RENAMED, near=couriers.NEAR, twin=couriers.NEAR)
    (tmp_path / "m.json").write_text(couriers.MAPPING)
    planner = script('echo "$1: error near line 3 of $2"; exit 4')
    arguments = ("near.pddl", "twin.pddl", "--planner", planner, "--mapping", "m.json")
    told = [solved(tmp_path, *arguments)["problems"] for _ in range(2)]
    reasons = [
        [(entry["reason"], entry["with_reference"]["reason"]) for entry in entries]
        for entries in told
    ]
    said = "exit status 4: {}.pddl: error near line 3 of {}.pddl"
    assert (
        reasons[0]
        == reasons[1]
        == [
            (said.format("learned", name) + ", encoded", said.format("reference", name))
            for name in ("near", "twin")
        ]
    )
    assert not any(tempfile.gettempdir() in entry["output"] for entry in told[0])


def test_errors_of_the_reference_are_told(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    (tmp_path / "reference.pddl").write_text(couriers.BROKEN)
    (tmp_path / "near.plan").write_text("(take x a)\n")
    done = solve(tmp_path, "near.pddl", "--plans", "near.plan")
    assert done.returncode == 2
    assert "reference.pddl:" in done.stderr
    assert "0 of 1 solved, 1 parse error" in done.stdout


@pytest.mark.slow
@linux
@pytest.mark.e2e
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_nothing(jobs: str, tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    fifo = Fifo(tmp_path / "fifo")
    line = f"{sys.executable} -I -S {nasty_planner.__file__} setsid"
    command = [sys.executable, "-m", "planeval", "solve", *MODELS, "near.pddl", "--jobs", jobs]
    process = subprocess.Popen(
        [*command, "--planner", f"nasty: sh -c '{line}; : {{domain}} {{problem}}'"],
        cwd=tmp_path,
        env=plain_environment() | {"NASTY_FIFO": str(fifo.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert fifo.wait_for_writing(60)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)
    fifo.close()


def test_planners_are_listed() -> None:
    done = run_command(main, "solve", "--list-planners")
    assert done.returncode == 0
    for name in ("kairos", "pyperplan", "fast-downward", "symk", "enhsp", "lpg"):
        assert f"\n{name}" in f"\n{done.stdout}"


def test_json_has_the_class_of_each_problem() -> None:
    problems = [BAKERY / f"p0{number}.pddl" for number in (1, 2, 3)]
    plans = [BAKERY / f"p0{number}.plan" for number in (1, 2, 3)]
    models = BAKERY / "learned.pddl", BAKERY / "reference.pddl"
    data = api.solve(*models, problems, plans=plans, reference_plans=plans).data
    assert set(data["equivalence"]) == {each["problem"] for each in data["problems"]}
    assert set(data["equivalence"].values()) == {"original_plans_fail"}
