"""What differences do to plans, as findings in a domain and in its plans tell it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.ide.review.consequences import Consequences, consequences, with_blame
from plancore.ide.review.reference_review import review
from plancore.ide.review.terms import Terms
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.workspace import diagnostics
from support.consequences import asked, domain_link

REFERENCE = """\
(define (domain town)
  (:predicates (at ?x) (road ?x ?y) (ticket) (closed ?x) (seen ?x))
  (:action go :parameters (?x ?y)
    :precondition (and (at ?x) (road ?x ?y) (not (closed ?y)))
    :effect (and (not (at ?x)) (at ?y)))
  (:action look :parameters (?x)
    :precondition (at ?x)
    :effect (seen ?x)))
"""
PROBLEM = """\
(define (problem p) (:domain town)
  (:objects a b c)
  (:init (at a) (road a b) (road b a) (road b c) (road c b) (closed c))
  (:goal (at b)))
"""
LOOK_AWAY = REFERENCE.replace(":effect (seen ?x)", ":effect (and (seen ?x) (not (at ?x)))")
TICKET = REFERENCE.replace("(not (closed ?y)))\n", "(not (closed ?y)) (ticket))\n")
OPEN = REFERENCE.replace(" (not (closed ?y))", "")
PLANS = ("(go a b)", "(look a)(go a b)", "(go a b)(look b)(go b a)(go a b)")
VIA_C = "(go a b)(go b c)(go c b)"


def found_out(
    learned: str, *plans: str, reference: str | None = REFERENCE, n_more: int = 0
) -> Consequences:
    return consequences(asked(learned, reference, PROBLEM, *plans, n_more=n_more))


def told(known: Consequences, text: str | None = None) -> list[Diagnostic]:
    """The findings about differences, in the text that is known or in another one."""
    learned = known.asked.domain.file if text is None else FileSnapshot.of(text, "learned.pddl")
    reference = domain_link(REFERENCE, "reference.pddl").file
    reviewed = review(learned, reference, Terms(consequences=known))
    assert reviewed is not None
    return list(reviewed.diagnostics)


def clauses(known: Consequences) -> list[str]:
    """What is told of differences behind what is told of any."""
    return [";".join(found.message.split(";")[1:]).strip() for found in told(known)]


def in_plans(related: tuple[Related, ...]) -> list[tuple[str, str]]:
    return [(r.file or "", r.message) for r in related if (r.file or "").endswith(".plan")]


def test_a_difference_says_how_many_plans_it_stops_and_where() -> None:
    known = found_out(LOOK_AWAY, *PLANS)
    (finding,) = told(known)
    assert finding.message == ("extra effect `(not (at ?x))`; rejects 2 of 3 valid plans")
    (second, third) = in_plans(finding.related)
    assert second[0] == "2.plan"
    assert second[1].startswith("valid plan rejected: unsatisfied precondition of (go a b): (at a)")
    assert third[0] == "3.plan"
    place = next(r for r in finding.related if r.file == "3.plan")
    plan = known.asked.plans[2].plan
    assert plan.text[slice(*place.span)] == "(go b a)"


def test_a_difference_says_how_many_plans_it_lets_through() -> None:
    (finding,) = told(found_out(OPEN, "(go a b)", VIA_C))
    assert finding.message.endswith("; accepts 1 of 1 invalid plan")
    ((file, message),) = in_plans(finding.related)
    assert file == "2.plan"
    assert message.startswith(
        "invalid plan accepted; in the reference: unsatisfied precondition of"
    )


def test_differences_that_only_stop_a_plan_together_say_so() -> None:
    both = LOOK_AWAY.replace("(and (at ?x) (road ?x ?y)", "(and (at ?x) (ticket) (road ?x ?y)")
    ticket, away = clauses(found_out(both, "(look a)(go a b)"))
    assert ticket == away == "rejects 1 of 1 valid plan together with others"


def test_what_a_difference_stops_later_is_told() -> None:
    without_road = "(and (at ?x) (road ?x ?y)", "(and (at ?x) (ticket) (road ?x ?y)"
    learned = LOOK_AWAY.replace(*without_road)
    ticket, away = clauses(found_out(learned, "(go a b)(look b)(go b a)(go a b)"))
    assert ticket == "rejects 1 of 1 valid plan"
    assert away == "rejects 1 of 1 valid plan once others are fixed"


def test_differences_that_change_no_plan_say_nothing() -> None:
    assert clauses(found_out(OPEN, "(go a b)")) == [""]
    assert clauses(found_out(LOOK_AWAY)) == [""]


@pytest.mark.parametrize(
    ("learned", "code"),
    [
        (REFERENCE.replace("(:action look", "(:action stare"), "missing-action"),
        (REFERENCE.replace("look :parameters (?x)", "look :parameters ()"), "missing-parameter"),
    ],
)
def test_whole_actions_and_parameters_stop_plans_as_well(learned: str, code: str) -> None:
    learned = learned.replace("(:action stare :parameters (?x)", "(:action stare :parameters ()")
    found = [d for d in told(found_out(learned, *PLANS)) if "rejects" in d.message]
    assert code in {d.code for d in found}
    assert all("rejects 2 of 3 valid plans" in d.message for d in found)


def test_of_many_plans_the_first_ones_count() -> None:
    assert clauses(found_out(LOOK_AWAY, *PLANS, n_more=7)) == [
        "rejects 2 of 3 valid plans executed"
    ]


def test_plans_that_cannot_be_read_do_not_count() -> None:
    known = found_out(LOOK_AWAY, *PLANS, "(look a)\n)(", "no plan at all")
    assert clauses(known) == ["rejects 2 of 3 valid plans"]


def test_other_domains_are_told_nothing() -> None:
    known = found_out(LOOK_AWAY, *PLANS)
    moved = LOOK_AWAY.replace("(define", "; a remark\n(define")
    assert "rejects" in told(known, moved)[0].message
    other = LOOK_AWAY.replace("(and (seen ?x) (not (at ?x)))", "(not (at ?x))")
    assert not any("rejects" in finding.message for finding in told(known, other))


def test_what_is_known_counts_for_a_text_that_says_the_same() -> None:
    known = found_out(LOOK_AWAY, *PLANS)
    moved = LOOK_AWAY.replace("(:action", "; a remark\n(:action")
    again = consequences(replace(known.asked, domain=domain_link(moved)), known)
    assert again.blame.stopped is known.blame.stopped
    (difference,) = (consequence.difference for consequence in again.blame.consequences)
    assert difference.learned_place is not None
    assert moved[slice(*again.asked.domain.file.span(difference.learned_place))] == "(not (at ?x))"
    other = consequences(replace(known.asked, domain=domain_link(TICKET)), known)
    assert other.blame.stopped != known.blame.stopped


def test_what_is_known_does_not_count_for_another_method() -> None:
    method = "(:method once :parameters () :ordered-subtasks ())\n"
    with_method = LOOK_AWAY.replace("  (:action go", f"{method}  (:action go")
    changed = with_method.replace(":parameters () :ordered", "() :ordered")
    reference = REFERENCE.replace("  (:action go", f"{method}  (:action go")
    known = found_out(with_method, *PLANS, reference=reference)
    again = consequences(replace(known.asked, domain=domain_link(changed)), known)
    assert [each.difference.code for each in again.blame.consequences] == [
        "extra-effect",
        "changed-method",
    ]


def blamed(learned: str, plan: str) -> tuple[str, list[tuple[str, str]]]:
    """The finding about the step of a plan that fails, and the places in the domain, each as its
    text and message."""
    known = found_out(learned, plan)
    (judged,) = known.asked.plans
    files: dict[str, AnySnapshot] = {
        "learned.pddl": known.asked.domain.file,
        "p.pddl": judged.problem.file,
        judged.plan.name: judged.plan,
    }
    found = diagnostics(ProjectSnapshot(files), judged.plan.name)
    (finding,) = (
        d for d in with_blame(found, judged.plan, known, known.asked.domain) if d.severity == 1
    )
    return finding.message, [
        (learned[slice(*place.span)], place.message)
        for place in finding.related
        if place.file == "learned.pddl"
    ]


def test_a_failing_step_leads_to_the_difference_to_blame() -> None:
    assert blamed(LOOK_AWAY, "(look a)\n(go a b)") == (
        "inapplicable step 2: `(at a)` was deleted by step 1",
        [
            (
                "(not (at ?x))",
                "`look` deletes `(at a)`; extra effect `(not (at ?x))`",
            ),
            ("(at ?x)", "`go` requires `(at a)`"),
        ],
    )


def test_what_is_missing_is_told_where_it_belongs() -> None:
    learned = REFERENCE.replace("(and (not (at ?x)) (at ?y))", "(not (at ?x))")
    message, places = blamed(learned, "(go a b)\n(look b)")
    assert message == "inapplicable step 2: `(at b)` was never true"
    assert places == [
        ("(at ?x)", "`look` requires `(at b)`"),
        (":effect", "missing effect `(at ?y)`"),
    ]


def test_an_unreached_goal_leads_there_as_well() -> None:
    message, places = blamed(LOOK_AWAY, "(go a b)\n(look b)")
    assert message.startswith("goal not reached")
    assert places[-1][1].endswith("extra effect `(not (at ?x))`")


def test_a_plan_that_was_edited_since_is_told_nothing() -> None:
    known = found_out(LOOK_AWAY, "(look a)(go a b)")
    file = PlanSnapshot("(look a)\n(go a b)", "1.plan")
    found = [Diagnostic("inapplicable-step", Severity.ERROR, file.plan.steps[1].span, "m")]
    assert with_blame(found, file, known, known.asked.domain) == found


def test_of_a_domain_that_was_edited_since_nothing_is_told() -> None:
    known = found_out(LOOK_AWAY, "(look a)(go a b)")
    (judged,) = known.asked.plans
    found = [Diagnostic("inapplicable-step", Severity.ERROR, judged.plan.plan.steps[1].span, "m")]
    assert with_blame(found, judged.plan, known, domain_link(TICKET)) == found
    assert with_blame(found, judged.plan, known, known.asked.domain) != found
