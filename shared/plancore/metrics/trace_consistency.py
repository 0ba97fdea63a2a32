"""Trace consistency: how many observed steps a model reproduces.

**Input**: a domain and trajectories. It needs no reference domain.

**Formula**: the share of transitions (s, a, s') in which the model allows a in s and predicts s'.
Also reported: the number of applicable actions, and the first step of each trajectory that the
model does not reproduce, with the atoms that differ. With a codec, the first applicable encoding of
an action counts. s' is compared after it went through the codec, so that losses of the codec are
not attributed to the model. A transition is *unseen*, and not counted, if neither its changes nor
its resulting state survive the codec.

**Averages**: over all seen transitions of all trajectories (micro).

**Range**: [0, 1], higher is better.

**Edge cases**: undefined without seen transitions. In partially observed states only the known
atoms are compared: unknown atoms count as what the model needs or predicts. Steps that cannot be
simulated are counted as undecided and as not reproduced. Derived atoms are not compared: the
model's axioms derive them before the step, whatever the trajectory lists.

**Source**: one-step prediction, the usual check of a model on its training data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.codec.base import Codec, Identity
from plancore.codec.state_predicates import for_objects
from plancore.jsonable import Json, fields_of
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Need, Passage, Value
from plancore.metrics.support.confusion import Ratio, as_float
from plancore.model.domain import Domain
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Observation, Trajectory, Transition, typed_objects
from plancore.simulate.atoms import UndecidedError, show
from plancore.simulate.successor import successor, task_of
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint, staged


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A transition that the model does not reproduce: inapplicable, or with another result.

    `step` counts from 1. After the step, `missing` atoms are observed but not predicted,
    `unexpected` ones predicted but not observed.
    """

    trajectory: int
    step: int
    action: GroundAtom
    applicable: bool
    missing: tuple[GroundAtom, ...] = ()
    unexpected: tuple[GroundAtom, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceConsistency:
    """Counts over all transitions. `undecided` ones count as neither applicable nor consistent; of
    `unseen` ones the codec preserves nothing."""

    transitions: int
    applicable: int
    consistent: int
    undecided: int
    unseen: int
    first_inconsistencies: tuple[Inconsistency, ...]

    @property
    def value(self) -> Fraction | None:
        """consistent / seen."""
        return Fraction(self.consistent, self.seen) if self.seen else None

    @property
    def seen(self) -> int:
        """The number of transitions, without `unseen` ones."""
        return self.transitions - self.unseen

    def to_dict(self) -> dict[str, object]:
        """Counts before the ratio."""
        return fields_of(self) | {
            "first_inconsistencies": [
                fields_of(inconsistency)
                | {
                    "action": show(inconsistency.action),
                    "missing": [show(atom) for atom in inconsistency.missing],
                    "unexpected": [show(atom) for atom in inconsistency.unexpected],
                }
                for inconsistency in self.first_inconsistencies
            ],
            "value": as_float(self.value),
        }


def trace_consistency(
    model: DomainLike,
    trajectories: Iterable[Trajectory],
    checkpoint: Checkpoint = NEVER,
    *,
    codec: Codec | None = None,
    language: Domain | None = None,
) -> TraceConsistency:
    """Count the transitions of `trajectories` that `model` reproduces. `checkpoint` is called for
    each trajectory, and may raise to cancel.

    If the trajectories have the vocabulary of another domain, `language` is that domain, and
    `codec` translates them for the model.
    """
    model = as_domain(model)
    plain = Identity()
    codec = codec or plain
    transitions = applicable = consistent = undecided = unseen = 0
    firsts: list[Inconsistency] = []
    for number, trajectory in enumerate(trajectories, 1):
        checkpoint()
        words = language or model
        objects = typed_objects(trajectory, words)
        coder = for_objects(codec, (*words.constants, *objects))
        task = task_of(model, coder.encode_objects(objects))
        derived = {axiom.predicate for axiom in (*words.axioms, *model.axioms)}
        reported = False
        for step, transition in enumerate(trajectory.transitions(), 1):
            transitions += 1
            before, action, _ = transition
            try:
                predicted = _predicted(task, coder, before.true | before.unknown, action)
                if predicted is None and before.unknown:
                    predicted = _predicted(task, coder, before.true, action)
            except UndecidedError:
                undecided += 1
                continue
            applicable += predicted is not None
            seen = transition
            if coder is not plain:
                seen = _seen(transition, coder)
                if _is_lost(transition, seen, coder, derived):
                    unseen += 1
                    continue
            missing, unexpected = _difference(seen, predicted, derived)
            if predicted is not None and not missing and not unexpected:
                consistent += 1
            elif not reported:
                reported = True
                firsts.append(
                    Inconsistency(number, step, action, predicted is not None, missing, unexpected)
                )
    return TraceConsistency(transitions, applicable, consistent, undecided, unseen, tuple(firsts))


def _predicted(
    task: Task, coder: Codec, state: StateAtoms, action: GroundAtom
) -> StateAtoms | None:
    """The state after `action` in the model, by its first applicable encoding."""
    encoded = coder.encode_state(state)
    for encoded_action in coder.encode_action(state, action):
        after = successor(task, encoded, encoded_action)
        if after is not None:
            return coder.decode_state(after)
    return None


def _seen(transition: Transition, coder: Codec) -> Transition:
    """The transition with its last state encoded and decoded, if that is fully known."""
    after = transition.after
    if after.unknown:
        return transition
    back = coder.decode_state(coder.encode_state(after.true))
    return transition._replace(after=Observation(back, span=after.span))


def _is_lost(transition: Transition, seen: Transition, coder: Codec, derived: Set[str]) -> bool:
    """Whether the codec preserves nothing of a transition; `seen` is the result of `_seen`."""
    before, _, after = transition
    if before.unknown or after.unknown:
        return False
    changed = {atom for atom in before.true ^ after.true if atom[0] not in derived}
    if not changed:
        return bool(after.true) and not seen.after.true
    start = coder.decode_state(coder.encode_state(before.true))
    return start == seen.after.true


def _difference(
    transition: Transition, predicted: StateAtoms | None, derived: Set[str]
) -> tuple[tuple[GroundAtom, ...], tuple[GroundAtom, ...]]:
    if predicted is None:
        return (), ()
    unknown = transition.after.unknown | transition.before.unknown
    wrong = sorted(
        atom for atom in (transition.after.true ^ predicted) - unknown if atom[0] not in derived
    )
    missing = tuple(atom for atom in wrong if atom not in predicted)
    return missing, tuple(atom for atom in wrong if atom in predicted)


def _of_case(case: DomainCase) -> TraceConsistency:
    checkpoint = staged("trace consistency", case.checkpoint)
    language = None if case.codec is None else case.reference
    return trace_consistency(
        case.learned, case.trajectories, checkpoint, codec=case.codec, language=language
    )


def _ratio(consistency: TraceConsistency) -> Ratio:
    return Ratio(consistency.value, consistency.consistent, consistency.seen)


def _summary(consistency: TraceConsistency) -> Json:
    return {
        name: value
        for name, value in consistency.to_dict().items()
        if name != "first_inconsistencies"
    }


def _passages(consistency: TraceConsistency) -> Iterator[Passage]:
    share = (
        Fraction(consistency.applicable, consistency.transitions)
        if consistency.transitions
        else None
    )
    yield Passage(
        "Trace consistency",
        (
            ("transitions reproduced", _ratio(consistency)),
            ("actions applicable", Ratio(share, consistency.applicable, consistency.transitions)),
            *_unseen(consistency),
        ),
        remarks=[_in_words(inconsistency) for inconsistency in consistency.first_inconsistencies],
    )


def _unseen(consistency: TraceConsistency) -> Iterator[tuple[str, str]]:
    if consistency.unseen:
        count = f"{consistency.unseen} of {consistency.transitions}"
        yield "not counted (changes lost by the codec)", count


def _headline(consistency: TraceConsistency) -> Iterator[tuple[str, Value]]:
    yield "transitions reproduced", _ratio(consistency)


def _in_words(inconsistency: Inconsistency) -> str:
    outcome = "leads to another state" if inconsistency.applicable else "is not applicable"
    missing = "".join(f" -{show(atom)}" for atom in inconsistency.missing)
    unexpected = "".join(f" +{show(atom)}" for atom in inconsistency.unexpected)
    return (
        f"trajectory {inconsistency.trajectory}, step {inconsistency.step}: "
        f"{show(inconsistency.action)} {outcome}{missing}{unexpected}"
    )


METRIC: Final = Metric(
    "trace-consistency",
    __doc__,
    _of_case,
    (
        Figure[TraceConsistency](
            "transitions", "steps", lambda consistency: consistency.transitions
        ),
        Figure[TraceConsistency]("trace_consistency", "consistent", _ratio),
    ),
    frozenset((Need.TRAJECTORIES,)),
    group=Group.STATES,
    data=TraceConsistency.to_dict,
    summary=_summary,
    passages=_passages,
    headline=_headline,
)
