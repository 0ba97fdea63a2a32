"""Whoever tells how many differences there are tells the same number."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.difference import extra_predicates
from plancore.diagnostic import Severity, apply_edits
from plancore.ide.review.reference_review import ReferenceReview, review
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from support.domain_texts import domain_texts
from support.examples import DELIVERY
from support.one_count import assert_one_count

DOMAIN = """\
(define (domain d)
  (:predicates (p ?x) (q ?x){})
  (:action a :parameters (?x) :precondition (and (p ?x){}) :effect (and (q ?x){}))
  (:action b :parameters (?x) :precondition (and (q ?x){}) :effect (and (p ?x){})))
"""
REFERENCE = DOMAIN.format(*[""] * 5)


def compared(learned: str, reference: str) -> ReferenceReview:
    found = review(FileSnapshot.of(learned, "l.pddl"), FileSnapshot.of(reference, "r.pddl"))
    assert found is not None
    return found


@pytest.mark.server_behaviour(32)
def test_the_example() -> None:
    texts = [(DELIVERY / name).read_text("utf-8") for name in ("learned.pddl", "reference.pddl")]
    found = compared(*texts)
    assert len(found.differences) == 6
    assert_one_count(found)


@pytest.mark.slow
@given(
    learned=domain_texts(),
    reference=domain_texts(),
    lacking=st.sampled_from(["", "(s ", "(q ", "(p"]),
)
def test_any_pair(learned: str, reference: str, lacking: str) -> None:
    if lacking:
        declared = re.compile(re.escape(lacking) + r"[^()]*\)")
        reference = declared.sub("", reference, count=1).replace(lacking, "(r ")
    assert_one_count(compared(learned, reference))


@pytest.mark.server_behaviour(33)
def test_a_predicate_that_only_the_learned_domain_has_is_one_matter() -> None:
    learned = DOMAIN.format(
        " (lost ?x)", " (lost ?x)", " (not (lost ?x))", " (lost ?x)", " (lost ?x)"
    )
    found = compared(learned, REFERENCE)
    (finding,) = found.diagnostics
    assert (finding.code, finding.severity) == ("extra-predicate", Severity.WARNING)
    assert finding.message == "extra predicate `(lost ?x)`, used 4 times"
    uses = [place for place in finding.related if place.file == "l.pddl"]
    assert [learned[slice(*place.span)] for place in uses] == [
        "(lost ?x)",
        "(not (lost ?x))",
        "(lost ?x)",
        "(lost ?x)",
    ]
    assert_one_count(found)
    ((told, fix),) = found.fixes_at(finding.span)
    assert told is finding
    assert compared(apply_edits(learned, fix.edits), REFERENCE).diagnostics == ()
    assert list(found.fixes_at(uses[-1].span)) == [(None, fix)]


@pytest.mark.parametrize(
    "more",
    [
        "(:action c :parameters (?x) :effect (lost ?x))",
        "(:derived (q ?x) (lost ?x))",
        "(:action a2 :parameters (?x) :precondition (or (lost ?x) (p ?x)))",
    ],
)
def test_one_that_stands_elsewhere_too_is_told_use_by_use(more: str) -> None:
    learned = DOMAIN.format(" (lost ?x)", " (lost ?x)", "", "", "").rstrip()[:-1] + f"\n  {more})\n"
    found = compared(learned, REFERENCE)
    assert not list(extra_predicates(found.diff))
    codes = {finding.code: finding.severity for finding in found.diagnostics}
    assert codes["extra-predicate"] is Severity.INFORMATION
    assert "extra-precondition" in codes
    assert_one_count(found)


@given(domain_texts(), domain_texts(), st.data())
def test_what_is_taken_over_from_the_review_before_is_what_a_fresh_one_finds(
    learned: str, reference: str, data: st.DataObject
) -> None:
    theirs, ours = FileSnapshot.of(reference, "r.pddl"), FileSnapshot.of(learned, "l.pddl")
    before = review(ours, theirs)
    for _ in range(3):
        start = data.draw(st.integers(0, len(ours.text)))
        end = data.draw(st.integers(start, min(start + 12, len(ours.text))))
        words = ["", " ", "x", "(", ")", "(p ?x)", "(:action z :parameters ())"]
        edited = ours.edited(Span(start, end), data.draw(st.sampled_from(words)))
        if not edited.definitions:
            return
        ours, before = edited, review(edited, theirs, before=before)
        fresh = review(FileSnapshot.of(edited.text, "l.pddl"), theirs)
        assert (before is None) == (fresh is None)
        if before is not None and fresh is not None:
            assert before.diagnostics == fresh.diagnostics
            assert [each.requires for each in before.singles] == [
                each.requires for each in fresh.singles
            ]
            assert [each.number for each in before.differences] == [
                each.number for each in fresh.differences
            ]
