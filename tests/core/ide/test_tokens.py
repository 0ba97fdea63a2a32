"""What each word of a text is coloured as."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.project import ProjectSnapshot, snapshot_of
from plancore.workspace import Workspace
from support.coloured import assert_in_order, tokens_of
from support.ferry import DOMAIN, PROBLEM
from support.token_damage import mutation

PLANS = (
    ";;!problem: p.pddl\n; two steps\n0.0: (board red south) [1.5] ; quick\n2: (leave red main)\n",
    "(board red south)\n(leave red main)\n; cost = 2 (unit cost)\n",
    "Step 1: board red south\nThen; we leave:\n2. (leave red main)\n; done\n",
    '[{"name": "board", "args": ["red", "south"], "start": 1.5}]',
    "{board(red, south), leave(blue, main)}, leave(red, main)",
)


def coloured(text: str, name: str = "a.pddl", *others: tuple[str, str]) -> str:
    """`word:kind:role` of each token; a `!` behind what PDDL itself declares."""
    workspace = Workspace()
    for other_name, other_text in others:
        workspace.set_text(other_name, other_text)
    file = workspace.set_text(name, text)
    return " ".join(
        ":".join(filter(None, (text[token.start : token.end], token.kind, token.role)))
        + ("!" if token.is_built_in else "")
        for token in tokens_of(workspace.snapshot, file)
    )


@pytest.mark.server_behaviour(20)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(define (domain d)(:types a - object))",
            "define:keyword domain:keyword d:domain:declares :types:keyword a:type:declares "
            "-:operator object:type:mentions!",
        ),
        (
            "(:durative-action a :parameters (?x- t) :duration (= ?duration 5)"
            " :condition (at start (p ?x)))",
            ":durative-action:keyword a:action:declares :parameters:keyword ?x:variable:declares "
            "-:operator t:type:mentions :duration:keyword =:operator ?duration:variable! 5:number "
            ":condition:keyword at:keyword start:keyword p:predicate:needs ?x:variable:mentions",
        ),
        (
            "(:action a :effect (and (p) (not (q)) (increase (f) 1.5)))",
            ":action:keyword a:action:declares :effect:keyword and:keyword p:predicate:adds "
            "not:keyword q:predicate:deletes increase:keyword f:function:changes 1.5:number",
        ),
        (
            ";;!reference: my file.pddl\n(:requirements :typing) ; why\n",
            ";;!:comment reference::directive my file.pddl:string :requirements:keyword "
            ":typing:requirement:declares ; why:comment",
        ),
        (
            "(define (problem p)(:init (at a) ; here\n (= (f a) 5) (at 5 (q))))",
            "define:keyword problem:keyword p:problem:declares :init:keyword "
            "at:predicate:states a:object:mentions ; here:comment =:operator f:function:states "
            "a:object:mentions 5:number at:keyword 5:number q:predicate:states",
        ),
        (
            "(:goal (and (p ?x)))",
            ":goal:keyword and:keyword p:predicate:wants ?x:variable:mentions",
        ),
        ("Sure, here it is.\n", ""),
    ],
)
def test_words_of_pddl(text: str, expected: str) -> None:
    assert coloured(text) == expected


@pytest.mark.server_behaviour(20)
def test_a_function_of_the_domain_is_one_in_the_problem_too() -> None:
    domain = ("d.pddl", "(define (domain d)(:functions (cost)))")
    problem = "(define (problem p)(:domain d)(:metric minimize cost))"
    assert coloured(problem, "p.pddl", domain).endswith("minimize:keyword cost:function:needs")


@pytest.mark.server_behaviour(20)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            PLANS[0],
            ";;!:comment problem::directive p.pddl:string ; two steps:comment 0.0:number "
            "board:action:mentions red:object:mentions south:object:mentions 1.5:number "
            "; quick:comment 2:number leave:action:mentions red:object:mentions "
            "main:object:mentions",
        ),
        (
            PLANS[2],
            "1:number board:action:mentions red:object:mentions south:object:mentions "
            "leave:action:mentions red:object:mentions main:object:mentions ; done:comment",
        ),
    ],
)
def test_words_of_plans(text: str, expected: str) -> None:
    assert coloured(text, "a.plan") == expected


@pytest.mark.server_behaviour(20)
@pytest.mark.parametrize("plan", PLANS)
def test_tokens_of_plans_are_in_order(plan: str) -> None:
    file = snapshot_of(plan, "a.plan")
    assert_in_order(tokens_of(ProjectSnapshot({"a.plan": file}), file), plan)


@pytest.mark.server_behaviour(20)
@given(st.sampled_from((DOMAIN, PROBLEM, f"Look:\n```pddl\n{DOMAIN}```\n", *PLANS)), st.integers())
def test_an_edited_text_is_coloured_as_if_read_afresh(text: str, seed: int) -> None:
    rng = random.Random(seed)
    name = "a.plan" if text in PLANS else "a.pddl"
    edited = Workspace()
    edited.set_text("domain.pddl", DOMAIN)
    file = edited.set_text(name, text)
    for _ in range(4):
        tokens_of(edited.snapshot, file)
        file = edited.edit(name, *mutation(rng, file.text))
        fresh = Workspace()
        fresh.set_text("domain.pddl", DOMAIN)
        same = fresh.set_text(name, file.text)
        tokens = tokens_of(edited.snapshot, file)
        assert tokens == tokens_of(fresh.snapshot, same)
        assert_in_order(tokens, file.text)


@pytest.mark.parametrize("parameters", ["- block - block", "block block", "a? b?"])
def test_variables_that_are_not_written_have_no_words_of_their_own(parameters: str) -> None:
    text = f"(define (domain d) (:types block) (:predicates (on {parameters})))"
    file = snapshot_of(text, "d.pddl")
    assert_in_order(tokens_of(ProjectSnapshot({"d.pddl": file}), file), text)
