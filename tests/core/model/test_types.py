"""The type hierarchy against a walk along the parents, and its cost in deep ones."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.model.domain import OBJECT, TypeHierarchy
from support.findings import findings

NAMES = st.sampled_from(["a", "b", "c", "d", "e", OBJECT])
PARENTS = st.dictionaries(NAMES, st.lists(NAMES, max_size=2).map(tuple), max_size=6)


def lies_below(parents: dict[str, tuple[str, ...]], name: str, of: str) -> bool:
    """Whether a walk up from `name` meets `of`."""
    waiting, met = [name], {name}
    while waiting:
        for parent in parents.get(waiting.pop(), ()):
            if parent not in met:
                met.add(parent)
                waiting.append(parent)
    return of == OBJECT or of in met


@given(PARENTS, NAMES, NAMES)
@example({"b": ("object",), "object": ("a",)}, "b", "a")
@example({"a": ("b",), "b": ("object",), "object": ("object",)}, "a", "b")
def test_a_subtype_is_below_whatever_the_shape(
    parents: dict[str, tuple[str, ...]], name: str, of: str
) -> None:
    hierarchy = TypeHierarchy(parents)
    expected = lies_below(parents, name, of)
    assert hierarchy.is_subtype(name, of) == expected
    if name in hierarchy.names:
        assert (name in hierarchy.below((of,))) == (expected and of in hierarchy.names)
        assert (of in hierarchy.above((name,))) == expected


@given(PARENTS, st.lists(NAMES), st.lists(NAMES))
@example({}, ["a"], [])
def test_many_types_accept_what_they_accept_one_by_one(
    parents: dict[str, tuple[str, ...]], wanted: list[str], offered: list[str]
) -> None:
    hierarchy = TypeHierarchy(parents)
    many = hierarchy.accepts(wanted * 70 or [OBJECT] * 70, offered)
    assert many == hierarchy.accepts(wanted, offered)
    assert many == all(
        any(lies_below(parents, name, of) for of in wanted or [OBJECT])
        for name in offered or [OBJECT]
    )


@pytest.mark.timeout(60)  # with a set of ancestors for each type it takes minutes and gigabytes
@pytest.mark.parametrize("last", ["t0", pytest.param("object", marks=pytest.mark.slow)])
def test_a_chain_and_a_circle_of_twenty_thousand_types_are_checked(last: str) -> None:
    count = 20_000
    types = " ".join(f"t{n} - t{n + 1}" for n in range(count)) + f" t{count} - {last}"
    text = (
        f"(define (domain d) (:requirements :typing) (:types {types}) (:predicates (p ?x - t9))"
        "(:action a :parameters (?x - t1) :precondition (p ?x) :effect (not (p ?x))))"
    )
    codes = [found.code for found in findings(text)]
    assert codes == (["cyclic-types"] if last == "t0" else [])
