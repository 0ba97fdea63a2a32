"""Texts with several plans: one is read, and it is said which. What planners add is no step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot

Steps = list[tuple[str, ...]]

_NAMES = st.sampled_from(["lift", "haul", "drop"])
_ACTIONS = st.tuples(_NAMES, st.sampled_from("abc"), st.sampled_from("xyz"))
_PLANS = st.lists(st.lists(_ACTIONS, min_size=1, max_size=5), min_size=1, max_size=4)


def _plain(steps: Steps) -> str:
    return "".join(f"({' '.join(step)})\n" for step in steps)


def _timed(steps: Steps, lasts: str = "[1.000]", gap: str = "  ") -> str:
    return "".join(f"{at}.000: ({' '.join(s)}){gap}{lasts}\n" for at, s in enumerate(steps))


def _downward(plans: list[Steps]) -> str:
    return "".join(f"{_plain(steps)}; cost = {len(steps)} (unit cost)\n" for steps in plans)


def _lama(plans: list[Steps]) -> str:
    return "".join(
        "[t=0.01s, 9956 KB] Solution found!\n"
        + "".join(f"{' '.join(step)} (1)\n" for step in steps)
        + f"[t=0.02s, 9956 KB] Plan length: {len(steps)} step(s).\n"
        f"[t=0.02s, 9956 KB] Plan cost: {len(steps)}\n"
        for steps in plans
    )


def _optic(plans: list[Steps]) -> str:
    return "".join(
        f"; Plan found with metric {len(steps)}\n;;;; Solution Found\n; Cost: {len(steps)}\n"
        f"; Time 0.00\n{_timed(steps)}\n* All goal deadlines now no later than {len(steps)}\n\n"
        for steps in plans
    )


def _lpg(plans: list[Steps]) -> str:
    return "".join(
        f"Solution number: {number}\nTime: (ACTION) [action Duration; action Cost]\n"
        f"{_timed(steps, '[D:1.0000; C:0.1000]', ' ').upper()}\n"
        for number, steps in enumerate(plans, 1)
    )


def _enhsp(plans: list[Steps]) -> str:
    return "".join(
        "h(n = s_0)=3.0\n g(n)= 1.0 h(n)=2.0\nProblem Solved\n\n"
        f"Found Plan:\n{_timed(steps, '', '')}\nPlan-Length:{len(steps)}\n"
        f"Metric (Search):{len(steps)}.0\n"
        for steps in plans
    )


def _tfd(plans: list[Steps]) -> str:
    return "".join(f"Rescheduled Plan:\n{_timed(steps)}" for steps in plans)


def _headed(heading: str) -> Callable[[list[Steps]], str]:
    """Steps below headings, as language models write several answers."""

    def write(plans: list[Steps]) -> str:
        return "".join(
            f"{heading.format('ABCD'[number], number + 1)}\n{_plain(steps)}\n"
            for number, steps in enumerate(plans)
        )

    return write


def _items(mark: str) -> Callable[[list[Steps]], str]:
    """Numbered steps with nothing between one plan and the next."""

    def write(plans: list[Steps]) -> str:
        return "".join(
            mark.format(number, " ".join(step))
            for steps in plans
            # The first number of a plan of one step would not come again behind a later one.
            for number, step in enumerate((*steps, steps[-1]), 1)
        )

    return write


def _fenced(plans: list[Steps]) -> str:
    return "".join(
        f"**Option {number}:**\n```\n{_plain(steps)}```\n" for number, steps in enumerate(plans)
    )


def _unified_planning(plans: list[Steps]) -> str:
    return "".join(
        "Got plan:\nSequentialPlan:\n"
        + "".join(f"    {name}({', '.join(rest)})\n" for name, *rest in steps)
        for steps in plans
    )


def _json_list(plans: list[Steps]) -> str:
    listed = ",".join(
        f'{{"cost": {len(steps)}, "actions": ['
        + ",".join(f'"{" ".join(step)}"' for step in steps)
        + "]}"
        for steps in plans
    )
    return f"[{listed}]"


def _json(plans: list[Steps]) -> str:
    return f'{{"plans": {_json_list(plans)}}}'


WRITERS = {
    "downward": _downward,
    "lama": _lama,
    "optic": _optic,
    "lpg": _lpg,
    "enhsp": _enhsp,
    "tfd": _tfd,
    "unified-planning": _unified_planning,
    "json": _json,
    "list in json": _json_list,
    "letters": _headed("Plan {0}:"),
    "headings": _headed("### Plan {1}"),
    "bold": _headed("**Alternative plan:**"),
    "attempts": _headed("Attempt #{1}:"),
    "corrected": _headed("Corrected plan"),
    "fenced": _fenced,
    "names of files": _headed("==> sas_plan.{1} <=="),
    "sentences": _headed("Sorry, here is a better plan ({1} steps):"),
    "reasons": _headed("That fails, since b is far. Wait, it is wrong. The correct plan is:"),
    "words": _headed("; Plan {0} - the shorter one"),
    "remarks": _headed("// candidate {1} of 4"),
}
ITEMS = {
    "dots": _items("{}. {}\n"),
    "brackets": _items("{}) ({})\n"),
    "bold": _items("**{}.** {}\n"),
    "colons": _items("{}: {}\n"),
    "times that count": _items("{}: ({})\n"),
    "labels": _items("Step {}: {}\n"),
    "blanks": _items("{} {}\n"),
    "tabs": _items("{}\t({})\n"),
}


def steps_of(plan: Plan) -> Steps:
    return [step.action.key for step in plan.steps]


def codes_of(text: str) -> list[str]:
    return [finding.code for finding in read_plan(text)[1]]


@pytest.mark.parametrize("name", WRITERS)
@given(plans=_PLANS, data=st.data())
def test_the_last_plan_or_the_chosen_one_is_read(
    name: str, plans: list[Steps], data: st.DataObject
) -> None:
    text = WRITERS[name](plans)
    plan, findings = read_plan(text)
    assert steps_of(plan) == plans[-1]
    said = [finding.message for finding in findings if finding.code == "several-plans"]
    expected = f"{len(plans)} plans in this text: the last one is read"
    assert said == ([expected] if len(plans) > 1 else [])
    if name in ("downward", "lama", "optic", "json"):
        assert plan.cost == len(plans[-1])
    number = data.draw(st.integers(1, len(plans)))
    chosen, findings = read_plan(f"{text}\n;;!plan: {number}\n")
    assert [finding for finding in findings if finding.severity <= 2] == []
    assert steps_of(chosen) == plans[number - 1]
    if name in ("downward", "lama", "optic", "json"):
        assert chosen.cost == len(plans[number - 1])


@pytest.mark.parametrize("name", ITEMS)
@given(plans=_PLANS, data=st.data())
def test_numbers_that_begin_again_are_another_plan(
    name: str, plans: list[Steps], data: st.DataObject
) -> None:
    text = ITEMS[name](plans)
    number = data.draw(st.integers(1, len(plans)))
    for plan, chosen in ((plans[-1], ""), (plans[number - 1], f"\n;;!plan: {number}\n")):
        read, findings = read_plan(text + chosen)
        assert steps_of(read) == [*plan, plan[-1]]
        assert [finding for finding in findings if finding.severity <= 2] == []
    assert codes_of(text).count("several-plans") == (len(plans) > 1)


@pytest.mark.parametrize("name", WRITERS)
def test_a_plan_that_is_not_there_is_not_chosen(name: str) -> None:
    plan, findings = read_plan(WRITERS[name]([[("lift", "a", "x")]] * 2) + "\n;;!plan: 3\n")
    assert plan.steps == ()
    assert "no plan 3: this text has 2" in [finding.message for finding in findings]


def test_times_that_begin_again_are_another_plan_where_actions_recur() -> None:
    text = "0.0: (lift a) [1]\n1.0: (haul a) [1]\n0.0: (lift a) [1]\n2.0: (haul a) [1]\n"
    assert [step.start for step in read_plan(text)[0].steps] == [0, 2]
    # Two robots, each with its lines: one plan.
    robots = "0.0: (lift a) [1]\n1.0: (haul a) [1]\n0.0: (lift b) [1]\n2.0: (haul b) [1]\n"
    assert len(read_plan(robots)[0].steps) == 4
    assert "several-plans" not in codes_of(robots)
    # Not in the order of time, but begun nowhere again.
    for text in (
        "5: (lift a)\n3: (lift b)\n4: (lift a)\n",
        "3: (lift a)\n4: (lift b)\n1: (lift a)\n",
    ):
        assert len(read_plan(text)[0].steps) == 3


def test_numbers_below_headings_of_parts_go_on() -> None:
    text = "Phase {}:\n1. (lift {})\n2. (haul {})\n"
    parts = text.format(1, "a", "a") + text.format(2, "b", "b")
    assert len(read_plan(parts)[0].steps) == 4
    again = text.format(1, "a", "a") + text.format(2, "a", "a")
    assert len(read_plan(again)[0].steps) == 2


def test_a_number_that_counts_nothing_is_a_time_without_its_colon() -> None:
    for text in ("0 (lift a)\n3 (haul a)\n", "0 (lift a) [2]\n1 (haul a) [2]\n"):
        assert "missing-colon" in codes_of(text)


def test_errors_in_another_plan_do_not_matter() -> None:
    text = "Solution number: 1\n(lift a\n(haul a)\nSolution number: 2\n(lift b)\n"
    assert steps_of(read_plan(text)[0]) == [("lift", "b")]


@pytest.mark.parametrize(
    "text",
    [
        "; cost = 2 (unit cost)\n(lift a)\n(haul a)\n",
        "(lift a) ; cost: 1\n(haul a) ; cost: 1\n",
        "(lift a)\n; now the haul\n(haul a)\n",
        "ff: found legal plan as follows\n\nstep    0: LIFT A\n        1: HAUL A\n",
        "Phase 1:\n(lift a)\nPhase 2:\n(haul a)\n",
        "## Plan\nFirst part:\n(lift a)\nSecond part:\n(haul a)\nThis plan is optimal.\n",
        "(plan (lift a) (haul a))",
        "(:steps (lift a)\n  (haul a))\n",
        "(lift a)\n\n(haul a)\n",
        "(lift a)\n---\n(haul a)\n",
        "; robot 1\n(lift a)\n; robot 2\n(haul a)\n",
        "Robot 1:\n1. (lift a)\nRobot 2:\n1. (haul a)\n",
        "1. (lift a)\n1. (haul a)\n",
        "0 (lift a)\n1 (haul a)\n",
        "0\t(lift a)\n1\t(haul a)\n",
        "1 lift k a\n2 haul k a\n",
    ],
)
def test_one_plan_is_one_plan(text: str) -> None:
    assert len(read_plan(text)[0].steps) == 2
    assert "several-plans" not in codes_of(text)


# What planners add.

LIFTS = """(define (domain lifts) (:predicates (up)) (:action lift :parameters () :effect (up))
{})"""
PROBLEM = "(define (problem p) (:domain lifts) (:init) (:goal (up)))"


def _task(more: str = "") -> Task:
    domain = FileSnapshot.of(LIFTS.format(more)).domain or Domain("")
    problem = FileSnapshot.of(PROBLEM).problem
    assert problem is not None
    return Task(domain, problem)


@pytest.mark.parametrize(
    "text",
    [
        "step    0: LIFT\n        1: REACH-GOAL\n",
        "(lift)\n(reach-goal)\n",
        "step 0: lift\n     1: reach-goal\n",
        "==>\n0 SHOP_methodm_lift_precondition\n1 lift\nroot 2\n2 rise -> m-lift 0 1\n<==\n",
        "==>\n0 __method_precondition_m\n1 lift\nroot 2\n2 rise -> m-lift 0 1\n<==\n",
    ],
)
def test_steps_that_planners_add_are_set_aside(text: str) -> None:
    plan, findings = read_plan(text)
    assert steps_of(plan) == [("lift",)]
    assert any("is added by planners" in finding.message for finding in findings)
    assert execute(_task(), plan).verdict == "valid"


def test_a_domain_may_declare_them() -> None:
    plan, _ = read_plan("(lift)\n(reach-goal)\n")
    needs_all = "(:action reach-goal :parameters () :precondition (not (up)) :effect ())"
    assert execute(_task(needs_all), plan).failing_step == 2


# Notations of programs.

NOTATIONS = {
    "tuples": "haul ('a', 'x')\nlift ('b',)\nrest ()\n",
    "calls with quotes": "haul('a', 'x')\nlift('b')\nrest()\n",
    "numbered tuples": '1. haul ("a", "x")\n2. lift ("b")\n3. rest ()\n',
    "htn": "==>\n0 haul a x\n1 lift b\n2 rest\nroot 3\n3 all b -> m 0 1 2\n<==\n",
    "objects of pyperplan": "[<Op (haul a x)>, <Op (lift b)>, <Op (rest)>]",
    "lisp": "((haul a x) (lift b) (rest))",
    "shop": "((!haul a x) 1.0 (!lift b) 1.0 (!rest) 1.0)",
    "python": "plan = [\n  'haul a x',\n  'lift b',\n  'rest',\n]\n",
    "defined": "(define (plan p)\n (:domain d)\n (:actions (haul a x) (lift b)\n (rest)))\n",
    "satplan": "Begin plan\n[1] (haul a x)\n[2] (lift b)\n[3] (rest)\nEnd plan\n",
    "typographic": "\u201c(haul a x)\u201d, \u201c(lift b)\u201d, \u201c(rest)\u201d",
    "bold": "1. **haul** a x\n2. **lift** b\n3. **rest**\n",
    "code": "1. `haul` `a` `x`\n2. `lift` `b`\n3. `rest`\n",
    "coloured": "\x1b[32m(haul a x)\x1b[0m\n\x1b[32m(lift b)\x1b[0m\n(rest)\x1b[0m\n",
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_notations_of_programs(name: str) -> None:
    plan, findings = read_plan(NOTATIONS[name])
    assert steps_of(plan) == [("haul", "a", "x"), ("lift", "b"), ("rest",)]
    assert [finding for finding in findings if finding.severity <= 2] == []


def test_steps_in_the_log_of_a_robot() -> None:
    text = (
        "[planner-1] [INFO] [1700000001.1] [planner]: found\n"
        "[planner-1] 0.000: (haul a x)  [2.000]\n[INFO] [1700.2] [c]: Plan: 2.001: (lift b) [1.0]\n"
    )
    plan, _ = read_plan(text)
    assert steps_of(plan) == [("haul", "a", "x"), ("lift", "b")]
    assert [step.start for step in plan.steps] == [0, Fraction(2001, 1000)]
