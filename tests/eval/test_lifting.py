"""Actions that learners tell with objects, as actions with parameters."""

from __future__ import annotations

from plancore.snapshot import FileSnapshot
from planeval.learners.adapters.lifting import LiftedAction, domain_text, lifted

DOMAIN = [
    "define",
    ["domain", "ferry"],
    [":types", "car", "bank"],
    [":constants", "home", "-", "bank"],
    [":predicates", ["at", "?c", "-", "car", "?b", "-", "bank"], ["day"]],
    [":action", "go", ":parameters", ["?c", "-", "car", "?b", "-", "bank"]],
    [":action", "wait", ":parameters", []],
]


def told(name: str, args: str, needs: str, adds: str, deletes: str) -> LiftedAction:
    parts = [
        frozenset(tuple(atom.split()) for atom in part.split(",") if atom)
        for part in (needs, adds, deletes)
    ]
    return LiftedAction(name, tuple(args.split()), *parts)


def test_what_every_ground_action_needs_is_a_precondition_and_what_any_does_an_effect() -> None:
    ground = [
        told("go", "red left", "at red home,day,at blue left", "at red left", "at red home"),
        told("go", "blue right", "at blue home,at red left", "at blue right,day", "at red left"),
        told("wait", "", "day", "", ""),
    ]
    assert lifted("go", ["?c", "?b"], ["home"], ground) == told(
        "go", "?c ?b", "at ?c home", "at ?c ?b,day", "at ?c home"
    )


def test_what_is_added_and_deleted_is_true() -> None:
    ground = [told("go", "a", "", "p a", ""), told("go", "b", "", "", "p b")]
    assert lifted("go", ["?x"], [], ground) == told("go", "?x", "", "p ?x", "")


def test_a_ground_action_with_an_object_twice_says_nothing() -> None:
    twice, once = told("go", "a a", "", "p a", ""), told("go", "a b", "q a b", "p b", "")
    assert lifted("go", ["?x", "?y"], [], [twice, once]) == told(
        "go", "?x ?y", "q ?x ?y", "p ?y", ""
    )
    assert lifted("go", ["?x", "?y"], [], [twice]) is None
    assert lifted("stay", ["?x"], [], [once]) is None


def test_the_domain_is_the_one_that_was_told_with_other_actions() -> None:
    text = domain_text(DOMAIN, [told("go", "?c ?b", "day", "at ?c ?b", "at ?c home")])
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    assert [action.name for action in domain.actions] == ["go"]
    assert "(:constants home - bank)" in text
    assert (
        "(:action go :parameters (?c - car ?b - bank) :precondition (and (day))"
        " :effect (and (at ?c ?b) (not (at ?c home))))" in text
    )
