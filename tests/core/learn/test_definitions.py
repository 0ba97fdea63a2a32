"""Definitions of predicates from examples: exact where there is one, and the least wrong else."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from plancore.formula.printing import formula_text
from plancore.learn.definitions import FoundDefinition, OpenLiteral, Truth, condition_of, define
from plancore.model.formula import TypedName

P, Q, R = (OpenLiteral(name, (0,), True) for name in "pqr")
NOT_P, NOT_Q, NOT_R = (literal._replace(positive=False) for literal in (P, Q, R))
LITERALS = (P, Q, R, NOT_P, NOT_Q, NOT_R)
ROWS = list(product((False, True), repeat=3))


def truths(examples: list[tuple[bool, ...]], counters: list[tuple[bool, ...]]) -> list[Truth]:
    """What of `p`, `q` and `r` is true of each row."""

    def bits(rows: list[tuple[bool, ...]], column: int, positive: bool) -> int:
        return sum(1 << number for number, row in enumerate(rows) if row[column] is positive)

    return [
        Truth(
            literal,
            bits(examples, number % 3, literal.positive),
            bits(counters, number % 3, literal.positive),
        )
        for number, literal in enumerate(LITERALS)
    ]


def found(examples: list[tuple[bool, ...]], counters: list[tuple[bool, ...]]) -> FoundDefinition:
    return define(truths(examples, counters), len(examples), len(counters))


def holds(definition: FoundDefinition, row: tuple[bool, ...]) -> bool:
    names = dict(zip("pqr", row, strict=True))
    return any(
        all(names[literal.predicate] is literal.positive for literal in case)
        for case in definition.cases
    )


@given(st.lists(st.sampled_from(ROWS), max_size=8), st.lists(st.sampled_from(ROWS), max_size=8))
def test_what_is_wrong_is_counted(
    examples: list[tuple[bool, ...]], counters: list[tuple[bool, ...]]
) -> None:
    definition = found(examples, counters)
    assert definition.n_missed == sum(not holds(definition, row) for row in examples)
    assert definition.n_wrong == sum(holds(definition, row) for row in counters)


@given(st.sets(st.sampled_from(ROWS), min_size=1), st.sampled_from(LITERALS))
def test_a_literal_that_tells_them_apart_is_found(
    rows: set[tuple[bool, ...]], literal: OpenLiteral
) -> None:
    column = "pqr".index(literal.predicate)
    examples = [row for row in sorted(rows) if row[column] is literal.positive]
    definition = found(examples, [row for row in sorted(rows) if row not in examples])
    assert definition.is_exact
    assert all(len(case) <= 1 for case in definition.cases)


def test_two_cases_are_two_disjuncts() -> None:
    definition = found(
        [(True, False, False), (False, True, False), (True, True, True)], [(False, False, False)]
    )
    assert definition.is_exact
    parameters, types = (TypedName("?x"),), dict.fromkeys("pqr", (TypedName("?a"),))
    assert formula_text(condition_of(definition, parameters, types)) == "(or (p ?x) (q ?x))"


def test_without_examples_it_never_holds_and_without_counterexamples_always() -> None:
    parameters, types = (TypedName("?x"),), dict.fromkeys("pqr", (TypedName("?a"),))
    never, always = found([], [(True, True, True)]), found([(True, True, True)], [])
    assert formula_text(condition_of(never, parameters, types)) == "(or)"
    assert formula_text(condition_of(always, parameters, types)) == "(and)"


def test_arguments_that_are_left_open_are_quantified() -> None:
    literal = OpenLiteral("on", (None, 0), False)
    types = {"on": (TypedName("?a", ("block",)), TypedName("?b", ("block",)))}
    text = formula_text(
        condition_of(FoundDefinition(((literal,),), 0, 0), (TypedName("?x"),), types)
    )
    assert text == "(not (exists (?other1 - block) (on ?other1 ?x)))"
