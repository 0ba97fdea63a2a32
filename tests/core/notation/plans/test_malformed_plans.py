"""Every way in which a plan can be malformed: one finding, at the right place, with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity
from plancore.notation.plans.reader import read_plan
from support.cpu import takes_linear_time
from support.plan_text import findings_of, steps_of

MALFORMED = {
    "unclosed": ("(up a\n(down b)\n", ["1:1 error unclosed-step «(up a»"], ["(down b)"]),
    "unclosed_last": ("(up)\n(down b", ["2:1 error unclosed-step «(down b»"], ["(up)"]),
    "unclosed_with_comment": ("(up a ; (why)\n(b)", ["1:1 error unclosed-step «(up a»"], ["(b)"]),
    "unclosed_beside_a_step": ("(up a (down b)", ["1:1 error unclosed-step «(up a»"], ["(down b)"]),
    "unclosed_call": ("- up(a, b\n- down(b)", ["1:3 error unclosed-step «up(a, b»"], ["(down b)"]),
    "unclosed_timed": (
        "0: (up a\n1: (down b)\n",
        ["1:4 error unclosed-step «(up a»"],
        ["1: (down b)"],
    ),
    "only_openings": ("((((", ["1:1 error unclosed-step «((((»"], []),
    "unopened": ("up a)\n(down b)\n", ["1:1 error unopened-step «up a)»"], ["(down b)"]),
    "one_too_many": ("(up a))\n(b)\n", ["1:7 error unopened-step «)»"], ["(up a)", "(b)"]),
    "nested": ("(up (a) b)\n(c)\n", ["1:1 error nested-parenthesis «(up (a) b)»"], ["(c)"]),
    "nested_call": ("up(f(a))\n(c)\n", ["1:1 error nested-parenthesis «up(f(a))»"], ["(c)"]),
    "wrapped": (
        "(((up a)) (down b))",
        ["1:1 error nested-parenthesis «(((up a)) (down b))»"],
        [],
    ),
    "empty": ("()\n(down b)\n", ["1:1 error empty-step «()»"], ["(down b)"]),
    "variable": ("(up ?x)\n(down b)\n", ["1:5 error variable-in-plan «?x»"], ["(down b)"]),
    "colon_inside": ("(up a:b)\n(c)\n", ["1:1 error invalid-step «(up a:b)»"], ["(c)"]),
    "no_parentheses": (
        "(up a)\nup b\n(up c)\n",
        ["2:1 error missing-parentheses «up b»"],
        ["(up a)", "(up c)"],
    ),
    "no_parentheses_new_name": (
        "(up a)\npick-up b\n",
        ["2:1 error missing-parentheses «pick-up b»"],
        ["(up a)"],
    ),
    "numbered_no_parentheses": (
        "1. (up a)\n2. up b\n",
        ["2:4 error missing-parentheses «up b»"],
        ["(up a)"],
    ),
    "numbered_no_parentheses_between_steps": (
        "1. (up a)\n2. move bob a b\n3. (down b)\n",
        ["2:4 error missing-parentheses «move bob a b»"],
        ["(up a)", "(down b)"],
    ),
    "numbered_text_behind_steps": (
        "1. (up a)\n2. done\n1. up means up\n",
        ["2:1 information skipped-text «2. done 1. up means up»"],
        ["(up a)"],
    ),
    "numbered_sentence_between_steps": (
        "1. (up a)\n2. Fly over the lake.\n3. Sail.\n4. (down b)\n5. Done.\n",
        [
            "2:4 error invalid-step «Fly over the lake.»",
            "3:4 error invalid-step «Sail.»",
            "5:1 information skipped-text «5. Done.»",
        ],
        ["(up a)", "(down b)"],
    ),
    "numbered_sentence_before_steps": (
        "**Step 1:** Fly over the lake.\n**Step 2:** up(a)\n",
        ["1:13 error invalid-step «Fly over the lake.»"],
        ["#2 (up a)"],
    ),
    "numbered_sentence_between_announced_steps": (
        "1) Go up: (up a)\n2) Fly over the lake.\n3) Go down: (down b)\n",
        [
            "1:1 information skipped-text «1) Go up:»",
            "2:1 information skipped-text «2) Fly over the lake. 3) Go down:»",
            "2:4 error invalid-step «Fly over the lake.»",
        ],
        ["(up a)", "(down b)"],
    ),
    "numbered_ellipsis": (
        "1. (up a)\n2. ...\n3. (down b)\n",
        ["2:1 error invalid-step «2. ...»"],
        ["(up a)", "(down b)"],
    ),
    "ellipsis": (
        "(up a)\n\n...\n\n(down b)\n[\u2026]\nThen ...\n...\n",
        [
            "3:1 error invalid-step «...»",
            "6:1 error invalid-step «[\u2026]»",
            "6:1 information skipped-text «[\u2026] Then ... ...»",
        ],
        ["(up a)", "(down b)"],
    ),
    "and_so_on": (
        "- (up a)\n- Repeat for all others.\n- (down b)\nand so on\n",
        ["2:1 error invalid-step «- Repeat for all others.»", "4:1 error invalid-step «and so on»"],
        ["(up a)", "(down b)"],
    ),
    "words_before_steps": (
        "1. up b\n2. **up c**\n3. (up a)\n",
        ["1:4 error missing-parentheses «up b»", "2:6 error missing-parentheses «up c»"],
        ["(up a)"],
    ),
    "words_among_text": (
        "First:\n- `up b`.\nThen:\n- (up a)\n",
        [
            "1:1 information skipped-text «First: - `up b`. Then:»",
            "2:4 error missing-parentheses «up b»",
        ],
        ["(up a)"],
    ),
    "timed_no_parentheses": (
        "0.5: up a\n1: (b)\n",
        ["1:6 error missing-parentheses «up a»"],
        ["1: (b)"],
    ),
    "text_after": (
        "(up a) b\n(c)\n",
        ["1:8 error text-after-step «b»"],
        ["(up a)", "(c)"],
    ),
    "bad_time": ("1.2.3: (up a)\n1: (b)", ["1:1 error bad-time «1.2.3»"], ["1: (b)"]),
    "huge_time": (f"{'9' * 5000}: (up)", [f"1:1 error bad-time «{'9' * 5000}»"], []),
    "huge_exponent": ("1e999999999: (up)", ["1:1 error bad-time «1e999999999»"], []),
    "negative_time": ("-1: (up a)\n1: (b)", ["1:1 error negative-time «-1»"], ["1: (b)"]),
    "no_colon": ("0.5 (up a)\n1: (b)", ["1:1 error missing-colon «0.5 (up a)»"], ["1: (b)"]),
    "bad_duration": ("0: (up) [long]\n1: (b)", ["1:9 error bad-duration «[long]»"], ["1: (b)"]),
    "open_duration": ("0: (up) [1.5\n1: (b)", ["1:9 error bad-duration «[1.5»"], ["1: (b)"]),
    "no_duration": ("0: (up) []\n1: (b)", ["1:9 error bad-duration «[]»"], ["1: (b)"]),
    "negative_duration": (
        "0: (up) [-1]\n1: (b)",
        ["1:9 error negative-duration «[-1]»"],
        ["1: (b)"],
    ),
    "unclosed_brace": ("up, {a, b", ["1:5 error unclosed-brace «{a, b»"], ["(up)"]),
    "unopened_brace": ("up, a}, b", ["1:5 error unopened-brace «a}»"], ["(up)", "(b)"]),
    "nested_braces": ("{a, {b}}, c", ["1:1 error nested-braces «{a, {b}}»"], ["(c)"]),
    "no_comma_before_brace": ("a {b}, c", ["1:1 error missing-comma «a {b}»"], ["(c)"]),
    "no_comma_after_brace": ("{b} a, c", ["1:1 error missing-comma «{b} a»"], ["(c)"]),
    "no_comma": ("up(a) up(b), c", ["1:6 error text-after-step «up(b)»"], ["(c)"]),
    "comma_unclosed": ("up, down(a, b", ["1:5 error unclosed-step «down(a, b»"], ["(up)"]),
    "json_unclosed": (
        '["(up)", "(b)"',
        ['1:1 error invalid-json «["(up)", "(b)"»'],
        ["(up)", "(b)"],
    ),
    "json_rest": ('["(up)"] and so on', ["1:10 error invalid-json «and so on»"], ["(up)"]),
    "json_number": ('["(up)", 7]', ["1:10 error not-an-action «7»"], ["(up)"]),
    "json_object": ('[{"cost": 3}, ["up"]]', ['1:2 error not-an-action «{"cost": 3}»'], ["(up)"]),
    "json_argument": ('[["up", "a b"], ["c"]]', [], ["{(up) (a b)}", "(c)"]),
    "json_number_argument": (
        '[{"name": "up", "args": [[1]]}]',
        ["1:26 error invalid-step «[1]»"],
        [],
    ),
    "json_step": ('["(up", "(b)"]', ["1:3 error unclosed-step «(up»"], ["(b)"]),
    "json_sentence": (
        '["then we go up.", "(b)"]',
        ["1:3 error invalid-step «then we go up.»"],
        ["(b)"],
    ),
    "json_time": (
        '[{"name": "(up)", "start": "soon"}]',
        ['1:28 error bad-time «"soon"»'],
        [],
    ),
    "json_duration": (
        '[{"name": "(up)", "duration": -1}]',
        ["1:31 error bad-duration «-1»"],
        [],
    ),
    "domain": ("(define (domain d))", ["1:1 error not-a-plan «(define (domain d))»"], []),
    "prose": (
        "I cannot do that.",
        ["1:1 error no-plan-found «I cannot do that.»"],
        [],
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    text, findings, steps = MALFORMED[name]
    assert findings_of(text) == findings
    assert steps_of(text) == steps
    for finding in read_plan(text)[1]:
        assert not finding.message[0].isupper()
        assert finding.span.start < finding.span.end


PIECES = st.sampled_from(
    [*"()[]{},:;.\"'`*-#0 \t\n\r", "\r\n", "(up a)", "up(a, b)", "0.5: ", "[1.5]", "step 1: ",
     "[PLAN]", "[PLAN END]", "```", "SequentialPlan:\n", "cost = 3", "1. ", "é", "?x", "up",
     "\ufeff", '["', '"]', '{"name": ', "\\n", "(define ", "\\(",
     "\\)", "\\_", "\\"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_read(text: str) -> None:
    plan, findings = read_plan(text)
    for finding in findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        assert finding.severity in (Severity.ERROR, Severity.WARNING, Severity.INFORMATION)
    for step in plan.steps:
        assert 0 <= step.span.start < step.span.end <= len(text)
        for action in step.actions:
            words = [text[slice(*span)] for span in (action.name_span, *action.arg_spans)]
            plain = [word.replace("\\_", "_").replace("\\-", "-").lower() for word in words]
            assert tuple(plain) == action.key


PIECE_BY_PIECE = pytest.mark.parametrize(
    "piece",
    ["(", ")", "(a ", "a(", "a(,", "{", "}", "{}", "[", "[[", '["', "[PLAN]", "```\n", "(a)\n",
     "\n", "0:", "0: (a", "1. ", "; c\n", ",", "`(a)", ": (a)", "a b\n", "(a\n", "{a,", '{"plan":',
     " ", "(a) 0: ", "* ", "\\n", "'", "(a\nb)", "\\(", "\\(ab", "\\(ab\\_", "\\(ab\\)", "(a)\\n",
     "\\_", '"\\', "\\n "],
)  # fmt: skip


@pytest.mark.slow
@PIECE_BY_PIECE
def test_long_texts_take_linear_time(piece: str) -> None:
    def read(count: int) -> None:
        plan, findings = read_plan(piece * count)
        assert len(plan.steps) <= count
        assert all(finding.span.end <= len(piece) * count for finding in findings)

    # A reader that called itself would run out of stack besides.
    assert takes_linear_time(read, 400)


@pytest.mark.long
@pytest.mark.timeout(60)
@PIECE_BY_PIECE
def test_longer_texts_run_into_no_limit(piece: str) -> None:
    count = 50_000
    plan, _ = read_plan(piece * count)
    assert len(plan.steps) <= count


@pytest.mark.parametrize(
    "text",
    ["null", "None", "UNSOLVABLE", "unsolvable problem", "impossible", "N/A", "no plan\nsorry"],
)
def test_a_refusal_in_a_word_is_no_step(text: str) -> None:
    plan, findings = read_plan(text)
    assert plan.is_missing
    assert [finding.code for finding in findings] == ["no-plan-found"]


@pytest.mark.parametrize("text", ["notify a", "nopal", "fail-over a b", "none, go a", "go a\nfail"])
def test_words_that_a_refusal_begins_with_may_name_actions(text: str) -> None:
    assert read_plan(text)[0].steps
