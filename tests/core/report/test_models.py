"""Views of a model: types, predicates by actions, what actions enable, initial states."""

from __future__ import annotations

import json

from plancore.report.model.document import Model
from plancore.report.registry import render
from plancore.snapshot import FileSnapshot
from support.page import ATTRIBUTES, ELEMENTS, Page

DOMAIN = """
(define (domain kitchen) (:requirements :typing :fluents :negative-preconditions)
  (:types food tool - object bread cake - food)
  (:constants knife - tool)
  (:predicates (raw ?f - food) (baked ?f - food) (lost) (has ?t - tool))
  (:functions (heat))
  (:action bake :parameters (?f - food) :precondition (and (raw ?f) (>= (heat) 2))
    :effect (and (baked ?f) (not (raw ?f))))
  (:action fire :effect (increase (heat) 1))
  (:action slice :parameters (?f - food) :precondition (and (baked ?f) (not (raw ?f)) (has knife))
    :effect (and)))
"""
PROBLEM = """
(define (problem p) (:domain kitchen) (:objects rye - bread)
  (:init (raw rye) (has knife) (= (heat) 0)) (:goal (baked rye)))
"""


def model(domain: str = DOMAIN, problem: str | None = PROBLEM) -> Model:
    file = FileSnapshot.of(domain, "kitchen.pddl")
    definition = file.first("domain")
    assert definition is not None
    found = None if problem is None else FileSnapshot.of(problem).problem
    return Model(file, definition, found, "p.pddl" if found else "")


def test_the_text_has_each_view() -> None:
    assert render(model(), "text").splitlines() == [
        "kitchen.pddl",
        "kitchen: 4 types, 4 predicates, 3 actions",
        "",
        "Types",
        "  object",
        "    food",
        "      bread  rye",
        "      cake",
        "    tool  knife",
        "",
        "Predicates by actions  needs it, makes it true (+) or false (-), changes its value (~)",
        "                   bake      fire  slice",
        "(raw ?f - food)    needs -         needs not",
        "(baked ?f - food)  +               needs",
        "(lost)             not used",
        "(has ?t - tool)                    needs",
        "(heat)             needs     ~",
        "",
        "Actions  what each enables",
        "action  enables  by",
        "bake    slice    raw, baked",
        "fire    bake     heat",
        "",
        "Initial state  p.pddl",
        "",
        "has  1 fact",
        "?t",
        "knife",
        "",
        "raw  1 fact",
        "?f",
        "rye",
        "",
        "values",
        "function  value",
        "(heat)        0",
    ]


def test_a_page_draws_types_and_actions() -> None:
    page = Page(render(model(), "html"))
    assert page.names <= ELEMENTS
    assert page.attributes <= ATTRIBUTES
    drawn = [e.attributes["class"] for e in page.elements if e.name == "svg"]
    assert drawn == ["plot tree", "plot arcs"]
    assert "bread rye" in page.text


def test_types_in_a_circle_and_with_several_parents_end() -> None:
    types = "(:types a - b b - a c - (either a d) d)"
    text = render(model(f"(define (domain d) {types})", None), "text")
    assert "c" in text
    assert "Initial state" not in text


def test_json_has_uses_and_what_they_enable() -> None:
    data = json.loads(render(model(), "json"))
    assert data["types"]["bread"] == ["food"]
    assert {"action": "bake", "name": "raw", "roles": ["deletes", "needs"]} in data["uses"]
    assert {"action": "fire", "enables": "bake", "by": ["heat"]} in data["enabling"]


def test_nothing_of_a_file_is_markup() -> None:
    text = render(model("(define (domain d) (:types <b>x</b>) (:predicates (</script>)))"), "html")
    assert "<b>x" not in text
