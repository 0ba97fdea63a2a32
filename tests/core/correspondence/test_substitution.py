"""One name for several that are the same under a substitution of predicates."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

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


def _compass(ways: list[str]) -> str:
    """One action for each way, which need not be called like anything."""
    relations = " ".join(f"({way}-of ?p ?q - berth)" for way in ways)
    actions = " ".join(
        f"""(:action sail-{way} :parameters (?b - boat ?p ?q - berth)
          :precondition (and (moored ?b ?p) ({way}-of ?q ?p) (free ?q))
          :effect (and (not (moored ?b ?p)) (moored ?b ?q) (free ?p) (not (free ?q))))"""
        for way in ways
    )
    return f"""(define (domain sailing) (:types boat berth)
      (:predicates (moored ?b - boat ?p - berth) (free ?p - berth) {relations}) {actions})"""


@given(
    st.lists(st.text("bcdfglmnpr", min_size=3, max_size=5), min_size=2, max_size=5, unique=True),
    st.booleans(),
)
def test_one_way_stands_for_all_without_a_word_in_common(ways: list[str], is_turned: bool) -> None:
    learned = """(define (domain yards) (:types cart plot heading)
      (:predicates (wheeled ?c - cart ?x - plot) (beside ?x ?y - plot ?h - heading))
      (:action roll :parameters (?c - cart ?x ?y - plot ?h - heading)
        :precondition (and (wheeled ?c ?x) (beside ?x ?y ?h))
        :effect (and (not (wheeled ?c ?x)) (wheeled ?c ?y))))"""
    if is_turned:
        learned = learned.replace("(beside ?x ?y ?h)", "(beside ?y ?x ?h)")
    pairs = find_pairs(domain_of(learned), domain_of(_compass(ways)))
    actions, predicates = _names(pairs)
    assert actions == {("roll", f"sail-{way}") for way in ways}
    assert predicates == {("wheeled", "moored"), *(("beside", f"{way}-of") for way in ways)}
    places = {pair.arguments for pair in pairs.predicates if pair.learned == "beside"}
    assert places == {(0, 1, None) if is_turned else (1, 0, None)}


_SWAP = """(define (domain studio) (:types painter brush)
  (:predicates (uses ?p - painter ?b - brush) (spare ?b - brush))
  (:action change-brush :parameters (?p - painter ?b ?c - brush)
    :precondition (and (uses ?p ?b) (spare ?c))
    :effect (and (not (uses ?p ?b)) (uses ?p ?c))))"""
_IN_TWO_STEPS = """(define (domain atelier) (:types painter brush)
  (:predicates (uses ?p - painter ?b - brush) (idle ?p - painter))
  (:action lay-down :parameters (?p - painter ?b - brush)
    :precondition (uses ?p ?b) :effect (and (idle ?p) (not (uses ?p ?b))))
  (:action take-up :parameters (?p - painter ?b - brush)
    :precondition (idle ?p) :effect (and (uses ?p ?b) (not (idle ?p)))))"""


def test_each_part_of_an_act_stands_for_it() -> None:
    for learned, reference in ((_IN_TWO_STEPS, _SWAP), (_SWAP, _IN_TWO_STEPS)):
        actions, _ = _names(find_pairs(domain_of(learned), domain_of(reference)))
        parts = {("lay-down", "change-brush"), ("take-up", "change-brush")}
        assert actions == (parts if learned is _IN_TWO_STEPS else {(b, a) for a, b in parts})


def test_an_action_with_a_namesake_is_no_act_of_several() -> None:
    learned = domain_of(_IN_TWO_STEPS.replace("lay-down", "change-brush"))
    actions, _ = _names(find_pairs(learned, domain_of(_SWAP)))
    assert actions == {("change-brush", "change-brush")}


def _names(pairs: Pairs) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    return (
        {(pair.learned, pair.reference) for pair in pairs.actions},
        {(pair.learned, pair.reference) for pair in pairs.predicates},
    )
