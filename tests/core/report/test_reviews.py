"""What reports say of small domains and plans."""

from __future__ import annotations

import json
import re

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.domain.rows import DomainRows
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.problem.review import ProblemReview, review_problems
from plancore.report.registry import Style, formats_of, render
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText

DOMAIN = """(define (domain d)
  (:requirements :strips)
  (:predicates (p ?x) (q ?x) (r ?x))
  (:action one :parameters (?x) :precondition (p ?x) :effect (q ?x))
  (:action two :parameters (?x) :precondition (q ?x) :effect (and (r ?x) (not (p ?x)))))
"""
PROBLEM = "(define (problem t) (:domain d) (:objects a b) (:init (p a) (p b)) (:goal (r a)))"


def review(learned: str, reference: str = DOMAIN) -> DomainReview:
    return review_domains(FileSnapshot.of(learned, "l"), FileSnapshot.of(reference, "r"))


def side(name: str, text: str) -> PlanSide:
    plan, findings = read_plan(text)
    return PlanSide(name, SourceText(text), plan, findings)


def problems(learned: str, reference: str) -> ProblemReview:
    return review_problems(FileSnapshot.of(learned, "l"), FileSnapshot.of(reference, "r"))


def compare(
    learned: str, reference: str, *, executed: bool = False, modulo: bool = False
) -> PlanReview:
    setting = None
    if executed:
        domain, problem = FileSnapshot.of(DOMAIN).domain, FileSnapshot.of(PROBLEM).problem
        assert domain is not None
        assert problem is not None
        setting = Setting(Task(domain, problem), "d.pddl", "t.pddl")
    return review_plans(side("l", learned), side("r", reference), setting=setting, modulo=modulo)


def line_with(report: str, text: str) -> str:
    (found,) = [line for line in report.splitlines() if text in line]
    return " ".join(found.split())


def line_of(place: str) -> str:
    return place.partition(":")[0]


def place(text: str, words: str) -> str:
    """Where `words` stand in a text, as reports write it; they stand there once."""
    assert text.count(words) == 1
    return SourceText(text).label(text.index(words))


def test_equal_domains_are_the_same_and_say_so() -> None:
    same = review(DOMAIN.upper())
    assert same.is_same
    assert " define the same domain (2 actions).\n" in render(same)


def test_a_literal_with_another_sign_is_one_change_with_both_places() -> None:
    learned = DOMAIN.replace("(q ?x) :effect", "(not (q ?x)) :effect")
    ours, theirs = place(learned, "(not (q ?x))"), place(DOMAIN, "(q ?x) :effect")
    places = f"learned:{line_of(ours)} reference:{line_of(theirs)}"
    assert line_with(render(review(learned)), "polarity") == (
        f"precondition ~ (not (q ?x)), in the reference (q ?x) polarity {places}"
    )


def test_a_missing_action_is_one_line() -> None:
    learned = DOMAIN[: DOMAIN.index("  (:action two")] + ")"
    found = review(learned)
    at = line_of(place(DOMAIN, "two"))
    assert line_with(render(found), "- two") == f"- two missing action reference:{at}"
    said = render(found, style=Style(metrics=True))
    assert (
        line_with(said, "mean of the reference") == "mean of the reference's actions 0.500 over 2"
    )


def test_declarations_differ_without_a_score() -> None:
    report = render(review(DOMAIN.replace(" (r ?x))", " (r ?x ?y))")))
    assert "Not scored: :predicates ~ (r ?x ?y), in the reference (r ?x)\n" in report
    assert "(r ?x ?y), in the reference (r ?x)" in report
    assert "0.714" not in report


def test_an_annotated_model_has_two_scores() -> None:
    head = "(define (domain lift) (:predicates (up) (down) (oiled)) (:action raise :parameters ()"
    reference = f"{head} :precondition (and (down) (oiled)) :effect (and (up) (not (down)))))"
    learned = f"""{head} :precondition (down) :poss-precondition (oiled) :effect (up)
      :poss-effect (and (not (down)) (not (oiled)))))"""
    report = " ".join(render(review(learned, reference)).split())
    assert "F1 0.667 (precision 1.000, recall 0.500)" in report
    assert "with possible literals F1 0.889 (precision 0.800, recall 1.000)" in report
    assert "precondition - (oiled) possible reference:1" in report
    assert "missing" not in report
    assert "Not scored" not in report


def test_what_is_no_literal_is_named_above() -> None:
    learned = DOMAIN.replace(":precondition (p ?x)", ":precondition (or (p ?x) (q ?x))")
    heading = render(review(learned)).splitlines()[2]
    assert heading == "note: compared as a whole, not literal by literal: or"


def test_undefined_is_a_dash_and_null() -> None:
    learned = DOMAIN.replace(":precondition (q ?x)", ":precondition ()")
    found = review(learned)
    assert "P – = 0/0" in render(found, style=Style(metrics=True))
    data = json.loads(render(found, "json"))
    assert data["actions"]["two"]["syntactic"]["pre"]["precision"] is None
    assert data["syntactic"]["macro"]["pre"]["precision"]["n_undefined"] == 1


def test_text_and_json_have_the_same_figures() -> None:
    found = review(DOMAIN.replace("(r ?x) (not (p ?x))", "(r ?x) (p ?x) (q ?x)"))
    report = render(found, style=Style(metrics=True))
    data = json.loads(render(found, "json"))
    actions = data["actions"]
    assert isinstance(actions, dict)
    for name, action in actions.items():
        value = action["similarity"]["similarity"]
        assert re.search(rf"^[~=]  {name} +{value:.3f} = ", report, re.MULTILINE)


def test_problems_that_differ_in_names_of_objects_only_say_so() -> None:
    found = problems(PROBLEM.replace(" a", " c"), PROBLEM)
    assert not found.is_same
    assert ": equivalent up to renaming of objects (c → a)" in render(found)
    assert problems(PROBLEM.replace("problem t", "problem u"), PROBLEM).is_same


def test_each_fact_and_goal_that_differs_is_named() -> None:
    learned = PROBLEM.replace("(p b)", "(q b)")
    report = render(problems(learned, PROBLEM))
    missing, extra = place(PROBLEM, "(p b)"), place(learned, "(q b)")
    assert line_with(report, "- (p b)") == f"- (p b) missing reference {missing}"
    assert line_with(report, "+ (q b)") == f"+ (q b) extra {extra}"
    assert report.startswith("l vs. r: 2 differences: 2 in init\n")
    goal = render(problems(PROBLEM.replace("(r a)", "(not (r a))"), PROBLEM))
    assert "~ (not (r a)), in the reference (r a)  polarity" in goal


def test_a_moved_step_names_its_other_end() -> None:
    learned = "(b x)\n(c)\n(a)\n"
    report = render(compare(learned, "(a)\n(b x)\n(c)\n"))
    assert line_with(report, "moved: step 1 in") == "3 » (a) moved: step 1 in the reference"


def test_times_that_differ_are_shown_though_the_steps_are_equal() -> None:
    report = render(compare("0: (a) [1]\n2: (b) [2]\n", "0: (a) [1]\n1: (b) [3]\n"))
    assert ": same steps in the same order, at different times; " in report
    assert "starts 1 later, takes 1 less" in report


def test_a_changed_step_says_by_how_much_its_time_differs_too() -> None:
    report = render(
        compare("0: (a) [1]\n2: (b x) [2]\n4: (c)[1]", "0: (a) [1]\n1: (b y) [3]\n4: (c)[1]")
    )
    assert "arg 1: x≠y; starts 1 later, takes 1 less" in report


def test_long_equal_stretches_are_folded_with_what_they_hide() -> None:
    steps = "".join(f"(go s{n})\n" for n in range(20))
    report = render(compare(steps + "(stop)\n", steps + "(halt)\n"))
    hidden = 20 - report.count("(go ")
    assert hidden > 10
    assert f"· {hidden} equal: go ×{hidden}" in " ".join(report.split())


@pytest.mark.parametrize(
    ("learned", "reference", "verdict"),
    [
        ("(a)\n(b)\n", "(a)\n(b)\n", "identical (2 steps)"),
        ("(a)\n(b)\n", "(b)\n(a)\n", "same steps in a different order; 1 identical, 1 moved"),
        (
            "(a)\n(b)\n(a)\n",
            "(b)\n(a)\n",
            "same actions, repeated a different number of times; 2 identical, 1 extra",
        ),
        ("(a)\n", "(b)\n", "different actions; 1 missing, 1 extra"),
    ],
)
def test_the_strongest_verdict(learned: str, reference: str, verdict: str) -> None:
    found = compare(learned, reference)
    assert f": {verdict}\n" in render(found)
    assert found.is_same == (verdict == "identical (2 steps)")


def test_executed_plans_say_where_and_why_one_fails() -> None:
    report = render(compare("(two a)\n(one a)\n", "(one a)\n(two a)\n", executed=True))
    assert "executed in t.pddl with d.pddl" in report
    assert line_with(report, "fails at step 1") == "l fails at step 1 of 2: (q a) is not true"
    assert line_with(report, "cause") == "cause: step 1 of r, (one a), comes later, at step 2"
    assert line_with(report, "goals") == "goals reached: l 0 of 1, r 1 of 1 (valid, cost 2)"
    turned = render(compare("(one a)\n(two a)\n", "(two a)\n", executed=True))
    assert line_with(turned, "cause") == "cause: step 1 of l, (one a), is not in r"


@pytest.mark.server_behaviour(31)
def test_plans_that_differ_in_the_order_of_independent_steps_only() -> None:
    found = compare("(one a)\n(one b)\n(two a)\n", "(one b)\n(one a)\n(two a)\n", executed=True)
    assert found.execution is not None
    assert found.execution.same_partial_order is True
    assert found.execution.agreement.same_final_state is True
    data = json.loads(render(found, "json"))["execution"]
    assert isinstance(data, dict)
    assert data["learned"]["verdict"] == "valid"
    assert data["causal_link_distance"]["value_exact"] == "0"


def test_modulo_commuting_the_order_of_independent_steps_is_no_difference() -> None:
    learned, reference = "(one a)\n(one b)\n(two a)\n", "(one b)\n(one a)\n(two a)\n"
    assert not compare(learned, reference, executed=True).is_same
    found = compare(learned, reference, executed=True, modulo=True)
    assert found.is_same
    assert "l and r: equal up to the order of independent steps; valid, cost 3; executed" in render(
        found
    )
    assert found.lcs.matched == 2
    verdict = found.diff.verdict
    assert (verdict.identical, verdict.same_sequence, verdict.same_multiset) == (False, False, True)
    dependent = compare("(two a)\n(one a)\n", "(one a)\n(two a)\n", executed=True, modulo=True)
    assert not dependent.is_same


@pytest.mark.server_behaviour(31)
def test_what_two_executed_plans_have_in_common_is_told_apart() -> None:
    detour = compare("(one a)\n(one b)\n(two a)\n", "(one a)\n(two a)\n", executed=True)
    answers = json.loads(render(detour, "json"))["execution"]
    assert isinstance(answers, dict)
    assert answers["both_reach_goal"] is True
    assert answers["same_final_state"] is False
    assert [answers[side]["cost"] for side in ("learned", "reference")] == [3, 2]
    assert (
        line_with(render(detour, "text", Style(metrics=True)), "both reach")
        == "both reach the goal yes"
    )
    short = compare("(one a)\n", "(one a)\n(two a)\n", executed=True)
    assert (
        line_with(render(short, "text", Style(metrics=True)), "both reach")
        == "both reach the goal no"
    )


def test_every_format_renders_every_review() -> None:
    both = problems(PROBLEM, PROBLEM.replace("(p a)", ""))
    reviews = (
        both,
        review(DOMAIN),
        compare("(a)\n", "(b)\n"),
        compare("(one a)", "(x)", executed=True),
    )
    for made in reviews:
        for name in formats_of(made.kind):
            text = render(made, name)
            assert text.endswith("\n") or (
                not text and name in ("unified", "github") and made.is_same
            )


MOVE = """(define (domain d) (:predicates (at ?x ?p) (road ?p ?q))
  (:action move :parameters ({}) :precondition (and (at ?a ?from) (road ?from ?to))
    :effect (and (at ?a ?to) (not (at ?a ?from)))))"""


def test_swapped_parameters_are_one_change_in_every_report() -> None:
    found = review(MOVE.format("?a ?to ?from"), MOVE.format("?a ?from ?to"))
    report = " ".join(render(found, style=Style(metrics=True)).split())
    swapped = "parameters swapped: (?a ?to ?from), reference order (?a ?from ?to)"
    assert swapped in report
    assert ": equivalent up to parameter order (move (?a ?to ?from) → (?a ?from ?to))" in report
    assert "similarity 0.000 by position" in report
    assert "arguments" not in report
    reordered = json.loads(render(found, "json"))["actions"]["move"]["reordered"]
    assert (reordered["same"], reordered["order"], reordered["changes"]) == (True, [0, 2, 1], [])
    rows = DomainRows(found)
    assert len(rows.stops) == 1
    row = rows.row(rows.stops[0])
    assert row.remark == (
        "parameters swapped; identical except for parameter order; scored by position"
    )
    assert [cell and cell.text for cell in row.cells] == [
        ":parameters (?a ?to ?from)",
        ":parameters (?a ?from ?to)",
    ]


def test_what_reads_alike_says_what_differs() -> None:
    text = """(define (domain d) (:predicates (full ?x) (at ?x ?p))
      (:action load :parameters ({}) :precondition (full ?t) :effect ()))"""
    found = review(text.format("?a ?t"), text.format("?t ?a"))
    assert "equivalent up to parameter order (load (?a ?t) → (?t ?a))" in render(found)
    line = line_with(render(found, style=Style(metrics=True)), "~ (full")
    assert "~ (full ?t), which is (full ?a) in the reference arguments" in line
    rows = DomainRows(found)
    (row,) = [rows.row(k) for k in rows.stops if "full" in rows.row(k).text]
    assert row.remark == "arguments: (full ?a) is meant"


@pytest.mark.parametrize(
    "learned",
    [
        DOMAIN,
        DOMAIN.replace("(q ?x))\n", "(r ?x))\n"),
        DOMAIN.replace("(r ?x)", "(r ?x ?y)"),
        DOMAIN.replace("(:predicates (p ?x)", "(:predicates (zz)"),
        DOMAIN.replace(":action two", ":action three"),
        DOMAIN[:-3],
        f"{DOMAIN}{DOMAIN}",
    ],
)
def test_what_is_read_once_for_both_files_is_reported_of_each(learned: str) -> None:
    first = FileSnapshot.of(f"; one line more\n{learned}", "l")
    together = review_domains(first, FileSnapshot.of(DOMAIN, "r", like=first))
    apart = review(first.text)
    for name in formats_of("domain"):
        assert render(together, name) == render(apart, name)


@pytest.mark.parametrize(
    "name", ["p\u202eq", "p\x9bq", "p\x7fq", "p\x1b[2jq", "pé漢😀q", "p\ud800q"]
)
def test_json_has_any_name_and_nothing_that_a_terminal_obeys(name: str) -> None:
    report = render(review(DOMAIN.replace("(p ?x)", f"({name} ?x)")), "json")
    assert report.replace("\n", "").isprintable()
    assert f"'({name} ?x)'".encode("utf-8", "surrogatepass") in strings(json.loads(report))


def strings(value: object) -> bytes:
    """All strings of a JSON document, in quotes."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return b" ".join(map(strings, value))
    return f"'{value}'".encode("utf-8", "surrogatepass")


def test_the_text_counts_steps_at_another_time_apart_from_equal_ones() -> None:
    both = side("l", "0: (a)\n2: (b)\n"), side("r", "0: (a)\n1: (b)\n")
    text = render(review_plans(*both), "text")
    assert "; 1 identical, 1 at a\n    different time\n" in text
