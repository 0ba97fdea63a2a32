"""VS Code with the packaged extension: seen through its API, and on the screen by a person."""

from __future__ import annotations

import json
import re
import sys
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
    editor_review.forget_reference(workspace / "learned.pddl")
    problem = workspace / "p01.pddl"
    problem.write_text(
        problem.read_text("utf-8").replace(": reference.pddl", ": learned.pddl"), "utf-8"
    )
    report = folder / "report.json"
    profile = f'PATH="{editor_review.server_command().parent}:$PATH"\n'
    with code_server.running(installation, folder / "state", {}, profile=profile) as port:
        _run_script("review.mjs", port, workspace, report)
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    seen["files"] = {path.name: path.read_text("utf-8") for path in workspace.glob("*.pddl")}
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


def test_findings_come_while_one_types(screen: dict[str, Any]) -> None:
    assert any("undeclared-predicate" in row and "att" in row for row in screen["typed"])


def test_what_is_legal_is_offered_and_no_word_of_a_comment(screen: dict[str, Any]) -> None:
    names = {name.split()[0] for name in screen["offered"]}
    assert {"at", "in", "not"} <= names
    assert not names & {"The", "same", "domain", "language", "model"}


def test_what_is_never_used_is_faded(screen: dict[str, Any]) -> None:
    assert any("requested" in word for word in screen["faded"])


def test_the_reference_is_set_from_the_palette(screen: dict[str, Any]) -> None:
    """Nothing was compared before: the file names no reference."""
    assert screen["statusBefore"].strip() == "planlsp"
    assert "similarity 0.743 over 3 actions · 5 differences" in screen["status"]


def test_a_click_on_the_line_above_the_domain_opens_all_differences(
    screen: dict[str, Any],
) -> None:
    assert "pddl" in screen["peekOfDomain"]
    assert screen["peekOfDomain"] != ""


def test_the_code_of_a_difference_leads_to_its_page(screen: dict[str, Any]) -> None:
    assert "missing-precondition" in screen["page"]
    assert "Differences from a reference" in screen["page"]


def test_the_review_is_a_page_beside_the_text(screen: dict[str, Any]) -> None:
    assert "compared with the reference reference.pddl" in screen["review"]
    assert "5 differences in 3 of 3 actions" in screen["review"]


def test_two_files_of_the_explorer_are_compared_and_their_sides_swapped_in_place(
    screen: dict[str, Any],
) -> None:
    assert screen["sides"] == {
        "compared": ["learned.pddl ↔ reference.pddl"],
        "swapped": ["reference.pddl ↔ learned.pddl"],
    }


def test_the_review_has_the_colours_of_the_editor(screen: dict[str, Any]) -> None:
    colours = screen["colours_of_review"]
    brightness = {kind: (_sum(each["page"]), _sum(each["text"])) for kind, each in colours.items()}
    assert all(brightness[dark][0] < brightness[dark][1] for dark in ("vs-dark", "hc-black"))
    assert brightness["vs"][0] > brightness["vs"][1]
    assert brightness["hc-black"][0] == 0
    assert _sum(colours["hc-black"]["line"]) > 2 * _sum(colours["vs-dark"]["line"])


def test_the_plans_of_the_domain_have_passed_and_failed(screen: dict[str, Any]) -> None:
    states = [(row["name"].partition("under ")[0].strip(), row["state"]) for row in screen["plans"]]
    assert ("learned.plan", "passed") in states
    assert ("reference.plan", "failed") in states


def test_a_repair_is_chosen_and_made(screen: dict[str, Any]) -> None:
    assert any("edit" in row for row in screen["repairs"])


def test_a_rename_reaches_files_that_are_not_open(screen: dict[str, Any]) -> None:
    assert "(idle ann)" in screen["files"]["p01.pddl"]
    assert "(available" not in screen["files"]["p01.pddl"]
    assert "(available" in screen["files"]["reference.pddl"]


@pytest.fixture(scope="module")
def restricted(
    installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What is shown in a folder that is not trusted, and with a setting that names no server."""
    folder = tmp_path_factory.mktemp("vscode-restricted")
    workspace = editor_review.fresh_example(folder / "delivery")
    settings: dict[str, object] = {
        "planlsp.path": "/nowhere/planlsp",
        "terminal.integrated.gpuAcceleration": "off",  # its letters are elements of the page
    }
    state = folder / "state"
    machine = state / "data" / "Machine" / "settings.json"
    with code_server.running(installation, state, settings, asks_for_trust=True) as port:
        said = _run_script(
            "restricted.mjs", port, workspace, machine, editor_review.server_command()
        )
    seen: dict[str, Any] = json.loads(said)
    return seen


def test_a_setting_that_names_no_server_is_explained(restricted: dict[str, Any]) -> None:
    assert "/nowhere/planlsp" in restricted["unusable"]
    assert "planlsp.path" in restricted["unusable"]


def test_another_path_starts_the_server_anew_and_nothing_else_is_told(
    restricted: dict[str, Any],
) -> None:
    assert set(restricted["messages"]) == {restricted["unusable"]}


def test_the_terminal_viewer_waits_for_trust(restricted: dict[str, Any]) -> None:
    assert "a folder that you do not trust" in restricted["refusal"]
    assert not any("plandiff" in tab for tab in restricted["tabs"])


def test_the_terminal_viewer_shows_both_files_and_has_the_keys(restricted: dict[str, Any]) -> None:
    assert "learned.pddl ▸ reference.pddl" in restricted["viewer"]
    assert "change 1/6" in restricted["viewer"]


def test_the_walkthrough_ticks_off_what_was_done(restricted: dict[str, Any]) -> None:
    ticked = [step for step, is_done in restricted["steps"].items() if is_done]
    assert ticked == ["Get the server", "Open a domain", "Name its reference"]
    assert len(restricted["steps"]) == 5


@pytest.fixture(scope="module")
def installed(
    installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What is shown and made where there is no server; on the PATH are Python and uv alone."""
    uv = editor_review.installed("PLANLSP_UV", "tools/bin/uv")
    folder = tmp_path_factory.mktemp("vscode-install")
    workspace = editor_review.fresh_example(folder / "delivery")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "uv").symlink_to(uv)
    base = Path(sys.base_prefix, "bin", Path(sys.executable).resolve().name)
    (programs / "python3").symlink_to(base)
    # As on Debian without the package python3-venv: no module ensurepip.
    debian = folder / "python3"
    debian.write_text(f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexec {base} "$@"\n')
    debian.chmod(0o755)
    state = folder / "state"
    storage = state / "data" / "User" / "globalStorage" / "planlsp.planlsp"
    profile = f'PATH="{programs}"\n'
    with code_server.running(installation, state, {}, profile=profile) as port:
        said = _run_script("install.mjs", port, workspace, storage, programs, debian)
    seen: dict[str, Any] = json.loads(said)
    return seen


def test_a_server_is_installed_for_who_wants_it(installed: dict[str, Any]) -> None:
    """The wheel is the extension's own, what it needs comes from the package index."""
    assert "touches nothing else" in installed["question"]
    assert "installing the server" in installed["progress"]
    assert "missing precondition" in installed["finding"]
    (made,) = installed["byPip"]
    assert "uv = " not in made


def test_an_installation_that_is_cancelled_leaves_nothing(installed: dict[str, Any]) -> None:
    """No environment, and no message: who cancels knows it. The program waited until then."""
    assert not any("could not be installed" in said for said in installed["afterCancel"])


def test_where_python_has_no_pip_uv_installs_the_server(installed: dict[str, Any]) -> None:
    """It takes the place of the one before."""
    (made,) = installed["byUv"]
    assert "uv = " in made


@pytest.fixture(scope="module")
def beside(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is shown beside another extension for PDDL, and of a folder that is on no disk."""
    folder = tmp_path_factory.mktemp("vscode-beside")
    workspace = editor_review.fresh_example(folder / "delivery")
    # Neither set nor on the PATH: the server is run as a module of the selected interpreter.
    interpreter = str(editor_review.server_command().with_name("python"))
    settings: dict[str, object] = {"python.defaultInterpreterPath": interpreter}
    others = [
        code_server.packaged(_SCRIPTS / name, folder / f"{name}.vsix")
        for name in ("neighbour", "elsewhere")
    ]
    state = folder / "state"
    with code_server.running(installation, state, settings, neighbours=others) as port:
        user = state / "data" / "User" / "settings.json"
        seen: dict[str, Any] = json.loads(_run_script("beside.mjs", port, workspace, user))
    return seen


def test_beside_another_extension_nothing_is_said_or_formatted_twice(
    beside: dict[str, Any],
) -> None:
    assert "who is to do it?" in beside["asked"]
    assert {"planlsp", "PDDL", "Both"} <= set(beside["answers"])
    assert beside["faded"] == []  # alone, `requested` is
    assert sum("laid out by the other" in line for line in beside["formatted"]) == 1
    assert beside["chosen"] == "pddl"


def test_where_there_is_no_disk_it_is_said_what_works(beside: dict[str, Any]) -> None:
    assert beside["told"].startswith("Here planlsp offers colours and snippets only.")
    assert beside["coloured"] > 2
    assert set(beside["offered"]) == {
        "planlsp: Install the Server…",
        "planlsp: Restart Server",
        "planlsp: Show Output",
    }


def _sum(colour: str) -> int:
    """Red, green and blue of a colour as a browser writes it, added up."""
    return sum(map(int, re.findall(r"\d+", colour)[:3]))


def _run_script(script: str, port: int, workspace: Path, *more: Path) -> str:
    """What the script prints; it drives the VS Code that serves on ``port``."""
    picture = workspace.parent / "failure.png"
    return run_in_browser(_SCRIPTS / script, str(port), workspace, *more, FAILURE_PICTURE=picture)
