"""What is offered at a cursor, in this order."""

from __future__ import annotations

import pytest

from plancore.ide.completion.complete import complete
from plancore.workspace import Workspace
from support.cursor import MARK, at_cursor
from support.ferry import DOMAIN, DURATIVE, PROBLEM

TASKS = """\
(define (domain errands)
  (:requirements :typing :hierarchy)
  (:types shop)
  (:predicates (open ?s - shop))
  (:task visit :parameters (?s - shop))
  (:method go
    :parameters (?s - shop)
    :task (visit ?s)
    :ordered-subtasks (and (walk ?s)))
  (:action walk :parameters (?s - shop) :precondition (open ?s)))
"""


def labels(text: str, **others: str) -> str:
    """The labels at the mark, parted by blanks, underscores for their own."""
    project, file, offset = at_cursor(text, **others)
    return " ".join(item.label.replace(" ", "_") for item in complete(project, file, offset).items)


def in_domain(old: str, new: str, text: str = DOMAIN) -> str:
    assert text.count(old) == 1, old
    return labels(text.replace(old, new))


def in_problem(old: str, new: str) -> str:
    assert PROBLEM.count(old) == 1, old
    return labels(PROBLEM.replace(old, new), **{"domain.pddl": DOMAIN})


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # Arguments
        ("(at ?c ?p) (not (full)", "(at $0 ?p) (not (full)", "?c"),
        ("(at ?c ?p) (not (full)", "(at ?c $0) (not (full)", "?p main"),
        ("(at ?c ?p) (not (full)", "(at ?c ?$0) (not (full)", "?p"),
        ("(at ?c ?p) (not (full)", "(at ?c ?p $0) (not (full)", ""),
        ("(at ?c ?p) (not (full)", "(at $0?c ?p) (not (full)", ""),
        ("(exists (?q - port) (at ?c ?q))", "(exists (?q - port) (at ?c $0))", "?p ?q main"),
        ("(increase (fuel ?p) 1)", "(increase (fuel $0) 1)", "?p main"),
        # Heads
        ("(at ?c main)", "($0)", "at aboard full not_(at) not_(aboard) not_(full) and when"),
        ("(at ?c main)", "(a$0 ?c main)", "at"),
        ("(at ?c main)", "($0 ?c)", "aboard"),
        ("(at ?c main)", "(no$0)", "not_(at) not_(aboard) not_(full)"),
        ("(not (full)))\n    :effect", "(not ($0)))\n    :effect", "at aboard full and not"),
        ("(not (full)) (inc", "(not ($0)) (inc", "at aboard full"),
        ("(fuel ?p) 1)", "$0 1)", "fuel"),
        ("(fuel ?p) 1)", "(fuel ?p) ($0))", "fuel + - * /"),
        # Types
        ("(aboard ?c - car)", "(aboard ?c - $0)", "car vehicle object"),
        ("?c - car ?p - port)\n    :precondition (and (aboard", "?c - $0 ?p - port)\n"
         "    :precondition (and (aboard", "car vehicle object"),
        ("?c - car ?p - port)\n    :precondition (and (aboard", "?c -$0 ?p - port)\n"
         "    :precondition (and (aboard", "car vehicle object"),
        ("car - vehicle", "car - v$0", "vehicle"),
        ("car - vehicle vehicle port", "car - $0 vehicle - object port",
         "port vehicle object"),
        ("car - vehicle", "car - $0", "port vehicle object"),
        ("(?q - port)", "(?q - $0)", "port object"),
        (") - number", ") - $0", "number"),
        # Words
        (":existential-preconditions)", ":exi$0)", ":existential-preconditions"),
        (":effect (and (aboard", "$0 (and (aboard", ":effect"),
        ("(:functions (fuel ?p - port) - number)", "(:f$0)", ":functions"),
        # Nothing
        ("Drive it on.", "Drive $0", ""),
        ("(:action board", "(:action $0", ""),
        ("(:predicates", "(:predicates ($0)", ""),
        (":parameters (?c - car ?p - port)\n    :precondition (and (at",
         ":parameters (?$0)\n    :precondition (and (at", ""),
        (":effect (and (aboard", "($0) :effect (and (aboard", ""),
        ("(aboard ?c - car)", "(aboard ?c - ((full $0)))", ""),
    ],
)  # fmt: skip
def test_a_domain(old: str, new: str, expected: str) -> None:
    offered = in_domain(old, new)
    assert offered[: len(expected)] == expected
    assert bool(offered) == bool(expected)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(aboard ?c - car)", "(aboard ?c - ($0))", "either car"),
        ("(aboard ?c - car)", "(aboard ?c - (ei$0))", "either car"),
        ("car - vehicle vehicle", "car - ($0) vehicle", "either vehicle"),
        ("(aboard ?c - car)", "(aboard ?c - ($0 car))", ""),
    ],
)
def test_several_types_as_one(old: str, new: str, expected: str) -> None:
    project, file, offset = at_cursor(DOMAIN.replace(old, new))
    items = complete(project, file, offset).items
    assert " ".join(item.text for item in items) == expected


def test_domains_that_the_problem_may_be_for() -> None:
    """Those that declare most of what it uses come first; next to none is declared by `errands`."""
    other = DOMAIN.replace("(domain ferry)", "(domain barge)")
    text = PROBLEM.replace("(:domain ferry)", "(:domain $0)")
    files = {"far/d.pddl": DOMAIN, "deep/er/barge.pddl": other, "tasks.pddl": TASKS}
    assert labels(text, **files) == "ferry barge"
    files["far/d.pddl"] = DOMAIN.replace("aboard", "on-board")
    assert labels(text, **files) == "barge ferry"
    assert labels("(define (problem p) (:domain $0", **files) == "errands ferry barge"


@pytest.mark.server_behaviour(24)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # The lists that follow belong to others.
        ("(and (at ?c ?p) (not (full)))", "(and (at ?c $0", "?p main"),
        ("(and (at ?c ?p) (not (full)))", "(and (at ?c $0 (not (full)))", "?p main"),
        ("(and (at ?c ?p) (not (full)))", "(and (at ?c ?p) (not ($0", "at aboard full and"),
        ("(and (aboard ?c) (full) (not (at ?c ?p))))", "(and (aboard ?c (no$0",
         "not_(at) not_(aboard) not_(full)"),
        ("(:action board", "(:action board\n  :parameters (?c - $0\n  (:action b", "car vehicle"),
        ("(:predicates", "(:ty$0\n  (:predicates", ""),
        ("car - vehicle vehicle port)", "vehicle port - object\n  car - $0",
         "vehicle port object"),
        ("(fuel ?p - port)", "(oil ?p ()\n  (fuel ?p - $0)", "port object"),
    ],
)  # fmt: skip
def test_a_parenthesis_is_missing(old: str, new: str, expected: str) -> None:
    offered = in_domain(old, new)
    assert offered[: len(expected)] == expected
    assert bool(offered) == bool(expected)


@pytest.mark.server_behaviour(24)
def test_what_is_declared_behind_a_broken_action_is_seen() -> None:
    text = """\
(define (domain d)
  (:action a :parameters (?x)
    :precondition (and (p ?x) (not (q ?x)
    :effect (and ($0
  (:predicates (p ?x) (q ?x)))
"""
    assert labels(text).startswith("p q not_(p) not_(q)")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(at red south)", "(at $0 south)", "red"),
        ("(at red south)", "(at red $0", "main south"),
        ("(at red south)", "($0)", "at aboard full =_(fuel)"),
        ("(aboard red)", "(aboard $0)", "red"),
        ("(aboard red)", "$0", "at aboard full and not"),
        ("red - car", "red - $0", "car"),
        ("(:domain ferry)", "(:domain $0)", "ferry"),
        ("(:domain ferry)", "(:domain ferry)\n  $0", ":requirements :metric"),
        ("(:init", "(:metric $0)\n  (:init", "minimize maximize"),
        (
            "(:goal (aboard red)))",
            "(:goal (aboard red)) (:metric minimize $0))",
            "fuel total-time +",
        ),
    ],
)
def test_a_problem(old: str, new: str, expected: str) -> None:
    assert in_problem(old, new)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(:init (at red south))", "($0\n  (at red south) ((full))"),
        ("(:objects red - car south - port)", "$0 (red - car south - port)"),
    ],
)
def test_no_section_is_offered_where_another_has_lost_its_keyword(old: str, new: str) -> None:
    assert in_problem(old, new) == ""


def test_an_effect_deletes_an_atom() -> None:
    """So `not` is not offered in front of another `not`."""
    assert in_domain("(at ?c main) (not (full))", "(($0 (not (full))) (at ?c main)") == "and"


def test_a_keyword_is_no_name_that_may_be_used() -> None:
    """It is declared where a `)` is missing."""
    declared = ("(fuel ?p - port) - number)", "(fuel ?p - port) (:actions) - number)")
    text = DOMAIN.replace(*declared).replace("(at ?c main)", "$0")
    assert ":actions" not in labels(text)
    assert "(:actions)" not in labels(text.replace("$0", "(increase $0 1)"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(at start (afloat ?b))", "$0", "and forall at_start at_end over_all"),
        ("(at start (afloat ?b))", "(at $0)", "start end"),
        ("(at start (afloat ?b))", "(over $0)", "all"),
        ("(at start (afloat ?b))", "(at start $0)", "afloat and not"),
        ("(at end (afloat ?b))", "$0", "and when forall at_start at_end"),
        ("(draught ?b)", "$0", "depth draught ?duration + - * /"),
        (":condition (and (at start (afloat ?b)))", "$0", ":condition"),
    ],
)
def test_a_durative_action(old: str, new: str, expected: str) -> None:
    assert in_domain(old, new, DURATIVE)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (":task (visit ?s)", ":task ($0)", "visit walk"),
        ("(walk ?s)", "(w$0)", "walk"),
        ("(walk ?s)", "(walk $0)", "?s"),
        ("(walk ?s)", "(first (walk $0))", "?s"),
        ("(walk ?s)", "(first ($0))", "visit walk"),
    ],
)
def test_tasks(old: str, new: str, expected: str) -> None:
    assert in_domain(old, new, TASKS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$0", "define_domain define_problem"),
        ("; a comment\n$0", "define_domain define_problem"),
        (";;!$0", "domain problem reference mapping"),
        (";;!domain: $0", "domain.pddl"),
        (";;!problem: t$0", "two.pddl"),
        (";;!problem: x$0", ""),
    ],
)
def test_the_beginning_of_a_file(text: str, expected: str) -> None:
    assert labels(text, **{"domain.pddl": DOMAIN, "two.pddl": PROBLEM}) == expected


@pytest.mark.parametrize("folders", [("a", "b"), ("b", "a")])
def test_the_skeleton_of_a_problem_names_the_domain_beside_it(folders: tuple[str, str]) -> None:
    workspace = Workspace()
    for name in folders:
        workspace.set_text(f"{name}/domain.pddl", f"(define (domain dom-{name}))")
    file = workspace.set_text("b/p.pddl", "(d")
    items = complete(workspace.snapshot, file, 2).items
    (problem,) = [item for item in items if item.label == "define problem"]
    assert "dom-b" in "".join(map(str, problem.text))


LIBRARY = """\
(define (domain library)
  (:requirements :strips :typing)
  (:types book shelf)
  (:predicates (on ?b - book ?s - shelf) (lent ?b - book) (free ?s - shelf))
  (:action borrow
    :parameters (?b - book)
    :precondition (and $0)
    :effect (lent ?b)))
"""


@pytest.mark.parametrize(
    ("parameters", "typed", "expected"),
    [
        ("(?b - book)", "", "lent on free and not"),
        ("(?b - book ?s - shelf)", "", "on lent free and not"),
        ("()", "", "on lent free and not"),
        ("()", "(o", "on or"),
        ("()", "(l", "lent"),
    ],
)
def test_predicates_are_offered_before_there_are_parameters(
    parameters: str, typed: str, expected: str
) -> None:
    text = LIBRARY.replace("(?b - book)\n    :pre", f"{parameters}\n    :pre")
    assert labels(text.replace("$0", f"{typed}$0")).startswith(expected)


def test_what_no_parameter_fits_has_its_own_name_to_be_replaced() -> None:
    project, file, offset = at_cursor(LIBRARY)
    items = complete(project, file, offset).items
    texts = {item.label: item.text for item in items if item.label in ("on", "lent", "free")}
    assert texts == {"lent": "(lent ?b)", "on": "(on ?b ?s)", "free": "(free ?s)"}
    problem = "(define (problem p) (:domain library) (:objects) (:init $0) (:goal (and)))"
    project, file, offset = at_cursor(problem, **{"domain.pddl": LIBRARY.replace("$0", "")})
    assert [item.text for item in complete(project, file, offset).items][:3] == [
        "(on b s)",
        "(lent b)",
        "(free s)",
    ]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("act", ":action :durative-action"),
        (":act", ":action"),
        ("dur", ":durative-action"),
        ("const", ":constants"),
        ("x act", ""),
    ],
)
def test_a_section_that_begins_without_a_parenthesis(typed: str, expected: str) -> None:
    text = LIBRARY.partition("  (:action")[0] + (typed if MARK in typed else typed + MARK) + "\n)"
    assert labels(text) == expected
    project, file, offset = at_cursor(text)
    for item in complete(project, file, offset).items:
        assert item.text.startswith(f"({item.label} ")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("pro", "define problem"),
        ("dom", "define domain, define problem"),
        ("def", "define domain, define problem"),
    ],
)
def test_a_file_that_begins_without_a_parenthesis(typed: str, expected: str) -> None:
    workspace = Workspace()
    file = workspace.set_text("new.pddl", typed, "pddl")
    items = complete(workspace.snapshot, file, len(typed)).items
    assert ", ".join(item.label for item in items) == expected


@pytest.mark.parametrize(
    ("ordering", "expected"),
    [
        ("(< $0 out)", "in out back"),
        ("(< in $0)", "out back in"),
        ("(and (< in out) (< $0", "in out back"),
        ("($0", "< and"),
        ("(and ($0", "<"),
    ],
)
def test_orderings_take_the_labels_of_subtasks(ordering: str, expected: str) -> None:
    subtasks = ":subtasks (and (in (walk ?s)) (out (walk ?s)) (back (walk ?s)))"
    old = ":ordered-subtasks (and (walk ?s))"
    assert in_domain(old, f"{subtasks} :ordering {ordering}", TASKS) == expected
    assert in_domain(old, f"{subtasks} :order {ordering}", TASKS) == expected


@pytest.mark.parametrize(
    "text", ["(($0", "(define (domain d) (($0", "(define (problem p) (($0) ( "]
)
def test_a_list_that_begins_with_a_list_has_nothing_to_be_completed_by(text: str) -> None:
    labels(text)
