"""Encodes problems and plans of the reference, and decodes plans of the learned model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancore.codec.base import Codec, MacroMatch
from plancore.codec.state_predicates import for_objects
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula
from plancore.model.plan import GroundAction, GroundAtom, Plan, StateAtoms, Step
from plancore.model.problem import Problem
from plancore.simulate.atoms import show
from plancore.simulate.successor import successor
from plancore.simulate.task import Task


class UnencodableError(Exception):
    """The codec cannot express a goal or an action of a plan, which the message names."""


def encoded(
    learned: Domain, reference: Domain, problem: Problem, plan: Plan, codec: Codec
) -> tuple[Task, Plan]:
    """Encode `problem` of `reference` as a task of `learned`, and a plan for it.

    Of several encodings of an action the first applicable one is taken, or else the first. Macro
    actions are used if some sequence of applicable actions covers the whole plan. Values of numeric
    fluents and timed facts stay as they are. Raises UnencodableError.
    """
    coder, state = _start(reference, problem, codec)
    task = Task(learned, _problem(learned, problem, state, coder))
    steps: list[Step] = []
    macros = None
    if not any(step.concurrent or step.start is not None for step in plan.steps):
        macros = _with_macros(task, coder, state, [step.action.key for step in plan.steps])
    if macros is not None:
        return task, replace(plan, steps=tuple(Step((GroundAction(each),)) for each in macros))
    for step in plan.steps:
        actions = []
        for action in step.actions:
            choice = _choice(task, state, action.key, coder)
            actions.append(GroundAction(choice))
            state = successor(task, state, choice) or state
        steps.append(replace(step, actions=tuple(actions)))
    return task, replace(plan, steps=tuple(steps))


def encoded_problem(learned: Domain, reference: Domain, problem: Problem, codec: Codec) -> Problem:
    """Encode a problem of `reference` for `learned`; see `encoded`. Raises UnencodableError."""
    coder, state = _start(reference, problem, codec)
    return _problem(learned, problem, state, coder)


def decoded_plan(plan: Plan, codec: Codec) -> Plan:
    """Decode a plan of the learned model; a macro action becomes several steps."""
    steps: list[Step] = []
    for step in plan.steps:
        decoded = [decoded_actions(codec, action.key) for action in step.actions]
        # The k-th actions of all decoded sequences of a step are concurrent.
        for at in range(max(map(len, decoded), default=0)):
            together = tuple(GroundAction(each[at]) for each in decoded if at < len(each))
            steps.append(replace(step, actions=together))
    return replace(plan, steps=tuple(steps))


def decoded_actions(codec: Codec, action: GroundAtom) -> tuple[GroundAtom, ...]:
    """The reference actions for a learned one; codec classes of users may lack `decode_actions`."""
    several = getattr(codec, "decode_actions", None)
    return (codec.decode_action(action),) if several is None else tuple(several(action))


def _with_macros(
    task: Task, coder: Codec, start: StateAtoms, actions: Sequence[GroundAtom]
) -> list[GroundAtom] | None:
    """A sequence of applicable learned actions, including macro actions, that encodes `actions`.
    None if no macro action matches, or there is no such sequence."""
    several = getattr(coder, "encode_actions", None)  # classes of users may lack it
    matches = [several(actions[at:]) if several else () for at in range(len(actions))]
    if not any(matches):
        return None
    # Depth first; the same state at the same step is tried once.
    waiting: list[tuple[int, StateAtoms, tuple[GroundAtom, ...]]] = [(0, start, ())]
    seen: set[tuple[int, StateAtoms]] = set()
    while waiting:
        at, state, done = waiting.pop()
        if at == len(actions):
            return list(done)
        if (at, state) in seen:
            continue
        seen.add((at, state))
        single = coder.encode_action(coder.decode_state(state), actions[at])
        choices = [*matches[at], *(MacroMatch(1, each) for each in single)]
        for length, action in reversed(choices):
            after = successor(task, state, action)
            if after is not None:
                waiting.append((at + length, after, (*done, action)))
    return None


def _start(reference: Domain, problem: Problem, codec: Codec) -> tuple[Codec, StateAtoms]:
    """The codec for the objects of `problem`, and the encoded initial state."""
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
