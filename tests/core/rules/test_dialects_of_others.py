"""What is known of contingent problems, hierarchical domains and annotated models."""

from __future__ import annotations

import pytest

from plancore.diagnostic import Severity, apply_edits
from plancore.workspace import Workspace, diagnostics
from support.findings import errors, findings

DOMAIN = """(define (domain hall) (:requirements :typing :contingent) (:types spot)
  (:predicates (in ?s - spot) (door ?s - spot)))"""


def told(text: str, *others: str) -> list[tuple[str, str]]:
    """The codes, and the words, that are reported of a text."""
    workspace = Workspace()
    for number, other in enumerate(others):
        workspace.set_text(f"/w/{number}.pddl", other)
    file = workspace.set_text("/w/x.pddl", text)
    return [
        (found.code, text[slice(*found.span)])
        for found in diagnostics(workspace.snapshot, file.name)
    ]


def test_invariants_and_hidden_facts_of_contingent_problems() -> None:
    problem = """(define (problem q) (:domain hall) (:objects a b - spot)
      (:init (in a) (invariant (door a) (door b)) (invariant (not (door a)) (not (door b))))
      (:hidden (door a)) (:goal (in b)))"""
    assert told(problem, DOMAIN) == [("not-analysed", ":hidden")]
    wrong = problem.replace("(invariant (door a)", "(invariant (dor a)")
    assert ("undeclared-predicate", "dor") in told(wrong, DOMAIN)


METHOD = """(define (domain courier) (:requirements :typing {requirement} :equality)
  (:types van bike - vehicle vehicle place) (:predicates (at ?v - vehicle ?p - place))
  (:task bring :parameters (?v - vehicle ?p - place))
  (:method by :parameters (?v - vehicle ?p - place) :task (bring ?v ?p)
    :ordered-subtasks (drive ?v ?p) :constraints {constraint})
  (:action drive :parameters (?v - vehicle ?p - place) :precondition (not (at ?v ?p))
    :effect (at ?v ?p)))"""


@pytest.mark.parametrize(
    "constraint",
    [
        "(sortof ?v - van)",
        "(not (sortof ?v - van))",
        "(and (sortof ?v - van) (not (sortof ?v - bike)) (not (= ?v ?v)))",
    ],
)
def test_constraints_on_types(constraint: str) -> None:
    text = METHOD.format(requirement=":hierarchy :negative-preconditions", constraint=constraint)
    assert told(text) == []
    wrong = text.replace("sortof ?v - van", "sortof ?w - lorry")
    assert {("undeclared-type", "lorry"), ("undeclared-variable", "?w")} <= {*told(wrong)}


def test_the_spelling_of_a_planner() -> None:
    text = METHOD.format(requirement=":hierachie :negative-preconditions", constraint="()")
    assert told(text) == []


def test_what_is_possible_is_checked() -> None:
    action = """(define (domain d) (:predicates (p ?x) (q ?x)) (:action a :parameters (?x ?y)
      :precondition (p ?x) :poss-precondition (q ?y) :effect (not (p ?x))
      :poss-effect (and (q ?x) {}(r ?y))))"""
    kinds = told(action.format(";").replace(";(r ?y)", ""))
    assert kinds == [("not-analysed", ":poss-precondition"), ("not-analysed", ":poss-effect")]
    assert ("undeclared-predicate", "r") in told(action.format(""))


def test_assignments_at_a_time_as_unified_planning_writes_them() -> None:
    domain = "(define (domain d) (:requirements :timed-initial-effects) (:functions (level)))"
    problem = "(define (problem q) (:domain d) (:init (= (level) 0) (at 5 (assign (level) 1))))"
    assert told(problem, domain) == [("missing-goal", "q")]
    wrong = problem.replace("(assign (level)", "(assign (lvl)")
    assert ("undeclared-function", "lvl") in told(wrong, domain)


MULTI_AGENT = """(define (domain yard) (:requirements :typing :multi-agent) (:types robot room)
  (:predicates (in ?r - robot ?x - room) (:private ?a - robot (key ?a)))
  (:action go {agent} :parameters (?to - room) :precondition (key ?a) :effect (in ?a ?to)))"""
AGENTS = """(define (problem q) (:domain yard)
  (:objects hall - room (:private ann ann - robot) (:private bob key1 - robot))
  (:init (key ann)) (:goal (in ann hall)))"""


def test_agents_as_codmap_writes_them() -> None:
    domain = MULTI_AGENT.format(agent=":agent ?a - robot")
    assert told(domain) == []
    assert [
        code for code, _ in told(AGENTS.replace(" (:private bob key1 - robot)", ""), domain)
    ] == []
    wrong = MULTI_AGENT.format(agent=":agent (?a - robot)")
    assert told(wrong) == [("malformed-typed-list", "(?a - robot)")]


def test_parameters_that_are_agents_as_well() -> None:
    domain = MULTI_AGENT.format(agent=":agent ?a - robot")
    for repeated, rest in (
        ("?a - robot ?to - room", "?to - room"),
        ("?to - room ?a - robot", "?to - room"),
        ("?to - room ?a", "?to - room"),
    ):
        text = domain.replace(":parameters (?to - room)", f":parameters ({repeated})")
        (found,) = findings(text)
        assert (found.code, found.message, found.severity) == (
            "duplicate-parameter",
            "duplicate parameter `?a`; `:agent` declares it",
            Severity.WARNING,
        )
        assert found.span.start == text.rindex("?a", 0, text.index(":precondition"))
        (fix,) = found.fixes
        assert apply_edits(text, fix.edits) == text.replace(repeated, rest)
    # The type of one may be the narrower one.
    text = domain.replace("(?to - room)", "(?a - van ?to - room)")
    text = text.replace("(:types robot", "(:types van - robot robot")
    (found,) = findings(text)
    assert not found.fixes
    twice = domain.replace("(?to - room)", "(?to ?to - room)")
    (found,) = errors(twice)
    assert found.message == "duplicate parameter `?to`"


def test_timeless_facts_make_goals_true() -> None:
    domain = """(define (domain map) (:predicates (road ?x ?y) (at ?x)) (:constants a b)
      (:timeless (road a b)) (:action go :parameters (?x ?y)
        :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""
    assert told(domain) == []
    assert told("(define (problem q) (:domain map) (:init (at a)) (:goal (at b)))", domain) == []


@pytest.mark.parametrize("head", ["(and (p ?x) (q ?x))", "(not (p ?x))", "(p (q ?x))"])
def test_heads_of_derived_predicates_are_atoms(head: str) -> None:
    text = "(define (domain d) (:predicates (p ?x) (q ?x)) (:derived {} (q ?x)))"
    assert ("malformed-section", head[1:].split(" ")[0]) in told(text.format(head))


def test_functions_of_a_dialect_may_be_true() -> None:
    text = """(define (domain grid) (:requirements :fluents :adl :arrays)
      (:functions (walls) - bit-matrix) (:predicates (seen ?x))
      (:action up :precondition (= (get-index walls 1) false) :effect (seen ?x)))"""
    assert not [
        code for code, _ in told(text) if code in ("malformed-formula", "formula-as-argument")
    ]


def test_tasks_of_hybrid_domains_have_effects() -> None:
    text = """(define (domain hybrid) (:requirements :hierarchy) (:predicates (p ?x))
      (:task make :parameters (?x) :effect (p ?x))
      (:method m :parameters (?x) :task (make ?x) :subtasks (paint ?x))
      (:action paint :parameters (?x) :precondition (p ?x) :effect (p ?x)))"""
    assert told(text) == []


def test_constraints_side_by_side_are_one_finding_and_all_are_read() -> None:
    domain = "(define (domain d) (:requirements :strips :constraints) (:predicates (p) (q)))"
    text = (
        "(define (problem e) (:domain d) (:init (p))\n"
        "  (:constraints (always (p)) (sometime (r)))\n  (:goal (q)))"
    )
    messages = {found.message for found in findings(text, domain)}
    assert "expected one constraint; write `(and …)` for several" in messages
    assert "undeclared predicate `r`" in messages


def test_a_parameter_that_is_only_observed_is_used() -> None:
    text = (
        "(define (domain d) (:requirements :strips :contingent) (:predicates (safe ?d))\n"
        "  (:action look :parameters (?d) :observe (safe ?d)))"
    )
    assert "unused-parameter" not in {found.code for found in findings(text)}


@pytest.mark.parametrize("word", ["one-of", "xor"])
def test_one_of_several_facts_under_another_operator(word: str) -> None:
    domain = "(define (domain d) (:requirements :strips :contingent) (:predicates (p) (q)))"
    text = f"(define (problem e) (:domain d) (:init ({word} (p) (q))) (:goal (p)))"
    (found,) = [each for each in findings(text, domain) if each.severity <= Severity.WARNING]
    assert found.message == f"unknown operator `{word}`; did you mean `oneof`?"
    fixed = apply_edits(text, found.fixes[0].edits)
    assert fixed == text.replace(word, "oneof")


def test_a_process_that_assigns_is_an_error() -> None:
    text = (
        "(define (domain d) (:requirements :time :numeric-fluents) (:functions (x))\n"
        "  (:process p :effect (assign (x) (* #t 2))))"
    )
    assert "`assign` in a process; write `(increase … (* #t …))`" in {
        found.message for found in findings(text)
    }


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("sometimes", "sometime"), ("eventually", "sometime"), ("at-most-one", "at-most-once")],
)
def test_constraints_under_other_names_are_not_only_removed(wrong: str, right: str) -> None:
    domain = "(define (domain d) (:requirements :strips :constraints) (:predicates (p)))"
    text = f"(define (problem e) (:domain d) (:init) (:constraints ({wrong} (p))) (:goal (p)))"
    (found,) = [each for each in findings(text, domain) if each.code == "unknown-operator"]
    assert apply_edits(text, found.fixes[0].edits) == text.replace(wrong, right)
