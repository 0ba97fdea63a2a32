"""Steps of plans that are offered at a cursor, in this order."""

from __future__ import annotations

import pytest

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.completion.complete import complete
from plancore.source import Span
from plancore.workspace import Workspace
from support.cursor import MARK
from support.ferry import DOMAIN, DURATIVE, PROBLEM


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$0", "0: (float red) [1]"),
        ("($0", "0: (float red) [1]"),
        ("($0)", "0: (float red) [1]"),
        ("3: ($0) [2]", "3: (float red) [2]"),
        ("1: (float red) [4]\n$0", "1: (float red) [4]\n5: (float red) [1]"),
        ("1: (float red) [4]\nfl$0\n2: (float red) [4]", "5: (float red) [1]\n2: "),
        ("($0 red)", "0: (float red) [1]"),
    ],
)
def test_a_step_comes_with_the_time_that_it_needs(text: str, expected: str) -> None:
    workspace = Workspace()
    workspace.set_text("tide.pddl", DURATIVE)
    problem = "(define (problem p) (:domain tide) (:objects red - boat) (:init) (:goal (and)))"
    workspace.set_text("p.pddl", problem)
    plan = workspace.set_text("p.plan", text.replace(MARK, ""))
    offered = complete(workspace.snapshot, plan, text.index(MARK))
    (item,) = offered.items
    edits = (Edit(offered.replace, item.text), *item.edits)
    assert expected in apply_edits(plan.text, edits)


def test_a_step_lasts_as_long_as_its_action() -> None:
    workspace = Workspace()
    workspace.set_text(
        "tide.pddl", DURATIVE.replace("(= ?duration (draught ?b))", "(= ?duration 2.50)")
    )
    problem = "(define (problem p) (:domain tide) (:objects red - boat) (:init) (:goal (and)))"
    workspace.set_text("p.pddl", problem)
    plan = workspace.set_text("p.plan", "")
    (item,) = complete(workspace.snapshot, plan, 0).items
    assert item.text == "0: (float red) [2.5]"


def test_among_steps_without_times_none_takes_time() -> None:
    workspace = Workspace()
    workspace.set_text("d.pddl", DURATIVE.rstrip()[:-1] + "(:action anchor :parameters ()))")
    problem = "(define (problem p) (:domain tide) (:objects red - boat) (:init) (:goal (and)))"
    workspace.set_text("p.pddl", problem)
    for text, expected in {"": "0: (anchor) 0: (float red) [1]", "(anchor)\n": "(anchor)"}.items():
        plan = workspace.set_text("p.plan", text)
        items = complete(workspace.snapshot, plan, len(text)).items
        assert " ".join(item.text for item in items) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$0", "board leave"),
        ("(l$0", "leave"),
        ("(board $0", "red"),
        ("(board red $0)", "main south"),
        ("(board red south $0)", ""),
        ("(board red south)$0", ""),
        ("0.5: (board red s$0)", "south"),
        ("($0 red south)", "board leave"),
        ("($0 south red)", ""),
        ("; $0", ""),
        ("(fly $0)", ""),
        ("1. $0", "board leave"),
        ("2) (board red $0)", "main south"),
        ("- board $0", "red"),
        ("**Step 3:** l$0", "leave"),
        ("board($0)", "red"),
        ("1. board(red, s$0", "south"),
        ("[leave(red, south), board(red,$0)]", "main south"),
        ("board(red, south)$0", ""),
        ("fly($0)", ""),
        ("(board red south)\r$0\n", ""),
    ],
)
def test_a_plan(text: str, expected: str) -> None:
    workspace = Workspace()
    workspace.set_text("folder/domain.pddl", DOMAIN)
    workspace.set_text("folder/two.pddl", PROBLEM)
    plan = workspace.set_text("folder/two.plan", text.replace(MARK, ""))
    items = complete(workspace.snapshot, plan, text.index(MARK)).items
    assert " ".join(item.label for item in items) == expected


@pytest.mark.parametrize(
    ("old", "new", "step", "expected"),
    [
        ("(:action leave", "(:action land", "($0", "board land"),
        ("(:action leave", "(:action load :parameters ())(:action leave", "(l$0", "load leave"),
        (
            "board\n    :parameters (?c - car",
            "board\n    :parameters (?c - port",
            "(board $0",
            "main south",
        ),
    ],
)
def test_steps_follow_the_signatures_of_an_edited_domain(
    old: str, new: str, step: str, expected: str
) -> None:
    workspace = Workspace()
    workspace.set_text("folder/domain.pddl", DOMAIN)
    workspace.set_text("folder/two.pddl", PROBLEM)
    plan = workspace.set_text("folder/two.plan", step.replace(MARK, ""))
    complete(workspace.snapshot, plan, step.index(MARK))
    workspace.edit("folder/domain.pddl", _span(DOMAIN, old), new)
    items = complete(workspace.snapshot, plan, step.index(MARK)).items
    assert " ".join(item.label for item in items) == expected


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("$0", ["(board red south)", "(leave red main)"]),
        ("(board red south)\n$0", ["(leave red main)", "(board red main)"]),
        ("(board red south)\n(l$0", ["leave red main)"]),
        ("(board red south)\n(leave red main)\n$0", ["(board red main)", "(leave red main)"]),
        ("(board red south)\n$0\n(fly)", ["(leave red main)", "(board red main)"]),
        ("(board red main)\n$0", ["(board red main)", "(leave red main)"]),
    ],
)
def test_steps_that_are_applicable_come_first_with_their_objects(
    plan: str, expected: list[str]
) -> None:
    workspace = Workspace()
    domain = DOMAIN.replace("(exists (?q - port) (at ?c ?q))", "")
    workspace.set_text("folder/domain.pddl", domain)
    workspace.set_text("folder/two.pddl", PROBLEM)
    file = workspace.set_text("folder/two.plan", plan.replace(MARK, ""))
    items = complete(workspace.snapshot, file, plan.index(MARK)).items
    assert [item.text for item in items] == expected


def _span(text: str, part: str) -> Span:
    start = text.index(part)
    return Span(start, start + len(part))
