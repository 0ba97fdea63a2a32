"""Two versions of an action, compared by what they mean.

Asked of the preconditions: is there a state, and are there arguments, for which only one of them
holds? Asked of the effects: is there a state in which both actions apply and lead to different
states? Each question is decided on small worlds: every way in which the parameters can coincide,
and as many further objects as quantifiers can ask for. Without an ∃ inside a ∀ that is enough for a
proof (Bernays and Schönfinkel 1928); with one, no answer is called proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, islice

from plancore.compare.correspondence import SAME_NAMES, Correspondence
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import And, Formula, Not, TypedName, children
from plancore.model.ground import GroundAtom
from plancore.semantics.ground import Grounder, TooLargeError, quantified
from plancore.semantics.sat import FALSE, MAX_CLAUSES, All, Lit, Prop, Some, negated, satisfying
from plancore.semantics.universe import World, common_type, worlds
from plancore.stop import NEVER, Budget, Checkpoint, SpentError

MAX_WORLDS = 5_000


class Relation(StrEnum):
    """What the learned precondition is to the reference's."""

    EQUIVALENT = "equivalent"
    STRICTER = "stricter"
    """The learned action applies nowhere else, and not everywhere where the reference does."""
    LOOSER = "looser"
    """It applies wherever the reference does, and elsewhere too."""
    INCOMPARABLE = "incomparable"
    UNDECIDED = "undecided"


class WitnessKind(StrEnum):
    """What a witness shows."""

    ONLY_LEARNED = "only the learned action applies"
    ONLY_REFERENCE = "only the reference's action applies"
    RESULTS_DIFFER = "the results differ"


@dataclass(frozen=True, slots=True)
class Witness:
    """A state and arguments that show a difference. Atoms that are not in `state` are false.

    `differing` are the atoms that only one of the resulting states has. `reachable` says whether a
    plan from a given initial state leads to the state; None when no plan was found or looked for.
    """

    kind: WitnessKind
    objects: tuple[TypedName, ...]
    state: frozenset[GroundAtom]
    arguments: tuple[str, ...]
    differing: tuple[GroundAtom, ...] = ()
    reachable: bool | None = None
    plan: tuple[GroundAtom, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "kind": self.kind.value,
            "objects": {o.name: list(o.types) or ["object"] for o in self.objects},
            "state": [f"({' '.join(atom)})" for atom in sorted(self.state)],
            "arguments": list(self.arguments),
            "differing": [f"({' '.join(atom)})" for atom in self.differing],
            "reachable": self.reachable,
            "plan": [f"({' '.join(step)})" for step in self.plan],
        }


@dataclass(frozen=True, slots=True)
class ActionSemantics:
    """The answer for one pair of actions. `effects_agree` is None where it is not decided.

    `proved` says that nothing was left out; `constructs` names what could not be looked into.
    """

    name: str
    precondition: Relation
    effects_agree: bool | None
    witnesses: tuple[Witness, ...]
    proved: bool
    constructs: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "precondition": self.precondition.value,
            "effects_agree": self.effects_agree,
            "proved": self.proved,
            "constructs": list(self.constructs),
            "witnesses": [witness.to_dict() for witness in self.witnesses],
        }


def compare_semantics(
    learned: Action,
    reference: Action,
    domain: Domain,
    names: Correspondence = SAME_NAMES,
    checkpoint: Checkpoint = NEVER,
) -> ActionSemantics:
    """What `learned` means compared with `reference`, an action of `domain`, whose names and types
    the answer uses.

    `checkpoint` is called for each small world and may raise to cancel.
    """
    if len(learned.parameters) != len(reference.parameters):
        return ActionSemantics(
            reference.name, Relation.UNDECIDED, None, (), False, ("number of parameters",)
        )
    return _Comparison(learned, reference, domain, names, checkpoint).run()


def same_meaning(name: str) -> ActionSemantics:
    """The answer for two actions that say the same: nothing needs to be looked for."""
    return ActionSemantics(name, Relation.EQUIVALENT, True, (), True)


class _Comparison:
    def __init__(
        self,
        learned: Action,
        reference: Action,
        domain: Domain,
        names: Correspondence,
        checkpoint: Checkpoint,
    ) -> None:
        self.learned, self.reference = learned, reference
        self.names = names
        self.checkpoint = checkpoint
        self.hierarchy = domain.hierarchy
        mentioned = _names_in(reference.precondition, reference.effect)
        back = dict(names.constants)
        mentioned |= {back.get(n, n) for n in _names_in(learned.precondition, learned.effect)}
        self.constants = [c for c in domain.constants if c.name in mentioned]
        self.extra, self.complete = self._extra_objects()
        self.opaque: set[str] = set()
        self.witnesses: dict[WitnessKind, Witness] = {}
        self.exhausted = False
        self.budget = Budget(MAX_CLAUSES, checkpoint)

    def run(self) -> ActionSemantics:
        """Look for a witness of each kind in every world."""
        found = worlds(self.reference.parameters, self.constants, self.extra, self.hierarchy)
        for world in islice(found, MAX_WORLDS):
            self.checkpoint()
            try:
                self._look(world)
            except TooLargeError:
                self.exhausted = True
            except SpentError:
                self.exhausted = True
                return self._answer()
            if len(self.witnesses) == len(WitnessKind):
                return self._answer()
        # A world is left over: there were too many to look at them all.
        self.exhausted = self.exhausted or next(found, None) is not None
        return self._answer()

    def _look(self, world: World) -> None:
        sigma = dict(zip((p.name for p in self.reference.parameters), world.arguments, strict=True))
        own = self._own_arguments(world)
        grounder = Grounder(world, self.hierarchy)
        coder = Grounder(
            world,
            self.hierarchy,
            self.names.predicates,
            self.names.constants,
            self.names.types,
        )
        theirs = grounder.condition(self.reference.precondition, sigma)
        ours = coder.condition(self.learned.precondition, own)
        self._try(WitnessKind.ONLY_LEARNED, world, All((ours, negated(theirs))))
        self._try(WitnessKind.ONLY_REFERENCE, world, All((theirs, negated(ours))))
        if WitnessKind.RESULTS_DIFFER not in self.witnesses:
            differences = _differences(
                coder.effects(self.learned.effect, own),
                grounder.effects(self.reference.effect, sigma),
            )
            either = Some(tuple(differences.values()))
            self._try(WitnessKind.RESULTS_DIFFER, world, All((ours, theirs, either)), differences)
        self.opaque |= grounder.opaque | coder.opaque

    def _try(
        self,
        kind: WitnessKind,
        world: World,
        wanted: Prop,
        differences: Mapping[GroundAtom, Prop] | None = None,
    ) -> None:
        if kind in self.witnesses:
            return
        state = satisfying(wanted, self.budget)
        if state is None:
            return
        differing = tuple(
            sorted(atom for atom, prop in (differences or {}).items() if _true_in(prop, state))
        )
        self.witnesses[kind] = Witness(kind, world.objects, state, world.arguments, differing)

    def _own_arguments(self, world: World) -> dict[str, str]:
        order = self.names.parameters.get(self.reference.name)
        arguments = world.arguments
        if order is not None and sorted(order) == list(range(len(arguments))):
            arguments = tuple(arguments[position] for position in order)
        return {p.name: a for p, a in zip(self.learned.parameters, arguments, strict=True)}

    def _extra_objects(self) -> tuple[list[TypedName], bool]:
        """Objects for what quantifiers may need, and whether they are enough to prove anything."""
        both = And((self.learned.precondition, self.reference.precondition))
        either = And((Not(self.learned.precondition), Not(self.reference.precondition)))
        effects = And((self.learned.effect, self.reference.effect))
        types: list[tuple[str, ...]] = []
        complete = True
        for formula in (both, either, effects, Not(effects)):
            found, enough = quantified(formula)
            types += found
            complete = complete and enough
        extra: list[TypedName] = []
        taken = {constant.name for constant in self.constants}
        names = (name for name in map("x{}".format, count(1)) if name not in taken)
        for wanted in types[:6]:
            renamed = tuple(self.names.types.get(name, name) for name in wanted)
            own = common_type(self.hierarchy, renamed, ())
            if own is not None:
                extra.append(TypedName(next(names), own))
        return extra, complete and len(types) <= 6

    def _answer(self) -> ActionSemantics:
        opaque = tuple(sorted(self.opaque))
        unbelievable = bool(opaque) or self.learned.kind is ActionKind.DURATIVE
        witnesses = tuple(
            w for w in self.witnesses.values() if not any(a[0] == "?opaque" for a in w.state)
        )
        if unbelievable:
            # What rests on numbers or times that were taken for atoms is not shown by a state.
            witnesses = ()
        more = WitnessKind.ONLY_LEARNED in self.witnesses
        less = WitnessKind.ONLY_REFERENCE in self.witnesses
        proved = self.complete and not self.exhausted
        relation = _RELATIONS[more, less]
        if (more or less) and unbelievable:
            relation, proved = Relation.UNDECIDED, False
        elif (self.exhausted or not self.complete) and not (more and less):
            # Witnesses stand; what was not found may still exist.
            proved = False
            relation = relation if more or less or not self.exhausted else Relation.UNDECIDED
        agree: bool | None = WitnessKind.RESULTS_DIFFER not in self.witnesses
        if "numeric" in opaque or (unbelievable and not agree) or (self.exhausted and agree):
            agree = None
        return ActionSemantics(self.reference.name, relation, agree, witnesses, proved, opaque)


_RELATIONS: dict[tuple[bool, bool], Relation] = {
    (False, False): Relation.EQUIVALENT,
    (False, True): Relation.STRICTER,
    (True, False): Relation.LOOSER,
    (True, True): Relation.INCOMPARABLE,
}

Effects = tuple[dict[GroundAtom, list[Prop]], dict[GroundAtom, list[Prop]]]


def _differences(ours: Effects, theirs: Effects) -> dict[GroundAtom, Prop]:
    """For each atom that an action touches, when the two resulting states differ in it."""
    found: dict[GroundAtom, Prop] = {}
    touched = sorted({*ours[0], *ours[1], *theirs[0], *theirs[1]})
    for atom in touched:
        values = []
        for adds, deletes in (ours, theirs):
            added = Some(tuple(adds[atom])) if atom in adds else FALSE
            deleted = Some(tuple(deletes[atom])) if atom in deletes else FALSE
            # Add wins over delete in one step.
            values.append(Some((added, All((Lit(atom), negated(deleted))))))
        one, other = values
        found[atom] = Some((All((one, negated(other))), All((other, negated(one)))))
    return found


def _true_in(prop: Prop, state: frozenset[GroundAtom]) -> bool:
    match prop:
        case All(parts):
            return all(_true_in(part, state) for part in parts)
        case Some(parts):
            return any(_true_in(part, state) for part in parts)
        case _:
            return (prop.atom in state) == prop.positive


def _names_in(*formulas: Formula) -> set[str]:
    found: set[str] = set()
    stack = list(formulas)
    while stack:
        part = stack.pop()
        args = getattr(part, "args", ())
        found.update(arg for arg in args if isinstance(arg, str) and arg[0] != "?")
        stack.extend(children(part))
    return found
