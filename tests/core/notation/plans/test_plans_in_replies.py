"""Plans in the JSON that language models and planning services answer with."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity
from plancore.notation.plans.reader import read_plan
from support.plan_text import findings_of, steps_of
from support.prose import prose

REPLIES: dict[str, Callable[[str], object]] = {
    "response": lambda said: {"model": "m", "response": said, "done": True},
    "message": lambda said: {"message": {"role": "assistant", "content": said}},
    "choices": lambda said: {
        "choices": [{"index": 0, "message": {"reasoning_content": "(go z)", "content": said}}]
    },
    "content": lambda said: {
        "content": [{"type": "thinking", "thinking": "(go z)"}, {"type": "text", "text": said}]
    },
    "output": lambda said: {
        "output": [
            {"type": "reasoning", "summary": []},
            {"role": "assistant", "content": [{"type": "output_text", "text": said}]},
        ]
    },
    "candidates": lambda said: {
        "candidates": [
            {"content": {"parts": [{"text": "(go z)", "thought": True}, {"text": said}]}}
        ]
    },
    "generated": lambda said: [{"generated_text": said}],
    "conversation": lambda said: [
        {"role": "user", "content": "Give me a plan, not (go z)."},
        {"role": "assistant", "content": "(go z)"},
        {"role": "user", "content": "Try again."},
        {"role": "assistant", "content": said},
    ],
    "plan": lambda said: {"plan": said},
    "in itself": lambda said: {"response": json.dumps({"plan": said})},
}
STEPS = st.lists(st.sampled_from(("(go a)", "(go b)", "(pick-up a b)")), min_size=1, max_size=5)
STYLES = ("{}", "{n}. {}", "- `{}`", "Step {n}: {}")


@pytest.mark.parametrize("name", REPLIES)
@given(STEPS, st.sampled_from(STYLES), prose, st.booleans(), st.booleans())
def test_a_reply_is_read_like_its_text(
    name: str, steps: list[str], style: str, before: str, is_fenced: bool, is_ascii: bool
) -> None:
    lines = [style.format(step, n=n) for n, step in enumerate(steps, 1)]
    said = "\n".join((before, *(("```", *lines, "```") if is_fenced else lines), "Done “so”."))
    plan, findings = read_plan(json.dumps(REPLIES[name](said), ensure_ascii=is_ascii))
    assert [str(step) for step in plan.steps] == steps
    assert not [finding for finding in findings if finding.severity is Severity.ERROR]


@pytest.mark.parametrize("name", REPLIES)
def test_marks_and_malformed_steps_of_a_reply(name: str) -> None:
    def read(said: str) -> tuple[list[str], list[str]]:
        text = json.dumps(REPLIES[name](said)).replace("<", r"\u003c").replace(">", r"\u003e")
        codes = [each.code for each in read_plan(text)[1] if each.severity is Severity.ERROR]
        return steps_of(text), codes

    assert read("<think>\n(go a)\n</think>\n\n(go b)") == (["(go b)"], [])
    assert read("<think>\n(go a)\n") == ([], ["no-plan-found"])
    assert read("There is none.") == ([], ["no-plan-found"])
    assert read("1. (go a)\n2. Fly over.\n3. (go b)") == (["(go a)", "(go b)"], ["invalid-step"])
    assert read("(go a\n(go b)") == (["(go b)"], ["unclosed-step"])


def test_alternative_answers_are_never_merged() -> None:
    text = json.dumps({"choices": [{"text": "(go a)\n(go b)"}, {"text": "(go b)"}]})
    assert steps_of(text) == ["(go b)"]
    assert any("several-plans" in each for each in findings_of(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"action": "go", "args": ["a"]}\n{"action": "stop", "args": []}\n',
        '["go", "a"]\n["stop"]\n',
        "('go', ['a'])\n('stop', [])\n",
        "('go', 'a')\n('stop',)\n",
        "1. ('go', ['a'])\n2. ('stop', [])\n",
        "[('go', ['a']), ('stop', [])]\n",
        '[["go", ["a"]], ["stop", []]]\n',
    ],
)
def test_a_step_on_each_line(text: str) -> None:
    assert steps_of(text) == ["(go a)", "(stop)"]


@pytest.mark.parametrize(
    "records",
    [
        '{"id": 1, "plan": ["(go a)"]}\n{"id": 2, "plan": ["(go b)"]}\n',
        '{"id": 1, "response": "(go a)"}\n{"id": 2, "response": "(go b)"}\n',
        '{"nodes": 1}\n{"nodes": 2}\n',
    ],
)
def test_records_on_lines_are_not_one_plan(records: str) -> None:
    plan, findings = read_plan(records)
    assert not plan.steps
    assert [finding.message for finding in findings] == [
        "not a plan but JSON Lines with 2 records; give one of them"
    ]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            '{"plan": [{"phase": "a", "steps": ["(rest)"]}, {"phase": "b", "steps": ["(go a)"]}]}',
            ["(rest)", "(go a)"],
        ),
        (
            '[{"step": 1, "actions": ["(rest)"]}, {"step": 2, "actions": ["(go a)", "(go b)"]}]',
            ["(rest)", "(go a)", "(go b)"],
        ),
        (
            '{"plan": [{"time": 1, "actions": ["(go a)"]}, {"time": 2, "actions": ["(go b)"]}]}',
            ["(go a)", "(go b)"],
        ),
        ('{"solution": {"action_sequence": ["(go a)"]}}', ["(go a)"]),
        (
            '[{"action": "go", "args": "a b"}, {"action": "go", "args": "b, c"}]',
            ["(go a b)", "(go b c)"],
        ),
    ],
)
def test_phases_and_numbered_objects_are_parts_of_one_plan(text: str, steps: list[str]) -> None:
    assert steps_of(text) == steps
    assert not [each for each in read_plan(text)[1] if each.severity is Severity.ERROR]


@pytest.mark.parametrize("rest", ['Then:\n["(rest)"]', '["(rest)"]', '{"plan": ["(rest)"]}'])
def test_a_second_json_value_is_an_error(rest: str) -> None:
    for before in ("", "The plan:\n"):
        found = read_plan(f'{before}["(go a)"]\n{rest}\n')[1]
        assert [each for each in found if each.severity is Severity.ERROR]
