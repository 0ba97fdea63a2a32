"""That looking for errors takes time in proportion to the text, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from plancore.lower.section import SectionModel
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from support.cpu import takes_linear_time


def _each(n: int, item: str) -> str:
    return " ".join(item.replace("#", str(i)) for i in range(n))


def _predicates(n: int) -> str:
    return f"(:predicates {_each(n, '(p# ?x)')}) (:action a :effect (and {_each(n, '(q# ?x)')}))"


def _functions(n: int) -> str:
    effect = _each(n, "(increase (q# ?x) 1)")
    return f"(:functions {_each(n, '(p# ?x)')}) (:action a :effect (and {effect}))"


def _constants(n: int) -> str:
    effect = _each(n, "(p e#)")
    return f"(:constants {_each(n, 'c#')}) (:predicates (p ?x)) (:action a :effect (and {effect}))"


def _types(n: int) -> str:
    return f"(:types {_each(n, 'c#')}) (:predicates {_each(n, '(p# ?x - e#)')})"


@pytest.mark.slow
@pytest.mark.parametrize("sections", [_predicates, _functions, _constants, _types])
def test_names_that_are_not_declared_take_time_in_proportion_to_their_number(
    sections: Callable[[int], str],
) -> None:
    def check_domain(n: int) -> None:
        check(FileSnapshot.of(f"(define (domain d) {sections(n)})", "d.pddl"))

    assert takes_linear_time(check_domain, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("signs", ["[", "{x}", '"a" ', "(on?b)", "\N{EN DASH} ", "x, ", "/* */ "])
def test_signs_that_are_not_pddl_take_time_in_proportion_to_their_number(signs: str) -> None:
    def check_domain(n: int) -> None:
        check(FileSnapshot.of(f"(define (domain d) (:action a :effect {signs * n}))", "d.pddl"))

    assert takes_linear_time(check_domain, 2000)


@pytest.mark.slow
@pytest.mark.parametrize("types", ["a a {}", "{} a a", "{0} {0}"])
def test_parents_without_dashes_take_time_in_proportion_to_the_types(types: str) -> None:
    def check_domain(n: int) -> None:
        text = types.format(_each(n, "t#"))
        check(FileSnapshot.of(f"(define (domain d) (:types {text}))", "d.pddl"))

    assert takes_linear_time(check_domain, 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sections",
    [
        "(:predicates (p ?x)) (:action a :parameters ({x#}) :effect (p x0))",
        "(:predicates (p ?x)) (:constants {?x#}) (:action a :effect (p x0))",
        "(:types t) (:predicates (p ?x)) (:action a :parameters ({(t ?x#)}) :effect (p ?x0))",
        "(:types t) (:predicates {(p# ?x: t)}) (:action a :effect (p0 ?x))",
        "(:predicates (p ?x)) (:action a :parameters (?x) :effect (and {(q# ?x)}))",
        "(:predicates (p ?x), (q)) (:action a :parameters (?x) :effect (and {p(?x),}))",
        "(:predicates (p ?x)) (:action a :parameters (?x) :effect (and {p ?x}))",
    ],
)
def test_mistakes_with_one_fix_for_all_take_time_in_proportion_to_their_number(
    sections: str,
) -> None:
    before, item, after = re.split("[{}]", sections)

    def check_domain(n: int) -> None:
        text = f"{before}{_each(n, item)}{after}"
        check(FileSnapshot.of(f"(define (domain d) {text})", "d.pddl"))

    assert takes_linear_time(check_domain, 500)


def test_a_keystroke_next_to_a_mistake_that_causes_others_lowers_the_edited_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    actions = _each(50, "(:action a# :parameters (?x) :precondition (p ?x) :effect (r ?x ?x))\n")
    mistake = "(:action b :parameters (?x) :precondition p ?x :effect (uu ?x))"
    text = f"(define (domain d)\n(:predicates (p ?x) (r ?x ?y))\n{actions}\n{mistake})"
    lowered: list[str] = []
    read = SectionModel.__init__

    def counted(model: SectionModel, keyword: str) -> None:
        lowered.append(keyword)
        read(model, keyword)

    monkeypatch.setattr(SectionModel, "__init__", counted)
    file = FileSnapshot.of(text, "d.pddl")
    check(file)
    assert len(lowered) > 50
    lowered.clear()
    at = text.index("(p ?x) :effect")
    check(file.edited(Span(at, at), " "))
    # The action as it is, and with the mistake in the other one fixed.
    assert lowered.count(":action") <= 3
