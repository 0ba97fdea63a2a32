"""Semantic comparison of two versions of an action.

Preconditions: is there a state with arguments for which only one of the actions is applicable? An
action is applicable to arguments of its parameters' types, under its own domain's hierarchy, if its
precondition is true, with derived predicates by its own domain's axioms. Effects: is there a state
in which both actions are applicable and lead to different states?

Each question is decided on small worlds: every way in which the parameters can coincide, every
choice of types that makes a difference, and as many further objects as quantifiers need. Without an
∃ inside a ∀, and without recursive axioms, that is enough for a proof (Bernays and Schönfinkel
1928); otherwise no answer counts as proved.

States are sets of atoms of predicates that neither domain derives; declared types of predicates are
ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.model.domain import Action, Domain
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.semantics import sat
from plancore.semantics.answer import ActionSemantics, Relation, Witness, WitnessKind, undecided
from plancore.semantics.model import TranslatedDomain
from plancore.semantics.pair import ModelAction, PairedActions
from plancore.semantics.sat import (
    FALSE,
    MAX_CLAUSES,
    Lit,
    Prop,
    atoms_of,
    negated,
    plainly_equal,
    satisfying,
)
from plancore.semantics.universe import (
    NUMERIC,
    AtomChanges,
    Binding,
    Grounder,
    SmallWorld,
    TooLargeError,
    is_auxiliary,
    is_opaque,
)
from plancore.stop import NEVER, Budget, Checkpoint, SpentError

MAX_WORLDS = 5_000
MAX_TOO_LARGE = 3
"""After this many worlds that are too large, about a second each, no other world is tried."""
MORE_THAN_NAMES: Final = "the name mapping is not a pure renaming"
"""Why actions are not compared if the models differ in more than names."""


class DomainModels(NamedTuple):
    """A learned domain and its reference, prepared for proofs."""

    learned: TranslatedDomain
    reference: TranslatedDomain

    @classmethod
    def of(
        cls, learned: Domain, reference: Domain, names: Correspondence = SAME_NAMES
    ) -> DomainModels:
        """Prepare two domains; `names` maps the learned names."""
        return cls(TranslatedDomain(learned, names), TranslatedDomain(reference))


def compare_semantics(
    learned: tuple[Action, Domain],
    reference: tuple[Action, Domain],
    names: Correspondence = SAME_NAMES,
    checkpoint: Checkpoint = NEVER,
    models: DomainModels | None = None,
) -> ActionSemantics:
    """Compare the meaning of a learned action with that of its reference.

    Actions are given with their domains; the answer uses the reference's names and types.
    `checkpoint` is called for each small world and may raise to cancel. `models`, made with the
    same names, saves time if many actions of two domains are compared.
    """
    (ours, learned_domain), (theirs, domain) = learned, reference
    if not names.is_renaming:
        return undecided(theirs.name, (MORE_THAN_NAMES,))
    if models is None:
        models = DomainModels.of(learned_domain, domain, names)
    pair = PairedActions(
        ModelAction(ours, models.learned),
        ModelAction(theirs, models.reference),
        names.parameters.get(theirs.name),
    )
    if obstacles := tuple(dict.fromkeys(pair.obstacles())):
        return undecided(theirs.name, obstacles)
    return _Comparison(pair, checkpoint).run()


class _Effort:
    """The remaining effort for one question, and whether anything was skipped."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.clauses = Budget(MAX_CLAUSES, checkpoint)
        self.is_incomplete = False
        self._tries = MAX_TOO_LARGE

    @property
    def is_spent(self) -> bool:
        """Whether no other world should be tried."""
        return self._tries <= 0

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Analyse one world; if it is too large, as much of it as possible."""
        try:
            yield
        except TooLargeError:
            self.is_incomplete = True
            self._tries -= 1
        except SpentError:
            self.is_incomplete = True
            self._tries = 0


class _Comparison:
    def __init__(self, pair: PairedActions, checkpoint: Checkpoint) -> None:
        self.pair = pair
        self.checkpoint = checkpoint
        self.opaque: set[str] = set()
        self.witnesses: dict[WitnessKind, Witness] = {}
        self.doubtful: set[WitnessKind] = set()
        """The kinds with a state that depends on constructs that were not analysed."""
        self.preconditions, self.effects = _Effort(checkpoint), _Effort(checkpoint)

    def run(self) -> ActionSemantics:
        """Search every world for a witness of each kind."""
        worlds = self.pair.universe().worlds()
        for world in islice(worlds, MAX_WORLDS):
            self.checkpoint()
            with self.preconditions.attempt():
                self._look(world)
            if self.preconditions.is_spent or len(self.witnesses) == len(WitnessKind):
                break
        else:
            # There are more worlds than the limit.
            if next(worlds, None) is not None:
                self.preconditions.is_incomplete = True
        return self._answer()

    def _look(self, world: SmallWorld) -> None:
        binding, sigma = self.pair.bindings(world.arguments)
        learned = Grounder(self.pair.learned.model, world, "learned")
        reference = Grounder(self.pair.reference.model, world, "reference")
        ours = _applies(self.pair.learned, learned, binding)
        theirs = _applies(self.pair.reference, reference, sigma)
        self.opaque |= learned.opaque | reference.opaque
        if not plainly_equal(ours, theirs):
            laws = sat.Conjunction((world.laws, learned.definitions(), reference.definitions()))
            self._try(
                WitnessKind.ONLY_LEARNED, world, sat.Conjunction((ours, negated(theirs), laws))
            )
            self._try(
                WitnessKind.ONLY_REFERENCE, world, sat.Conjunction((theirs, negated(ours), laws))
            )
        if FALSE in (ours, theirs) or WitnessKind.RESULTS_DIFFER in self.witnesses:
            return
        if not self.effects.is_spent:
            with self.effects.attempt():
                effects = (
                    learned.effects(self.pair.learned.action.effect, binding),
                    reference.effects(self.pair.reference.action.effect, sigma),
                )
                self.opaque |= learned.opaque | reference.opaque
                laws = sat.Conjunction((world.laws, learned.definitions(), reference.definitions()))
                self._look_at_effects(world, effects, sat.Conjunction((ours, theirs, laws)))

    def _look_at_effects(
        self, world: SmallWorld, effects: tuple[Effects, Effects], both: Prop
    ) -> None:
        """Search for a difference in a state in which `both` actions are applicable."""
        if {NUMERIC}.issuperset(self.opaque):
            differences = _differences(*effects)
            facts = {atom: prop for atom, prop in differences.items() if not is_opaque(atom)}
            candidates = [facts, differences]
        else:
            # Nondeterministic effects can hide any difference, or cancel it.
            candidates = [_effect_differences(*effects)]
        for atoms in candidates:
            wanted = sat.Conjunction((both, sat.Disjunction(tuple(atoms.values()))))
            self._try(WitnessKind.RESULTS_DIFFER, world, wanted, atoms)

    def _try(
        self,
        kind: WitnessKind,
        world: SmallWorld,
        wanted: Prop,
        differences: Mapping[GroundAtom, Prop] = MappingProxyType({}),
    ) -> None:
        """Search for a state that satisfies `wanted`."""
        if kind in self.witnesses:
            return
        effort = self.effects if kind is WitnessKind.RESULTS_DIFFER else self.preconditions
        state = satisfying(wanted, effort.clauses)
        if state is None:
            return
        if any(map(is_opaque, (*atoms_of(wanted), *differences))):
            self.doubtful.add(kind)
            return
        objects = world.inhabitants(state)
        there = {thing.name for thing in objects}
        shown = frozenset(a for a in state if not is_auxiliary(a) and there.issuperset(a[1:]))
        differing = (atom for atom, differs in differences.items() if _true_in(differs, state))
        self.witnesses[kind] = Witness(
            kind, objects, shown, world.arguments, tuple(sorted(differing))
        )

    def _answer(self) -> ActionSemantics:
        unclear = self.pair.unclear_types()
        # Witnesses are valid in any case; kinds without one may still have one.
        half_blind = self.preconditions.is_incomplete or bool(unclear)
        blind = half_blind or self.effects.is_incomplete
        relation, agree = self._relation(half_blind), self._effects_agree(blind)
        decided = relation is not Relation.UNDECIDED and agree is not None
        complete = len(self.witnesses) == len(WitnessKind)
        return ActionSemantics(
            self.pair.reference.action.name,
            relation,
            agree,
            tuple(self.witnesses.values()),
            decided and (complete or (self.pair.is_decidable and not blind)),
            (*self._unexplored(), *(f"type {name} (only in the reference)" for name in unclear)),
        )

    def _relation(self, blind: bool) -> Relation:
        kinds = (WitnessKind.ONLY_LEARNED, WitnessKind.ONLY_REFERENCE)
        if any(kind in self.doubtful and kind not in self.witnesses for kind in kinds):
            return Relation.UNDECIDED
        more, less = (kind in self.witnesses for kind in kinds)
        return Relation.UNDECIDED if blind and not (more or less) else _RELATIONS[more, less]

    def _effects_agree(self, blind: bool) -> bool | None:
        if WitnessKind.RESULTS_DIFFER in self.witnesses:
            return False
        return None if blind or WitnessKind.RESULTS_DIFFER in self.doubtful else True

    def _unexplored(self) -> Iterator[str]:
        """Yield the constructs and worlds that were not analysed."""
        yield from sorted(self.opaque)
        if not self.pair.is_decidable:
            yield "worlds with more objects"
        if self.preconditions.is_incomplete or self.effects.is_incomplete:
            yield "all worlds (too many or too large)"


_RELATIONS: dict[tuple[bool, bool], Relation] = {
    (False, False): Relation.EQUIVALENT,
    (False, True): Relation.STRICTER,
    (True, False): Relation.LOOSER,
    (True, True): Relation.INCOMPARABLE,
}


Effects = tuple[AtomChanges, AtomChanges]
"""For each atom the propositions under which it is added, and under which it is deleted."""


def _applies(side: ModelAction, grounder: Grounder, binding: Binding) -> Prop:
    """The proposition that the action is applicable: argument types and precondition."""
    legal = sat.Conjunction(
        tuple(
            grounder.world.is_of(binding[parameter.name], side.model, parameter.types)
            for parameter in side.action.parameters
        )
    )
    if FALSE in legal.parts:
        return FALSE
    return grounder.condition(side.action.precondition, binding)


def _differences(ours: Effects, theirs: Effects) -> dict[GroundAtom, Prop]:
    """For each affected atom the proposition that the resulting states differ in it."""
    differences: dict[GroundAtom, Prop] = {}
    for atom in _touched(ours, theirs):
        # Add wins over delete in one step.
        our_result, their_result = (
            sat.Disjunction(
                (_when(atom, adds), sat.Conjunction((Lit(atom), negated(_when(atom, deletes)))))
            )
            for adds, deletes in (ours, theirs)
        )
        differences[atom] = _unequal(our_result, their_result)
    return differences


def _effect_differences(ours: Effects, theirs: Effects) -> dict[GroundAtom, Prop]:
    """For each affected atom the proposition that only one action adds, or deletes, it."""
    return {
        atom: sat.Disjunction(
            tuple(
                _unequal(_when(atom, our_changes), _when(atom, their_changes))
                for our_changes, their_changes in zip(ours, theirs, strict=True)
            )
        )
        for atom in _touched(ours, theirs)
    }


def _touched(ours: Effects, theirs: Effects) -> list[GroundAtom]:
    return sorted({atom for changes in (*ours, *theirs) for atom in changes})


def _when(atom: GroundAtom, changes: AtomChanges) -> Prop:
    return sat.Disjunction(tuple(changes.get(atom, ())))


def _unequal(first: Prop, second: Prop) -> Prop:
    if plainly_equal(first, second):
        return FALSE
    return sat.Disjunction(
        (sat.Conjunction((first, negated(second))), sat.Conjunction((second, negated(first))))
    )


def _true_in(prop: Prop, state: StateAtoms) -> bool:
    match prop:
        case sat.Conjunction(parts):
            return all(_true_in(part, state) for part in parts)
        case sat.Disjunction(parts):
            return any(_true_in(part, state) for part in parts)
        case _:
            return (prop.atom in state) == prop.positive
