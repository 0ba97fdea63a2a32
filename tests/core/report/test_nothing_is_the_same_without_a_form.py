"""Whatever stands in a file counts: without one of its sections it is not the same any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plancore.report.domain.review import review_domains
from plancore.report.lines import render
from plancore.report.problem.review import review_problems
from plancore.report.render.brief import brief_line
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, List
from support.corpus import CORPORA, corpus_texts

MOST = 20_000
"""Larger files, in bytes, have the same sections, only more of them."""
BROKEN = Path(__file__).parents[2] / "corpus" / "broken"
SAYS_NOTHING = re.compile(
    r"\(\s*:(objects|init|goal|constraints|predicates|functions|types|constants)"
    r"\s*(\(\s*(and)?\s*\)\s*)?\)|\(\s*:requirements\s+:strips\s*\)",
    re.IGNORECASE,
)
DOMAIN = (
    "(define (domain d) (:predicates (p) (q)) {} (:action a :parameters (?x ?y) {} :effect (p)))"
)


@pytest.mark.slow
@pytest.mark.parametrize("corpus", [*CORPORA, pytest.param(BROKEN, id="broken")])
def test_without_one_section_nothing_is_the_same(corpus: Path) -> None:
    for path, text in corpus_texts(corpus, max_bytes=MOST):
        file = FileSnapshot.of(text, path)
        for section, without in _without_each(file):
            if not SAYS_NOTHING.fullmatch(section):
                assert not _said(file, without).startswith("same"), (path, section)
                assert not _said(without, file).startswith("same"), (path, section)


@pytest.mark.parametrize(
    ("section", "slot"),
    [
        ("(:task t :parameters (?x))", ""),
        ("(:method m :parameters () :task (t) :ordering (and (< a b)))", ""),
        ("(:surprise (p))", ""),
        ("(:length (:serial 3))", ""),
        ("(:goal (p))", ""),
        ("", ":observe (p)"),
        ("", ":agent ?x"),
        ("", ":vars (?z - object)"),
    ],
)
def test_what_no_model_has_is_compared_as_it_is_written(section: str, slot: str) -> None:
    with_it, without = (FileSnapshot.of(DOMAIN.format(*parts)) for parts in ((section, slot), "  "))
    assert review_domains(with_it, with_it).is_same
    for pair, kind in (((with_it, without), "extra"), ((without, with_it), "missing")):
        review = review_domains(*pair)
        assert review.diff.actions_are_same
        (change,) = review.diff.declarations
        assert change.kind == kind
        assert (change.learned_place or change.reference_place) is not None


def test_a_method_is_the_same_in_other_words_and_no_other() -> None:
    method = "(:method m :parameters (?a ?b) :task (t ?a) :subtasks (and (go ?a ?b)))"
    same = "(:METHOD m :parameters (?x ?y) ; a comment\n :task (t ?x) :subtasks (AND (go ?x ?y)))"
    others = [
        method.replace("(go ?a ?b)", "(go ?b ?a)"),
        method.replace("(t ?a)", "(t ?b)"),
        method + "(:method m :parameters () :task (t c))",
    ]
    texts = (FileSnapshot.of(DOMAIN.format(text, "")) for text in (method, same, *others))
    file, again, *different = texts
    assert review_domains(again, file).is_same
    for other in different:
        (change,) = review_domains(other, file).diff.declarations
        assert (change.what, change.kind, change.name) == ("method", "changed", "m")


def test_an_observation_of_another_parameter_is_another() -> None:
    one, other = (FileSnapshot.of(DOMAIN.format("", f":observe (p {v})")) for v in ("?x", "?y"))
    (change,) = review_domains(one, other).diff.declarations
    assert (change.what, change.name) == ("slots", "a :observe")


def test_task_networks_and_requirements_of_problems_are_compared() -> None:
    text = "(define (problem p) (:domain d) {} (:goal (p)))"
    with_network = FileSnapshot.of(text.format("(:htn :subtasks (and (go a)))"))
    other = FileSnapshot.of(text.format("(:htn :subtasks (and (go b)))"))
    required = FileSnapshot.of(text.format("(:requirements :strips :adl)"))
    plain = FileSnapshot.of(text.format("(:requirements :strips)"))
    assert review_problems(with_network, with_network).is_same
    assert review_problems(plain, FileSnapshot.of(text.format(""))).is_same
    for learned, reference, kind in (
        (with_network, plain, "extra"),
        (plain, with_network, "missing"),
        (with_network, other, "changed"),
    ):
        review = review_problems(learned, reference)
        (change,) = review.diff.sections.changes
        assert change.kind == kind
        assert not review.is_same
        assert review.equivalence.holds is not True
    assert not review_problems(required, plain).is_same
    assert review_problems(required, plain).equivalence.holds is False


def _without_each(file: FileSnapshot) -> Iterator[tuple[str, FileSnapshot]]:
    """Each section of the first definition, and the file without it."""
    for definition in file.definitions[:1]:
        for section in definition.definition.sections:
            root = section.head.root
            first = root.items[0] if type(root) is List and root.items else None
            if type(first) is Atom and first.key in ("domain", "problem"):
                continue  # what the two are called is no difference
            span = file.tree.section_span(section)
            text = file.text[: span.start] + file.text[span.end :]
            yield file.text[span.start : span.end], FileSnapshot.of(text, file.name)


def _said(learned: FileSnapshot, reference: FileSnapshot) -> str:
    review = review_problems if learned.kind == "problem" else review_domains
    return render([brief_line(review(learned, reference))])
