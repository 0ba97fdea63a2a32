"""Predictive power: whether a learned model says of states what the reference says of them.

**Input**: a learned domain, its reference, and states of problems of the reference, taken as
complete.

**Formula**: for every state and every type-consistent ground action of the reference,

- *applicability*: TP: applicable in both models; FP: only in the learned one; FN: only in the
  reference; TN: in neither;
- *predicted effects*, over the pairs that are applicable in both: with D the literals that become
  true by the learned action and D* those by the reference's, TP = `|D ∩ D*|`, FP = `|D \\ D*|`,
  FN = `|D* \\ D|`, TN = the fluents that neither changes. TP + FP + FN + TN is the number of
  ground fluents of the problem for each pair.

An action is applicable in a model to objects that its parameters' types accept, by the model's own
hierarchy, where its precondition holds. Derived atoms are no part of a state: each model's axioms
say which hold, and no count is over them.

**Averages**: counts are summed over states and ground actions of a schema. `macro` is the mean over
the reference's schemas that have pairs, `micro` pools all counts. How many pairs were skipped for
effects, because only one model or none allows the action, is reported.

**Range**: [0, 1], higher is better.

**Edge cases**: a schema without pairs is undefined, and so are its effects when no pair is
applicable in both. An action that the learned model lacks is never applicable in it; actions that
only the learned model has are listed and enter no count. What cannot be evaluated, such as a
comparison of numbers or axioms that are not stratified, is left out and noted; so is a parameter
type that is none of the reference's, which no object has.

**Source**: the evaluation of action models by predicted applicability and predicted effects as
AMLGym (Lamanna et al.) computes it. Linear in states × ground actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Final

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.jsonable import Json
from plancore.lower.environment import Environment
from plancore.metrics.base import Figure, Group, Metric, Need, Passage, Value
from plancore.metrics.cases import DomainCase
from plancore.metrics.support.confusion import RATIOS, Confusion, Mean, mean, total
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.semantics.model import Model
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import task_of, with_derived
from plancore.stop import NEVER, Checkpoint, staged
from plancore.vectors.sample import Batch, State, StateSample, batches

if TYPE_CHECKING:
    from plancore.vectors.bits import Words
    from plancore.vectors.block import Block
    from plancore.vectors.conditions import Binding, Conditions

_STATES_AT_ONCE: Final = 2048
_WORDS_AT_ONCE: Final = 1 << 19


@dataclass(frozen=True, slots=True)
class ActionPrediction:
    """The counts for one action schema of the reference.

    `pairs` are its (state, ground action) pairs, `both` those applicable in both models, over
    which the effects are counted.
    """

    name: str
    pairs: int
    both: int
    applicability: Confusion
    effects: Confusion
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios."""
        return {
            "pairs": self.pairs,
            "pairs_applicable_in_both": self.both,
            "applicability": self.applicability.to_dict(),
            "effects": self.effects.to_dict(),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class PredictivePower:
    """The counts of every schema of the reference, in its order."""

    actions: tuple[ActionPrediction, ...]
    states: int
    missing_actions: tuple[str, ...]
    extra_actions: tuple[str, ...]

    @property
    def pairs(self) -> int:
        """All (state, ground action) pairs."""
        return sum(action.pairs for action in self.actions)

    @property
    def skipped(self) -> int:
        """The pairs whose effects are not compared, as the action is inapplicable in a model."""
        return self.pairs - sum(action.both for action in self.actions)

    @property
    def exact(self) -> bool:
        """Whether every condition and effect could be evaluated."""
        return not any(action.notes for action in self.actions)

    def macro(self, part: str) -> dict[str, Mean]:
        """The means over the schemas; `part` is `applicability` or `effects`."""
        confusions = self._confusions(part)
        return {name: mean(confusion.ratio(name) for confusion in confusions) for name in RATIOS}

    def micro(self, part: str) -> Confusion:
        """The counts of all schemas together; undefined where there is nothing to count over."""
        confusions = self._confusions(part)
        pairs = self.pairs if part == "applicability" else self.pairs - self.skipped
        return total(confusions, Confusion(0, 0, 0, 0, when_empty=1 if pairs else None))

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios; what is undefined is None."""
        parts = ("applicability", "effects")
        return {
            "states": self.states,
            "pairs": self.pairs,
            "pairs_skipped_for_effects": self.skipped,
            "exact": self.exact,
            "missing_actions": list(self.missing_actions),
            "extra_actions": list(self.extra_actions),
            "actions": {action.name: action.to_dict() for action in self.actions},
            "macro": {p: {n: m.to_dict() for n, m in self.macro(p).items()} for p in parts},
            "micro": {part: self.micro(part).to_dict() for part in parts},
        }

    def _confusions(self, part: str) -> list[Confusion]:
        if part not in ("applicability", "effects"):
            raise ValueError(f"no part is called {part!r}")
        return [a.applicability if part == "applicability" else a.effects for a in self.actions]


def predictive_power(
    learned: DomainLike,
    reference: DomainLike,
    samples: Iterable[StateSample],
    checkpoint: Checkpoint = NEVER,
) -> PredictivePower:
    """How `learned` predicts applicability and effects on `samples`, compared with `reference`.

    `checkpoint` is called with the number of pairs done so far and may raise to cancel. Needs
    numpy; raises ImportError without it. Memory does not grow with the number of pairs.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    tally = _Tally(learned, reference, checkpoint)
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


class _Counts:
    __slots__ = (
        "app_fn",
        "app_fp",
        "app_tp",
        "both",
        "eff_fn",
        "eff_fp",
        "eff_tp",
        "fluents",
        "pairs",
    )

    def __init__(self) -> None:
        self.pairs = self.both = self.fluents = 0
        self.app_tp = self.app_fp = self.app_fn = 0
        self.eff_tp = self.eff_fp = self.eff_fn = 0


class _Tally:
    def __init__(self, learned: Domain, reference: Domain, checkpoint: Checkpoint) -> None:
        self.learned = learned
        self.reference = reference
        self.checkpoint = checkpoint
        self.counts = {action.name: _Counts() for action in reference.actions}
        self.notes: dict[str, set[str]] = {}
        self.types = Model(reference).types
        self.done = 0

    def add(self, batch: Batch) -> None:
        """Count every pair of `batch`."""
        from plancore.vectors.block import AtomCodes, Block

        names = dict.fromkeys(object_.name for object_ in (*batch.objects, *self.learned.constants))
        axioms = (*self.reference.axioms, *self.learned.axioms)
        codes = AtomCodes(
            names,
            (
                (predicate.name, len(predicate.parameters))
                for predicate in self.reference.basic_predicates
            ),
            ((axiom.predicate, len(axiom.parameters)) for axiom in axioms),
            known=len(batch.objects),
        )
        fluents = [
            _ground_fluents(self.reference, _environment(self.reference, sample.objects))
            for sample in batch.samples
        ]
        for members in _state_blocks(batch):
            block = Block(codes, batch, members)
            ours = _view(self.learned, block, batch, members)
            theirs = _view(self.reference, block, batch, members)
            for action in self.reference.actions:
                self._schema(action, ours, theirs, fluents)

    def _schema(
        self, action: Action, ours: Conditions, theirs: Conditions, fluents: list[int]
    ) -> None:
        from plancore.vectors.bits import count
        from plancore.vectors.conditions import UnevaluableError

        learned_action = self._counterpart(action)
        domains = [theirs.members(parameter.types) for parameter in action.parameters]
        for binding, rows in _groundings(action, domains, theirs.block.words):
            existing = theirs.existing(binding, rows)
            try:
                self._rows(action, learned_action, ours, theirs, binding, existing, fluents)
            except UnevaluableError as problem:
                self._note(action, str(problem))
            self.done += count(existing)
            self.checkpoint(self.done)

    def _counterpart(self, action: Action) -> Action | None:
        """The learned action of the same name, with as many parameters."""
        learned_action = self.learned.action(action.name)
        if learned_action is None:
            return None
        if len(learned_action.parameters) != len(action.parameters):
            self._note(
                action, f"takes {len(learned_action.parameters)} parameters in the learned model"
            )
            return None
        for name in sorted({t for p in learned_action.parameters for t in p.types} - self.types):
            self._note(action, f"type {name} of the learned model is none of the reference's")
        return learned_action

    def _rows(
        self,
        action: Action,
        learned_action: Action | None,
        ours: Conditions,
        theirs: Conditions,
        binding: Binding,
        existing: Words,
        fluents: list[int],
    ) -> None:
        import numpy as np

        from plancore.vectors.bits import count, count_by_state
        from plancore.vectors.effects import changes, firings

        rows = existing.shape[0]
        tally = self.counts[action.name]
        in_reference = theirs.holds(action.precondition, binding, rows) & existing
        in_learned = np.zeros_like(in_reference)
        if learned_action is not None:
            renamed = _renamed(binding, action, learned_action)
            in_learned = ours.holds(learned_action.precondition, renamed, rows) & existing
            in_learned[~ours.fitting(learned_action.parameters, renamed, rows)] = 0
        both = in_learned & in_reference
        tally.pairs += count(existing)
        tally.app_tp += count(both)
        tally.app_fp += count(in_learned & ~in_reference)
        tally.app_fn += count(in_reference & ~in_learned)
        busy = both.any(axis=1)
        if learned_action is None or not busy.any():
            return
        # Most ground actions are applicable nowhere; the effects of the others are all that counts.
        both = both[busy]
        binding = {name: column[busy] for name, column in binding.items()}
        rows = both.shape[0]
        learned_changes, true_changes = changes(
            [
                firings(
                    learned_action.effect, ours, _renamed(binding, action, learned_action), both
                ),
                firings(action.effect, theirs, binding, both),
            ],
            theirs,
            rows,
        )
        for learned_bits, true_bits in zip(learned_changes, true_changes, strict=True):
            tally.eff_tp += count(learned_bits & true_bits)
            tally.eff_fp += count(learned_bits & ~true_bits)
            tally.eff_fn += count(true_bits & ~learned_bits)
        by_state = count_by_state(both, theirs.block.count)
        tally.both += int(by_state.sum())
        by_sample = np.bincount(theirs.block.sample_of, by_state, len(fluents))
        tally.fluents += sum(int(n) * f for n, f in zip(by_sample, fluents, strict=True))

    def _note(self, action: Action, text: str) -> None:
        self.notes.setdefault(action.name, set()).add(text)

    def result(self, action: Action) -> ActionPrediction:
        """The counts of one schema."""
        counts = self.counts[action.name]
        notes = tuple(sorted(self.notes.get(action.name, ())))
        undefined = Confusion(0, 0, 0, 0, when_empty=None)
        app, eff = undefined, undefined
        if counts.pairs:
            app_tn = counts.pairs - counts.app_tp - counts.app_fp - counts.app_fn
            app = Confusion(counts.app_tp, counts.app_fp, counts.app_fn, app_tn)
        if counts.both:
            eff_tn = counts.fluents - counts.eff_tp - counts.eff_fp - counts.eff_fn
            eff = Confusion(counts.eff_tp, counts.eff_fp, counts.eff_fn, eff_tn)
        return ActionPrediction(action.name, counts.pairs, counts.both, app, eff, notes)


def _environment(domain: Domain, objects: Iterable[TypedName]) -> Environment:
    return Environment(
        types=domain.types,
        objects=[*domain.constants, *objects],
        predicates=domain.predicates,
    )


def _view(
    domain: Domain, block: Block, batch: Batch, members: list[tuple[int, list[State]]]
) -> Conditions:
    """The states of `block` as a model sees them: with its types, and what its axioms derive."""
    from plancore.vectors.block import Block
    from plancore.vectors.conditions import Conditions

    underived: dict[str, str] = {}
    if domain.axioms:
        try:
            closed = [(i, _derived(domain, batch.samples[i], states)) for i, states in members]
            block = Block(block.codes, batch, closed)
        except UndecidedError as problem:
            underived = {axiom.predicate: problem.reason for axiom in domain.axioms}
    return Conditions(block, _environment(domain, batch.objects), underived)


def _derived(domain: Domain, sample: StateSample, states: list[State]) -> list[State]:
    task = task_of(domain, sample.objects)
    return [with_derived(task, state) for state in states]


def _ground_fluents(domain: Domain, environment: Environment) -> int:
    """How many ground atoms the domain's basic predicates have over the objects."""
    return sum(
        prod(len(environment.members(p.types)) for p in predicate.parameters)
        for predicate in domain.basic_predicates
    )


def _state_blocks(batch: Batch) -> Iterator[list[tuple[int, list[State]]]]:
    """The states of all samples, at most `_STATES_AT_ONCE` at a time, with their sample."""
    members: list[tuple[int, list[State]]] = []
    room = _STATES_AT_ONCE
    for index, sample in enumerate(batch.samples):
        states = iter(sample.states)
        while taken := list(islice(states, room)):
            members.append((index, taken))
            room -= len(taken)
            if not room:
                yield members
                members, room = [], _STATES_AT_ONCE
    if members:
        yield members


def _groundings(
    action: Action, domains: list[list[int]], words: int
) -> Iterator[tuple[Binding, int]]:
    """The ground actions of a schema as columns of objects, some at a time."""
    import numpy as np

    shape = tuple(len(domain) for domain in domains)
    size = prod(shape)
    step = max(_WORDS_AT_ONCE // max(words, 1), 1)
    columns = [np.array(domain, dtype=np.int64) for domain in domains]
    for start in range(0, size, step):
        numbers = np.arange(start, min(start + step, size), dtype=np.int64)
        digits = np.unravel_index(numbers, shape) if shape else ()
        yield (
            {
                parameter.name: column[digit]
                for parameter, column, digit in zip(action.parameters, columns, digits, strict=True)
            },
            len(numbers),
        )


def _renamed(binding: Binding, action: Action, learned_action: Action) -> Binding:
    """The columns under the learned action's parameter names, by position."""
    return {
        parameter.name: binding[counterpart.name]
        for parameter, counterpart in zip(learned_action.parameters, action.parameters, strict=True)
    }


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


def _macro(part: str, ratio: str) -> Figure[PredictivePower]:
    title = f"{_PARTS[part]} {_RATIOS[ratio]}"
    return Figure(f"{part}_{ratio}_macro", title, lambda power: power.macro(part)[ratio])


def _pooled(part: str, ratio: str) -> Figure[PredictivePower]:
    title = f"µ {_PARTS[part]} {_RATIOS[ratio]}"
    return Figure(f"{part}_{ratio}_micro", title, lambda power: power.micro(part).counted(ratio))


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
    ),
    frozenset((Need.STATES,)),
    field="predictive",
    group=Group.STATES,
    data=PredictivePower.to_dict,
    summary=_summary,
    passages=passages,
)
