"""A learned domain beside its reference: where differences are shown, and what fixes write."""

from __future__ import annotations

import pytest

from plancore.compare.difference import codes
from plancore.diagnostic import Diagnostic, Severity, apply_edits
from plancore.ide.review.reference_review import ReferenceReview, review
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from support.fixes import fixable, fixes_of

HEAD = """\
(define (domain d)
  (:requirements :strips :typing :negative-preconditions)
  (:types t)
  (:predicates (p ?x - t) (q ?x - t) (r ?x ?y - t))
"""
REFERENCE = (
    HEAD
    + """\
  (:action a
    :parameters (?x ?y - t)
    :precondition (and (p ?x) (not (q ?y)))
    :effect (and (q ?x) (not (p ?x)))))
"""
)


def compared(learned: str, reference: str = REFERENCE) -> ReferenceReview:
    found = review(FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference"))
    assert found is not None
    return found


def shown(found: ReferenceReview) -> list[str]:
    """`code @ what is underlined` for each diagnostic."""
    assert codes().issuperset(d.code for d in found.diagnostics)
    text = found.learned.text
    return [f"{d.code} @ {text[d.span.start : d.span.end]}" for d in found.diagnostics]


def with_action(action: str) -> str:
    return f"{HEAD}{action.replace('@', ':parameters (?u ?v - t)')})\n"


def fixed(found: ReferenceReview, diagnostic: Diagnostic) -> str:
    """The text after the fix of `diagnostic`, which must be as well-formed as before."""
    learned = found.learned.text
    (fix,) = fixes_of(found, diagnostic)
    result = apply_edits(learned, fix.edits)
    assert faults(result) <= faults(learned)
    return result


def faults(text: str) -> set[str]:
    return {each.message for each in check(FileSnapshot.of(text)) if each.severity == 1}


SAME = "  (:action a :parameters (?x ?y - t) :precondition (and (p ?x) (not (q ?y)))"
# How an action may be written; `@` stands for its parameters.
LAYOUTS = {
    "no precondition": "  (:action a\n    @\n    :effect (q ?u))",
    "no slots": "  (:action a @)",
    "empty lists": "  (:action a @ :precondition () :effect ())",
    "empty conjunctions": "(:action a @ :precondition (and) :effect (and))",
    "single atoms": "(:action a @ :precondition (p ?u) :effect (q ?u))",
    "single wrong atoms": "(:action a @ :precondition (q ?u) :effect (p ?v))",
    "swapped names": "(:action a :parameters (?y ?x - t) :precondition (p ?y) :effect (q ?x))",
    "negated": "(:action a @ :precondition (not (p ?u)) :effect (not (q ?u)))",
    "tabs": "\t(:action a\n\t\t@\n\t\t:effect (and\n\t\t\t(q ?u)\n\t\t\t(r ?u ?v)))",
    "comments": """\
  (:action a ; one
    @ ; two
    :precondition (and ; three
      (r ?u ?v) ; four
      (p ?u) ; five
    )
    :effect (and (p ?u) ; six
    )
  )""",
    "upper case": "(:ACTION A @ :PRECONDITION (AND (P ?U)) :EFFECT (R ?U ?V))",
    "nested": "(:action a @ :effect (and (and (q ?u) (r ?u ?u)) (and (p ?v))))",
    "repeated": "(:action a @ :effect (and (p ?v) (p ?v) (q ?u) (p ?v)))",
    "no disjunction": "(:action a @ :precondition (not (or (q ?u) (q ?v))) :effect ())",
    "effect first": "(:action a :effect (q ?u) @)",
}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("action", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_each_fix_makes_its_difference_vanish_and_no_other(action: str, newline: str) -> None:
    text = with_action(action).replace("\n", newline)
    before = compared(text)
    assert before.diagnostics
    for diagnostic in before.diagnostics:
        result = fixed(before, diagnostic)
        assert newline == "\n" or "\n" not in result.replace(newline, "")
        after = compared(result)
        assert sorted(d.message for d in after.diagnostics) == sorted(
            d.message for d in before.diagnostics if d is not diagnostic
        )


@pytest.mark.parametrize("action", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_one_fix_after_another_and_all_at_once_leave_nothing(action: str) -> None:
    text = with_action(action)
    for _ in range(20):
        found = compared(text)
        if not found.diagnostics:
            break
        text = fixed(found, found.diagnostics[0])
    assert compared(text).diagnostics == ()
    at_once = compared(with_action(action)).take_all
    assert at_once is not None
    assert compared(apply_edits(with_action(action), at_once.edits)).diagnostics == ()
    for comment in ("one", "two", "three", "four", "five", "six"):
        assert (f"; {comment}" in text) == (f"; {comment}" in action)


def test_where_differences_are_shown() -> None:
    learned = with_action(
        """\
  (:action a
    :parameters (?u ?v - t)
    :precondition (and (p ?u) (r ?u ?v))
    :effect (and (q ?v)))
  (:action b :parameters ())"""
    )
    found = compared(learned, REFERENCE.replace("(:action a", "(:action c)\n  (:action a"))
    assert shown(found) == [
        "missing-action @ d",
        "missing-precondition @ :precondition",
        "extra-precondition @ (r ?u ?v)",
        "missing-effect @ :effect",
        "changed-effect @ (q ?v)",
        "extra-action @ b",
    ]
    places = {d.code: d.related[0] for d in found.diagnostics if d.related}
    reference = found.reference.text
    assert {each.file for each in places.values()} == {"reference"}
    assert {code: reference[r.span.start : r.span.end] for code, r in places.items()} == {
        "missing-action": "c",
        "missing-precondition": "(not (q ?y))",
        "extra-precondition": ":precondition",
        "missing-effect": "(not (p ?x))",
        "changed-effect": "(q ?x)",
        "extra-action": "d",
    }


def test_a_slot_that_is_absent_is_shown_at_the_name() -> None:
    assert shown(compared(with_action("(:action a :parameters (?u ?v - t))"))) == [
        "missing-effect @ a",
        "missing-effect @ a",
        "missing-precondition @ a",
        "missing-precondition @ a",
    ]


def test_messages_use_the_learned_names() -> None:
    found = compared(with_action("(:action a :parameters (?y ?x - t) :effect (q ?y))"))
    assert sorted(d.message for d in found.diagnostics) == [
        "missing effect `(not (p ?y))`",
        "missing precondition `(not (q ?x))`",
        "missing precondition `(p ?y)`",
    ]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ("(?u - t)", "missing-parameter"),
        ("(?u ?v ?w - t)", "extra-parameter"),
        ("(?u ?v)", "changed-parameter"),
        ("()", "missing-parameter"),
    ],
)
def test_parameters_are_one_difference(parameters: str, code: str) -> None:
    text = with_action(f"(:action a :parameters {parameters} :precondition () :effect ())")
    review = compared(text)
    (found,) = (d for d in review.diagnostics if "parameter" in d.code)
    assert (found.code, text[found.span.start : found.span.end]) == (code, parameters)
    assert compared(fixed(review, found)).diagnostics == ()


def test_what_the_reference_declares_comes_with_the_literal() -> None:
    text = "(define (domain d)\n  (:action a :parameters (?u ?v) :effect (q ?u)))"
    reference = REFERENCE.replace("?x ?y - t", "?x ?y").replace("?x - t", "?x")
    found = compared(text, reference)
    missing = next(d for d in found.diagnostics if "(p ?u)" in d.message)
    assert "(:predicates (p ?x))" in fixed(found, missing)


def test_a_broken_action_has_findings_but_no_fix() -> None:
    text = with_action("  (:action a :parameters (?u ?v - t) :effect (and (q ?u)\n  (:action b)")
    found = compared(text)
    for diagnostic in found.diagnostics:
        if "action" not in diagnostic.code:
            assert fixes_of(found, diagnostic) == ()


def test_take_all_of_one_action() -> None:
    text = with_action(LAYOUTS["comments"] + "\n  (:action b)")
    found = compared(text)
    action = found.diff.action("a")
    assert action is not None
    fix = found.take_action(action)
    assert fix is not None
    after = compared(apply_edits(text, fix.edits))
    assert [d.code for d in after.diagnostics] == ["extra-action"]


def test_the_domain_of_the_same_name_is_the_reference() -> None:
    other = REFERENCE.replace("(domain d)", "(domain e)").replace("(p ?x)", "(q ?x)")
    assert compared(REFERENCE, other + REFERENCE).diagnostics == ()
    assert compared(REFERENCE, other).diagnostics != ()


@pytest.mark.parametrize("text", ["", "(define (problem p))", "no PDDL"])
def test_without_a_domain_there_is_no_review(text: str) -> None:
    assert review(FileSnapshot.of(text), FileSnapshot.of(REFERENCE)) is None
    assert review(FileSnapshot.of(REFERENCE), FileSnapshot.of(text)) is None


def test_declarations_that_no_plan_can_notice_are_no_warnings() -> None:
    learned = """\
(define (domain d)
  (:requirements :strips :adl)
  (:types t u)
  (:predicates (p ?x - u) (q ?x - t) (s))
  (:action a :parameters (?x ?y - t) :precondition (and (p ?x) (not (q ?y)))
    :effect (and (q ?x) (not (p ?x)))))
"""
    found = compared(learned)
    assert shown(found) == [
        *["changed-requirements @ :requirements"] * 5,
        "extra-type @ u",
        "missing-predicate @ :predicates",
        "changed-predicate @ (p ?x - u)",
        "extra-predicate @ (s)",
    ]
    assert [each.severity for each in found.diagnostics] == [
        *[Severity.HINT] * 5,
        Severity.INFORMATION,
        Severity.WARNING,
        Severity.WARNING,
        Severity.INFORMATION,
    ]
    for diagnostic in found.diagnostics:
        if diagnostic.code == "extra-type":
            assert fixes_of(found, diagnostic) == ()  # the predicate needs it
            continue
        (fix,) = fixes_of(found, diagnostic)
        left = compared(apply_edits(learned, fix.edits)).diagnostics
        assert len(left) < len(found.diagnostics)
    assert found.take_all is not None
    assert compared(apply_edits(learned, found.take_all.edits)).diagnostics == ()


@pytest.mark.parametrize(
    ("types", "constants", "predicates", "functions", "used"),
    [
        ("t u", "k - t", "(p ?x)", "(f)", ":parameters (?x - u)"),
        ("t", "k c - t", "(p ?x)", "(f)", ":precondition (p c)"),
        ("t", "k - t", "(p ?x)", "(f) (g)", ":precondition (> (g) 1)"),
        ("t", "k - t", "(p ?x) (s)", "(f)", ":precondition (or (s) (s))"),
        ("t", "k - t", "(p ?x ?y)", "(f)", ":effect (p k k)"),
    ],
)
def test_what_is_used_stays_declared_until_its_uses_are_gone(
    types: str, constants: str, predicates: str, functions: str, used: str
) -> None:
    text = "(define (domain d) (:types {}) (:constants {}) (:predicates {}) (:functions {}) {})"
    learned = text.format(types, constants, predicates, functions, f"(:action a {used})")
    reference = text.format("t", "k - t", "(p ?x)", "(f)", "(:action a :parameters (?x - t))")
    found = compared(learned, reference)
    (declaration,) = (d for d in found.differences if d.action is None)
    assert found.fix(declaration) is None


@pytest.mark.parametrize(
    "said",
    ["(z ?x)", "(p ?x ?x)", "(p ?z)", "(p c)", "(> (g) 1)", "(forall (?z - u) (p ?z))"],
)
def test_nothing_is_taken_over_that_the_reference_does_not_declare(said: str) -> None:
    learned = with_action("(:action a :parameters (?x ?y - t))\n (:action b :parameters (?x - t))")
    reference = learned.replace("(?x ?y - t)", f"(?x ?y - t) :precondition (and {said} (q ?x))")
    reference = reference.replace("b :parameters (?x - t)", "b :parameters (?x - t) :effect (q ?x)")
    found = compared(learned, reference)
    assert [d.code for d in fixable(found)] == ["missing-effect"]
    assert found.take_all is not None
    assert said not in apply_edits(learned, found.take_all.edits)


def test_durative_actions() -> None:
    action = (
        "(:durative-action a :parameters (?x - t) :duration (= ?duration 2)"
        " :condition (at start (p ?x)) :effect (at end (q ?x)))"
    )
    reference = f"{HEAD}{action})"
    learned = reference.replace("?duration 2", "?duration 3").replace("at start", "at end")
    found = compared(learned, reference)
    assert shown(found) == [
        "changed-duration @ (= ?duration 3)",
        "changed-precondition @ (at end (p ?x))",
    ]
    for diagnostic in found.diagnostics:
        assert len(compared(fixed(found, diagnostic), reference).diagnostics) == 1
    other = compared(with_action("(:action a :parameters (?x - t))"), reference)
    assert shown(other) == ["changed-action @ a"]
    assert compared(fixed(other, other.diagnostics[0]), reference).diagnostics == ()


DAMAGED = [
    REFERENCE.replace("(not (p ?x)))))", "(not (p ?"),
    REFERENCE.replace("(and (p ?x) (not (q ?y)))", "(nor (p ?x) (q ?y))"),
    REFERENCE.replace("(not (p ?x))", "not (p ?x)"),
    REFERENCE.replace(":parameters (?x ?y - t)", ":parameters (?x ?y - )"),
]


@pytest.mark.parametrize("reference", DAMAGED)
@pytest.mark.parametrize("learned", [HEAD + ")", with_action("(:action a @ :effect (p ?u))")])
def test_nothing_is_taken_over_from_a_damaged_action(learned: str, reference: str) -> None:
    found = compared(learned, reference)
    assert found.diagnostics
    assert fixable(found) == []
    assert found.take_all is None
    assert [found.take_action(action) for action in found.diff.actions] == [None]


def test_what_is_not_damaged_is_still_taken_over() -> None:
    sound = "  (:action b :parameters (?x - t) :effect (p ?x)))\n"
    found = compared(HEAD + ")", DAMAGED[1].rstrip().removesuffix(")") + "\n" + sound)
    take_all = found.take_all
    assert take_all is not None
    assert take_all.title == "Take all from the reference (1 difference)"
    after = apply_edits(found.learned.text, take_all.edits)
    assert "(:action b" in after
    assert "nor" not in after


def test_swapped_parameters_are_one_difference_with_one_fix() -> None:
    text = """(define (domain d) (:predicates (at ?x ?p) (road ?p ?q))
  (:action move :parameters ({}) :precondition (and (at ?a ?from) (road ?from ?to))
    :effect (and (at ?a ?to) (not (at ?a ?from)))))
"""
    learned, reference = text.format("?a ?to ?from"), text.format("?a ?from ?to")
    found = compared(learned, reference)
    (diagnostic,) = found.diagnostics
    assert diagnostic.message.startswith("parameters swapped: (?a ?to ?from)")
    (fix,) = fixes_of(found, diagnostic)
    assert apply_edits(learned, fix.edits) == reference
    assert found.take_all is not None
    assert apply_edits(learned, found.take_all.edits) == reference


@pytest.mark.parametrize(
    "section", ["(:type t u)", "(:requirement :typing :strips)", "(:function (f))"]
)
def test_a_section_with_a_misspelt_keyword_is_replaced(section: str) -> None:
    """Found by the long run of random fixes: a second one was put beside it."""
    learned = f"(define (domain d) {section} (:predicates (p)))"
    reference = "(define (domain d) (:requirements :typing) (:types u) (:predicates (p)))"
    found = compared(learned, reference)
    assert found.take_all is not None
    assert compared(apply_edits(learned, found.take_all.edits), reference).diagnostics == ()


@pytest.mark.parametrize("twice", ["(q ?x) (q ?x)", "(p ?x ?y) (q ?x) (p ?x ?y)"])
def test_a_predicate_that_is_declared_twice_goes_in_full(twice: str) -> None:
    """Found by the long run of random fixes: one of the two stayed."""
    learned = f"(define (domain d) (:predicates {twice}))"
    reference = "(define (domain d) (:predicates (p ?x)))"
    found = compared(learned, reference)
    assert found.take_all is not None
    taken = apply_edits(learned, found.take_all.edits)
    assert taken.count("(p ?x)") == 1
    assert compared(taken, reference).diagnostics == ()


def test_an_action_that_repeats_a_parameter_is_taken_whole() -> None:
    """Found by the long run of random fixes: edits of its parts left the differences."""
    learned = with_action("(:action a :parameters (?u ?u - t) :precondition (p ?u) :effect (q ?u))")
    found = compared(learned)
    assert fixable(found) == []
    (action,) = found.diff.actions
    whole = found.take_action(action)
    assert whole is not None
    assert compared(apply_edits(learned, whole.edits)).diagnostics == ()
