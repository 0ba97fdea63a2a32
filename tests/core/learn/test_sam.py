"""SAM learns what trajectories show, and nothing that the domain they come from does not do."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import pytest
from hypothesis import given

from plancore.learn.learned import LearnedModel, StepNumber, UnlearnableError
from plancore.learn.sam import learn_sam
from plancore.model.domain import Action, Domain
from plancore.model.plan import GroundAtom
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.reader import read_trajectories
from plancore.simulate.successor import successor, task_of
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of
from support.learned_literals import literals
from support.strips_worlds import World, strips_worlds

Literal = tuple[bool, GroundAtom]

SIGNATURE = """(define (domain ferry) (:requirements :strips :typing)
  (:types car boat - thing thing bank) (:predicates (at ?x - thing ?b - bank)
    (on ?c - car ?b - boat) (free ?b - boat) (day))
  (:action board :parameters (?c - car ?f - boat ?b - bank))
  (:action sail :parameters (?f - boat ?from ?to - bank))
  (:action sink :parameters (?f - boat)))
"""
RUN = """(:trajectory
  (:state (at red left) (at ferry left) (free ferry) (day))
  (:action (board red ferry left))
  (:state (on red ferry) (at ferry left) (day))
  (:action (sail ferry left right))
  (:state (on red ferry) (at ferry right) (day))
  (:action (sail ferry right left))
  (:state (on red ferry) (at ferry left) (day)))
"""


def runs(*texts: str) -> list[Trajectory]:
    found: list[Trajectory] = []
    for text in texts:
        trajectories, findings = read_trajectories(text)
        assert not findings
        found += trajectories
    return found


def learned_from(*texts: str, signature: str | None = SIGNATURE) -> LearnedModel:
    return learn_sam(None if signature is None else domain_of(signature), runs(*texts))


def action(learned: LearnedModel, name: str) -> Action:
    found = learned.domain.action(name)
    assert found is not None
    return found


def test_preconditions_are_what_always_held_and_effects_what_changed() -> None:
    learned = learned_from(RUN)
    board, sail = action(learned, "board"), action(learned, "sail")
    assert literals(board.precondition) == {
        "(at ?c ?b)",
        "(at ?f ?b)",
        "(free ?f)",
        "(day)",
        "(not (on ?c ?f))",
    }
    assert literals(board.effect) == {"(on ?c ?f)", "(not (at ?c ?b))", "(not (free ?f))"}
    assert literals(sail.precondition) == {
        "(at ?f ?from)",
        "(day)",
        "(not (at ?f ?to))",
        "(not (free ?f))",
        "(not (= ?from ?to))",
    }
    assert literals(sail.effect) == {"(at ?f ?to)", "(not (at ?f ?from))"}
    assert learned.domain.requirements == (
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":equality",
    )
    assert (learned.n_trajectories, learned.n_transitions) == (1, 3)


def test_an_action_that_nobody_took_is_left_out_and_told() -> None:
    learned = learned_from(RUN)
    assert [a.name for a in learned.domain.actions] == ["board", "sail"]
    assert learned.left_out == (("sink", "not in any trajectory"),)
    assert not learned.is_clean
    assert not learned.contradictions


def test_a_step_with_one_object_twice_is_not_learned_from_and_stays_forbidden() -> None:
    stay = "(:trajectory (:state (at ferry left)) (:action (sail ferry left left)) (:state))"
    learned = learned_from(RUN, stay)
    assert "(not (= ?from ?to))" in literals(action(learned, "sail").precondition)
    assert "(day)" in literals(action(learned, "sail").precondition)
    assert any("sail: 1 of 3 steps bind two parameters to one object" in n for n in learned.notes)
    alone = learned_from(stay)
    assert ("sail", "all its steps bind two parameters to one object") in alone.left_out


def test_parameters_of_types_that_share_objects_must_differ() -> None:
    signature = SIGNATURE.replace("(?f - boat))", "(?f - boat ?x - thing ?b - bank))")
    run = "(:trajectory (:state) (:action (sink ferry red left)) (:state (day)))"
    sink = action(learned_from(run, signature=signature), "sink")
    differ = {text for text in literals(sink.precondition) if "=" in text}
    assert differ == {"(not (= ?f ?x))"}
    # A boat is a thing; of what is only a thing nobody knows whether it is a boat.
    assert "(not (on ?x ?f))" not in literals(sink.precondition)


def test_constants_are_terms_and_no_parameter_may_be_one() -> None:
    signature = SIGNATURE.replace("(:predicates", "(:constants harbour - bank) (:predicates")
    run = RUN.replace("(day)", "(day) (at dinghy harbour)")
    sail = action(learned_from(run, signature=signature), "sail")
    assert {"(not (= ?from harbour))", "(not (= ?to harbour))"} <= literals(sail.precondition)
    assert "(not (at ?f harbour))" in literals(sail.precondition)
    home = run.replace("right", "harbour")
    told = learned_from(home, signature=signature)
    assert ("sail", "all its steps bind two parameters to one object") in told.left_out


def test_atoms_with_one_term_twice_count_where_there_are_some() -> None:
    signature = "(define (domain d) (:predicates (r ?a ?b)) (:action a :parameters (?x ?y)))"
    plain = "(:trajectory (:state (r a b)) (:action (a a b)) (:state (r b a)))"
    first = action(learned_from(plain, signature=signature), "a")
    assert literals(first.precondition) == {"(r ?x ?y)", "(not (r ?y ?x))", "(not (= ?x ?y))"}
    loop = "(:trajectory (:state (r a b)) (:action (a a b)) (:state (r b a) (r b b)))"
    second = action(learned_from(loop, signature=signature), "a")
    assert "(not (r ?x ?x))" in literals(second.precondition)
    assert literals(second.effect) == {"(r ?y ?x)", "(r ?y ?y)", "(not (r ?x ?y))"}


def test_what_contradicts_is_told_with_the_steps() -> None:
    noisy = RUN.replace("(on red ferry) (at ferry right) (day)", "(on red ferry) (at ferry right)")
    learned = learned_from(RUN, noisy.replace("(at ferry left) (day)))", "(at red right) (day)))"))
    found = {(c.action, c.message): c for c in learned.contradictions}
    lost = found["sail", "(at ?f ?to) follows some steps but not others"]
    assert (lost.where, lost.against, lost.steps) == (StepNumber(1, 2), StepNumber(0, 1), 1)
    strange = found["sail", "(at red right) changes, but no literal over the parameters matches it"]
    assert (strange.where, strange.against) == (StepNumber(1, 2), None)
    assert ("sail", "(day) follows some steps but not others") in found


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        (
            RUN.replace("(sail ferry right left)", "(fly ferry)"),
            "undeclared action `fly`: (fly ferry)",
            StepNumber(0, 2),
        ),
        (
            RUN.replace("(sail ferry right left)", "(sail ferry)"),
            "the action `sail` has 3 parameters, not 1: (sail ferry)",
            StepNumber(0, 2),
        ),
        (
            RUN.replace("(free ferry) (day)", "(free ferry) (night)"),
            "undeclared predicate `night`: (night)",
            StepNumber(0, 0),
        ),
        (
            '[{"state": {"(day)": null}, "action": "(sink ferry)"}, {"state": {}}]',
            "SAM needs complete states, but (day) is unknown",
            StepNumber(0, 0),
        ),
    ],
)
def test_what_cannot_be_learned_from_is_refused_with_its_place(
    text: str, message: str, where: StepNumber
) -> None:
    with pytest.raises(UnlearnableError) as refused:
        learned_from(text)
    assert (refused.value.message, refused.value.where) == (message, where)


def test_without_a_domain_names_and_arities_come_from_the_trajectories() -> None:
    learned = learned_from(RUN, signature=None)
    assert [(p.name, len(p.parameters)) for p in learned.domain.predicates] == [
        ("at", 2),
        ("day", 0),
        ("free", 1),
        ("on", 2),
    ]
    assert "(on ?x1 ?x2)" in literals(action(learned, "board").effect)


def test_parameters_that_nobody_declares_get_the_least_type_of_their_objects() -> None:
    signature = SIGNATURE[: SIGNATURE.index("(:action")] + ")"
    learned = learned_from(RUN, signature=signature)
    assert [p.types for p in action(learned, "board").parameters] == [
        ("car",),
        ("boat",),
        ("bank",),
    ]


def test_axioms_are_kept_and_what_they_derive_is_no_effect() -> None:
    signature = SIGNATURE.replace("(day))", "(day) (loaded ?f - boat))").replace(
        "(:action board",
        "(:derived (loaded ?f - boat) (exists (?c - car) (on ?c ?f))) (:action board",
    )
    learned = learned_from(RUN, signature=signature)
    board, sail = action(learned, "board"), action(learned, "sail")
    assert "(not (loaded ?f))" in literals(board.precondition)
    assert "(loaded ?f)" in literals(sail.precondition)
    assert "(loaded ?f)" not in literals(board.effect)
    assert len(learned.domain.axioms) == 1


def test_atoms_with_an_object_twice_can_be_said_to_be_noise() -> None:
    signature = (
        "(define (domain d) (:predicates (path ?a ?b) (at ?a)) (:action go :parameters (?a)))"
    )
    run = "(:trajectory (:state (path a a)) (:action (go a)) (:state (at a)))"
    one = learn_sam(domain_of(signature), runs(run))
    other = learn_sam(domain_of(signature), runs(run), distinct=True)
    assert literals(action(one, "go").precondition) == {"(path ?a ?a)", "(not (at ?a))"}
    assert literals(action(one, "go").effect) == {"(at ?a)", "(not (path ?a ?a))"}
    assert literals(action(other, "go").precondition) == {"(not (at ?a))"}
    assert literals(action(other, "go").effect) == {"(at ?a)"}
    said = "1 atom with a repeated object ignored as noise (--distinct)"
    assert (one.notes, other.notes) == ((), (said,))
    assert other.is_clean


@given(strips_worlds())
def test_it_is_what_a_recount_by_brute_force_gives(world: World) -> None:
    for distinct in (False, True):
        _check_recounted(world, distinct)


def _check_recounted(world: World, distinct: bool) -> None:
    learned = learn_sam(world.domain, world.trajectories, distinct=distinct)
    for declared in world.domain.actions:
        expected = _recounted(declared, world.domain, world.trajectories, distinct)
        found = learned.domain.action(declared.name)
        if expected is None:
            assert found is None
        else:
            assert found is not None
            assert (literals(found.precondition), literals(found.effect)) == expected


def _recounted(
    action: Action, domain: Domain, trajectories: Iterable[Trajectory], distinct: bool
) -> tuple[set[str], set[str]] | None:
    """The definition, literal by literal: held in all states before, changed in some step. Where
    no atom names an object twice, no literal has a term twice."""
    trajectories = list(trajectories)
    constants = [c.name for c in domain.constants]
    terms = [p.name for p in action.parameters] + constants
    types = {t.name: t.types for t in (*action.parameters, *domain.constants)}
    everything = {
        (a[0], *map(a[1:].index, a[1:]))
        for t in trajectories
        for o in t.observations
        for a in o.true
    }
    steps = []
    for trajectory in trajectories:
        for before, (name, *args), after in trajectory.transitions():
            objects = [*args, *constants]
            if name == action.name and len(set(objects)) == len(objects):
                steps.append((dict(zip(terms, objects, strict=True)), before.true, after.true))
    if not steps:
        return None
    pre, effect = set(), set()
    for predicate in domain.predicates:
        for chosen in product(terms, repeat=len(predicate.parameters)):
            shape = (predicate.name, *map(chosen.index, chosen))
            if len(set(chosen)) < len(chosen) and (distinct or shape not in everything):
                continue
            if not all(
                domain.hierarchy.accepts(p.types, types[a])
                for p, a in zip(predicate.parameters, chosen, strict=True)
            ):
                continue
            text = f"({' '.join((predicate.name, *chosen))})"
            values = [
                (ground in before, ground in after)
                for objects, before, after in steps
                for ground in [(predicate.name, *(objects[a] for a in chosen))]
            ]
            pre |= {text} if all(before for before, _ in values) else set()
            pre |= {f"(not {text})"} if not any(before for before, _ in values) else set()
            effect |= {text} if (False, True) in values else set()
            effect |= {f"(not {text})"} if (True, False) in values else set()
    for one, other in combinations(terms, 2):
        either = [types[one], types[other]]
        if not (one in constants and other in constants) and domain.hierarchy.overlaps(*either):
            pre.add(f"(not (= {one} {other}))")
    return pre, effect


@given(strips_worlds())
def test_whatever_it_allows_the_other_domain_allows_with_the_same_outcome(world: World) -> None:
    learned = learn_sam(world.domain, world.trajectories)
    assert not learned.contradictions
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
            after = successor(ours, state, step)
            assert after is None or after == successor(theirs, state, step)


def test_every_step_it_learned_from_can_be_done_and_does_the_same() -> None:
    learned = learned_from(RUN)
    (run,) = runs(RUN)
    objects = FileSnapshot.of(
        "(define (problem p) (:objects red - car ferry - boat left right - bank))"
    ).problem
    assert objects is not None
    task = task_of(learned.domain, objects.objects)
    for before, step, after in run.transitions():
        assert successor(task, before.true, step) == after.true
