"""LOCM: from sequences of actions to a domain, and from states beside them to its codec.

The algorithm sees actions only. What else is told serves names: types and parameters of actions
from a signature, and the states of trajectories for what the learned predicates mean.

The learned domain can do every sequence that it was learned from, in the states that `track` gives,
but for those with a step that names an object twice. There is no such promise for the domain that
made them: LOCM may allow too much (static preconditions, several things that change in one object)
as well as too little (a parameter that was the same by chance).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.learn.learned import Learned, LeftOut, UnlearnableError, Where
from plancore.learn.locm.coding import coding_of
from plancore.learn.locm.machines import Sequences, machines_of
from plancore.learn.locm.model import Model, model_of
from plancore.learn.locm.naming import sort_names
from plancore.learn.locm.operators import domain_of
from plancore.learn.signature import UNNAMED, check_atom, parameters_of_arity
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.trajectory import Trajectory
from plancore.stop import NEVER, Checkpoint

NAME: Final = "LOCM"


def learn_locm(
    domain: Domain | None,
    sequences: Sequences,
    trajectories: Sequence[Trajectory] = (),
    checkpoint: Checkpoint = NEVER,
) -> Learned:
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
        notes.append("no codec: it needs the states of trajectories, and the domain they are of")
    declared = {action.name for action in domain.actions} if domain else set()
    return Learned(
        NAME,
        learned,
        codec,
        len(sequences),
        sum(map(len, sequences)),
        tuple(LeftOut(name, "no sequence has it") for name in sorted(declared - set(actions))),
        notes=tuple(notes),
    )


def locm_model(
    domain: Domain | None, sequences: Sequences, checkpoint: Checkpoint = NEVER
) -> Model:
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
            check_atom("action", arities, action, Where(number, step))
            seen.setdefault(action[0], len(action) - 1)
    for name in seen:
        kind = declared[name].kind if name in declared else ActionKind.ACTION
        if kind is not ActionKind.ACTION:
            raise UnlearnableError(f"{name} is a {kind.value}, not a plain action")
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
            f"{count} of {len(steps)} steps name an object twice; of its places only the first is "
            "learned from"
        )
