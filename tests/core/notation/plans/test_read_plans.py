"""Every notation of plans: text in, steps and findings out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def _in_yaml(steps: list[tuple[str, str, str]]) -> str:
    items = (f"- time: {t}\n  action: '{a}'\n  duration: {d}\n" for t, a, d in steps)
    return f"items:\n{''.join(items)}"


def _complete(steps: list[tuple[str, str, str]]) -> str:
    text = "plan: \n"
    for number, (time, action, duration) in enumerate(steps):
        name, *args = action.strip("()").split(" ")
        text += f"  - \n    action_id: {number}\n    name: {name}\n    parameters: \n"
        text += "".join(f"      - \n        key: k\n        value: {arg}\n" for arg in args)
        text += f"    duration: {duration}\n    dispatch_time: {time}\n"
    return text


def _documents(steps: list[tuple[str, str, str]]) -> str:
    return "".join(
        f"action_id: {number}\nname: {action.strip('()').split(' ')[0]}  # dispatched\n"
        f"parameters: [{', '.join(action.strip('()').split(' ')[1:])}]\n"
        f"duration: {duration}\ndispatch_time: {time}\n---\n"
        for number, (time, action, duration) in enumerate(steps)
    )


def _launched(steps: list[tuple[str, str, str]]) -> str:
    return "[node-1] [INFO] [17.1] [planner]: plan found\n" + "".join(
        f"[node-1] {t}: {a}  [{d}]\n" for t, a, d in steps
    )


def _logged(steps: list[tuple[str, str, str]]) -> str:
    return "".join(f"[INFO] [17.1] [move]: Plan: {t}: {a} [{d}]\n" for t, a, d in steps) + (
        "[ INFO] [17.2]: KCL: (dispatcher) Dispatching action [0, look, 0.000000, 2.000000]\n"
    )


def _coloured(steps: list[tuple[str, str, str]]) -> str:
    return "\x1b[32m[INFO]\x1b[0m plan:\n" + "".join(
        f"\x1b[0m{t}: {a}  [{d}]\x1b[0m\x1b[K\n" for t, a, d in steps
    )


def _echoed(steps: list[tuple[str, str, str]]) -> str:
    lines = "".join(rf"{t}: {a} [{d}]\n" for t, a, d in steps)
    return rf'data: "; States evaluated: 5\n{lines}"' + "\n---\n"


def _answered(steps: list[tuple[str, str, str]]) -> str:
    items = (f"m.PlanItem(time={t}, action='{a}', duration={d})" for t, a, d in steps)
    return f"waiting\n\nresponse:\nR(success=True, plan=Plan(items=[{', '.join(items)}]))\n"


@pytest.mark.parametrize(
    "written",
    [_in_yaml, _complete, _documents, _launched, _logged, _coloured, _echoed, _answered],
)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 9_000),
            st.lists(st.from_regex(r"[a-z][a-z0-9_]{1,8}", fullmatch=True), min_size=1, max_size=4),
            st.integers(1, 20_000),
        ),
        min_size=1,
        max_size=6,
        unique_by=lambda step: tuple(step[1]),
    )
)
def test_what_robots_print(
    written: Callable[[list[tuple[str, str, str]]], str],
    drawn: list[tuple[int, list[str], int]],
) -> None:
    named = [(t, ["go", *words], d) for t, words, d in sorted(drawn)]
    steps = [(f"{t / 1000:.3f}", f"({' '.join(w)})", f"{d / 1000:.3f}") for t, w, d in named]
    plain = read_plan("".join(f"{t}: {a} [{d}]\n" for t, a, d in steps))[0]
    plan, findings = read_plan(written(steps))
    assert all(finding.severity is Severity.INFORMATION for finding in findings)
    assert [(step.start, step.action.key, step.duration) for step in plan.steps] == [
        (step.start, step.action.key, step.duration) for step in plain.steps
    ]


@pytest.mark.parametrize(
    "text",
    [
        "- name: go\n  args:\n  - a\n  - b\n- name: stop\n",
        "steps:\n  - {action: go, args: [a, b]}  # first\n  - action: stop\n",
        "- step: 1\n  action: go a b\n- step: 2\n  action: stop\n",
        "plan:\n  - action: go\n    parameters:\n      from: a\n      to: b\n  - action: stop\n",
        "plan:\n  - go a b  # first\n  - stop\n",
    ],
)
def test_plans_in_yaml(text: str) -> None:
    assert steps_of(text) == ["(go a b)", "(stop)"]


@pytest.mark.parametrize(
    "text",
    [
        "go a b -> stop\n",
        "go(a, b); stop()\n",
        "go(a,b) ; stop()",
        "(go a b)&nbsp;\n(stop)\n",
        "\\boxed{(go a b), (stop)}",
        "go a b.\nstop.\n",
        "0,go,a,b\n1,stop\n",
    ],
)
def test_steps_between_other_signs(text: str) -> None:
    assert [str(step.action) for step in read_plan(text)[0].steps] == ["(go a b)", "(stop)"]


@pytest.mark.parametrize(
    "text",
    [
        "==>\n0 __method_precondition_m[a]\n1 go[a,b]\n2 stop[]\nroot 3\n<==\n",
        "(__method_precondition_m a)\n(go a b)\n(__noop)\n(stop)\n",
        "SHOP_methodM_1_precondition(a,b), go(a,b), stop()\n",
        "(!go a b)\n(!!stop)\n",
        "((!go a b) (!stop))",
    ],
)
def test_plans_of_planners_for_task_networks(text: str) -> None:
    assert [str(step.action) for step in read_plan(text)[0].steps] == ["(go a b)", "(stop)"]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("- - " * 500 + "\nname: go\n", "no-plan-found"),
        ("[INFO] [1.0]: Dispatching action [0, look, 0.0, 2.0]\n", "no-plan-found"),
        ('<?xml version="1.0"?>\n<root><A action="(go):0"/></root>', "not-a-plan"),
    ],
)
def test_logs_without_a_plan(text: str, finding: str) -> None:
    plan, (found,) = read_plan(text)
    assert (plan.steps, found.code) == ((), finding)


@pytest.mark.parametrize("lead", ["Plan: ", "plan:", "The final plan is: ", "My answer: "])
@pytest.mark.parametrize("between", [" ", ", ", " -> "])
def test_steps_behind_what_announces_them(lead: str, between: str) -> None:
    text = f"I thought a while.\n{lead}(go a b){between}(stop b)\n"
    assert [str(step.action) for step in read_plan(text)[0].steps] == ["(go a b)", "(stop b)"]


@pytest.mark.parametrize("separator", [",", ";", "\t", ", ", "|"])
@pytest.mark.parametrize(
    "heading", ["step action from to", "No name a b", "# action arg1 arg2", ""]
)
def test_rows_of_numbered_steps(separator: str, heading: str) -> None:
    rows = [heading.split(), ["1", "go", "a", "b"], ["2", "stop", "b", "a"]]
    if separator == "|":
        rows.insert(1, ["---"] * 4)
        rows[0] = rows[0] or [""] * 4
        lines = [f"| {' | '.join(row)} |" for row in rows]
    else:
        lines = [separator.join(row) for row in rows if row]
    text = "\n".join(lines) + "\n"
    assert [str(step.action) for step in read_plan(text)[0].steps] == ["(go a b)", "(stop b a)"]


@pytest.mark.parametrize(
    "text",
    [
        "action,from,to\ngo,a,b\ngo,b,c\n",
        "go,a,b\ngo,b,c\n",
        "planner;problem;time;cost\nlama;p01;0.3;12\nff;p01;0.1;14\n",
        "time,action,duration\n0.0,(go a b),1.0\n1.001,(go b c),1.0\n",
        "problem\tplanner\tlength\np01\tff\t12\n",
    ],
)
def test_tables_of_values_are_called_that(text: str) -> None:
    plan, (found,) = read_plan(text)
    assert (plan.steps, found.message) == ((), "not a plan but a table of values")
    assert not looks_like_plan(text)


@pytest.mark.parametrize(
    "text",
    [
        "go a b, stop b,\ngo b c, stop c",
        "(go a b), (stop b)\n(go b c), (stop c)\n",
        "go(a, b),\nstop(b)\n",
        "go a b\nstop b a\n",
        "go\ta\tb\nstop\tb\ta\n",
        "{go(a, b), stop(b)}\n{go(b, c)}\n",
    ],
)
def test_steps_between_commas_are_no_table(text: str) -> None:
    assert read_plan(text)[0].steps
    assert "table" not in str(read_plan(text)[1])


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
