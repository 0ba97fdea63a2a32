"""Which files of a folder are planning files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from planfiles.folders import (
    by_numbers,
    collect,
    files_in,
    is_model_name,
    is_plan_name,
    models_below,
    plans_below,
)

MODELS = ("d.pddl", "D.PDDL", "x.hddl", "x.ppddl")
PLANS = ("p.plan", "p.plan.3", "p.SOLN", "p.sol", "p.solution", "sas_plan", "sas_plan.2", "plan.1")
NEITHER = ("plan.py", "plan.md", ".hidden.pddl", ".hidden.plan", "notes.txt", "plan", "pddl")


def test_files_are_known_by_their_names() -> None:
    assert [name for name in (*MODELS, *PLANS, *NEITHER) if is_model_name(name)] == list(MODELS)
    assert [name for name in (*MODELS, *PLANS, *NEITHER) if is_plan_name(name)] == list(PLANS)


def test_a_folder_is_searched_in_order_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b/x.plan", "b/d.pddl", "a.pddl", "c.txt", ".git/d.pddl", "z/notes"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("(a)")
    os.mkfifo(tmp_path / "pipe.pddl")
    (tmp_path / "gone.pddl").symlink_to("nowhere")
    assert collect(["."]).paths == ("./a.pddl", "./gone.pddl", "./b/d.pddl", "./b/x.plan")
    assert models_below("b") == ["b/d.pddl"]
    assert plans_below(".") == ["./b/x.plan"]
    assert plans_below("z") == ["z/notes"]
    assert files_in(".") == [
        "./a.pddl", "./b/d.pddl", "./b/x.plan", "./c.txt", "./gone.pddl", "./z/notes",
    ]  # fmt: skip
    assert files_in("pipe.pddl") == ["pipe.pddl"]
    assert collect(["z", "x", "x"]) == (("x",), ("no planning files in z",))


@pytest.mark.parametrize(
    "names",
    [
        ["plan", "plan.2", "plan.10"],
        ["p1.log", "p1.2.log", "p1.10.log", "p2.log"],
        ["a/run-2/p1.jsonl", "a/run-10/p1.jsonl", "b.jsonl"],
        ["x", "x" + "9" * 50, "1", "2"],
    ],
)
def test_the_order_of_names_with_numbers(names: list[str]) -> None:
    assert sorted(reversed(names), key=by_numbers) == names
