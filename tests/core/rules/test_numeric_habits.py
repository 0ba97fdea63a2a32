"""Numbers and times as beginners and language models write them: one finding for each mistake, and
a fix that gives back what is meant."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from support.mistakes import checked, words

DOMAIN: Final = """\
(define (domain plant)
  (:requirements :strips :typing :durative-actions :numeric-fluents :timed-initial-literals)
  (:types tank pump - object)
  (:predicates (linked ?p - pump ?t - tank) (idle ?p - pump) (power))
  (:functions (level ?t - tank) - number (rate ?p - pump) - number (spent) - number)
  (:durative-action fill
    :parameters (?p - pump ?t - tank)
    :duration (= ?duration (rate ?p))
    :condition (and (at start (idle ?p)) (over all (linked ?p ?t)) (at start (power)))
    :effect (and (at start (not (idle ?p))) (at end (idle ?p)) (at end (increase (spent) (rate ?p)))
      (at end (increase (level ?t) 2))))
  (:action drain
    :parameters (?t - tank)
    :precondition (and (> (level ?t) 1) (power))
    :effect (assign (level ?t) 0)))
"""
PROBLEM: Final = """\
(define (problem plant-1)
  (:domain plant)
  (:objects p1 - pump t1 t2 - tank)
  (:init (linked p1 t1) (idle p1) (= (level t1) 0) (= (level t2) 3) (= (rate p1) 4) (= (spent) 0)
    (power))
  (:goal (>= (level t1) 2))
  (:metric minimize (spent)))
"""
INFIX: Final = "expected the operator first; write `{}`"
WORDS: Final = "expected functions in parentheses; write `{}`"

KINDS: Final = [
    *(
        ("(> (level ?t) 1)", new, INFIX.format("(> (level ?t) 1)"))
        for new in ("((level ?t) > 1)", "(level ?t) > 1", "(level ?t > 1)", "level(?t) > 1")
    ),
    *(
        ("(> (level ?t) 1)", new, WORDS.format("(> (level ?t) 1)"))
        for new in ("(> level ?t 1)", "(> level(?t) 1)")
    ),
    *(
        ("(increase (level ?t) 2)", new, INFIX.format("(increase (level ?t) 2)"))
        for new in ("((level ?t) += 2)",)
    ),
    *(
        ("(assign (level ?t) 0)", new, INFIX.format("(assign (level ?t) 0)"))
        for new in ("((level ?t) := 0)", "(level ?t) = 0", "level(?t) := 0", "((level ?t) = 0)")
    ),
    *(
        (right, new, WORDS.format(right))
        for right, new in (
            ("(increase (level ?t) 2)", "(increase level ?t 2)"),
            ("(assign (level ?t) 0)", "(assign level(?t), 0)"),
            ("(= (level t1) 0)", "(= level t1 0)"),
            ("(= (level t1) 0)", "(= level(t1) 0)"),
            (">= (level t1) 2)", "(>= level t1 2)"),
            ("(= ?duration (rate ?p))", "(= ?duration rate(?p))"),
        )
        if right[0] == "("
    ),
    ("(assign (level ?t) 0)", "(= (level ?t) 0)", "`=` compares; write `assign` in an effect"),
    (
        "(assign (level ?t) 0)",
        "(level ?t 0)",
        "`level` is a function, not a predicate; write `(assign (level ?t) 0)`",
    ),
    *(
        ("(= (level t1) 0)", new, INFIX.format("(= (level t1) 0)"))
        for new in (
            "((level t1) = 0)",
            "(level t1 = 0)",
            "(level t1) = 0",
            "level(t1) = 0",
        )
    ),
    *(
        (
            "(= (level t1) 0)",
            f"({word} (level t1) 0)",
            f"`{word}` is not allowed in `:init`; write `(= …)` for a value",
        )
        for word in ("assign", ":=", "==", "set")
    ),
    *(
        (
            "(level ?t - tank) - number",
            f"(level ?t - tank) - {of}",
            f"undeclared type `{of}`; functions have the type `number`",
        )
        for of in ("real", "float", "int", "numeric")
    ),
    ("(level ?t - tank) -", "(level ?t - tank):", "expected `-` before a type, found `:`"),
    ("(spent) - number", "(= (spent) 0) - number", "a value belongs in `:init`; write `(spent)`"),
    ("(spent) - number", "(spent 0) - number", "a value belongs in `:init`; write `(spent)`"),
    (":functions", ":fluents", "unknown section `:fluents`; did you mean `:functions`?"),
    (
        "(> (level ?t) 1)",
        "(> (level ?t - tank) 1)",
        "types belong in lists of parameters; write `(level ?t)`",
    ),
    ("(= ?duration (rate ?p))", "(== ?duration (rate ?p))", "unknown operator `==`; write `=`"),
    (
        "(= ?duration (rate ?p))",
        "(= (rate ?p) ?duration)",
        "expected `?duration` first; write `(= ?duration (rate ?p))`",
    ),
    (
        "(= ?duration (rate ?p))",
        "= ?duration (rate ?p)",
        "expected a constraint; write `(= ?duration (rate ?p))`",
    ),
    (
        "(at start (idle ?p))",
        "(at start idle ?p)",
        "expected a formula in parentheses; write `(idle ?p)`",
    ),
    (
        "(at end (increase (level ?t) 2))",
        "(at end increase(level(?t), 2))",
        "expected the name inside the parentheses; write `(increase (level ?t) 2)`",
    ),
    (
        "(at start (not (idle ?p)))",
        "(not (at start (idle ?p)))",
        "`not` cannot combine times; write `(at start (not …))`",
    ),
    (
        "(at end (idle ?p))",
        "(over all (idle ?p))",
        "`over all` is only allowed in a condition; write `(at end …)`",
    ),
    (
        "(> (level ?t) 1)",
        "(> (level ?t), 1)",
        "commas are not part of PDDL; separate names by blanks",
    ),
    *(
        (right, new.replace("|", word), f"PDDL has no `{word}`; write `{right}`")
        for right, new, word in (
            ("(increase (level ?t) 2)", "(increase (level ?t) | 2)", "by"),
            ("(increase (level ?t) 2)", "(increase (level ?t) | 2)", "="),
            ("(increase (level ?t) 2)", "(increase level ?t | 2)", "by"),
            ("(increase (level ?t) 2)", "(increase level(?t) | 2)", "By"),
            ("(assign (level ?t) 0)", "(assign (level ?t) | 0)", "to"),
            ("(assign (level ?t) 0)", "(assign (level ?t) | 0)", ":="),
            ("(> (level ?t) 1)", "(> (level ?t) | 1)", "than"),
            ("(= (level t1) 0)", "(= (level t1) | 0)", "to"),
            ("(>= (level t1) 2)", "(> (level t1) | 2)", "="),
            ("(= (level t1) 0)", "(= level t1 | 0)", "to"),
        )
    ),
    *(
        ("(level ?t) 1", new, "expected one pair of parentheses; write `(level ?t)`")
        for new in ("(level(?t)) 1", "(level (?t)) 1", "(level( ?t )) 1")
    ),
    *(
        (right, new, f"expected the function before its value; write `{right}`")
        for right, new in (
            ("(increase (level ?t) 2)", "(increase 2 (level ?t))"),
            ("(assign (level ?t) 0)", "(assign 0 (level ?t))"),
            ("(= (rate p1) 4)", "(= 4 (rate p1))"),
        )
    ),
    *(
        (right, new, f"expected the operator first; write `{right}`")
        for right, new in (
            ("(> (level ?t) 1)", "(level ?t)>1"),
            ("(>= (level t1) 2)", "((level t1) >=2)"),
            ("(assign (level ?t) 0)", "(level ?t)=0"),
            ("(= (level t1) 0)", "(level t1)=0"),
            ("(= (level t2) 3)", "((level t2)=3)"),
            ("(= (spent) 0)", "(spent) =0"),
        )
    ),
    *(
        (right, new, f"a number has no parentheses; write `{new[-3]}`")
        for right, new in (
            ("(increase (level ?t) 2)", "(increase (level ?t) (2))"),
            ("(> (level ?t) 1)", "(> (level ?t) (1))"),
            ("(= (rate p1) 4)", "(= (rate p1) (4))"),
        )
    ),
    (
        "(level t1) 2",
        "(level (t1)) 2",
        "expected arguments without parentheses; write `t1`",
    ),
    (
        "(:metric minimize (spent))",
        "(:metric (minimize (spent)))",
        "surplus parentheses; write `(:metric minimize (spent))`",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "message"), KINDS)
def test_a_mistake_is_told_once_and_its_fix_writes_what_is_meant(
    right: str, wrong: str, message: str
) -> None:
    made = [text.replace(right, wrong) for text in (DOMAIN, PROBLEM)]
    assert made != [DOMAIN, PROBLEM]
    ((number, found),) = checked(made)
    assert found.message == message
    made[number] = apply_edits(made[number], found.fixes[0].edits)
    assert [words(text) for text in made] == [words(DOMAIN), words(PROBLEM)]


@given(st.permutations(KINDS))
def test_mistakes_are_told_apart(chosen: list[tuple[str, str, str]]) -> None:
    made, expected, used = [DOMAIN, PROBLEM], set(), set()
    for right, wrong, message in chosen:
        if right not in used and any(right in text for text in made):
            made = [text.replace(right, wrong) for text in made]
            expected.add(message)
            used.add(right)
        if len(expected) == 3:
            break
    assert expected <= {found.message for _, found in checked(made)}


@pytest.mark.parametrize(
    ("right", "written"),
    [
        ("(increase (level ?t) 2)", "(increase (level ?t) (1 + 1))"),
        ("(increase (level ?t) 2)", "(increase (level ?t) ((rate ?p) * 2))"),
    ],
)
def test_arithmetic_between_its_operands_is_one_finding(right: str, written: str) -> None:
    made = [text.replace(right, written) for text in (DOMAIN, PROBLEM)]
    ((number, found),) = checked(made)
    assert found.message.startswith("expected the operator first; write ")
    made[number] = apply_edits(made[number], found.fixes[0].edits)
    assert checked(made) == []


@pytest.mark.parametrize(
    "place", ["(> (level ?t) {})", "(assign (level ?t) {})", "(= (level t1) {})"]
)
def test_a_decimal_comma_is_one_finding(place: str) -> None:
    right = place.format("1" if ">" in place else "0")
    made = [text.replace(right, place.format("1,5")) for text in (DOMAIN, PROBLEM)]
    ((number, found),) = checked(made)
    assert found.message == "decimal comma; write `.` in a number"
    made[number] = apply_edits(made[number], found.fixes[0].edits)
    assert place.format("1.5") in made[number]
    assert checked(made) == []


@pytest.mark.parametrize(
    "place", ["(> (level ?t) {})", "(> (level ?t) (* 2 {}))", "(assign (level ?t) {})"]
)
@pytest.mark.parametrize(
    ("written", "readings"),
    [
        ("1,000", ["1000", "1.000"]),
        ("-12,500", ["-12500", "-12.500"]),
        ("1,000,000", ["1000000"]),
        ("1,000.5", ["1000.5"]),
    ],
)
def test_a_separator_of_thousands_is_not_silently_a_decimal_comma(
    place: str, written: str, readings: list[str]
) -> None:
    right = place.format("1" if ">" in place else "0").replace("(* 2 1)", "1")
    text = DOMAIN.replace(right, place.format(written))
    ((_, found),) = checked([text, PROBLEM])
    listed = " or ".join(f"`{reading}`" for reading in readings)
    assert found.message == f"comma in a number; write {listed}"
    assert not any(fix.safe for fix in found.fixes)
    for fix, reading in zip(found.fixes, readings, strict=True):
        assert apply_edits(text, fix.edits) == text.replace(written, reading)


def test_thousands_in_the_initial_state() -> None:
    texts = [DOMAIN, PROBLEM.replace("(level t1) 0", "(level t1) 1,000,000")]
    ((_, found),) = checked(texts)
    assert found.message == "comma in a number; write `1000000`"


def test_three_decimals_after_zero_are_no_thousands() -> None:
    ((_, found),) = checked([DOMAIN, PROBLEM.replace("(level t1) 0", "(level t1) 0,125")])
    assert found.message == "decimal comma; write `.` in a number"


def test_a_comma_after_a_function_without_parentheses_is_one_finding() -> None:
    texts = [DOMAIN.replace("(> (level ?t) 1)", "(> spent 1,5)"), PROBLEM]
    ((_, found),) = checked(texts)
    assert found.message == "decimal comma; write `.` in a number"


def test_a_negative_number_in_parentheses_is_no_function() -> None:
    right, wrong = "(increase (level ?t) -1)", "(increase (level ?t) (* 2 (-1)))"
    texts = [DOMAIN.replace("(increase (level ?t) 2)", wrong), PROBLEM]
    ((_, found),) = checked(texts)
    assert found.message == "a number has no parentheses; write `-1`"
    texts[0] = DOMAIN.replace("(increase (level ?t) 2)", right)
    assert checked(texts) == []


@pytest.mark.parametrize(
    ("wrong", "place", "message"),
    [
        ("(= (level t1 0)", "level t1 0", "missing `)`; write `(= (level t1) 0)`"),
        ("(= (level t1) 0", "0", "missing `)`: `(=` is not closed before the next fact"),
    ],
)
@pytest.mark.parametrize("following", ["(= (level t2) 3) (= (rate p1) 4) (= (spent) 0)", ""])
@pytest.mark.parametrize("last", ["", "(linked p1 t1)\n(idle p1)"])
def test_a_lost_parenthesis_of_a_value_is_one_finding(
    wrong: str, place: str, message: str, following: str, last: str
) -> None:
    start, end = PROBLEM.index("(:init"), PROBLEM.index("(:goal")
    facts = f"{following or '(power)'}\n{last}"
    problem = f"{PROBLEM[:start]}(:init (power)\n{wrong}\n{facts})\n  {PROBLEM[end:]}"
    found = [each for _, each in checked([DOMAIN, problem]) if each.severity <= Severity.ERROR]
    assert [each.message for each in found] == [message]
    (span,) = found[0].spans
    assert problem[span.start : span.end] == place
    for fix in found[0].fixes:
        assert wrong.replace(" 0)", ") 0)") in apply_edits(problem, fix.edits)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("(sum (level t1) (level t2))", "(+ (level t1) (level t2))"),
        ("(Subtract (level t1) 2)", "(- (level t1) 2)"),
        ("(multiply 2 (spent))", "(* 2 (spent))"),
        ("(divide (spent) 2)", "(/ (spent) 2)"),
    ],
)
def test_words_for_arithmetic_have_a_fix(written: str, right: str) -> None:
    metric = "(:metric minimize (+ 1 {}))"
    text = PROBLEM.replace("(:metric minimize (spent))", metric.format(written))
    ((_, found),) = checked([DOMAIN, text])
    word = written[1 : written.index(" ")]
    assert found.message == f"unknown operator `{word}`; write `{right}`"
    assert metric.format(right) in apply_edits(text, found.fixes[0].edits)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("(> (level ?t) (spent) + 1)", "(> (level ?t) (+ (spent) 1))"),
        ("(> (level ?t) * 2 (spent))", "(> (* (level ?t) 2) (spent))"),
        ("(= (level ?t) 2 / 4)", "(= (level ?t) (/ 2 4))"),
        ("(<= 1 (level ?t) 5)", "(and (<= 1 (level ?t)) (<= (level ?t) 5))"),
        ("(> 9 (level ?t) (spent))", "(and (> 9 (level ?t)) (> (level ?t) (spent)))"),
        ("(assign (spent) (spent) - 1)", "(assign (spent) (- (spent) 1))"),
        ("(increase (spent) 2 * (level ?t))", "(increase (spent) (* 2 (level ?t)))"),
    ],
)
def test_operators_between_numbers_without_parentheses(written: str, right: str) -> None:
    is_change = written.startswith(("(assign", "(increase"))
    old = "(assign (level ?t) 0)" if is_change else "(> (level ?t) 1)"
    assert checked([DOMAIN.replace(old, right), PROBLEM]) == []
    made = DOMAIN.replace(old, written)
    ((_, found),) = checked([made, PROBLEM])
    assert found.message.endswith(f"; write `{right}`")
    assert apply_edits(made, found.fixes[0].edits) == DOMAIN.replace(old, right)


@pytest.mark.parametrize(
    "number",
    [
        "(sum (?t - tank) (level ?t))",
        "(sum (?p - pump ?t - tank) (* (rate ?p) (level ?t)))",
        "(total ?t - tank (level ?t))",
        "(sum (level ?t))",
        "(count (?p - pump) (idle ?p))",
        "(count (idle ?p))",
        "(expected-number (?p - pump) (idle ?p))",
    ],
)
@pytest.mark.parametrize("place", ["(:metric minimize {})", "(:goal (> {} 2))"])
def test_a_number_over_objects_is_told_once(place: str, number: str) -> None:
    keyword = place[1 : place.index(" ")]
    start = PROBLEM.index(keyword) - 1
    end = PROBLEM.index("\n", start)
    text = PROBLEM[:start] + place.format(number) + PROBLEM[end:] + ")" * (keyword == ":metric")
    ((_, found),) = checked([DOMAIN, text])
    word = number[1 : number.index(" ")]
    message = f"PDDL has no `{word}` over objects; write a number for each, as in `(+ …)`"
    assert found.message == message


@pytest.mark.parametrize(
    "number",
    ["(abs (- (level ?t) 3))", "(max 2 (level ?t))", "(^ (abs (level ?t)) 2)", "(min 1 2)"],
)
def test_functions_of_numeric_planners_are_no_error(number: str) -> None:
    text = DOMAIN.replace("(> (level ?t) 1)", f"(> {number} 1)")
    assert checked([text, PROBLEM]) == []
    text = DOMAIN.replace("(> (level ?t) 1)", f"(> (abs (- {number} (levle ?t))) 1)")
    ((_, found),) = checked([text, PROBLEM])
    assert found.message == "undeclared function `levle`; did you mean `level`?"
