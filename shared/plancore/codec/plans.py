"""A problem of the reference and plans for it, in the learned model's language and back."""

from __future__ import annotations

from dataclasses import replace

from plancore.codec.base import Codec
from plancore.codec.state_predicates import for_objects
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula
from plancore.model.plan import GroundAction, GroundAtom, Plan, StateAtoms, Step
from plancore.model.problem import Problem
from plancore.simulate.atoms import show
from plancore.simulate.successor import successor
from plancore.simulate.task import Task


class UnencodableError(Exception):
    """The codec has no words for a goal, or for an action of a plan; the message says which."""


def encoded(
    learned: Domain, reference: Domain, problem: Problem, plan: Plan, codec: Codec
) -> tuple[Task, Plan]:
    """The task of `learned` that `problem` of `reference` is by `codec`, and the plan for it.

    Of several encodings of an action the first one that applies is taken, or else the first. Values
    of numeric fluents and timed facts stay as they are. Raises UnencodableError.
    """
    coder, state = _start(reference, problem, codec)
    task = Task(learned, _problem(learned, problem, state, coder))
    steps: list[Step] = []
    for step in plan.steps:
        actions = []
        for action in step.actions:
            choice = _choice(task, state, action.key, coder)
            actions.append(GroundAction(choice))
            state = successor(task, state, choice) or state
        steps.append(replace(step, actions=tuple(actions)))
    return task, replace(plan, steps=tuple(steps))


def encoded_problem(learned: Domain, reference: Domain, problem: Problem, codec: Codec) -> Problem:
    """The problem of `learned` that `problem` of `reference` is by `codec`; see `encoded`. Raises
    UnencodableError."""
    coder, state = _start(reference, problem, codec)
    return _problem(learned, problem, state, coder)


def decoded_plan(plan: Plan, codec: Codec) -> Plan:
    """A plan of the learned model, each action as the one of the reference that it stands for."""
    steps = (
        replace(
            step,
            actions=tuple(GroundAction(codec.decode_action(action.key)) for action in step.actions),
        )
        for step in plan.steps
    )
    return replace(plan, steps=tuple(steps))


def _start(reference: Domain, problem: Problem, codec: Codec) -> tuple[Codec, StateAtoms]:
    """The codec for the objects of `problem`, and its initial state as that encodes it."""
    coder = for_objects(codec, (*reference.constants, *problem.objects))
    initial = Task(reference, problem).initial
    return coder, coder.encode_state(frozenset(initial.dynamic | initial.static))


def _problem(learned: Domain, problem: Problem, state: StateAtoms, codec: Codec) -> Problem:
    facts = [AtomicFormula(atom[0], atom[1:]) for atom in sorted(state)]
    rest = [fact for fact in problem.init if type(fact) is not AtomicFormula]
    try:
        goal = codec.encode_goal(problem.goal)
    except ValueError as error:
        raise UnencodableError(str(error)) from None
    objects = codec.encode_objects(problem.objects)
    return replace(
        problem, domain_name=learned.name, objects=objects, init=(*facts, *rest), goal=goal
    )


def _choice(task: Task, state: StateAtoms, action: GroundAtom, codec: Codec) -> GroundAtom:
    choices = codec.encode_action(codec.decode_state(state), action)
    if not choices:
        raise UnencodableError(f"no encoding for {show(action)}")
    applicable = (choice for choice in choices if successor(task, state, choice) is not None)
    return choices[0] if len(choices) == 1 else next(applicable, choices[0])
