"""Differences from a reference told by what they mean."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from plancore.compare.domains import compare_domains
from plancore.diagnostic import Diagnostic, Severity
from plancore.ide.navigation.symbols import symbol_at
from plancore.ide.review.counterparts import action_review
from plancore.ide.review.meanings import Meanings
from plancore.ide.review.reference_review import ReferenceReview, review
from plancore.ide.review.terms import Terms
from plancore.project import ProjectSnapshot
from plancore.report.review_lenses import review_lenses
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, StoppedError
from support.one_count import assert_one_count

REFERENCE = """\
(define (domain yard)
  (:requirements :adl)
  (:types crate place)
  (:predicates (at ?c - crate ?p - place) (clear ?p - place) (light ?c - crate))
  (:action push
    :parameters (?c - crate ?from ?to - place)
    :precondition (and (at ?c ?from) (clear ?to) (not (= ?from ?to)))
    :effect (and (at ?c ?to) (not (at ?c ?from)) (not (clear ?to)) (clear ?from)))
  (:action lift
    :parameters (?c - crate)
    :precondition (or (light ?c) (not (light ?c)))
    :effect (light ?c)))
"""


def in_meaning(learned: str, reference: str = REFERENCE) -> ReferenceReview:
    """The review in semantic mode."""
    ours, theirs = FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference")
    assert ours.domain is not None
    assert theirs.domain is not None
    meanings = Meanings.of(compare_domains(ours.domain, theirs.domain), None, NEVER)
    compared = review(ours, theirs, Terms(meanings=meanings))
    assert compared is not None
    assert_one_count(compared)
    return compared


def told(learned: str, reference: str = REFERENCE) -> list[Diagnostic]:
    """The differences in meaning, or of which that is unknown."""
    found = in_meaning(learned, reference).diagnostics
    return [each for each in found if not each.message.endswith("; no difference in meaning")]


def facts_on(compared: ReferenceReview, action: str) -> tuple[str, ...]:
    """What a hover on the name of an action says of the review."""
    ours = compared.learned
    symbol = symbol_at(ProjectSnapshot({ours.name: ours}), ours, ours.text.index(action))
    assert symbol is not None
    about = action_review(compared, symbol)
    assert about is not None
    return about.facts


def messages(found: Iterable[Diagnostic]) -> list[str]:
    return [f"{d.code}: {d.message}" for d in found]


@pytest.mark.server_behaviour(33, "or only those that change meaning, with a state that shows it")
def test_a_missing_precondition_lets_the_action_apply_in_more_states() -> None:
    (found,) = told(REFERENCE.replace(" (clear ?to) (not (=", " (not (="))
    assert found.message == (
        "missing precondition `(clear ?to)`; less restrictive: the action applies in more states"
    )
    assert [related.message for related in found.related] == [
        "reference: `(clear ?to)`",
        "applicable only in the learned domain: "
        "(push a b c), a - crate b c - place, in state: (at a b)",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (":precondition (or (light ?c) (not (light ?c)))", ""),
        ("(and (at ?c ?from) (clear", "(and (at ?c ?from) (or (light ?c) (not (light ?c))) (clear"),
        (" (clear ?to) (not (=", " (exists (?p - place) (clear ?p)) (clear ?to) (not (="),
        (
            "(and (at ?c ?to) (not (at ?c ?from))",
            "(and (at ?c ?to) (when (light ?c) (light ?c)) (not (at ?c ?from))",
        ),
    ],
)
def test_what_changes_no_meaning_is_for_information(old: str, new: str) -> None:
    assert REFERENCE.count(old) == 1
    learned = REFERENCE.replace(old, new)
    assert told(learned) == []
    found = in_meaning(learned).diagnostics
    written = review(FileSnapshot.of(learned), FileSnapshot.of(REFERENCE))
    assert written is not None
    assert [(each.code, each.span) for each in found] == [
        (each.code, each.span) for each in written.diagnostics
    ]
    assert {each.severity for each in found} == {Severity.INFORMATION}
    assert {each.severity for each in written.diagnostics} == {Severity.WARNING}


def test_of_several_differences_those_that_are_implied_are_left_out() -> None:
    """The learned action requires more: what it does not say follows from what it says."""
    stricter = "(forall (?p - place) (clear ?p)) (not (="
    (found,) = told(REFERENCE.replace("(clear ?to) (not (=", stricter))
    assert found.code == "extra-precondition"
    assert found.message.endswith("; more restrictive: the action applies in fewer states")
    assert "applicable only in the reference" in found.related[-1].message


def test_all_count_what_they_mean() -> None:
    learned = REFERENCE.replace(
        "(and (at ?c ?to) (not (at ?c ?from))",
        "(and (at ?c ?to) (when (light ?c) (light ?c)) (not (at ?c ?from))",
    )
    compared = in_meaning(learned.replace(" (clear ?to) (not (=", " (not (="))
    assert facts_on(compared, "push")[0] == ("differences: 1 missing precondition, 1 extra effect")
    domain, *_ = review_lenses(compared)
    assert domain.title.endswith(" · 2 differences")


def test_effects_that_differ() -> None:
    (found,) = told(REFERENCE.replace(" (clear ?from)))", "))"))
    assert found.message.endswith("; the results differ")
    assert found.related[-1].message.startswith("the results differ: (push ")
    assert found.related[-1].message.endswith("atoms that differ: (clear b)")


def test_what_is_not_looked_into_is_told_as_it_is_written() -> None:
    timed = REFERENCE.replace(":action lift", ":durative-action lift").replace(
        ":precondition (or", ":duration (= ?duration 1) :condition (or"
    )
    learned = timed.replace("(or (light ?c) (not (light ?c)))", "(at start (light ?c))")
    assert "states" not in " ".join(messages(told(learned, timed)))


def test_of_an_action_that_has_been_edited_nothing_is_claimed() -> None:
    first = REFERENCE.replace(" (clear ?to) (not (=", " (not (=")
    ours, theirs = FileSnapshot.of(first, "learned"), FileSnapshot.of(REFERENCE, "reference")
    assert ours.domain is not None
    assert theirs.domain is not None
    diff = compare_domains(ours.domain, theirs.domain)
    meanings = Meanings.of(diff, None, NEVER)
    again = Meanings.of(diff, meanings, NEVER)
    assert [a.answer for a in again.answers.values()] == [
        a.answer for a in meanings.answers.values()
    ]
    assert all(
        one.answer is two.answer
        for one, two in zip(again.answers.values(), meanings.answers.values(), strict=True)
    )
    edited = FileSnapshot.of(first.replace("(at ?c ?from) (not (=", "(not (="), "learned")
    compared = review(edited, theirs, Terms(meanings=meanings))
    assert compared is not None
    assert all("states" not in d.message for d in compared.diagnostics)
    assert len(compared.diagnostics) == 2


def test_looking_can_be_stopped() -> None:
    ours, theirs = FileSnapshot.of(REFERENCE.replace("(clear ?to) (not (=", "(not (=")), REFERENCE
    reference = FileSnapshot.of(theirs).domain
    assert ours.domain is not None
    assert reference is not None

    def stop(*_: object) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        Meanings.of(compare_domains(ours.domain, reference), None, stop)


def test_a_hover_says_it() -> None:
    compared = in_meaning(REFERENCE.replace(" (clear ?to) (not (=", " (not (="))
    assert facts_on(compared, "push") == (
        "differences: 1 missing precondition",
        "meaning: precondition less restrictive, effects agree (proved)",
        "applicable only in the learned domain: "
        "`(push a b c)`, a - crate b c - place, in state: `(at a b)`",
    )
