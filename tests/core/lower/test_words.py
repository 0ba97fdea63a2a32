"""Lists of words keep their words until somebody asks for the items: what is said is the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.lower.facts import lower_facts
from plancore.lower.section import Uses
from plancore.model.formula import AtomicFormula, TypedName
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, List, Node
from plancore.syntax.signs import lower
from support.corpus import CORPORA, corpus_texts
from support.domain_texts import domain_texts
from support.token_damage import mutation

_LONGEST = 5_000


@given(domain_texts(rich=True), st.randoms(use_true_random=False))
def test_random_and_damaged_domains(text: str, dice: random.Random) -> None:
    assert_nothing_differs(text)
    assert_nothing_differs(_damaged(dice, text))


_WORDS = [
    *("r", "p", "f", "g", "c", "?x", "5", "-", "at", "start", "is"),
    *("and", "or", "not", "imply", "forall", "when", "iff", "assign"),
    *("=", ">", "!=", "+=", ":=", "+", "||", "&&", "->", "=>", "!"),
]
_PLACES = [
    "(:action a :parameters (?x) :precondition {} :effect (p ?x))",
    "(:action a :parameters (?x) :precondition (not (or {} (r))) :effect (when {} (r)))",
    "(:action a :parameters (?x) :effect {})",
    "(:action a :parameters (?x) :effect (and (not {}) (when (r) {})))",
    "(:durative-action a :parameters (?x) :duration (= ?duration 1) :condition (at start {})"
    " :effect (at end {}))",
    "(:derived (r) {})",
    "(:init {} (not {}) (at 5 {}))",
    "(:goal (and {} (exists (?x) {})))",
]


@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=6), st.sampled_from(_PLACES))
def test_names_with_operators_among_them(words: list[str], place: str) -> None:
    section = place.format(*[f"({' '.join(words)})"] * place.count("{}"))
    is_problem = place.startswith(("(:init", "(:goal"))
    first = "(define (problem e) (:domain d)" if is_problem else "(define (domain d)"
    declared = "(:objects c)" if is_problem else "(:predicates (r) (p ?x)) (:functions (f ?x) (g))"
    assert_nothing_differs(f"{first} {declared}\n {section})")


@pytest.mark.parametrize("corpus", CORPORA)
def test_a_corpus(corpus: Path) -> None:
    dice = random.Random(1)
    for _, text in corpus_texts(corpus, max_bytes=_LONGEST):
        assert_nothing_differs(text)
        assert_nothing_differs(_damaged(dice, text))


@pytest.mark.parametrize("blank", [" ", "\n", " ; why\n"])
def test_a_variable_without_its_sign_is_used_wherever_its_name_stands(blank: str) -> None:
    file = FileSnapshot.of(
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters ()\n"
        f" :precondition (forall (c) (p{blank}c))))"
    )
    ((_, section),) = [each for each in file.definitions[0].sections if each[1].actions]
    assert not section.uses.unused


def test_only_what_is_asked_for_is_made() -> None:
    file = FileSnapshot.of(
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x)\n"
        " :precondition (and (p ?x) (p ?y)) :effect (not (p ?x))))"
    )
    ((_, section),) = [each for each in file.definitions[0].sections if each[1].actions]
    bound, unbound, deleted = (use.atom for use in section.uses.atoms)
    assert [_words(atom) for atom in (bound, deleted)] == [("p", "?x")] * 2
    assert bound.args is deleted.args
    # It has to be said where the variable stands that nothing binds.
    assert not _words(unbound)
    ((variable, _),) = section.uses.unbound
    assert type(unbound.node) is List
    assert unbound.node.items[1] is variable
    assert variable.text == "?y"


def test_parameters_say_where_they_are_only_when_asked() -> None:
    file = FileSnapshot.of(
        "(define (domain d) (:requirements :strips) (:types t) (:predicates (p ?x - t))\n"
        " (:action a :parameters (?x ?y - t) :effect (and (p ?x) (p ?y))))"
    )
    domain = file.domain
    assert domain is not None
    (predicate,), (action,) = domain.predicates, domain.actions
    assert type(predicate.node) is List
    assert predicate.node.words == ("p", "?x", "-", "t")
    # No rule has a question about parameters that are used.
    assert [finding.code for finding in check(file)] == ["missing-requirement"]
    assert type(action.parameters_node) is List
    assert action.parameters_node.words == ("?x", "?y", "-", "t")
    one, other = action.parameters
    assert [one.node, other.node, one.type_node] == [
        action.parameters_node.items[number] for number in (0, 1, 3)
    ]
    assert one.type_node is other.type_node
    assert predicate.name_node is not None
    assert predicate.name_node.text == "p"
    (typed,) = predicate.parameters
    assert [node and node.text for node in _at(typed)] == ["?x", "t"]


def _words(atom: AtomicFormula) -> tuple[str, ...]:
    assert type(atom.node) is List
    return atom.node.words


def assert_nothing_differs(text: str) -> None:
    """That a file means the same, and has the same wrong with it, if all items are made first."""
    file, spread = FileSnapshot.of(text), FileSnapshot.of(text)
    for node in _lists(spread):
        words = node.words
        places = [node.word_place(number) for number in range(len(words))]
        assert not words or places == [item.place for item in node.items]
        assert places == [node.word_place(number) for number in range(len(words))]
        keys = [item.key for item in node.items if type(item) is Atom]
        assert not words or keys == [*words]
        assert len(keys) == len(node.items) or not words
        low = lower(node.form.text)
        atoms = [item for item in node.items if type(item) is Atom]
        assert all(low[item.start : item.end] == item.key for item in atoms)
        assert not words or node.text[0] + node.text[-1] == "()"
    assert not any(node.words for node in _lists(spread))
    assert _said(file) == _said(spread)


def _lists(file: FileSnapshot) -> Iterator[List]:
    stack: list[Node] = [node for form in file.tree.forms for node in form.nodes]
    while stack:
        node = stack.pop()
        if type(node) is List:
            yield node
            stack.extend(node.items)


def _said(file: FileSnapshot) -> list[object]:
    """What the file means, what it uses, and what is wrong with it."""
    said: list[object] = [check(file)]
    for each in file.definitions:
        said.append(each.problem if each.kind == "problem" else each.domain)
        said += [_noted(model.uses) for model in each.models]
        for form in each.fact_forms:
            said += [lower_facts(form).facts, _noted(lower_facts(form).uses)]
    return said


def _noted(uses: Uses) -> list[object]:
    places = [
        *(node.place[1:] for node, _ in uses.unbound),
        *(node.place[1:] for node in uses.constants),
        *(node.place[1:] for node, _ in uses.variables),
        *(use.atom.node.place[1:] for use in uses.atoms if use.atom.node is not None),
        *(node.place[1:] for node in uses.types),
        *(uses.needed_at(requirement)[1:] for requirement in uses.features),
        *(node and node.place[1:] for names in uses.lists for name in names for node in _at(name)),
    ]
    assert [node.key for node in uses.types] == [*uses.type_names()]
    findings = [(finding.code, finding.place[1:], finding.message) for finding in uses.findings]
    atoms = [(use.atom, use.use, [*use.scope]) for use in uses.atoms]
    return [atoms, places, findings, [each.variable for each in uses.unused], [*uses.features]]


def _at(name: TypedName) -> tuple[Node | None, Node | None]:
    return name.node, name.type_node


def _damaged(dice: random.Random, text: str) -> str:
    for _ in range(dice.randint(1, 3)):
        text = apply_edits(text, (mutation(dice, text),))
    return text
