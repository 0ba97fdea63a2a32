"""One name for several that are the same under a substitution of predicates."""

from __future__ import annotations

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs
from support.comparison import domain_of

_PUSH = """(:action push-{0} :parameters (?b - barrow ?p ?q - bed)
  :precondition (and (in ?b ?p) (free ?q) ({0}-of ?p ?q))
  :effect (and (in ?b ?q) (free ?p) (not (in ?b ?p)) (not (free ?q))))"""
GARDEN = f"""(define (domain garden) (:types barrow bed)
  (:predicates (in ?b - barrow ?p - bed) (free ?p - bed) (east-of ?p ?q - bed)
               (west-of ?p ?q - bed))
  {_PUSH.format("east")} {_PUSH.format("west")})"""
_ONE_WAY = """(define (domain yard) (:types cart plot)
  (:predicates (in ?c - cart ?p - plot) (free ?p - plot) (beside ?p ?q - plot))
  (:action push :parameters (?c - cart ?p ?q - plot)
    :precondition (and (in ?c ?p) (free ?q) (beside ?p ?q))
    :effect (and (in ?c ?q) (free ?p) (not (in ?c ?p)) (not (free ?q)))))"""


def test_one_action_stands_for_all_that_differ_in_a_predicate() -> None:
    for learned, reference in ((_ONE_WAY, GARDEN), (GARDEN, _ONE_WAY)):
        actions, predicates = _names(find_pairs(domain_of(learned), domain_of(reference)))
        one = [("push", "push-east"), ("push", "push-west")]
        other = [("beside", "east-of"), ("beside", "west-of")]
        if learned is GARDEN:
            one, other = ([(b, a) for a, b in names] for names in (one, other))
        assert actions == {*one}
        assert predicates == {("in", "in"), ("free", "free"), *other}


def test_a_name_that_says_which_one_is_meant_stands_for_no_other() -> None:
    learned = domain_of(_ONE_WAY.replace("push", "push-east").replace("beside", "east-of"))
    actions, predicates = _names(find_pairs(learned, domain_of(GARDEN)))
    assert actions == {("push-east", "push-east")}
    assert predicates == {("in", "in"), ("free", "free"), ("east-of", "east-of")}


def test_a_place_is_neither_of_two_coordinates() -> None:
    squares = domain_of("""(define (domain squares) (:types token square)
      (:predicates (on-square ?t - token ?s - square))
      (:action jump :parameters (?t - token ?from ?to - square)
        :precondition (on-square ?t ?from)
        :effect (and (on-square ?t ?to) (not (on-square ?t ?from)))))""")
    numbers = domain_of("""(define (domain numbers) (:types token number)
      (:predicates (on ?x ?y - number ?t - token))
      (:action jump :parameters (?t - token ?x ?y ?v ?w - number)
        :precondition (on ?x ?y ?t)
        :effect (and (on ?v ?w ?t) (not (on ?x ?y ?t)))))""")
    (pair,) = find_pairs(squares, numbers).predicates
    assert (pair.learned, pair.reference, pair.arguments) == ("on-square", "on", (2, None))


def _names(pairs: Pairs) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    return (
        {(pair.learned, pair.reference) for pair in pairs.actions},
        {(pair.learned, pair.reference) for pair in pairs.predicates},
    )
