"""Comments that silence findings which there are not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import plancore.notation.plans
from plancore.compare.difference import codes as codes_of_differences
from plancore.diagnostic import Diagnostic, apply_edits
from plancore.notation.plans.items import CODES as OF_READING_PLANS
from plancore.rules.registry import ALL
from plancore.source import SourceText
from planlsp.cli import main
from planlsp.session.answers.findings import unknown_codes
from planlsp.session.settings.codes import is_known

NO_CODES = {"reach-goal", "start-time"}


def told(text: str) -> list[Diagnostic]:
    return list(unknown_codes(SourceText(text)))


@pytest.mark.parametrize(
    ("comment", "meant"),
    [
        ("; planlsp: ignore[unsued-parameter]", "unused-parameter"),
        ("(p) ; because: planlsp: ignore-file[type-mismatch, undeclared-predicat]", None),
        ("; planlsp: ignore[mising-precondition missing-effect]", "missing-precondition"),
        ("; planlsp: ignore[unclosed-stepp]", "unclosed-step"),
    ],
)
def test_a_misspelt_code_is_told_with_what_is_meant(comment: str, meant: str | None) -> None:
    (finding,) = told(comment)
    meant = meant or "undeclared-predicate"
    assert finding.message.endswith(f"did you mean `{meant}`?")
    (fix,) = finding.fixes
    assert not told(apply_edits(comment, fix.edits))


def test_a_code_like_none_is_told() -> None:
    (finding,) = told("; planlsp: ignore[everything]\n")
    assert finding.message == "unknown rule `everything`: the comment has no effect"
    assert finding.fixes == ()


@pytest.mark.parametrize(
    "text",
    [
        "; planlsp: ignore",
        "; planlsp: ignore[]",
        "; planlsp: ignore[*]",
        "; planlsp: ignore-file[unused-parameter, missing-effect faulty-mapping]",
        "(a) ; planlsp: ignore[unsued-parameter",
        "no comment planlsp: ignore[none]",
    ],
)
def test_nothing_is_told_of_other_comments(text: str) -> None:
    assert told(text) == []


def test_every_code_is_known() -> None:
    assert all(map(is_known, [*codes_of_differences(), *(rule.CODE for rule in ALL)]))
    folder = Path(plancore.notation.plans.__path__[0])
    words = {
        node.value
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    codes = {word for word in words if re.fullmatch(r"[a-z]+(-[a-z]+)+", word)}
    assert codes - NO_CODES == OF_READING_PLANS


@pytest.mark.parametrize("name", ["d.pddl", "p.plan"])
def test_the_command_line_tells_of_it(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_text("; planlsp: ignore[unused-paramater]\n(a b)\n")
    assert main(["check", "--level", "warning", str(file)]) == 1
    assert f"{file}:1:19: warning: unknown rule `unused-paramater`" in (capsys.readouterr().out)
