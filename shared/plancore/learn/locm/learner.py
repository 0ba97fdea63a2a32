"""LOCM: from sequences of actions to a domain, and from states beside them to its codec.

The algorithm sees actions only. What else is told serves names: types and parameters of actions
from a signature, and the states of trajectories for what the learned predicates mean.

The learned domain can do every sequence that it was learned from, in the states that `track` gives,
but for those with a step that names an object twice. There is no such promise for the domain that
made them: LOCM may allow too much (static preconditions, several things that change in one object)
as well as too little (a parameter that was the same by chance).
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
from plancore.model.domain import Action, ActionKind, Domain, Predicate
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName
from plancore.model.trajectory import Trajectory
from plancore.model.types import OBJECT
from plancore.stop import NEVER, Checkpoint

NAME: Final = "LOCM"


def learn_locm(
    domain: Domain | None,
    sequences: Sequences,
    trajectories: Sequence[Trajectory] = (),
    checkpoint: Checkpoint = NEVER,
) -> LearnedModel:
    """The domain that `sequences` of actions show.

    `domain` has the types, and the parameters of actions, where they are known; without it every
    sort is a type. `trajectories` are runs whose states are known, in the language of `domain`; the
    codec is made from them, and without any there is none. Raises UnlearnableError for actions that
    `domain` does not declare, or that have one number of arguments here and another there.
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
    """The machines alone, for `track`. Raises UnlearnableError as `learn_locm` does."""
    machines = machines_of(sequences)
    names = sort_names(machines, _actions(domain, sequences), domain)
    return model_of(machines, names, sequences, checkpoint)


def _actions(domain: Domain | None, sequences: Sequences) -> dict[str, Action]:
    """The actions of the sequences with their parameters, as `domain` orders them, else by name."""
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
    """Steps that name an object twice."""
    steps = [step for sequence in sequences for step in sequence]
    count = sum(len(set(args)) < len(args) for _, *args in steps)
    if count:
        yield (
            f"{count} of {len(steps)} steps name an object twice; only its first position is used"
        )


def domain_of(
    model: LocmModel, actions: Mapping[str, Action], signature: Domain | None, name: str
) -> Domain:
    """Step 7, the domain of a model: an action asks for the states that its transitions leave, and
    makes the next ones; with `actions` by name, each with its parameters."""
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
    """The action with the sorts of its arguments."""
    parameters = tuple(
        TypedName(parameter.name, model.sorts[MachineTransition(action.name, place)].types)
        for place, parameter in enumerate(action.parameters, 1)
    )
    return Action(action.name, parameters)


def _predicate(machine: SortMachine, state: int, model: LocmModel) -> Predicate:
    """The state as a predicate of the object and the parameters."""
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
    """What the action leaves and makes, parameter by parameter."""
    for place, arg in enumerate((ZERO, *args)):
        transition = MachineTransition(name, place)
        machine = model.by_transition.get(transition)
        if machine is not None:
            left = machine.before(transition, arg, args)
            made = machine.after(transition, arg, args)
            yield AtomicFormula(left[0], left[1:]), AtomicFormula(made[0], made[1:])
