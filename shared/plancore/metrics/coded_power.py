"""Predictive power through a codec: predictive power of a model with its own vocabulary.

**Input**: a learned domain, its reference, states of the reference, and a codec between the
two domains (`docs/reference/codecs.md`).

**Formula**: as [predictive-power](predictive-power.md), where

- a is applicable in s in the learned model if some a' of encode_action(s, a) is applicable in
  encode_state(s);
- the learned successor is decode_state of the state after such an a'. If several a' lead to
  different decoded states, the pair is *ambiguous*: the mean of their counts is used, or on request
  the best or the worst of them.

**Range**: [0, 1], higher is better.

The codec itself is measured on the same states: the share of states that round-trip
(`codec_states`), of atoms that round-trip (`codec_atoms`), and of pairs of a state and an action
that have an encoding (`codec_actions`).

**Averages**: those of predictive power.

**Edge cases**: an empty encode_action(s, a) means not applicable. If a state does not round-trip
(decode_state(encode_state(s)) ≠ s), the effects are measured from the decoded state, so that losses
of the codec are not attributed to the model; such states are counted. Every pair is simulated
separately: use plain predictive power if both domains share a vocabulary.

**Source**: predictive power as AMLGym defines it (Lamanna et al.); the use of encoders and
decoders is this project's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Final, NamedTuple

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.codec.base import Codec, LawReport, check_laws
from plancore.codec.state_predicates import for_objects
from plancore.metrics import predictive_power
from plancore.metrics.base import Ambiguity, DomainCase, Figure, Metric, Need, Passage, Value
from plancore.metrics.support.confusion import Ratio
from plancore.metrics.support.predictions import PredictivePower, SchemaCounts
from plancore.model.domain import Action
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.successor import successor, task_of
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint, staged
from plancore.vectors.sample import StateSample


@dataclass(frozen=True, slots=True)
class CodedPower:
    """Predictive power through a codec, and the codec's errors."""

    power: PredictivePower
    ambiguous: int
    laws: LawReport

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios."""
        return self.power.to_dict() | {
            "ambiguous_pairs": self.ambiguous,
            "codec_laws": self.laws.to_dict(),
        }


class _Effects(NamedTuple):
    tp: Fraction
    fp: Fraction
    fn: Fraction


def coded_power(
    learned: DomainLike,
    reference: DomainLike,
    samples: Iterable[StateSample],
    codec: Codec,
    ambiguity: Ambiguity = Ambiguity.MEAN,
    checkpoint: Checkpoint = NEVER,
) -> CodedPower:
    """As `predictive_power`, through `codec`. `checkpoint` is called with the number of pairs done,
    and may raise to cancel."""
    learned, reference = as_domain(learned), as_domain(reference)
    tally = {action.name: SchemaCounts() for action in reference.actions}
    ambiguous = done = states = 0
    reports: list[LawReport] = []
    for sample in samples:
        coder = for_objects(codec, sample.objects)
        truth = task_of(reference, sample.objects)
        model = task_of(learned, coder.encode_objects(sample.objects))
        fluents = _Fluents(truth)
        grounded = {a.name: _groundings(a, truth) for a in reference.actions}
        every = [action for actions in grounded.values() for action in actions]
        reports.append(check_laws(coder, ((state, every) for state in sample.states)))
        for state in sample.states:
            states += 1
            encoded = coder.encode_state(state)
            view = _View(state, encoded, coder.decode_state(encoded))
            for name, actions in grounded.items():
                counts = tally[name]
                for action in actions:
                    before = counts.both
                    ambiguous += _pair(
                        counts, truth, model, coder, view, action, fluents, ambiguity
                    )
                    counts.fluents += fluents.count * (counts.both - before)
                done += len(actions)
                checkpoint(done)
    names = {action.name for action in learned.actions}
    missing = tuple(
        name
        for name, counts in tally.items()
        if name not in names and not counts.app_tp + counts.app_fp
    )
    results = tuple(counts.prediction(name) for name, counts in tally.items())
    return CodedPower(
        PredictivePower(results, states, missing, ()), ambiguous, _sum_of_reports(reports)
    )


class _Fluents:
    """The ground atoms of the reference's basic predicates over the objects of a task."""

    def __init__(self, task: Task) -> None:
        self._predicates = {predicate.name for predicate in task.domain.basic_predicates}
        self._objects = task.objects.types.keys()
        self.count = sum(
            prod(len(task.objects.of(p.types)) for p in predicate.parameters)
            for predicate in task.domain.basic_predicates
        )

    def __contains__(self, atom: GroundAtom) -> bool:
        return atom[0] in self._predicates and self._objects >= {*atom[1:]}


class _View(NamedTuple):
    """A state, its encoding for the learned model, and the state decoded from that (`base`)."""

    state: StateAtoms
    encoded: StateAtoms
    base: StateAtoms


def _pair(
    counts: SchemaCounts,
    truth: Task,
    model: Task,
    codec: Codec,
    view: _View,
    action: GroundAtom,
    fluents: _Fluents,
    ambiguity: Ambiguity,
) -> bool:
    """Count one pair, and return whether it is ambiguous."""
    try:
        real = successor(truth, view.state, action)
        after = [
            successor(model, view.encoded, encoded_action)
            for encoded_action in codec.encode_action(view.state, action)
        ]
    except UndecidedError as problem:
        counts.notes.add(problem.reason)
        return False
    counts.pairs += 1
    predicted = {codec.decode_state(state) for state in after if state is not None}
    counts.app_tp += bool(predicted) and real is not None
    counts.app_fp += bool(predicted) and real is None
    counts.app_fn += not predicted and real is not None
    if not predicted or real is None:
        return False
    counts.both += 1
    # Signed: becoming true and becoming false are different literals.
    true_change = _changes(view.state, real, fluents)
    outcomes = [_compare(_changes(view.base, state, fluents), true_change) for state in predicted]
    tp, fp, fn = _chosen(outcomes, ambiguity)
    counts.eff_tp += tp
    counts.eff_fp += fp
    counts.eff_fn += fn
    return len(predicted) > 1


def _changes(
    before: StateAtoms, after: StateAtoms, fluents: _Fluents
) -> frozenset[tuple[bool, GroundAtom]]:
    """The fluents that change, each with whether it becomes true."""
    return frozenset((atom in after, atom) for atom in before ^ after if atom in fluents)


def _compare(
    ours: frozenset[tuple[bool, GroundAtom]], theirs: frozenset[tuple[bool, GroundAtom]]
) -> _Effects:
    return _Effects(
        Fraction(len(ours & theirs)), Fraction(len(ours - theirs)), Fraction(len(theirs - ours))
    )


def _chosen(outcomes: Sequence[_Effects], ambiguity: Ambiguity) -> _Effects:
    if len(outcomes) == 1:
        return outcomes[0]
    if ambiguity is Ambiguity.MEAN:
        count = len(outcomes)
        tp, fp, fn = (sum(column, Fraction(0)) / count for column in zip(*outcomes, strict=True))
        return _Effects(tp, fp, fn)
    ranked = sorted(outcomes, key=lambda outcome: (outcome.fp + outcome.fn, -outcome.tp))
    return ranked[0 if ambiguity is Ambiguity.BEST else -1]


def _groundings(action: Action, task: Task) -> list[GroundAtom]:
    domains = (task.objects.of(parameter.types) for parameter in action.parameters)
    return [(action.name, *args) for args in product(*domains)]


def _sum_of_reports(reports: list[LawReport]) -> LawReport:
    return LawReport(
        sum(report.states for report in reports),
        sum(report.state_errors for report in reports),
        sum(report.actions for report in reports),
        sum(report.action_errors for report in reports),
        sum(report.empty_encodings for report in reports),
        sum(report.atoms for report in reports),
        sum(report.atoms_lost for report in reports),
        tuple(example for report in reports for example in report.state_examples)[:5],
        tuple(example for report in reports for example in report.action_examples)[:5],
    )


def _of_case(case: DomainCase) -> CodedPower:
    assert case.codec is not None
    return coded_power(
        case.learned,
        case.reference,
        case.samples,
        case.codec,
        case.ambiguity,
        staged("predictive power", case.checkpoint),
    )


def _passages(coded: CodedPower) -> Iterator[Passage]:
    yield from predictive_power.passages(coded.power)
    laws = coded.laws
    yield Passage(
        "Codec",
        (
            ("states that round-trip", f"{laws.states - laws.state_errors} of {laws.states}"),
            ("atoms that round-trip", f"{laws.atoms - laws.atoms_lost} of {laws.atoms}"),
            ("actions decoded to another action", f"{laws.action_errors} of {laws.actions}"),
            ("actions without an encoding", str(laws.empty_encodings)),
            ("ambiguous pairs", str(coded.ambiguous)),
        ),
    )


def _ratio(part: int, whole: int) -> Ratio:
    return Ratio(Fraction(part, whole) if whole else None, part, whole)


def _atoms(coded: CodedPower) -> Ratio:
    laws = coded.laws
    return _ratio(laws.atoms - laws.atoms_lost, laws.atoms)


def _states(coded: CodedPower) -> Ratio:
    laws = coded.laws
    return _ratio(laws.states - laws.state_errors, laws.states)


def _actions(coded: CodedPower) -> Ratio:
    laws = coded.laws
    return _ratio(laws.actions - laws.empty_encodings, laws.actions)


def _of_power(figure: Figure[PredictivePower], coded: CodedPower) -> Value:
    return figure.of(coded.power)


METRIC: Final = Metric(
    "coded-predictive-power",
    __doc__,
    _of_case,
    (
        *(
            Figure[CodedPower](
                figure.name,
                figure.title,
                partial(_of_power, figure),
                in_tables=figure.in_tables,
            )
            for figure in predictive_power.METRIC.figures
        ),
        Figure[CodedPower]("codec_states", "states round-trip", _states),
        Figure[CodedPower]("codec_atoms", "atoms round-trip", _atoms),
        Figure[CodedPower]("codec_actions", "actions encoded", _actions),
    ),
    frozenset((Need.CODED_STATES,)),
    field=predictive_power.METRIC.field,
    group=predictive_power.METRIC.group,
    data=CodedPower.to_dict,
    passages=_passages,
    headline=lambda coded: predictive_power.headline(coded.power),
)
