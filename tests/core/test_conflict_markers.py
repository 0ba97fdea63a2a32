"""What git could not merge: where it stands, in PDDL, in plans and in the canonical form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.conflict_markers import conflicts, versions
from plancore.diagnostic import Severity, apply_edits
from plancore.ide.review.reference_review import review
from plancore.notation.plans.reader import read_plan
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.report.canon import HEADER, canonical_text
from plancore.rules.plans.registry import check_plan
from plancore.snapshot import FileSnapshot
from support.findings import findings

DOMAIN = """\
(define (domain d)
  (:predicates (p ?x) (q ?x))
  (:action go
    :parameters (?x)
    :precondition (and (p ?x)
<<<<<<< HEAD
      (q ?x)
=======
      (not (q ?x))
>>>>>>> topic
    )
    :effect (and
<<<<<<< HEAD
      (q ?x))
||||||| base
      (p ?x))
=======
      (not (p ?x)))
>>>>>>> topic
  )
)
"""
PLAN = "(go a)\n<<<<<<< HEAD\n(go b)\n=======\n(go c)\n>>>>>>> topic\n(go d)\n"


def test_both_styles_are_conflicts() -> None:
    first, second = conflicts(DOMAIN)
    assert [DOMAIN[slice(*marker)] for marker in first.markers] == [
        "<<<<<<< HEAD", "=======", ">>>>>>> topic",
    ]  # fmt: skip
    assert [DOMAIN[slice(*marker)][0] for marker in second.markers] == ["<", "|", "=", ">"]
    assert (first.our_name, first.their_name) == ("HEAD", "topic")
    ours, theirs = versions(DOMAIN)
    assert "(p ?x)\n      (q ?x)\n    )" in ours
    assert "(p ?x)\n      (not (q ?x))\n    )" in theirs
    assert "base" not in ours + theirs


@pytest.mark.parametrize(
    "text",
    [
        "",
        "; heading\n=======\n",
        "; <<<<<<< a\n; =======\n; >>>>>>> b\n",
        "<<<<<<< a\n>>>>>>> b\n=======\n",
        "<<<<<<< a\n=======\n",
        "=======\n>>>>>>> b\n",
        " <<<<<<< a\n=======\n>>>>>>> b\n",
        "<<<<<<<< a\n=======\n>>>>>>> b\n",
        "<<<<<<< a\n========\n>>>>>>> b\n",
    ],
)
def test_markers_out_of_order_and_elsewhere_are_none(text: str) -> None:
    assert conflicts(text) == ()
    assert versions(text) == (text, text)


@given(st.lists(st.sampled_from(("a", "b", "c")), max_size=4), st.data())
def test_the_versions_are_what_was_put_in(shared: list[str], data: st.DataObject) -> None:
    line_end = data.draw(st.sampled_from(("\n", "\r\n")))
    lines = st.lists(st.sampled_from(("x", "y", ";=======", "")), max_size=3)
    made, ours, theirs = "", "", ""
    for line in shared:
        mine, other = (
            "".join(text + line_end for text in data.draw(lines)) for _ in range(2)
        )  # fmt: skip
        made += f"{line}{line_end}<<<<<<< m{line_end}{mine}"
        if data.draw(st.booleans()):
            made += f"||||||| base{line_end}z{line_end}"
        made += f"======={line_end}{other}>>>>>>> o{line_end}"
        ours, theirs = ours + line + line_end + mine, theirs + line + line_end + other
    assert versions(made) == (ours, theirs)
    assert len(conflicts(made)) == len(shared)


def test_a_conflict_is_all_that_is_said_of_a_file() -> None:
    both = findings(DOMAIN)
    assert [(d.code, d.severity, DOMAIN[slice(*d.span)]) for d in both] == [
        ("merge-conflict", Severity.ERROR, "<<<<<<< HEAD")
    ] * 2
    assert both[0].message == "merge conflict between `HEAD` and `topic`"


@pytest.mark.parametrize("choice", [0, 1])
def test_a_fix_keeps_one_version(choice: int) -> None:
    edits = [edit for d in findings(DOMAIN) for edit in d.fixes[choice].edits]
    assert apply_edits(DOMAIN, edits) == versions(DOMAIN)[choice]


def test_in_a_plan_it_is_an_error_too() -> None:
    plan, remarks = read_plan(PLAN)
    assert [(d.code, d.severity, PLAN[slice(*d.span)]) for d in remarks] == [
        ("merge-conflict", Severity.ERROR, "<<<<<<< HEAD")
    ]
    assert len(plan.steps) == 4


def test_the_canonical_form_keeps_the_conflict_and_no_more() -> None:
    form = canonical_text(DOMAIN, "d.pddl")
    ours, theirs = (canonical_text(version, "d.pddl") for version in versions(DOMAIN))
    assert ours.startswith(HEADER)
    assert versions(form) == (ours, theirs)
    assert canonical_text(form, "d.pddl") == form
    assert form.count("\n    (p ?x)\n") == 1
    broken = DOMAIN.replace("(not (q ?x))", "(not (q ?x)")
    assert canonical_text(broken, "d.pddl") == broken


def test_so_does_that_of_a_plan() -> None:
    assert canonical_text(PLAN.replace("go", "GO"), "a.plan") == PLAN


def test_nothing_is_compared_or_executed_that_is_not_merged() -> None:
    ours = FileSnapshot.of(DOMAIN, "a")
    reference = FileSnapshot.of(versions(DOMAIN)[0], "c")
    assert review(ours, reference) is None
    assert review(reference, ours) is None
    problem = "(define (problem p) (:domain d) (:objects a) (:init (p a)) (:goal (q a)))"
    files: dict[str, AnySnapshot] = {
        "d.pddl": reference,
        "p.pddl": FileSnapshot.of(problem, "p.pddl"),
        "p.plan": PlanSnapshot(PLAN, "p.plan"),
    }
    plan = files["p.plan"]
    assert isinstance(plan, PlanSnapshot)
    assert [d.code for d in check_plan(ProjectSnapshot(files), plan)] == ["merge-conflict"]
