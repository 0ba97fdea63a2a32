"""`planlsp test` and `planlsp.test`: manifests of test cases, read and run."""

from __future__ import annotations

import json
import os
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfiles.errors import UserError
from planfiles.manifests import read_manifest
from planlsp.cli import main
from planlsp.session.uris import uri_of
from support.command import run_command
from support.editor import Editor
from support.examples import DELIVERY
from support.lsp_memory import LspMemory
from support.solving import script

MODELS = {"defaultDomain": "reference.pddl", "defaultProblem": "p01.pddl"}


UNSOLVABLE = """\
[none]
command = ["sh", "-c", "exit 10", "none", "{domain}", "{problem}"]
codes = { 10 = "unsolvable" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in DELIVERY.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "none.toml").write_text(UNSOLVABLE)
    return tmp_path


def written(folder: Path, *cases: object, name: str = ".ptest.json") -> Path:
    path = folder / name
    path.write_text(json.dumps({**MODELS, "cases": cases}, indent=1))
    return path


def outcomes(folder: Path, *arguments: str) -> dict[str, str]:
    done = run_command(main, "test", ".", "--format", "json", *arguments, cwd=folder)
    return {case["label"]: case["outcome"] for case in json.loads(done.stdout)["cases"]}


@pytest.mark.parametrize(
    ("case", "status", "printed"),
    [
        ({"expectedPlans": ["reference.plan"]}, 0, "passed: c\n1 case: 1 passed\n"),
        ({"invalidPlans": ["learned.plan"]}, 0, "passed: c\n1 case: 1 passed\n"),
        ({"expectedPlans": ["learned.plan"]}, 1, "failed: c\n  learned.plan:4:1: invalid at"),
        ({"invalidPlans": ["reference.plan"]}, 1, "reference.plan: valid, but expected"),
        ({"expectedPlans": ["gone.plan"]}, 2, "undecided: c\n  cannot read gone.plan: "),
        ({"domain": "gone.pddl", "invalidPlans": ["learned.plan"]}, 2, "cannot read gone.pddl: "),
        ({"expectedPlans": [""]}, 2, "the path of a plan is empty"),
        ({"preProcess": {"kind": "command", "command": "touch new"}}, 0, "skipped: c\n"),
        ({"options": "-x"}, 2, "undecided: c\n  p01.pddl: no plan"),
    ],
)  # fmt: skip
def test_a_case(folder: Path, case: dict[str, object], status: int, printed: str) -> None:
    written(folder, {"label": "c", **case})
    done = run_command(
        main, "test", ".ptest.json", "--planner", "mine: true {domain} {problem}", cwd=folder
    )
    assert (done.returncode, done.stderr) == (status, "")
    assert printed in done.stdout
    assert not (folder / "new").exists()


def test_what_a_planner_finds_is_compared_with_solvable(folder: Path) -> None:
    cases = ({"label": "yes", "solvable": True}, {"label": "no", "solvable": False}, {"label": ""})
    written(folder, *cases)
    assert outcomes(folder, "--planner", "none.toml") == {
        "yes": "failed",
        "no": "passed",
        "p01.pddl (3)": "failed",
    }
    finds = script(f"cp {folder}/reference.plan $3")
    assert outcomes(folder, "--planner", finds) == {
        "yes": "passed",
        "no": "failed",
        "p01.pddl (3)": "passed",
    }


def test_a_plan_invalid_only_in_a_damaged_domain_is_undecided(folder: Path) -> None:
    text = (folder / "reference.pddl").read_text()
    (folder / "reference.pddl").write_text(text.replace("(:action drop-off", "(:acton drop-off"))
    written(folder, {"label": "c", "invalidPlans": ["reference.plan"]})
    assert outcomes(folder) == {"c": "undecided"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected an object, found a list"),
        ("{", "not JSON"),
        ('{"cases": []}', "no `cases`"),
        ('{"cases": [{"expectedPlan": ["p"]}]}', "unknown key; did you mean `expectedPlans`?"),
        ('{"cases": [{"solvable": "no"}]}', "`cases[0].solvable`: expected true or false"),
        ('{"cases": [{"domain": 1}]}', "`cases[0].domain`: expected a string"),
    ],
)
def test_a_manifest_with_an_error(folder: Path, text: str, message: str) -> None:
    (folder / "a.ptest.json").write_text(text)
    done = run_command(main, "test", "a.ptest.json", cwd=folder)
    assert done.returncode == 2
    assert message in done.stderr


def test_no_file_outside_is_read(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "link.txt").symlink_to(folder / "reference.plan")
    names = ["../reference.plan", str(folder / "reference.plan"), "link.txt", "link.txt#1", "\0"]
    path = written(inner, *({"domain": "d", "problem": "p", "expectedPlans": [n]} for n in names))
    faults = [case.fault or "" for case in read_manifest(str(path))]
    assert [fault.partition(":")[0] for fault in faults] == ["outside the workspace"] * len(names)
    assert [case.fault for case in read_manifest(str(path), [str(folder)])][:4] == [None] * 4


def test_a_plan_called_like_standard_input_is_a_file(folder: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(folder)
    written(folder, {"expectedPlans": ["-"]})
    (case,) = read_manifest(".ptest.json")
    assert case.valid == (os.path.join(".", "-"),)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(string.printable, max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cases", "domain", "problem", "expectedPlans", "solvable", "label"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_VALUES, st.sampled_from([None, 1]))
def test_any_json_is_read_or_refused_with_a_message(
    tmp_path_factory: pytest.TempPathFactory, value: object, indent: int | None
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.ptest.json"
    text = json.dumps({"cases": value} if isinstance(value, list) else value, indent=indent)
    path.write_text(text)
    try:
        cases = read_manifest(str(path))
    except UserError:
        return
    lines = [case.line for case in cases]
    assert lines == sorted(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)
    assert all(case.fault or (case.domain and case.problem) for case in cases)


def test_an_editor_lists_and_runs_cases(server: LspMemory, folder: Path) -> None:
    path = written(
        folder, {"label": "a", "expectedPlans": ["learned.plan"]}, {"label": "b", "solvable": True}
    )
    editor = Editor(server, server.initialize(root=uri_of(str(folder))))

    def ask(*arguments: object) -> dict[str, Any]:
        params = {"command": "planlsp.test", "arguments": [uri_of(str(path)), *arguments]}
        answer: dict[str, Any] = editor.server.request("workspace/executeCommand", params)
        return answer

    listed = [(case["label"], case["line"], case["outcome"]) for case in ask()["cases"]]
    assert listed == [("a", 4, None), ("b", 10, None)]
    (case,) = ask(0)["cases"]
    (reason,) = case["reasons"]
    assert (case["outcome"], reason["line"]) == ("failed", 3)
    assert reason["uri"] == uri_of(str(folder / "learned.plan"))
    assert ask(1, str(folder / "none.toml"))["cases"][0]["outcome"] == "failed"
    path.write_text("{")
    assert ask()["error"].startswith("1:2: not JSON")
