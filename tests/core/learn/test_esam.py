"""ESAM learns from steps with one object twice, and is as safe as SAM."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from plancore.codec.written import Proxies
from plancore.learn.esam import learn_esam
from plancore.learn.learned import LearnedModel
from plancore.learn.sam import learn_sam
from plancore.model.formula import AtomicFormula, Formula, Not, conjuncts
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.reader import read_trajectories
from plancore.simulate.successor import successor, task_of
from support.comparison import domain_of
from support.strips_worlds import World, strips_worlds

SIGNATURE = domain_of(
    "(define (domain d) (:predicates (held ?x) (used ?x)) (:action swap :parameters (?x ?y)))"
)


def learned_from(text: str) -> LearnedModel:
    trajectories, findings = read_trajectories(text)
    assert not findings
    return learn_esam(SIGNATURE, trajectories)


def literals(formula: Formula) -> set[str]:
    return {_text(part) for part in conjuncts(formula)}


def _text(part: Formula) -> str:
    if isinstance(part, Not):
        return f"(not {_text(part.body)})"
    assert isinstance(part, AtomicFormula)
    return f"({' '.join((part.predicate, *map(str, part.args)))})"


ONLY_TWICE = "(:trajectory (:state (held a)) (:action (swap a a)) (:state (held a) (used a)))"


def test_what_one_step_leaves_open_is_known_where_the_arguments_coincide() -> None:
    learned = learned_from(ONLY_TWICE)
    (proxy,) = learned.domain.actions
    assert proxy.name == "swap_y_is_x"
    assert learned.notes == ("swap: no safe model for distinct arguments",)
    assert literals(proxy.precondition) == {"(held ?x)", "(not (used ?x))"}
    assert literals(proxy.effect) == {"(used ?x)"}
    assert [p.name for p in proxy.parameters] == ["?x"]


def test_other_steps_tell_what_one_left_open() -> None:
    apart = "(:trajectory (:state (held a)) (:action (swap a b)) (:state (held b) (used a)))"
    learned = learned_from(ONLY_TWICE + apart)
    plain, proxy = learned.domain.actions
    assert literals(plain.effect) == {"(held ?y)", "(used ?x)", "(not (held ?x))"}
    # What is deleted and added is there afterwards.
    assert literals(proxy.effect) == {"(held ?x)", "(used ?x)"}
    assert literals(proxy.precondition) == {"(held ?x)", "(not (used ?x))"}
    assert isinstance(learned.codec, Proxies)
    assert set(learned.codec.encode_action(frozenset(), ("swap", "c", "c"))) == {
        ("swap", "c", "c"),
        ("swap_y_is_x", "c"),
    }
    assert learned.codec.decode_action(("swap_y_is_x", "c")) == ("swap", "c", "c")


@given(strips_worlds())
def test_whatever_it_allows_the_other_domain_allows_with_the_same_outcome(world: World) -> None:
    learned = learn_esam(world.domain, world.trajectories)
    assert not learned.contradictions
    assert learned.codec is not None
    ours, theirs = task_of(learned.domain, world.objects), task_of(world.domain, world.objects)
    shapes = {
        (a[0], *map(a[1:].index, a[1:]))
        for t in world.trajectories
        for o in t.observations
        for a in o.true
    }
    for _ in range(10):
        state = frozenset(
            atom
            for atom in world.state()
            if len(set(atom)) == len(atom) or (atom[0], *map(atom[1:].index, atom[1:])) in shapes
        )
        for step in world.actions():
            for encoded in learned.codec.encode_action(state, step):
                after = successor(ours, state, encoded)
                assert learned.codec.decode_action(encoded) == step
                assert after is None or after == successor(theirs, state, step)


@given(strips_worlds())
def test_every_step_it_learned_from_can_be_done(world: World) -> None:
    learned = learn_esam(world.domain, world.trajectories)
    assert learned.codec is not None
    task = task_of(learned.domain, world.objects)
    for trajectory in world.trajectories:
        for before, step, after in trajectory.transitions():
            encodings = learned.codec.encode_action(before.true, step)
            assert after.true in [successor(task, before.true, each) for each in encodings]


@given(strips_worlds())
def test_without_an_object_twice_it_learns_what_sam_learns(world: World) -> None:
    constants = {constant.name for constant in world.domain.constants}
    steps = [
        Trajectory((before, after), (action,), trajectory.objects)
        for trajectory in world.trajectories
        for before, action, after in trajectory.transitions()
        if len({*action[1:], *constants}) == len(action[1:]) + len(constants)
    ]
    ours, theirs = learn_esam(world.domain, steps), learn_sam(world.domain, steps)
    assert ours.domain == theirs.domain
    assert replace(ours, learner="", codec=None) == replace(theirs, learner="", codec=None)
