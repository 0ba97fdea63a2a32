"""Findings that other mistakes cause are left out, and only those."""

from __future__ import annotations

from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from plancore.rules.check import check, errors_in
from plancore.snapshot import FileSnapshot, read_definitions
from plancore.source import Span
from support.findings import findings

DOMAIN: Final = """\
(define (domain d)
{predicates}
  (:action a :parameters {parameters}
    :precondition (and {precondition})
    :effect (and (p ?x) {effect})))
"""
CONFLICT: Final = """\
<<<<<<< HEAD
{}
=======
(:predicates (p ?x) (q) (r ?x ?y) (uu ?x) (vv ?x) (ww))
>>>>>>> topic"""
WRITTEN: Final = (
    *("(:predicates (p ?x) (q) (r ?x ?y))", "(:predicates (p ?x); (q) (r ?x ?y))"),
    *("(:predicates (p ?x), (q), (r ?x, ?y))", "(:predicates (p (?x)) (q) (r ?x ?y))"),
)
USED: Final = ("p ?x", "(p ?x)", "p(?x)", "(p (?x))", "(q)", "q", "(r ?x ?x)")
NOWHERE: Final = ("(uu ?x)", "(vv ?x)", "(ww)")


def test_each_name_that_is_left_of_several_is_told() -> None:
    uses = " ".join(["(uu ?x)", "(vv ?x)", "(q)", "(uu ?x)"])
    text = DOMAIN.format(
        predicates=WRITTEN[1], parameters="(?x)", precondition=uses, effect="(r ?x ?x)"
    )
    found = {each.message: len(each.spans) for each in findings(text)}
    told = {message: n for message, n in found.items() if message.startswith("undeclared")}
    assert told == {"undeclared predicate `uu`": 2, "undeclared predicate `vv`": 1}


def test_what_only_the_other_version_declares_is_undeclared_beside_other_mistakes() -> None:
    predicates = CONFLICT.format("(:predicates (p ?x) (q))")
    text = DOMAIN.format(
        predicates=predicates, parameters="(?x)", precondition="p ?x", effect="(ww)"
    )
    told = [(each.code, text[slice(*each.span)]) for each in errors_in(read_definitions(text))]
    assert told == [
        ("merge-conflict", "<<<<<<< HEAD"),
        ("bare-atom", "p"),
        ("undeclared-predicate", "ww"),
    ]


@given(
    st.sampled_from(WRITTEN),
    st.sampled_from(["(?x)", "((?x))", "?x"]),
    st.lists(st.sampled_from(USED + NOWHERE), min_size=1, max_size=5),
    st.lists(st.sampled_from(USED + NOWHERE), max_size=3),
    st.booleans(),
)
def test_a_name_that_is_declared_nowhere_is_told_whatever_else_is_wrong(
    predicates: str, parameters: str, precondition: list[str], effect: list[str], is_unmerged: bool
) -> None:
    text = DOMAIN.format(
        predicates=CONFLICT.format(predicates) if is_unmerged else predicates,
        parameters=parameters,
        precondition=" ".join(precondition),
        effect=" ".join(effect),
    )
    told = errors_in(read_definitions(text)) if is_unmerged else check(FileSnapshot.of(text))
    messages = " ".join(each.message for each in told)
    for use in {*precondition, *effect}.intersection(NOWHERE):
        assert f"`{use[1:3]}`" in messages


@given(
    st.lists(st.tuples(*[st.sampled_from(each) for each in (WRITTEN, USED, NOWHERE)]), min_size=2)
)
def test_edits_give_the_findings_of_a_fresh_check(versions: list[tuple[str, str, str]]) -> None:
    texts = [
        DOMAIN.format(predicates=first, parameters="(?x)", precondition=second, effect=third)
        for first, second, third in versions
    ]
    file = FileSnapshot.of(texts[0])
    for text in texts:
        start = next((at for at in range(len(text)) if file.text[: at + 1] != text[: at + 1]), 0)
        file = file.edited(Span(start, len(file.text)), text[start:])
        assert file.text == text
        assert check(file) == check(FileSnapshot.of(text))


def test_equal_lists_in_two_actions_are_two_mistakes_however_they_are_read() -> None:
    actions = "(:action {} :parameters ((?x) (?y)) :effect (p ?x ?y))"
    domain = f"(define (domain d) (:predicates (p ?x ?y)) {actions} {actions})".format("a", "b")
    found = [each for each in findings(domain) if each.code == "malformed-typed-list"]
    assert [[domain[slice(*at)] for at in each.spans] for each in found] == [["(?x)", "(?y)"]] * 2
