"""Folds, selections and linked places: in good texts by example, in damaged ones by property."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.ide.navigation.references import linked
from plancore.ide.shape import (
    AnyFold,
    comment_run_at,
    comment_runs,
    folds,
    line_folds,
    outermost,
    selections,
)
from plancore.project import AnySnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from support.cursor import at_cursor
from support.ferry import DOMAIN, PROBLEM
from support.token_damage import mutation

PLAN = "; one\n; two\n0.0: (board red south) [1.5] ; quick\nThen\n2: (leave red main)\n"
TEXTS = (DOMAIN, PROBLEM, f"Look:\n```pddl\n; a\n; b\n{DOMAIN}```\n", PLAN)

ACTION = """\
; What it does
; to whom.
(:action a
  :parameters (?x)
  :precondition (and
    (p ?x)
    ; not
    ; yet
    (not (q
      ?x)))
  :effect (q ?x))
"""


def lines_folded(text: str) -> list[str]:
    """`first line … last line` of each fold."""
    lines = text.splitlines()
    file = snapshot_of(text, "a.plan" if text == PLAN else "a.pddl")
    return [
        f"{lines[fold.first].strip()} … {lines[fold.last].strip()}{' #' * fold.is_comment}"
        for fold in line_folds(file)
    ]


@pytest.mark.server_behaviour(29)
def test_lines_fold() -> None:
    assert lines_folded(ACTION) == [
        "; What it does … ; to whom. #",
        "(:action a … :effect (q ?x))",
        ":precondition (and … ?x)))",
        "; not … ; yet #",
        "(not (q … ?x)))",
    ]
    assert lines_folded(PLAN) == ["; one … ; two #"]
    assert lines_folded(PROBLEM) == ["(define (problem two) … (:goal (aboard red)))"]


@pytest.mark.server_behaviour(29)
def test_a_line_with_more_on_it_stays_visible() -> None:
    text = "(:goal (and\n  (p)\n  (or (q)\n   (r)) (s)\n  (t)))"
    assert lines_folded(text) == ["(:goal (and … (t)))"]


@pytest.mark.parametrize("text", TEXTS)
def test_of_too_many_folds_the_inner_ones_are_left_out(text: str) -> None:
    file = snapshot_of(text, "a.plan" if text == PLAN else "a.pddl")
    assert_outermost(folds(file))
    assert_outermost(line_folds(file))


def assert_outermost(found: Sequence[AnyFold]) -> None:
    for most in range(len(found) + 1):
        kept = outermost(found, most)
        assert len(kept) == most
        assert [fold for fold in found if fold in kept] == kept
        for fold in kept:
            around = [o for o in found if o != fold and _is_around(o.span, fold.span)]
            assert set(around) <= set(kept)
    assert outermost(found, None) == found


def _is_around(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


@pytest.mark.server_behaviour(29)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(define (domain d) (:action a :effect (and (p $0?x))))",
            [
                *("?x", "(p ?x)", "(and (p ?x))", ":effect (and (p ?x))"),
                "(:action a :effect (and (p ?x)))",
                "(define (domain d) (:action a :effect (and (p ?x))))",
            ],
        ),
        ("(:goal (p)) ; wh$0y", ["; why", "(:goal (p)) ; why"]),
        ("; a\n; b$0\n(:goal (p))", ["; b", "; a\n; b", "; a\n; b\n(:goal (p))"]),
        ("(:init (p a) (q $0b))", ["b", "(q b)", "(:init (p a) (q b))"]),
        ("$0", [""]),
    ],
)
def test_a_selection_grows(text: str, expected: list[str]) -> None:
    _, file, offset = at_cursor(text)
    assert [file.text[span.start : span.end] for span in selections(file, offset)] == expected


@pytest.mark.server_behaviour(29)
def test_a_selection_grows_in_a_plan() -> None:
    file = snapshot_of(PLAN, "a.plan")
    chosen = selections(file, PLAN.index("south"))
    assert [file.text[span.start : span.end] for span in chosen] == [
        "south",
        "(board red south)",
        "0.0: (board red south) [1.5]",
        "0.0: (board red south) [1.5] ; quick",
        PLAN,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ACTION.replace("(p ?x)", "(p $0?x)"), 4),
        ("(:action a :parameters (?x $0?y) :effect (and (p ?y) (forall (?y) (p ?y))))", 2),
        ("(:action a :parameters (?x ?y) :effect (and (p ?y) (forall (?y) (p ?y$0))))", 2),
        ("(:action a :parameters (?x) :effect (p $0?X))", 0),
        ("(:action a :effect (p $0?x))", 0),
        ("(:action $0a :parameters (?x) :effect (p ?x))", 0),
    ],
)
def test_a_variable_is_linked_with_its_uses(text: str, expected: int) -> None:
    _, file, offset = at_cursor(text)
    spans = linked(file, offset)
    assert len(spans) == expected
    assert not spans or any(span.contains(offset) for span in spans)


def test_no_word_of_a_torn_list_is_linked() -> None:
    """What stands in a list of variables without being one is bound there as far as it goes."""
    text = DOMAIN.replace("?p - port) ; when", "?p - port ; when").replace("(full))", "1full))", 1)
    file = snapshot_of(text, "a.pddl")
    assert linked(file, text.index("1full") + 1) == ()
    assert linked(file, text.index("aboard ?c") + 1) == ()


@pytest.mark.server_behaviour(29)
@given(st.sampled_from(TEXTS), st.integers(), st.data())
def test_in_any_text_folds_and_selections_nest(text: str, seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    for _ in range(rng.randint(0, 5)):
        span, new = mutation(rng, text)
        text = text[: span.start] + new + text[span.end :]
    file = snapshot_of(text, "a.plan" if "(define" not in text else "a.pddl")
    assert_folds_nest(file)
    for _ in range(5):
        offset = data.draw(st.integers(0, len(text)))
        chosen = selections(file, offset)
        assert chosen[-1] == Span(0, len(text))
        assert all(span.contains(offset) for span in chosen)
        for inner, outer in pairwise(chosen):
            assert outer.start <= inner.start <= inner.end <= outer.end
            assert inner != outer
        for span in linked(file, offset):
            assert text[span.start] == "?"


@given(st.text(st.sampled_from("; a\n\r\t("), max_size=40))
@example(";\r;\r\n")
def test_a_run_of_comments_is_the_same_from_any_place_in_it(text: str) -> None:
    source = SourceText(text)
    runs = [*comment_runs(text)]
    for offset in range(len(text) + 1):
        inside = [run for run in runs if source.line_of(run.start) <= source.line_of(offset)]
        inside = [run for run in inside if offset <= run.end]
        assert comment_run_at(source, offset) == next(iter(inside), None)


def assert_folds_nest(file: AnySnapshot) -> None:
    spans = [fold.span for fold in folds(file)]
    assert_laminar(spans)
    assert all(0 <= span.start < span.end <= len(file.text) for span in spans)
    lines = [Span(fold.first, fold.last) for fold in line_folds(file)]
    assert_laminar([span._replace(end=span.end + 1) for span in lines])
    assert len({span.start for span in lines}) == len(lines)
    assert all(0 <= span.start < span.end < len(file.source.line_starts) for span in lines)


def assert_laminar(spans: list[Span]) -> None:
    """Of any two, one contains the other or they share nothing."""
    around: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        while around and around[-1].end <= span.start:
            around.pop()
        assert not around or span.end <= around[-1].end
        around.append(span)


@given(st.integers())
def test_an_edited_text_folds_as_if_read_afresh(seed: int) -> None:
    rng = random.Random(seed)
    file = FileSnapshot.of(DOMAIN)
    for _ in range(4):
        folds(file)
        file = file.edited(*mutation(rng, file.text))
        assert folds(file) == folds(FileSnapshot.of(file.text))
