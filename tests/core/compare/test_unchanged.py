"""An action beside itself: what is counted without elements is what the elements say."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.compare.actions import UnchangedElements, unchanged_parts
from plancore.compare.changes import PartDiff
from plancore.formula.canonical import canonical_action
from plancore.model.domain import Action
from plancore.snapshot import FileSnapshot

TERMS = st.sampled_from(["?a", "?b", "?c", "c", "?unknown", "4"])
ATOMS = st.builds(
    lambda name, terms: f"({' '.join([name, *terms])})",
    st.sampled_from(["p", "q", "at", "over", "=", "never"]),
    st.lists(TERMS, max_size=3),
)
LITERALS = ATOMS | ATOMS.map(lambda atom: f"(not {atom})")
OTHERS = st.sampled_from(
    ["(or (p) (q))", "(not (not (p)))", "(and (p) (q ?a))", "(increase (f) 1)", "(at start (p))"]
)
FORMULAS = st.one_of(
    LITERALS,
    st.just("()"),
    st.lists(LITERALS, max_size=6).map(lambda parts: f"(and {' '.join(parts)})"),
    st.lists(LITERALS | OTHERS, max_size=6).map(lambda parts: f"(and {' '.join(parts)})"),
)


def action_of(precondition: str, effect: str, parameters: str = "?a ?b - object ?c") -> Action:
    text = (
        "(define (domain d) (:constants c) (:predicates (p) (q ?x) (at ?x ?y))\n"
        f" (:action act :parameters ({parameters})\n  :precondition {precondition}\n"
        f"  :effect {effect}))"
    )
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    (action,) = domain.actions
    return action


@given(FORMULAS, FORMULAS, st.sampled_from(["", "?a ?b - object ?c", "?b ?a ?b", "?a ?a"]))
@example("(and (p) (p) (not (p)))", "(and (q ?a) (not (q ?a)) (q ?a))", "?a")
def test_literals_are_those_of_the_elements(
    precondition: str, effect: str, parameters: str
) -> None:
    action = action_of(precondition, effect, parameters)
    parts = unchanged_parts(action)
    if parts is None:
        return
    canonical = canonical_action(action)
    assert not canonical.constructs
    for part, elements in zip(parts, (canonical.precondition, canonical.effect), strict=False):
        said = _literals(part)
        assert said == [(each.positive, each.predicate, each.args) for each in elements.values()]
        assert len(part.learned_equal) == len(elements)
        assert tuple(part.learned_equal) == (*elements.values(),)
    assert not parts[2].learned_equal
    assert not canonical.duration


@pytest.mark.parametrize("formula", ["(and (p) (not (q ?a)))", "(p)", "()"])
def test_literals_alone_need_no_elements(formula: str) -> None:
    assert unchanged_parts(action_of(formula, formula)) is not None


@pytest.mark.parametrize("formula", ["(or (p) (q ?a))", "(and (= ?a ?b))", "(and (and (p)))"])
def test_whatever_else_there_is_does(formula: str) -> None:
    assert unchanged_parts(action_of(formula, "(p)")) is None


def _literals(part: PartDiff) -> list[tuple[bool | None, str, tuple[object, ...]]]:
    assert isinstance(part.learned_equal, UnchangedElements)
    return [*part.learned_equal.literals]
