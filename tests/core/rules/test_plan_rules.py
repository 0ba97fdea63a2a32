"""What is said of steps that do not fit their domain and problem, at the exact place."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from plancore.notation.plans.reader import read_plan
from plancore.project import ProjectSnapshot, snapshot_of
from plancore.workspace import diagnostics
from support.examples import DELIVERY
from support.plan_findings import delivery, expect_in_plan, plan_findings, told

pytestmark = pytest.mark.server_behaviour(12)

REFERENCE = {"reference.pddl": delivery()["reference.pddl"]}
KITCHEN = {
    "kitchen.pddl": """\
(define (domain kitchen)
  (:requirements :durative-actions :typing)
  (:types pan pot - dish)
  (:constants big - pan)
  (:predicates (hot ?d - dish) (on))
  (:action switch :parameters () :effect (on))
  (:action rinse :parameters (?d - (either pan pot)) :effect (on))
  (:durative-action cook :parameters (?d - pan) :duration (= ?duration 5)
    :condition (at start (on)) :effect (at end (hot ?d))))
""",
    "soup.pddl": """\
(define (problem soup) (:domain kitchen) (:objects p - pot small - pan d - dish)
  (:init (on)) (:goal (hot small)))
""",
}


@pytest.mark.parametrize(
    "fixture",
    [
        "(moev ann depot square)\n;^^^^ unknown-action\n",
        "(MOEV Ann depot square)\n;^^^^ unknown-action\n",
        " (move ann depot)\n;^^^^^^^^^^^^^^^^ step-arity\n(move an depot square)\n"
        ";     ^^ unknown-object\n",
        "(move parcel depot square)\n;     ^^^^^^ step-type\n",
        "step 0: moev ann depot square\n;       ^^^^ unknown-action\n",
        "move ann depot nowhere (1)\n;              ^^^^^^^ unknown-object\n",
        "move(ann, depot, ann), move(ann, depot, square)\n;                ^^^ step-type\n",
        "0.000: (MOVE ANN DEPOT ANN) [1.000]\n"
        ";                      ^^^ step-type\n"
        ";                           ^^^^^^^ surplus-duration\n",
        '["(move ann depot ann)"]\n;                 ^^^ step-type\n',
        "00: (move ann depot ann) [0]\n;                   ^^^ step-type\n",
        "Here is the plan:\n;< skipped-text\n1. (move ann depot ann)\n"
        ";                  ^^^ step-type\n",
    ],
)
def test_a_step_that_does_not_fit_in_any_notation(fixture: str) -> None:
    expect_in_plan(fixture)


def test_messages_name_what_is_meant_and_where_it_is_declared() -> None:
    assert told("(moev ann depot square)\n(move an depot square)\n(move ann depot)\n") == [
        "unknown-action: unknown action `moev`; did you mean `move`?",
        "unknown-object: unknown object `an`; did you mean `ann`?",
        "step-arity: `move` takes `?a - courier ?from ?to - place`, found 2 objects",
    ]
    (mismatch,) = plan_findings("(move parcel depot square)\n")
    assert mismatch.message == (
        "type mismatch: `move` expects `courier` for `?a`, `parcel` is `package`"
    )
    assert [(place.file, place.message) for place in mismatch.related] == [
        ("p01.pddl", "`parcel` is declared here"),
        ("reference.pddl", "`?a` is declared here"),
    ]
    texts = delivery()
    assert [texts[place.file or ""][slice(*place.span)] for place in mismatch.related] == [
        "parcel",
        "?a",
    ]


@pytest.mark.parametrize(
    ("plan", "fixed"),
    [
        ("(moev ann depot square)", "(move ann depot square)"),
        ("(move an depot square)", "(move ann depot square)"),
        ("(pick-up parcel ann depot)", "(pick-up ann parcel depot)"),
        ("(PICK-UP PARCEL Ann DEPOT)", "(PICK-UP Ann PARCEL DEPOT)"),
        ("5: (move ann depot square) [3]", "5: (move ann depot square)"),
    ],
)
def test_a_fix_takes_its_finding_away_and_leaves_a_step(plan: str, fixed: str) -> None:
    finding = next(finding for finding in plan_findings(plan) if finding.fixes)
    (fix,) = finding.fixes
    assert apply_edits(plan, fix.edits) == fixed
    step_codes = {"unknown-action", "unknown-object", "step-type", "step-arity", finding.code}
    assert not {f.code for f in plan_findings(fixed)} & step_codes


@given(seed=st.integers(0, 100_000))
def test_no_fix_brings_another_finding_about_steps(seed: int) -> None:
    dice = random.Random(seed)
    plan = damaged((DELIVERY / "reference.plan").read_text("utf-8"), dice)
    before = about_steps(plan)
    for finding in plan_findings(plan):
        for fix in finding.fixes:
            after = about_steps(apply_edits(plan, fix.edits))
            key = (finding.code, finding.message)
            assert after[key] < before[key]
            assert not after - before


def damaged(plan: str, dice: random.Random) -> str:
    """`plan` with a few letters of it changed, lost or doubled, or words exchanged."""
    words = plan.split(" ")
    for _ in range(dice.randint(1, 4)):
        at, other = dice.randrange(len(words)), dice.randrange(len(words))
        word = words[at]
        place = dice.randrange(len(word))
        match dice.randrange(4):
            case 0:
                words[at], words[other] = words[other], words[at]
            case 1 if word[place].isalpha():
                words[at] = word[:place] + word[place + 1 :]
            case 2 if word[place].isalpha():
                words[at] = word[:place] + "x" + word[place:]
            case 3 if word[place].isalpha():
                words[at] = word[:place] + "y" + word[place + 1 :]
    return " ".join(words)


def about_steps(plan: str) -> Counter[tuple[str, str]]:
    codes = ("unknown-action", "unknown-object", "step-arity", "step-type", "surplus-duration")
    return Counter((f.code, f.message) for f in plan_findings(plan) if f.code in codes)


def test_subtypes_constants_and_either() -> None:
    expect_in_plan(
        """\
0: (rinse p)
1: (rinse small)
2: (rinse big)
3: (rinse d)
;         ^ step-type
4: (cook p) [5]
;        ^ step-type
""",
        KITCHEN,
    )


@pytest.mark.parametrize(
    "plan",
    [
        "1. (move ann depot square)\n2. (move ann square depot)\n3. {}\n",
        "- (move ann depot square)\n- {}\n- (move ann square depot)\n",
        "1. `(move ann depot square)`\n2. `{}`\n",
        "(move ann depot square)\n[{}]\n(move ann square depot)\n",
        "(move ann depot square) -> {}\n",
        "(move ann depot square) -> {} -> (move ann square depot)\n",
    ],
)
def test_an_item_of_a_plan_in_another_layout_is_an_error(plan: str) -> None:
    """Also with a capital, but no other words."""
    for step in ("drop-off ann parcel depot", "Drop-off ann parcel depot"):
        found = [d for d in plan_findings(plan.format(step)) if d.code == "missing-parentheses"]
        assert [plan.format(step)[slice(*d.span)] for d in found] == [step]
    for words in ("done now", "Drop it off at the square"):
        assert not any(d.code == "missing-parentheses" for d in plan_findings(plan.format(words)))


@pytest.mark.parametrize("sign", [";", " ; ", ";; "])
@pytest.mark.parametrize("count", [2, 3])
def test_steps_in_the_comment_after_a_step_are_told_with_a_fix(sign: str, count: int) -> None:
    steps = ["(move ann depot square)", "(move ann square depot)"] * 2
    text = sign.join(steps[:count]) + "\n; (move ann depot square)\n"
    ((fix,),) = [each.fixes for each in plan_findings(text) if each.code == "commented-step"]
    lines = apply_edits(text, fix.edits).splitlines()
    assert [line.strip() for line in lines[:count]] == steps[:count]


@pytest.mark.parametrize(
    "comment",
    [
        *("(first)", "move on", "(moved ann)", "cost (move)", "(see note", "((move ann)", "()"),
        *("(move ann square depot) undoes it", "(move ann square depot) (see note"),
    ],
)
def test_a_comment_behind_a_step_is_no_step(comment: str) -> None:
    text = f"(move ann depot square) ; {comment}\n"
    assert "commented-step" not in {each.code for each in plan_findings(text)}


def test_a_step_in_a_comment_of_a_plan_with_times_has_no_fix() -> None:
    text = "0: (move ann depot square) [1] ; (move ann square depot)\n"
    (found,) = [each for each in plan_findings(text) if each.code == "commented-step"]
    assert found.fixes == ()


@given(
    st.lists(
        st.sampled_from(
            [
                *("(move ann depot square)", "(move ann square depot)", "(move", "ann", "depot)"),
                *(";", "; ", "\n", "\n", "(", ")", " ", "[1]", "1: ", "note", "()"),
            ]
        ),
        max_size=14,
    )
)
def test_steps_in_comments_become_steps_and_all_others_stay(pieces: list[str]) -> None:
    text = "(move ann depot square)" + "".join(pieces)
    for found in plan_findings(text):
        if found.code != "commented-step":
            continue
        for fix in found.fixes:
            fixed = apply_edits(text, fix.edits)
            texts = text, fixed
            before, after = (Counter(a.key for a in read_plan(t)[0].actions) for t in texts)
            assert before < after
            remains = [Counter(each.code for each in plan_findings(t)) for t in texts]
            for code in ("syntax", "skipped-text", "missing-time", "unknown-action"):
                assert remains[1][code] <= remains[0][code]


def test_times_durations_and_overlaps() -> None:
    expect_in_plan(
        """\
 1: (switch) [4]
;            ^^^ surplus-duration
 2: (cook small) [5]
 1.5: (rinse p)
;^^^ step-order
 (rinse p)
;^^^^^^^^^ missing-time
 9: (cook small)
;   ^^^^^^^^^^^^ missing-time
 6: (cook small) [5]
;   ^^^^^^^^^^^^ self-overlap
;^ step-order
 8: (switch) [-1]
;            ^^^^ negative-duration
""",
        KITCHEN,
    )


def test_durative_steps_without_any_time() -> None:
    expect_in_plan(" (cook small)\n;^^^^^^^^^^^^ missing-time\n (rinse p)\n", KITCHEN)


def test_a_domain_alone_checks_what_it_can_and_says_what_is_missing() -> None:
    assert told("(move ann depot)\n(fly ann)\n", REFERENCE) == [
        "step-arity: `move` takes `?a - courier ?from ?to - place`, found 2 objects",
        "missing-setting: no problem found: the plan is not executed; name it in a "
        "`;;!problem: …` line at the top",
        "unknown-action: unknown action `fly`",
    ]


def test_nothing_beside_gives_one_hint() -> None:
    (hint,) = plan_findings("(a b)\n(c d)\n", {})
    assert (hint.code, hint.severity) == ("missing-setting", Severity.HINT)
    assert ";;!domain:" in hint.message
    assert ";;!problem:" in hint.message


def test_several_problems_that_fit_are_named_with_and_without_a_domain() -> None:
    problems = {f"{name}.pddl": f"(define (problem {name}) (:domain d))" for name in ("q1", "q2")}
    for domains, unchecked in (
        ({}, "only the notation of the plan is checked"),
        ({"d.pddl": "(define (domain d) (:action go))"}, "the plan is not executed"),
    ):
        (hint,) = plan_findings("(go)\n", problems | domains)
        assert hint.message == (
            "no problem found: several fit equally well, such as `q1.pddl` and `q2.pddl`; "
            f"{unchecked}; name it in a `;;!problem: …` line at the top"
        )


def test_a_directive_that_leads_nowhere_is_told_at_its_place() -> None:
    expect_in_plan(";;!problem: q.pddl\n;           ^^^^^^ missing-setting\n(move a b c)\n", {})


def test_prose_is_called_prose() -> None:
    text = "I am sorry, I cannot find a plan for this problem.\n"
    assert told(text) == ["no-plan-found: no plan found: the text has no steps"]


_LOG = "the log of a planner that {}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Parsing...\nsearch exhausted, no solution found\n", _LOG.format("found no plan")),
        ("ff: goal is FALSE. No plan will solve it\n", _LOG.format("found no plan")),
        ("slurmstepd: error: TIME LIMIT reached\n", _LOG.format("was stopped")),
        (
            "Traceback (most recent call last):\n  KeyError: 'a'\n",
            "the message of a program that failed",
        ),
        ("<!DOCTYPE html>\n<title>502</title>\n", "an HTML page"),
        ('{"status": "ok", "result": null}\n', "JSON without steps"),
        ("0.0: start (go a) #1\n1.0: end (go a) #1\n", "a file of happenings"),
    ],
)
def test_what_is_no_plan_is_called_what_it_looks_like(text: str, kind: str) -> None:
    assert told(text) == [f"no-plan-found: no plan found: this looks like {kind}"]


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("run.log", "search started (a)\nno solution found\n", _LOG.format("found no plan")),
        ("x.json", '{"nodes": 1}\n', "JSON without steps"),
        ("notes.txt", "Nothing yet.\n", None),
        ("conf.yaml", "name: test\nvalue: [1, 2]\n", None),
    ],
)
def test_a_file_that_is_neither_pddl_nor_a_plan(name: str, text: str, kind: str | None) -> None:
    (found,) = diagnostics(ProjectSnapshot({name: snapshot_of(text, name)}), name)
    looks = f"this looks like {kind}" if kind else "the text has no steps"
    assert found.message == f"missing `(define …)`, and no plan found: {looks}"


def test_a_file_of_pddl_without_definitions_is_only_that() -> None:
    (found,) = diagnostics(ProjectSnapshot({"d.pddl": snapshot_of("Nothing.", "d.pddl")}), "d.pddl")
    assert found.message.endswith("the file defines neither a domain nor a problem")


@pytest.mark.parametrize(
    "text",
    [
        "(trajectory\n(:objects a - object)\n(:init (p a))\n(:action (go a))\n(:state))",
        "; learned\n(:trajectory (:state (p)) (:action (go)) (:state))",
        "((:init (p)) (operator: (go)) (:state (q)))",
    ],
)
def test_a_trajectory_is_called_one(text: str) -> None:
    assert told(text) == ["not-a-plan: not a plan but a trajectory"]


def test_a_comment_silences_a_rule_about_plans() -> None:
    assert told("; planlsp: ignore-file\n(moev ann depot square)\n") == []
    codes = told("(moev ann depot square) ; planlsp: ignore[unknown-action]\n")
    assert codes == []


def test_undeclared_types_are_the_domains_matter() -> None:
    domain = "(define (domain d) (:predicates (p)) (:action a :parameters (?x - t) :effect (p)))"
    problem = "(define (problem q) (:domain d) (:objects o) (:init) (:goal (p)))"
    assert [line.partition(":")[0] for line in told("(a o)", {"d": domain, "q": problem})] == [
        "not-executed"
    ]


def test_the_reading_of_a_plan_is_not_changed_by_a_comment() -> None:
    plan, found = read_plan("; planlsp: ignore[step-type]\n(a b)\n")
    assert (len(plan), found) == (1, ())


def test_a_pointer_of_git_lfs_is_called_that() -> None:
    text = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    assert told(text) == [
        "not-a-plan: not a plan but a pointer of Git LFS; get the file with `git lfs pull`"
    ]
