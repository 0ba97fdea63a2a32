"""Which files of a folder are planning files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from planfiles.files import by_numbers
from planfiles.folders import (
    collect,
    collect_by_content,
    files_in,
    is_model_name,
    is_plan_name,
    models_below,
    models_in,
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
    assert plans_below(".") == ["./c.txt", "./b/x.plan", "./z/notes"]
    assert files_in(".") == [
        "./a.pddl", "./b/d.pddl", "./b/x.plan", "./c.txt", "./gone.pddl", "./z/notes",
    ]  # fmt: skip
    assert files_in("pipe.pddl") == ["pipe.pddl"]
    assert collect(["z", "x", "x"]) == (("x",), ("no planning files in z",))


@pytest.mark.parametrize(
    ("name", "text", "is_plan"),
    [
        ("answer.txt", "Here is the plan:\n1. (go a b)\n2. (go b c)\n", True),
        ("out", "0.000: (go a b) [1.000]\n", True),
        ("lama.pddl", "(go a b)\n(go b c)\n", True),
        ("README.txt", "Read the domain first. Then solve the problems (all of them).\n", False),
        ("one.txt", "Here it is:\n(go a b)\n", True),
        ("my_plan.txt", "I would drive\nthere at once:\n(go a b) and then it is done.\n", True),
        ("expected.txt", f"{'right: valid, as in the language ' * 3}\n(PDDL 2.1 BNF)\n", False),
        ("names.txt", "ann bob\ncarol dave\n", False),
        ("LICENSE", "Permission is hereby granted, free of charge, to any person.\n", False),
        ("COPYING", "under its terms (or later)\nby us (AS IS)\n(the software)  here\n" * 9, False),
        (
            "NEWS",
            "* It is quicker.\n  (merge a1 jk/quick later)\n\n* It is new.\n  (merge b2)\n",
            False,
        ),
        (
            "uses.rst",
            "Call it.\n\nIt returns\nfoo(a, b) and then\nbar(c), which is it.\n" * 2,
            False,
        ),
        ("gpt.txt", "1. **(go a b)** - walk to b\nWe are near.\n2. **(go b c)** - and on\n", True),
        ("steps", "Step 1: (go a b): we walk,\nas it is near.\nStep 2: (go b c): and on.\n", True),
        ("fd.out", "Solution found!\ngo a b (1)\ngo b c (1)\nPlan length: 2 step(s).\n", True),
        ("calls.txt", "The plan:\ngo(a, b)\ngo(b, c)\n", True),
        ("picture", "\x89PNG\x00\x01", False),
        ("setup", "To install:\n\n(1) install python\n(2) run make\n(3) start it\n", False),
        ("later.txt", "To do:\n1. (urgent) fix the goal\n2. (optional) add costs\n", False),
        ("waits.txt", "The plan:\n1. (wait)\n2. (go a b)\n", True),
        ("use.txt", "$ cd src\n(venv) $ pip install planlsp\n(venv) $ planlsp check .\n", False),
        ("session", "(gdb) break main\n(gdb) run\n(gdb) print x\n", False),
        ("README", "Steps are written so:\n\n    (go a b)\n    (go b c)\n", False),
        ("INSTALL.txt", "1. (go a b)\n2. (go b c)\n", False),
        ("copy.txt", "(define (domain d) (:predicates (p)))\n", False),
        ("empty.txt", "", False),
    ],
)
def test_the_content_says_what_is_a_plan(
    name: str, text: str, is_plan: bool, tmp_path: Path
) -> None:
    (tmp_path / "p.plan").write_text("(go a b)")
    (tmp_path / name).write_text(text)
    passed_over: list[str] = []
    found = [os.path.basename(path) for path in plans_below(str(tmp_path), passed_over.append)]
    assert found == sorted({"p.plan", *([name] if is_plan else [])})
    assert [os.path.basename(path) for path in passed_over] == ([] if is_plan else [name])


def test_lines_of_words_are_plans_where_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("go a b\ngo b c\n")
    assert plans_below(str(tmp_path)) == [str(tmp_path / "bare.txt")]
    (tmp_path / "a.plan").write_text("(go a b)")
    assert plans_below(str(tmp_path)) == [str(tmp_path / "a.plan")]


def test_documents_with_steps_are_plans_where_nothing_else_is(tmp_path: Path) -> None:
    """Answers of language models; a file that only describes is neither a plan nor named."""
    steps = "The plan:\n```\n(go a b)\n(go b c)\n```\n"
    texts = {"p1.md": steps, "README.md": steps, "notes.md": "# Notes\n\nNone (yet).\n"}
    for name, text in {**texts, ".hidden.md": steps}.items():
        (tmp_path / name).write_text(text)
    answer, plan = str(tmp_path / "p1.md"), str(tmp_path / "a.plan")
    passed_over: list[str] = []
    assert plans_below(str(tmp_path), passed_over.append) == [answer]
    assert collect_by_content([str(tmp_path)]).passed_over == (answer,)
    assert passed_over == []
    (tmp_path / "a.plan").write_text("(go a b)")
    assert plans_below(str(tmp_path), passed_over.append) == [plan]
    assert passed_over == [answer]


def test_a_link_to_itself_is_not_a_file(tmp_path: Path) -> None:
    for name in ("loop", "loop.pddl", "loop.txt"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "d.pddl").write_text("(define (domain d))")
    assert models_in(str(tmp_path)) == [str(tmp_path / "d.pddl")]


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
