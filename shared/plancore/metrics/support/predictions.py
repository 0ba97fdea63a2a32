"""Counts of the predictions of a learned model, per action schema, with their averages.

Many states and ground actions are evaluated at once, as bits of words. Ground actions of a schema
are evaluated in chunks on blocks of states, so memory does not grow with the number of pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Final

from plancore.lower.environment import Environment
from plancore.metrics.support.confusion import RATIOS, Confusion, Count, Mean, mean, total
from plancore.model.domain import Action, Domain
from plancore.model.formula import Assign, Comparison, TypedName, walk
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.semantics.model import TranslatedDomain
from plancore.simulate.atoms import MAX_BINDINGS, UndecidedError, Value
from plancore.simulate.state import World
from plancore.simulate.successor import changed, task_of, with_derived
from plancore.simulate.task import Task
from plancore.stop import Budget, Checkpoint
from plancore.vectors.sample import StateBatch, StateSample

if TYPE_CHECKING:
    from plancore.vectors.formulas import Binding, BitRows, Conditions, StateBlock


@dataclass(frozen=True, slots=True)
class ActionPrediction:
    """The counts for one action schema of the reference. `pairs` is the number of its (state,
    ground action) pairs, `both` that of the pairs applicable in both models, for which effects are
    counted."""

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


@dataclass(slots=True)
class SchemaCounts:
    """The running counts of one schema. `pairs`, `both` and `notes` become those of the prediction.
    `app` counts pairs by applicability, `eff` the literals of effects; `fluents` is the sum of the
    numbers of ground fluents over the pairs that are applicable in both models."""

    pairs: int = 0
    both: int = 0
    fluents: int = 0
    app_tp: int = 0
    app_fp: int = 0
    app_fn: int = 0
    eff_tp: Count = 0
    eff_fp: Count = 0
    eff_fn: Count = 0
    notes: set[str] = field(default_factory=set)

    def prediction(self, name: str) -> ActionPrediction:
        """The result for the schema called `name`; ratios are undefined if nothing was counted."""
        app = eff = Confusion(0, 0, 0, 0, when_empty=None)
        if self.pairs:
            app_tn = self.pairs - self.app_tp - self.app_fp - self.app_fn
            app = Confusion(self.app_tp, self.app_fp, self.app_fn, app_tn)
        if self.both:
            eff_tn = self.fluents - self.eff_tp - self.eff_fp - self.eff_fn
            eff = Confusion(self.eff_tp, self.eff_fp, self.eff_fn, eff_tn)
        return ActionPrediction(name, self.pairs, self.both, app, eff, tuple(sorted(self.notes)))


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
        """The number of pairs without compared effects: the action is inapplicable in a model."""
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
        """The sum of the counts of all schemas; its ratios are undefined without pairs."""
        confusions = self._confusions(part)
        pairs = self.pairs if part == "applicability" else self.pairs - self.skipped
        return total(confusions, Confusion(0, 0, 0, 0, when_empty=1 if pairs else None))

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios; None if undefined."""
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
            raise ValueError(f"unknown part {part!r}")
        return [a.applicability if part == "applicability" else a.effects for a in self.actions]


_STATES_AT_ONCE: Final = 2048
_WORDS_AT_ONCE: Final = 1 << 19


class PredictionTally:
    """Counts the predictions of all schemas of the reference, and notes what is not evaluated."""

    def __init__(self, learned: Domain, reference: Domain, checkpoint: Checkpoint) -> None:
        self.learned = learned
        self.reference = reference
        self.checkpoint = checkpoint
        self.counts = {action.name: SchemaCounts() for action in reference.actions}
        self.numeric = {
            action.name
            for action in reference.actions
            if any(_is_numeric(each) for each in (action, learned.action(action.name)) if each)
        }
        self.types = TranslatedDomain(reference).types
        self.done = 0

    def add(self, batch: StateBatch) -> None:
        """Count every pair of `batch`."""
        from plancore.vectors.formulas import AtomCodes, StateBlock

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
        has_values = all(sample.values for sample in batch.samples)
        for members in _state_blocks(batch):
            block = StateBlock(codes, batch, members)
            ours = _view(self.learned, block, batch, members)
            theirs = _view(self.reference, block, batch, members)
            for action in self.reference.actions:
                if not (action.name in self.numeric and has_values):
                    self._schema(action, ours, theirs, fluents)
        for sample, n_fluents in zip(batch.samples, fluents, strict=True):
            if has_values and self.numeric:
                self._with_numbers(sample, n_fluents)

    def _with_numbers(self, sample: StateSample, n_fluents: int) -> None:
        """Count the pairs of schemas with numeric conditions or effects, one by one. An assignment
        to a numeric fluent counts as a literal. It is correct if the values in both models differ
        by at most 0.0001 of the larger one; else one literal is extra, and one missing."""
        ours, theirs = (task_of(each, sample.objects) for each in (self.learned, self.reference))
        environment = _environment(self.reference, sample.objects)
        n_fluents += sum(
            prod(len(environment.members(p.types)) for p in function.parameters)
            for function in self.reference.functions
            if function.name != _COST
        )
        known = {predicate.name for predicate in self.reference.basic_predicates}
        known |= {function.name for function in self.reference.functions} - {_COST}
        for action in self.reference.actions:
            if action.name not in self.numeric:
                continue
            tally, counterpart = self.counts[action.name], self._counterpart(action)
            domains = [theirs.objects.of(parameter.types) for parameter in action.parameters]
            for args in product(*domains):
                key = (action.name, *args)
                for state, values in zip(sample.states, sample.values, strict=True):
                    self.done += 1
                    self.checkpoint(self.done)
                    try:
                        right = _outcome(theirs, state, values, key, known)
                        wrong = None
                        if counterpart is not None:
                            wrong = _outcome(ours, state, values, key, known)
                    except UndecidedError as problem:
                        self._note(action, problem.reason)
                        continue
                    tally.pairs += 1
                    if right is None or wrong is None:
                        tally.app_fp += wrong is not None
                        tally.app_fn += right is not None
                        continue
                    tally.app_tp += 1
                    tally.both += 1
                    n_right = sum(
                        name in right and _is_close(value, right[name])
                        for name, value in wrong.items()
                    )
                    tally.eff_tp += n_right
                    tally.eff_fp += len(wrong) - n_right
                    tally.eff_fn += len(right) - n_right
                    n_twice = len(wrong.keys() & right.keys()) - n_right
                    tally.fluents += n_fluents + n_twice

    def _schema(
        self, action: Action, ours: Conditions, theirs: Conditions, fluents: list[int]
    ) -> None:
        from plancore.vectors.formulas import UnevaluableError, count

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
        """The learned action with the same name and number of parameters, or None."""
        learned_action = self.learned.action(action.name)
        if learned_action is None:
            return None
        if len(learned_action.parameters) != len(action.parameters):
            self._note(
                action, f"has {len(learned_action.parameters)} parameters in the learned domain"
            )
            return None
        for name in sorted({t for p in learned_action.parameters for t in p.types} - self.types):
            self._note(action, f"type {name} is unknown in the reference")
        return learned_action

    def _rows(
        self,
        action: Action,
        learned_action: Action | None,
        ours: Conditions,
        theirs: Conditions,
        binding: Binding,
        existing: BitRows,
        fluents: list[int],
    ) -> None:
        import numpy as np

        from plancore.vectors.formulas import changes, count, count_by_state, firings

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
        # Most ground actions are never applicable: evaluate the effects of the others only.
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
        self.counts[action.name].notes.add(text)

    def result(self, action: Action) -> ActionPrediction:
        """The counts of one schema."""
        return self.counts[action.name].prediction(action.name)


_COST: Final = "total-cost"
"""The cost of plans, which is not part of the state."""
_TOLERANCE: Final = Fraction(1, 10_000)


def _is_numeric(action: Action) -> bool:
    """Whether an action compares numbers, or changes numbers other than the total cost."""
    return any(
        isinstance(part, Comparison) or (isinstance(part, Assign) and part.target.name != _COST)
        for formula in (action.precondition, action.effect)
        for part in walk(formula)
    )


def _outcome(
    task: Task,
    state: StateAtoms,
    values: Mapping[GroundAtom, Value],
    action: GroundAtom,
    known: Set[str],
) -> dict[GroundAtom, Value] | None:
    """The changes: atoms to 1 or 0, fluents to values; None if inapplicable; may be undecided."""
    derived = task.axioms.predicates
    facts = frozenset(atom for atom in state if atom[0] not in derived) if derived else state
    world = World(task.axioms, facts, values, Budget(MAX_BINDINGS))
    delta = changed(task, world, action)
    if delta is None:
        return None
    new = dict.fromkeys(delta.added, 1) | dict.fromkeys(delta.deleted, 0)
    return {name: value for name, value in (*new.items(), *delta.values) if name[0] in known}


def _is_close(one: Value, other: Value) -> bool:
    largest = max(abs(Fraction(one)), abs(Fraction(other)))
    return abs(Fraction(one) - Fraction(other)) <= _TOLERANCE * largest


def _environment(domain: Domain, objects: Iterable[TypedName]) -> Environment:
    return Environment(
        types=domain.types, objects=[*domain.constants, *objects], predicates=domain.predicates
    )


def _view(
    domain: Domain,
    block: StateBlock,
    batch: StateBatch,
    members: list[tuple[int, list[StateAtoms]]],
) -> Conditions:
    """The states of `block` for a model: with its types, and the atoms that its axioms derive."""
    from plancore.vectors.formulas import Conditions, StateBlock

    underived: dict[str, str] = {}
    if domain.axioms:
        try:
            closed = [(i, _derived(domain, batch.samples[i], states)) for i, states in members]
            block = StateBlock(block.codes, batch, closed)
        except UndecidedError as problem:
            underived = {axiom.predicate: problem.reason for axiom in domain.axioms}
    return Conditions(block, _environment(domain, batch.objects), underived)


def _derived(domain: Domain, sample: StateSample, states: list[StateAtoms]) -> list[StateAtoms]:
    task = task_of(domain, sample.objects)
    return [with_derived(task, state) for state in states]


def _ground_fluents(domain: Domain, environment: Environment) -> int:
    """The number of ground atoms of the domain's basic predicates over the objects."""
    return sum(
        prod(len(environment.members(p.types)) for p in predicate.parameters)
        for predicate in domain.basic_predicates
    )


def _state_blocks(batch: StateBatch) -> Iterator[list[tuple[int, list[StateAtoms]]]]:
    """Blocks of at most `_STATES_AT_ONCE` states, with the indices of their samples."""
    members: list[tuple[int, list[StateAtoms]]] = []
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
    """The ground actions of a schema as columns of objects, in chunks."""
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
    """The columns under the names of the learned action's parameters, by position."""
    return {
        parameter.name: binding[counterpart.name]
        for parameter, counterpart in zip(learned_action.parameters, action.parameters, strict=True)
    }
