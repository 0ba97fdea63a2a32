"""Texts without steps: empty plans, statements that there is none, and other texts."""

from __future__ import annotations

import pytest

from plancore.notation.plans.reader import read_plan
from support.plan_text import steps_of


@pytest.mark.parametrize(
    "text",
    [
        '{"status": "unsolvable", "plan": []}',
        '{"status": "UNSOLVABLE_PROVEN", "plan": []}',
        '{"plan": [], "error": "no solution"}',
        '{"plan": [], "solved": false}',
        '{"status": "timeout", "plan": []}',
        '{"status": "error", "plan": []}',
        "; Problem unsolvable\n",
        "; no plan found\n",
        "; search was killed\n",
        "ff: goal can be simplified to FALSE. No plan will solve it\n",
        "Completely explored state space -- no solution!\n",
    ],
)
def test_a_planner_that_states_no_plan_has_not_stated_an_empty_one(text: str) -> None:
    plan, findings = read_plan(text)
    assert [finding.code for finding in findings] == ["no-plan-found"]
    assert not plan.steps
    assert "looks like" in findings[0].message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "; cost = 0 (unit cost)\n",
        "; no plan is needed\n",
        "; time limit: 300 s\n",
        "[]",
        '{"plan": []}',
        '{"status": "success", "plan": [], "timeout": 300, "unsolvable": false}',
        "[t=0.01s] Solution found!\n[t=0.01s] Plan length: 0 step(s).\n[t=0.01s] Plan cost: 0\n",
        "Problem Solved\n\nFound Plan:\n\nPlan-Length:0\nMetric (Search):0.0\n",
        "ff: goal can be simplified to TRUE. The empty plan solves it\n",
        "SequentialPlan:\n",
        "SequentialPlan([])",
    ],
)
def test_an_empty_plan(text: str) -> None:
    plan, findings = read_plan(text)
    assert not plan.steps
    assert not [finding for finding in findings if finding.code == "no-plan-found"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[ INFO] [1.5]: KCL: Dispatching action [0, go, 0.0, 2.0]\n", "a log without steps"),
        ("<report><row>1</row></report>\n", "XML"),
        ('{"nodes": 5}\n', "JSON without steps"),
        ("Solution found!\nPlan length: 2 step(s).\n", None),
    ],
)
def test_what_other_texts_are(text: str, kind: str | None) -> None:
    plan, findings = read_plan(text)
    assert not plan.steps
    expected = f"this looks like {kind}" if kind else "the text has no steps"
    assert [finding.message for finding in findings] == [f"no plan found: {expected}"]


def test_bare_steps_are_no_steps_where_the_text_states_no_plan() -> None:
    assert steps_of("go a b\nstop\n; no plan is shorter\n") == ["(go a b)", "(stop)"]
    assert steps_of("search started\nno plan found\n") == []
    assert steps_of('{"plan": "unsolvable"}') == []
