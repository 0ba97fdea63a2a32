r"""Plans with the escapes of Markdown and of strings: `\(a\)`, `a\_b`, a literal `\n`."""

from __future__ import annotations

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.scan import looks_like_plan
from support.plan_text import findings_of, steps_of

ESCAPED = {
    "parentheses": ("\\(up\\)\n\\(ring bell\\)\n", "1:1", "\\(", ["(up)", "(ring bell)"]),
    "names": ("(go\\_up a\\_1)\n(ring\\-bell b)", "1:4", "\\_", ["(go_up a_1)", "(ring-bell b)"]),
    "bare names": ("go\\_up a\nring bell\n", "1:3", "\\_", ["(go_up a)", "(ring bell)"]),
    "calls": ("go\\_up(a, b\\_1)", "1:3", "\\_", ["(go_up a b_1)"]),
    "numbers": (r"1. \(up\)\n2. \(ring bell\)\r\n", "1:4", "\\(", ["(up)", "(ring bell)"]),
    "line breaks": (
        r"(up)\n\n(ring bell) \n (down)",
        "1:5",
        r"\n",
        ["(up)", "(ring bell)", "(down)"],
    ),
    "a string": (r'"(up)\n(down)"', "1:6", r"\n", ["(up)", "(down)"]),
    "times": (r"0: \(up\) [2]\n2: (down)", "1:4", "\\(", ["0: (up) [2]", "2: (down)"]),
}


@pytest.mark.parametrize("name", ESCAPED)
def test_escapes_are_read_as_what_they_stand_for_and_told(name: str) -> None:
    text, place, escape, steps = ESCAPED[name]
    assert steps_of(text) == steps
    assert findings_of(text) == [f"{place} information escaped-text «{escape}»"]
    assert looks_like_plan(text)


def test_spans_are_those_of_the_text_as_written() -> None:
    text = "\\(go\\_up a\\_1\\)\\n(down)"
    first, second = read_plan(text)[0].steps
    (action,) = first.actions
    assert [text[slice(*span)] for span in (action.name_span, *action.arg_spans)] == [
        "go\\_up",
        "a\\_1",
    ]
    assert text[slice(*second.span)] == "(down)"


def test_names_with_escapes_stand_where_they_are_written() -> None:
    text = "(pick\\_up a\\_b c)\n"
    plan, _ = read_plan(text)
    (action,) = plan.actions
    assert str(action) == "(pick_up a_b c)"
    assert text[slice(*action.span)] == text.strip()
    words = [text[slice(*span)] for span in (action.name_span, *action.arg_spans)]
    assert words == ["pick\\_up", "a\\_b", "c"]


def test_escapes_of_json_are_its_own() -> None:
    assert steps_of(r'["(up)\n(down)"]') == ["(up)", "(down)"]
    assert findings_of(r'["(up)\n(down)"]') == []


@pytest.mark.parametrize(
    "text",
    [
        "I cannot \\(really\\) do that.",
        "Sorry,\\n\\nthere is no plan\\_file.",
        "The cost is \\(O(n)\\), and \\(x = 5\\).",
        "We say\n\\(x\\)\nfor the cost.",
        "No plan exists: \\(a \\land b\\) is false.\\n",
        '"There is no plan.\\nSorry."',
    ],
)
def test_a_refusal_stays_one(text: str) -> None:
    plan, findings = read_plan(text)
    assert plan.steps == ()
    assert "no-plan-found" in {finding.code for finding in findings}
    assert not looks_like_plan(text)


def test_a_backslash_elsewhere_makes_a_step_invalid() -> None:
    assert findings_of("(go c:\\temp)\n(up)") == ["1:1 error invalid-step «(go c:\\temp)»"]
    assert findings_of("(go a\\b)\n(up)") == ["1:1 error invalid-step «(go a\\b)»"]
    assert steps_of("(go a\\b)\n(up)") == ["(up)"]
