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
    "a duration in parentheses": (
        "(= ?duration (need ?x))",
        "(5)",
        "expected a constraint; write `(= ?duration 5)`",
    ),
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
        "`or` cannot combine different times; write one, as in `(at start (or …))`",
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
        "`#t` is only allowed in a durative action or process",
    ),
    "another variable as duration": (
        "(= ?duration (need",
        "(= ?d (need",
        "expected `?duration`, found `?d`",
    ),
    "a misspelt `?duration`": (
        "(= ?duration (need",
        "(= duration (need",
        "expected `?duration`, found `duration`",
    ),
    "a bound of something else": (
        "(= ?duration (need ?x))",
        "(= (heat) (need ?x))",
        "expected a bound of `?duration`; write `(= ?duration …)`",
    ),
    "a duration without an operator": (
        "(= ?duration (need ?x))",
        "(?duration 5)",
        "expected a constraint; write `(= ?duration 5)`",
    ),
    "a choice of durations": (
        "(= ?duration (need ?x))",
        "(or (= ?duration 1) (= ?duration 2))",
        "`or` cannot bound a duration; write `(= ?duration …)`",
    ),
    "a duration `over all`": (
        "(= ?duration (need ?x))",
        "(over all (<= ?duration 2))",
        "`over` cannot bound a duration; write `(= ?duration …)`",
    ),
    "`:duration` without a value": (
        ":duration (= ?duration (need ?x))",
        ":duration",
        "missing value after `:duration`",
    ),
    "`over` alone": (
        "(over all (not (open)))",
        "(over (not (open)))",
        "unknown time `over`; write `(over all …)`",
    ),
    "`start` alone": (
        "(at start (hot))",
        "(start (hot))",
        "unknown time `start`; write `(at start …)`",
    ),
    "`at` alone": ("(at start (hot))", "(at (hot))", "unknown time `at`; write `(at start …)`"),
    "`during`": (
        "(over all (not (open)))",
        "(during (not (open)))",
        "unknown time `during`; write `(over all …)`",
    ),
    "a number for a time": (
        "(at start (hot))",
        "(at 5 (hot))",
        "unknown time `at 5`; expected `at start`, `over all` or `at end`",
    ),
    "a word at a time": (
        "(at start (hot))",
        "(at start hot)",
        "expected a formula in parentheses, found `hot`",
    ),
    "two formulas at a time": (
        "(at start (hot))",
        "(at start (hot) (hot))",
        "expected one formula after `at start`; write `(and …)` for several",
    ),
    "a time in a time": (
        "(at start (hot))",
        "(at start (over all (hot)))",
        "`over all` inside `at start`; give each part one time",
    ),
    "a time in an effect at another": (
        "(when (at start (hot)) (at end (done ?x)))",
        "(at end (when (at start (hot)) (done ?x)))",
        "`at start` inside `at end`; give each part one time",
    ),
    "`not` around the time of an effect": (
        "(at start (not (open)))",
        "(not (at start (open)))",
        "`not` cannot combine times; write `(at start (not …))`",
    ),
    "`#t` in a condition": (
        "(at start (hot))",
        "(at start (> #t 3))",
        "`#t` is only allowed in the value of a continuous effect",
    ),
    "a change of `?duration`": (
        "(decrease (heat) (* #t 1))",
        "(at end (assign ?duration 3))",
        "expected a function to change, found `?duration`",
    ),
    "`:action` for a durative action": (
        "(:durative-action bake",
        "(:action bake",
        "`:duration` in `:action`; write `:durative-action`",
    ),
}
UNFIXED: Final = (
    *("`#t`", "`?duration`", "`over", "`or`", "`not`", "missing ", "`at start` inside"),
    *("unknown time `at 5`", "expected a bound", "expected a function"),
)


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
    if "`:action` for a durative action" in names:
        # Without its duration nothing tells a durative action from another.
        names -= {"`:duration` without a value", "no `:duration`"}
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(:process p :effect (increase (heat) 1))",
            "`increase` in a process without `#t`; write `(* #t …)`",
        ),
        ("(:process p :effect (hot))", "a process only changes numbers; write an `:event`"),
        (
            "(:process p :precondition (> #t 2) :effect (increase (heat) (* #t 1)))",
            "`#t` is only allowed in the value of a continuous effect",
        ),
        (
            "(:event e :effect (increase (heat) (* #t 1)))",
            "`#t` in an event, which takes no time",
        ),
        (
            "(:event e :effect (at end (hot)))",
            "`at end` is only allowed in a `:durative-action`",
        ),
    ],
)
def test_processes_and_events(text: str, message: str) -> None:
    assert told(DOMAIN.format(text)) == [message]


@pytest.mark.parametrize(
    "condition", ["(at ?x kitchen)", "(over ?x (hot-of ?x))", "(at ?x (place-of ?x))", "(start ?x)"]
)
def test_predicates_that_are_called_like_times(condition: str) -> None:
    text = DOMAIN.replace("(open))", "(open) (at ?x ?y) (over ?x ?y) (start ?x))", 1)
    text = text.replace("(heat)", "(heat) - number (hot-of ?x) - object (place-of ?x) - object", 1)
    text = text.replace("(:functions", "(:constants kitchen) (:functions", 1)
    action = ACTION.replace("(at start (hot))", f"(at start {condition})")
    assert told(text.replace(":preferences", ":preferences :object-fluents").format(action)) == []


@pytest.mark.parametrize("sign", "<>")
def test_a_strict_bound_is_not_a_missing_requirement_too(sign: str) -> None:
    text = RIGHT.replace("    :duration-inequalities :preferences", "    :preferences")
    text = text.replace("(= ?duration (need ?x))", f"({sign} ?duration 5)")
    (found,) = [d for d in findings(text) if d.severity <= Severity.WARNING]
    assert found.message == f"`{sign}` cannot bound a duration; write `{sign}=`"
    fixed = findings(apply_edits(text, found.fixes[0].edits))
    assert [d.code for d in fixed if d.severity <= Severity.WARNING] == ["missing-requirement"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(at start (hot))", "at start (hot)",
         "missing parentheses around a time; write `(at start …)`"),
        ("(at end (done ?x))", "at end (done ?x)",
         "missing parentheses around a time; write `(at end …)`"),
        ("(over all (not (open)))", "over all (not (open))",
         "missing parentheses around a time; write `(over all …)`"),
        ("(at start (hot))", "(at start)", "expected a formula after `at start`"),
        ("(over all (not (open)))", "(over all)", "expected a formula after `over all`"),
        ("(= ?duration (need ?x))", "(?duration = 5)",
         "expected the operator first; write `(= ?duration 5)`"),
        ("(= ?duration (need ?x))", "(?duration <= (need ?x))",
         "expected the operator first; write `(<= ?duration (need ?x))`"),
    ],
)  # fmt: skip
def test_parts_of_times_at_other_places_are_told_once(old: str, new: str, message: str) -> None:
    assert old in RIGHT
    text = RIGHT.replace(old, new, 1)
    assert told(text) == [message]
    (found,) = [d for d in findings(text) if d.severity <= Severity.WARNING]
    for fix in found.fixes:
        assert told(apply_edits(text, fix.edits)) == []


@pytest.mark.parametrize("word", ["?t", "t", "?#t"])
@pytest.mark.parametrize("product", ["(* {} 1)", "(* 1 {})"])
def test_another_name_of_the_time_in_a_continuous_effect(word: str, product: str) -> None:
    text = RIGHT.replace("(* #t 1)", product.format(word))
    assert told(text) == [f"unknown time `{word}`; write `#t`"]
    (found,) = [d for d in findings(text) if d.severity <= Severity.WARNING]
    assert apply_edits(text, found.fixes[0].edits) == RIGHT.replace(
        "(* #t 1)", product.format("#t")
    )


def test_a_parameter_t_is_no_time() -> None:
    text = RIGHT.replace("?x)\n", "?t)\n").replace("?x))", "?t))")
    text = text.replace("(* #t 1)", "(* ?t #t)").replace("done ?t) (open", "done ?x) (open")
    assert not [message for message in told(text) if "unknown time" in message]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("(= 3 ?duration)", "(= ?duration 3)"),
        ("(<= 2 ?duration)", "(>= ?duration 2)"),
        ("(>= (need ?x) ?duration)", "(<= ?duration (need ?x))"),
        ("(< 2 ?duration)", "(>= ?duration 2)"),
        ("(>= 5)", "(>= ?duration 5)"),
        ("= (need ?x)", "(= ?duration (need ?x))"),
        ("<= 5", "(<= ?duration 5)"),
        ("(<= 1 ?duration (need ?x))", "(and (>= ?duration 1) (<= ?duration (need ?x)))"),
        ("(> (need ?x) ?duration)", "(<= ?duration (need ?x))"),
        ("(and (<= 2 ?Duration) (<= ?duration 5))", "(and (>= ?Duration 2) (<= ?duration 5))"),
    ],
)
def test_a_duration_after_its_bound(written: str, meant: str) -> None:
    text = RIGHT.replace("(= ?duration (need ?x))", written)
    (found,) = [d for d in findings(text) if d.severity <= Severity.WARNING]
    assert found.message.startswith("expected `?duration` first; write `(")
    assert apply_edits(text, found.fixes[0].edits) == text.replace(written, meant)


def test_a_duration_after_its_bound_needs_no_numbers() -> None:
    text = RIGHT.replace(":numeric-fluents :continuous-effects", "")
    text = text.replace("(:functions (heat) (need ?x))", "")
    text = text.replace("(decrease (heat) (* #t 1))", "")
    assert told(text.replace("(need ?x)", "3")) == []
    exchanged = text.replace("(= ?duration (need ?x))", "(= 3 ?duration)")
    assert told(exchanged) == ["expected `?duration` first; write `(= ?duration 3)`"]


@pytest.mark.parametrize(
    ("old", "written"),
    [
        ("(at start (hot))", "(at start and (hot) (done ?x))"),
        ("(at start (hot))", "(at start imply (hot) (done ?x))"),
        ("(at start (not (open)))", "(at start and (not (open)) (not (hot)))"),
        ("(decrease (heat) (* #t 1))", "(at end decrease (heat) 1)"),
    ],
)
def test_an_operator_after_a_time_without_its_parentheses(old: str, written: str) -> None:
    text = RIGHT.replace(old, written, 1)
    time, formula = written[1:-1].split(" ", 2)[:2], written[1:-1].split(" ", 2)[2]
    assert told(text) == [f"expected a formula in parentheses; write `({formula})`"]
    (found,) = [d for d in findings(text) if d.severity <= Severity.WARNING]
    right = RIGHT.replace(old, f"({' '.join(time)} ({formula}))", 1)
    assert apply_edits(text, found.fixes[0].edits) == right
