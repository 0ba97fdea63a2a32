"""The order of subtasks (HDDL), in methods and in the task network of a problem."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Severity, apply_edits
from support.findings import errors, findings

DOMAIN: Final = """\
(define (domain town)
  (:requirements :hierarchy)
  (:predicates (at ?l))
  (:task visit :parameters (?l))
  (:method m
    :parameters (?a ?b)
    :task (visit ?b)
    :subtasks (and (s1 (visit ?a)) (s2 (walk ?a ?b)) (s3 (walk ?b ?b)))
    :ordering {})
  (:action walk :parameters (?a ?b) :precondition (at ?a) :effect (at ?b)))
"""
WRONG: Final = {
    "(< s1 s4)": ("undeclared label `s4`; did you mean `s3`?", "undeclared label `s4`"),
    "(< s1 zz)": ("undeclared label `zz`",),
    "(< s1 s1)": ("cyclic order: `s1` before itself",),
    "(and (< s1 s2) (< s2 s1))": ("cyclic order: `s1` is before `s2` already",),
    "(and (< s1 s2) (< s2 s3) (< s3 s1))": ("cyclic order: `s1` is before `s3` already",),
    "(<= s1 s2)": ("expected an order such as `(< s1 s2)`; write `(< s1 s2)`",),
    "(s1 < s2)": ("expected an order such as `(< s1 s2)`; write `(< s1 s2)`",),
    "(before s1 s2)": ("expected an order such as `(< s1 s2)`; write `(< s1 s2)`",),
    "(> s1 s2)": ("expected an order such as `(< s1 s2)`; write `(< s2 s1)`",),
    "(< s1 s2 s3)": ("expected an order such as `(< s1 s2)`",),
    "((< s1 s2))": ("missing operator before a list of orders; write `(and …)`",),
    "((< s1 s2) (< s2 s3))": ("missing operator before a list of orders; write `(and …)`",),
    "(< s1)": ("expected an order such as `(< s1 s2)`",),
}


def told(text: str) -> list[str]:
    return [d.message for d in findings(text) if d.severity is Severity.ERROR]


@pytest.mark.parametrize("ordering", ["()", "(< s1 s2)", "(and (< s1 s2) (< s2 s3) (< s1 s3))"])
def test_an_order_that_can_be_kept_is_right(ordering: str) -> None:
    assert told(DOMAIN.format(ordering)) == []


@pytest.mark.parametrize("ordering", WRONG)
def test_a_wrong_order_is_told_once_and_fixed(ordering: str) -> None:
    text = DOMAIN.format(ordering)
    (message,) = told(text)
    assert message in WRONG[ordering]
    (found,) = [d for d in findings(text) if d.severity is Severity.ERROR]
    for fix in found.fixes:
        assert told(apply_edits(text, fix.edits)) == []


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=8))
def test_an_order_is_cyclic_where_no_sequence_keeps_it(pairs: list[tuple[int, int]]) -> None:
    tasks = " ".join(f"(s{n} (walk ?a ?b))" for n in range(1, 6))
    orders = " ".join(f"(< s{a} s{b})" for a, b in pairs)
    text = DOMAIN.replace("(s1 (visit ?a)) (s2 (walk ?a ?b)) (s3 (walk ?b ?b))", tasks)
    found = told(text.format(f"(and {orders})"))
    after = set(pairs)
    for _ in range(5):
        after |= {(a, d) for a, b in after for c, d in after if b == c}
    assert bool(found) == any(a == b for a, b in after)
    assert all(message.startswith("cyclic order") for message in found)


def test_a_label_needs_parentheses_around_its_task() -> None:
    """The words after the first one are the task, so the first is no task that lacks its label."""
    right = DOMAIN.format("(< s1 s2)")
    text = right.replace("(s1 (visit ?a))", "(s1 visit ?a)")
    assert told(text) == ["`s1` is a label; write `(s1 (visit ?a))`"]
    (found,) = errors(text)
    assert text[slice(*found.span)] == "s1"
    assert [fix.safe for fix in found.fixes] == [True]
    assert apply_edits(text, found.fixes[0].edits) == right
    two = text.replace("(s2 (walk ?a ?b))", "(s2 walk ?a ?b)")
    assert len(told(two)) == 2
    # A constant that is no task is an argument of an undeclared one.
    assert told(text.replace("(s1 visit ?a)", "(s1 visitor)").replace("(< s1 s2)", "()")) == [
        "undeclared task `s1`",
        "undeclared constant `visitor`",
    ]
    problem = """(define (problem p) (:domain town) (:objects x)
      (:htn :subtasks (and (a visit x) (b (walk x x))) :ordering (< a b)) (:init (at x)))"""
    (in_problem,) = errors(problem, right)
    assert in_problem.message == "`a` is a label; write `(a (visit x))`"
    # The domain of this one is unknown, and so is whether the first word is a task.
    assert not any(fix.safe for each in errors(problem) for fix in each.fixes)


def test_a_task_without_a_label_is_still_one() -> None:
    text = DOMAIN.format("(< visit s2)").replace("(s1 (visit ?a))", "(visit ?a)")
    assert told(text) == ["`visit` is a task without a label; write `(visit (visit ?a))`"]
    (found,) = errors(text)
    assert [fix.safe for fix in found.fixes] == [True]


def test_a_predicate_among_the_subtasks() -> None:
    text = DOMAIN.format("()").replace("(s1 (visit ?a))", "(at ?a)")
    assert told(text) == ["`at` is a predicate, not a task"]


@pytest.mark.parametrize("is_task_last", [False, True])
def test_a_task_with_the_name_of_an_action(*, is_task_last: bool) -> None:
    task, kind = "(:task walk :parameters (?l))", "an action" if is_task_last else "a task"
    text = DOMAIN.format("()")
    text = f"{text[:-2]} {task})" if is_task_last else text.replace("(:task", f"{task} (:task", 1)
    (found,) = findings(text)
    assert (found.code, found.message) == ("duplicate-declaration", f"`walk` is {kind} already")
    assert text[slice(*found.span)] == "walk"
    assert found.severity is Severity.ERROR


def test_labels_effects_and_methods_of_actions() -> None:
    text = DOMAIN.format("()")
    for ordering in ("()", "(< s1 s2)", "(and (< s1 s2) (< s2 s3))"):
        twice = DOMAIN.format(ordering).replace("(s2 ", "(s1 ")
        assert told(twice) == ["duplicate label `s1`"]
    effect = text.replace(":ordering ()", ":effect (at ?b)")
    assert told(effect) == ["`:effect` is only allowed in an action"]
    method = text.replace(":task (visit ?b)", ":task (walk ?a ?b)")
    assert told(method) == ["`walk` is an action; a method decomposes a task"]
    # That method may be the one of `visit`, but not of two tasks.
    assert not [d for d in findings(method) if d.code == "unused-task"]
    two = method.replace("(:task", "(:task greet) (:task", 1).replace("()", "(< s1 s1)", 1)
    hints = [d.message for d in findings(two) if d.code == "unused-task"]
    assert hints == [
        f"task `{n}` has no method: no plan can accomplish it" for n in ("greet", "visit")
    ]


def test_an_order_has_two_spellings() -> None:
    """`:order` is that of the BNF of HDDL, in methods and in problems."""
    right = DOMAIN.format("(< s1 s2)").replace(":ordering", ":order")
    assert told(right) == []
    assert told(right.replace("s1 s2)", "s1 zz)")) == ["undeclared label `zz`"]
    assert told(right.replace(":order ", "order ")) == [
        "unknown keyword `order`; did you mean `:ordering`?"
    ]
    assert told(right.replace(":order ", ":ordering (< s1 s2) :order ")) == ["duplicate `:order`"]
    problem = """(define (problem p) (:domain town) (:objects x)
      (:htn :subtasks (and (a (visit x)) (b (walk x x))) :order (< a zz)) (:init (at x)))"""
    words = [d.message for d in findings(problem, right) if d.severity is Severity.ERROR]
    assert words == ["undeclared label `zz`"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (":subtasks (and", ":subtasks (", "missing operator before a list of tasks; "
         "write `(and …)`"),
        ("(s3 (walk ?b ?b))", "(not (walk ?b ?b))", "`not` is not allowed around tasks"),
        ("(s3 (walk ?b ?b))", "(forall (?c) (walk ?b ?c))", "`forall` is not allowed around tasks"),
        (":task (visit ?b)", "", "missing `:task`; write `:task (…)`, the task that the method "
         "decomposes"),
        (":task (visit ?b)", ":task visit", "expected the task in parentheses; "
         "write `(visit …)`"),
        (":ordering ()", ":ordered-subtasks (walk ?a ?b)",
         "both `:subtasks` and `:ordered-subtasks`"),
        (":task (visit ?b)", ":task (visit ?b) (visit ?a)", "a method has one task; its subtasks "
         "are in `:subtasks`"),
        (":ordering ()", ":ordering (< s1 s2) (< s2 s3)", "expected a keyword such as "
         "`:subtasks`; write `(and …)` for several orders"),
        (":ordering ()", ":ordering () (visit ?a)", "expected a keyword such as `:subtasks`"),
        ("(:task visit :parameters (?l))", "(:task visit :parameters (?l) (at ?l))",
         "expected a keyword such as `:parameters`"),
        (":subtasks (and (s1 (visit ?a)) (s2 (walk ?a ?b)) (s3 (walk ?b ?b)))",
         ":subtasks (visit ?a) (walk ?a ?b)", "expected a keyword such as `:subtasks`; "
         "write `(and …)` for several tasks"),
        (":ordering ()", ":orders ()", "unknown keyword `:orders`; did you mean `:ordering`?"),
        ("(visit ?a)) (s2 (walk ?a ?b)) (s3 (walk ?b ?b)))\n    :ordering ()",
         "(visit ?a)) (s2 (walk ?a ?b)))\n    :ordering (< s2 s1)",
         "cyclic order: `s1` is before `s2` already"),
    ],
)  # fmt: skip
def test_wrong_methods_and_tasks(old: str, new: str, message: str) -> None:
    right = DOMAIN.format("()")
    assert old in right
    text = right.replace(old, new, 1)
    if "cyclic" in message:
        text = text.replace(":subtasks", ":ordered-subtasks")
    assert told(text) == [message]


TASKS: Final = """\
(define (domain town)
  (:requirements :hierarchy :typing)
  (:types place)
  (:predicates (at ?l - place))
  (:task visit :parameters (?l - place)) (:task rest :parameters ())
  (:method m :parameters (?a ?b - place) :task (visit ?b)
    :subtasks (and (walk ?a ?b) (rest)))
  (:method n :parameters (?a - place) :task (rest) :subtasks (walk ?a ?a))
  (:action walk :parameters (?a ?b - place) :precondition (at ?a) :effect (at ?b)))
"""


@pytest.mark.parametrize(
    ("right", "written", "message"),
    [
        (
            "(:task visit :parameters (?l - place)) (:task rest :parameters ())",
            "(:tasks (visit ?l - place) (rest))",
            "expected one section for each task; write `(:task visit :parameters (?l - place))`",
        ),
        (
            ":task (visit ?b)",
            ":task visit(?b)",
            "expected the name inside the parentheses; write `(visit ?b)`",
        ),
        (
            "(and (walk ?a ?b) (rest))",
            "(and walk(?a, ?b) (rest))",
            "expected the name inside the parentheses; write `(walk ?a ?b)`",
        ),
        (
            ":subtasks (walk ?a ?a)",
            ":subtasks walk(?a ?a)",
            "expected the name inside the parentheses; write `(walk ?a ?a)`",
        ),
        (
            "(visit ?b)",
            "(visit ?b - place)",
            "types belong in lists of parameters; write `(visit ?b)`",
        ),
        (
            "(walk ?a ?a)",
            "(walk ?a - place ?a - place)",
            "types belong in lists of parameters; write `(walk ?a ?a)`",
        ),
    ],
)
def test_tasks_written_otherwise(right: str, written: str, message: str) -> None:
    assert told(TASKS) == []
    text = TASKS.replace(right, written)
    (found,) = errors(text)
    assert found.message == message
    assert apply_edits(text, found.fixes[0].edits) == TASKS


def test_a_task_as_a_goal() -> None:
    problem = "(define (problem p) (:domain town) (:objects a - place) (:init (at a)) (:goal {}))"
    (found,) = errors(problem.format("(visit a)"), TASKS)
    message = "`visit` is a task, not a predicate; write `(:htn :subtasks (visit a))`"
    assert found.message == message
    (found,) = errors(TASKS.replace(":subtasks (walk ?a ?a)", ":precondition (rest)"))
    assert found.message == "`rest` is a task, not a predicate"


@pytest.mark.parametrize("word", ["walk", "wlak", "walks"])
def test_a_label_before_a_task_without_its_parentheses(word: str) -> None:
    right = DOMAIN.format("(< s1 s2)")
    text = right.replace("(s2 (walk ?a ?b))", f"(s2 {word} ?a ?b)")
    (found,) = errors(text)
    assert found.message == "`s2` is a label; write `(s2 (walk ?a ?b))`"
    assert apply_edits(text, found.fixes[0].edits) == right
