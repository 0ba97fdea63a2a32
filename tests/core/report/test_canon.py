"""The canonical form: sorted, idempotent, and with the same meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import compare_domains
from plancore.report.canon import HEADER, canonical_text
from plancore.snapshot import FileSnapshot
from support.corpus import LARGE_CORPORA, corpus_texts
from support.examples import DELIVERY


def test_a_domain_line_by_line() -> None:
    text = """; mine
    (define (domain D) (:requirements :typing :strips) (:types b a - object)
      (:predicates (Q ?x - a) (p)) (:action go :parameters (?x - a)
        :precondition (and (q ?x) (and (P)))  :effect (not (p))))"""
    assert canonical_text(text) == HEADER + (
        "(define (domain d)\n"
        "  (:requirements\n    :strips\n    :typing\n  )\n"
        "  (:types\n    a - object\n    b - object\n  )\n"
        "  (:predicates\n    (p)\n    (q ?x - a)\n  )\n"
        "  (:action go\n    :parameters (?x - a)\n"
        "    :precondition (and\n      (p)\n      (q ?x)\n    )\n"
        "    :effect (and\n      (not (p))\n    )\n  )\n"
        ")\n"
    )


@pytest.mark.parametrize("name", ["learned.pddl", "reference.pddl", "p01.pddl", "learned.plan"])
def test_the_canonical_form_is_its_own(name: str) -> None:
    once = canonical_text((DELIVERY / name).read_text(), name)
    assert canonical_text(once, name) == once


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no PDDL at all, is it?",
        "(define (domain d)",
        "(define (domain d) (:constraints (always (p))))",
        "(define (domain d) (:unheard-of x))",
        "(define (domain d) (:action a :vars (?x) :effect (p)))",
        "(define (domain d) (:predicates (p) (p ?x)))",
        "(define (problem p) (:init (p) 7))",
        "(a\n(b)",
    ],
)
def test_what_is_not_understood_in_full_is_left_alone(text: str) -> None:
    assert canonical_text(text) == text


def test_what_stands_around_definitions_is_left_out_as_comments_are() -> None:
    bare = "(define (domain d) (:predicates (p)))"
    fenced = f"Sure! Here it is:\n```pddl\n{bare}\n```\nAnything else?\n"
    assert canonical_text(fenced, "d.pddl") == canonical_text(f"; mine\n{bare}", "d.pddl")


@given(st.permutations(["(p)", "(q)", "(not (r))", "(s a)"]))
def test_order_leaves_no_trace(literals: list[str]) -> None:
    text = f"(define (domain d) (:action a :precondition (and {' '.join(literals)})))"
    assert canonical_text(text) == canonical_text(text.replace(" ", "\n"))
    ordered = f"(define (domain d) (:action a :precondition (and {' '.join(sorted(literals))})))"
    assert canonical_text(text) == canonical_text(ordered)


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_the_meaning_of_domains_stays(corpus: Path) -> None:
    seen = 0
    for path, text in corpus_texts(corpus, max_bytes=20_000):
        once = canonical_text(text)
        before, after = FileSnapshot.of(text).domain, FileSnapshot.of(once).domain
        if once != text and before is not None and after is not None:
            seen += 1
            assert compare_domains(after, before).is_same, path
            assert canonical_text(once) == once, path
    assert seen > 10
