"""Step 7: an action asks for the states that its transitions leave, and makes the next ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plancore.learn.locm.machines import ZERO, Transition
from plancore.learn.locm.model import Model, SortMachine
from plancore.model.domain import Action, Domain, Predicate
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName
from plancore.model.types import OBJECT


def domain_of(
    model: Model, actions: Mapping[str, Action], signature: Domain | None, name: str
) -> Domain:
    """The domain of a model, with `actions` by name, each with its parameters."""
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


def _typed(action: Action, model: Model) -> Action:
    """The action with the sorts of its arguments."""
    parameters = tuple(
        TypedName(parameter.name, model.sorts[Transition(action.name, place)].types)
        for place, parameter in enumerate(action.parameters, 1)
    )
    return Action(action.name, parameters)


def _predicate(machine: SortMachine, state: int, model: Model) -> Predicate:
    """The state as a predicate of the object and the parameters."""
    types = [] if machine.machine.is_zero else [machine.sort.types]
    for parameter in machine.parameters[state]:
        transition, place = next(iter(parameter.setters.items()))
        types.append(model.sorts[Transition(transition.action, place)].types)
    names = (TypedName(f"?x{number}", each) for number, each in enumerate(types, 1))
    return Predicate(machine.predicate(state), tuple(names))


def _operator(action: Action, model: Model) -> Action:
    args = [parameter.name for parameter in action.parameters]
    moves = list(_moves(action.name, args, model))
    before = [left for left, _ in moves]
    after = [made for _, made in moves]
    effects: list[Formula] = [made for made in after if made not in before]
    effects += [Not(left) for left in before if left not in after]
    return Action(action.name, action.parameters, And(tuple(before)), And(tuple(effects)))


def _moves(
    name: str, args: list[str], model: Model
) -> Iterator[tuple[AtomicFormula, AtomicFormula]]:
    """What the action leaves and makes, parameter by parameter."""
    for place, arg in enumerate((ZERO, *args)):
        transition = Transition(name, place)
        machine = model.by_transition.get(transition)
        if machine is not None:
            left = machine.before(transition, arg, args)
            made = machine.after(transition, arg, args)
            yield AtomicFormula(left[0], left[1:]), AtomicFormula(made[0], made[1:])
