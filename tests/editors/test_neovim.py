"""Neovim 0.11, started with the lines that editors/nvim/README.md tells the user to write."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support import editor_review, neovim
from support.editor_review import Review
from support.neovim import run_script, user_lines

pytestmark = pytest.mark.editor

_CONFIGURATIONS = {"vim.lsp.enable": 0, "planlsp.enable": 3}


@pytest.mark.server_behaviour(48)
def test_the_user_writes_at_most_ten_lines() -> None:
    for number in _CONFIGURATIONS.values():
        assert len(user_lines(number).splitlines()) <= 10


@pytest.fixture(scope="module", params=list(_CONFIGURATIONS.values()), ids=list(_CONFIGURATIONS))
def review(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Review:
    folder = tmp_path_factory.mktemp("neovim")
    learned = editor_review.fresh_example(folder / "delivery") / "learned.pddl"
    return editor_review.read(run_script("review.lua", learned, user_lines(request.param)))


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


def test_every_command(tmp_path: Path) -> None:
    _assert_every_command_works(tmp_path, user_lines(0))


def test_every_command_in_neovim_0_10(tmp_path: Path) -> None:
    older = neovim.older("PLANLSP_NVIM_010", "neovim-0.10/usr/bin/nvim", "v0.10")
    _assert_every_command_works(tmp_path, user_lines(3), older)


def _assert_every_command_works(tmp_path: Path, init: str, editor: Path | None = None) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    editor_review.forget_reference(learned)
    seen = json.loads(run_script("commands.lua", learned, init, editor).read_text("utf-8"))
    assert seen["differences_before"] is False
    assert "reference.pddl" in seen["quickfix"]
    assert seen["review"].startswith("learned.pddl vs. reference.pddl: 6 differences")
    assert seen["jumps"] == {
        "own": "learned.pddl 22:7",
        "reference": "reference.pddl 32:7",
        "action_of_the_other": "reference.pddl 17:3",
        "heading": "learned.pddl 29:3",
    }
    assert "(not (has ?a ?p))" in seen["second_difference"]
    assert seen["is_float"]
    assert seen["plans"].startswith("learned.plan fails at step 3 of 7")
    assert seen["missing_step"] == "reference.plan 5:1"
    assert "invalid at step 3" in seen["verdict"]
    assert seen["failing_step"] == "learned.plan 4:1"
    assert seen["first_step"] == "learned.plan 2:1"
    assert seen["model"][3] == "Types"
    assert seen["solved"].startswith("p01.plan: valid")
    assert seen["plan"] == ["p01.plan", "plan", True]
    assert seen["solved_again"].startswith("p01-2.plan: valid")
    assert seen["planners"][0].startswith("✓ kairos (1.")
    assert any(line.startswith("  fast-downward/lama") for line in seen["planners"])
    assert seen["saved"] == ["p01.plan", False]
    assert seen["solved_with"] == "kairos/anytime"
    # One with unsaved changes or that is read-only is kept.
    names = ["p01.plan", "p01-2.plan", "p01-3.plan"]
    assert seen["kept"] == [[name, False, False] for name in names]
    assert seen["mine"] == ["; mine", "; mine"]
    assert len(seen["repairs"]) >= 1
    assert all(": 2 edits make 1 plan" in title for title in seen["repairs"])
    first, second, _ = seen["matches"]
    assert first[0].startswith("? ")
    assert first[0].split("  (")[0] not in [line.split("  (")[0] for line in second]
    assert len(seen["answers"]) == 2
    mapping = json.loads("\n".join(seen["mapping"]))
    assert len(mapping["refusals"]) >= 1
    assert seen["mapping_line"] > 0
    assert seen["is_restarted"]
    assert seen["said"].split("\n")[1:] == [
        "planlsp: started again",
        "planlsp: no reference for learned.pddl; name one in a `;;!reference: FILE` line",
    ]
    assert seen["log"] == "lsp.log"
    assert seen["viewer"] == "terminal"
    assert set(seen["completed"]) == {path.name for path in learned.parent.iterdir()}


def test_the_reference_is_a_setting(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    editor_review.forget_reference(learned)
    setting = user_lines(2).replace("gold/domain.pddl", "reference.pddl")
    review = editor_review.read(run_script("review.lua", learned, setting + user_lines(0)))
    editor_review.assert_differences_are_warnings(review)


@pytest.mark.server_behaviour(48)
@pytest.mark.server_behaviour(20)
def test_colours_and_messages_come_by_themselves(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    seen = json.loads(run_script("colours.lua", learned, user_lines(0)).read_text("utf-8"))
    assert seen["syntax"] == {
        "comment": "pddlComment",
        "directive": "pddlDirective",
        "keyword": "pddlSection",
        "define": "pddlDefine",
        "operator": "pddlOperator",
        "variable": "pddlVariable",
        "type": "pddlType",
    }
    assert seen["tokens"] == {
        "action": "function",
        "predicate": "property",
        "type": "type",
        "variable": "parameter",
    }
    assert "".join(seen["message"].split()) in "".join(seen["below"].split())


def test_a_literal_is_completed_with_its_arguments(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    seen = json.loads(run_script("complete.lua", learned, user_lines(0)).read_text("utf-8"))
    assert seen["label"] == "available", seen
    assert re.fullmatch(r"\(available .*\?a.*\)", seen["line"]), seen
