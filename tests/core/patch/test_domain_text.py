"""A domain written as text and read again is the same domain."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from plancore.model.domain import Domain
from plancore.model.formula import And, Formula, TypedName, conjuncts
from support.comparison import domain_of
from support.domain_texts import domain_texts
from support.laid_out import laid_out
from support.own_domains import OWN, own_domain


def comparable(domain: Domain) -> Domain:
    """Where one name of a list has a type all get one, so `object` may be written out."""

    def typed(names: tuple[TypedName, ...]) -> tuple[TypedName, ...]:
        return tuple(TypedName(name.name, name.types or ("object",)) for name in names)

    return replace(
        domain,
        types=typed(domain.types),
        constants=typed(domain.constants),
        predicates=tuple(
            replace(each, parameters=typed(each.parameters)) for each in domain.predicates
        ),
        functions=tuple(
            replace(each, parameters=typed(each.parameters)) for each in domain.functions
        ),
        actions=tuple(replace(each, parameters=typed(each.parameters)) for each in domain.actions),
        axioms=tuple(replace(each, parameters=typed(each.parameters)) for each in domain.axioms),
    )


@given(domain_texts(rich=True))
def test_any_domain_reads_back_the_same(text: str) -> None:
    domain = domain_of(text)
    written = domain_of(laid_out(domain))
    assert _flat(comparable(written)) == _flat(comparable(domain))


@pytest.mark.parametrize("name", OWN)
def test_our_own_domains_read_back_the_same(name: str) -> None:
    domain = own_domain(name)
    assert _flat(comparable(domain_of(laid_out(domain)))) == _flat(comparable(domain))


def test_timeless_facts_are_kept() -> None:
    text = (
        "(define (domain d) (:constants k) (:predicates (p ?x) (q))"
        "(:timeless (q) (p k)) (:action a :parameters () :precondition (q)))"
    )
    assert domain_of(laid_out(domain_of(text))).timeless == domain_of(text).timeless != ()


def test_it_is_laid_out_as_people_write_it() -> None:
    domain = domain_of(
        "(define (domain d) (:requirements :strips) (:types a b - c c) (:constants k - a l m - b)"
        "(:predicates (p ?x ?y - a) (q)) (:functions (cost ?x - a)) (:derived (q) (p k k))"
        "(:action act :parameters (?x - a ?y - a) :precondition (and (p ?x ?y) (q))"
        ":effect (not (p ?x ?y))) (:action rest :parameters ()))"
    )
    assert laid_out(domain) == EXPECTED


EXPECTED = """\
(define (domain d)

  (:requirements :strips)

  (:types
    a b - c
    c - object)

  (:constants
    k - a
    l m - b)

  (:predicates
    (p ?x ?y - a)
    (q))

  (:functions (cost ?x - a) - number)

  (:derived (q) (p k k))

  (:action act
    :parameters (?x ?y - a)
    :precondition (and
      (p ?x ?y)
      (q))
    :effect (not (p ?x ?y)))

  (:action rest
    :parameters ()
    :precondition (and)
    :effect (and)))
"""


def _flat(domain: Domain) -> Domain:
    """A conjunction in a conjunction of literals is written as one."""
    return replace(
        domain,
        actions=tuple(
            replace(each, precondition=_one(each.precondition), effect=_one(each.effect))
            for each in domain.actions
        ),
    )


def _one(formula: Formula) -> Formula:
    return And(tuple(conjuncts(formula))) if isinstance(formula, And) else formula


@pytest.mark.parametrize(
    ("kind", "empty"), [("action", "(and)"), ("event", "()"), ("process", "()")]
)
def test_what_holds_always_is_written_as_most_readers_take_it(kind: str, empty: str) -> None:
    """VAL reads no `(and)` as the precondition of an event or a process; the effect may be one."""
    for written in ("(and)", "()", "(and (and))"):
        text = laid_out(
            domain_of(
                f"(define (domain d) (:predicates (p)) (:{kind} k :parameters ()"
                f" :precondition {written} :effect (and)))"
            )
        )
        assert f"\n    :precondition {empty}\n    :effect (and))" in text
        assert laid_out(domain_of(text)) == text
