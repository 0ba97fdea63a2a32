"""Every construct nested far deeper than anything that is read in full.

Nothing raises, time grows with the size of the text, and what is too deep to be taken apart is
compared as written: it is never the same as something else, and never a proof. The long tests go
10,000 deep, two of them 100,000; `FUZZ_DEPTH=100000` goes there with all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import process_time
from typing import Final

import pytest

from plancore.bridge.pddl_package import NotExpressibleError, to_pddl
from plancore.compare.domains import compare_domains
from plancore.compare.problems import problem_equivalence
from plancore.correspondence.exact.proof import strong_equivalence
from plancore.ide.formatting.edits import format_edits
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.project import PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.report.canon import canonical_text
from plancore.report.domain.review import review_domains
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.problem.review import review_problems
from plancore.report.registry import render
from plancore.report.review import Review
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.workspace import diagnostics

DOMAIN: Final = """(define (domain d) (:requirements :adl) (:types t {types})
  (:predicates (p) (q ?x - t) (r)) (:functions (f) (g ?x)) {section}
  (:action a :parameters ({parameters}) :precondition {precondition} :effect {effect}))"""
PROBLEM: Final = """(define (problem x) (:domain d) (:objects {objects})
  (:init (p) {init}) (:goal {goal}) {more})"""
DURATIVE: Final = """(:durative-action b :parameters () :duration {duration}
  :condition {condition} :effect {effect})"""
METHOD: Final = "(:task u :parameters ()) (:method m :parameters () :task (u) {})"

DEEPEST: Final = int(os.environ.get("FUZZ_DEPTH", "10000"))
"""What the long tests try: ten times the limit of recursion."""

Inner = tuple[str, str, str]
"""What opens a level, what stands innermost, what closes a level."""


def domain(inner: str = "", **places: str) -> str:
    defaults = {
        "types": "",
        "section": "",
        "parameters": "",
        "precondition": "(p)",
        "effect": "(p)",
    }
    filled = {name: text.replace("@", inner) for name, text in (defaults | places).items()}
    return DOMAIN.format(**filled)


def problem(inner: str = "", **places: str) -> str:
    defaults = {"objects": "o - t", "init": "", "goal": "(p)", "more": ""}
    filled = {name: text.replace("@", inner) for name, text in (defaults | places).items()}
    return PROBLEM.format(**filled)


def durative(**places: str) -> str:
    defaults = {
        "duration": "(= ?duration 1)",
        "condition": "(at start (p))",
        "effect": "(at end (p))",
    }
    return DURATIVE.format(**(defaults | places))


CONDITIONS: Final[dict[str, Inner]] = {
    "and": ("(and ", "(p)", ")"),
    "or": ("(or ", "(p)", ")"),
    "not": ("(not ", "(p)", ")"),
    "imply": ("(imply (r) ", "(p)", ")"),
    "imply left": ("(imply ", "(p)", " (r))"),
    "forall": ("(forall (?x) ", "(p)", ")"),
    "exists": ("(exists (?x - t) ", "(p)", ")"),
    "preference": ("(preference n ", "(p)", ")"),
    "at start": ("(at start ", "(p)", ")"),
    "over all": ("(over all ", "(p)", ")"),
    "no word": ("(", "(p)", ")"),
    "terms": ("(q ", "(g o)", ")"),
    "an unknown word": ("(zork ", "(p)", ")"),
    "always": ("(always ", "(p)", ")"),
    "sometime-after": ("(sometime-after (r) ", "(p)", ")"),
    "within": ("(within 3 ", "(p)", ")"),
    "hold-during": ("(hold-during 1 2 ", "(p)", ")"),
    "comparison": ("(= 1 ", "(f)", ")"),
}
EFFECTS: Final[dict[str, Inner]] = {
    "and": ("(and ", "(p)", ")"),
    "not": ("(not ", "(p)", ")"),
    "when": ("(when (r) ", "(p)", ")"),
    "guard": ("(when ", "(p)", " (r))"),
    "forall": ("(forall (?x) ", "(p)", ")"),
    "oneof": ("(oneof ", "(p)", ")"),
    "probabilistic": ("(probabilistic 0.5 ", "(p)", ")"),
    "at end": ("(at end ", "(p)", ")"),
    "assign": ("(assign (f) ", "(f)", ")"),
    "no word": ("(", "(p)", ")"),
}
SUM: Final = ("(+ 1 ", "(f)", ")")
TERM: Final = ("(g ", "o", ")")
EITHER: Final = ("(either ", "t", ")")

Maker = Callable[[str], str]
OTHERS: Final[dict[str, tuple[Inner, Maker]]] = {
    "a sum in a condition": (SUM, lambda s: domain(s, precondition="(> 1 @)")),
    "a sum in an effect": (SUM, lambda s: domain(s, effect="(increase (f) @)")),
    "a sum in a fact": (SUM, lambda s: problem(s, init="(= (f) @)")),
    "a sum in the metric": (SUM, lambda s: problem(s, more="(:metric minimize @)")),
    "a sum in a duration": (SUM, lambda s: domain(section=durative(duration=f"(= ?duration {s})"))),
    "a term in a condition": (TERM, lambda s: domain(s, precondition="(q @)")),
    "a term that is compared": (TERM, lambda s: domain(s, precondition="(> 1 @)")),
    "a term that is assigned to": (TERM, lambda s: domain(s, effect="(assign @ 1)")),
    "a term in a fact": (TERM, lambda s: problem(s, init="(= @ 1)")),
    "a term in the metric": (TERM, lambda s: problem(s, more="(:metric minimize @)")),
    "the metric": (("(", "minimize", ")"), lambda s: problem(s, more="(:metric @)")),
    "durations": (
        ("(and ", "(= ?duration 1)", ")"),
        lambda s: domain(section=durative(duration=s)),
    ),
    "a continuous effect": (
        ("(* #t ", "(f)", ")"),
        lambda s: domain(section=f"(:process b :parameters () :effect (increase (f) {s}))"),
    ),
    "types of types": (EITHER, lambda s: domain(s, types="a - @")),
    "types of parameters": (EITHER, lambda s: domain(s, parameters="?x - @")),
    "types of constants": (EITHER, lambda s: domain(s, section="(:constants c - @)")),
    "types of predicates": (EITHER, lambda s: domain(s, section="(:predicates (s ?x - @))")),
    "types of functions": (EITHER, lambda s: domain(s, section="(:functions (h) - @)")),
    "types of variables": (EITHER, lambda s: domain(s, precondition="(forall (?x - @) (p))")),
    "types of objects": (EITHER, lambda s: problem(s, objects="o - @")),
    "types": (("(", "t", ")"), lambda s: domain(s, types="@")),
    "parameters": (("(", "?x", ")"), lambda s: domain(s, parameters="@")),
    "variables": (("(", "?x", ")"), lambda s: domain(s, precondition="(forall @ (p))")),
    "objects": (("(", "o", ")"), lambda s: problem(s, objects="@")),
    "requirements": (("(", ":adl", ")"), lambda s: domain(s, section="(:requirements @)")),
    "predicates": (("(s ", "?x", ")"), lambda s: domain(s, section="(:predicates @)")),
    "functions": (("(h ", "?x", ")"), lambda s: domain(s, section="(:functions @)")),
    "the head of an axiom": (("(s ", "?x", ")"), lambda s: domain(s, section="(:derived @ (p))")),
    "an observation": (
        ("(and ", "(p)", ")"),
        lambda s: domain(s, section="(:action b :parameters () :observe @)"),
    ),
    "an unknown slot": (("(and ", "(p)", ")"), lambda s: domain(s, section="(:action b :zork @)")),
    "an unknown section": (("(and ", "(p)", ")"), lambda s: domain(s, section="(:zork @)")),
    "definitions": (("(define ", "(domain d)", ")"), lambda s: s),
    "sections": (("(:action ", "a", ")"), lambda s: f"(define (domain d) {s})"),
    "a task of a method": (("(u ", "?x", ")"), lambda s: domain(section=f"(:method m :task {s})")),
    "subtasks": (("(and ", "(a)", ")"), lambda s: domain(section=METHOD.format(f":subtasks {s}"))),
    "an order of subtasks": (
        ("(and ", "(< x y)", ")"),
        lambda s: domain(section=METHOD.format(f":subtasks (and (x (a)) (y (a))) :ordering {s}")),
    ),
    "constraints of a method": (
        ("(not ", "(= ?x ?y)", ")"),
        lambda s: domain(section=METHOD.format(f":subtasks (a) :constraints {s}")),
    ),
    "tasks of a problem": (
        ("(and ", "(a)", ")"),
        lambda s: problem(s, more="(:htn :parameters () :ordered-subtasks @)"),
    ),
}
CONDITION_PLACES: Final[dict[str, Maker]] = {
    "precondition": lambda s: domain(s, precondition="@"),
    "goal": lambda s: problem(s, goal="@"),
    "axiom": lambda s: domain(s, section="(:derived (r) @)"),
    "constraints of a domain": lambda s: domain(s, section="(:constraints @)"),
    "constraints of a problem": lambda s: problem(s, more="(:constraints @)"),
    "durative condition": lambda s: domain(section=durative(condition=s)),
    "fact": lambda s: problem(s, init="@"),
    "precondition of a method": lambda s: domain(section=METHOD.format(f":precondition {s}")),
}
EFFECT_PLACES: Final[dict[str, Maker]] = {
    "effect": lambda s: domain(s, effect="@"),
    "fact left to chance": lambda s: problem(s, init="@"),
    "durative effect": lambda s: domain(section=durative(effect=s)),
}
PDDL: Final[dict[str, tuple[Inner, Maker]]] = {
    **{
        f"{place}: {name}": (inner, maker)
        for inners, places in ((CONDITIONS, CONDITION_PLACES), (EFFECTS, EFFECT_PLACES))
        for place, maker in places.items()
        for name, inner in inners.items()
    },
    **OTHERS,
}
ONE_PLACE_EACH: Final = [
    name for name in PDDL if name in OTHERS or name.split(":")[0] in ("precondition", "effect")
]
PLANS: Final[dict[str, Inner]] = {
    "parentheses": ("(", "a", ")"),
    "brackets": ("[", "(a)", "]"),
    "braces": ("{", "(a)", "}"),
    "calls": ("f(", "a", ")"),
    "times": ("0: ", "(a)", " [1]"),
    "lists of JSON": ("[", '"(a)"', "]"),
    "objects of JSON": ('{"plan": ', '["(a)"]', "}"),
}


QUICK: Final = {
    *("sections", "the head of an axiom", "a sum in an effect"),
    *("precondition: imply", "precondition: exists", "precondition: sometime-after"),
    *("effect: when", "effect: forall", "effect: probabilistic", "effect: at end"),
}
"""One of each kind: what holds parts, quantifies, has times or chances."""


def how_long(name: str) -> Sequence[pytest.MarkDecorator]:
    if name in QUICK:
        return ()
    return [pytest.mark.slow if name in ONE_PLACE_EACH else pytest.mark.long]


def nested(inner: Inner, depth: int) -> str:
    opening, core, closing = inner
    return opening * depth + core + closing * depth


def pddl(name: str, depth: int) -> str:
    inner, maker = PDDL[name]
    return maker(nested(inner, depth))


def domain_in(text: str) -> Domain:
    found = FileSnapshot.of(text).domain
    assert found is not None
    return found


def problem_in(text: str) -> Problem:
    found = FileSnapshot.of(text).problem
    assert found is not None
    return found


def put_through(text: str, other: str) -> None:
    """Everything that is done with a PDDL file."""
    file, other_file = FileSnapshot.of(text, "a.pddl"), FileSnapshot.of(other, "b.pddl")
    diagnostics(ProjectSnapshot({"a.pddl": file}), "a.pddl")
    format_edits(file)
    canonical_text(text, "a.pddl")
    review: Review
    if file.problem is not None:
        review = review_problems(file, other_file)
        run(domain_in(domain()), file.problem)
        export(file.problem)
    else:
        review = review_domains(file, other_file)
        if file.domain is not None:
            run(file.domain, problem_in(problem()))
            export(file.domain)
    render(review)
    render(review, "json")


def run(domain: Domain, problem: Problem) -> None:
    for plan in ("(a)\n", "0: (b) [1]\n"):
        execute(Task(domain, problem), read_plan(plan)[0])


def export(model: Domain | Problem) -> None:
    with suppress(NotExpressibleError):
        to_pddl(model)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=how_long(name)) for name in PDDL],
)
def test_pddl_beyond_the_limit_of_recursion(name: str) -> None:
    put_through(pddl(name, 1_100), pddl(name, 1_101))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", ONE_PLACE_EACH)
def test_pddl_ten_thousand_deep(name: str) -> None:
    # A hundred thousand take some ten seconds; work that grew with the square of the depth would
    # take hours.
    start = process_time()
    put_through(pddl(name, DEEPEST), pddl(name, 300))
    assert process_time() - start < 100 * DEEPEST / 100_000


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", ["precondition: imply", "effect: when"])
def test_pddl_a_hundred_thousand_deep(name: str) -> None:
    put_through(pddl(name, 100_000), pddl(name, 300))


@pytest.mark.parametrize("depth", [1_100, pytest.param(DEEPEST, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", PLANS)
def test_plans(name: str, depth: int) -> None:
    sides = []
    for text in (nested(PLANS[name], depth), nested(PLANS[name], depth + 1)):
        file = snapshot_of(text, "a.plan")
        assert isinstance(file, PlanSnapshot)
        diagnostics(ProjectSnapshot({"a.plan": file}), "a.plan")
        format_edits(file)
        canonical_text(text, "a.plan")
        sides.append(PlanSide("a.plan", file.source, file.plan, file.findings))
    review = review_plans(*sides)
    render(review)
    render(review, "json")


@pytest.mark.parametrize("depth", [100, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", CONDITIONS)
def test_what_differs_deep_inside_is_not_the_same(name: str, depth: int) -> None:
    opening, core, closing = CONDITIONS[name]
    other = {"(p)": "(s)", "(f)": "(h)", "(g o)": "(h o)"}[core]
    texts = (nested((opening, word, closing), depth) for word in (core, other))
    one, two = (domain_in(domain(text, precondition="@")) for text in texts)
    assert compare_domains(one, one).is_same
    assert not compare_domains(one, two).is_same


def test_what_is_compared_as_written_proves_nothing() -> None:
    texts = (nested(CONDITIONS["and"], depth) for depth in (100, 300))
    for text, proved in zip(texts, (True, None), strict=True):
        model = domain_in(domain(text, precondition="@"))
        goal = problem_in(problem(text, goal="@"))
        assert strong_equivalence(model, model).holds is proved
        assert problem_equivalence(goal, goal).holds is proved


def test_parameters_are_told_apart_at_any_depth() -> None:
    def deep(parameters: str, argument: str) -> Domain:
        text = nested(("(or (r) ", f"(q {argument})", ")"), 300)
        return domain_in(domain(text, parameters=parameters, precondition="@"))

    assert compare_domains(deep("?a ?b", "?a"), deep("?u ?v", "?u")).is_same
    assert not compare_domains(deep("?a ?b", "?a"), deep("?b ?a", "?a")).is_same
    assert not compare_domains(deep("?a ?b", "?a"), deep("?a ?b", "?b")).is_same


@pytest.mark.parametrize("what", ["sum", "term"])
def test_numbers_and_terms_too_deep_are_no_others(what: str) -> None:
    opening, core, closing = SUM if what == "sum" else ("(g ", "c", ")")
    place = "(= 1 @)" if what == "sum" else "(q @)"
    other = "(h)" if what == "sum" else "e"
    texts = (nested((opening, word, closing), 300) for word in (core, other))
    one, two = (domain_in(domain(text, precondition=place)) for text in texts)
    assert compare_domains(one, one).is_same
    assert not compare_domains(one, two).is_same
    assert execute(Task(one, problem_in(problem())), read_plan("(a)\n")[0]).verdict == "undecided"
