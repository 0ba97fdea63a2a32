"""Small domains of a few literals each, for properties of comparisons."""

from __future__ import annotations

from hypothesis import strategies as st

LITERALS = ("(p ?a)", "(q ?a ?b)", "(q ?b ?a)", "(q ?a ?a)", "(r)", "(not (p ?a))", "(not (r))")


def action(name: str, pre: str, eff: str = "(r)", parameters: str = "?a ?b") -> str:
    """An action; the literals are those of conjunctions."""
    return (
        f"(:action {name} :parameters ({parameters}) :precondition (and {pre}) :effect (and {eff}))"
    )


def domain(*actions: str, predicates: str = "(p ?a) (q ?a ?b) (r)") -> str:
    """A domain with these actions."""
    return f"(define (domain d) (:predicates {predicates}) {' '.join(actions)})"


def domains() -> st.SearchStrategy[str]:
    """Up to three actions with some of the literals each, which may contradict one another."""
    literals = st.lists(st.sampled_from(LITERALS), unique=True, max_size=5).map(" ".join)
    of_names = st.dictionaries(st.sampled_from("abc"), st.tuples(literals, literals), max_size=3)
    return of_names.map(lambda parts: domain(*(action(n, *two) for n, two in parts.items())))
