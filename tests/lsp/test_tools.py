"""The tools for language models: texts in, texts out, and nothing else of the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from planfiles.errors import UserError
from planlsp.tools import TOOLS, Answer, Setting, answer, input_schema


def asked(name: str, setting: Setting | None = None, /, **arguments: object) -> Answer:
    return answer(name, arguments, setting or Setting())


def refused(name: str, setting: Setting | None = None, /, **arguments: object) -> str:
    with pytest.raises(UserError) as refusal:
        asked(name, setting, **arguments)
    return refusal.value.message


LAMPS = """(define (domain lamps)
  (:requirements :strips)
  (:predicates (lit ?l) (off ?l) (idle))
  (:action light
    :parameters (?l)
    :precondition (off ?l)
    :effect (and (lit ?l) (not (off ?l)))))
"""
ROOM = """(define (problem room)
  (:domain lamps)
  (:objects a b)
  (:init (off a) (off b))
  (:goal (and (lit a) (lit b))))
"""


def test_check_names_texts_by_their_arguments() -> None:
    text, data = asked("check", domain=LAMPS, problem=ROOM.replace("(off b)", "(of b)"))
    assert text == (
        "domain.pddl:3:35: hint: unused predicate `idle` [unused-predicate]\n"
        "problem.pddl:4:19: error: undeclared predicate `of`; did you mean `off`?"
        " [undeclared-predicate]\n"
        "2 files checked: 1 error, 1 hint"
    )
    assert data is not None
    assert [finding["file"] for finding in data["findings"]] == ["domain.pddl", "problem.pddl"]


def test_check_executes_a_plan() -> None:
    text, _ = asked("check", domain=LAMPS, problem=ROOM, plan="(light a)\n(light a)\n")
    assert "plan.plan:2:1: error: inapplicable step 2" in text


def test_fix_mends_what_is_safe_and_more_on_request() -> None:
    broken = LAMPS.replace(":precondition", ":preconditions")
    assert asked("fix", text=broken).text == LAMPS
    unknown = LAMPS.replace("(lit ?l) (off ?l) (idle)", "(lit ?l)")
    assert asked("fix", text=unknown).text == unknown
    mended = asked("fix", text=unknown, unsafe=True).text
    assert "no diagnostics" in asked("check", domain=mended).text


def test_format_changes_white_space_only() -> None:
    text = asked("format", text=LAMPS.replace("\n ", " ")).text
    assert text.split() == LAMPS.split()


def test_validate_says_why_a_step_fails() -> None:
    text, data = asked(
        "validate",
        domain=LAMPS,
        problem=ROOM,
        plans=["(light a)\n(light b)\n", "(light a)\n(light a)\n"],
    )
    assert "plan-1.plan: valid (2 steps, cost 2)" in text
    assert "unsatisfied precondition of (light a): (off a), deleted by step 1 (light a)" in text
    assert data is not None
    assert data["format"] == "planeval validate"


LEARNED = LAMPS.replace("(off ?l)\n", "(and (off ?l) (idle))\n")


def test_compare_says_what_a_difference_does_to_plans() -> None:
    given = {"learned": LEARNED, "reference": LAMPS, "problem": ROOM}
    text, data = asked("compare", **given, plans=["(light a)\n(light b)\n"])
    assert "precondition  + (idle)  extra  learned:6  rejects 1 of 1 valid plan" in text
    assert "--" not in text
    assert data is not None
    assert [found["code"] for found in data["findings"]] == ["extra-precondition"]
    assert data["findings"][0]["where"] == {"file": "learned.pddl", "line": 6, "column": 33}


def test_compare_takes_problems() -> None:
    text, data = asked("compare", learned=ROOM.replace("(off b)", ""), reference=ROOM)
    assert "(off b)" in text
    assert data is not None
    assert data["head"]["kind"] == "problem"


def test_repair_answers_a_patch() -> None:
    text, _ = asked("repair", domain=LEARNED, problem=ROOM, plans=["(light a)\n(light b)\n"])
    assert "-    :precondition (and (off ?l) (idle))" in text
    assert "+    :precondition (and (off ?l))" in text


def test_solve_answers_a_plan_or_why_there_is_none() -> None:
    pytest.importorskip("kairos", reason="kairos-planner has wheels for Linux only")
    text, _ = asked("solve", domain=LAMPS, problem=ROOM)
    assert {"(light a)", "(light b)"} < set(text.splitlines())
    none = ROOM.replace("(off a)", "")
    assert "unsolvable" in asked("solve", domain=LAMPS, problem=none).text


def test_explain_has_the_page_of_a_code() -> None:
    assert asked("explain", code="unused-predicate").text.startswith("# unused-predicate\n")
    assert refused("explain", code="unused-predicat") == (
        "unknown rule `unused-predicat`; did you mean `unused-predicate`?"
    )


def test_an_answer_keeps_to_its_limit_and_says_what_it_leaves_out() -> None:
    many = "\n".join(f"(define (domain d{n}) (:predicates (p) (p)))" for n in range(40))
    text, data = asked("check", domain=many, limit=2)
    assert data is not None
    assert len(data["findings"]) == 2
    assert text.endswith(
        "Left out: 18 findings, 21 lines of text; call again with a higher limit to see them."
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"domian": LAMPS}, "`domian`: unknown key; did you mean `domain`?"),
        (
            {"limit": 0},
            "`limit`: expected the most entries of each list that are answered, 1 to 1000, found 0",
        ),
        ({}, "give a domain, a problem or a plan"),
        ({"domain": "d.pddl"}, "domain: `d.pddl` is not PDDL; files need `planlsp mcp --root`"),
    ],
)
def test_wrong_arguments_are_refused_in_words(arguments: dict[str, object], message: str) -> None:
    assert refused("check", **arguments) == message


def test_files_are_read_below_the_root_only(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "d.pddl").write_text(LAMPS)
    (tmp_path / "secret.pddl").write_text("(define (domain secret))")
    (root / "link.pddl").symlink_to(tmp_path / "secret.pddl")
    setting = Setting(root)
    assert asked("check", setting, domain="d.pddl").text.endswith("1 file checked: 1 hint")
    for path in ("../secret.pddl", "link.pddl", str(tmp_path / "secret.pddl")):
        assert refused("check", setting, domain=path) == (
            f"domain: `{path}` is not below the root of the server"
        )
    assert refused("check", setting, domain="no.pddl") == (
        "domain: cannot read no.pddl: no such file"
    )


@pytest.mark.parametrize("path", ["d\0.pddl", "loop", "no.pddl#1", "x" * 5_000, "dir.pddl", "."])
def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dir.pddl").mkdir()
    message = refused("check", Setting(tmp_path), domain=path)
    assert message.startswith("domain: ")
    assert len(message) < 200


def test_a_numbered_plan_of_a_log_is_below_the_root_too(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "log.txt").write_text("Plan 1\n(light a)\nPlan 2\n(light b)\n")
    (tmp_path / "secret.txt").write_text("(light a)\n")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in ("link.txt#1", "../secret.txt#1", f"{tmp_path}/secret.txt#1"):
        assert refused("validate", Setting(root), domain=LAMPS, problem=ROOM, plans=[path]) == (
            f"plan-1: `{path}` is not below the root of the server"
        )
    text, _ = asked("validate", Setting(root), domain=LAMPS, problem=ROOM, plans=["log.txt#1"])
    assert "plan-1.plan: invalid: goal not reached" in text


@pytest.mark.parametrize("name", ["domain", "problem", "reference", "mapping"])
def test_a_line_in_a_text_names_no_file(tmp_path: Path, name: str) -> None:
    other = tmp_path / "other.pddl"
    other.write_text("(define (domain secret) (:predicates (hidden)))")
    line = f";;!{name}: {other}\n"
    plan = "(light a)\n(light b)\n"
    for text, _ in (
        asked("check", problem=line + ROOM),
        asked("check", plan=line + plan),
        asked("check", domain=line + LAMPS, problem=line + ROOM, plan=line + plan),
        asked("compare", learned=line + LEARNED, reference=line + LAMPS),
        asked("validate", domain=line + LAMPS, problem=line + ROOM, plans=[line + plan]),
        asked("repair", domain=line + LEARNED, problem=line + ROOM, plans=[line + plan]),
    ):
        assert "other.pddl:" not in text
        assert "secret" not in text
        assert "hidden" not in text
    for tool in ("fix", "format"):
        assert asked(tool, text=line + ROOM).text.startswith(line)


def test_nothing_to_check_is_not_free_of_errors(tmp_path: Path) -> None:
    (tmp_path / "empty.pddl").write_text("")
    for nothing in ("", " ", "\n\n"):
        assert refused("check", domain=nothing) == "give a domain, a problem or a plan"
    assert "it is empty" in refused("check", Setting(tmp_path), domain="empty.pddl")
    for tool, argument in (("check", "domain"), ("fix", "text"), ("format", "text")):
        assert refused(tool, **{argument: LAMPS.replace("lit", "l\0t")}) == (
            f"{argument}: not a text: it has NUL characters"
        )


def test_compare_refuses_what_it_cannot_compare() -> None:
    plan = "(light a)\n(light b)\n"
    assert refused("compare", learned=plan, reference=LAMPS) == (
        "learned: defines neither a domain nor a problem"
    )
    assert refused("compare", learned=LAMPS, reference="") == (
        "reference: defines neither a domain nor a problem"
    )
    assert refused("compare", learned=LAMPS, reference=ROOM) == (
        "learned defines a domain, reference a problem: give two of one kind"
    )
    assert refused("compare", learned=LEARNED, reference=LAMPS, plans=[plan]) == (
        "plans: give their problem as well"
    )


def test_refusals_speak_of_arguments() -> None:
    given = {"domain": LAMPS, "problem": ROOM}
    assert refused("validate", **given, plans=[]) == "plans: give at least one"
    assert refused("repair", **given) == "give plans or invalid_plans"


def test_a_text_reaches_no_file_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.pddl").write_text(LAMPS)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    told = f";;!reference: {tmp_path}/other.pddl\n;;!domain: ../../../../../../other.pddl\n"
    text, _ = asked("check", domain=told + LEARNED, problem=ROOM)
    assert "other" not in text.replace("other.pddl`: ", "")
    assert "missing" not in text
    assert os.listdir(tmp_path) == ["other.pddl"]  # and nothing is left behind


def test_a_call_ends_when_its_time_is_over_or_nobody_waits() -> None:
    assert refused("check", Setting(seconds=0), domain=LAMPS) == "stopped after 0 seconds"
    with pytest.raises(UserError, match="cancelled"):
        answer("check", {"domain": LAMPS}, Setting(), lambda: False)


_ACTION = "(:action a{} :parameters (?x) :precondition (p ?x) :effect (not (p ?x)))\n"
LARGE_DOMAIN = f"(define (domain d) (:predicates (p ?x)){''.join(map(_ACTION.format, range(900)))})"
SMALL_DOMAIN = f"(define (domain d) (:predicates (p ?x)){_ACTION.format(0)})"
LARGE_PROBLEM = (
    "(define (problem q) (:domain d) (:objects "
    f"{' '.join(f'o{n}' for n in range(30_000))}) (:init (p o1)) (:goal (and)))"
)
SMALL_PROBLEM = "(define (problem q) (:domain d) (:objects o1) (:init (p o1)) (:goal (and)))"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("check", {"domain": LARGE_DOMAIN}),
        ("check", {"domain": SMALL_DOMAIN, "problem": LARGE_PROBLEM}),
        (
            "check",
            {"domain": SMALL_DOMAIN, "problem": SMALL_PROBLEM, "plan": "(a0 o1)\n" * 30_000},
        ),
        ("fix", {"text": LARGE_DOMAIN}),
        ("format", {"text": LARGE_DOMAIN}),
        ("validate", {"domain": LARGE_DOMAIN, "problem": SMALL_PROBLEM, "plans": ["(a0 o1)"]}),
        (
            "validate",
            {"domain": SMALL_DOMAIN, "problem": SMALL_PROBLEM, "plans": ["(a0 o1)\n" * 30_000]},
        ),
        ("compare", {"learned": LARGE_DOMAIN, "reference": LARGE_DOMAIN}),
        ("repair", {"domain": LARGE_DOMAIN, "problem": SMALL_PROBLEM, "plans": ["(a0 o1)"]}),
    ],
)
def test_a_call_can_end_while_a_file_is_read(tool: str, arguments: dict[str, object]) -> None:
    asked: list[None] = []

    def is_wanted() -> bool:
        asked.append(None)
        return len(asked) < 6

    with pytest.raises(UserError, match="cancelled"):
        answer(tool, arguments, Setting(), is_wanted)
    assert len(asked) < 9


@pytest.mark.needs("mkfifo")
def test_a_pipe_below_the_root_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(*_: object) -> None:
        raise AssertionError("waits for a pipe")

    monkeypatch.setattr("planfiles.files._await_writer", wait)
    os.mkfifo(tmp_path / "pipe.pddl")
    message = refused("check", Setting(tmp_path), domain="pipe.pddl")
    assert message == "domain: cannot read pipe.pddl: not a regular file"


def test_every_tool_says_what_it_is_for() -> None:
    for name, tool in TOOLS.items():
        schema = input_schema(tool)
        assert tool.__doc__ is not None
        assert len(tool.__doc__) < 500, name
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
