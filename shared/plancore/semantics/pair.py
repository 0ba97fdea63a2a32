"""Two actions in their domains: whether they can be compared, and on which worlds.

If a formula of the Bernays–Schönfinkel class (1928), without an ∃ inside a ∀, has a model, it also
has one with only the objects for its free variables, its constants and the variables of each ∃. So
worlds of that size are sufficient.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from plancore.memo import lazy
from plancore.model.domain import OBJECT, Action, ActionKind, TypeNames
from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    TypedName,
    When,
    children,
)
from plancore.semantics.model import ModelUses, TranslatedDomain, changed_predicates, free_variables
from plancore.semantics.universe import Constant, PairedParameter, TypedPlace, Universe, kinds_of

_MAX_STEPS = 10_000
"""The limit of formulas visited: nested axioms can be exponentially larger than their text."""


@dataclass(frozen=True, slots=True)
class ObjectNeed:
    """A number of objects, and whether that many are enough to decide."""

    objects: int
    enough: bool

    def __add__(self, other: ObjectNeed) -> ObjectNeed:
        return ObjectNeed(self.objects + other.objects, self.enough and other.enough)

    def __or__(self, other: ObjectNeed) -> ObjectNeed:
        return ObjectNeed(max(self.objects, other.objects), self.enough and other.enough)


NOTHING = ObjectNeed(0, True)


def of_condition(model: TranslatedDomain, formula: Formula, *, positive: bool) -> ObjectNeed:
    """The objects needed for `formula` to be true, or false if not `positive`."""
    return _Search(model).condition(formula, positive, False, frozenset())


def of_effect(model: TranslatedDomain, effect: Formula) -> ObjectNeed:
    """The objects needed for one literal of `effect` to happen while others do not."""
    search = _Search(model)
    happens, not_happens = NOTHING, NOTHING
    stack: list[tuple[Formula, ObjectNeed, bool]] = [(effect, NOTHING, False)]
    while stack:
        part, need, inside = stack.pop()
        match part:
            case Forall(variables, body):
                stack.append((body, need + ObjectNeed(len(variables), True), True))
            case When(condition, inner):
                needed = search.condition(condition, True, False, frozenset())
                not_happens += search.condition(condition, False, inside, frozenset())
                stack.append((inner, need + needed, inside))
            case And(parts):
                stack.extend((conjunct, need, inside) for conjunct in parts)
            case _:
                happens |= need
    return happens + not_happens


class _Search:
    def __init__(self, model: TranslatedDomain) -> None:
        self.model = model
        self.steps = _MAX_STEPS

    def condition(
        self, formula: Formula, positive: bool, inside: bool, above: frozenset[str]
    ) -> ObjectNeed:
        """The need of `formula`.

        `inside` a ∀ no further objects are allowed; `above` are the derived predicates that are
        being expanded.
        """
        self.steps -= 1
        if self.steps < 0:
            return ObjectNeed(0, False)
        match formula:
            case AtomicFormula(name) if name in self.model.axioms:
                if name in above:
                    return ObjectNeed(0, False)
                bodies = (axiom.body for axiom in self.model.axioms[name])
                parts = [self.condition(b, positive, inside, above | {name}) for b in bodies]
                return _alternatives(parts) if positive else sum(parts, NOTHING)
            case Not(body):
                return self.condition(body, not positive, inside, above)
            case Imply(condition, conclusion):
                return self.condition(Or((Not(condition), conclusion)), positive, inside, above)
            case Exists(variables, body) | Forall(variables, body):
                if isinstance(formula, Exists) != positive:
                    return self.condition(body, positive, True, above)
                need = self.condition(body, positive, inside, above)
                return need + ObjectNeed(len(variables), not inside)
        parts = [self.condition(child, positive, inside, above) for child in children(formula)]
        return _alternatives(parts) if isinstance(formula, Or) is positive else sum(parts, NOTHING)


def _alternatives(parts: list[ObjectNeed]) -> ObjectNeed:
    need = NOTHING
    for part in parts:
        need |= part
    return need


_MAX_POSSIBLE = 6
"""The maximum number of objects other than parameters and constants."""

_MAX_DEPTH = 200
"""The maximum nesting of formulas, because they are processed recursively."""


@dataclass(frozen=True)
class ModelAction:
    """An action in its domain."""

    action: Action
    model: TranslatedDomain

    @lazy
    def uses(self) -> ModelUses:
        """The types, constants and predicates of the action and its axioms."""
        return self.model.uses(self.action)

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates that the action uses, in the reference's names."""
        return frozenset(map(self.model.predicate, self.uses.predicates))

    @property
    def derived(self) -> frozenset[str]:
        """The derived predicates that the action depends on, in the domain's names."""
        return self.uses.predicates & self.model.axioms.keys()

    def obstacles(self) -> Iterator[str]:
        """Yield the reasons why the action cannot be compared."""
        action, model = self.action, self.model
        bodies = (axiom.body for name in self.derived for axiom in model.axioms[name])
        if any(map(_is_deep, (action.precondition, action.effect, *bodies))):
            yield "too deeply nested conditions"
        if action.kind is not ActionKind.ACTION:
            yield action.kind.value
        for name in sorted(self._free_variables()):
            yield f"unbound variable {name}"
        for name in sorted(changed_predicates(action.effect) & self.derived):
            yield f"effect on the derived predicate {name}"
        if not model.is_stratified(self.derived):
            yield "non-stratified derived predicates"

    def _free_variables(self) -> set[str]:
        axioms = (axiom for name in self.derived for axiom in self.model.axioms[name])
        bodies = [(axiom.parameters, axiom.body) for axiom in axioms]
        bodies += [
            (self.action.parameters, part)
            for part in (self.action.precondition, self.action.effect)
        ]
        return {
            name
            for parameters, body in bodies
            for name in free_variables(body, frozenset(p.name for p in parameters))
        }

    def need(self, *, positive: bool) -> ObjectNeed:
        """The objects needed for the precondition to be true, or false if not `positive`."""
        return of_condition(self.model, self.action.precondition, positive=positive)

    @property
    def effect_need(self) -> ObjectNeed:
        """The objects needed for an effect to happen."""
        return of_effect(self.model, self.action.effect)


class PairedActions:
    """A learned action and its reference. `order` has for each parameter of the learned action the
    position of its counterpart."""

    def __init__(
        self, learned: ModelAction, reference: ModelAction, order: tuple[int, ...] | None
    ) -> None:
        self.learned, self.reference = learned, reference
        count = len(reference.action.parameters)
        identity = tuple(range(count))
        self.order = order if order and tuple(sorted(order)) == identity else identity

    def bindings(self, arguments: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
        """The arguments of the learned action and of the reference, by parameter."""
        ours = (arguments[position] for position in self.order)
        return (
            {p.name: a for p, a in zip(self.learned.action.parameters, ours, strict=True)},
            {p.name: a for p, a in zip(self.reference.action.parameters, arguments, strict=True)},
        )

    def obstacles(self) -> Iterator[str]:
        """Yield the reasons why the two cannot be compared."""
        if len(self.learned.action.parameters) != len(self.reference.action.parameters):
            yield "number of parameters"
        sides = (self.learned, self.reference)
        for side, other in (sides, sides[::-1]):
            yield from side.obstacles()
            basic = (other.model.basic | other.predicates) - other.model.derived
            for name in sorted(side.predicates & side.model.derived & basic):
                yield f"predicate {name} (derived in one domain only)"
        for name in sorted(self._unknown_types()):
            yield f"type {name} (not in the reference)"

    def _unknown_types(self) -> set[str]:
        model = self.learned.model
        wanted = (p.types for p in self.learned.action.parameters)
        names = {name for types in (*wanted, *self.learned.uses.quantified) for name in types}
        return {name for name in names if model.type_name(name) not in self.reference.model.types}

    @lazy
    def _parameter_places(self) -> list[TypedPlace]:
        ours = [TypedPlace(self.learned.model, p.types) for p in self.learned.action.parameters]
        placed = dict(zip(self.order, ours, strict=True))
        theirs = [
            TypedPlace(self.reference.model, p.types) for p in self.reference.action.parameters
        ]
        return [*(placed[position] for position in range(len(theirs))), *theirs]

    @lazy
    def _places(self) -> list[TypedPlace]:
        return self._parameter_places + [
            TypedPlace(side.model, types)
            for side in (self.learned, self.reference)
            for types in sorted(side.uses.quantified)
        ]

    def universe(self) -> Universe:
        """The universe of worlds on which the two are compared."""
        count = len(self.reference.action.parameters)
        places = self._places
        quantified = sum(1 << index for index in range(2 * count, len(places)))
        model = self.learned.model
        names = sorted(
            name
            for name in self.reference.model.types
            if model.own_type(name) is not None or not self._is_unclear(name)
        )
        kinds = kinds_of(names, places, self.reference.model.hierarchy)
        return Universe(
            tuple(PairedParameter(1 << index, 1 << (count + index)) for index in range(count)),
            quantified,
            kinds,
            tuple(self._constants(quantified, {kind.fits for kind in kinds})),
            min(self._need.objects, _MAX_POSSIBLE),
        )

    def _constants(self, quantified: int, ordinary: Set[int]) -> Iterator[Constant]:
        """Yield the relevant constants.

        These are mentioned in the actions, are possible values of quantified variables, or fit a
        set of places that no other object fits.
        """
        mentioned = self.learned.uses.constants | self.reference.uses.constants
        ours, theirs = self.learned.model, self.reference.model
        declared: dict[str, TypeNames] = dict.fromkeys(sorted(mentioned), ())
        for name, types in ours.constants.items():
            reference_types = (ours.type_name(type_name) for type_name in types)
            declared[name] = tuple(
                type_name for type_name in reference_types if type_name in theirs.types
            )
        declared |= theirs.constants
        for name, types in declared.items():
            constant = TypedName(name, types)
            fits = sum(
                place.model.accepts(place.types, constant) << index
                for index, place in enumerate(self._places)
            )
            if name in mentioned or fits & quantified or fits not in ordinary:
                yield Constant(constant, fits, name in mentioned)

    @lazy
    def _need(self) -> ObjectNeed:
        learned, reference = self.learned, self.reference
        return (
            (learned.need(positive=True) + reference.need(positive=False))
            | (learned.need(positive=False) + reference.need(positive=True))
            | (
                learned.need(positive=True)
                + reference.need(positive=True)
                + learned.effect_need
                + reference.effect_need
            )
        )

    @property
    def is_decidable(self) -> bool:
        """Whether the small worlds show every difference."""
        return self._need.enough and self._need.objects <= _MAX_POSSIBLE

    def unclear_types(self) -> list[str]:
        """The types of the reference's arguments that the learned domain lacks although it has a
        supertype.

        It is unknown whether the learned domain would accept such objects.
        """
        places = [place for place in self._places if place.model is self.reference.model]
        return sorted(
            name
            for name in self.reference.model.types
            if self.learned.model.own_type(name) is None
            and self._is_unclear(name)
            and any(p.model.accepts(p.types, TypedName("", (name,))) for p in places)
        )

    def _is_unclear(self, name: str) -> bool:
        model = self.learned.model
        above = self.reference.model.hierarchy.above((name,)) - {OBJECT}
        related = [
            TypedName("", (type_name,))
            for type_name in above
            if model.own_type(type_name) is not None
        ]
        thing = TypedName("", (OBJECT,))
        return any(
            model.accepts(place.types, related_thing) and not model.accepts(place.types, thing)
            for place in self._places
            if place.model is model
            for related_thing in related
        )


def _is_deep(formula: Formula) -> bool:
    stack = [(formula, 0)]
    while stack:
        part, depth = stack.pop()
        if depth > _MAX_DEPTH:
            return True
        stack.extend((child, depth + 1) for child in children(part))
    return False
