"""Conjuncts written into an action and taken out of it, in the file's own layout."""

from __future__ import annotations

import pytest

from plancore.diagnostic import apply_edits
from plancore.ide.slot_edits import Part, Rewrite, edit_slot
from plancore.model.domain import Action
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import List, Node


def rewritten(
    text: str, part: str, *, add: tuple[str, ...] = (), remove: tuple[str, ...] = ()
) -> str:
    """`text`, the sections of a domain, after the rewrite; what is removed is named by its text."""
    file = FileSnapshot.of(f"(define (domain d)\n{text})")
    action = first_action(file)
    nodes = tuple(node_called(action, Part(part), name) for name in remove)
    edits = edit_slot(file.tree, action, Part(part), Rewrite(remove=nodes, add=add))
    result = apply_edits(file.text, edits)
    assert not FileSnapshot.of(result).tree.problems
    return result.removeprefix("(define (domain d)\n").removesuffix(")")


def first_action(file: FileSnapshot) -> Action:
    domain = file.domain
    assert domain is not None
    return domain.actions[0]


def node_called(action: Action, part: Part, text: str) -> Node:
    value = part.node(action)
    assert value is not None
    stack = [value]
    while stack:
        node = stack.pop()
        if node.text == text:
            return node
        if isinstance(node, List):
            stack += node.items
    raise AssertionError(f"no {text}")


LINES = """\
  (:action a
    :parameters (?x)
    :precondition (and (p ?x)
                       (q ?x))
    :effect (and
      (r ?x) ; why
      (not (p ?x))
    )
  )
"""


def test_add_below_the_last_line() -> None:
    assert rewritten(LINES, "precondition", add=("(s ?x)", "(t)")) == LINES.replace(
        "(q ?x))", "(q ?x)\n                       (s ?x)\n                       (t))"
    )


def test_remove_a_line() -> None:
    assert rewritten(LINES, "precondition", remove=("(q ?x)",)) == LINES.replace(
        "\n                       (q ?x))", ")"
    )
    assert rewritten(LINES, "effect", remove=("(not (p ?x))",)) == LINES.replace(
        "      (not (p ?x))\n", "      \n"
    )


def test_remove_the_first_of_several_lines() -> None:
    assert rewritten(LINES, "precondition", remove=("(p ?x)",)) == LINES.replace(
        "(and (p ?x)\n                       (q ?x))", "(and (q ?x))"
    )


def test_a_comment_stays_with_what_it_explains() -> None:
    text = "(:action a :effect (and (r) ; why\n  (p)))"
    assert rewritten(text, "effect", remove=("(p)",)) == "(:action a :effect (and (r) ; why\n  ))"
    text = "(:action a :effect (and\n  (p)\n  (r) ; why\n))"
    assert (
        rewritten(text, "effect", add=("(s)",))
        == "(:action a :effect (and\n  (p)\n  (r) ; why\n  (s)\n))"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(:action a :effect (r))", "(:action a :precondition (s) :effect (r))"),
        (
            "(:action a :parameters (?x) :effect (r))",
            "(:action a :parameters (?x) :precondition (s) :effect (r))",
        ),
        ("(:action a)", "(:action a :precondition (s))"),
        (
            "(:action a\n\t:parameters (?x) ; who\n\t:effect (r))",
            "(:action a\n\t:parameters (?x) ; who\n\t:precondition (s)\n\t:effect (r))",
        ),
        (
            "(:action a\r\n  :parameters ()\r\n  :effect (r))",
            "(:action a\r\n  :parameters ()\r\n  :precondition (s)\r\n  :effect (r))",
        ),
        ("(:action a :precondition () :effect (r))", "(:action a :precondition (s) :effect (r))"),
        (
            "(:action a :precondition (and) :effect (r))",
            "(:action a :precondition (and (s)) :effect (r))",
        ),
        (
            "(:action a :precondition (p) :effect (r))",
            "(:action a :precondition (and (p) (s)) :effect (r))",
        ),
        (
            "(:action a :precondition (not (p ; so\n)) :effect (r))",
            "(:action a :precondition (and (not (p ; so\n)) (s)) :effect (r))",
        ),
        ("(:action a :precondition (AND (p)))", "(:action a :precondition (AND (p) (s)))"),
    ],
)
def test_add_a_precondition(before: str, after: str) -> None:
    assert rewritten(before, "precondition", add=("(s)",)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(:action a)", "(:action a :effect (s))"),
        ("(:action a\n  :precondition (p)\n)", "(:action a\n  :precondition (p)\n  :effect (s)\n)"),
        ("(:action a\n  :parameters ()\n  )", "(:action a\n  :parameters ()\n  :effect (s)\n  )"),
    ],
)
def test_add_an_effect(before: str, after: str) -> None:
    assert rewritten(before, "effect", add=("(s)",)) == after


def test_an_action_without_precondition_whose_effect_comes_first() -> None:
    before = "(:action a :effect (r) :parameters (?x))"
    after = "(:action a :effect (r) :parameters (?x) :precondition (s ?x))"
    assert rewritten(before, "precondition", add=("(s ?x)",)) == after


def test_a_new_slot_of_several_conjuncts() -> None:
    assert (
        rewritten("(:action a)", "effect", add=("(r)", "(s)"))
        == "(:action a :effect (and (r) (s)))"
    )


def test_the_condition_of_a_durative_action() -> None:
    before = "(:durative-action a :parameters () :duration (= ?duration 1))"
    after = (
        "(:durative-action a :parameters () :condition (at start (s)) :duration (= ?duration 1))"
    )
    assert rewritten(before, "precondition", add=("(at start (s))",)) == after


@pytest.mark.parametrize(
    ("before", "remove", "add", "after"),
    [
        ("(p)", ("(p)",), (), "()"),
        ("(p)", ("(p)",), ("(s)",), "(s)"),
        ("(and (p))", ("(p)",), (), "(and)"),
        ("(and (p))", ("(p)",), ("(s)",), "(and (s))"),
        ("(and (p) (q) (r))", ("(q)",), (), "(and (p) (r))"),
        ("(and (p) (q) (r))", ("(p)", "(r)"), ("(s)",), "(and (q) (s))"),
        ("(and (p) (q) (r))", ("(q)", "(r)"), ("(s)",), "(and (p) (s))"),
        ("(and (p) (q) (r))", ("(p)", "(q)", "(r)"), (), "(and)"),
        ("(and (and (p) (q)) (r))", ("(q)",), ("(s)",), "(and (and (p)) (r) (s))"),
        ("(forall (?y) (and (p ?y) (q ?y)))", ("(q ?y)",), (), "(forall (?y) (and (p ?y)))"),
        (
            "(forall (?y) (and (p ?y) (q ?y)))",
            ("(q ?y)",),
            ("(s)",),
            "(and (forall (?y) (and (p ?y))) (s))",
        ),
    ],
)
def test_remove_and_add(
    before: str, remove: tuple[str, ...], add: tuple[str, ...], after: str
) -> None:
    text = f"(:action a :effect {before})"
    assert rewritten(text, "effect", add=add, remove=remove) == f"(:action a :effect {after})"


def test_replace() -> None:
    file = FileSnapshot.of("(define (domain d) (:action a :effect (p ?x)))")
    action = first_action(file)
    node = node_called(action, Part.EFFECT, "(p ?x)")
    rewrite = Rewrite(replace=((node, "(p ?y)"),), add=("(s)",))
    edits = edit_slot(file.tree, action, Part.EFFECT, rewrite)
    assert apply_edits(file.text, edits).endswith(":effect (and (p ?y) (s))))")


def test_nothing_to_do() -> None:
    assert rewritten(LINES, "precondition") == LINES
    assert rewritten("(:action a)", "effect") == "(:action a)"
