"""What belongs at a cursor, and what is there already."""

from __future__ import annotations

import pytest

from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.locate import context_at
from plancore.snapshot import FileSnapshot
from support.cursor import at_cursor
from support.ferry import DOMAIN, PROBLEM


def context(old: str, new: str, text: str = DOMAIN, **others: str) -> CursorContext | None:
    assert text.count(old) == 1, old
    project, file, offset = at_cursor(text.replace(old, new), **others)
    assert isinstance(file, FileSnapshot)
    return context_at(project, file, offset)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(:types car", "($0", "section"),
        ("(:types car", "(:types $0car", "name"),
        ("car - vehicle", "car - $0", "supertype"),
        ("(aboard ?c - car)", "(aboard ?c - $0)", "type"),
        ("(aboard ?c - car)", "(aboard $0)", "name"),
        (") - number", ") - $0", "type of the value"),
        (":numeric-fluents", "$0", "requirement"),
        ("(:action board", "(:action $0", "name"),
        ("(:action board", "(:action board $0", "keyword"),
        (":effect (and (aboard", ":effect $0", "effect"),
        ("(at ?c ?p) (not (full))", "$0", "condition"),
        ("(at ?c ?p) (not (full))", "(not $0)", "condition"),
        ("(not (at ?c ?p))))", "(not $0))))", "fact"),
        ("(exists (?q - port)", "(exists $0", "variables"),
        ("(exists (?q - port)", "(exists (?q - port) $0", "condition"),
        ("(increase (fuel ?p) 1)", "(increase $0)", "fluent"),
        ("(increase (fuel ?p) 1)", "(increase (fuel ?p) $0)", "value"),
        ("(increase (fuel ?p) 1)", "(increase (fuel ?p) 1 $0)", "nothing"),
        ("(increase (fuel ?p) 1)", "(when (full) $0)", "effect"),
        ("(increase (fuel ?p) 1)", "(when $0", "condition"),
    ],
)
def test_what_belongs_here(old: str, new: str, expected: str) -> None:
    found = context(old, new)
    assert found is not None
    assert found.expected == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("; Where a car stands.", "; Where $0"),
        ("; when it is not aboard", "; when it is not aboard$0"),
        ("(define (domain", "(defi$0ne (domain"),
    ],
)
def test_nothing_belongs_here(old: str, new: str) -> None:
    assert context(old, new) is None


@pytest.mark.parametrize(
    ("old", "new", "place", "n_others"),
    [
        ("(at ?c ?p) (not (full))", "(at $0)", 0, 0),
        ("(at ?c ?p) (not (full))", "(at ?$0 ?p)", 0, 1),
        ("(at ?c ?p) (not (full))", "(at ?c\n ?p$0)", 1, 1),
        ("(at ?c ?p) (not (full))", "(at ?c $0 (not (full))", 1, 1),
    ],
)
def test_the_argument(old: str, new: str, place: int, n_others: int) -> None:
    found = context(old, new)
    assert found is not None
    assert found.call is not None
    assert (found.call.declared.name, *found.call[1:]) == ("at", place, n_others)


@pytest.mark.parametrize(
    ("old", "new", "scope"),
    [
        ("(at ?c ?p) (not (full))", "($0", "?c car ?p port"),
        ("(at ?c ?q)", "(at ?c $0)", "?c car ?p port ?q port"),
        ("(exists (?q - port) (at ?c ?q))", "(exists (?c - port) (at $0", "?c port ?p port"),
        ("(:types car", "(:types $0 car", ""),
    ],
)
def test_the_variables(old: str, new: str, scope: str) -> None:
    found = context(old, new)
    assert found is not None
    words = [word for name in found.scope.values() for word in (name.name, *name.types)]
    assert " ".join(words) == scope


def test_parameters_count_wherever_they_stand() -> None:
    text = "(define (domain d) (:action a :precondition (p $0) :parameters (?x)))"
    project, file, offset = at_cursor(text)
    assert isinstance(file, FileSnapshot)
    found = context_at(project, file, offset)
    assert found is not None
    assert [*found.scope] == ["?x"]


@pytest.mark.parametrize(
    ("new", "insert", "replace"),
    [("(a$0t red", "a", "at"), ("(at$0 red", "at", "at"), ("(at $0red", "", "")],
)
def test_the_word(new: str, insert: str, replace: str) -> None:
    found = context("(at red", new, PROBLEM, domain=DOMAIN)
    assert found is not None
    text = found.file.text
    assert text[slice(*found.insert)] == insert
    assert text[slice(*found.replace)] == replace


@pytest.mark.slow
def test_a_large_damaged_piece_is_read_near_the_cursor() -> None:
    facts = "\n".join(f"    (at red south) ; {number}" for number in range(20_000))
    text = PROBLEM.replace("(at red south)", f"(at red\n{facts}\n    (at $0\n")
    project, file, offset = at_cursor(text, domain=DOMAIN)
    assert isinstance(file, FileSnapshot)
    found = context_at(project, file, offset)
    assert found is not None
    assert [level.node.head for level in found.levels] == [":init", "at"]
