"""What the cursor is on, and what there is to say about it."""

from __future__ import annotations

import pytest

from plancore.ide.information.hover import hover
from support.cursor import at_cursor
from support.ferry import DOMAIN, PROBLEM


def said(text: str, old: str, new: str, **others: str) -> str:
    """The hover where `new` has the cursor, in `text` with `old` replaced by it."""
    assert text.count(old) == 1, old
    project, file, offset = at_cursor(text.replace(old, new), **others)
    found = hover(project, file, offset)
    if found is None:
        return ""
    assert file.text[found.span.start : found.span.end]
    return "\n".join(filter(None, (found.signature, *found.facts, found.comment)))


@pytest.mark.server_behaviour(17)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "(and (at ?c ?p) (not",
            "(and (a$0t ?c ?p) (not",
            "(at ?c - car ?p - port)\npredicate\nrequired by `board`, `leave`\n"
            "made true by `leave`\nmade false by `board`\n"
            "Where a car stands.\nwhen it is not aboard",
        ),
        (
            "(not (full)))\n    :effect",
            "(not ($0full)))\n    :effect",
            "(full)\npredicate\nrequired false by `board`\nmade true by `board`\n"
            "made false by `leave`",
        ),
        ("(at ?c ?p) (not", "(at ?c$0 ?p) (not", "?c - car\nparameter of `board`"),
        ("(at ?c ?q)", "(at ?c $0?q)", "?q - port\nbound by `exists`"),
        ("(aboard ?c - car)", "(aboard ?$0c - car)", "?c - car\nparameter of `aboard`"),
        ("(at ?c main)", "(at ?c main$0)", "main - port\nconstant"),
        (
            "(aboard ?c - car)",
            "(aboard ?c - ca$0r)",
            "car - vehicle\ntype\nsubtype of `vehicle`",
        ),
        (
            "car - vehicle vehicle",
            "car - vehicle ve$0hicle",
            "vehicle - object\ntype\nsupertype of `car`",
        ),
        (
            "(:action board",
            "(:action $0board",
            "(:action board ?c - car ?p - port)\naction\nDrive it on.",
        ),
        (
            "(increase (fuel",
            "(increase (fu$0el",
            "(fuel ?p - port) - number\nfunction\nchanged by `leave`",
        ),
        (":typing", ":ty$0ping", ":typing\ntypes of objects and parameters"),
        ("(domain ferry)", "(domain f$0erry)", "(define (domain ferry) …)\ndomain"),
        (
            "(not (full)) (inc",
            "(not (f$0ool)) (inc",
            "fool\nundeclared predicate\nmade false by `leave`",
        ),
        ("Drive it", "Dri$0ve it", ""),
    ],
)
def test_in_a_domain(old: str, new: str, expected: str) -> None:
    assert said(DOMAIN, old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(aboard red)", "(aboa$0rd red)", "required by `leave`"),
        ("(at red south)", "(at $0red south)", "red - car\nobject"),
        ("red - car", "$0red - car", "red - car\nobject"),
        ("red - car", "red - c$0ar", "car - vehicle\ntype"),
        ("(:domain ferry)", "(:domain ferry$0)", "(define (domain ferry) …)\ndomain"),
        ("(problem two)", "(problem $0two)", "(define (problem two) …)\nproblem"),
    ],
)
def test_in_a_problem(old: str, new: str, expected: str) -> None:
    assert expected in said(PROBLEM, old, new, domain=DOMAIN)


@pytest.mark.server_behaviour(17)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(define (domain d) (:derived (p ?x$0) (q ?x)))", "?x - object\nparameter of `p`"),
        ("(define (domain d) (:method m :parameters (?x$0)))", "?x - object\nparameter of `m`"),
        ("(define (domain d) (:axiom :vars (?x$0) :implies (p ?x)))", "?x - object\nvariable"),
        ("(de$0fine (domain d))", "define\ndefines a domain or a problem (PDDL 1.2)"),
        ("(define (do$0main d))", "domain\nnames the domain (PDDL 1.2)"),
        (
            "(:ty$0pes a)",
            ":types\ndeclares types; the type after `-` is their supertype (PDDL 1.2)",
        ),
        (
            "(:durative-action a :condition (AT st$0art (p)))",
            "at start\nwhen the action starts (PDDL 2.1)",
        ),
        (
            "(:durative-action a :condition (over$0 all (p)))",
            "over all\nduring the action, excluding its start and end (PDDL 2.1)",
        ),
        (
            "(:action a :effect (wh$0en (p) (q)))",
            "when\nthe effect happens only if the condition held before (PDDL 1.2)",
        ),
        ("(define (problem p) (:init (a$0t 5 (p))))", "at\nat a given time (PDDL 2.2)"),
        (
            "(define (problem p) (:init (a$0t a b)))",
            "at\nundeclared predicate\nstated once in this problem",
        ),
        (
            "(:metric mini$0mize (f))",
            "minimize\nprefers plans with a smaller value (PDDL 2.1)",
        ),
        (
            "(:metric maximize (tot$0al-time))",
            "total-time\nfunction\nhow long the plan takes (PDDL 2.1)",
        ),
        ("(:types a - (eit$0her b c))", "either\nof one of these types (PDDL 1.2)"),
    ],
)
def test_of_keywords(text: str, expected: str) -> None:
    assert said(text, text, text) == expected


@pytest.mark.server_behaviour(17)
def test_of_what_a_requirement_includes() -> None:
    text = "(:requirements :flu$0ents)"
    assert said(text, text, text).endswith("includes `:numeric-fluents`, `:object-fluents`")


@pytest.mark.server_behaviour(17)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(aboard red)", "(aboa$0rd red)", ["required once by the goal"]),
        ("(at red south)", "(a$0t red south) (at red main)", ["stated 2 times in this problem"]),
        (
            "(at red south)",
            "(a$0t red south) (not (at red main))",
            ["stated 2 times in this problem"],
        ),
        ("(at red south)", "(= (fu$0el main) 5)", ["stated once in this problem"]),
        ("(aboard red)", "(not (at red ma$0in))", []),
    ],
)
def test_of_how_often_a_problem_mentions_it(old: str, new: str, expected: list[str]) -> None:
    told = said(PROBLEM, old, new, domain=DOMAIN).splitlines()
    assert [
        line for line in told if line.startswith("stated") or line.endswith("by the goal")
    ] == expected


def test_in_a_problem_without_its_domain() -> None:
    told = said(PROBLEM, "(at red south)", "(a$0t red south)")
    assert told == "at\nundeclared predicate\nstated once in this problem"


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (
            "(boa$0rd red south)\n",
            "(board red south)\nstep 1 of 1\naction `(board ?c - car ?p - port)`\n",
        ),
        ("0.000: (board red so$0uth) [1]\n", "south - port"),
        ("$0(board red south)\n", "(board red south)\nstep 1 of 1\n"),
        ("0.0$000: (board red south) [1]\n", "(board red south)\nstep 1 of 1\n"),
    ],
)
def test_in_a_plan(plan: str, expected: str) -> None:
    others = {"domain": DOMAIN, "problem": PROBLEM}
    assert expected in said(plan.replace("$0", ""), plan.replace("$0", ""), plan, **others)


@pytest.mark.parametrize("text", ["$0", "($0", "; $0", "(define (domain d) (:strange$0", "(p)$0"])
def test_where_nothing_is(text: str) -> None:
    project, file, offset = at_cursor(text)
    assert hover(project, file, offset) is None


def test_no_name_ends_its_quotation() -> None:
    text = (
        "(define (domain d) (:predicates (p)) (:derived (q) (not (p)))"
        "(:action a`**b**`<http://evil> :precondition ($0p) :effect (p)))"
    )
    shown = said(text, "($0p)", "($0p)")
    assert (
        shown == "(p)\npredicate\nrequired by `a´**b**´<http://evil>`\nrequired false by `q`\n"
        "made true by `a´**b**´<http://evil>`"
    )


def test_a_derived_predicate_says_from_what() -> None:
    text = (
        "(define (domain d) (:predicates (p ?x) (q ?x))"
        "(:derived (q ?x) (and (p ?x) (exists (?y) (not (p ?y)))))"
        "(:action a :parameters (?x) :precondition ($0q ?x) :effect (p ?x)))"
    )
    assert said(text, "($0q", "($0q") == (
        "(q ?x)\npredicate\nrequired by `a`\nderived from `(and (p ?x) (exists (?y) (not (p ?y))))`"
    )
    assert "required by `q`\nrequired false by `q`" in said(
        text, "($0q ?x) :effect (p", "(q ?x) :effect ($0p"
    )
