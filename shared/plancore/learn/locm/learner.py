"""LOCM: from action sequences to a domain, and from states to its codec.

The algorithm only uses actions. Other input serves names: types and parameters of actions from a
signature, and states of trajectories for definitions of the learned predicates.

The learned domain can execute every sequence that it was learned from, in the states of `track`,
except those with a step that names an object twice. There is no such guarantee for the domain that
generated them: LOCM may allow too much (static preconditions, several aspects of one object that
change) or too little (a parameter that happened to be the same).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.learn.learned import (
    UNNAMED,
    LearnedModel,
    StepNumber,
    UnlearnableError,
    UnlearnedAction,
    check_atom,
    parameters_of_arity,
)
from plancore.learn.locm.coding import coding_of
from plancore.learn.locm.model import (
    ZERO,
    LocmModel,
    MachineTransition,
    Sequences,
    SortMachine,
    machines_of,
    model_of,
    sort_names,
)
from plancore.model.domain import OBJECT, Action, ActionKind, Domain, Predicate
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName
from plancore.model.trajectory import Trajectory
from plancore.stop import NEVER, Checkpoint

NAME: Final = "LOCM"


def learn_locm(
    domain: Domain | None,
    sequences: Sequences,
    trajectories: Sequence[Trajectory] = (),
    checkpoint: Checkpoint = NEVER,
) -> LearnedModel:
    """Learn a domain from `sequences` of actions.

    `domain` has the types and the parameters of actions, if known; without it every sort is a type.
    `trajectories` are runs with known states, in the language of `domain`; the codec is learned
    from them, and without any there is none. Raises UnlearnableError for actions that `domain` does
    not declare, and for actions with different numbers of arguments.
    """
    actions = _actions(domain, sequences)
    model = locm_model(domain, sequences, checkpoint)
    learned = domain_of(model, actions, domain, domain.name if domain else UNNAMED)
    notes = list(_twice(sequences))
    codec = None
    if domain is not None and trajectories:
        codec, said = coding_of(model, learned, domain, trajectories, checkpoint)
        notes += said
    else:
        notes.append("no codec: it needs trajectories with states, and their domain")
    declared = {action.name for action in domain.actions} if domain else set()
    return LearnedModel(
        NAME,
        learned,
        codec,
        len(sequences),
        sum(map(len, sequences)),
        tuple(
            UnlearnedAction(name, "not in any sequence") for name in sorted(declared - set(actions))
        ),
        notes=tuple(notes),
    )


def locm_model(
    domain: Domain | None, sequences: Sequences, checkpoint: Checkpoint = NEVER
) -> LocmModel:
    """Only the machines, for `track`. Raises UnlearnableError as `learn_locm` does."""
    machines = machines_of(sequences)
    names = sort_names(machines, _actions(domain, sequences), domain)
    return model_of(machines, names, sequences, checkpoint)


def _actions(domain: Domain | None, sequences: Sequences) -> dict[str, Action]:
    """The actions of the sequences with their parameters, in the order of `domain`, else by
    name."""
    declared = {action.name: action for action in reversed(domain.actions)} if domain else {}
    arities = {name: len(action.parameters) for name, action in declared.items()}
    seen: dict[str, int] = {}
    for number, sequence in enumerate(sequences):
        for step, action in enumerate(sequence):
            if not declared:
                arities.setdefault(action[0], len(action) - 1)
            check_atom("action", arities, action, StepNumber(number, step))
            seen.setdefault(action[0], len(action) - 1)
    for name in seen:
        kind = declared[name].kind if name in declared else ActionKind.ACTION
        if kind is not ActionKind.ACTION:
            raise UnlearnableError(f"{name} is a {kind.value}; only plain actions are supported")
    order = [name for name in reversed(declared) if name in seen] or sorted(seen)
    return {
        name: Action(
            name, declared[name].parameters if declared else parameters_of_arity(seen[name])
        )
        for name in order
    }


def _twice(sequences: Sequences) -> Iterator[str]:
    """A remark on steps that name an object twice."""
    steps = [step for sequence in sequences for step in sequence]
    count = sum(len(set(args)) < len(args) for _, *args in steps)
    if count:
        yield (
            f"{count} of {len(steps)} steps name an object twice; only its first position is used"
        )


def domain_of(
    model: LocmModel, actions: Mapping[str, Action], signature: Domain | None, name: str
) -> Domain:
    """Step 7: build the domain of a model. An action requires the states that its transitions
    leave, and achieves the next ones. `actions` maps names to actions with parameters."""
    types, constants = (signature.types, signature.constants) if signature else ((), ())
    if signature is None:
        own = dict.fromkeys(each.types[0] for each in model.sorts.values() if each.types)
        types = tuple(TypedName(each, (OBJECT,)) for each in sorted(own))
    return Domain(
        name,
        requirements=(":strips", ":typing") if types else (":strips",),
        types=types,
        constants=constants,
        predicates=tuple(
            _predicate(machine, state, model)
            for machine in model.machines
            for state in range(machine.machine.n_states)
        ),
        functions=signature.functions if signature else (),
        actions=tuple(
            _operator(action if signature else _typed(action, model), model)
            for action in actions.values()
        ),
    )


def _typed(action: Action, model: LocmModel) -> Action:
    """The action with sorts as the types of its parameters."""
    parameters = tuple(
        TypedName(parameter.name, model.sorts[MachineTransition(action.name, place)].types)
        for place, parameter in enumerate(action.parameters, 1)
    )
    return Action(action.name, parameters)


def _predicate(machine: SortMachine, state: int, model: LocmModel) -> Predicate:
    """The predicate of a state, over the object and the parameters of the state."""
    types = [] if machine.machine.is_zero else [machine.sort.types]
    for parameter in machine.parameters[state]:
        transition, place = next(iter(parameter.setters.items()))
        types.append(model.sorts[MachineTransition(transition.action, place)].types)
    names = (TypedName(f"?x{number}", each) for number, each in enumerate(types, 1))
    return Predicate(machine.predicate(state), tuple(names))


def _operator(action: Action, model: LocmModel) -> Action:
    args = [parameter.name for parameter in action.parameters]
    moves = list(_moves(action.name, args, model))
    before = [left for left, _ in moves]
    after = [made for _, made in moves]
    effects: list[Formula] = [made for made in after if made not in before]
    effects += [Not(left) for left in before if left not in after]
    return Action(action.name, action.parameters, And(tuple(before)), And(tuple(effects)))


def _moves(
    name: str, args: list[str], model: LocmModel
) -> Iterator[tuple[AtomicFormula, AtomicFormula]]:
    """The state atoms before and after the action, position by position."""
    for place, arg in enumerate((ZERO, *args)):
        transition = MachineTransition(name, place)
        machine = model.by_transition.get(transition)
        if machine is not None:
            left = machine.before(transition, arg, args)
            made = machine.after(transition, arg, args)
            yield AtomicFormula(left[0], left[1:]), AtomicFormula(made[0], made[1:])
