"""The page of one plan: its verdict, why it fails, goals, steps, states, lanes and links."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.report.registry import render
from plancore.report.validation import page as page_module
from plancore.report.validation.document import Validation
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.validate import validate_text
from support.page import ATTRIBUTES, ELEMENTS, Page
from support.tasks import task_of

DOMAIN = """
(define (domain rooms) (:requirements :strips :typing :negative-preconditions :fluents)
  (:types room thing) (:predicates (in ?t - thing ?r - room) (here ?r - room) (held ?t - thing)
    (door ?a ?b - room))
  (:functions (walked))
  (:action walk :parameters (?a ?b - room) :precondition (and (here ?a) (door ?a ?b))
    :effect (and (not (here ?a)) (here ?b) (increase (walked) 2)))
  (:action take :parameters (?t - thing ?r - room)
    :precondition (and (here ?r) (in ?t ?r) (not (held ?t)))
    :effect (and (held ?t) (not (in ?t ?r))))
  (:action drop :parameters (?t - thing ?r - room) :precondition (and (here ?r) (held ?t))
    :effect (and (not (held ?t)) (in ?t ?r))))
"""
PROBLEM = """
(define (problem p) (:domain rooms) (:objects hall yard - room key - thing)
  (:init (here hall) (in key hall) (door hall yard) (door yard hall) (= (walked) 0))
  (:goal (and (in key yard) (not (held key)))))
"""
GOOD = "(take key hall)\n(walk hall yard)\n; down with it\n(drop key yard)\n"
BAD = "(take key hall)\n(walk hall yard)\n(take key hall)\n(drop key yard)\n"
TIMED_DOMAIN = """
(define (domain ovens) (:requirements :durative-actions)
  (:predicates (hot ?x) (done ?x))
  (:durative-action heat :parameters (?x) :duration (= ?duration 2)
    :condition (at start (not (hot ?x))) :effect (and (at start (hot ?x)) (at end (done ?x)))))
"""
TIMED_PROBLEM = """
(define (problem q) (:domain ovens) (:objects a b) (:init) (:goal (and (done a) (done b))))
"""


def html(plan: str, of: Task | None = None, name: str = "p01.plan") -> str:
    outcome = validate_text(of or task_of(DOMAIN, PROBLEM), plan, name, trace=True, has_states=True)
    return render(Validation((outcome,), ()), "html")


def read(text: str) -> Page:
    page = Page(text)
    assert page.names <= ELEMENTS
    assert page.attributes <= ATTRIBUTES
    return page


def walk(text: str) -> dict[str, Any]:
    """The data of the script."""
    data = text.partition('<script type="application/json">')[2].partition("</script>")[0]
    found = json.loads(data)
    assert isinstance(found, dict)
    return found


def test_a_valid_plan_has_goals_steps_states_lanes_and_links() -> None:
    page = read(html(GOOD))
    headings = [text for level, text in page.headings if level == 2]
    assert headings == ["Goals", "States at any step", "Steps what each changes",
                        "Lanes the steps that each object takes part in",
                        "Causal links what steps make true that others need"]  # fmt: skip
    assert page.text.startswith("p01.plan valid (3 steps, cost 3) ")
    assert "2 of 2" in page.text
    assert "(inkeyyard)✓sincestep3(dropkeyyard)" in "".join(page.text.split())
    places = [e.attributes for e in page.elements if "data-file" in e.attributes]
    assert [each["data-line"] for each in places] == ["1", "2", "4"]


def test_a_step_that_fails_says_what_it_needs_and_who_deleted_it() -> None:
    page = read(html(BAD))
    assert [text for _, text in page.headings][1] == "Why step 3 fails"
    assert "(herehall)✗deletedbystep2(walkhallyard)" in "".join(page.text.split())
    assert "(not(heldkey))✗(heldkey)addedbystep1(takekeyhall)" in "".join(page.text.split())
    assert "(dropkeyyard)notexecuted" in "".join(page.text.split())
    assert page.values("href").count("#step-2") >= 1


def test_the_states_that_are_walked_through_are_those_of_the_execution() -> None:
    of = task_of(DOMAIN, PROBLEM)
    run = execute(of, read_plan(GOOD)[0])
    data = walk(html(GOOD, of))
    facts, state = data["facts"], set(data["initial"])
    for number, change in enumerate(data["changes"], start=1):
        state = (state - set(change["deleted"])) | set(change["added"])
        shown = {facts[fact] for fact in state}
        assert shown == {f"({' '.join(atom)})" for atom in run.state(number).dynamic}
    assert data["changes"][1]["values"] == {"(walked)": "2"}
    assert data["static"] == ["(door hall yard)", "(door yard hall)"]


def test_a_timed_plan_has_a_chart_with_its_times() -> None:
    page = read(html("0: (heat a) [2]\n1: (heat b) [2]\n", task_of(TIMED_DOMAIN, TIMED_PROBLEM)))
    assert "Gantt chart a lane for each action" in [text for _, text in page.headings]
    assert "(heat a) start" in page.text
    assert "3: valid" not in page.text


def test_a_malformed_step_is_where_the_states_end() -> None:
    text = html("(take key hall)\n(fly hall)\n(drop key hall)\n")
    assert "unknown action fly" in read(text).text
    assert len(walk(text)["changes"]) == 1


def test_nothing_of_a_file_is_markup_or_script() -> None:
    name = "</script><script>alert(1)</script>.plan"
    text = html("(take </script><b>x</b> hall)\n", name=name)
    page = read(text)
    assert [element.name for element in page.elements].count("script") <= 3
    assert "<b>x" not in text


def test_large_plans_say_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value in (("_MOST_STEPS", 2), ("_MOST_CHANGED", 12), ("_MOST_FACTS", 1)):
        monkeypatch.setattr(page_module, limit, value)
    text = html("(walk hall yard)\n(walk yard hall)\n" * 5)
    page = read(text)
    assert "6 more not shown" in page.text
    anchors = {f"#{anchor}" for anchor in page.values("id")}
    assert {link for link in page.values("href") if link.startswith("#step-")} <= anchors
    assert "7 later states not shown" in page.text
    assert "1 facts that never change not shown" in page.text
    assert len(walk(text)["changes"]) == 3
