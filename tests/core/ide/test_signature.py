"""Which argument the cursor is at, and of what."""

from __future__ import annotations

import pytest

from plancore.ide.information.signature import Signature, signature
from plancore.source import Span
from plancore.workspace import Workspace
from support.cursor import MARK, at_cursor
from support.ferry import DOMAIN, PROBLEM


def shown(found: Signature | None) -> str:
    """The label with the active part in brackets."""
    if found is None:
        return ""
    start, end = found.parameters[found.active]
    return f"{found.label[:start]}[{found.label[start:end]}]{found.label[end:]}"


@pytest.mark.server_behaviour(18)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(at ?c ?p) (not (full))", "(at $0?c ?p)", "(at [?c - car] ?p - port)"),
        ("(at ?c ?p) (not (full))", "(at ?c $0?p)", "(at ?c - car [?p - port])"),
        ("(at ?c ?p) (not (full))", "(at ?c ?p $0)", ""),
        ("(at ?c ?p) (not (full))", "(a$0t ?c ?p)", ""),
        ("(increase (fuel ?p) 1)", "(increase (fuel $0)", "(fuel [?p - port])"),
        ("(increase (fuel ?p) 1)", "(increase $0)", "(increase [fluent] value)"),
        ("(increase (fuel ?p) 1)", "(when (full) $0", "(when condition [effect])"),
        ("(exists (?q - port)", "(exists (?q - port) (and $0", "(exists variables [condition])"),
        ("(:action board", "(:action $0", ""),
    ],
)
def test_in_a_domain(old: str, new: str, expected: str) -> None:
    assert DOMAIN.count(old) == 1
    project, file, offset = at_cursor(DOMAIN.replace(old, new))
    assert shown(signature(project, file, offset)) == expected


def test_names_are_those_that_stand_there() -> None:
    text = "(define (domain d) (:predicates (Near ?X- box ?y)) (:action a :precondition (near $0"
    project, file, offset = at_cursor(text)
    assert shown(signature(project, file, offset)) == "(Near [?X - box] ?y - object)"


@pytest.mark.server_behaviour(18)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(at red south)", "(at red $0", "(at ?c - car [?p - port])"),
        ("(at red south)", "(= (fuel south) $0)", "(= fluent [number])"),
        ("(aboard red)", "(and (aboard $0", "(aboard [?c - car])"),
    ],
)
def test_in_a_problem(old: str, new: str, expected: str) -> None:
    project, file, offset = at_cursor(PROBLEM.replace(old, new), domain=DOMAIN)
    assert shown(signature(project, file, offset)) == expected


@pytest.mark.server_behaviour(18)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(board $0", "(board [?c - car] ?p - port)"),
        ("1.5: (board red $0)", "(board ?c - car [?p - port])"),
        ("(board red south)$0", ""),
        ("(sail $0)", ""),
        ("1. board red $0", "(board ?c - car [?p - port])"),
        ("board(red, $0)", "(board ?c - car [?p - port])"),
    ],
)
def test_in_a_plan(text: str, expected: str) -> None:
    workspace = Workspace()
    workspace.set_text("f/domain.pddl", DOMAIN)
    workspace.set_text("f/two.pddl", PROBLEM)
    plan = workspace.set_text("f/two.plan", text.replace(MARK, ""))
    assert shown(signature(workspace.snapshot, plan, text.index(MARK))) == expected


def test_in_a_plan_whose_problem_is_not_known() -> None:
    workspace = Workspace()
    workspace.set_text("f/domain.pddl", DOMAIN)
    plan = workspace.set_text("f/two.plan", "(board red ")
    assert shown(signature(workspace.snapshot, plan, 11)) == "(board ?c - car [?p - port])"


@pytest.mark.parametrize("old", ["(not (at ?c ?p))", "(:action leave", ":parameters"])
def test_names_are_those_that_stand_there_after_an_edit(old: str) -> None:
    domain = DOMAIN.replace(" car", " Car").replace(" port", " Port")
    workspace = Workspace()
    workspace.set_text("f/domain.pddl", domain)
    plan = workspace.set_text("f/two.plan", "(board red ")
    before = signature(workspace.snapshot, plan, 11)
    assert shown(before) == "(board ?c - Car [?p - Port])"
    at = domain.index(old)
    workspace.edit("f/domain.pddl", Span(at, at), "; now\n")
    assert signature(workspace.snapshot, plan, 11) == before


def test_the_comment_of_the_declaration_is_shown() -> None:
    project, file, offset = at_cursor(DOMAIN.replace("(not (at ?c ?p))))", "(not (at $0"))
    found = signature(project, file, offset)
    assert found is not None
    assert found.comment == "Where a car stands.\nwhen it is not aboard"
