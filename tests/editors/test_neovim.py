"""Neovim 0.11, started with the lines that editors/nvim/README.md tells the user to write."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from support import editor_review
from support.editor_review import ROOT, Review

pytestmark = pytest.mark.editor

_RUNTIME = ROOT / "editors" / "nvim"
_CONFIGURATIONS = {"vim.lsp.enable": 0, "vim.lsp.start": 1}


@pytest.mark.server_behaviour(48)
def test_the_user_writes_at_most_ten_lines() -> None:
    for number in _CONFIGURATIONS.values():
        assert len(_user_lines(number).splitlines()) <= 10


@pytest.fixture(scope="module", params=list(_CONFIGURATIONS.values()), ids=list(_CONFIGURATIONS))
def review(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Review:
    folder = tmp_path_factory.mktemp("neovim")
    learned = editor_review.fresh_example(folder / "delivery") / "learned.pddl"
    return editor_review.read(_run_script("review.lua", learned, _user_lines(request.param)))


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


def test_commands_set_a_reference_list_differences_and_show_a_review(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    editor_review.forget_reference(learned)
    report = _run_script("commands.lua", learned, _user_lines(0))
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert seen["differences_before"] is False
    assert "reference.pddl" in seen["quickfix"]
    assert seen["review"] == "learned.pddl  compared with the reference  reference.pddl"


def test_the_reference_is_a_setting(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    editor_review.forget_reference(learned)
    setting = _user_lines(2).replace("gold/domain.pddl", "reference.pddl")
    review = editor_review.read(_run_script("review.lua", learned, setting + _user_lines(0)))
    editor_review.assert_differences_are_informations(review)


@pytest.mark.server_behaviour(48)
@pytest.mark.server_behaviour(20)
def test_colours_and_messages_come_by_themselves(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    seen = json.loads(_run_script("colours.lua", learned, _user_lines(0)).read_text("utf-8"))
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
    seen = json.loads(_run_script("complete.lua", learned, _user_lines(0)).read_text("utf-8"))
    assert seen["label"] == "available", seen
    assert re.fullmatch(r"\(available .*\?a.*\)", seen["line"]), seen


def _run_script(script: str, learned: Path, init: str) -> Path:
    """The report of a script that ran in a Neovim whose user wrote ``init`` and opened a file."""
    neovim = editor_review.installed("PLANLSP_NVIM", "tools/bin/nvim")
    server = editor_review.server_command()
    home = learned.parent.parent
    report = home / "report.json"
    configuration = home / "config" / "nvim" / "init.lua"
    configuration.parent.mkdir(parents=True)
    configuration.write_text(init, encoding="utf-8")
    command = f"luafile {Path(__file__).parent / 'neovim' / script}"
    run = subprocess.run(
        [neovim, "-i", "NONE", "-n", "--headless", learned, "-c", command],
        env={**_environment(server, home), "REVIEW_REPORT": str(report)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr + _client_log(home)
    return report


def _user_lines(number: int) -> str:
    """The ``number``-th block of Lua in the README, with the path of this checkout."""
    readme = (_RUNTIME / "README.md").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"```lua\n(.*?)```", readme, re.DOTALL)
    return blocks[number].replace("~/planlsp/editors/nvim", str(_RUNTIME))


def _client_log(home: Path) -> str:
    """What Neovim's client noted, the server's standard error included."""
    log = home / "state" / "nvim" / "lsp.log"
    return log.read_text(encoding="utf-8")[-4000:] if log.exists() else ""


def _environment(server: Path, home: Path) -> dict[str, str]:
    """Neovim with an empty home of its own and the server on its PATH."""
    return {
        **os.environ,
        "PATH": f"{server.parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        **{
            f"XDG_{kind}_HOME": str(home / kind.lower())
            for kind in ("CONFIG", "DATA", "STATE", "CACHE")
        },
    }
