"""k faults in k actions: at least k findings, each inside its own action; the others stay whole."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from plancore.ide.refactor import fix_all
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from support.findings import errors, findings

HEAD: Final = """\
(define (domain many)
  (:requirements :strips :typing :negative-preconditions)
  (:types place thing)
  (:predicates (at ?x - thing ?p - place) (road ?a ?b - place) (clean ?x - thing))
"""
ACTION: Final = """\
  (:action move-{n}
    :parameters (?x - thing ?a ?b - place)
    :precondition (and (at ?x ?a)
                       (road ?a ?b))
    :effect (and (at ?x ?b)
                 (not (at ?x ?a))))
"""
FAULTS: Final = {
    "a `)` of the parameters is missing": ("?b - place)\n", "?b - place\n"),
    "a `)` of the precondition is missing": ("(road ?a ?b))\n", "(road ?a ?b)\n"),
    "two `)` of the precondition are missing": ("(road ?a ?b))\n", "(road ?a ?b\n"),
    "a `)` of an atom is missing": ("(and (at ?x ?a)\n", "(and (at ?x ?a\n"),
    "a `)` of the effect is missing": ("(not (at ?x ?a))))", "(not (at ?x ?a)))"),
    "two `)` at the end are missing": ("(not (at ?x ?a))))", "(not (at ?x ?a))"),
    "a `)` too many in the precondition": ("(road ?a ?b))\n", "(road ?a ?b)))\n"),
    "a `)` too many at the end": ("(not (at ?x ?a))))", "(not (at ?x ?a)))))"),
    "a `(` is missing": (":effect (and (at", ":effect (and at"),
    "a misspelt predicate": ("(road ?a ?b)", "(raod ?a ?b)"),
    "a misspelt type": ("?x - thing", "?x - thong"),
    "a misspelt slot": (":precondition", ":precondiion"),
    "a misspelt variable": ("(at ?x ?b)", "(at ?xs ?b)"),
    "a missing argument": ("(road ?a ?b)", "(road ?a)"),
    "exchanged arguments": ("(and (at ?x ?b)", "(and (at ?b ?x)"),
    "a missing `and`": (":effect (and (at ?x ?b)", ":effect ((at ?x ?b)"),
    "an `or` in the effect": (":effect (and", ":effect (or"),
    "no keyword": (":effect ", ""),
    "a keyword without its colon": (":effect", "effect"),
    "a misspelt `and`": (":effect (and", ":effect (adn"),
    "a misspelt `not`": ("(not (at ?x ?a))", "(nto (at ?x ?a))"),
    "a `(` too many in the parameters": (":parameters (", ":parameters (("),
}


@pytest.mark.server_behaviour(2)
@given(st.lists(st.sampled_from([None, *FAULTS]), min_size=1, max_size=8))
def test_each_fault_is_found_in_its_action(faults: list[str | None]) -> None:
    text = HEAD
    actions: list[tuple[int, Span, str | None]] = []
    for n, fault in enumerate(faults):
        action = ACTION.format(n=n)
        if fault is not None:
            old, new = FAULTS[fault]
            assert old in action
            action = action.replace(old, new, 1)
        actions.append((n, Span(len(text), len(text) + len(action)), fault))
        text += action
    text += ")\n"
    # A `)` too many in the last action takes the place of the one that closes the domain.
    n, (start, _), fault = actions[-1]
    actions[-1] = (n, Span(start, len(text)), fault)
    found = [d for d in findings(text) if d.severity <= Severity.WARNING]
    for n, (start, end), fault in actions:
        inside = [d for d in found if any(start <= a and b <= end for a, b in d.spans)]
        assert bool(inside) == (fault is not None), (n, fault, [d.message for d in inside], text)
    assert all(any(start <= d.span.start < end for _, (start, end), _ in actions) for d in found)
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    assert [a.name for a in domain.actions] == [f"move-{n}" for n in range(len(faults))]
    whole = FileSnapshot.of(HEAD + ACTION.format(n=0) + ")").domain
    assert whole is not None
    for made, fault in zip(domain.actions, faults, strict=True):
        if fault is None:
            assert made.effect == whole.actions[0].effect
            assert made.precondition == whole.actions[0].precondition


ONE_FINDING: Final = {
    "a `)` too many in the effect": (":effect (and (at ?x ?b)", ":effect (and (at ?x ?b))"),
    "a `(` of an atom is missing": ("(and (at ?x ?b)", "(and at ?x ?b)"),
    "an atom runs into the next formula": (":effect (and (at ?x ?b)", ":effect (and (at ?x ?b"),
    "an atom runs into the next atom": ("(and (at ?x ?a)\n", "(and (at ?x ?a\n"),
    "a misspelt `and` over many atoms": (":precondition (and", ":precondition (nad"),
    "a keyword without its colon": ("    :precondition", "    precondition"),
}


@pytest.mark.server_behaviour(3)
@pytest.mark.parametrize("fault", ONE_FINDING)
def test_one_fault_makes_few_findings_all_near_it(fault: str) -> None:
    old, new = ONE_FINDING[fault]
    text = HEAD + ACTION.format(n=1).replace(old, new) + ACTION.format(n=2) + ")"
    errors = [d for d in findings(text) if d.severity is Severity.ERROR]
    line = text.count("\n", 0, text.index(new))
    assert errors
    lines = [text.count("\n", 0, d.span.start) for d in errors]
    assert min(abs(at - line) for at in lines) <= 1, [(d.code, d.message) for d in errors]
    assert len(errors) <= 2, [(d.code, d.message) for d in errors]


SLOTS = {
    ":parameters": "(?x - t)",
    ":precondition": "(and (p ?x) (q ?x))",
    ":effect": "(not (p ?x))",
}


def _domain(wrapped: Collection[str], blank: str = " ") -> str:
    slots = [
        f"({keyword}{blank}{value})" if keyword in wrapped else f"{keyword}{blank}{value}"
        for keyword, value in SLOTS.items()
    ]
    declared = "(:requirements :typing) (:types t) (:predicates (p ?x - t) (q ?x - t))"
    return f"(define (domain d) {declared} (:action a {' '.join(slots)}))"


@given(st.sets(st.sampled_from(sorted(SLOTS)), min_size=1), st.sampled_from((" ", "\n", "")))
def test_slots_in_parentheses_are_one_mistake(wrapped: set[str], blank: str) -> None:
    text = _domain(wrapped, blank)
    (found,) = errors(text)
    assert found.code == "surplus-parenthesis"
    assert len(found.spans) == len(wrapped)
    domains = FileSnapshot.of(text).domain, FileSnapshot.of(_domain(())).domain
    assert domains[0] == domains[1]
    fix = fix_all(FileSnapshot.of(text), check)
    assert fix is not None
    assert apply_edits(text, fix.edits) == _domain((), blank)


@pytest.mark.parametrize(
    ("action", "codes"),
    [
        ("(:parameters ?x ?y) (:effect (p ?x ?y))", ["surplus-parenthesis"]),
        (
            "(:parameters (?x ?y)) (:precondition (and (p ?x ?y)) (:effect (p ?y ?x))",
            ["surplus-parenthesis", "missing-parenthesis"],
        ),
        (":parameters (?x ?y) (:effect)", ["stray-text"]),
    ],
)
def test_slots_in_parentheses_with_other_mistakes(action: str, codes: list[str]) -> None:
    text = f"(define (domain d) (:predicates (p ?x ?y)) (:action a {action}))"
    assert [found.code for found in errors(text)] == codes
