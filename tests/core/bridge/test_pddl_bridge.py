"""The bridge to the `pddl` package, both ways; its own parser is the oracle."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest
from pddl.logic.base import And, Or
from pddl.logic.terms import Constant
from pddl.parser.domain import DomainParser
from pddl.parser.problem import ProblemParser

from plancore.bridge.pddl_package import (
    NotExpressibleError,
    as_domain,
    as_plan,
    as_problem,
    from_pddl,
    to_pddl,
)
from plancore.compare.domains import compare_domains
from plancore.compare.plans import compare_plans
from plancore.correspondence.exact.proof import strong_equivalence
from plancore.metrics import planning_jaccard, planning_lcs
from plancore.metrics.action_similarity import action_similarity
from plancore.metrics.edit_distance import optimal_distance
from plancore.model.domain import Domain
from plancore.model.formula import TRUE
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.snapshot import FileSnapshot
from support.corpus import LARGE_CORPORA, corpus_index, decoded
from support.plans import plan_of

EXAMPLES = Path(__file__).parents[3] / "examples"

RICH = """
(define (domain rich)
  (:requirements :typing :adl :numeric-fluents :action-costs :derived-predicates :non-deterministic)
  (:types truck - vehicle vehicle place - object)
  (:constants depot - place)
  (:predicates (at ?v - vehicle ?p - place) (road ?a ?b - place) (far ?a ?b - place) (ok))
  (:functions (fuel ?t - truck) - number (total-cost) - number)
  (:derived (far ?a ?b)
    (exists (?c - place) (and (road ?a ?c) (not (road ?a ?b)))))
  (:action drive
    :parameters (?t - truck ?a ?b - place ?x - (either truck place))
    :precondition (and (at ?t ?a) (or (road ?a ?b) (not (= ?a depot)))
      (forall (?p - place) (imply (far ?p ?a) (ok))) (>= (fuel ?t) (+ 1 (* 2 0.5))))
    :effect (and (not (at ?t ?a)) (oneof (at ?t ?b) (at ?t depot))
      (forall (?p - place) (when (road ?p ?p) (and (ok) (not (road ?p ?p)))))
      (decrease (fuel ?t) (- (fuel ?t) 2)) (increase (total-cost) 1))))
"""

PROBLEM = """
(define (problem one) (:domain rich)
  (:objects t1 - truck p1 p2 - place)
  (:init (at t1 p1) (not (ok)) (= (fuel t1) 2.5) (= (total-cost) 0))
  (:goal (and (at t1 p2) (not (at t1 p1))))
  (:metric minimize (+ (total-cost) (fuel t1))))
"""


def domain(text: str) -> Domain:
    found = FileSnapshot.of(text).domain
    assert found is not None
    return found


def problem(text: str) -> Problem:
    found = FileSnapshot.of(text).problem
    assert found is not None
    return found


def action(slots: str, requirements: str = "") -> Domain:
    return domain(
        f"(define (domain d) {requirements} (:predicates (p ?x) (q)) (:action a {slots}))"
    )


def test_a_domain_becomes_what_its_own_parser_makes_of_it() -> None:
    assert to_pddl(domain(RICH)) == DomainParser()(RICH)


def test_a_problem_becomes_what_its_own_parser_makes_of_it() -> None:
    assert to_pddl(problem(PROBLEM)) == ProblemParser()(PROBLEM)


def test_the_way_back_gives_the_same_object() -> None:
    for exported in (to_pddl(domain(RICH)), to_pddl(problem(PROBLEM))):
        back = from_pddl(exported)
        assert isinstance(back, Domain | Problem)
        assert to_pddl(back) == exported


def test_the_way_back_keeps_the_meaning() -> None:
    back = as_domain(to_pddl(domain(RICH)))
    (drive,), (original,) = back.actions, domain(RICH).actions
    assert drive.effect == original.effect
    assert [(p.name, set(p.types)) for p in drive.parameters] == [
        (p.name, set(p.types)) for p in original.parameters
    ]
    assert as_problem(to_pddl(problem(PROBLEM))).goal == problem(PROBLEM).goal


def test_plans() -> None:
    plan = plan_of("move a b", "stay")
    exported = to_pddl(plan)
    assert exported.actions == [("move", [Constant("a"), Constant("b")]), ("stay", [])]
    assert as_plan(exported) == plan


def test_our_own_objects_pass_unchanged() -> None:
    one = domain(RICH)
    assert as_domain(one) is one
    with pytest.raises(TypeError, match="expected a domain"):
        as_domain(to_pddl(problem(PROBLEM)))
    with pytest.raises(TypeError, match="pddl package"):
        from_pddl("(define (domain d))")


def test_nothing_written_is_true() -> None:
    """`()` is true; the package's parser makes it false, and we do not follow."""
    exported = to_pddl(action(":parameters () :precondition () :effect (q)"))
    (one,) = exported.actions
    assert one.precondition == And()
    empty = "(:action a :parameters () :precondition () :effect (q))"
    theirs = DomainParser()(f"(define (domain d) (:predicates (q)) {empty})")
    assert next(iter(theirs.actions)).precondition == Or()
    assert as_domain(theirs).actions[0].precondition == TRUE


@pytest.mark.parametrize(
    ("text", "construct", "where"),
    [
        ("(:durative-action m :duration (= ?duration 1))", "`:durative-action`", "action `m`"),
        ("(:process m)", "`:process`", "action `m`"),
        ("(:action m :precondition (preference p (q)))", "`preference`", "precondition"),
        ("(:action m :effect (probabilistic 0.5 (q)))", "`probabilistic`", "effect"),
        ("(:action m :parameters (?x ?x))", "parameter declared twice", "action `m`"),
        ("(:types a b - c a - d)", "type declared twice", "domain `d`"),
        ("(:types a - (either b c))", "type below several types", "domain `d`"),
        ("(:requirements :strips :time)", "requirement `:time`", "domain `d`"),
        ("(:constraints (always (q)))", "constraints", "domain `d`"),
        ("(:functions (f) - place)", "function whose values are objects", "function `f`"),
        ("(:task t :parameters ())", "task or method", "domain `d`"),
        ("(:action and)", "it is a keyword", "domain `d`"),
    ],
)
def test_what_cannot_be_said_is_named(text: str, construct: str, where: str) -> None:
    with pytest.raises(NotExpressibleError) as refused:
        to_pddl(domain(f"(define (domain d) (:predicates (q)) {text})"))
    assert construct in refused.value.construct
    assert where in refused.value.where


def test_the_refusal_knows_its_place() -> None:
    text = "(define (domain d) (:action m :precondition (and (q) (preference p (q)))))"
    file = FileSnapshot.of(text)
    assert file.domain is not None
    with pytest.raises(NotExpressibleError) as refused:
        to_pddl(file.domain)
    assert refused.value.node is not None
    span = file.span(refused.value.node.place)
    assert text[slice(*span)] == "(preference p (q))"


def test_timed_and_concurrent_plans_are_refused() -> None:
    for text in ("0: (a) [1]\n1: (b) [1]\n", "{a(b), c}, d"):
        with pytest.raises(NotExpressibleError):
            to_pddl(read_plan(text)[0])


def test_importing_the_bridge_does_not_import_the_package() -> None:
    script = "import sys, plancore.bridge.pddl_package; sys.exit('pddl' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_the_examples_survive_the_way_there_and_back() -> None:
    files = sorted(EXAMPLES.rglob("*.pddl"))
    assert files
    for path in files:
        file = FileSnapshot.of(path.read_text(encoding="utf-8"))
        for model in (file.domain, file.problem):
            if model is not None:
                exported = to_pddl(model)
                back = from_pddl(exported)
                assert isinstance(back, Domain | Problem)
                assert to_pddl(back) == exported


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_agreement_with_its_parser_on_a_corpus(corpus: Path) -> None:
    """Every file that the package parses; what differs is listed here with the reason."""
    counts: Counter[str] = Counter()
    unlike: list[str] = []
    for path, theirs, text in parsed_by_pddl(corpus, max_bytes=6_000):
        file = FileSnapshot.of(text)
        try:
            model = file.domain or file.problem
            assert model is not None
            ours = to_pddl(model)
        except NotExpressibleError as error:
            counts[f"refused: {error.construct}"] += 1
            continue
        if ours == theirs:
            counts["equal"] += 1
        elif re.search(r":(precondition|effect|goal)\s*\(\s*\)", text):
            counts["unequal: `()`, which it reads as false"] += 1
        else:
            unlike.append(path)
    assert unlike == []
    equal = counts.pop("equal")
    # It silently drops a parameter that is declared twice.
    expected = {"unequal: `()`, which it reads as false", "refused: parameter declared twice"}
    assert counts.keys() <= expected, counts
    assert equal >= 20 * counts.total()


def parsed_by_pddl(root: Path, max_bytes: int) -> Iterator[tuple[str, object, str]]:
    parsers = {"domain": DomainParser(), "problem": ProblemParser()}
    for row in corpus_index(root):
        kind = row["kind"]
        text = decoded(root / row["path"])
        if len(text) > max_bytes or "pddl" not in row["parsed_ok_by"].split():
            continue
        with as_it_was():
            try:
                parsed = parsers[kind](text)
            except Exception:  # the index is of another release
                parsers[kind] = type(parsers[kind])()  # one that has failed stays broken
                continue
        if kind == "domain":
            # It keeps whether `- number` was written; we do not.
            parsed._functions._functions = dict.fromkeys(parsed.functions, "number")
        yield row["path"], parsed, text


@contextmanager
def as_it_was() -> Iterator[None]:
    """After a failure its parser leaves all tracebacks of the process cut off."""
    before = getattr(sys, "tracebacklimit", None)
    try:
        yield
    finally:
        if before is None:
            vars(sys).pop("tracebacklimit", None)
        else:
            sys.tracebacklimit = before


def test_comparisons_and_metrics_take_objects_of_the_package() -> None:
    folder = EXAMPLES / "delivery"
    texts = [(folder / f"{name}.pddl").read_text() for name in ("learned", "reference")]
    ours = [domain for text in texts if (domain := FileSnapshot.of(text).domain)]
    learned, reference = (DomainParser()(text) for text in texts)
    for pair in ((learned, reference), (learned, ours[1]), (ours[0], reference)):
        assert action_similarity(compare_domains(*pair)).mean_over_reference.value == Fraction(
            26, 35
        )
    assert not strong_equivalence(learned, reference).holds
    assert optimal_distance(learned, ours[0]).edits == 0
    left, right = (to_pddl(plan_of(*steps)) for steps in (("a x", "b y"), ("a x", "c")))
    assert planning_lcs.measure(left, right).value == Fraction(1, 2)
    assert planning_jaccard.measure(left, plan_of("a x")).value == Fraction(1, 2)
    assert compare_plans(left, right).counts.equal == 1
