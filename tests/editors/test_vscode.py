"""VS Code with the packaged extension: seen through its API, and on the screen by a person."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support import code_server, editor_review
from support.browser import run_in_browser
from support.code_server import Installation
from support.editor_review import Review

pytestmark = pytest.mark.editor

_SCRIPTS = Path(__file__).parent / "vscode"


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation(
        node=editor_review.installed("PLANLSP_NODE", "tools/bin/node"),
        modules=editor_review.installed("PLANLSP_CODE_SERVER", "vscode"),
        extension=editor_review.installed("PLANLSP_VSIX", "planlsp.vsix"),
    )


@pytest.fixture(scope="module")
def review(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Review:
    """What the extension host's API tells."""
    folder = tmp_path_factory.mktemp("vscode-api")
    workspace = editor_review.fresh_example(folder / "delivery")
    settings: dict[str, object] = {"planlsp.path": str(editor_review.server_command())}
    options = ["--vscode-option", "enable-smoke-test-driver"]
    with code_server.running(installation, folder / "state", settings, options) as port:
        _run_script("host.mjs", port, workspace, _SCRIPTS / "harness")
    return editor_review.read(workspace / "report.json")


@pytest.fixture(scope="module")
def screen(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is drawn in the browser; the server is found on the PATH."""
    folder = tmp_path_factory.mktemp("vscode-screen")
    workspace = editor_review.fresh_example(folder / "delivery")
    report = folder / "report.json"
    profile = f'PATH="{editor_review.server_command().parent}:$PATH"\n'
    with code_server.running(installation, folder / "state", {}, profile=profile) as port:
        _run_script("review.mjs", port, workspace, report)
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return seen


def test_differences_appear_as_informations(review: Review) -> None:
    editor_review.assert_differences_are_informations(review)


def test_the_example_has_no_errors(review: Review) -> None:
    editor_review.assert_nothing_is_an_error(review)


def test_hover_tells_the_signature_of_a_predicate(review: Review) -> None:
    editor_review.assert_hover_tells_the_signature(review)


def test_a_lens_above_each_action_shows_its_similarity(review: Review) -> None:
    editor_review.assert_each_action_has_its_similarity(review)


def test_the_outline_names_the_actions(review: Review) -> None:
    editor_review.assert_symbols_name_the_actions(review)


def test_a_quick_fix_removes_its_difference_and_no_other(review: Review) -> None:
    editor_review.assert_the_fix_removes_its_finding(review)


@pytest.mark.server_behaviour(48)
def test_problems_panel_shows_each_difference(screen: dict[str, Any]) -> None:
    shown = Counter(
        code for row in screen["problems"] for code in editor_review.DIFFERENCES if code in row
    )
    assert shown == editor_review.DIFFERENCES


def test_similarities_are_drawn_above_the_actions(screen: dict[str, Any]) -> None:
    for similarity, count in Counter(editor_review.SIMILARITIES.values()).items():
        assert sum(similarity in title for title in screen["lenses"]) == count, screen["lenses"]


def test_hover_is_drawn(screen: dict[str, Any]) -> None:
    assert "courier" in screen["hover"]


def test_go_to_symbol_finds_an_action(screen: dict[str, Any]) -> None:
    assert "drop-off" in {name.split(" ")[-1] for name in screen["symbols"]}


def test_click_on_a_lens_opens_its_differences(screen: dict[str, Any]) -> None:
    assert "reference.pddl" in screen["peek"] or "learned.pddl" in screen["peek"]


def test_grammar_colours_the_text(screen: dict[str, Any]) -> None:
    assert len(screen["colours"]) >= 4


def test_quick_fix_from_the_keyboard_empties_its_row(screen: dict[str, Any]) -> None:
    gone = Counter(screen["problems"]) - Counter(screen["problemsAfterFix"])
    difference = screen["fix"]["message"].partition("; ")[0]
    assert any(difference in row for row in gone)


def test_the_reference_is_set_from_the_palette(installation: Installation, tmp_path: Path) -> None:
    workspace = editor_review.fresh_example(tmp_path / "delivery")
    editor_review.forget_reference(workspace / "learned.pddl")
    # Neither set nor on the PATH: the server is run as a module of the selected interpreter.
    interpreter = str(editor_review.server_command().with_name("python"))
    settings: dict[str, object] = {"python.defaultInterpreterPath": interpreter}
    with code_server.running(installation, tmp_path / "state", settings) as port:
        problems = _run_script("set_reference.mjs", port, workspace)
    assert problems.count("missing-precondition") == 2


def test_the_review_is_shown_from_the_palette(installation: Installation, tmp_path: Path) -> None:
    workspace = editor_review.fresh_example(tmp_path / "delivery")
    settings: dict[str, object] = {"planlsp.path": str(editor_review.server_command())}
    with code_server.running(installation, tmp_path / "state", settings) as port:
        review = _run_script("show_review.mjs", port, workspace)
    assert "learned.pddl compared with the reference reference.pddl" in review
    assert review.count("extra (FP)") == review.count("missing (FN)") + 1


def test_an_absent_server_is_explained(installation: Installation, tmp_path: Path) -> None:
    workspace = editor_review.fresh_example(tmp_path / "delivery")
    settings: dict[str, object] = {"planlsp.path": "/nowhere/planlsp"}
    with code_server.running(installation, tmp_path / "state", settings) as port:
        message = _run_script("message.mjs", port, workspace)
    assert "/nowhere/planlsp" in message
    assert "planlsp.path" in message


def _run_script(script: str, port: int, workspace: Path, *more: Path) -> str:
    """What the script prints; it drives the VS Code that serves on ``port``."""
    picture = workspace.parent / "failure.png"
    return run_in_browser(_SCRIPTS / script, str(port), workspace, *more, FAILURE_PICTURE=picture)
