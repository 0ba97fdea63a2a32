"""VS Code's commands about plans, an empty file and the server itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support import code_server, editor_review, vscode

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is shown once each of them was run."""
    folder = tmp_path_factory.mktemp("vscode-commands")
    workspace = editor_review.fresh_example(folder / "delivery")
    (workspace / "new.soln").touch()
    (workspace / "tasks.hddl").touch()
    settings: dict[str, object] = {"planlsp.path": str(editor_review.server_command())}
    with code_server.running(vscode.installation(), folder / "state", settings) as port:
        seen: dict[str, Any] = json.loads(vscode.run_script("commands.mjs", port, workspace))
    seen["mapping"] = json.loads((workspace / "learned.mapping.json").read_text("utf-8"))
    return seen


def test_files_have_the_pictures_of_their_languages(commands: dict[str, Any]) -> None:
    for language, picture in commands["icons"].items():
        assert f"{language}-light.svg" in picture


def test_a_plan_is_executed_on_a_page_beside_it(commands: dict[str, Any]) -> None:
    assert "invalid at step 3" in commands["execution"]
    assert "(requested parcel square), never true" in commands["execution"]
    assert commands["walked"].startswith("after step 1 of 7")
    assert commands["place"].startswith("Ln 3, Col 1")
    assert "Initial state" in commands["model"]["text"]
    assert commands["model"]["drawings"] == 2


def test_two_plans_of_the_explorer_are_compared(commands: dict[str, Any]) -> None:
    assert "learned.plan vs. reference.plan" in commands["compared"]
    assert (
        "learned.plan fails at step 3 of 7: (requested parcel square) is not true"
        in commands["compared"]
    )


def test_an_empty_file_is_filled_with_a_snippet_and_checked(commands: dict[str, Any]) -> None:
    assert commands["snippet"] == [
        ";;!problem: p01.pddl",
        ";;!domain: learned.pddl",
        "(pick-up ann parcel)",
    ]
    assert "step-arity" in commands["finding"]


def test_the_server_is_started_anew_without_a_message(commands: dict[str, Any]) -> None:
    states = [state.partition(": ")[2] for state in commands["states"]]
    assert "The server is starting." in states
    assert "similarity 0.743" in states[-1]
    assert commands["messages"] == []


def test_a_walkthrough_that_is_opened_late_ticks_off_what_was_done(
    commands: dict[str, Any],
) -> None:
    ticked = {step for step, is_done in commands["steps"].items() if is_done}
    assert ticked >= {"Get the server", "Open a domain", "Name its reference"}


def test_matches_are_listed_and_answered(commands: dict[str, Any]) -> None:
    assert any("⇐" in row for row in commands["matches"])
    assert commands["mappingLine"] == [";;!mapping: learned.mapping.json"]
    assert len(commands["mapping"]["refusals"]) == 1


@pytest.mark.needs("module:kairos")
def test_planners_are_listed_with_what_they_do(commands: dict[str, Any]) -> None:
    first, second, *others = commands["planners"]
    assert first.startswith("kairos")
    assert "default" in first
    assert "improves the plan until the time limit" in second
    assert any("fast-downward/seq-opt-lmcut" in each for each in others)


@pytest.mark.needs("module:kairos")
def test_a_problem_is_solved_and_its_plan_executed(commands: dict[str, Any]) -> None:
    assert "valid (6 steps, cost 6)" in commands["solved"]
    assert commands["isUnsaved"] == 1
    assert ";;!problem: p01.pddl" in commands["plan"]


def test_a_domain_is_learned_from_the_plans_that_are_selected(commands: dict[str, Any]) -> None:
    assert commands["learning"] == "Learn a domain from 2 files"
    assert [row.split()[0] for row in commands["learners"]] == ["LOCM", "SAM", "ESAM"]
    assert sorted(commands["learned"]) == ["(:action drop-off", "(:action move", "(:action pick-up"]


def test_the_output_is_shown(commands: dict[str, Any]) -> None:
    assert commands["output"] == "planlsp"
