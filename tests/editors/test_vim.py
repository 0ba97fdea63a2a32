"""Vim with ALE, started with the lines that editors/vim/README.md tells the user to write.

Colours and indents are the files of editors/nvim, which Vim has to understand as well.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import dialect_check, editor_review
from support.colours import Colour
from support.dialect_check import Question
from support.editor_review import ROOT
from support.terminal import Terminal

pytestmark = pytest.mark.editor

_PLUGIN = ROOT / "editors" / "vim"
_SCRIPTS = Path(__file__).parent / "vim"
_GROUPS = {
    "": Colour.NAME,
    **dict.fromkeys(
        ["pddlDefine", "pddlDefinition", "pddlSection", "pddlSlot", "pddlOperator"], Colour.KEYWORD
    ),
    **dict.fromkeys(["pddlPreference", "pddlDirection", "pddlTime"], Colour.KEYWORD),
    **dict.fromkeys(["pddlSign", "pddlTypeSign"], Colour.SIGN),
    "pddlRequirement": Colour.REQUIREMENT,
    "pddlBuiltIn": Colour.BUILT_IN,
    **dict.fromkeys(["pddlType", "pddlEitherType"], Colour.TYPE),
    "pddlVariable": Colour.VARIABLE,
    **dict.fromkeys(["pddlNumber", "planTime", "planDuration", "planIndex"], Colour.NUMBER),
    **dict.fromkeys(["pddlComment", "pddlAside", "planComment"], Colour.COMMENT),
    **dict.fromkeys(["pddlDirective", "planDirective"], Colour.DIRECTIVE),
    **dict.fromkeys(["pddlPath", "planPath"], Colour.PATH),
    **dict.fromkeys(["pddlDefinitionName", "pddlOperatorName"], Colour.ACTION),
    **dict.fromkeys(["planAction", "planCall", "planBare", "planName"], Colour.ACTION),
    **dict.fromkeys(["planObject", "planArgument", "planWord"], Colour.NAME),
    "pddlPreferenceName": Colour.NAME,
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a user of ALE sees in the example."""
    home = tmp_path_factory.mktemp("vim")
    folder = editor_review.fresh_example(home / "delivery")
    saved = editor_review.fresh_example(home / "saved")
    (saved / "planlsp.toml").touch()  # a project of its own
    report = home / "report.json"
    _vim(folder / "learned.pddl", script="review.vim", home=home, REVIEW_REPORT=report)
    answer: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return answer | {"folder": str(folder), "saved": (saved / "p01.plan").is_file()}


def test_differences_appear_and_are_no_errors(seen: dict[str, Any]) -> None:
    codes = Counter(finding["code"] for finding in seen["findings"])
    assert {code: codes[code] for code in editor_review.DIFFERENCES} == editor_review.DIFFERENCES
    assert "error" not in {finding["severity"] for finding in seen["findings"]}


def test_hover_tells_the_signature_of_a_predicate(seen: dict[str, Any]) -> None:
    assert "available" in seen["hover"]
    assert "courier" in seen["hover"]


def test_file_types_and_colours_come_with_one_line(seen: dict[str, Any]) -> None:
    assert (seen["filetype"], seen["plan_filetype"]) == ("pddl", "plan")
    assert seen["syntax"] == "pddlSection"


def test_planning_files_make_a_project_where_nothing_else_does(seen: dict[str, Any]) -> None:
    assert seen["root"] == seen["folder"]


def test_the_review_and_an_executed_plan_are_shown(seen: dict[str, Any]) -> None:
    assert seen["review"].startswith("learned.pddl vs. reference.pddl: 6 differences")
    assert seen["validation"].startswith("learned.plan: invalid at step 3")
    assert [found["code"] for found in seen["failing"]] == ["inapplicable-step"]


def test_a_repair_is_chosen_by_its_edits_and_made(seen: dict[str, Any]) -> None:
    edits = (
        "remove (not (available ?a)) from the effect of pick-up; "
        "add (requested ?p ?l) to the precondition of drop-off: "
    )
    assert seen["repair"]["lines"][0].startswith(edits)
    assert any("(requested ?p ?l)" in line for line in seen["repair"]["changed"])


@pytest.mark.needs("module:kairos")
def test_a_problem_is_solved_and_its_plan_executed(seen: dict[str, Any]) -> None:
    assert seen["solved"].startswith("p01.plan: valid")
    assert "(drop-off ann parcel harbour)" in seen["plan"]
    assert seen["planners"][0].startswith("✓ kairos (1.")
    assert seen["saved"]


@pytest.mark.needs("module:kairos")
def test_a_plan_is_overwritten_unless_it_has_changes_or_is_read_only(seen: dict[str, Any]) -> None:
    names = ["p01.plan", "p01.plan", "p01-2.plan", "p01-3.plan"]
    assert seen["overwritten"] == [[name, 0, 0, f"{name}: valid"] for name in names]
    assert seen["kept"] == ["; mine"]


@pytest.mark.parametrize("ask", [dialect_check.about_dialects, dialect_check.about_plans])
def test_colours_of_every_dialect(ask: Callable[[Path], Question], tmp_path: Path) -> None:
    question = ask(tmp_path / "asked")
    _vim(script="colours.vim", home=tmp_path, PLACES=question.places, ANSWERS=question.answers)
    assert question.wrong(_GROUPS) == []


def test_indentation_is_that_of_the_formatter(tmp_path: Path) -> None:
    expected = dialect_check.flattened_dialects(tmp_path)
    _vim(*expected, script="indent.vim", home=tmp_path)
    assert {path: path.read_text(encoding="utf-8") for path in expected} == expected


def test_the_readme_word_by_word(terminal: Terminal, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".vimrc").write_text(_readme_block(), encoding="utf-8")
    folder = editor_review.fresh_example(home / "delivery")
    terminal.enter(f"cd {folder} && vim learned.pddl")
    terminal.wait_for("(domain delivery)")
    terminal.enter("/:action move")
    terminal.enter("/:precondition")
    # What differs stands behind the line, without a key.
    terminal.wait_for("> missing precondition `(available ?a)`")
    terminal.enter(":ALECodeAction")
    terminal.wait_for("Add precondition `(available ?a)`")
    terminal.enter("1")
    terminal.enter(":write | edit reference.pddl")
    terminal.enter(":12")
    terminal.enter("/connected")
    terminal.enter(":ALERename")
    terminal.wait_for("New name")
    terminal.send("C-u")
    terminal.enter("linked")
    terminal.wait_for("(linked ?from ?to - place)")
    terminal.enter(":wall | edit p01.pddl")
    terminal.wait_for("(linked harbour square)")
    assert (folder / "learned.pddl").read_text("utf-8").count("(available ?a)") == 4


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A shell in a home with a checkout, and with the server on its PATH."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    _command()
    home = tmp_path / "home"
    (home / "planlsp").mkdir(parents=True)
    (home / "planlsp" / "editors").symlink_to(ROOT / "editors")
    environment = {**_environment(home), "TERM": "xterm-256color"}
    made = Terminal(tmp_path / "tmux", env=environment)
    yield made
    made.close()


def _readme_block() -> str:
    """The first block of Vim script in the README."""
    readme = (_PLUGIN / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```vim\n(.*?)```", readme, re.DOTALL)
    assert found is not None
    return found[1]


def _vim(*files: Path, script: str, home: Path, **environment: Path) -> None:
    """Run a script in a Vim whose user wrote what the README says."""
    vimrc = home / "vimrc"
    vimrc.write_text(_readme_block().replace("~/planlsp", str(ROOT)), encoding="utf-8")
    run = subprocess.run(
        [
            *_command(),
            "-N",
            "-u",
            vimrc,
            "-i",
            "NONE",
            "-n",
            "-es",
            *files,
            "-S",
            _SCRIPTS / script,
        ],
        env={**_environment(home), **{name: str(path) for name, path in environment.items()}},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    failed = home / "report.json.failed"
    assert run.returncode == 0, failed.read_text() if failed.exists() else run.stdout + run.stderr


def _command() -> list[str]:
    """What starts Vim; skips where it or ALE is not installed."""
    vim = shutil.which("vim")
    if vim is None or not list(Path("/usr/share").glob("vim-ale/plugin/ale.vim")):
        pytest.skip("vim and vim-ale are not installed: run .ci/editors/install.sh")
    return [vim]


def _environment(home: Path) -> dict[str, str]:
    """A home of its own, with the server on the PATH."""
    server = editor_review.server_command()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    path = f"{server.parent}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8"}
