"""Action similarity and syntactic similarity on examples that can be counted by hand."""

from __future__ import annotations

from fractions import Fraction

from plancore.compare.domains import ALIGNED, DomainDiff, compare_domains
from plancore.metrics.action_similarity import action_similarity
from plancore.metrics.amlgym import amlgym_view
from plancore.metrics.support.confusion import Confusion, UniverseScope
from plancore.metrics.syntactic import CountedPart, syntactic_similarity
from support.comparison import compare_texts, domain_with

# The delivery domain of the action-similarity paper: three actions, told in their signatures.
_PICK_UP = "(:action pick-up :parameters (?a ?p ?l)"
_MOVE = "(:action move :parameters (?a ?from ?to)"
_DROP_OFF = "(:action drop-off :parameters (?a ?p ?l)"
DELIVERY_GOLD = f"""(define (domain delivery)
  {_PICK_UP} :precondition (and (at ?a ?l) (in ?p ?l) (available ?a))
    :effect (and (has ?a ?p) (not (in ?p ?l))))
  {_MOVE} :precondition (and (at ?a ?from) (connected ?from ?to) (available ?a))
    :effect (and (at ?a ?to) (not (at ?a ?from))))
  {_DROP_OFF} :precondition (and (has ?a ?p) (at ?a ?l) (requested ?p ?l))
    :effect (and (delivered ?p) (in ?p ?l) (not (has ?a ?p)))))"""
DELIVERY_GENERATED = f"""(define (domain delivery)
  {_PICK_UP} :precondition (and (at ?a ?l) (in ?p ?l) (not (has ?a ?p)) (available ?a))
    :effect (and (has ?a ?p) (not (in ?p ?l)) (not (available ?a))))
  {_MOVE} :precondition (and (at ?a ?from) (connected ?from ?to))
    :effect (and (at ?a ?to) (not (at ?a ?from))))
  {_DROP_OFF} :precondition (and (at ?a ?l) (has ?a ?p))
    :effect (and (in ?p ?l) (not (has ?a ?p)) (delivered ?p) (available ?a))))"""


def _unload() -> DomainDiff:
    """The example of a truck that is unloaded: one precondition is another one than it should."""
    slots = "(:action unload :parameters (?l ?t ?p) :precondition (and (at ?l ?t) ({} ))"
    effect = " :effect (and (not (in ?p ?t)) (not (contains ?t ?p)) (at ?p ?l)))"
    predicates = "(at ?x ?y) (in ?x ?y) (contains ?x ?y)"
    learned, reference = (
        domain_with(slots.format(literal) + effect, predicates=predicates)
        for literal in ("contains ?t ?p", "in ?p ?t")
    )
    return compare_domains(learned, reference)


def test_delivery_has_the_published_similarities() -> None:
    result = action_similarity(compare_texts(DELIVERY_GENERATED, DELIVERY_GOLD))
    assert {row.action.name: row.value for row in result.actions} == {
        "pick-up": Fraction(5, 7),
        "move": Fraction(4, 5),
        "drop-off": Fraction(5, 7),
    }
    assert result.mean_over_reference.value == Fraction(26, 35)
    assert result.exact


def test_a_similarity_lists_the_literals_it_counts() -> None:
    row = action_similarity(compare_texts(DELIVERY_GENERATED, DELIVERY_GOLD)).of("pick-up")
    assert row is not None
    assert row.to_dict() == {
        "status": "matched",
        "n_different": 2,
        "n_union": 7,
        "similarity": 5 / 7,
        "similarity_exact": "5/7",
        "precondition": {
            "tp": ["(at ?a ?l)", "(in ?p ?l)", "(available ?a)"],
            "fp": ["(not (has ?a ?p))"],
            "fn": [],
        },
        "effect": {
            "tp": ["(has ?a ?p)", "(not (in ?p ?l))"],
            "fp": ["(not (available ?a))"],
            "fn": [],
        },
    }


def test_a_similarity_is_the_jaccard_index_of_both_parts_pooled() -> None:
    for row in action_similarity(compare_texts(DELIVERY_GENERATED, DELIVERY_GOLD)).actions:
        both = row.precondition + row.effect
        assert row.value == Confusion(len(both.tp), len(both.fp), len(both.fn)).jaccard


def test_missing_and_extra_actions_and_empty_ones() -> None:
    diff = compare_domains(
        domain_with("(:action a)", "(:action extra :effect (p))"),
        domain_with("(:action a)", "(:action missing)"),
    )
    result = action_similarity(diff)
    assert {row.action.name: row.value for row in result.actions} == {
        "a": 1,
        "missing": 0,
        "extra": 0,
    }
    assert result.mean_over_reference.value == Fraction(1, 2)
    assert result.mean_over_union.value == Fraction(1, 3)


def test_unload_has_half_of_its_preconditions_and_all_of_its_effects() -> None:
    result = syntactic_similarity(_unload())
    unload = result.of("unload")
    assert unload is not None
    pre, eff = (unload.rows[row] for row in (CountedPart.PRE, CountedPart.EFF))
    assert (pre.precision, pre.recall) == (Fraction(1, 2), Fraction(1, 2))
    assert (eff.precision, eff.recall) == (Fraction(1), Fraction(1))
    # Three predicates of two arguments, three untyped parameters: 27 atoms, 54 literals.
    assert unload.n_literals == 54
    assert pre.accuracy == Fraction(52, 54)
    everything = unload.rows[CountedPart.ALL]
    assert everything.precision == Fraction(4, 5)


def test_universe_counts_types_constants_and_what_lies_outside() -> None:
    head = "(:types car bus - vehicle place) (:constants home - place)"
    predicates = "(at ?v - vehicle ?p - place) (full ?c - car)"
    reference = domain_with(
        "(:action go :parameters (?c - car ?b - bus ?to - place)"
        " :precondition (and (at ?c home) (full ?b)))",
        predicates=predicates,
        head=head,
    )
    learned = domain_with(
        "(:action go :parameters (?c - car ?b - bus ?to - place) :precondition (new ?c))",
        predicates=f"{predicates} (new ?v - vehicle)",
        head=head,
    )
    diff = compare_domains(learned, reference)
    # at: 2 vehicles × 2 places, full: 1 car, new: 2 vehicles; twice for the sign.
    both = syntactic_similarity(diff).actions[0]
    assert both.n_literals == 2 * (4 + 1 + 2)
    # `(full ?b)` does not fit the types: it is counted, but not among the 14.
    assert both.rows[CountedPart.PRE].to_dict()["tn"] == 14 - 2
    theirs = syntactic_similarity(diff, scope=UniverseScope.REFERENCE).actions[0]
    assert theirs.n_literals == 2 * (4 + 1)
    assert theirs.rows[CountedPart.PRE].tn == 10 - 1


def test_a_renamed_predicate_is_no_second_one_in_the_universe() -> None:
    action = "(:action a :parameters (?x ?y) :precondition (and ({name} ?x ?y) (q ?x)))"
    learned, reference = (
        domain_with(action.format(name=name), predicates=f"({name} ?x ?y) (q ?x)")
        for name in ("above", "on")
    )
    by_name = syntactic_similarity(compare_domains(learned, reference)).actions[0]
    assert by_name.n_literals == 2 * (4 + 4 + 2)
    aligned = syntactic_similarity(compare_domains(learned, reference, ALIGNED)).actions[0]
    assert aligned.n_literals == 2 * (4 + 2)
    assert aligned.rows[CountedPart.PRE].to_dict()["tn"] == 10


def test_means_leave_out_what_is_undefined_and_say_so() -> None:
    diff = compare_domains(
        domain_with("(:action a :precondition (p))", "(:action extra)"),
        domain_with("(:action a :precondition (p))", "(:action b :precondition (p))"),
    )
    result = syntactic_similarity(diff)
    precision = result.macro[CountedPart.PRE]["precision"]
    assert (precision.value, precision.n_undefined) == (Fraction(1), 1)
    recall = result.macro[CountedPart.PRE]["recall"]
    assert (recall.value, recall.n_undefined) == (Fraction(1, 2), 0)
    assert result.micro[CountedPart.PRE].to_dict()["fn"] == 1
    # Both sets of negative preconditions are empty everywhere: no agreement worth counting.
    assert result.macro[CountedPart.PRE_NEGATIVE]["precision"].value is None
    assert (result.missing_actions, result.extra_actions) == (("b",), ("extra",))
    assert result.action_names.precision == result.action_names.recall == Fraction(1, 2)
    assert result.exact_match_rate == Fraction(1, 2)


def test_what_only_the_learned_domain_has_is_no_agreement() -> None:
    acts, none = domain_with("(:action a :precondition (p) :effect (q))"), domain_with("")
    empty, more = domain_with("(:action a)"), domain_with("(:action a)", "(:action b :effect (p))")
    for learned, reference in ((acts, none), (more, empty)):
        pooled = syntactic_similarity(compare_domains(learned, reference)).micro
        for row in (CountedPart.PRE, CountedPart.EFF, CountedPart.ALL):
            found = pooled[row]
            assert (found.precision, found.recall, found.f1, found.jaccard) == (None,) * 4
    assert syntactic_similarity(compare_domains(acts, none)).exact_match_rate is None
    assert action_similarity(compare_domains(acts, none)).matches.value is None
    for same in (none, empty):
        diff = compare_domains(same, same)
        result = syntactic_similarity(diff)
        assert result.micro[CountedPart.ALL].f1 == result.exact_match_rate == 1
        assert action_similarity(diff).matches.value == 1
    missing = syntactic_similarity(compare_domains(none, acts)).micro[CountedPart.ALL]
    assert missing.precision is None
    assert missing.recall == missing.f1 == 0


def test_other_conventions_for_zero_divided_by_zero() -> None:
    diff = compare_domains(domain_with("(:action a)"), domain_with("(:action a :effect (p))"))
    for zero_division in (0, 1):
        result = syntactic_similarity(diff, zero_division=zero_division)
        assert result.macro[CountedPart.EFF]["precision"].value == zero_division
        assert result.macro[CountedPart.DELETE]["recall"].value == zero_division
    assert amlgym_view(diff)["precision"] == {
        "precs_pos": 1.0,
        "precs_neg": 1.0,
        "eff_pos": 1.0,
        "eff_neg": 1.0,
        "mean": 1.0,
    }


def test_signs_and_parts_are_counted_apart() -> None:
    action = "(:action a :precondition (and (p) (not (q))) :effect (and (q) {}))"
    diff = compare_domains(
        domain_with(action.format("(not (p))")), domain_with(action.format("(r)"))
    )
    rows = syntactic_similarity(diff).actions[0].rows
    assert {row.value: (c.tp, c.fp, c.fn) for row, c in rows.items()} == {
        "pre": (2, 0, 0),
        "eff": (1, 1, 1),
        "pre+": (1, 0, 0),
        "pre-": (1, 0, 0),
        "add": (1, 0, 1),
        "del": (0, 1, 0),
        "all": (3, 1, 1),
    }
