"""Learners of others: scripts that learn several folds in one call, and their environments."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final

import pytest

import planeval.learners.adapters
from planeval.cli import main
from planeval.learners.adapters.folds import reason
from planeval.learners.description import OURS, PLACES, Learner, LearnerVocabulary
from planeval.learners.environment import LearnerEnvironment
from planeval.learners.naming import ENVIRONMENTS, LEARNERS, from_file, versioned
from planfiles.errors import UserError
from support.command import run_command

(ADAPTERS,) = map(Path, planeval.learners.adapters.__path__)
SCRIPT = f"""
import os, sys
sys.path.insert(0, {str(ADAPTERS)!r})
import folds

def learn(job):
    assert os.getcwd() == job["folder"] and not os.listdir(job["folder"])
    assert len(job["trajectories"]) == len(job["problems"]) == 3
    if "fold1" in job["output"]:
        raise ValueError("not this one")
    if "fold2" in job["output"]:
        sys.exit("nor this one")
    return open(job["domain"]).read()

folds.each(learn)
"""


def test_every_learner_has_what_it_needs() -> None:
    environments = {environment.name for environment in ENVIRONMENTS}
    for learner in LEARNERS:
        assert set(re.findall(r"\{(\w+)\}", " ".join(learner.command))) <= set(PLACES)
        assert learner.takes_jobs
        (script,) = (word for word in learner.command if word.endswith(".py"))
        assert (ADAPTERS / Path(script).name).is_file()
    assert {learner.environment for learner in LEARNERS} - {OURS} == environments


def test_one_call_learns_all_folds_and_one_that_fails_costs_no_other(tmp_path: Path) -> None:
    script, table = tmp_path / "learner.py", tmp_path / "learners.toml"
    script.write_text(SCRIPT)
    command = json.dumps([sys.executable, str(script), "{jobs}"])
    table.write_text(f"[learners.many]\ncommand = {command}\n")
    done = run_command(
        main,
        *("benchmark", "--learner", table, "--domains", "library", "--jobs", "1"),
        *("--trajectories", "4", "--folds", "4", "--length", "5", "--format", "json"),
    )
    assert done.returncode == 1
    data = json.loads(done.stdout)
    first, second, third, last = data["attempts"]
    assert (first["class"], last["class"]) == ("learned", "learned")
    assert (second["class"], third["class"]) == ("failed", "failed")
    assert second["reason"].startswith("ValueError: not this one (learner.py:")
    assert third["reason"].startswith("SystemExit: nor this one (learner.py:")
    costs = {(row["fold"], row["metric"]): row for row in data["rows"] if "wall" in row["metric"]}
    assert costs[1, "learn_wall"]["value"] >= 0
    assert costs[2, "learn_wall"]["value"] is None
    call = costs[1, "call_wall"]
    assert call["counts"]["folds"] == 4
    assert call["value"] == pytest.approx(call["counts"]["total"] / 4)


HINDERED: Final = f"""
import os, sys, time
sys.path.insert(0, {str(ADAPTERS)!r})
import folds

def learn(job):
    assert os.getcwd() == job["folder"] and not os.listdir(job["folder"])
    open("left", "w").close()
    if "fold%d" in job["output"]:
        %s
    return open(job["domain"]).read()

folds.each(learn)
"""
"""A learner that something happens to at one of its folds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fold", "happens", "outcome"),
    [
        (0, "time.sleep(19)", "timeout"),
        (1, "time.sleep(19)", "timeout"),
        (1, "os._exit(3)", "failed"),
        (2, "os.kill(os.getpid(), 9)", "failed"),
    ],
)
def test_a_fold_that_ends_a_call_for_all_costs_no_other(
    tmp_path: Path, fold: int, happens: str, outcome: str
) -> None:
    script, table = tmp_path / "learner.py", tmp_path / "learners.toml"
    script.write_text(HINDERED % (fold, happens))
    command = json.dumps([sys.executable, str(script), "{jobs}"])
    table.write_text(f"[learners.many]\ncommand = {command}\n")
    done = run_command(
        main,
        *("benchmark", "--learner", table, "--domains", "library", "--jobs", "1", "--time", "2"),
        *("--trajectories", "3", "--folds", "3", "--length", "5", "--format", "json"),
        *("--run", tmp_path / "run"),
    )
    assert done.returncode == 1
    data = json.loads(done.stdout)
    run = run_command(main, "status", tmp_path / "run").stdout
    assert "1/1 tasks\n  done 1: learned in 2 of 3 folds 1\n" in run
    classes = [each["class"] for each in data["attempts"]]
    assert classes == [outcome if number == fold else "learned" for number in range(3)]
    calls = [row for row in data["rows"] if row["metric"] == "call_wall"]
    # Of the call for all each fold has a share, also those that were tried anew.
    assert [row["counts"]["folds"] for row in calls] == [
        1 if number and number >= fold else 3 for number in range(3)
    ]
    if outcome == "timeout":
        assert sum(row["value"] for row in calls) > 6
        most = "2 s reached" if fold else "6 s reached for 3 folds"
        assert data["attempts"][fold]["reason"] == f"time limit of {most}"


@pytest.mark.slow
@pytest.mark.parametrize("place", ["output", "folder"])
@pytest.mark.parametrize(
    ("does", "why"),
    [
        (
            "for n in range(9): open(%s + str(n), 'wb').truncate(32 << 20)",
            "limit of 256 MiB reached",
        ),
        ("for n in range(10_001): open(%s + str(n), 'w').close()", "limit of 10,000 files reached"),
    ],
)
def test_what_a_learner_writes_counts_wherever_it_may_write(
    tmp_path: Path, place: str, does: str, why: str
) -> None:
    """The files of one that is called for all folds lie outside of the folder that it runs in."""
    script, table = tmp_path / "learner.py", tmp_path / "learners.toml"
    script.write_text(HINDERED % (1, does % f"(job[{place!r}] + '.more')"))
    command = json.dumps([sys.executable, str(script), "{jobs}"])
    table.write_text(f"[learners.many]\ncommand = {command}\n")
    done = run_command(
        main,
        *("benchmark", "--learner", table, "--domains", "library", "--jobs", "1"),
        *("--trajectories", "2", "--folds", "2", "--length", "3", "--format", "json"),
    )
    first, second = json.loads(done.stdout)["attempts"]
    assert first["class"] == "learned"
    assert second["class"] == "too much output"
    assert why in second["reason"]


def test_a_reason_names_no_folder_that_is_gone(tmp_path: Path) -> None:
    """It is the same each time."""
    script = tmp_path / "learner.py"
    script.write_text("import sys; sys.exit(f'cannot read {sys.argv[1]}')")
    command = f"mine: {sys.executable} {script} {{domain}} {{trajectories}} {{output}}"
    done = run_command(
        main,
        *("benchmark", "--learner", command, "--domains", "library", "--jobs", "1"),
        *("--trajectories", "2", "--folds", "2", "--length", "3", "--format", "json"),
    )
    reasons = {each["reason"] for each in json.loads(done.stdout)["attempts"]}
    assert reasons == {f"exit status 1: cannot read {Path('input/domain.pddl')}"}


def test_where_offlam_breaks_down_is_said_in_words() -> None:
    def remove_predicates(states: list[dict[str, str]], predicate: str) -> None:
        for state in states:
            state.pop(predicate)

    with pytest.raises(KeyError) as raised:
        remove_predicates([{"member": "(member ada)"}, {}], "member")
    said = reason(raised.value)
    assert said.startswith("OffLAM takes an atom of `member` for both true and false in one state")
    assert "KeyError: 'member' (test_learners.py:" in said
    nothing: dict[str, str] = {}
    with pytest.raises(KeyError) as other:
        nothing.pop("member")
    assert reason(other.value).startswith("KeyError: 'member' (test_learners.py:")


def test_what_a_file_says_of_a_learner(tmp_path: Path) -> None:
    script, file = tmp_path / "learn.py", tmp_path / "mine.toml"
    script.touch()
    command = "[m]\ncommand = 'python learn.py {jobs}'\n"
    file.write_text(f"{command}version_command = 'python learn.py -V'\nwords = 'own'\n")
    (own,) = from_file(str(file))
    assert own.command == ("python", str(script), "{jobs}")
    assert own.asks_version == ("python", str(script), "-V")
    assert (own.vocabulary, own.takes_jobs) == (LearnerVocabulary.OWN, True)
    for key, known in (("words", "same, own"), ("notation", "amlgym, pddl-plus-parser, json")):
        file.write_text(f"{command}{key} = 'x'\n")
        with pytest.raises(UserError, match=f'm: `{key}`: expected one of {known}, found "x"'):
            from_file(str(file))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise SystemExit(3)", "exit status 3"),
        ("while True: print('x' * 9999)", "output limit of 1 MiB reached"),
    ],
)
def test_a_version_is_asked_for_within_limits(code: str, why: str) -> None:
    learner = Learner("mine", ("learn",), asks_version=(sys.executable, "-c", code))
    with pytest.raises(UserError, match=f"mine: version_command: .*{why}"):
        versioned(learner)


def test_what_a_learner_says_of_its_version_may_be_any_bytes() -> None:
    code = "import sys; sys.stdout.buffer.write(b'v\\xff1\\nmore')"
    learner = Learner("mine", ("learn",), asks_version=(sys.executable, "-c", code))
    assert versioned(learner).version == "v\ufffd1"


def test_what_is_installed_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANEVAL_LEARNERS", str(tmp_path))
    environment = next(each for each in ENVIRONMENTS if each.name == "macq")
    listed = run_command(main, "learners").stdout
    assert "built in" in listed
    rows = [line.split() for line in listed.splitlines() if line.startswith("macq-")]
    assert {row[4] for row in rows} == {"no"}
    environment.python.parent.mkdir(parents=True)
    environment.python.write_text("")
    note = {"versions": {"macq": "9.9", "python": "3.11.0"}}
    (tmp_path / "macq" / "planeval.json").write_text(json.dumps(note))
    assert "macq 9.9, Python 3.11.0" in run_command(main, "learners").stdout
    (tmp_path / "macq" / "planeval.json").write_text("{torn")
    assert "macq 9.9" not in run_command(main, "learners").stdout
    assert run_command(main, "learners", "remove", "macq-locm").returncode == 0
    assert not (tmp_path / "macq").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_learners_of_a_file_are_checked_and_told(tmp_path: Path) -> None:
    script, file = tmp_path / "learn.py", tmp_path / "mine.toml"
    script.touch()
    file.write_text(
        "[learners.mine]\ncommand = 'sh learn.py {jobs}'\nversion_command = 'echo 1.2'\n"
        "words = 'own'\n[planners.other]\ncommand = 'sh'\n"
    )
    for words in ((file,), ("list", file)):
        done = run_command(main, "learners", *words)
        assert done.returncode == 0
        name, *told, limits = done.stdout.splitlines()
        assert name == "mine"
        rows = dict(line.split(maxsplit=1) for line in told)
        assert rows.pop("command") == f"sh {script} {{jobs}}"
        assert (rows.pop("files"), rows.pop("version")) == (str(script), "1.2")
        assert (rows["calls"], rows["notation"]) == ("one process for all folds", "amlgym")
        assert rows["words"].startswith("own: ")
        assert limits.startswith("limits for each fold: 300 s wall-clock, 4,000 MiB (planeval ")
    script.unlink()
    done = run_command(main, "learners", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"planeval: error: mine: no such file: {script}\n"
    known = run_command(main, "learners", "sam", "mine: sh -c x {trajectories} {output}").stdout
    assert "version   planlsp" in known
    assert "version   unknown" in known
    wrong = run_command(main, "learners", "instal", "macq").stderr
    assert "unknown learner `instal`; did you mean `planeval learners install`?" in wrong


def test_what_cannot_be_installed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANEVAL_LEARNERS", str(tmp_path))
    done = run_command(main, "learners", "install", "amlgym-rosame")
    assert done.returncode == 2
    assert "pip takes with CUDA on Linux (6 GB)" in done.stderr
    assert "did you mean `macq`" in run_command(main, "learners", "install", "maqc").stderr
    assert (
        "missing NAME; usage: planeval learners install"
        in run_command(main, "learners", "install").stderr
    )
    done = run_command(main, "learners", "remove", "sam")
    assert (done.returncode, "sam is part of planeval" in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "macq").write_text("somebody's file")
    done = run_command(main, "learners", "install", "macq")
    assert (done.returncode, "cannot delete" in done.stderr) == (2, True)
    assert (tmp_path / "macq").read_text() == "somebody's file"


@pytest.mark.long
def test_an_environment_that_cannot_be_made_leaves_its_log_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANEVAL_LEARNERS", str(tmp_path))
    environment = LearnerEnvironment("none", (str(tmp_path / "no" / "such.whl"),), "none", 1)
    with pytest.raises(UserError, match=r"none: pip install .*such\.whl"):
        environment.install()
    assert environment.versions() is None
    assert [path.name for path in tmp_path.iterdir()] == ["none-install.log"]
