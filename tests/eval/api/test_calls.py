"""Calls of `planeval.api`: their arguments, what they refuse, how far they say they are."""

from __future__ import annotations

import argparse
import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planeval import api
from planeval.cli import command
from support.examples import BAKERY

MODELS = ("learned.pddl", "reference.pddl")
NOT_OF_A_CALL = {
    *("help", "format", "output", "written_to", "plot", "metrics", "quiet", "color"),
    *("all", "ask", "diff", "list_planners", "prompt", "shard"),
}
"""What is about printing and dialogues, or about several machines at the shell."""
FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(api, name) for name in api.__all__ if name.islower()
}


@pytest.fixture(autouse=True)
def _in_bakery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAKERY)


def actions_of(name: str) -> dict[str, argparse.Action]:
    """What the command called `name` takes."""
    parser = argparse.ArgumentParser()
    command(name).add_arguments(parser)
    # What `planeval learn -o` writes is the domain, and no report.
    left_out = NOT_OF_A_CALL - ({"output"} if name == "learn" else set())
    return {action.dest: action for action in parser._actions if action.dest not in left_out}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_what_its_command_takes(name: str) -> None:
    parameters = dict(inspect.signature(FUNCTIONS[name]).parameters)
    assert parameters.pop("progress").default is False
    actions = actions_of(name)
    assert parameters.keys() == actions.keys()
    for key, parameter in parameters.items():
        default = actions[key].default
        empty = parameter.default in (inspect.Parameter.empty, (), None)
        assert parameter.default == default or (empty and default in (None, []))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_does(name: str) -> None:
    told = inspect.getdoc(FUNCTIONS[name])
    assert told is not None
    assert f"`planeval {name}`" in " ".join(told.split())
    assert "Raises Trouble" in " ".join(told.split())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: api.domain("nope.pddl", "reference.pddl"), "cannot read nope.pddl: no such file"),
        (
            lambda: api.domain(*MODELS, ambiguity="x"),  # type: ignore[arg-type] # wrong on purpose
            "ambiguity: unknown value 'x'; expected one of mean, best, worst",
        ),
        (lambda: api.domain(*MODELS, walks=0), "walks: '0' is not a number from 1 to 1,000,000"),
        (lambda: api.domain(*MODELS, walks=3), "--walks needs --problem"),
        (lambda: api.solve(*MODELS, "p01.pddl", dask="x", ray="y"), "ray: not allowed with dask"),
        (lambda: api.validate("-"), "files: standard input is not available in Python"),
        (lambda: api.domains(".", jobs=0), "jobs: '0' is not a number of processes from 1 to 1024"),
        (
            lambda: api.repair("learned.pddl", plans="p01.plan", cost={"fly": 2}),
            "cost: unknown kind `fly`; expected one of add-precondition, remove-precondition, "
            "add-effect, remove-effect, widen-type",
        ),
        (
            lambda: api.plans("p01.plan", reference="p01.plan", threshold=2),
            "threshold: '2' is not a threshold from 0 to 1",
        ),
    ],
)
def test_what_is_wrong_is_trouble_with_a_message(
    call: Callable[[], object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(api.Trouble) as trouble:
        call()
    assert str(trouble.value) == trouble.value.message == message
    assert capsys.readouterr() == ("", "")


def test_what_is_no_argument_at_all_is_a_type_error() -> None:
    # Wrong on purpose: what the type checker would keep a caller from.
    with pytest.raises(TypeError, match="plan"):
        api.domain(*MODELS, plan="p01.plan")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="mapping: expected a string, a path or a number, got True"):
        api.domain(*MODELS, mapping=True)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="plans: expected a value or a list, got 3"):
        api.domain(*MODELS, plans=3)  # type: ignore[arg-type]


def test_paths_are_texts_or_paths_one_or_several_also_with_a_dash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("reference.pddl", "p01.pddl"):
        (tmp_path / name).write_bytes((BAKERY / name).read_bytes())
    (tmp_path / "-x.plan").write_bytes((BAKERY / "p01.plan").read_bytes())
    monkeypatch.chdir(tmp_path)
    for plans in ("-x.plan", Path("-x.plan"), ["-x.plan"], (Path("-x.plan"),)):
        blamed = api.blame("reference.pddl", "reference.pddl", plans=plans, problem="p01.pddl")
        assert (blamed.status, blamed.data["plans"]["plans"]) == (0, 1)


def test_thresholds_are_for_all_metrics_or_by_name() -> None:
    both = {"planning-lcs": 0.2, "planning-jaccard": 0.9}
    scored = api.plans("p01.plan", reference="p02.plan", threshold=both)
    thresholds = {score["metric"]: score["threshold"] for score in scored.data["pairs"]["scores"]}
    assert thresholds == both
    for threshold, status in ((0.1, 0), (0.9, 1)):
        assert api.plans("p01.plan", reference="p02.plan", threshold=threshold).status == status


@pytest.mark.slow
def test_what_cannot_be_read_of_several_files_is_told() -> None:
    result = api.validate("reference.pddl", "p01.pddl", "p01.plan", "nope.plan")
    assert (result.status, result.problems) == (2, ("cannot read nope.plan: no such file",))
    assert result.data["counts"]["valid"] == 1


def test_progress_is_told_to_who_asks_and_can_end_the_work() -> None:
    told: list[tuple[str, int, int]] = []
    api.validate(".", progress=lambda *far: told.append(far))
    n_plans = len(list(BAKERY.glob("**/*.plan")))
    assert told[-1] == ("validating", n_plans, n_plans)

    def stop(*_: object) -> None:
        raise StopIteration

    with pytest.raises(StopIteration):
        api.repair("learned.pddl", plans=["p01.plan", "p02.plan"], progress=stop)


def test_measuring_many_plans_says_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    api.plans(["p01.plan", "p02.plan"], progress=lambda *far: told.append(far))
    assert told == [
        ("reading", 1, 2),
        ("reading", 2, 2),
        ("measuring pairs", 1, 3),
        ("measuring pairs", 2, 3),
        ("measuring pairs", 3, 3),
    ]


def test_progress_is_a_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    api.validate(".", progress=True)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("\rvalidating [")


@pytest.mark.slow
def test_a_script_without_a_guard_uses_one_process(tmp_path: Path) -> None:
    """Other processes would run all of it when they start."""
    script = tmp_path / "flat.py"
    script.write_text(
        "from planeval import api\n"
        'result = api.benchmark(learner=["sam"], domains=["library"], trajectories=4, folds=2)\n'
        "print(len(result.frame()))\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("2\n", "", 0)
