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
