"""SAM: from trajectories with complete states to a domain whose plans can be trusted.

**Safety.** Let the trajectories be those of a domain whose actions have conjunctions of literals
over parameters and constants as preconditions and effects, each literal of the declared types, and
let the states be complete. Then whatever the learned domain can do in a state the other one can,
with the same outcome; provided that, where no trajectory has an atom of a predicate with one
object twice, such as `(on a a)`, no state has one either.

**Beside the authors' program** (n-sam 1.3.1, which AMLGym calls) it learns the same, literal by
literal, where no step binds a parameter to a constant, no step binds two parameters to one object,
and no atom names an object twice, or `distinct` says so; noise or not. It differs there:

- A step that binds two parameters to one object is learned from by neither. The program drops
  `(not (= ?x ?y))` from the precondition then, so that its domain allows what nothing was learned
  of; here it stays.
- A parameter that is bound to a constant the program takes for two readings at once. To take back
  what is wrong in that, it removes in domains with constants each effect that a step of the action,
  but the first one, contradicts: noise, too, removes effects, and the order of steps matters. Here
  such steps are not learned from; `esam` learns from them what is sure.
- It demands `(not (= ?x ?y))` of parameters with equal types only; here of all that can be one
  object.
- It leaves out literals with one term twice, also where they are effects.
- An action that was never observed gets a precondition that contradicts itself; here it is left
  out, and told.
- Effects that trajectories contradict, such as those of noise, are all in the domain of either,
  but for those with constants; here they are told as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from plancore.codec.identity import Identity
from plancore.learn.learned import Contradiction, Learned, LeftOut, Where
from plancore.learn.sam.evidence import Evidence, ground
from plancore.learn.sam.literals import must_differ, repeating_shapes, without_repeating
from plancore.learn.sam.observed import States, complete_states, observe_all
from plancore.learn.signature import NO_NUMBERS, signature_of, with_actions
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not
from plancore.model.trajectory import Trajectory
from plancore.simulate.atoms import Literal, show
from plancore.stop import NEVER, Checkpoint

NAME: Final = "SAM"


def learn_sam(
    domain: Domain | None,
    trajectories: Sequence[Trajectory],
    checkpoint: Checkpoint = NEVER,
    *,
    distinct: bool = False,
) -> Learned:
    """The domain that `trajectories` show, in the language of `domain` (see `signature_of`).

    `distinct` says that no atom names an object twice: what does so in the trajectories is noise
    then, and left out. Preconditions and effects in `domain` are not looked at. Raises
    UnlearnableError for trajectories that do not fit it, and for states of which something is not
    known.
    """
    signature = signature_of(domain, trajectories)
    states = complete_states(trajectories, signature)
    ignored = 0
    if distinct:
        states, ignored = without_repeating(states)
    repeating = repeating_shapes(states)
    evidence = {action.name: Evidence(action, signature, repeating) for action in signature.actions}
    done = observe_all(trajectories, states, evidence, checkpoint)
    return Learned(
        NAME,
        _domain(signature, evidence),
        Identity(),
        len(trajectories),
        done,
        tuple(_left_out(evidence)),
        tuple(contradictions_of(trajectories, states, evidence, checkpoint)),
        tuple(_notes(signature, evidence, ignored)),
    )


def _domain(signature: Domain, evidence: Mapping[str, Evidence]) -> Domain:
    actions = tuple(
        _action(action, signature, evidence[action.name])
        for action in signature.actions
        if evidence[action.name].steps
    )
    return with_actions(signature, actions)


def _action(action: Action, signature: Domain, evidence: Evidence) -> Action:
    """The action, its literals in the order of predicates and terms, negative ones last."""
    condition: list[Formula] = [AtomicFormula(atom[0], atom[1:]) for atom in evidence.always]
    condition += [Not(AtomicFormula(atom[0], atom[1:])) for atom in evidence.never]
    condition += [Not(AtomicFormula("=", pair)) for pair in must_differ(action, signature)]
    adds = [AtomicFormula(atom[0], atom[1:]) for atom, adds in evidence.effects if adds]
    deletes = [Not(AtomicFormula(atom[0], atom[1:])) for atom, adds in evidence.effects if not adds]
    return replace(action, precondition=And(tuple(condition)), effect=And((*adds, *deletes)))


def _left_out(evidence: Mapping[str, Evidence]) -> Iterator[LeftOut]:
    for name, of_action in evidence.items():
        if not of_action.steps:
            twice = "each of its steps binds two terms to one object"
            yield LeftOut(name, twice if of_action.bound_twice else "no trajectory has it")


def _notes(signature: Domain, evidence: Mapping[str, Evidence], ignored: int) -> Iterator[str]:
    for name, of_action in evidence.items():
        if of_action.steps and of_action.bound_twice:
            total = len(of_action.steps) + len(of_action.bound_twice)
            yield (
                f"{name}: {len(of_action.bound_twice)} of {total} steps bind two terms to one "
                "object, and are not learned from; the learned action does not allow it"
            )
    if ignored:
        atoms = "1 atom that names" if ignored == 1 else f"{ignored} atoms that name"
        yield f"{atoms} an object twice, not looked at: such atoms are said to be noise"
    if signature.functions:
        yield NO_NUMBERS


_OFTEN = 256


def contradictions_of(
    trajectories: Sequence[Trajectory],
    states: States,
    evidence: Mapping[str, Evidence],
    checkpoint: Checkpoint,
) -> Iterator[Contradiction]:
    """For each action: effects that a later or earlier step does not have, with the first such
    step, and changes that no literal over its parameters stands for."""
    broken: dict[str, dict[Literal, list[Where]]] = {}
    done = 0
    for name, of_action in evidence.items():
        for where in of_action.steps:
            if done % _OFTEN == 0:
                checkpoint(done, "checking")
            done += 1
            args = trajectories[where.trajectory].actions[where.step][1:]
            after = states[where.trajectory][where.step + 1]
            objects = of_action.objects(args)
            for change in of_action.changes:
                if (ground(change.atom, objects) in after) is not change.positive:
                    broken.setdefault(name, {}).setdefault(change, []).append(where)
    for name, of_action in evidence.items():
        for change, steps in sorted(broken.get(name, {}).items()):
            seen = of_action.changes[change]
            message = f"{change} follows one step, but not another"
            yield Contradiction(name, message, len(steps), steps[0], seen)
        if of_action.unexplained:
            where, atom = of_action.unexplained[0]
            message = f"{show(atom)} changes, and no literal over the parameters stands for it"
            yield Contradiction(name, message, len(of_action.unexplained), where)
