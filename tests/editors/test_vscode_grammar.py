"""What VS Code colours without the server: every word of PDDL in every dialect, and plans."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import dialect_check, vscode
from support.browser import run_in_browser
from support.colours import Colour
from support.dialect_check import Question
from support.editor_review import ROOT

pytestmark = pytest.mark.editor

_GRAMMARS = ROOT / "editors" / "vscode" / "syntaxes"
_SCOPES = {
    "keyword.control.define": Colour.KEYWORD,
    "keyword.control.header": Colour.KEYWORD,
    "keyword.other.section": Colour.KEYWORD,
    "storage.type.action": Colour.KEYWORD,
    "storage.modifier.part": Colour.KEYWORD,
    "keyword.operator.expression.logical": Colour.KEYWORD,
    "keyword.operator.expression.temporal": Colour.KEYWORD,
    "keyword.operator.expression.assignment": Colour.KEYWORD,
    "keyword.other.metric": Colour.KEYWORD,
    "keyword.operator.arithmetic": Colour.SIGN,
    "keyword.operator.type": Colour.SIGN,
    "constant.language.requirement": Colour.REQUIREMENT,
    "variable.parameter": Colour.VARIABLE,
    "variable.language": Colour.BUILT_IN,
    "entity.name.type": Colour.TYPE,
    "constant.numeric": Colour.NUMBER,
    "constant.numeric.time": Colour.NUMBER,
    "constant.numeric.duration": Colour.NUMBER,
    "constant.numeric.metric": Colour.NUMBER,
    "comment.line.semicolon": Colour.COMMENT,
    "comment.line.semicolon.directive": Colour.COMMENT,
    "keyword.control.directive": Colour.DIRECTIVE,
    "string.unquoted.path": Colour.PATH,
    "entity.name.function.action": Colour.ACTION,
    "entity.name.namespace": Colour.ACTION,
    "support.function.predicate": Colour.NAME,
    "variable.other.object": Colour.NAME,
}


def _of(language: str) -> dict[str, str]:
    return {"": Colour.NAME, **{f"{scope}.{language}": each for scope, each in _SCOPES.items()}}


def test_every_dialect(tmp_path: Path) -> None:
    question = dialect_check.about_dialects(tmp_path / "asked")
    _ask(question)
    assert question.wrong(_of("pddl")) == []


def test_every_notation_of_plans(tmp_path: Path) -> None:
    question = dialect_check.about_plans(tmp_path / "asked", dialect_check.MORE_PLANS)
    _ask(question)
    assert question.wrong(_of("plan")) == []


def _ask(question: Question) -> None:
    run_in_browser(vscode.SCRIPTS / "colours.mjs", _GRAMMARS, question.places, question.answers)
