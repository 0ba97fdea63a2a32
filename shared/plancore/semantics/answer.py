"""The answer for a pair of actions, and the search for reachable witnesses.

A state found by the solver may be unreachable, such as a block on two others. Given a problem, the
states that the reference's actions reach from its initial state are searched, in order of plan
length, for one that shows the same kind of difference.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from plancore.formula.printing import typed_list
from plancore.model.domain import OBJECT, Domain
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.problem import Problem
from plancore.simulate.atoms import UndecidedError, show
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.stop import NEVER, Budget, Checkpoint, SpentError


class Relation(StrEnum):
    """The relation of the learned action's applicability to the reference's."""

    EQUIVALENT = "equivalent"
    STRICTER = "stricter"
    """The learned action applies only where the reference does, but not everywhere there."""
    LOOSER = "looser"
    """The learned action applies wherever the reference does, and elsewhere."""
    INCOMPARABLE = "incomparable"
    UNDECIDED = "undecided"

    @property
    def words(self) -> str:
        """The relation in the words of reports."""
        return {self.STRICTER: "more restrictive", self.LOOSER: "less restrictive"}.get(self, self)


class WitnessKind(StrEnum):
    """The kinds of differences that a witness shows."""

    ONLY_LEARNED = "only the learned action applies"
    ONLY_REFERENCE = "only the reference's action applies"
    RESULTS_DIFFER = "the results differ"

    @property
    def words(self) -> str:
        """The kind in the words of reports, to precede the action."""
        return {
            self.ONLY_LEARNED: "applicable only in the learned domain",
            self.ONLY_REFERENCE: "applicable only in the reference",
        }.get(self, self.value)


@dataclass(frozen=True, slots=True)
class Witness:
    """A state and arguments that show a difference. Atoms that are not in `state` are false.

    The state has no derived atoms; each model derives them by its own axioms. `differing` are the
    atoms that only one of the resulting states has. `reachable` is whether `plan` leads to the
    state from a given initial state; None if this was not searched or not found out.
    """

    kind: WitnessKind
    objects: tuple[TypedName, ...]
    state: StateAtoms
    arguments: tuple[str, ...]
    differing: tuple[GroundAtom, ...] = ()
    reachable: bool | None = None
    plan: tuple[GroundAtom, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Convert to JSON data."""
        return {
            "kind": self.kind.value,
            "objects": {o.name: list(o.types) or ["object"] for o in self.objects},
            "state": [show(atom) for atom in sorted(self.state)],
            "arguments": list(self.arguments),
            "differing": [show(atom) for atom in self.differing],
            "reachable": self.reachable,
            "plan": [show(step) for step in self.plan],
        }


@dataclass(frozen=True, slots=True)
class ActionSemantics:
    """The answer for one pair of actions. `effects_agree` is None if undecided.

    `proved` is whether both answers are proved for every state of every problem. `constructs` lists
    the constructs and worlds that were not analysed, or why the actions cannot be compared.
    """

    name: str
    precondition: Relation
    effects_agree: bool | None
    witnesses: tuple[Witness, ...]
    proved: bool
    constructs: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Convert to JSON data."""
        return {
            "precondition": self.precondition.value,
            "effects_agree": self.effects_agree,
            "proved": self.proved,
            "constructs": list(self.constructs),
            "witnesses": [witness.to_dict() for witness in self.witnesses],
        }


def same_meaning(name: str) -> ActionSemantics:
    """The answer for two equal actions of domains with equal declarations."""
    return ActionSemantics(name, Relation.EQUIVALENT, True, (), True)


def undecided(name: str, reasons: tuple[str, ...]) -> ActionSemantics:
    """The answer for a pair that cannot be compared, with the reasons."""
    return ActionSemantics(name, Relation.UNDECIDED, None, (), False, reasons)


def verdict(answer: ActionSemantics) -> str:
    """Both answers, and whether they are proved, on one line."""
    agree = {True: "agree", False: "differ", None: "undecided"}[answer.effects_agree]
    proof = "proved" if answer.proved else "not proved"
    return f"precondition {answer.precondition.words}, effects {agree} ({proof})"


def shown_by(answer: ActionSemantics, witness: Witness, quote: str = "") -> Iterator[str]:
    """Yield the lines that describe a witness: arguments and state, then the atoms that differ.

    `quote` is put around atoms.
    """
    step = f"{quote}{show((answer.name, *witness.arguments))}{quote}"
    state = _atoms(sorted(witness.state), quote) or "no atom holds"
    arguments = tuple(object_ for object_ in witness.objects if object_.name in witness.arguments)
    typed = any(argument.types not in ((), (OBJECT,)) for argument in arguments)
    types = f", {typed_list(arguments)}," if typed else ""
    yield f"{witness.kind.words}: {step}{types} in state: {state}"
    if witness.differing:
        yield f"atoms that differ: {_atoms(witness.differing, quote)}"


def _atoms(atoms: Iterable[GroundAtom], quote: str) -> str:
    text = " ".join(map(show, atoms))
    return f"{quote}{text}{quote}" if text else ""


def with_reachable_witnesses(
    answer: ActionSemantics,
    learned: Domain,
    reference: Domain,
    problem: Problem,
    budget: int = 200_000,
    checkpoint: Checkpoint = NEVER,
) -> ActionSemantics:
    """`answer` with each witness replaced by a reachable one of its kind, if one is found.

    Otherwise the witness is marked unreachable if all reachable states were seen, and keeps None if
    not. `budget` limits the number of actions tried. Both domains must use the same names.
    """
    search = _Search(answer.name, learned, reference, problem, budget, checkpoint)
    wanted = {witness.kind for witness in answer.witnesses}
    by_kind = search.run(wanted)
    witnesses = tuple(
        by_kind.get(witness.kind) or replace(witness, reachable=False if search.complete else None)
        for witness in answer.witnesses
    )
    return replace(answer, witnesses=witnesses)


class _Search:
    def __init__(
        self,
        name: str,
        learned: Domain,
        reference: Domain,
        problem: Problem,
        budget: int,
        checkpoint: Checkpoint,
    ) -> None:
        self.truth = Task(reference, problem)
        self.model = Task(learned, _with_constants(problem, reference, learned))
        self.reference = reference
        self.name = name
        self.budget = Budget(budget, checkpoint)
        self.checkpoint = checkpoint
        self.objects = (*reference.constants, *problem.objects)
        self.complete = False

    def run(self, wanted: set[WitnessKind]) -> dict[WitnessKind, Witness]:
        """Search breadth first until every kind is found, all states are seen, or the budget is
        spent."""
        witnesses: dict[WitnessKind, Witness] = {}
        try:
            initial = self.truth.initial
            start: StateAtoms = frozenset(initial.dynamic | initial.static)
            parents: dict[StateAtoms, tuple[StateAtoms, GroundAtom] | None] = {start: None}
            queue = deque([start])
            while queue and wanted - set(witnesses):
                state = queue.popleft()
                self.checkpoint()
                for action in self._groundings():
                    after = successor(self.truth, state, action)
                    if action[0] == self.name:
                        kind = self._difference(state, action, after)
                        if kind in wanted and kind not in witnesses:
                            witnesses[kind] = self._witness(kind, state, action, after, parents)
                    if after is not None and after not in parents:
                        parents[after] = (state, action)
                        queue.append(after)
            self.complete = not queue
        except (UndecidedError, SpentError):
            self.complete = False
        return witnesses

    def _difference(
        self, state: StateAtoms, action: GroundAtom, after: StateAtoms | None
    ) -> WitnessKind | None:
        ours = successor(self.model, state, action)
        if ours is not None and after is not None:
            return WitnessKind.RESULTS_DIFFER if ours != after else None
        if ours is not None:
            return WitnessKind.ONLY_LEARNED
        return WitnessKind.ONLY_REFERENCE if after is not None else None

    def _witness(
        self,
        kind: WitnessKind,
        state: StateAtoms,
        action: GroundAtom,
        after: StateAtoms | None,
        parents: dict[StateAtoms, tuple[StateAtoms, GroundAtom] | None],
    ) -> Witness:
        ours = successor(self.model, state, action)
        differing = tuple(sorted(ours ^ after)) if ours is not None and after is not None else ()
        plan: list[GroundAtom] = []
        step = parents[state]
        while step is not None:
            plan.append(step[1])
            step = parents[step[0]]
        return Witness(
            kind, self.objects, state, action[1:], differing, True, tuple(reversed(plan))
        )

    def _groundings(self) -> Iterator[GroundAtom]:
        for action in self.reference.actions:
            for args in product(*(self.truth.objects.of(p.types) for p in action.parameters)):
                self.budget.spend()
                yield (action.name, *args)


def _with_constants(problem: Problem, reference: Domain, learned: Domain) -> Problem:
    """`problem` with the reference's constants that the learned domain lacks added as objects."""
    declared = {constant.name for constant in learned.constants}
    added = tuple(c for c in reference.constants if c.name not in declared)
    return Problem(problem.name, problem.domain_name, objects=(*added, *problem.objects))
