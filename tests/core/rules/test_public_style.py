"""No false alarm in domains and problems of every dialect that have no mistake."""

from __future__ import annotations

from random import Random

import pytest

from plancore.diagnostic import Severity, apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.snapshot import FileSnapshot
from plancore.workspace import Workspace, diagnostics
from support.public_style import DIALECTS, Pair, pair


def alarms(texts: Pair) -> list[str]:
    """The warnings and errors in both texts."""
    files = Workspace()
    files.set_text("domain.pddl", texts.domain)
    files.set_text("problem.pddl", texts.problem)
    return [
        f"{name}: {finding.message} [{finding.code}]"
        for name in ("domain.pddl", "problem.pddl")
        for finding in diagnostics(files.snapshot, name)
        if finding.severity <= Severity.WARNING
    ]


def formatted(text: str) -> str:
    return apply_edits(text, format_edits(FileSnapshot.of(text)))


def wrong_in(dialect: str, number: int) -> list[str]:
    """What is called wrong in a pair, before and after it is laid out."""
    texts = pair(Random(f"{dialect} {number}"), dialect)
    laid_out = Pair(*map(formatted, texts))
    assert Pair(*map(formatted, laid_out)) == laid_out
    return [*alarms(texts), *alarms(laid_out)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_is_wrong(dialect: str) -> None:
    assert wrong_in(dialect, 0) == []


@pytest.mark.long
@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_is_wrong_in_many(dialect: str) -> None:
    assert [wrong for number in range(1, 100) for wrong in wrong_in(dialect, number)] == []


def test_a_mistake_is_found() -> None:
    texts = pair(Random(1), "typing")
    wrong = texts._replace(domain=texts.domain.replace(":precondition", ":preconditions", 1))
    assert alarms(wrong) != []
