"""Propositions that are the same but for order need no search, however many constants there are."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.domain import Domain
from plancore.semantics.actions import compare_semantics
from plancore.semantics.answer import ActionSemantics, Relation
from plancore.semantics.model import TranslatedDomain
from plancore.semantics.pair import ModelAction, PairedActions
from plancore.semantics.sat import Conjunction, Disjunction, Lit, Prop, plainly_equal
from support.comparison import domain_of

ATOMS = (("p",), ("q",), ("r",))
LITERALS = st.builds(Lit, st.sampled_from(ATOMS), st.booleans())
PROPOSITIONS = st.recursive(
    LITERALS,
    lambda inner: st.builds(
        lambda kind, parts: kind(tuple(parts)),
        st.sampled_from((Conjunction, Disjunction)),
        st.lists(inner, max_size=3),
    ),
    max_leaves=5,
)


def holds(prop: Prop, state: frozenset[tuple[str, ...]]) -> bool:
    if isinstance(prop, Lit):
        return (prop.atom in state) == prop.positive
    parts = [holds(part, state) for part in prop.parts]
    return all(parts) if isinstance(prop, Conjunction) else any(parts)


@given(PROPOSITIONS, PROPOSITIONS)
def test_what_is_plainly_equal_is_equal_in_every_state(first: Prop, second: Prop) -> None:
    turned = Conjunction((second, Conjunction((first, first)))), Conjunction((first, second))
    assert plainly_equal(*turned)
    for one, other in ((first, second), turned):
        if plainly_equal(one, other):
            for there in product((True, False), repeat=len(ATOMS)):
                state = frozenset(atom for atom, is_in in zip(ATOMS, there, strict=True) if is_in)
                assert holds(one, state) == holds(other, state)


def domain_with(constants: int, effect: str) -> Domain:
    names = " ".join(f"c{number}" for number in range(constants))
    return domain_of(
        f"(define (domain d) (:types t) (:constants {names} - t)"
        "(:predicates (p ?x - t) (q ?x ?y - t) (r ?x - t))"
        f"(:action a :parameters (?x - t) :precondition (p ?x) :effect {effect}))"
    )


def compared(constants: int, learned: str, reference: str) -> ActionSemantics:
    one, other = domain_with(constants, learned), domain_with(constants, reference)
    return compare_semantics((one.actions[0], one), (other.actions[0], other))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("constants", "learned", "reference"),
    [
        (
            60,
            "(forall (?y - t) (when (q ?x ?y) (r ?y)))",
            "(forall (?y - t) (and (when (q ?x ?y) (r ?y)) (when (q ?x ?y) (r ?y))))",
        ),
        (
            15,
            "(forall (?y ?z - t) (when (q ?y ?z) (q ?z ?y)))",
            "(forall (?z ?y - t) (when (q ?z ?y) (q ?y ?z)))",
        ),
    ],
)
def test_universal_effects_on_many_constants(constants: int, learned: str, reference: str) -> None:
    same = compared(constants, learned, reference)
    assert same.precondition is Relation.EQUIVALENT
    assert same.effects_agree
    assert same.proved
    other = compared(constants, learned, reference.replace("(q ?x ?y) (r", "(q ?y ?x) (r"))
    assert other.effects_agree is (learned.startswith("(forall (?y ?z"))


def test_of_constants_that_nothing_mentions_one_is_like_the_other() -> None:
    """A parameter is one of a hundred constants in one world, not in a hundred."""
    assert n_worlds(3, "(forall (?y - t) (q c0 ?y))") == 3  # none, c0, one of the others
    assert n_worlds(100, "(forall (?y - t) (q ?x ?y))") == 2


def n_worlds(constants: int, effect: str) -> int:
    domain = domain_with(constants, effect)
    side = ModelAction(domain.actions[0], TranslatedDomain(domain))
    return sum(1 for _ in PairedActions(side, side, None).universe().worlds())


@pytest.mark.parametrize("limit", ["universe.MAX_SIZE", "actions.MAX_CLAUSES"])
def test_effects_that_are_too_large_leave_the_preconditions_decided(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = "(forall (?y ?z - t) (when (and (r ?y) (q ?y ?z)) (q ?z ?y)))"
    reference = "(forall (?y ?z - t) (when (q ?y ?z) (q ?z ?y)))"
    whole = compared(6, learned, reference)
    assert (whole.precondition, whole.effects_agree) == (Relation.EQUIVALENT, False)
    assert whole.proved
    monkeypatch.setattr(f"plancore.semantics.{limit}", 100)
    cut = compared(6, learned, reference)
    assert (cut.precondition, cut.effects_agree) == (Relation.EQUIVALENT, None)
    assert not cut.proved
    assert cut.constructs == ("all worlds (too many or too large)",)
