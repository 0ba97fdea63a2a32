"""What a comparison says of the files besides their differences."""

from __future__ import annotations

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.report.domain.review import review_domains
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.registry import render
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText

HEAD = "(define (domain d) (:requirements :adl) (:predicates (p) (q)) "
PLAIN = HEAD + "(:action a :parameters () :precondition (p) :effect (q)))"
BEHIND = PLAIN[:-1] + " {})"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            PLAIN.replace("(p) :e", "(nor (p) (q)) :e"),
            "unknown operator `nor`; write `(not (or …))`",
        ),
        (
            PLAIN.replace(":effect", ":precondition (q) :effect"),
            "duplicate `:precondition`",
        ),
        (BEHIND.format("(:action a :effect (p))"), "duplicate action `a`"),
        (PLAIN.replace("(p) (q))", "(p) (p ?x) (q))"), "duplicate predicate `p`"),
        (PLAIN.replace("(p) (q))", "(p) (q) r s)"), "expected"),
        (PLAIN.replace(":effect", ":surprise (p) :effect"), "unknown keyword `:surprise`"),
        (PLAIN.replace("(q)))", "(r)))"), "undeclared predicate `r`"),
        (PLAIN[:-2], "missing `)`"),
    ],
)
def test_what_recovery_mends_is_never_silently_the_same(text: str, note: str) -> None:
    review = review_domains(FileSnapshot.of(text, "l.pddl"), FileSnapshot.of(text, "r.pddl"))
    assert review.has_errors
    assert note in "\n".join(map(str, review.notes))
    assert "error: l.pddl:1:" in render(review)


@pytest.mark.parametrize(
    ("section", "note"),
    [
        ("(:length (:serial 3))", "`:length` is not analysed"),
        ("(:surprise (p))", "unknown section `:surprise`"),
        ("(:goal (p))", "`:goal` is only allowed in a problem"),
        ("(:init (p))", "`:init` is only allowed in a problem"),
        ("( ; what holds\n:INIT (p))", "`:INIT` is only allowed in a problem"),
        ("(:action b :observe (p))", "`:observe` is not analysed"),
        ("(:action b :agent (a) :effect (p))", "`:agent` is not analysed"),
        ("(:action b :vars (?x) :effect (p))", "types of `:vars` are not compared"),
    ],
)
def test_what_is_not_compared_is_told(section: str, note: str) -> None:
    text = BEHIND.format(section)
    review = review_domains(FileSnapshot.of(text, "l.pddl"), FileSnapshot.of(text, "r.pddl"))
    assert note in "\n".join(map(str, review.notes))


def test_constraints_of_domains_are_compared() -> None:
    texts = [BEHIND.format(f"(:constraints (always ({p})))") for p in "pq"]
    learned, reference, none = (FileSnapshot.of(text) for text in (*texts, PLAIN))
    assert review_domains(learned, learned).is_same
    for one, other, kind in (
        (learned, reference, "changed"),
        (learned, none, "extra"),
        (none, reference, "missing"),
    ):
        (change,) = review_domains(one, other).diff.declarations
        assert (change.what, change.kind, change.name) == ("constraints", kind, "constraints")


def test_a_refusal_is_no_empty_plan() -> None:
    sides = []
    for text in ("I cannot solve this.", "No plan exists, sorry."):
        plan, findings = read_plan(text)
        sides.append(PlanSide("x", SourceText(text), plan, findings))
    review = review_plans(*sides)
    assert review.has_errors
    assert review.lcs.value == 0
