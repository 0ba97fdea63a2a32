"""Three versions of a text made one: what is merged, what is a conflict, what is left alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import compare_domains
from plancore.formula.elements import Elements, condition_elements, effect_elements
from plancore.formula.printing import AS_WRITTEN
from plancore.merge.choice import Versions
from plancore.merge.texts import Merge, merge_texts
from plancore.snapshot import FileSnapshot
from support.domain_texts import domain_texts
from support.examples import DELIVERY
from support.three_versions import Literal, Place, Triple, triples

BASE = (DELIVERY / "reference.pddl").read_text()
PROBLEM = (DELIVERY / "p01.pddl").read_text()


def merged(base: str, ours: str, theirs: str, by_lines: str | None = None) -> Merge:
    return merge_texts(Versions(base, ours, theirs), by_lines)


def said(text: str, triple: Triple) -> Mapping[Place, set[Literal]]:
    """The literals of a text, as `Triple.expected` has them."""
    file = FileSnapshot.of(text)
    elements: dict[Place, Elements] = {}
    if triple.is_problem:
        problem = file.problem
        assert problem is not None
        for place, formulas in ((":init", problem.init), (":goal", (problem.goal,))):
            elements[place] = {}
            for formula in formulas:
                elements[place] |= condition_elements(formula, AS_WRITTEN, set())
    else:
        assert file.domain is not None
        go, stop = file.domain.actions
        elements = {
            "go :precondition": condition_elements(go.precondition, AS_WRITTEN, set()),
            "go :effect": effect_elements(go.effect, AS_WRITTEN, set()),
            "stop :effect": effect_elements(stop.effect, AS_WRITTEN, set()),
        }
    return {
        place: {
            (bool(e.positive), e.predicate, tuple(arg.lstrip("?") for arg in e.args))
            for e in part.values()
        }
        for place, part in elements.items()
    }


def comments(text: str) -> list[str]:
    return [comment.rstrip() for comment in re.findall(r";.*", text)]


@given(st.integers(0, 1_000_000), st.booleans())
def test_a_conflict_is_told_when_one_literal_was_changed_in_two_ways(
    seed: int, is_problem: bool
) -> None:
    triple = triples(seed, is_problem=is_problem)
    merge = merged(*map(triple.text, range(3)))
    assert bool(merge.conflicts) is triple.has_conflict
    assert (merge.text is None) is triple.has_conflict, merge.reason
    if merge.text is not None:
        assert said(merge.text, triple) == triple.expected


@given(st.integers(0, 1_000_000), st.booleans())
def test_what_both_sides_changed_is_merged_and_our_comments_stay(
    seed: int, is_problem: bool
) -> None:
    triple = triples(seed, is_problem=is_problem, may_clash=False)
    base, ours, theirs = triple.text(0), triple.text(1, "ours"), triple.text(2, "theirs")
    merge, mirrored = merged(base, ours, theirs), merged(base, theirs, ours)
    assert merge.text is not None, merge
    assert mirrored.text is not None, mirrored
    assert said(merge.text, triple) == said(mirrored.text, triple) == triple.expected
    for text in (merge.text, mirrored.text):
        check_comments(text, base, ours, theirs)
    ours_first = [comment for comment in comments(merge.text) if comment in comments(ours)]
    assert ours_first == comments(ours)


def check_comments(merged: str, *versions: str) -> None:
    """Each comment stands in the result as often as in the version that has it most often, where no
    version took one out; where only one version changed it, as often as there."""
    result = Counter(comments(merged))
    base, ours, theirs = (Counter(comments(text)) for text in versions)
    for comment in base | ours | theirs:
        before, here, there = base[comment], ours[comment], theirs[comment]
        if before in (here, there):
            assert result[comment] == (there if before == here else here), comment
        elif min(here, there) >= before:
            assert result[comment] == max(here, there), comment
    assert result.keys() <= (base | ours | theirs).keys()


@given(domain_texts(rich=True), domain_texts(rich=True))
def test_what_one_side_changed_is_as_that_side_has_it(base: str, other: str) -> None:
    assert merged(base, base, other) == merged(base, other, base) == Merge(other)
    assert merged(base, other, other) == Merge(other)


@given(domain_texts(), domain_texts())
def test_a_comment_of_ours_and_anything_of_theirs(base: str, theirs: str) -> None:
    ours = f"; ours\n{base}"
    merge = merged(base, ours, theirs)
    assert merge.conflicts == ()
    if merge.text is None:  # it does not say of such a text that it is merged
        assert merge.reason
        return
    assert merge.text.startswith("; ours\n") or "; ours" not in ours
    mine, other = FileSnapshot.of(merge.text).domain, FileSnapshot.of(theirs).domain
    assert mine is not None
    assert other is not None
    assert compare_domains(mine, other).is_same


def edited(text: str, *replacements: tuple[str, str]) -> str:
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    return text


MOVE = "(?a - courier ?from ?to - place)"
START, END = BASE.index("  (:action move"), BASE.index("  (:action drop-off")
RENAMED = """\
  (:action move
    :parameters (?c - courier ?x ?y - place)
    :precondition (and
      (at ?c ?x)
      (connected ?x ?y)
      (available ?c))
    :effect (and
      (at ?c ?y)
      (not (at ?c ?x))
      (not (available ?c))))

"""
NEW = "\n  (:action rest :parameters (?a - courier) :effect (available ?a)))\n"
Edits = tuple[tuple[str, str], ...]
MERGED: dict[str, tuple[Edits, Edits, tuple[str, ...]]] = {
    "neighbouring-lines": (
        (("(at ?a ?l)\n      (in ?p ?l)", "(in ?p ?l)"),),
        (
            ("(available ?a))", "(fit ?a))"),
            ("(available ?a - courier)", "(available ?a - courier) (fit ?a - courier)"),
        ),
        ("(in ?p ?l)\n      (fit ?a))", "(fit ?a - courier)"),
    ),
    "a-new-parameter-and-a-new-literal": (
        ((MOVE, "(?a - courier ?from ?to - place ?p - package)"),),
        (("(connected ?from ?to)\n", "(connected ?from ?to)\n      (connected ?to ?from)\n"),),
        ("?to - place ?p - package)", "(connected ?to ?from)"),
    ),
    "renamed-variables-and-a-literal-in-the-old-names": (
        ((BASE[START:END], RENAMED),),
        (("(connected ?from ?to)\n", "(connected ?from ?to)\n      (connected ?to ?from)\n"),),
        ("(?c - courier ?x ?y - place)", "(connected ?y ?x)", "(not (available ?c))"),
    ),
    "an-action-each": (
        (
            (
                "(delivered ?p - package))",
                "(delivered ?p - package))\n  (:action nap :parameters ())",
            ),
        ),
        ((")))))\n", "))))" + NEW),),
        ("(:action nap", "(:action rest"),
    ),
    "an-action-goes-and-another-changes": (
        ((BASE[START:END], ""),),
        (("(delivered ?p)\n", "(delivered ?p)\n      (not (requested ?p ?l))\n"),),
        ("(not (requested ?p ?l))",),
    ),
    "requirements-types-and-constants": (
        (
            (":typing)", ":typing :equality)"),
            ("courier package place", "courier package van place"),
        ),
        (
            (":strips :typing)", ":adl :typing)"),
            ("courier package place", "courier package bike place"),
        ),
        (":adl", ":equality", "van", "bike"),
    ),
    "the-name-of-the-domain": (
        (("(domain delivery)", "(domain posts)"),),
        (
            ("(available ?a))", "(not (available ?a)))"),
            (":typing)", ":typing :negative-preconditions)"),
        ),
        ("(domain posts)", "(not (available ?a))"),
    ),
}
CONFLICTS: dict[str, tuple[Edits, Edits, str]] = {
    "gone-and-negated": (
        (("\n      (available ?a))", ")"),),
        (("(available ?a))", "(not (available ?a)))"),),
        "action pick-up, precondition: (available ?a) changed to nothing in ours and "
        "(not (available ?a)) in theirs",
    ),
    "two-arguments": (
        (("(at ?a ?to)", "(at ?a ?from)"),),
        (("(at ?a ?to)", ""),),
        "action move, effect: (at ?a ?to) changed to (at ?a ?from) in ours and nothing in theirs",
    ),
    "two-types": (
        ((MOVE, "(?a - object ?from ?to - place)"),),
        ((MOVE, "(?a - package ?from ?to - place)"),),
        "action move, parameter ?a: courier changed to object in ours and package in theirs",
    ),
    "two-new-parameters": (
        ((MOVE, "(?a - courier ?from ?to ?via - place)"),),
        ((MOVE, "(?a - courier ?from ?to - place ?p - package)"),),
        "action move, parameters: (?a ?from ?to) changed to (?a ?from ?to ?via) in ours "
        "and (?a ?from ?to ?p) in theirs",
    ),
    "two-new-actions": (
        ((")))))\n", "))))" + NEW),),
        ((")))))\n", "))))" + NEW.replace("(available", "(delivered")),),
        "action rest: added on both sides, differently",
    ),
    "an-action-that-went-and-changed": (
        ((BASE[START:END], ""),),
        (("(at ?a ?to)", "(at ?a ?from)"),),
        "action move: deleted in ours, changed in theirs",
    ),
    "two-signatures": (
        (("(requested ?p - package ?l", "(requested ?p - object ?l"),),
        (("(requested ?p - package ?l", "(requested ?p - place ?l"),),
        ":predicates requested: (requested ?p - package ?l - place) changed to "
        "(requested ?p - object ?l - place) in ours and (requested ?p ?l - place) in theirs",
    ),
}


@pytest.mark.parametrize("name", MERGED)
def test_changes_of_different_things_are_merged(name: str) -> None:
    ours, theirs, expected = MERGED[name]
    versions = (BASE, edited(BASE, *ours), edited(BASE, *theirs))
    merge, mirrored = merged(*versions), merged(versions[0], versions[2], versions[1])
    assert merge.text is not None, merge
    assert all(text in merge.text for text in expected), merge.text
    assert merge.text.startswith("; Couriers carry packages along")
    assert mirrored.text is not None
    mine, other = FileSnapshot.of(merge.text).domain, FileSnapshot.of(mirrored.text).domain
    assert mine is not None
    assert other is not None
    assert compare_domains(mine, other).is_same


@pytest.mark.parametrize("name", CONFLICTS)
def test_one_thing_changed_in_two_ways_is_a_conflict(name: str) -> None:
    ours, theirs, expected = CONFLICTS[name]
    merge = merged(BASE, edited(BASE, *ours), edited(BASE, *theirs))
    assert merge.text is None
    assert [str(conflict) for conflict in merge.conflicts] == [expected]


def test_what_one_side_uses_and_the_other_no_longer_declares_is_not_merged() -> None:
    ours = edited(BASE, ("    (available ?a - courier)\n", ""), ("\n      (available ?a))", ")"))
    ours = edited(ours, ("\n      (available ?a))", ")"))
    theirs = edited(BASE, ("(delivered ?p)\n", "(delivered ?p)\n      (available ?a)\n"))
    merge = merged(BASE, ours, theirs)
    assert merge == Merge(None, reason="the result uses a name that one side deleted")


def test_what_lines_made_of_it_counts_when_it_says_the_same() -> None:
    ours = edited(BASE, ("(available ?a))", "(available ?a) ; ours\n      )"))
    theirs = edited(BASE, ("(delivered ?p)\n", "(delivered ?p) ; theirs\n      (available ?a)\n"))
    by_lines = edited(ours, ("(delivered ?p)\n", "(delivered ?p) ; theirs\n      (available ?a)\n"))
    assert merged(BASE, ours, theirs, by_lines).text == by_lines
    wrong = by_lines.replace("(available ?a)\n", "(in ?p ?l)\n")
    merge = merged(BASE, ours, theirs, wrong)
    assert merge.text is not None
    assert merge.text != wrong
    assert "(delivered ?p) ; theirs\n" in merge.text
    assert "(available ?a) ; ours" in merge.text


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("(define (domain d)", "(define (domain d) (:types t))"),
        ("(a)\n(b)\n", "(a)\n(c)\n"),
        ("(define (problem p) (:domain d))", "(define (domain e))"),
        ("(define (domain d)) (define (problem p) (:domain d))", "(define (domain e))"),
        ("(define (domain d) (:task t) (:task t))", "(define (domain d) (:types t))"),
        ("(define (domain d) (:predicates (p) (p)))", "(define (domain d) (:types t))"),
        ("(define (domain d) words)", "(define (domain d) (:types t))"),
        ("", "(define (domain e))"),
    ],
)
def test_what_is_not_understood_is_left_to_lines(ours: str, theirs: str) -> None:
    merge = merged("(define (domain d))", ours, theirs)
    assert merge.text is None
    assert merge.conflicts == ()
    assert merge.reason
    assert not merge.understood


def test_two_new_files_are_merged_if_they_agree_on_what_both_say() -> None:
    ours = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
    theirs = "(define (domain d) (:predicates (p) (q)) (:action b :parameters () :effect (q)))"
    merge = merged("", ours, theirs)
    assert merge.text is not None
    assert "(:action a" in merge.text
    assert "(:action b" in merge.text
    assert merged("", ours, theirs.replace("domain d", "domain e")).conflicts


FUEL = "(= (fuel t) 1)"
TASK = """\
(define (problem p) (:domain d) (:objects a b - place t - truck)
  (:init (at t a) (= (fuel t) 1)) ; start
  (:goal (at t b))
  (:metric minimize (fuel t)))
"""
TWO_GOALS = "(:goal (and (at t b) (at t a))"


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (("(at t a)", "(at t b)"), (FUEL, "(= (fuel t) 2)"), "(:init (at t b) (= (fuel t) 2)) ; s"),
        (("a b - place", "a b c - place"), ("t - truck", "t u - truck"), "a b c - place t - truck"),
        (("(at t a)", "(at t b)"), ("(at t a)", ""), None),
        ((FUEL, "(= (fuel t) 2)"), (FUEL, "(= (fuel t) 3)"), None),
        (("minimize", "maximize"), ("(:goal (at t b)", TWO_GOALS), "(and (at"),
        (("minimize", "maximize"), ("minimize (fuel t)", "minimize (- (fuel t))"), None),
        (("problem p", "problem q"), ("domain d", "domain e"), "problem q) (:domain e)"),
        ((") ; start", " (at u a)) ; start"), (") ; start", " (at u b)) ; start"), "(at u b)"),
    ],
)
def test_problems(ours: tuple[str, str], theirs: tuple[str, str], expected: str | None) -> None:
    merge = merged(TASK, edited(TASK, ours), edited(TASK, theirs))
    if expected is None:
        assert len(merge.conflicts) == 1
        assert merge.text is None
    else:
        assert merge.text is not None, merge
        assert expected in merge.text
