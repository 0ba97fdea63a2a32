"""VS Code with the packaged extension: seen through its API, and on the screen by a person."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from support import code_server, editor_review, vscode
from support.editor_review import Review

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Review:
    """What the extension host's API tells."""
    folder = tmp_path_factory.mktemp("vscode-api")
    workspace = editor_review.fresh_example(folder / "delivery")
    settings: dict[str, object] = {"planlsp.path": str(editor_review.server_command())}
    options = ["--vscode-option", "enable-smoke-test-driver"]
    with code_server.running(vscode.installation(), folder / "state", settings, options) as port:
        vscode.run_script("host.mjs", port, workspace, vscode.SCRIPTS / "harness")
    return editor_review.read(workspace / "report.json")


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
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
    with code_server.running(vscode.installation(), folder / "state", {}, profile=profile) as port:
        vscode.run_script("review.mjs", port, workspace, report)
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    seen["files"] = {path.name: path.read_text("utf-8") for path in workspace.glob("*.pddl")}
    return seen


def test_differences_appear_as_warnings(review: Review) -> None:
    editor_review.assert_differences_are_warnings(review)


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
    assert "similarity 0.743 over 3 actions · 6 differences" in screen["status"]


def test_a_click_on_the_line_above_the_domain_opens_all_differences(
    screen: dict[str, Any],
) -> None:
    assert "pddl" in screen["peekOfDomain"]
    assert screen["peekOfDomain"] != ""


def test_the_code_of_a_difference_leads_to_its_page(screen: dict[str, Any]) -> None:
    assert "missing-precondition" in screen["page"]
    assert "Differences from a reference" in screen["page"]


def test_the_review_is_a_page_beside_the_text(screen: dict[str, Any]) -> None:
    assert "vs. reference.pddl" in screen["review"]
    assert "6 differences: 5 in 3 of 3 actions" in screen["review"]


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


def test_a_difference_is_left_as_it_is_and_reopened_and_its_text_is_shown(
    screen: dict[str, Any],
) -> None:
    accepted, reopened = screen["acts"]["classes"]
    assert (accepted, reopened) == ("accepted", "")
    assert screen["acts"]["line"] == "22"


def test_a_repair_is_chosen_and_made(screen: dict[str, Any]) -> None:
    rows = [row.replace("\xa0", " ") for row in screen["repairs"]]
    assert any("remove (not (available ?a)) from the effect of pick-up" in row for row in rows)
    assert any("add (requested ?p ?l) to the precondition of drop-off" in row for row in rows)


def test_a_rename_reaches_files_that_are_not_open(screen: dict[str, Any]) -> None:
    assert "(idle ann)" in screen["files"]["p01.pddl"]
    assert "(available" not in screen["files"]["p01.pddl"]
    assert "(available" in screen["files"]["reference.pddl"]


def _sum(colour: str) -> int:
    """Red, green and blue of a colour as a browser writes it, added up."""
    return sum(map(int, re.findall(r"\d+", colour)[:3]))
