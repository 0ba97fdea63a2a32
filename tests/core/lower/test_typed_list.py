"""Typed lists of any words: what is read is what the printed list says, and no name gets lost
without a word."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from plancore.formula.printing import typed_list as printed
from plancore.model.formula import TypedName
from plancore.snapshot import FileSnapshot
from support.findings import findings

_WORDS = ("?x", "?y", "?z-", "-", "-", "-t", "-1.5e9", "- t", "(either t u)", "(?v)", "(?w - t)")


def _read(words: str) -> tuple[TypedName, ...]:
    domain = FileSnapshot.of(f"(define (domain d) (:action a :parameters ({words})))").domain
    assert domain is not None
    return domain.actions[0].parameters


def _told(text: str) -> list[str]:
    """The errors and warnings about the list."""
    code, worst = "malformed-typed-list", Severity.WARNING
    return [f.message for f in findings(text) if f.code == code and f.severity <= worst]


def _pairs(names: tuple[TypedName, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Names with their types; where some have one, the others are objects."""
    untyped = ("object",) if any(name.types for name in names) else ()
    return [(name.name, name.types or untyped) for name in names]


@given(st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join))
@example("?z- - ?x (either t u)")
def test_what_is_read_is_what_the_printed_list_says(words: str) -> None:
    names = _read(words)
    assert _pairs(_read(printed(names))) == _pairs(names)


@given(st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join))
@example("?x - -")
@example("?x - -t")
def test_each_type_has_a_name_where_nothing_is_told(words: str) -> None:
    text = f"(define (domain d) (:types t u) (:action a :parameters ({words})))"
    if "?z-" not in words and not _told(text):
        types = {id(name.type_node) for name in _read(words) if name.types}
        assert len(types) == words.count("-")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("?x - t -1.5e9 ?y - u", [("?x", ("t",)), ("?y", ("u",))]),
        ("-t ?x - u", [("?x", ("u",))]),
        ("- t ?x - u", [("?x", ("u",))]),
        ("?x - t - u", [("?x", ("t",))]),
        ("?x -t -u", [("?x", ("t",))]),
    ],
)
def test_a_type_without_a_name_is_nobodys(words: str, names: list[tuple[str, object]]) -> None:
    assert _pairs(_read(words)) == names
    text = f"(define (domain d) (:types t u) (:action a :parameters ({words})))"
    assert _told(text) == ["missing name before this type"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("?x - ?y - u", [("?x", ("object",)), ("?y", ("u",))]),
        ("- ?x - u", [("?x", ("u",))]),
        ("?x - t ?y -", [("?x", ("t",)), ("?y", ("object",))]),
        ("?x - - t", [("?x", ("t",))]),
        ("?x - -t", [("?x", ("t",))]),
    ],
)
def test_a_variable_is_no_type(words: str, names: list[tuple[str, object]]) -> None:
    assert _pairs(_read(words)) == names
    text = f"(define (domain d) (:types t u) (:action a :parameters ({words})))"
    assert _told(text) == ["missing type after `-`"]


def test_a_blank_is_missing_next_to_a_dash() -> None:
    text = """\
(define (domain d)
  (:requirements :typing)
  (:types t)
  (:predicates (p ?x -t ?y - t) (q ?x- t ?y - (either t)))
  (:action a :parameters (?x ?y -t) :precondition (p ?x ?y) :effect (q ?x ?y)))
"""
    (found,) = findings(text)
    assert (found.code, found.severity) == ("malformed-typed-list", Severity.HINT)
    assert found.message == "missing blank in `-t`; write `- t`"
    assert [text[slice(*span)] for span in found.spans] == ["-t", "?x-", "-t"]
    (fix,) = found.fixes
    assert findings(apply_edits(text, fix.edits)) == ()


SPELLS = """\
(define (domain d)
  (:requirements :typing)
  (:types {})
  (:predicates (at ?m - monster ?c - cell) (cast ?s - spell) (hot ?f - fire) (drunk ?p - potion))
  (:action a
    :parameters (?s - spell ?m - monster ?c - cell ?f - fire ?p - potion)
    :precondition (and (at ?m ?c) (hot ?f) (drunk ?p))
    :effect (cast ?s)))
"""


def test_lines_above_that_take_a_parent_too() -> None:
    text = SPELLS.format("monster\n    cell\n    fire - spell ; not cold\n    potion - item")
    (found,) = findings(text)
    assert (found.code, found.severity) == ("malformed-typed-list", Severity.HINT)
    assert found.message == (
        "`- spell` also applies to `monster` and `cell` at the end of lines above"
    )
    assert text[slice(*found.span)] == "spell"
    fixed = apply_edits(text, found.fixes[0].edits)
    assert "monster - object\n    cell - object\n    fire - spell" in fixed
    assert findings(fixed) == ()


@pytest.mark.parametrize(
    "types",
    [
        "fire - spell potion - item\n  monster\n  cell",
        "monster cell - object\n fire - spell potion - item",
        "monster\n cell\n spell item - object\n fire - spell potion - item",
        "spell item fire-1 fire-2 fire-3 fire-4 fire-5 fire-6 fire-7 fire-8 fire-9 fire-10\n"
        "  fire monster cell potion - thing",
    ],
)
def test_lists_that_mean_what_they_look_like(types: str) -> None:
    found = findings(SPELLS.format(types))
    assert not [f for f in found if f.code == "malformed-typed-list"]


def test_a_type_that_is_its_own_parent_by_the_lines_above() -> None:
    (found,) = _errors(SPELLS.format("monster\n spell\n cell\n fire potion - spell"))
    assert found == (
        "cyclic type hierarchy: `spell - spell`; `- spell` also applies to the lines above"
    )
    assert _errors(SPELLS.format("spell - spell fire potion monster cell")) == [
        "cyclic type hierarchy: `spell - spell`"
    ]


def test_an_object_with_the_type_of_a_later_line() -> None:
    domain = SPELLS.format("monster cell spell fire potion")
    problem = """\
(define (problem p) (:domain d)
  (:objects
    m
    c - cell)
  (:init (at m c))
  (:goal (at m c)))
"""
    (found,) = (f for f in findings(problem, domain) if f.severity is Severity.ERROR)
    assert found.message == "type mismatch: `at` expects `monster` here, `m` is `cell`"
    assert "this also applies to `m` on a line above" in [r.message for r in found.related]


def _errors(text: str) -> list[str]:
    return [found.message for found in findings(text) if found.severity is Severity.ERROR]
