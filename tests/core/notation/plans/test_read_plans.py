"""Every notation of plans: text in, steps and findings out."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent

import pytest

from plancore.diagnostic import Severity
from plancore.model.plan import PlanFormat
from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.scan import looks_like_plan
from support.plan_text import findings_of, steps_of


@dataclass(frozen=True)
class Sample:
    """A text, the format it is recognised as, its steps and what is said about it."""

    name: str
    format: PlanFormat
    text: str
    steps: tuple[str, ...]
    findings: tuple[str, ...] = ()


_THREE = ("(up)", "(ring bell)", "(down)")

SAMPLES = (
    Sample(
        "ipc",
        PlanFormat.SEQUENTIAL,
        "(board anna lift)\n(up lift)\n",
        ("(board anna lift)", "(up lift)"),
    ),
    Sample(
        "sas_plan",
        PlanFormat.SEQUENTIAL,
        "(board anna lift)\n(up)\n; cost = 2 (unit cost)\n",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "capitals_crlf_bom_tabs_comments",
        PlanFormat.SEQUENTIAL,
        "\ufeff; made by hand\r\n\t(BOARD Anna lift)\t; first\r\n\r\n( up  lift )\r\n",
        ("(board anna lift)", "(up lift)"),
    ),
    Sample(
        "several_on_a_line_and_over_lines",
        PlanFormat.SEQUENTIAL,
        "(a) (b x)(c),\n(d ; the first half\n x)\n(e)",
        ("(a)", "(b x)", "(c)", "(d x)", "(e)"),
    ),
    Sample(
        "timed",
        PlanFormat.TIMED,
        "0.000: (heat oven) [12.5]\n12.501: (bake bread oven) [30.000]\n43: (ring)\n",
        ("0: (heat oven) [12.5]", "12.501: (bake bread oven) [30]", "43: (ring)"),
    ),
    Sample(
        "timed_lpg",
        PlanFormat.TIMED,
        "\n0.0003:   (HEAT OVEN) [D:12.00; C:0.10]\n",
        ("0.0003: (heat oven) [12]",),
    ),
    Sample(
        "timed_lpg_td",
        PlanFormat.TIMED,
        "\n0.0002:   (HEAT OVEN) [12.0000])\n12.0005:   (BAKE BREAD OVEN) [30.0000])\n",
        ("0.0002: (heat oven) [12]", "12.0005: (bake bread oven) [30]"),
    ),
    Sample(
        "timed_processes",
        PlanFormat.TIMED,
        "0: -----waiting---- [5.0]\n5.0: (open-valve tank)\n",
        ("5: (open-valve tank)",),
        ("1:1 information skipped-text «0: -----waiting---- [5.0]»",),
    ),
    Sample(
        "step_colon",
        PlanFormat.INDEXED,
        "step 0: board anna lift\nstep 1: up\n",
        ("#0 (board anna lift)", "#1 (up)"),
    ),
    Sample(
        "ff",
        PlanFormat.INDEXED,
        dedent("""\
            ff: found legal plan as follows

            step    0: BOARD ANNA LIFT
                    1: UP

            time spent:    0.00 seconds
        """),
        ("#0 (board anna lift)", "#1 (up)"),
        (
            "1:1 information skipped-text «ff: found legal plan as follows»",
            "6:1 information skipped-text «time spent: 0.00 seconds»",
        ),
    ),
    Sample(
        "log",
        PlanFormat.LOG,
        dedent("""\
            [t=0.01s, 9 KB] Solution found!
            board anna lift (1)
            up (3)
            [t=0.01s, 9 KB] Plan length: 2 step(s).
            Plan cost: 4
        """),
        ("(board anna lift)", "(up)"),
        (
            "1:1 information skipped-text «[t=0.01s, 9 KB] Solution found!»",
            "4:1 information skipped-text «[t=0.01s, 9 KB] Plan length: 2 step(s).»",
        ),
    ),
    Sample(
        "sequential_printout",
        PlanFormat.UNIFIED_PLANNING,
        "SequentialPlan:\n    board(anna, lift)\n    up\n",
        ("(board anna lift)", "(up)"),
        ("1:1 information skipped-text «SequentialPlan:»",),
    ),
    Sample(
        "timed_printout",
        PlanFormat.UNIFIED_PLANNING,
        "TimeTriggeredPlan:\n    0.0: heat(oven) [12.5]\n    13.0: ring\n",
        ("0: (heat oven) [12.5]", "13: (ring)"),
        ("1:1 information skipped-text «TimeTriggeredPlan:»",),
    ),
    Sample(
        "partial_order_printout",
        PlanFormat.UNIFIED_PLANNING,
        "PartialOrderPlan:\n  actions:\n    0) board(anna, lift)\n    1) up\n"
        "  constraints:\n    0 < 1\n",
        ("(board anna lift)", "(up)"),
        (
            "1:1 information skipped-text «PartialOrderPlan: actions:»",
            "5:3 information skipped-text «constraints:»",
            "6:5 information skipped-text «0 < 1»",
        ),
    ),
    Sample(
        "printout_on_one_line",
        PlanFormat.UNIFIED_PLANNING,
        "SequentialPlan([board(anna, lift), up])",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "pddl4j",
        PlanFormat.PDDL4J,
        "00: (board anna lift) [0]\n01: (       up lift) [0]\n",
        ("#0 (board anna lift)", "#1 (up lift)"),
    ),
    Sample(
        "json_strings",
        PlanFormat.JSON,
        '["(board anna lift)", "up", "move(lift, f2)", "7: (ring) [2]"]',
        ("(board anna lift)", "(up)", "(move lift f2)", "7: (ring) [2]"),
    ),
    Sample(
        "json_arrays",
        PlanFormat.JSON,
        '[["board", "anna", "lift"], ["up"]]',
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "json_concurrent",
        PlanFormat.JSON,
        '[["(board anna lift)", "(board bert lift)"], [["up"], ["ring"]]]',
        ("{(board anna lift) (board bert lift)}", "{(up) (ring)}"),
    ),
    Sample(
        "json_objects",
        PlanFormat.JSON,
        '[{"action": "board", "args": ["anna", "lift"]},'
        ' {"name": "(up)", "start": 1.5, "duration": 2}]',
        ("(board anna lift)", "1.5: (up) [2]"),
    ),
    Sample(
        "json_reply_of_a_solver",
        PlanFormat.JSON,
        '{"status": "ok", "result": {"plan": [{"name": "(up)", "action": "(:action up"}]}}',
        ("(up)",),
        ('1:1 information skipped-text «{"status": "ok", "result": {"plan":»',),
    ),
    Sample(
        "json_text_of_a_plan",
        PlanFormat.JSON,
        r'{"result": {"output": {"sas_plan": "(UP)\n(ring bell)\n; cost = 2\n"}}}',
        ("(up)", "(ring bell)"),
        ('1:1 information skipped-text «{"result": {"output": {"sas_plan":»',),
    ),
    Sample(
        "python_list",
        PlanFormat.JSON,
        "['(up)', '(ring bell)']",
        ("(up)", "(ring bell)"),
    ),
    Sample("json_empty", PlanFormat.SEQUENTIAL, "[]", ()),
    Sample("json_empty_reply", PlanFormat.SEQUENTIAL, '{"plan": []}', ()),
    Sample(
        "commas_and_braces",
        PlanFormat.COMMA,
        "board(anna, lift), {up, ring(bell)}, (leave anna), done",
        ("(board anna lift)", "{(up) (ring bell)}", "(leave anna)", "(done)"),
    ),
    Sample(
        "groups_on_lines_of_their_own",
        PlanFormat.COMMA,
        "{up, ring(bell)}\n{(leave anna)}\n\n{}, {up}",
        ("{(up) (ring bell)}", "{(leave anna)}", "{}", "{(up)}"),
        ("4:1 warning empty-concurrent-step «{}»",),
    ),
    Sample(
        "no_list_that_ends_at_once",
        PlanFormat.TIMED,
        "[0]\n0: (up) [1]",
        ("0: (up) [1]",),
        ("1:1 information skipped-text «[0]»",),
    ),
    Sample(
        "commas_empty_elements",
        PlanFormat.COMMA,
        ",up,, {ring,,ring} ,",
        ("(up)", "{(ring) (ring)}"),
    ),
    Sample(
        "commas_empty_step",
        PlanFormat.COMMA,
        "up, {}",
        ("(up)", "{}"),
        ("1:5 warning empty-concurrent-step «{}»",),
    ),
    Sample(
        "commas_with_times",
        PlanFormat.COMMA,
        "0: (up), 1: (ring bell)",
        ("0: (up)", "1: (ring bell)"),
    ),
    Sample("one_word", PlanFormat.SEQUENTIAL, "up", ("(up)",)),
    Sample(
        "bare_lines",
        PlanFormat.SEQUENTIAL,
        "board anna lift\nup\n",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "numbered_answer",
        PlanFormat.PROSE,
        dedent("""\
            Sure, here is a plan:

            1. (board anna lift) - she gets in
            2. **(up)**
            3. Ring: `(ring bell)`

            I hope (really) that helps!
        """),
        ("(board anna lift)", "(up)", "(ring bell)"),
        (
            "1:1 information skipped-text «Sure, here is a plan:»",
            "3:22 information skipped-text «- she gets in»",
            "5:1 information skipped-text «3. Ring: `»",
            "7:1 information skipped-text «I hope (really) that helps!»",
        ),
    ),
    Sample(
        "numbered_without_parentheses",
        PlanFormat.PROSE,
        "The plan:\n1. board anna lift\n2. up\n",
        ("(board anna lift)", "(up)"),
        ("1:1 information skipped-text «The plan:»",),
    ),
    Sample(
        "numbered_code",
        PlanFormat.PROSE,
        "1. `board anna lift`\n2. `up`\n",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "table",
        PlanFormat.PROSE,
        "| no | step |\n|----|------|\n| 1 | (board anna lift) |\n| 2 | (up) |\n",
        ("(board anna lift)", "(up)"),
        ("1:1 information skipped-text «| no | step | |----|------|»",),
    ),
    Sample(
        "thoughts_and_actions",
        PlanFormat.INDEXED,
        "Thought: she waits.\nAction: (board anna lift)\nAction: up()\n",
        ("(board anna lift)", "(up)"),
        ("1:1 information skipped-text «Thought: she waits.»",),
    ),
    Sample("arrows", PlanFormat.SEQUENTIAL, "(up) -> (ring bell) → (down)", _THREE),
    Sample("arrows before calls", PlanFormat.SEQUENTIAL, "up() -> ring(bell) -> down()", _THREE),
    Sample(
        "announced_on_the_same_line",
        PlanFormat.COMMA,
        "Here's the plan: (up), (ring bell), down",
        _THREE,
        ("1:1 information skipped-text «Here's the plan:»",),
    ),
    Sample("brackets", PlanFormat.COMMA, "[(up), ring(bell), down]", _THREE),
    Sample(
        "python_tuples",
        PlanFormat.JSON,
        "[('up',), ('ring', 'bell'), ('down',)]",
        _THREE,
    ),
    Sample(
        "step_with_cost",
        PlanFormat.INDEXED,
        "step 0: up (1)\nstep 1: ring bell (2)\n",
        ("#0 (up)", "#1 (ring bell)"),
    ),
    Sample(
        "list_of_calls",
        PlanFormat.PROSE,
        "- board(anna, lift)\n* up()\n",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "steps_with_words",
        PlanFormat.INDEXED,
        "Step 1: (board anna lift)\n**Step 2:** (up)\nstep 3 - ring(bell)\n",
        ("#1 (board anna lift)", "#2 (up)", "#3 (ring bell)"),
    ),
    Sample(
        "markdown_fence",
        PlanFormat.PROSE,
        "First (think) hard.\n```pddl\n(board anna lift)\n(up)\n```\n(done)\n",
        ("(board anna lift)", "(up)"),
        (
            "1:1 information skipped-text «First (think) hard. ```pddl»",
            "5:1 information skipped-text «``` (done)»",
        ),
    ),
    Sample(
        "markdown_fence_with_steps_beside_it",
        PlanFormat.PROSE,
        "```(board anna lift)\n(up)\n```\nThen:\n```pddl (ring bell)```\n",
        ("(board anna lift)", "(up)", "(ring bell)"),
        (
            "1:1 information skipped-text «```»",
            "3:1 information skipped-text «``` Then: ```pddl»",
            "5:20 information skipped-text «```»",
        ),
    ),
    Sample(
        "markdown_fence_of_four",
        PlanFormat.PROSE,
        "````pddl\n(up)\n```\n(down)\n````\n",
        ("(up)", "(down)"),
        (
            "1:1 information skipped-text «````pddl»",
            "3:1 information skipped-text «```»",
            "5:1 information skipped-text «````»",
        ),
    ),
    Sample(
        "markdown_line_breaks",
        PlanFormat.SEQUENTIAL,
        "(board anna lift)\\\n(up) \\\\ \n(ring\\\n bell)\n(down)\\",
        ("(board anna lift)", "(up)", "(ring bell)", "(down)"),
    ),
    Sample(
        "markdown_line_breaks_behind_durations",
        PlanFormat.TIMED,
        "0: (heat oven) [2]\\\n2: (ring)\\\n",
        ("0: (heat oven) [2]", "2: (ring)"),
    ),
    Sample(
        "markdown_line_breaks_behind_names",
        PlanFormat.SEQUENTIAL,
        "board anna lift\\\nup\\\n",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "markdown_bold_numbers",
        PlanFormat.PROSE,
        "**1.** (board anna lift)\n**2**. (up)\n- __3)__ `(ring bell)` - rings\n4\\. **(down)**\n",
        ("(board anna lift)", "(up)", "(ring bell)", "(down)"),
        ("3:24 information skipped-text «- rings»",),
    ),
    Sample(
        "markdown_bold_numbers_of_names",
        PlanFormat.PROSE,
        "**1.** board anna lift\n**2.** up\n",
        ("(board anna lift)", "(up)"),
    ),
    Sample(
        "markdown_fence_json",
        PlanFormat.PROSE,
        'Here:\n```json\n["(up)"]\n```\n',
        ("(up)",),
        (
            "1:1 information skipped-text «Here: ```json»",
            "4:1 information skipped-text «```»",
        ),
    ),
    Sample(
        "plan_marks",
        PlanFormat.PROSE,
        "[PLAN]\n(wrong)\n[PLAN END]\nNo, wait.\n[PLAN]\nboard anna lift\nup\n[PLAN END]\nDone.",
        ("(board anna lift)", "(up)"),
        (
            "1:1 information skipped-text «[PLAN] (wrong) [PLAN END] No, wait. [PLAN]»",
            "8:1 information skipped-text «[PLAN END] Done.»",
        ),
    ),
    Sample("nothing", PlanFormat.SEQUENTIAL, "", ()),
    Sample("only_comments", PlanFormat.SEQUENTIAL, "; no plan needed\n", ()),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_reads(sample: Sample) -> None:
    assert steps_of(sample.text) == list(sample.steps)
    assert findings_of(sample.text) == list(sample.findings)
    assert looks_like_plan(sample.text) == bool(sample.steps)
    text = sample.text
    plan, findings = read_plan(text)
    assert plan.format == sample.format
    reported = [finding.span for finding in findings if finding.code == "skipped-text"]
    assert [skipped.span for skipped in plan.skipped] == reported
    for step in plan.steps:
        for action in step.actions:
            words = [text[slice(*span)] for span in (action.name_span, *action.arg_spans)]
            assert tuple(word.lower() for word in words) == action.key
            assert action.original == f"({' '.join(words)})"
            assert step.span.start <= action.span.start <= action.span.end <= step.span.end


def test_one_step_at_time_zero_is_timed() -> None:
    assert read_plan("0.000: (open) [0.000]\n")[0].steps[0].start == 0
    assert read_plan("0: (open) [0]\n")[0].format is PlanFormat.PDDL4J


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("(up)\n; cost = 3 (unit cost)\n", 3),
        ("; Cost: 2.5\n(up)\n", 2.5),
        ("up (1)\nPlan cost: 7\n", 7),
        ("(up) ; cost = 4", 4),
        ("up, down ; cost = 4", 4),
        ("(up)\n; costly\n", None),
    ],
)
def test_stated_cost(text: str, cost: float | None) -> None:
    assert read_plan(text)[0].cost == cost


@pytest.mark.parametrize(
    "text",
    [
        "(define (domain lifts) (:action up))",
        "; comment\n\ufeff"[:-1] + "(DEFINE (problem p) (:domain lifts))",
        "I cannot solve this problem.",
        '{"name": "settings", "version": 3}',
    ],
)
def test_other_texts_are_no_plans(text: str) -> None:
    assert not looks_like_plan(text)


def test_the_same_action_in_five_notations_is_one_action() -> None:
    texts = ["(move a b)", "(MOVE A B)", "0: (move a b) [1]", "move a b (1)", "move(a, b)"]
    actions = {read_plan(text)[0].steps[0].action for text in texts}
    assert [action.key for action in actions] == [("move", "a", "b")]


def test_a_fence_that_repeats_the_task_is_no_part_of_the_plan() -> None:
    task = "```pddl\n(define (problem p) (:domain d))\n```\n"
    assert steps_of(task + "```pddl\n(up)\n```\n") == ["(up)"]
    assert findings_of(task + "```pddl\n(up)\n```\n") == [
        "1:1 information skipped-text «```pddl (define (problem p) (:domain d)) ``` ```pddl»",
        "6:1 information skipped-text «```»",
    ]
    assert any(finding.severity is Severity.ERROR for finding in read_plan(task)[1])
