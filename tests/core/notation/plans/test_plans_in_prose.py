"""Plans in answers of language models: the text around them has no steps."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import Severity
from plancore.notation.plans.reader import lost_steps, read_plan, unread_items
from plancore.notation.plans.scan import looks_like_plan
from support.plan_text import findings_of, steps_of
from support.prose import prose

STEPS = st.lists(
    st.builds(
        lambda name, arguments: (name, *arguments),
        st.sampled_from(("go", "pick-up", "drop")),
        st.lists(st.sampled_from(("a", "b", "room1", "box2")), min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=6,
)
STYLES = ("({})", "{n}: ({})", "{n}. ({})", "- ({})", "{n}.000: ({}) [1.000]", "{n}. `({})`")


@given(STEPS, st.sampled_from(STYLES), prose, prose, st.booleans())
@example([("drop", "box2")], "- ({})", "", "Problem predicates, here it", False)
@example([("go", "b")], "{n}. `({})`", "", "Must action to, the actions", False)
def test_text_around_a_plan_has_no_steps(
    steps: list[tuple[str, ...]], style: str, before: str, behind: str, is_fenced: bool
) -> None:
    lines = [style.format(" ".join(step), n=n) for n, step in enumerate(steps, 1)]
    plan_text = "\n".join(("```", *lines, "```") if is_fenced else lines)
    plan, found = read_plan(f"{before}\n\n{plan_text}\n\n{behind}\n")
    assert [(a.name, *a.args) for step in plan.steps for a in step.actions] == steps
    assert not [each for each in found if each.severity is Severity.ERROR]


@given(STEPS, STEPS, st.sampled_from(STYLES), prose, st.sampled_from(("think", "reasoning")))
def test_drafts_in_a_thinking_section_are_not_part_of_the_plan(
    drafts: list[tuple[str, ...]],
    steps: list[tuple[str, ...]],
    style: str,
    thought: str,
    tag: str,
) -> None:
    """Nor are they a plan if the answer has none."""
    draft, answer = (
        "\n".join(style.format(" ".join(step), n=n) for n, step in enumerate(each, 1))
        for each in (drafts, steps)
    )
    thinking = f"<{tag}>\n{thought}\n\n{draft}\n</{tag}>\n"
    plan, _ = read_plan(f"{thinking}\n{answer}\n")
    assert [(a.name, *a.args) for step in plan.steps for a in step.actions] == steps
    plan, found = read_plan(f"{thinking}It is unsolvable.\n")
    assert (plan.steps, [each.code for each in found]) == ((), ["no-plan-found"])


def test_a_task_that_a_model_invents_after_its_answer_has_no_part_in_it() -> None:
    """As in PlanBench. A task before the first plan is the model's example, and not its answer."""
    answer, invented = "[PLAN]\n(go a)\n[PLAN END]\n", "[PLAN]\n(go b)\n[PLAN END]\n"
    statement = "[STATEMENT]\nThe box is open.\n"
    for text in (answer + statement + invented, statement + invented + statement + answer):
        plan, _ = read_plan(text)
        assert [str(step) for step in plan.steps] == ["(go a)"]


THINKING = (
    ("<think>", "</think>"),
    ("<scratchpad>", "</scratchpad>"),
    ("[THINK]", "[/THINK]"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
)


@pytest.mark.parametrize(("opens", "closes"), THINKING)
def test_what_follows_the_start_of_a_thinking_section_that_does_not_end_may_be_a_draft(
    opens: str, closes: str
) -> None:
    assert steps_of(f"{opens}\n(go a)\n{closes}\n(go b)\n") == ["(go b)"]
    assert steps_of(f"(go b)\n{opens}\n(go a)\n") == ["(go b)"]
    for draft in ("(go a)\n", "1. (go a)\nWait.\n", "[PLAN]\n(go a)\n[PLAN END]\n"):
        plan, found = read_plan(f"{opens}\n{draft}")
        assert not plan.steps
        assert [each.message for each in found] == [
            "no plan found: the thinking section does not end, so what follows may be a draft"
        ]
        assert looks_like_plan(f"{opens}\n{draft}"), "the file is meant to have a plan"


def test_the_words_of_a_tag_may_occur_in_an_answer() -> None:
    assert steps_of("I left out the <think> part.\n(go a)\n") == ["(go a)"]


@pytest.mark.parametrize("tag", ["answer", "final_answer", "Solution", "plan"])
def test_the_steps_are_in_the_tags_of_an_answer(tag: str) -> None:
    for steps in ("(go a) (go b)", "\n(go a)\n(go b)\n", "\n1. go(a)\n2. go(b)\n", "go a\ngo b"):
        text = f"First I try (go c).\n- (go c)\n<{tag}>{steps}</{tag}> I hope: (go d)\n"
        assert steps_of(text) == ["(go a)", "(go b)"]


def test_plans_in_tags_are_never_merged() -> None:
    two = "<plan>(go a)</plan>\nBetter: <plan>(go b)</plan>\n"
    assert steps_of(two) == ["(go b)"]
    assert any("several-plans" in each for each in findings_of(two))
    assert steps_of(f"<plan>I go to (a b).</plan><answer>{two}</answer>") == ["(go b)"]


def test_an_answer_without_steps_is_not_replaced_by_other_text() -> None:
    assert steps_of("1. (go a)\n2. (go b)\n<answer>There is none.</answer>\n") == []
    assert steps_of("Write it into <answer></answer> or <answer>...</answer>.\n(go a)\n") == [
        "(go a)"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. Move there.\n   (go a)\n2. Move back:\n   `(go b)`\n3. (go c)\n",
        "1. Read the task.\n2. Think of moves.\n\n1. (go a)\n2. (go b)\n3. (go c)\n",
        "1. (go a)\n   1. The box moves.\n   2. It is light.\n2. (go b)\n3. (go c)\n",
        "1. (go a)\n2. (go b)\n3. (go c)\n4. The goal holds.\n",
        "(go a)\n(go b)\n(go c)\n\nReasons:\n1. a is first.\n2. b is next.\n3. c is last.\n",
        "1. The box must move.\n2. So I go to a.\n3. This is my plan:\n(go a)\n(go b)\n(go c)\n",
        "...\n(go a)\nRepeat this for b:\n(go b)\n(go c)\n\nThen all is done ...\n",
        "1.(go a)\n2.(go b)\n3.(go c)\n",
        "1)go(a)\n2)go(b)\n3)go(c)\n",
        "1 - (go a)\n2 - (go b)\n3 - (go c)\n",
        "1. Move to a \u2013 (go a)\n2. Move to b - `(go b)`\n3. Move to c - (go c).\n",
        "\u2460 (go a)\n\u2461 (go b)\n\u2462 (go c)\n",
        "1\u3001\uff08go a\uff09\n2\u3001\uff08go b\uff09\n3\u3001go\uff08c\uff09\n",
        "Thought: a first.\nAction: (go a)\nObservation: (at a)\nAction: (go b)\nAction: (go c)\n",
        "- \u2705 (go a)\n- \u2705 (go b)\n- \u2705 (go c)\n",
        "1\ufe0f\u20e3 (go a)\n2\ufe0f\u20e3 (go b)\n3\ufe0f\u20e3 (go c)\n",
        "1. There\n   1.1. (go a)\n   1.2. (go b)\n2. Back\n   2.1. (go c)\n",
        "go(a:place)\ngo(b:place)\ngo(c:place)\n",
        "[go(a:place), go(b:place), go(c:place)]\n",
        "Draft:\n```\n(go c)\n```\nFinal:\n```\n(go a)\n(go b)\n(go c)\n```\n",
        "S0: (at z)\n1. (go a)\nS1: (at a)\n2. (go b)\n3. (go c)\n",
        'Here it is:\n["(go a)", "(go b)", "(go c)"]\n',
        'Here it is:\n\n{"plan": ["(go a)", "(go b)", "(go c)"]}\n\nIt reaches c.\n',
        '["(go a)", "(go b)", "(go c)"]\n\nThis reaches c.\n',
        '```python\nmy_plan = [\n    "(go a)",\n    "(go b)",\n    "(go c)",\n]\n```\n',
        '{"step1": "(go a)", "step 2": "go b", "3": "go(c)"}',
        "0: (go a)\n1: (go b)\n2: -----waiting---- [3]\n3: (go c)\n",
    ],
)
def test_three_steps_and_other_text(text: str) -> None:
    plan, found = read_plan(text)
    assert [str(step) for step in plan.steps] == ["(go a)", "(go b)", "(go c)"]
    assert not [each for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize(
    "text",
    [
        "First, (go a).\nThen, (go b).\nFinally, (go c).\n",
        "First, (go a). Then (go b), and finally (go c).\n",
        "1. First: go(a)\n2. Next: go(b)\n3. Finally: go(c)\n",
        "(go a) and then (go b), followed by (go c)\n",
        "Step 1: go(a)\nEffect: (at a)\nStep 2: go(b)\nNew state: (at b)\nStep 3: go(c)\n",
        "1. (go a)\n   - Precondition: `(at z)`\n   - **Add effects:** (x)\n2. (go b)\n3. (go c)\n",
        "1. (go a)\n   Effects:\n   - (at a)\n   - (not (at z))\n2. (go b)\n3. (go c)\n",
        "Initial state: (at z)\nGoal: (at c)\n\n(go a)\n(go b)\n(go c)\n",
    ],
)
def test_words_and_explanations_beside_steps(text: str) -> None:
    plan, found = read_plan(text)
    assert [str(step) for step in plan.steps] == ["(go a)", "(go b)", "(go c)"]
    assert not [each for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("The goal is achieved by: (go a)\n", ["(go a)"]),
        ("Next step: (go a)\nLast action: (go b)\n", ["(go a)", "(go b)"]),
        ("first(a)\nthen(b)\n", ["(first a)", "(then b)"]),
        ("First (think) hard.\n(go a)\n", ["(go a)"]),
        ("(i)\n(ii)\n(go a)\n", ["(i)", "(ii)", "(go a)"]),
        ("Effects:\n- (go a)\n- (go b)\n", ["(go a)", "(go b)"]),
    ],
)
def test_words_that_announce_steps(text: str, steps: list[str]) -> None:
    assert steps_of(text) == steps


@pytest.mark.parametrize(
    "line",
    ["Then (go b) brings us to b.", "if (at a) then (go b) else (go z)", "2. Go there (go b)."],
)
def test_a_step_in_a_sentence_among_steps_is_malformed(line: str) -> None:
    text = f"(go a)\n{line}\n(go c)\n"
    plan, _ = read_plan(text)
    (lost,) = lost_steps(plan, text, lambda words: words[0] == "go" and len(words) == 2)
    assert (lost.code, text[slice(*lost.span)]) == ("text-after-step", "go b")
    assert not [*lost_steps(plan, text, lambda _: False)]


ANNOUNCED = (
    "{n}. **Go there**: `({})` - now it is there",
    "{n}. Go there: ({}). Now it is there.",
    "{n}. Go there \u2013 `({})`: now it is there (as it was).",
    "{n}) Go there: `({})`",
)


@given(STEPS, st.sampled_from(ANNOUNCED), prose)
def test_a_step_may_have_words_on_both_sides(
    steps: list[tuple[str, ...]], style: str, before: str
) -> None:
    lines = [style.format(" ".join(step), n=n) for n, step in enumerate(steps, 1)]
    plan, found = read_plan("\n".join((before, "", *lines)))
    assert [(a.name, *a.args) for step in plan.steps for a in step.actions] == steps
    assert not [each for each in found if each.severity is Severity.ERROR]


def test_facts_that_a_numbered_item_explains_are_no_steps() -> None:
    text = "1. Initial state: (p a) - it is here\n2. Goal: (q a) - it must be there\n\n(go a)\n"
    assert steps_of(text) == ["(go a)"]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("1. (load p)\n   Cost: 1\n2. (drive a)\n   Cost: 1\n", ["(load p)", "(drive a)"]),
        ("Steps: 1 to 2\n(wait)\nSteps: 3 to 5\n(load p)\n", ["(wait)", "(load p)"]),
        (
            "| No | Action | Objects |\n|---|---|---|\n| 1 | load | p, t |\n| 2 | drive | t |\n",
            ["#1 (load p t)", "#2 (drive t)"],
        ),
        ("1. (load p)\nAfter: (in p t)\n2. (drive a)\nAfter: (at a)\n", ["(load p)", "(drive a)"]),
        ("1. (load p)\n2. (drop p t b)\n\nWhy:\n1. Drop p at b.\n", ["(load p)", "(drop p t b)"]),
    ],
    ids=["costs", "ranges", "cells", "states", "explanations"],
)
def test_remarks_neither_divide_a_plan_nor_belong_to_it(text: str, steps: list[str]) -> None:
    found = read_plan(text)[1]
    assert steps_of(text) == steps
    assert not [each for each in found if each.severity is Severity.ERROR]


def test_numbers_that_begin_again_divide_plans_as_before() -> None:
    text = "1. (load p)\n2. (drive a)\nCost: 2\n1. (load p)\n2. (drive b)\nCost: 2\n"
    assert steps_of(text) == ["(load p)", "(drive b)"]


def test_sentences_between_bulleted_steps_are_named() -> None:
    text = "Plan:\n- (go a)\n- wait for the light\n  - Effect: (p)\n- (go b)\n- all is done\n"
    plan, found = read_plan(text)
    assert not [each for each in found if each.severity is Severity.ERROR]
    assert unread_items(plan, text) == ("wait for the light",)
