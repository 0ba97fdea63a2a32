"""Predictive power: how well a learned model predicts applicability and effects in given states.

**Input**: a learned domain, its reference, and states of problems of the reference, assumed
complete.

**Formula**: for every state and every type-consistent ground action of the reference,

- *applicability*: TP: applicable in both models; FP: only in the learned model; FN: only in the
  reference; TN: in neither;
- *predicted effects*, over the pairs that are applicable in both: D are the literals that the
  learned action makes true, D* those that the reference action makes true. TP = `|D ∩ D*|`,
  FP = `|D \\ D*|`, FN = `|D* \\ D|`, TN = the fluents that neither changes.
  TP + FP + FN + TN is the number of ground fluents of the problem for each pair.

An action is applicable in a model if the objects fit its parameter types, by the model's own type
hierarchy, and its precondition holds. Derived atoms are not part of a state and are not counted:
each model derives them by its own axioms.

Where states have the values of numeric fluents, actions that compare or change numbers are executed
in each state. A change of a fluent to a value counts as a literal; two values are the same if they
differ by at most 0.0001 of the larger one. Costs of plans (`total-cost`) do not count.

**Averages**: counts are summed over states and ground actions of a schema. `macro` is the mean over
the reference's schemas that have pairs, `micro` pools all counts. The number of pairs skipped for
effects is reported: those where the action is not applicable in both models.

**Range**: [0, 1], higher is better.

**Edge cases**: a schema without pairs is undefined; its effects are undefined if no pair is
applicable in both. An action missing from the learned model is never applicable in it; extra
actions are listed and not counted. Constructs that cannot be evaluated, such as comparisons of
fluents without a value or axioms that are not stratified, are left out and noted. So are parameter
types that the reference does not have.

**Source**: the evaluation of action models by predicted applicability and predicted effects as
AMLGym (Lamanna et al.) computes it. Linear in states × ground actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Need, Passage, Value
from plancore.metrics.support.confusion import COUNTS
from plancore.metrics.support.predictions import PredictionTally, PredictivePower
from plancore.stop import NEVER, Checkpoint, staged
from plancore.vectors.sample import StateSample, batches


def predictive_power(
    learned: DomainLike,
    reference: DomainLike,
    samples: Iterable[StateSample],
    checkpoint: Checkpoint = NEVER,
) -> PredictivePower:
    """Compare the applicability and effects predicted by `learned` on `samples` with `reference`.

    `checkpoint` is called with the number of pairs done so far and may raise to cancel. Needs
    numpy; raises ImportError without it. Memory does not grow with the number of pairs.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    tally = PredictionTally(learned, reference, checkpoint)
    states = 0
    for batch in batches(samples):
        states += sum(len(sample.states) for sample in batch.samples)
        tally.add(batch)
    names = {action.name for action in learned.actions}
    reference_names = {action.name for action in reference.actions}
    return PredictivePower(
        tuple(tally.result(action) for action in reference.actions),
        states,
        tuple(a.name for a in reference.actions if a.name not in names),
        tuple(a.name for a in learned.actions if a.name not in reference_names),
    )


def _of_case(case: DomainCase) -> PredictivePower:
    return predictive_power(
        case.learned,
        case.reference,
        case.samples,
        staged("predictive power", case.checkpoint),
    )


def _summary(power: PredictivePower) -> Json:
    fields = ("pairs", "applicability", "effects")
    actions = {action.name: action.to_dict() for action in power.actions}
    return power.to_dict() | {
        "actions": {name: {key: data[key] for key in fields} for name, data in actions.items()}
    }


_PARTS: Final = {"applicability": "app", "effects": "eff"}
_RATIOS: Final = {"precision": "P", "recall": "R"}


def passages(power: PredictivePower) -> Iterator[Passage]:
    """A row for each action, then the micro and the macro average."""
    rows: list[tuple[Value, ...]] = [
        (a.name, *(c.counted(ratio) for c in (a.applicability, a.effects) for ratio in _RATIOS))
        for a in power.actions
    ]
    rows += [
        ("micro", *(power.micro(part).counted(ratio) for part in _PARTS for ratio in _RATIOS)),
        ("macro", *(power.macro(part)[ratio] for part in _PARTS for ratio in _RATIOS)),
    ]
    yield Passage(
        f"Predictive power on {power.states} states, {power.pairs} pairs, "
        f"{power.skipped} of them without effects to compare",
        rows,
        ("", "applicable P", "applicable R", "effects P", "effects R"),
        [f"{action.name}: {note}" for action in power.actions for note in action.notes],
    )


def headline(power: PredictivePower) -> Iterator[tuple[str, Value]]:
    """The macro averages."""
    for part, title in {"applicability": "applicable", "effects": "effects"}.items():
        precision, recall = (power.macro(part)[ratio] for ratio in _RATIOS)
        yield f"{title} P", precision
        yield "R", recall
    yield "states", power.states


def _macro(part: str, ratio: str) -> Figure[PredictivePower]:
    title = f"{_PARTS[part]} {_RATIOS[ratio]}"
    return Figure(f"{part}_{ratio}_macro", title, lambda power: power.macro(part)[ratio])


def _pooled(part: str, ratio: str) -> Figure[PredictivePower]:
    title = f"µ {_PARTS[part]} {_RATIOS.get(ratio, ratio)}"
    return Figure(f"{part}_{ratio}_micro", title, lambda power: power.micro(part).counted(ratio))


def _count(part: str, name: str) -> Figure[PredictivePower]:
    title = f"µ {_PARTS[part]} {name.upper()}"
    return Figure(
        f"{part}_{name}_micro",
        title,
        lambda power: getattr(power.micro(part), name),
        in_tables=False,
    )


METRIC: Final = Metric(
    "predictive-power",
    __doc__,
    _of_case,
    (
        Figure[PredictivePower]("states", "states", lambda power: power.states),
        Figure[PredictivePower]("pairs", "pairs", lambda power: power.pairs),
        *(
            figure(part, ratio)
            for figure in (_macro, _pooled)
            for part in _PARTS
            for ratio in _RATIOS
        ),
        *(_pooled(part, "accuracy")._replace(in_tables=False) for part in _PARTS),
        *(_count(part, name) for part in _PARTS for name in COUNTS),
    ),
    frozenset((Need.STATES,)),
    field="predictive",
    group=Group.STATES,
    data=PredictivePower.to_dict,
    summary=_summary,
    passages=passages,
    headline=headline,
)
