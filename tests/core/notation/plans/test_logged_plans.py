"""Plans as robots log them, in YAML, in tables and behind what announces them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity
from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.scan import is_plan_by_content, looks_like_plan
from support.plan_text import findings_of, steps_of


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


LEADS = {
    "python logging": "INFO:root:{}",
    "python logging with a number": "INFO:planner.search:Step {n}: {}",
    "python logging with time": "2026-01-02 12:00:0{n},123 - planner - INFO - {}",
    "time and level": "2026-01-02 12:00:0{n} INFO {}",
    "time in brackets": "[12:00:0{n}] {}",
    "time in UTC": "2026-01-02T12:00:0{n}Z {}",
    "loguru": "2026-01-02 12:00:0{n}.123 | INFO     | __main__:solve:10 - {}",
    "level in brackets": "[INFO] {}",
    "number in brackets": "[{n}] {}",
    "number in brackets with a colon": "[{n}]: {}",
    "check box": "- [ ] {}",
    "checked box": "- [x] {}",
    "action tag": "<action>{}</action>",
    "step tag": "<step>{}</step>",
    "step tag with number": '<step n="{n}">{}</step>',
    "list of HTML": "<li>{}</li>",
    "bold number of HTML": "<b>{n}.</b> {}",
    "letter": "{letter}) {}",
    "letter with full stop": "{letter}. {}",
    "roman number": "{roman}. {}",
    "roman number in parentheses": "({roman}) {}",
}


ROMAN = ("i", "ii", "iii", "iv", "v")


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("step", ["({})", "{}"])
@given(
    st.lists(
        st.lists(st.from_regex(r"[a-z][a-z0-9_]{1,8}", fullmatch=True), min_size=2, max_size=4),
        min_size=2,
        max_size=5,
    )
)
def test_what_stands_before_steps(lead: str, step: str, drawn: list[list[str]]) -> None:
    written = [
        f"({' '.join(words)})" if "(" in step else f"{words[0]}({', '.join(words[1:])})"
        for words in drawn
    ]
    lines = (
        LEADS[lead].format(each, n=n, letter="abcde"[n], roman=ROMAN[n])
        for n, each in enumerate(written)
    )
    text = "\n".join(lines)
    plan, findings = read_plan(text)
    assert [step.action.key for step in plan.steps] == [tuple(words) for words in drawn]
    assert not [finding for finding in findings if finding.severity is not Severity.INFORMATION]


@pytest.mark.parametrize("lead", ["t=", "t = ", "time ", "At time step ", "- t="])
def test_times_with_a_word(lead: str) -> None:
    text = f"{lead}0: (go a)\n{lead}1.5: go(b)\n"
    assert steps_of(text) == ["0: (go a)", "1.5: (go b)"]


@pytest.mark.parametrize(
    ("printed", "steps"),
    [
        ("SequentialPlan([go(a), stop])", ["(go a)", "(stop)"]),
        (
            "TimeTriggeredPlan([(Fraction(1, 2), go(a), Fraction(5, 1)), "
            "(Fraction(6, 1), stop(), None)])",
            ["0.5: (go a) [5]", "6: (stop)"],
        ),
    ],
)
def test_a_printed_result_of_unified_planning(printed: str, steps: list[str]) -> None:
    before = "PlanGenerationResult(status=<S.SOLVED: 1>, plan="
    behind = ", engine_name='E', metrics={'time': '0.1'}, log_messages=[M(1, 'a(b)')])"
    for text in (printed, f"{before}{printed}{behind}\n"):
        assert steps_of(text) == steps
        assert not [each for each in findings_of(text) if "error" in each]


@pytest.mark.parametrize("status", ["UNSOLVABLE_PROVEN: 3", "UNSUPPORTED_PROBLEM: 8"])
def test_a_result_of_unified_planning_without_a_plan(status: str) -> None:
    text = f"PlanGenerationResult(status=<S.{status}>, plan=None, metrics={{}}, log_messages=[])"
    assert [finding.code for finding in read_plan(text)[1]] == ["no-plan-found"]


@pytest.mark.parametrize(
    "text",
    [
        'plan:\n  - "(go a b)"\n  - "(stop)"\n',
        'plan: ["(go a b)", "(stop)"]\n',
        "- '(go a b)'\n- '(stop)'\n",
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
        '"step","action"\n1,"(go a b)"\n2,"(go b c)"\n',
        '"go","a","b"\n"go","b","c"\n',
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


def test_a_log_with_one_step_is_a_plan_by_its_content() -> None:
    assert is_plan_by_content("Solution found!\n(stop)\nPlan length: 1 step(s).\nPlan cost: 1\n")
    assert is_plan_by_content('{"plan": [{"action": "stop"}]}')
    assert not is_plan_by_content("We stop\n(later)\nif it is dark and the plan has no length.\n")
