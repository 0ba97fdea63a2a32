"""Times in actions: each part of a durative action has one, and nothing else has."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from support.findings import findings

DOMAIN: Final = """\
(define (domain oven)
  (:requirements :durative-actions :numeric-fluents :continuous-effects :adl
    :duration-inequalities :preferences)
  (:predicates (hot) (done ?x) (open))
  (:functions (heat) (need ?x))
  {}
  (:action open :parameters () :precondition (not (open)) :effect (and (open) (hot))))
"""
ACTION: Final = """(:durative-action bake
    :parameters (?x)
    :duration (= ?duration (need ?x))
    :condition (and (at start (hot)) (over all (not (open))) (forall (?y) (at end (done ?y))))
    :effect (and (at end (done ?x)) (decrease (heat) (* #t 1)) (at start (not (open)))
      (when (at start (hot)) (at end (done ?x)))))"""
RIGHT: Final = DOMAIN.format(ACTION)

MISTAKES: Final = {
    "no time of a condition": (
        "(at start (hot))",
        "(hot)",
        "missing time of the condition: expected `at start`, `over all` or `at end`; "
        "write `(at start …)`",
    ),
    "no time of an effect": (
        "(at end (done ?x)) (decrease",
        "(done ?x) (decrease",
        "missing time of the effect: expected `at start` or `at end`; write `(at end …)`",
    ),
    "no time of a change": (
        "(decrease (heat) (* #t 1))",
        "(decrease (heat) 1)",
        "missing time of the effect: expected `at start` or `at end`; write `(at end …)`",
    ),
    "`:precondition`": (
        ":condition",
        ":precondition",
        "`:precondition` in a durative action; write `:condition`",
    ),
    "no `:duration`": (
        ":duration (= ?duration (need ?x))",
        "",
        "missing `:duration`; write `:duration (= ?duration …)`",
    ),
    "a duration alone": (
        "(= ?duration (need ?x))",
        "5",
        "expected a constraint; write `(= ?duration 5)`",
    ),
    "a function alone": (
        "(= ?duration (need ?x))",
        "(need ?x)",
        "expected a constraint; write `(= ?duration (need ?x))`",
    ),
    "a strict bound": (
        "(= ?duration",
        "(< ?duration",
        "`<` cannot bound a duration; write `<=`",
    ),
    "`or` around times": (
        "(and (at start (hot)) (over all (not (open)))",
        "(and (or (at start (hot)) (at end (open)))",
        "`or` cannot combine times; write `(at start (or …))`",
    ),
    "`not` around a time": (
        "(at start (hot)) (over",
        "(not (at start (hot))) (over",
        "`not` cannot combine times; write `(at start (not …))`",
    ),
    "`over all` in an effect": (
        "(at start (not (open)))",
        "(over all (not (open)))",
        "`over all` is only allowed in a condition; write `(at end …)`",
    ),
    "a time in one word": (
        "(at start (hot))",
        "(at-start (hot))",
        "unknown time `at-start`; write `(at start …)`",
    ),
    "another word for a time": (
        "(at start (hot))",
        "(at begin (hot))",
        "unknown time `at begin`; write `(at start …)`",
    ),
    "`overall`": (
        "(over all (not (open)))",
        "(overall (not (open)))",
        "unknown time `overall`; write `(over all …)`",
    ),
    "`#t` at the end": (
        "(decrease (heat) (* #t 1))",
        "(at end (decrease (heat) (* #t 1)))",
        "`#t` in an effect at one time; write the effect without its time",
    ),
    "a time in an action": (
        ":precondition (not (open))",
        ":precondition (at start (not (open)))",
        "`at start` is only allowed in a `:durative-action`",
    ),
    "`:condition` in an action": (
        ":precondition (not (open))",
        ":condition (not (open))",
        "`:condition` in `:action`; write `:precondition`",
    ),
    "`:duration` in an action": (
        ":precondition (not (open))",
        ":duration (= ?duration 5) :precondition (not (open))",
        "`:duration` is only allowed in a `:durative-action`",
    ),
    "`?duration` in an action": (
        ":precondition (not (open))",
        ":precondition (> ?duration 5)",
        "`?duration` is only allowed in a durative action",
    ),
    "`#t` in an action": (
        ":effect (and (open)",
        ":effect (and (increase (heat) (* #t 1)) (open)",
        "`#t` is only allowed in a durative action, process or event",
    ),
}
UNFIXED: Final = ("`#t`", "`?duration`", "`over all`", "`or`", "`not`", "missing `:duration`")


def told(text: str) -> list[str]:
    return [d.message for d in findings(text) if d.severity is Severity.ERROR]


def test_what_is_right_has_no_finding() -> None:
    assert findings(RIGHT) == ()


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_once_and_its_fix_fixes_it(name: str) -> None:
    old, new, message = MISTAKES[name]
    assert old in RIGHT
    text = RIGHT.replace(old, new, 1)
    assert told(text) == [message]
    (found,) = [d for d in findings(text) if d.severity is Severity.ERROR]
    assert text[found.span.start : found.span.end] in new or name.startswith("no `:d")
    if found.fixes:
        assert told(apply_edits(text, found.fixes[0].edits)) == []
    else:
        assert message.startswith(UNFIXED) or name == "`:duration` in an action"


@given(st.sets(st.sampled_from(sorted(MISTAKES)), max_size=4))
def test_mistakes_in_different_places_are_all_told(names: set[str]) -> None:
    text, made, end = RIGHT, set(), len(RIGHT)
    for old, new, message in sorted(
        (MISTAKES[name] for name in names), key=lambda m: RIGHT.index(m[0]), reverse=True
    ):
        at = RIGHT.index(old)
        if at + len(old) <= end:
            text = text[:at] + new + text[at + len(old) :]
            made.add(message)
            end = at
    assert set(told(text)) == made
