"""Strong equivalence, and the isomorphism of graphs that it rests on."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.align.isomorphism import Graph, isomorphism
from plancore.compare.domains import CompareOptions, compare_domains
from plancore.correspondence.exact.proof import (
    NO_NAMES,
    DomainGraphs,
    Names,
    strong_equivalence,
    with_common_names,
)
from plancore.stop import SpentError, StoppedError
from support.comparison import domain_of, domain_with
from support.domain_texts import domain_texts
from support.renamed_domains import random_names, written_again
from support.stop import stop_at_once

Edges = list[tuple[int, int]]


def _graph(size: int, edges: Edges) -> Graph:
    graph = Graph()
    for _ in range(size):
        graph.vertex("v")
    for start, end in edges:
        graph.edge(start, end, "e")
    return graph


def _circle(start: int, size: int) -> Edges:
    return [(start + k, start + (k + 1) % size) for k in range(size)]


SMALL = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=9)


@given(SMALL, SMALL, st.permutations(range(5)))
def test_small_graphs_agree_with_trying_everything(
    one: Edges, other: Edges, order: list[int]
) -> None:
    def brute_force(left: Edges, right: Edges) -> bool:
        return any(
            sorted((p[a], p[b]) for a, b in left) == sorted(right) for p in permutations(range(5))
        )

    moved = [(order[a], order[b]) for a, b in one]
    for right in (other, moved):
        mapping = isomorphism(_graph(5, one), _graph(5, right))
        assert (mapping is not None) == brute_force(one, right)
        if mapping is not None:
            assert sorted((mapping[a], mapping[b]) for a, b in one) == sorted(right)


def test_what_refinement_cannot_tell_apart_is_told_apart_by_trying() -> None:
    two_triangles = _graph(6, _circle(0, 3) + _circle(3, 3))
    assert isomorphism(two_triangles, _graph(6, _circle(0, 6))) is None
    assert isomorphism(two_triangles, _graph(6, _circle(3, 3) + _circle(0, 3))) is not None


def test_a_search_ends_when_it_is_told_to() -> None:
    graph = _graph(6, _circle(0, 6))
    with pytest.raises(SpentError):
        isomorphism(graph, graph, budget=3)
    with pytest.raises(StoppedError):
        isomorphism(graph, graph, checkpoint=stop_at_once)


@given(domain_texts(rich=True), st.integers())
def test_new_names_everywhere_are_found_out(text: str, seed: int) -> None:
    domain, random = domain_of(text), Random(seed)
    names = random_names(domain, random)
    learned = domain_of(written_again(domain, names, random, permute_parameters=True))
    result = strong_equivalence(learned, domain)
    assert result.correspondence is not None
    diff = compare_domains(learned, domain, CompareOptions(given=result.correspondence))
    assert not diff.declarations
    assert all(not action.changes and not action.parameters for action in diff.actions)


def test_the_right_renaming_is_the_witness() -> None:
    domain = domain_with(
        "(:action a :parameters (?x ?y) :precondition (and (p ?x) (r ?x ?y)) :effect (q ?y))",
        predicates="(p ?x) (q ?x) (r ?x ?y)",
    )
    learned = domain_with(
        "(:action b :parameters (?v ?w) :precondition (and (s ?w) (r ?w ?v)) :effect (p ?v))",
        predicates="(p ?x) (s ?x) (r ?x ?y)",
    )
    result = strong_equivalence(learned, domain)
    assert result.correspondence is not None
    assert result.correspondence.to_dict() == {
        "actions": {"b": "a"},
        "predicates": {"p": "q", "s": "p"},
        "parameters": {"a": [1, 0]},
    }


def test_one_literal_more_is_no_equivalence() -> None:
    action = "(:action a :parameters (?x) :precondition (p ?x) :effect {})"
    learned, reference = domain_with(action.format("(q ?x)")), domain_with(action.format("()"))
    assert strong_equivalence(learned, reference).holds is False
    assert strong_equivalence(learned, learned, budget=2).holds is None


def test_names_that_both_have_mean_the_same_where_that_is_possible() -> None:
    action = "(:action {} :parameters (?x) :effect (and (p ?x) (q ?x)))"
    domain = domain_with(action.format("a"), predicates="(p ?x) (q ?x)")
    learned = domain_with(action.format("b"), predicates="(q ?x) (p ?x)")
    result = strong_equivalence(learned, domain)
    assert result.correspondence is not None
    assert list(result.correspondence.renamings()) == [("actions", "b", "a")]


@given(domain_texts(), st.integers(0, 1000))
def test_graphs_that_were_asked_before_answer_as_new_ones(text: str, seed: int) -> None:
    ours = domain_of(text)
    names = random_names(ours, Random(seed), share=0.5)
    theirs = domain_of(written_again(ours, names, Random(seed)))
    questions: list[Names] = [
        NO_NAMES,
        with_common_names(ours, theirs),
        {"actions": {each.name: each.name for each in ours.actions}},
        NO_NAMES,
    ]
    graphs = DomainGraphs(ours, theirs)
    for same in questions:
        asked = graphs.match(same, budget=1_000_000)
        new = DomainGraphs(ours, theirs).match(same, budget=1_000_000)
        assert (asked and asked.names()) == (new and new.names())
