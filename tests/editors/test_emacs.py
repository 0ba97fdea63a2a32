"""Emacs, started with the lines that editors/emacs/README.md tells the user to write.

`PLANLSP_EMACS` names another Emacs than that of the PATH; what runs here runs on 28.2 and 30.1.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import dialect_check, editor_review, emacs
from support.colours import Colour
from support.dialect_check import Question
from support.editor_review import ROOT, Review
from support.terminal import Terminal

pytestmark = pytest.mark.editor

_PACKAGE = ROOT / "editors" / "emacs"
_SCRIPTS = Path(__file__).parent / "emacs"
_FACES = {
    "": Colour.NAME,
    "font-lock-comment-delimiter-face": Colour.COMMENT,
    "font-lock-comment-face": Colour.COMMENT,
    "font-lock-constant-face": Colour.NAME,  # an object of a plan
    "font-lock-function-name-face": Colour.ACTION,
    "font-lock-keyword-face": Colour.KEYWORD,
    "font-lock-type-face": Colour.TYPE,
    "font-lock-variable-name-face": Colour.VARIABLE,
    "pddl-built-in": Colour.BUILT_IN,
    "pddl-directive": Colour.DIRECTIVE,
    "pddl-number": Colour.NUMBER,
    "pddl-path": Colour.PATH,
    "pddl-requirement": Colour.REQUIREMENT,
    "pddl-sign": Colour.SIGN,
}
_NOT_OURS = (
    "header is missing",  # of pddl-mode and plan-mode, which are parts of the package
    "Homepage or URL header",
    "You should depend on",
    "uninstallable in all released",  # Debian's package-lint is older than Emacs 28
    "Package eglot is not installable",  # there are no archives to ask
)


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Review:
    learned = editor_review.fresh_example(tmp_path_factory.mktemp("emacs") / "delivery")
    return editor_review.read(_run_script("review.el", learned / "learned.pddl"))


def test_differences_appear_as_warnings(review: Review) -> None:
    editor_review.assert_differences_are_warnings(review)


def test_the_example_has_no_errors(review: Review) -> None:
    editor_review.assert_nothing_is_an_error(review)


def test_hover_tells_the_signature_of_a_predicate(review: Review) -> None:
    editor_review.assert_hover_tells_the_signature(review)


def test_the_index_names_the_actions(review: Review) -> None:
    editor_review.assert_symbols_name_the_actions(review)


def test_a_quick_fix_removes_its_difference_and_no_other(review: Review) -> None:
    editor_review.assert_the_fix_removes_its_finding(review)


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    learned = editor_review.fresh_example(tmp_path_factory.mktemp("emacs") / "delivery")
    editor_review.forget_reference(learned / "learned.pddl")
    seen = _run_script("commands.el", learned / "learned.pddl").read_text(encoding="utf-8")
    answer: dict[str, Any] = json.loads(seen)
    return answer


def test_files_have_their_modes_and_one_server(commands: dict[str, Any]) -> None:
    assert commands["mode"] == "pddl-mode"
    assert commands["plan_mode"] == "plan-mode"
    assert commands["one_server"] == 1


def test_planning_files_make_a_project_where_nothing_else_does(commands: dict[str, Any]) -> None:
    assert commands["project"] == "./"


def test_a_reference_is_set(commands: dict[str, Any]) -> None:
    assert commands["differences_before"] is False
    assert commands["review"].startswith("learned.pddl vs. reference.pddl: 6 differences")


def test_places_of_a_review_are_visited(commands: dict[str, Any]) -> None:
    assert commands["link"] is True
    assert commands["reference_place"] == "reference.pddl:32:7"
    assert commands["first_place"] == "learned.pddl:17:3"


def test_a_model_is_shown_and_a_domain_repaired(commands: dict[str, Any]) -> None:
    assert "Predicates by actions" in commands["model"]
    assert ": 2 edits make 1 plan" in commands["repair"]
    assert commands["repaired"] is True


def test_matches_are_listed_and_answered(commands: dict[str, Any]) -> None:
    first, second = commands["matches"]
    assert first.startswith("? ")
    assert first != second
    assert len(json.loads(commands["mapping"])["refusals"]) == 1
    assert commands["mapping_lines"] == 1


def test_a_plan_is_executed(commands: dict[str, Any]) -> None:
    assert commands["validation"].startswith("learned.plan: invalid at step 3")


@pytest.mark.needs("module:kairos")
def test_a_problem_is_solved_and_its_plan_executed(commands: dict[str, Any]) -> None:
    assert commands["solved"].startswith("p01.plan: valid")
    assert commands["solved_unsaved"] is True


@pytest.mark.needs("module:kairos")
def test_a_planner_is_chosen_and_its_plan_saved(commands: dict[str, Any]) -> None:
    assert commands["chosen"] == "kairos/anytime"
    assert commands["solved_with"].startswith("p01.plan: valid")
    assert commands["saved"] is True


@pytest.mark.needs("module:kairos")
def test_a_plan_is_overwritten_unless_it_has_changes_or_is_read_only(
    commands: dict[str, Any],
) -> None:
    verdicts = [verdict.split(":")[0] for verdict in commands["kept"]]
    assert verdicts == ["p01.plan", "p01-2.plan", "p01-3.plan"]
    assert commands["mine"] == 2


def test_a_name_is_changed_in_the_problem_too(commands: dict[str, Any]) -> None:
    assert commands["reference.pddl"] == 2
    assert commands["p01.pddl"] == 4
    assert commands["learned.pddl"] == 0


def test_what_cannot_be_compared_is_told(commands: dict[str, Any]) -> None:
    assert "learned.pddl is a domain, learned.plan a plan" in commands["refused"]


@pytest.mark.parametrize("ask", [dialect_check.about_dialects, dialect_check.about_plans])
def test_colours_of_every_dialect(ask: Callable[[Path], Question], tmp_path: Path) -> None:
    question = ask(tmp_path / "asked")
    _emacs("-l", _SCRIPTS / "colours.el", question.places, question.answers)
    assert question.wrong(_FACES) == []


def test_indentation_is_that_of_the_formatter(tmp_path: Path) -> None:
    expected = dialect_check.flattened_dialects(tmp_path)
    _emacs("-l", _SCRIPTS / "indent.el", *expected)
    assert {path: path.read_text(encoding="utf-8") for path in expected} == expected


def test_the_package_compiles_without_a_warning(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(_PACKAGE, tmp_path / "emacs"))
    files = sorted(folder.glob("*.el"))
    assert len(files) == 3
    strictly = "(setq byte-compile-error-on-warn t)"
    _emacs("--eval", strictly, "-f", "batch-byte-compile", *files, load_path=folder)
    assert len(list(folder.glob("*.elc"))) == 3


def test_the_package_has_the_manners_of_emacs() -> None:
    files = sorted(_PACKAGE.glob("*.el"))
    said = _emacs("-l", _SCRIPTS / "manners.el", *files).splitlines()
    if said[-1] == "no package-lint":
        pytest.skip("elpa-package-lint is not installed")
    assert [line for line in said if not any(known in line for known in _NOT_OURS)] == ["done"]


def test_the_readme_word_by_word(terminal: Terminal, tmp_path: Path) -> None:
    home = tmp_path / "home"
    checkout = home / "planlsp"
    checkout.mkdir(parents=True)
    (checkout / "editors").symlink_to(ROOT / "editors")
    init = home / ".emacs.d" / "init.el"
    init.parent.mkdir()
    init.write_text(_readme_block("elisp"), encoding="utf-8")
    # Warnings about packages that Emacs compiles in the background would take half of the screen.
    early = "(setq native-comp-async-report-warnings-errors nil)"
    init.with_name("early-init.el").write_text(early, encoding="utf-8")
    folder = editor_review.fresh_example(home / "delivery")
    terminal.enter(f"cd {folder} && emacs -nw learned.pddl")
    # Errors, warnings and notes.
    terminal.wait_for("(PDDL Flymake[0 5 2]")
    terminal.send("M-g", "g", "3", "2", "Enter", "M-m")
    terminal.wait_for("missing precondition `(available ?a)`")
    terminal.send("M-x")
    terminal.enter("planlsp-review")
    terminal.wait_for(": 6 differences: 5 in 3 of 3 actions")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A shell in an empty home with the server on its PATH."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    if not _command()[0].endswith("emacs"):
        pytest.skip("this Emacs is started by a script")
    home = tmp_path / "home"
    home.mkdir()
    made = Terminal(tmp_path / "tmux", env={**emacs.own_home(home), "TERM": "xterm-256color"})
    yield made
    made.close()


def _readme_block(language: str) -> str:
    """The first block of the README in `language`."""
    readme = (_PACKAGE / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"```{language}\n(.*?)```", readme, re.DOTALL)
    assert found is not None
    return found[1]


def _run_script(script: str, learned: Path) -> Path:
    """The report of a script in an Emacs whose user wrote what the README says."""
    home = learned.parent.parent
    init = home / "init.el"
    init.write_text(_readme_block("elisp").replace("~/planlsp", str(ROOT)), encoding="utf-8")
    report = home / "report.json"
    _emacs("-l", init, "-l", _SCRIPTS / script, learned, home=home, report=report)
    return report


def _emacs(
    *arguments: str | Path,
    home: Path | None = None,
    report: Path | None = None,
    load_path: Path = _PACKAGE,
) -> str:
    """What a batch Emacs says to itself on standard output."""
    environment = emacs.own_home(home) if home else dict(os.environ)
    where: list[str | Path] = ["-l", _SCRIPTS / "packages.el"]
    if home is None:
        where += ["-L", load_path]
    return emacs.run_batch(_command(), *where, *arguments, environment=environment, report=report)


def _command() -> list[str]:
    """What starts Emacs; skips where there is none."""
    named = os.environ.get("PLANLSP_EMACS")
    if named:
        return named.split()
    found = shutil.which("emacs")
    if found is None:
        pytest.skip("emacs is not installed: run .ci/editors/install.sh or set PLANLSP_EMACS")
    return [found]
