"""What Neovim colours without the server: every word of PDDL in every dialect, and plans."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import dialect_check
from support.dialect_check import Question
from support.neovim import environment, run_lua, user_lines

pytestmark = pytest.mark.editor

_COLOURS = {
    "keyword": "Define Definition Section Slot Operator Preference Direction Time",
    "sign": "Sign TypeSign",
    "requirement": "Requirement",
    "variable": "Variable",
    "type": "Type EitherType",
    "number": "Number",
    "comment": "Comment Aside",
    "directive": "Directive",
    "path": "Path",
    "built-in": "BuiltIn",
    "action": "DefinitionName OperatorName",
    "name": "PreferenceName",
}
_OF_PLANS = {
    "action": "Action Call Bare Name TextAction",
    "name": "Object Argument Word",
    "number": "Time Duration Cost Index",
    "comment": "Comment Stated",
    "directive": "Directive",
    "path": "Path",
}


def _named(colours: dict[str, str], prefix: str) -> dict[str, str]:
    return {
        f"{prefix}{name}": colour for colour, names in colours.items() for name in names.split()
    }


def test_every_dialect(tmp_path: Path) -> None:
    question = dialect_check.about_dialects(tmp_path / "dialects")
    _ask(question, tmp_path)
    assert question.wrong({"": "name", **_named(_COLOURS, "pddl")}) == []


def test_every_notation_of_plans(tmp_path: Path) -> None:
    question = dialect_check.about_plans(tmp_path / "plans", dialect_check.MORE_PLANS)
    _ask(question, tmp_path)
    assert question.wrong(_named(_OF_PLANS, "plan")) == []


def _ask(question: Question, home: Path) -> None:
    variables = {
        **environment(home, user_lines(0).splitlines()[0]),
        "PLACES": str(question.places),
        "COLOURS": str(question.answers),
        "REVIEW_REPORT": str(home / "report.json"),
    }
    run_lua("grammar.lua", [], variables)


_TYPED = """\
(define (domain d)
(:predicates (p ?x) (q ?x)) ; two (
(:action go
:parameters (?x)
:precondition (and
(p ?x)
(not (q ?x))
)
:effect (when (p ?x)
(q ?x)))
)
"""
"""What a person types, with Enter at the end of each line."""

_INDENTED = """\
(define (domain d)
  (:predicates (p ?x) (q ?x)) ; two (
  (:action go
    :parameters (?x)
    :precondition (and
      (p ?x)
      (not (q ?x))
    )
    :effect (when (p ?x)
      (q ?x)))
)
"""


def test_indentation_is_that_of_the_formatter_also_while_one_types(tmp_path: Path) -> None:
    """Not that of Lisp, which would put what follows `(and` below its second word."""
    folder = tmp_path / "files"
    folder.mkdir()
    expected = dialect_check.flattened_dialects(folder)
    typed = folder / "typed.pddl"
    variables = environment(tmp_path, user_lines(0)) | {
        "TYPED": _TYPED.rstrip("\n"),
        "TYPED_FILE": str(typed),
    }
    run_lua("indent.lua", list(expected), variables)
    assert {path: path.read_text(encoding="utf-8") for path in expected} == expected
    assert typed.read_text(encoding="utf-8") == _INDENTED
