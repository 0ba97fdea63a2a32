"""Actions compared by meaning where the domains declare other types, constants or axioms."""

from __future__ import annotations

import pytest

from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.model.domain import Domain
from plancore.semantics.actions import compare_semantics
from plancore.semantics.answer import ActionSemantics, Relation, WitnessKind
from plancore.simulate.successor import successor, task_of
from support.comparison import domain_of

TYPES = "(:types t u - v v w - object)"
PREDICATES = "(:predicates (p ?x) (q ?x) (s ?x) (r ?x ?y))"


def model(
    parameters: str,
    types: str = TYPES,
    condition: str = "(p ?x)",
    effect: str = "(q ?x)",
    rules: str = "",
) -> Domain:
    return domain_of(
        f"(define (domain d) {types} {PREDICATES} {rules} (:action a :parameters ({parameters})"
        f" :precondition {condition} :effect {effect}))"
    )


def compare(
    learned: Domain, reference: Domain, names: Correspondence = SAME_NAMES
) -> ActionSemantics:
    return compare_semantics(
        (learned.actions[0], learned), (reference.actions[0], reference), names
    )


@pytest.mark.parametrize(
    ("learned", "reference", "relation"),
    [
        ("?x - t", "?x - v", Relation.STRICTER),
        ("?x - v", "?x - t", Relation.LOOSER),
        ("?x - t", "?x - u", Relation.INCOMPARABLE),
        ("?x - (either t u)", "?x - v", Relation.STRICTER),
        ("?x - (either t w)", "?x - v", Relation.INCOMPARABLE),
        ("?x - (either w v)", "?x - (either v w)", Relation.EQUIVALENT),
        ("?x - (either v t)", "?x - v", Relation.EQUIVALENT),
        ("?x", "?x - v", Relation.LOOSER),
        ("?x - object", "?x", Relation.EQUIVALENT),
        ("?x - t ?y - u", "?x - u ?y - t", Relation.INCOMPARABLE),
    ],
)
def test_types_of_parameters(learned: str, reference: str, relation: Relation) -> None:
    ours, theirs = model(learned), model(reference)
    answer = compare(ours, theirs)
    assert (answer.precondition, answer.proved) == (relation, True)
    for witness in answer.witnesses:
        step = ("a", *witness.arguments)
        applies = [
            successor(task_of(each, witness.objects), witness.state, step) is not None
            for each in (ours, theirs)
        ]
        assert applies == [
            witness.kind is WitnessKind.ONLY_LEARNED,
            witness.kind is WitnessKind.ONLY_REFERENCE,
        ]


def test_the_witness_of_a_narrower_type_is_an_object_of_another() -> None:
    (witness,) = compare(model("?x - t"), model("?x - v")).witnesses
    (thing,) = witness.objects
    assert thing.types == ("u",)


@pytest.mark.parametrize(
    ("types", "relation"),
    [
        ("(:types v - object t u - v w - object)", Relation.EQUIVALENT),
        ("(:types u - v v t w - object)", Relation.STRICTER),
        ("(:types t u w - v v - object)", Relation.LOOSER),
        ("(:types u w - v v t - object)", Relation.INCOMPARABLE),
    ],
)
def test_each_domain_has_its_own_hierarchy(types: str, relation: Relation) -> None:
    answer = compare(model("?x - v", types), model("?x - v"))
    assert (answer.precondition, answer.proved) == (relation, True)


def test_quantifiers_range_over_the_types_of_their_own_domain() -> None:
    condition = "(forall (?z - v) (p ?z))"
    answer = compare(
        model("?x", "(:types u - v v t w - object)", condition), model("?x", condition=condition)
    )
    assert (answer.precondition, answer.proved) == (Relation.LOOSER, True)


def test_an_object_of_a_subtype_counts_for_a_quantifier() -> None:
    answer = compare(
        model("?x - v", condition="(exists (?z - t) (= ?z ?x))"),
        model("?x - v", condition="(and (p ?x) (not (p ?x)))"),
    )
    assert (answer.precondition, answer.proved) == (Relation.LOOSER, True)


def test_a_world_may_lack_objects_of_a_type() -> None:
    empty = "(and (forall (?z - t) (p ?z)) (forall (?z - t) (not (p ?z))))"
    answer = compare(
        model("?x - u", condition=empty), model("?x - u", condition="(and (q ?x) (not (q ?x)))")
    )
    assert (answer.precondition, answer.proved) == (Relation.LOOSER, True)


def test_a_domain_without_types_takes_every_object() -> None:
    answer = compare(model("?x", types=""), model("?x - t"))
    assert (answer.precondition, answer.proved) == (Relation.LOOSER, True)
    (witness,) = answer.witnesses
    assert [thing.types for thing in witness.objects] == [("object",)]


def test_types_that_the_reference_does_not_have_need_a_mapping() -> None:
    learned = model("?x - sort1", "(:types sort1 sort2)")
    answer = compare(learned, model("?x - v"))
    assert (answer.precondition, answer.effects_agree) == (Relation.UNDECIDED, None)
    assert not answer.proved
    assert answer.constructs == ("type sort1 (not in the reference)",)
    mapped = compare(learned, model("?x - v"), Correspondence(types={"sort1": "t"}))
    assert (mapped.precondition, mapped.proved) == (Relation.STRICTER, True)


def test_a_subtype_that_the_learned_domain_lacks_is_not_guessed_at() -> None:
    answer = compare(model("?x - v", "(:types v)"), model("?x - v"))
    assert (answer.precondition, answer.proved) == (Relation.UNDECIDED, False)
    assert answer.constructs == (
        "type t (only in the reference)",
        "type u (only in the reference)",
    )


def test_a_constant_is_what_each_domain_declares_it_to_be() -> None:
    ours = model("?x - t", rules="(:constants k - u)")
    theirs = model("?x - t", rules="(:constants k - t)")
    answer = compare(ours, theirs)
    assert (answer.precondition, answer.proved) == (Relation.STRICTER, True)
    assert answer.witnesses[0].arguments == ("k",)


@pytest.mark.parametrize(
    ("learned", "reference", "relation"),
    [
        ("(s ?d)", "(p ?d)", Relation.INCOMPARABLE),
        ("(and (s ?d) (p ?d))", "(p ?d)", Relation.STRICTER),
        ("(not (not (p ?d)))", "(p ?d)", Relation.EQUIVALENT),
        ("(exists (?e) (r ?d ?e))", "(r ?d ?d)", Relation.LOOSER),
    ],
)
def test_each_domain_has_its_own_axioms(learned: str, reference: str, relation: Relation) -> None:
    ours, theirs = (
        model("?x", condition="(q ?x)", effect="(s ?x)", rules=f"(:derived (q ?d) {body})")
        for body in (learned, reference)
    )
    answer = compare(ours, theirs)
    assert (answer.precondition, answer.effects_agree, answer.proved) == (relation, True, True)
    assert all(atom[0] != "q" for witness in answer.witnesses for atom in witness.state)


def test_an_axiom_holds_of_objects_of_its_types_only() -> None:
    ours, theirs = (
        model(
            "?x - v", condition="(q ?x)", effect="(s ?x)", rules=f"(:derived (q ?d{kind}) (p ?d))"
        )
        for kind in (" - t", "")
    )
    assert compare(ours, theirs).precondition is Relation.STRICTER


CHAIN = "(:derived (q ?d) (or (p ?d) (exists (?e) (and (r ?d ?e) (q ?e)))))"


@pytest.mark.parametrize(
    ("condition", "effect", "rules"),
    [
        ("(p ?y)", "(q ?x)", ""),
        ("(p ?x)", "(forall (?z) (when (p ?z) (q ?y)))", ""),
        ("(and (exists (?y) (p ?y)) (not (p ?y)))", "(q ?x)", ""),
        ("(q ?x)", "(s ?x)", "(:derived (q ?d) (p ?y))"),
    ],
)
def test_a_variable_that_nothing_binds_has_no_meaning(
    condition: str, effect: str, rules: str
) -> None:
    ours = model("?x", condition=condition, effect=effect, rules=rules)
    answer = compare(ours, ours)
    assert (answer.precondition, answer.effects_agree) == (Relation.UNDECIDED, None)
    assert answer.constructs == ("unbound variable ?y",)


def test_recursive_axioms_are_followed_and_not_called_proved() -> None:
    ours = model("?x", condition="(q ?x)", effect="(s ?x)", rules=CHAIN)
    theirs = model("?x", condition="(q ?x)", effect="(s ?x)", rules="(:derived (q ?d) (p ?d))")
    answer = compare(ours, theirs)
    assert (answer.precondition, answer.proved) == (Relation.LOOSER, False)
    (witness,) = answer.witnesses
    step = ("a", *witness.arguments)
    assert successor(task_of(ours, witness.objects), witness.state, step) is not None
    assert successor(task_of(theirs, witness.objects), witness.state, step) is None
    same = compare(ours, ours)
    assert (same.precondition, same.proved) == (Relation.EQUIVALENT, False)
    assert same.constructs == ("worlds with more objects",)


@pytest.mark.parametrize(
    ("learned", "reason"),
    [
        ("", "predicate q (derived in one domain only)"),
        ("(:derived (q ?d) (not (q ?d)))", "non-stratified derived predicates"),
    ],
)
def test_what_axioms_leave_open_is_undecided(learned: str, reason: str) -> None:
    ours, theirs = (
        model("?x", condition="(q ?x)", effect="(s ?x)", rules=rules)
        for rules in (learned, "(:derived (q ?d) (p ?d))")
    )
    answer = compare(ours, theirs)
    assert (answer.precondition, answer.proved) == (Relation.UNDECIDED, False)
    assert answer.constructs == (reason,)


COST = "(:functions (cost) (age ?x))"


@pytest.mark.parametrize(
    ("learned", "reference", "agree"),
    [
        ("(increase (cost) 1)", "(increase (cost) 1)", True),
        ("(increase (cost) 1)", "(increase (cost) 2)", None),
        ("(increase (cost) (age ?x))", "(increase (cost) (age ?x))", True),
        ("(and (s ?x) (increase (cost) 1))", "(increase (cost) 2)", False),
    ],
)
def test_numeric_effects_agree_where_they_are_the_same(
    learned: str, reference: str, agree: bool | None
) -> None:
    answer = compare(
        model("?x", rules=COST, effect=learned), model("?x", rules=COST, effect=reference)
    )
    assert answer.precondition is Relation.EQUIVALENT
    assert (answer.effects_agree, answer.proved) == (agree, agree is not None)


def test_deep_conditions_are_not_compared() -> None:
    deep = "(or (q ?x) " * 300 + "(p ?x)" + ")" * 300
    ours, theirs = model("?x", condition=deep), model("?x", condition=f"(and {deep})")
    answer = compare(ours, theirs)
    assert (answer.precondition, answer.proved) == (Relation.UNDECIDED, False)


@pytest.mark.parametrize(
    ("learned", "agree"),
    [
        ("(oneof (q ?x) (s ?x))", True),
        ("(oneof (s ?x) (q ?x))", None),
        ("(and (s ?x) (oneof (q ?x) (s ?x)))", None),
    ],
)
def test_what_is_left_to_chance_is_not_guessed_at(learned: str, agree: bool | None) -> None:
    reference = model("?x", condition="(s ?x)", effect="(oneof (q ?x) (s ?x))")
    answer = compare(model("?x", condition="(p ?x)", effect=learned), reference)
    assert answer.precondition is Relation.INCOMPARABLE
    assert (answer.effects_agree, answer.proved) == (agree, agree is not None)
    assert answer.constructs == ("oneof",)
