"""Comments of three versions in the result: none is lost, and each stands by what it is about."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.merge.test_merge import check_comments, comments
from plancore.compare.domains import compare_domains
from plancore.merge.choice import Versions
from plancore.merge.comments import lexemes, with_comments
from plancore.merge.texts import merge_texts
from plancore.snapshot import FileSnapshot

SECTIONS = """\
(define (domain d)
  ; the kinds of things
  (:types
    truck - thing ; it drives
    ; boats swim
    boat - thing
    thing)
  (:constants
    home - thing ; where all begins
    pier - thing)
  (:predicates
    (at ?x - thing) ; here it is
    ; not used yet
    (full ?x - truck))
  (:functions
    (fuel ?x - truck) ; in litres
    (age ?x - boat)))
"""


@pytest.mark.parametrize(
    ("lost", "with_comment"),
    [
        ("    truck - thing ; it drives\n", "it drives"),
        ("    ; boats swim\n    boat - thing\n", "boats swim"),
        ("    home - thing ; where all begins\n", "where all begins"),
        ("    ; not used yet\n    (full ?x - truck)", "not used yet"),
        ("    (fuel ?x - truck) ; in litres\n", "in litres"),
    ],
)
def test_a_section_that_loses_an_entry_loses_its_comment_and_no_other(
    lost: str, with_comment: str
) -> None:
    text = SECTIONS
    if "truck - thing" in lost or "boat" in lost:  # nothing may use the type then
        text = text.replace("- truck)", "- thing)").replace("- boat)", "- thing)")
        lost = lost.replace("- truck)", "- thing)")
    assert lost in text
    theirs = text.replace(lost, "")
    ours = text.replace("(define", "; ours\n(define", 1).replace(
        "(:types", "(:requirements :typing)\n  (:types"
    )
    merge = merge_texts(Versions(text, ours, theirs))
    assert merge.text is not None, merge
    check_comments(merge.text, text, ours, theirs)
    assert with_comment not in merge.text
    kept = {comment for comment in comments(text) if with_comment not in comment}
    assert kept <= set(comments(merge.text))


def test_comments_stay_by_their_entries() -> None:
    theirs = SECTIONS.replace("    (age ?x - boat)", "    (age ?x - boat) ; in years\n    (size)")
    ours = SECTIONS.replace("    home - thing ; where all begins\n", "")
    merge = merge_texts(Versions(SECTIONS, ours, theirs))
    assert merge.text is not None
    assert "(age ?x - boat) ; in years\n" in merge.text
    assert "; boats swim\n    boat - thing\n" in merge.text
    mirrored = merge_texts(Versions(SECTIONS, theirs, ours))
    assert mirrored.text is not None
    assert "(fuel ?x - truck) ; in litres\n" in mirrored.text
    mine, other = FileSnapshot.of(merge.text).domain, FileSnapshot.of(mirrored.text).domain
    assert mine is not None
    assert other is not None
    assert compare_domains(mine, other).is_same


def test_a_comment_follows_its_declaration_into_other_types() -> None:
    ours = SECTIONS.replace("; in litres", "; in gallons")
    theirs = SECTIONS.replace("(fuel ?x - truck)", "(fuel ?x - thing)")
    for one, other in ((ours, theirs), (theirs, ours)):
        merge = merge_texts(Versions(SECTIONS, one, other))
        assert merge.text is not None
        assert re.search(r"\(fuel \?x - thing\)( - number)? ; in gallons\n", merge.text), merge.text


WORDS = st.sampled_from(["(p a)", "(q)", "(and", ")", "x", "y - t"])
LINES = st.lists(st.tuples(WORDS, st.sampled_from(["", " ; a", " ; b", "\n; c", " ; d\n;e"])))


@given(LINES, st.integers(0, 1_000_000))
def test_no_word_changes_and_no_comment_is_lost(lines: list[tuple[str, str]], seed: int) -> None:
    dice = random.Random(seed)

    def version(mark: str) -> str:
        ends = ("\n", " ")
        return "".join(
            word + comment + ("\n" if comment else dice.choice(ends))
            for word, comment in (
                (word, dice.choice((comment, comment, "", f" ; {mark}")))
                for word, comment in lines
                if dice.random() < 0.8
            )
        )

    base, ours, theirs = version("b"), version("ours"), version("theirs")
    result = with_comments(ours, Versions(base, ours, theirs))
    assert lexemes(result) == lexemes(ours)
    check_comments(result, base, ours, theirs)


HDDL = """\
(define (domain d)
  (:requirements :hierarchy :typing)
  (:types place)
  (:predicates (at ?p - place) (seen ?p - place))
  (:task go :parameters (?p - place)) ; whatever it takes
  ; on foot
  (:method walk
    :parameters (?p - place)
    :task (go ?p)
    :ordered-subtasks (and (step ?p)))
  (:action step
    :parameters (?p - place)
    :precondition (at ?p)
    :effect (seen ?p)))
"""
NEW_METHOD = """\
  ; by road
  (:method drive :parameters (?p - place) :task (go ?p) :ordered-subtasks (step ?p)) ; fast
  (:action step"""


def edited(text: str, *replacements: tuple[str, str]) -> str:
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_tasks_and_methods_are_merged_whole_beside_literals() -> None:
    ours = edited(HDDL, (":effect (seen ?p)", ":effect (and (seen ?p) (not (at ?p)))"))
    theirs = edited(HDDL, ("  (:action step", NEW_METHOD), ("(and (step ?p))", "(step ?p)"))
    for one, other in ((ours, theirs), (theirs, ours)):
        merge = merge_texts(Versions(HDDL, one, other))
        assert merge.text is not None, merge
        check_comments(merge.text, HDDL, one, other)
        assert "(not (at ?p))" in merge.text
        assert "; by road\n  (:method drive" in merge.text
        assert merge.text.count("(:method") == 2
        assert "(and (step ?p))" not in merge.text


def test_a_method_changed_in_two_ways_is_a_conflict() -> None:
    ours = edited(HDDL, ("(and (step ?p))", "(step ?p)"))
    theirs = edited(HDDL, ("(and (step ?p))", "(and (step ?p) (step ?p))"))
    (conflict,) = merge_texts(Versions(HDDL, ours, theirs)).conflicts
    assert str(conflict) == ("method walk: changed on both sides, differently")


CONSTRAINED = """\
(define (problem p)
  (:domain d)
  (:init (a))
  (:goal (b))
  (:constraints (and
    (sometime (a)) ; once
    (preference nice (always (b))))))
"""


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (("(sometime (a))", "(sometime (c))"), ("(always (b))", "(always (c))"), "(sometime (c))"),
        (("(always (b))", "(always (c))"), ("(:init (a))", "(:init (a) (b))"), "(:init (a) (b))"),
        (("(sometime (a)) ;", ";"), ("(b))))))", "(b)))\n (always (d)))))"), "(always (d))"),
        (("(sometime (a))", "(sometime (c))"), ("(sometime (a))", "(sometime (d))"), None),
        (("(always (b))", "(always (c))"), ("(always (b))", "(always (d))"), None),
    ],
)
def test_constraints_are_merged_conjunct_by_conjunct(
    ours: tuple[str, str], theirs: tuple[str, str], expected: str | None
) -> None:
    versions = Versions(CONSTRAINED, edited(CONSTRAINED, ours), edited(CONSTRAINED, theirs))
    for order in (versions, Versions(versions.base, versions.theirs, versions.ours)):
        merge = merge_texts(order)
        if expected is None:
            assert len(merge.conflicts) == 1
            assert merge.text is None
        else:
            assert merge.text is not None, merge
            assert expected in merge.text
            check_comments(merge.text, *order)


TWO = """\
; both
(define (domain d) (:predicates (p) (q))
  (:action a :parameters () :effect (p))) ; the domain

; the problem
(define (problem one) (:domain d) (:init) (:goal (p)))
"""


def test_definitions_of_one_file_are_merged_each_for_itself() -> None:
    ours = edited(TWO, ("(:init)", "(:init (q))"), (":effect (p)", ":precondition (q) :effect (p)"))
    theirs = edited(TWO, ("(:goal (p)))", "(:goal (q))) ; theirs"), (":effect (p)", ":effect (q)"))
    theirs += "\n; another\n(define (problem two) (:domain d) (:init) (:goal (p)))\n"
    for one, other in ((ours, theirs), (theirs, ours)):
        merge = merge_texts(Versions(TWO, one, other))
        assert merge.text is not None, merge
        check_comments(merge.text, TWO, one, other)
        assert re.search(r"\(:init \(q\)\) \(:goal (\(and )?\(q\)", merge.text)
        assert re.search(r":precondition (\(and )?\(q\)\)? :effect (\(and )?\(q\)", merge.text)
        assert "; another\n(define (problem two)" in merge.text


def test_a_definition_that_went_and_changed_is_a_conflict() -> None:
    theirs = edited(TWO, ("(define (problem one) (:domain d) (:init) (:goal (p)))\n", ""))
    ours = edited(TWO, ("(:init)", "(:init (q))"))
    (conflict,) = merge_texts(Versions(TWO, ours, theirs)).conflicts
    assert str(conflict) == "problem one: changed in ours, deleted in theirs"


def test_a_definition_with_another_name_is_left_to_lines() -> None:
    merge = merge_texts(
        Versions(TWO, edited(TWO, ("(:init)", "(:init (q))")), TWO.replace("domain d", "domain e"))
    )
    assert (merge.text, merge.understood) == (None, False)
