"""LOCM: machines, zero analysis, parameters of states, operators."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.learn.learned import StepNumber, UnlearnableError
from plancore.learn.locm.coding import track
from plancore.learn.locm.learner import learn_locm, locm_model
from plancore.learn.locm.model import lives_of, machines_of, parameters_of, surviving_hypotheses
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom
from plancore.simulate.successor import successor, task_of
from plancore.stop import NEVER
from support.comparison import domain_of
from support.laid_out import laid_out


def steps(text: str) -> list[GroundAtom]:
    """`take(hammer, chest) open(chest)` as actions."""
    calls = [call.split("(") for call in text.replace(", ", ",").split()]
    return [(name, *args.rstrip(")").split(",")) for name, args in calls]


CHESTS = [
    steps(
        "open(c1) open(c2) take(saw, c1) close(c1) put(saw, c2) take(saw, c2) put(saw, c2) "
        "close(c2) open(c1) take(axe, c1) put(axe, c1) close(c1)"
    ),
]


def parameters(transition: str, runs: Sequence[Sequence[GroundAtom]]) -> list[int]:
    """How many parameters the states have in the machine of a transition."""
    for machine in machines_of(runs):
        if transition in map(str, machine.starts):
            tested = surviving_hypotheses(machines_of(runs), runs, NEVER)
            return [len(parameters_of(machine, n, tested)) for n in range(machine.n_states)]
    raise AssertionError(transition)


def test_machines_have_a_state_for_what_follows_each_other() -> None:
    chest, tool = sorted(machines_of(CHESTS), key=lambda machine: str(min(machine.starts)))
    by_name = {str(t): (chest.starts[t], chest.ends[t]) for t in chest.starts}
    closed, opened = by_name["open.1"]
    assert closed != opened
    assert by_name == {
        "open.1": (closed, opened),
        "close.1": (opened, closed),
        "take.2": (opened, opened),
        "put.2": (opened, opened),
    }
    inside, held = (tool.starts[min(tool.starts)], tool.ends[min(tool.starts)])
    assert {str(t): (tool.starts[t], tool.ends[t]) for t in tool.starts} == {
        "put.1": (inside, held),
        "take.1": (held, inside),
    }


def test_the_imaginary_object_counts_only_with_more_than_one_state() -> None:
    assert not any(machine.is_zero for machine in machines_of(CHESTS))
    turns = [steps("left(a) right(a) left(b) right(b)")]
    assert [machine.n_states for machine in machines_of(turns) if machine.is_zero] == [2]


def test_a_tool_stays_in_the_chest_that_it_was_put_into() -> None:
    learned = learn_locm(None, CHESTS)
    assert laid_out(learned.domain) == CHEST_DOMAIN
    assert learned.codec is None


CHEST_DOMAIN = """\
(define (domain learned)

  (:requirements :strips :typing)

  (:types
    sort1 sort2 - object)

  (:predicates
    (sort1_state0 ?x1 - sort1)
    (sort1_state1 ?x1 - sort1)
    (sort2_state0 ?x1 - sort2)
    (sort2_state1 ?x1 - sort2 ?x2 - sort1))

  (:action close
    :parameters (?x1 - sort1)
    :precondition (and (sort1_state0 ?x1))
    :effect (and
      (sort1_state1 ?x1)
      (not (sort1_state0 ?x1))))

  (:action open
    :parameters (?x1 - sort1)
    :precondition (and (sort1_state1 ?x1))
    :effect (and
      (sort1_state0 ?x1)
      (not (sort1_state1 ?x1))))

  (:action put
    :parameters (?x1 - sort2 ?x2 - sort1)
    :precondition (and
      (sort2_state0 ?x1)
      (sort1_state0 ?x2))
    :effect (and
      (sort2_state1 ?x1 ?x2)
      (not (sort2_state0 ?x1))))

  (:action take
    :parameters (?x1 - sort2 ?x2 - sort1)
    :precondition (and
      (sort2_state1 ?x1 ?x2)
      (sort1_state0 ?x2))
    :effect (and
      (sort2_state0 ?x1)
      (not (sort2_state1 ?x1 ?x2)))))
"""


def test_types_and_parameters_are_named_as_the_signature_has_them() -> None:
    signature = domain_of(
        "(define (domain shed) (:types tool chest) (:action open :parameters (?c - chest))"
        "(:action close :parameters (?c - chest)) (:action take :parameters (?t - tool ?c - chest))"
        "(:action put :parameters (?t - tool ?c - chest)) (:action burn :parameters (?c - chest)))"
    )
    learned = learn_locm(signature, CHESTS)
    take = learned.domain.action("take")
    assert take is not None
    assert [p.name for p in take.parameters] == ["?t", "?c"]
    assert {p.name.split("_")[0] for p in learned.domain.predicates} == {"tool", "chest"}
    assert learned.left_out == (("burn", "not in any sequence"),)


def test_a_parameter_that_one_way_into_the_state_does_not_set_is_flawed() -> None:
    """Who is found in the hall has come through no door that is known."""
    doors = [steps("enter(ann, d1) leave(ann, d1) enter(bob, d2) leave(bob, d2)")]
    assert parameters("enter.1", doors) == [0, 1, 0]
    assert sum(parameters("enter.1", [*doors, steps("wake(cat) leave(cat, d1)")])) == 0


def test_a_parameter_that_one_way_out_does_not_read_is_flawed() -> None:
    doors = [steps("enter(ann, d1) leave(ann, d1) enter(bob, d2) vanish(bob)")]
    assert sum(parameters("enter.1", doors)) == 0


def test_what_was_the_same_by_chance_is_not_any_more_once_it_was_not() -> None:
    chance = steps("load(p, t) drop(p, t) load(q, u) drop(q, u)")
    other = steps("load(p, t) drop(p, u)")
    assert sum(parameters("load.1", [chance])) == 1
    assert sum(parameters("load.1", [chance, other])) == 0


def test_hypotheses_that_cannot_be_one_parameter_make_none() -> None:
    """Into the state by `in-a` or `in-b`, out by `out-a` or `out-b`: three of the four pairs agree
    in the object, the fourth does not, though the three make one parameter of all."""
    agreeing = [
        steps("in-a(x, p) out-a(x, p)"),
        steps("in-a(x, p) out-b(x, p)"),
        steps("in-b(x, p) out-a(x, p)"),
    ]
    assert sum(parameters("in-a.1", agreeing)) == 1
    assert sum(parameters("in-a.1", [*agreeing, steps("in-b(x, p) out-b(x, q)")])) == 0


def test_an_object_twice_in_a_step_is_told() -> None:
    learned = learn_locm(None, [steps("swap(a, b) swap(a, a) swap(b, a)")])
    assert "1 of 3 steps name an object twice" in learned.notes[0]


def test_an_action_with_two_numbers_of_arguments_is_refused() -> None:
    with pytest.raises(UnlearnableError) as refused:
        learn_locm(None, [steps("go(a)"), steps("go(b) go(b, c)")])
    assert refused.value.where == StepNumber(1, 1)
    assert "the action `go` has 1 parameters, not 2" in refused.value.message


@st.composite
def sequences(draw: st.DrawFn) -> list[list[GroundAtom]]:
    """Actions one after the other with no sense at all; no object stands twice in a step."""
    step = st.one_of(
        *(
            st.sampled_from([(name, *args) for args in permutations("abcd", arity)])
            for name, arity in (("one", 1), ("two", 2), ("pair", 2), ("three", 3), ("none", 0))
        )
    )
    return draw(st.lists(st.lists(step, min_size=1, max_size=8), min_size=1, max_size=4))


@given(sequences())
def test_every_sequence_can_be_done_in_the_states_that_are_tracked(
    runs: list[list[GroundAtom]],
) -> None:
    learned, model = learn_locm(None, runs).domain, locm_model(None, runs)
    for run in runs:
        tracked = track(model, run)
        sorts = {
            name: model.sorts[life[0].transition] for name, life in lives_of(run).items() if name
        }
        task = task_of(learned, [TypedName(name, sort.types) for name, sort in sorts.items()])
        for before, action, after in zip(tracked.states, run, tracked.states[1:], strict=False):
            assert successor(task, before, action) == after


@given(sequences())
def test_the_order_of_sequences_changes_nothing(runs: list[list[GroundAtom]]) -> None:
    assert learn_locm(None, runs) == learn_locm(None, runs[::-1])


@pytest.mark.slow
def test_no_hash_seed_changes_the_domain() -> None:
    program = (
        "from plancore.learn.locm.learner import learn_locm\n"
        "from plancore.patch.domain_text import domain_text\n"
        f"print(domain_text(learn_locm(None, {CHESTS!r}).domain))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
