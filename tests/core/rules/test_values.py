"""Numbers, probabilities and the values of functions, as rules see them."""

from __future__ import annotations

from typing import Final

import pytest

from plancore.diagnostic import Severity, apply_edits
from plancore.lower.numbers import number
from support.findings import findings

LOCKERS = """\
(define (domain d)
  (:requirements :typing {})
  (:types spot truck)
  (:constants home - spot)
  (:functions (spot-of ?t - truck) - spot {})
  (:action go
    :parameters (?t - truck ?s - spot)
    :precondition (and {})
    :effect (assign (spot-of ?t) ?s)))
"""


def missing(text: str) -> list[str]:
    """The requirements that a text is said to lack."""
    found = (finding for finding in findings(text) if finding.code == "missing-requirement")
    return [finding.message.split("`")[1] for finding in found]


@pytest.mark.parametrize(
    "condition",
    ["(= (spot-of ?t) ?s)", "(= ?s (spot-of ?t))", "(= (spot-of ?t) home)"],
)
def test_functions_whose_values_are_objects_ask_for_no_numbers(condition: str) -> None:
    assert missing(LOCKERS.format(":object-fluents", "", condition)) == []
    assert missing(LOCKERS.format("", "", condition)) == [":object-fluents"]


def test_an_object_is_compared_beside_costs() -> None:
    text = LOCKERS.format(
        ":object-fluents :action-costs", "(total-cost) - number", "(= (spot-of ?t) ?s)"
    )
    assert missing(text) == []


def test_numbers_among_objects_ask_for_numbers() -> None:
    text = LOCKERS.format(":object-fluents", "(fuel) - number", "(> (fuel) 1)")
    assert missing(text) == [":numeric-fluents"]


def test_missing_requirements_are_one_mistake() -> None:
    text = LOCKERS.format("", "(fuel) - number", "(not (= ?s home)) (> (fuel) 1)")
    (found,) = (finding for finding in findings(text) if finding.code == "missing-requirement")
    names = "`:object-fluents`, `:numeric-fluents` and `:equality`"
    assert found.message == f"missing requirements {names}"
    assert len(found.spans) == 3
    (fix,) = found.fixes
    assert fix.title == f"Add {names} to the requirements"
    assert not missing(apply_edits(text, fix.edits))


@pytest.mark.parametrize("listed", [":numeric-fluents", ":fluents", ":action-costs", ":strips"])
def test_numeric_fluents_cover_costs(listed: str) -> None:
    """PDDL 3.1 has `:action-costs` allow less of the same."""
    text = (
        f"(define (domain d) (:requirements {listed}) (:functions (total-cost))"
        "(:action a :effect (increase (total-cost) 1)))"
    )
    assert missing(text) == ([":action-costs"] if listed == ":strips" else [])


@pytest.mark.parametrize("word", [".", "+.", "-.", ".e1", "+", "-", "1/2", "1_0", "e1"])
def test_what_is_no_number(word: str) -> None:
    assert number(word) is None


def test_a_constraint_without_its_number_is_told() -> None:
    text = "(define (domain d) (:predicates (p)) (:constraints (and {})))"
    assert [f.code for f in findings(text.format("(within 5 (p))")) if f.severity == 1] == []
    for constraint, message in {
        "(within a (p))": "`within` takes a number and a formula, found 2 parts",
        "(hold-during 1 . (p))": "`hold-during` takes two numbers and a formula, found 3 parts",
        "(within a b)": "`within` takes a number and a formula",
        "(always (p) (p))": "`always` takes a formula, found 2 parts",
    }.items():
        assert message in [f.message for f in findings(text.format(constraint))]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            ":precondition (p) (q) :effect (q)",
            "expected one formula after `:precondition`; write `(and …)` for several",
        ),
        (":parameters (?x) (p)", "expected a keyword such as `:effect`"),
        (
            ":precondition (forall ?x (p))",
            "expected a list of variables; write `(?x)`",
        ),
        (
            ":effect (p)) // later\n (:action b :effect (q)",
            "`//` does not begin a comment; write `;`",
        ),
        (":precondition (xor (p) (q) (p))", "unknown operator `xor`"),
        (":precondition (and (p) (or))", "an empty `or` is never true"),
        (":effect (when (or) (q))", "an empty `or` is never true"),
    ],
)
def test_a_message_says_what_to_write(parts: str, message: str) -> None:
    text = f"(define (domain d) (:predicates (p) (q)) (:action a {parts}))"
    assert message in [finding.message for finding in findings(text)]


def test_a_probability_may_be_a_ratio() -> None:
    text = (
        "(define (domain d) (:requirements :probabilistic-effects) (:predicates (p) (q))"
        "(:action a :effect (probabilistic {} (p) {} (q))))"
    )
    assert [f.code for f in findings(text.format("1/2", "1/2")) if f.severity < 4] == []
    assert [f.code for f in findings(text.format("1/2", "2/3"))] == ["invalid-probability"]
    assert [f.code for f in findings(text.format("1/0", "0.5")) if f.severity == 1]


MOVERS = """\
(define (domain movers)
  (:requirements :typing :object-fluents :equality)
  (:types truck place - object)
  (:functions (location ?t - truck) - place (owner ?t - truck) - object
    (load ?t - truck) - number)
  (:action drive
    :parameters (?t - truck ?to - place)
    :precondition (= (location ?t) {compared})
    :effect (assign (location ?t) {assigned})))
"""


@pytest.mark.parametrize(
    ("compared", "assigned", "wrong"),
    [
        ("?to", "?to", []),
        ("undefined", "undefined", []),
        ("(owner ?t)", "?to", []),  # some owner may be a place
        ("?t", "?to", ["`?t` is `truck`"]),
        ("?to", "?t", ["`?t` is `truck`"]),
        ("?to", "(owner ?t)", ["`(owner ?t)` is `object`"]),
        ("?to", "5", ["`5` is `number`"]),
        ("?to", "(load ?t)", ["`(load ?t)` is `number`"]),
        ("(load ?t)", "?to", ["`(load ?t)` is `number`"]),
    ],
)
def test_values_of_object_fluents_are_of_their_type(
    compared: str, assigned: str, wrong: list[str]
) -> None:
    found = findings(MOVERS.format(compared=compared, assigned=assigned))
    codes = ("type-mismatch", "undeclared-object")
    said = [finding.message.partition(" here, ")[2] for finding in found if finding.code in codes]
    assert said == wrong


def test_numbers_become_no_objects() -> None:
    text = MOVERS.replace("(location ?t) {assigned}", "(load ?t) {assigned}")
    wrong = findings(text.format(compared="?to", assigned="?to"))
    assert [f.message.partition(": ")[2] for f in wrong if f.code == "type-mismatch"] == [
        "`load` expects `number` here, `?to` is `place`"
    ]
    for right in ("5", "(load ?t)", "undefined", "(+ 1 (load ?t))"):
        found = findings(text.format(compared="?to", assigned=right))
        assert not [f for f in found if f.code in ("type-mismatch", "undeclared-object")]


SIZES = """\
(define (domain depot)
  (:requirements :typing :numeric-fluents :object-fluents :negative-preconditions)
  (:types truck place)
  (:constants hq - place)
  (:predicates (full))
  (:functions (load ?t - truck) - number (limit) - number (home ?t - truck) - place)
  (:action a
    :parameters (?t - truck)
    :precondition {}
    :effect (full)))
"""


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">="])
@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("(load ?t)", None),
        ("(limit)", None),
        ("limit", None),
        ("3", None),
        ("hq", "type mismatch: `{}` expects `number` here, `hq` is `place`"),
        ("?t", "type mismatch: `{}` expects `number` here, `?t` is `truck`"),
        ("(home ?t)", "type mismatch: `{}` expects `number` here, `(home ?t)` is `place`"),
        ("full", "`full` is a predicate, not a function"),
        ("(full)", "`full` is a predicate, not a function"),
        ("volume", "undeclared function `volume`"),
        ("lmit", "undeclared function `lmit`; did you mean `limit`?"),
    ],
)
def test_what_is_compared_by_size_is_a_number(sign: str, part: str, message: str | None) -> None:
    wanted = [] if message is None else [message.format(sign)]
    for other in ("(limit)", "7"):
        for sides in (f"{part} {other}", f"{other} {part}"):
            found = findings(SIZES.format(f"({sign} {sides})"))
            assert [each.message for each in found if each.severity <= Severity.WARNING] == wanted


CARRIERS: Final = """\
(define (domain carriers)
  (:requirements :typing :numeric-fluents :durative-actions)
  (:types robot)
  (:constants r1 - robot)
  (:predicates (idle))
  (:functions (fuel ?r - robot) - number (g) - number)
  (:action a
    :parameters (?x - robot)
    :precondition {}
    :effect {}))
"""
NO_NUMBER: Final = "type mismatch: `{}` expects `number` here, `{}` is `robot`"
NO_ARGUMENT: Final = "function `fuel` takes 1 argument, found 0"


@pytest.mark.parametrize(
    ("operand", "message"),
    [
        ("?x", NO_NUMBER.format("{}", "?x")),
        ("r1", NO_NUMBER.format("{}", "r1")),
        ("fuel", NO_ARGUMENT),
        ("zork", "undeclared function `zork`"),
        ("idle", "`idle` is a predicate, not a function"),
        ("g", None),
        ("(fuel ?x)", None),
        ("2", None),
    ],
)
@pytest.mark.parametrize("sign", ["+", "-", "*", "/"])
@pytest.mark.parametrize(
    "place", ["(> {} 0)", "(= (g) {})", "(increase (g) {})", "(assign (g) {})"]
)
def test_operands_of_arithmetic_are_numbers(
    place: str, sign: str, operand: str, message: str | None
) -> None:
    wanted = [] if message is None else [message.format(sign)]
    for operation in (f"({sign} 2 {operand})", f"({sign} (* {operand} 2) 1)"):
        formula = place.format(operation)
        wanted = [message.format("*" if "(*" in operation else sign)] if message else []
        parts = (
            ["(idle)", formula] if "(g) " in place and "(= " not in place else [formula, "(idle)"]
        )
        found = findings(CARRIERS.format(*parts))
        assert [each.message for each in found if each.severity <= Severity.WARNING] == wanted
        if message is not None:
            (each,) = [each for each in found if each.severity <= Severity.WARNING]
            at = CARRIERS.format(*parts)[each.spans[0].start : each.spans[0].end]
            assert at == operand


@pytest.mark.parametrize(
    "parts",
    [
        ("(> fuel 0)", "(idle)"),
        ("(= fuel 0)", "(idle)"),
        ("(idle)", "(increase fuel 1)"),
        ("(idle)", "(increase (g) fuel)"),
    ],
)
def test_a_function_without_its_arguments_has_too_few(parts: tuple[str, str]) -> None:
    found = findings(CARRIERS.format(*parts))
    assert [each.message for each in found if each.severity <= Severity.WARNING] == [NO_ARGUMENT]


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("(* 2 o)", NO_NUMBER.format("*", "o")),
        ("(* 2 fuel)", NO_ARGUMENT),
        ("fuel", NO_ARGUMENT),
        ("(* 2 total-time)", None),
        ("(+ (* 2 (total-time)) (is-violated late) g (fuel o))", None),
    ],
)
def test_operands_of_a_metric_are_numbers(metric: str, message: str | None) -> None:
    problem = (
        "(define (problem p) (:domain carriers) (:requirements :preferences) (:objects o - robot)"
        "(:init (idle) (= (g) 0) (= (fuel o) 1) (= (fuel r1) 1))"
        f"(:goal (preference late (idle))) (:metric minimize {metric}))"
    )
    found = findings(problem, CARRIERS.format("(idle)", "(increase (g) 1)"))
    wanted = [] if message is None else [message]
    assert [each.message for each in found if each.severity <= Severity.WARNING] == wanted


def test_the_duration_and_the_clock_are_numbers() -> None:
    text = CARRIERS.replace(":numeric-fluents", ":numeric-fluents :continuous-effects").replace(
        ":action a", ":durative-action a"
    )
    text = text.replace(":precondition", ":duration (= ?duration (* 2 (fuel ?x))) :condition")
    effects = "(and (at end (increase (g) (* 2 ?duration))) (increase (g) (* #t 2)))"
    found = findings(text.format("(at start (idle))", effects))
    assert [each.message for each in found if each.severity <= Severity.WARNING] == []


@pytest.mark.parametrize(
    ("operation", "call"), [("(* 2 fuel ?x)", "fuel ?x"), ("(+ fuel r1 2)", "fuel r1")]
)
def test_a_function_with_arguments_among_operands_lacks_parentheses(
    operation: str, call: str
) -> None:
    text = CARRIERS.format(f"(> {operation} 1)", "(idle)")
    (found,) = (each for each in findings(text) if each.severity <= Severity.WARNING)
    assert found.message == f"expected functions in parentheses; write `({call})`"
    assert apply_edits(text, found.fixes[0].edits) == text.replace(call, f"({call})", 1)


def test_a_predicate_used_as_a_number_is_one_finding() -> None:
    text = CARRIERS.replace("(g) - number", "").replace("(idle)", "(g) (idle)")
    parts = "(and (> (g) 1) (idle) (= (* 2 (g)) 4))", "(decrease (g) 1)"
    (found,) = (each for each in findings(text.format(*parts)) if each.severity <= Severity.WARNING)
    assert found.message == "`g` is a predicate, not a function; declare it in `:functions`"
    assert len(found.spans) == 3
    parts = "(and (> (g) 1) (g))", "(decrease (g) 1)"
    (found,) = (each for each in findings(text.format(*parts)) if each.severity <= Severity.WARNING)
    assert found.message == "`g` is a predicate, not a function"
