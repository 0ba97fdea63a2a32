"""What a reader finds in the text: verdict, errors, differences, figures, in this order."""

from __future__ import annotations

import re
from statistics import median

import pytest

from plancore.compare.domains import CompareOptions
from plancore.notation.plans.reader import read_plan
from plancore.report.document import SCREEN
from plancore.report.domain.review import review_domains
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.plan.steps import MOST
from plancore.report.problem.review import review_problems
from plancore.report.registry import Style, render
from plancore.report.review import Review
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from support.disguises import Argument, Disguise, disguised
from support.examples import DELIVERY
from support.other_names import Names
from support.own_domains import OWN, own_domain

REFERENCE = (DELIVERY / "reference.pddl").read_text()
LEARNED = (DELIVERY / "learned.pddl").read_text()
ALL_SCORES = Style(metrics=True)


def review(learned: str, reference: str = REFERENCE) -> Review:
    return review_domains(
        FileSnapshot.of(learned, "learned.pddl"), FileSnapshot.of(reference, "reference.pddl")
    )


def plans(learned: str, reference: str, names: tuple[str, str] = ("l", "r")) -> Review:
    sides = zip(names, (learned, reference), strict=True)
    return review_plans(*(PlanSide(n, SourceText(t), *read_plan(t)) for n, t in sides))


def in_colour(text: str) -> str:
    """Colours as `‹…›`, for reading."""
    return re.sub(r"\x1b\[0m", "›", re.sub(r"\x1b\[[1-9][\d;]*m", "‹", text))


def test_the_figures_come_last_and_the_verdict_first() -> None:
    lines = render(review(LEARNED)).splitlines()
    assert lines[:2] == [
        "learned.pddl vs. reference.pddl: 6 differences: 5 in 3 of 3 actions, 1 in the "
        "declarations",
        "F1 0.848 (precision 0.824, recall 0.875), similarity 0.743",
    ]
    last_difference = max(n for n, line in enumerate(lines) if re.search(r"[-+] \(", line))
    first_figure = min(n for n, line in enumerate(lines) if re.search(r"\d/\d", line))
    assert last_difference < first_figure
    assert len(lines) <= 25
    assert lines[-1].startswith("Use --metrics for all scores, --plans DIR")


def test_identical_domains_are_one_line_that_names_what_else_the_files_hold() -> None:
    assert render(review(REFERENCE)) == (
        "learned.pddl and reference.pddl define the same domain (3 actions).\n"
    )
    problem = "(define (problem p) (:domain delivery) (:objects) (:init) (:goal (and)))"
    assert render(review(f"{REFERENCE}\n{problem}")).splitlines()[1:] == [
        "Not compared: problem p (learned.pddl)"
    ]


def test_domains_that_are_the_same_except_for_names_and_orders_say_so_first() -> None:
    renamed = REFERENCE.replace("requested", "wanted")
    found = review(renamed)
    lines = render(found).splitlines()
    assert lines[0] == (
        "learned.pddl vs. reference.pddl: equivalent up to renaming (wanted → requested)"
    )
    assert lines[1] == "F1, precision, recall, similarity 1.000 with this mapping"
    assert " by name; " in lines[2]
    assert lines[-1] == "Use --align to compare with this mapping, --metrics for all scores."
    assert not found.is_same, "names count"
    swapped = "(?a - courier ?from ?to - place)"
    assert swapped in REFERENCE
    turned = REFERENCE.replace(swapped, "(?a - courier ?to ?from - place)")
    assert " ".join(render(review(turned)).split()).startswith(
        "learned.pddl vs. reference.pddl: equivalent up to parameter order "
        "(move (?a ?to ?from) → (?a ?from ?to)) "
    )
    # Another requirement is no other name.
    typed = REFERENCE.replace("(:requirements ", "(:requirements :adl ")
    assert "equivalent" not in render(review(typed))
    assert "; requirements differ" in render(review(typed.replace("requested", "wanted")))


def test_swapped_parameters_are_scored_by_position_and_as_they_are_shown() -> None:
    def domain(parameters: str, effect: str) -> str:
        return f"""(define (domain arm) (:predicates (aims ?a ?s) (on))
          (:action turn :parameters ({parameters}) :precondition (aims ?a ?old)
            :effect (and (aims ?a ?new) (not (aims ?a ?old)) {effect})))"""

    text = render(review(domain("?a ?old ?new", ""), domain("?a ?new ?old", "(on)")))
    assert " by position · F1 0.857 (precision 1.000, recall 0.750)," in text
    rows = [line.split() for line in text.splitlines()]
    assert ["turn,", "by", "position", "0/7", "0/1", "0/1", "0/2", "0/3"] in rows
    assert ["turn,", "in", "this", "order", "3/4", "1/1", "1/1", "2/2", "2/3"] in rows


def test_no_line_is_wider_than_a_pipe() -> None:
    lines = render(review(LEARNED.replace("available", "a" * 60))).splitlines()
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("n_same", [20, 21, 40])
def test_of_many_actions_that_are_the_same_twenty_have_figures(n_same: int) -> None:
    same = "".join(f"(:action a{n} :effect (p))" for n in range(n_same))
    pair = [
        f"(define (domain d) (:predicates (p) (q)) {same} (:action z :effect ({p})))" for p in "pq"
    ]
    rows = [row.split() for row in render(review(*pair), style=ALL_SCORES).splitlines()]
    assert [row[1] for row in rows if row[:1] == ["="] and row[1] != "and"] == [
        f"a{n}" for n in range(20)
    ]
    others = [["=", "and", str(n_same - 20), "more", "1.000"]] if n_same > 20 else []
    assert [row for row in rows if row[:2] == ["=", "and"]] == others
    assert any(row[:3] == ["~", "z", "0.000"] for row in rows)


@pytest.mark.viewer_behaviour(16)
def test_of_a_damaged_file_error_structure_and_lines_are_told() -> None:
    damaged = REFERENCE.replace("(not (at ?a ?from))))", "(not (at ?a ?from))")
    text = render(review(damaged))
    head = text.splitlines()
    assert head[0].endswith(": no differences in what could be read (partial: errors in the files)")
    assert head[1].startswith("error: learned.pddl:")
    position = re.match(r"error: (learned\.pddl:\d+:\d+): ", head[1])
    assert position is not None
    assert (
        f"Different lines  compared as text: a file cannot be read in full, {position[1]}\n" in text
    )
    assert "\n-      (not (at ?a ?from))))\n+      (not (at ?a ?from))\n" in text
    # All but the damage is compared as ever.
    assert "Different lines" not in render(review(LEARNED))


@pytest.mark.viewer_behaviour(16)
def test_of_a_damaged_problem_as_well() -> None:
    text = (DELIVERY / "p01.pddl").read_text()
    sides = FileSnapshot.of(text[:-3], "l.pddl"), FileSnapshot.of(text, "r.pddl")
    assert "Different lines" in render(review_problems(*sides))


def test_the_verdict_says_what_counts_once() -> None:
    learned = """(define (domain d) (:predicates (p) (made-up) (made-up-too))
        (:action a :parameters () :precondition (and (p) (made-up)) :effect (made-up))
        (:action b :parameters () :precondition (made-up-too) :effect (p)))"""
    reference = """(define (domain d) (:predicates (p))
        (:action a :parameters () :precondition (p) :effect ())
        (:action b :parameters () :precondition () :effect (p)))"""
    once = "2 extra predicates, with 3 uses, count once each"
    assert f": 2 differences in 2 of 2 actions ({once})" in " ".join(
        render(review(learned, reference)).split()
    )


def test_differences_with_one_cause_stand_below_it_and_nowhere_else() -> None:
    actions = [
        f"(:action {name} :parameters (?x) :precondition (and (p ?x) {{}}) :effect (q ?x))"
        for name in ("one", "two", "three")
    ]
    both = "(not (q ?x))", ""
    text = render(
        review(*(f"(define (domain d) {' '.join(a.format(t) for a in actions)})" for t in both))
    )
    assert "Cause 1  in 3 places: only the learned actions have negative preconditions" in text
    assert text.count("+ (not (q ?x))") == 1
    assert "\n    one and 2 more  + (not (q ?x))\n" in text
    assert text.count("  1 place of cause 1\n") == 3


def test_what_is_said_of_several_actions_or_parameters_is_one_line() -> None:
    reference = """(define (domain d) (:predicates (p ?x) (q ?x) (r ?x))
        (:action a :parameters (?x) :precondition (r ?x) :effect (p ?x))
        (:action b :parameters (?x) :precondition (r ?x) :effect (and (p ?x) (q ?x)))
        (:action c :parameters () :precondition () :effect ())
        (:action e :parameters () :precondition () :effect ()))"""
    learned = """(define (domain d) (:predicates (p ?x) (q ?x) (s ?x))
        (:action a :parameters (?x ?y ?z) :precondition (s ?x) :effect (p ?x))
        (:action b :parameters (?x) :precondition (s ?x) :effect (and (p ?x) (q ?x))))"""
    text = render(review(learned, reference))
    assert "\n- missing actions: c reference:4, e reference:5\n" in text
    assert "parameters  + parameters 2, 3 are extra: ?y, ?z\n" in text
    assert "\n    a and 1 more  + (s ?x)\n" in text
    assert "\n    1 place of cause 1, 1 of cause 2\n" in text


def test_only_the_words_that_differ_are_coloured() -> None:
    reference = REFERENCE.replace("(at ?a ?to)\n      (not (at ?a ?from))", "(at ?a ?to)")
    learned = reference.replace("(at ?a ?to)", "(at ?a ?from)")
    text = in_colour(render(review(learned, reference), style=Style(colour=True)))
    assert "‹~ ›(at ?a ‹?from›), in the reference (at ?a ‹?to›)" in text


def test_of_a_changed_step_too() -> None:
    made = plans("(go a b)\n(load x a)\n(go b c)", "(go a b)\n(load x b)\n(go b c)")
    assert "(load x ‹a›)" in in_colour(render(made, style=Style(colour=True)))


def test_a_long_list_of_steps_says_what_it_leaves_out() -> None:
    ours = "\n".join(f"(go a{number})" for number in range(3 * MOST))
    theirs = "\n".join(f"(stay b{number} c)" for number in range(MOST))
    text = render(plans(ours, theirs), style=ALL_SCORES)
    counts = re.search(r"· not listed: (\d+) extra; --format side-by-side has all of them", text)
    assert counts is not None
    listed = len(re.findall(r"^ +\d+ +\+ ", text, re.MULTILINE))
    assert listed + int(counts[1]) == 3 * MOST
    assert len(text.splitlines()) < MOST + 30


def test_a_report_fits_a_screen_and_says_how_much_more_there_is() -> None:
    steps = ["\n".join(f"({name} a{number})" for number in range(90)) for name in ("go", "stay")]
    facts = [" ".join(f"(p{number} a)" for number in range(at, 60, 2)) for at in (0, 1)]
    problem = "(define (problem p) (:domain d) (:init (k a) {}) (:goal (k a)))"
    ours, theirs = (FileSnapshot.of(problem.format(some), "p.pddl") for some in facts)
    domain = "(define (domain d) (:action a :parameters (?x) :effect (and (k ?x) {})))"
    for made in (
        plans(steps[0], steps[1]),
        review(*map(domain.format, facts)),
        review_problems(ours, theirs),
    ):
        shown, whole = (render(made, style=style).splitlines() for style in (Style(), ALL_SCORES))
        assert len(shown) == SCREEN
        (note,) = (line for line in shown if line.startswith("… "))
        n_left_out = re.fullmatch(r"… (\d+) more lines with --metrics", note)
        assert n_left_out is not None
        assert SCREEN < SCREEN - 1 + int(n_left_out[1]) <= len(whole)


@pytest.mark.parametrize("name", ["a" * 90, "folder/" * 12 + "a" * 90])
def test_no_row_of_plans_repeats_the_name_of_a_file(name: str) -> None:
    text = render(plans("(a)\n(b)", "(b)\n(c)", names=(name, "other")))
    assert text.count("a" * 90) == 1


@pytest.mark.slow
def test_an_aligned_review_of_disguised_domains_is_short() -> None:
    lengths = []
    for name in OWN:
        text = disguised(own_domain(name), Disguise(Names.SAME), 0).text
        reference = FileSnapshot.of(text, "reference.pddl")
        for noise in (0.2, 0.4):
            disguise = Disguise(Names.RANDOM, True, True, Argument.ADDED, noise=noise)
            text = disguised(own_domain(name), disguise, 1).text
            learned = FileSnapshot.of(text, "learned.pddl")
            compared = review_domains(learned, reference, options=CompareOptions(align=True))
            lengths.append(len(render(compared).splitlines()))
    assert max(lengths) <= 60
    assert median(lengths) <= 30
