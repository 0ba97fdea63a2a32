"""The mapping from the names of the learned domain to those of the reference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from plancore.correspondence.pairs import SymbolPair, TypePredicate
from plancore.formula.printing import AS_WRITTEN, Naming, Shape
from plancore.model.domain import Domain
from plancore.model.record import record

KINDS = ("actions", "predicates", "functions", "types", "constants")


@record
class Correspondence:
    """A mapping from learned names to reference names; a name that is not listed maps to itself.

    `parameters` has, by the reference's action name, the position in the reference of each
    parameter of the learned action, from 0. Parameters without a counterpart have positions after
    the reference's last.

    These go beyond a renaming: `shapes` of learned predicates and functions with other argument
    positions, `one_to_many` pairs that a learned name has in addition to its counterpart, and
    predicates that play types.
    """

    actions: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    function_shapes: Mapping[str, Shape] = field(default_factory=dict)
    one_to_many: tuple[SymbolPair, ...] = ()
    type_predicates: tuple[TypePredicate, ...] = ()

    @property
    def is_identity(self) -> bool:
        """Whether every name maps to itself only."""
        return self.is_renaming and not (
            self.actions
            or self.predicates
            or self.functions
            or self.types
            or self.constants
            or self.parameters
        )

    @property
    def to_reference(self) -> Naming:
        """The naming that puts the reference's names into the learned domain's formulas."""
        if self.is_identity:
            return AS_WRITTEN
        return Naming(
            self.constants,
            self.predicates,
            self.functions,
            self.types,
            self.shapes,
            self.function_shapes,
        )

    @property
    def to_learned(self) -> Naming:
        """The naming that puts the learned domain's names into the reference's formulas."""
        if self.is_identity:
            return AS_WRITTEN
        constants, predicates, functions, types = (
            {theirs: ours for ours, theirs in reversed([*names.items()])}
            for names in (self.constants, self.predicates, self.functions, self.types)
        )
        shapes = _reverse(self.shapes, self.predicates)
        for cover in self.one_to_many:
            # A name without a counterpart of its own is covered by a one-to-many pair.
            if cover.reference not in predicates:
                predicates[cover.reference] = cover.learned
                shapes[cover.reference] = shape_of(cover).reverse
        function_shapes = _reverse(self.function_shapes, self.functions)
        return Naming(constants, predicates, functions, types, shapes, function_shapes)

    @property
    def is_renaming(self) -> bool:
        """Whether only names and the order of parameters change."""
        return not (self.shapes or self.function_shapes or self.one_to_many or self.type_predicates)

    def of(self, kind: str) -> Mapping[str, str]:
        """The names of one of `KINDS`."""
        names: Mapping[str, str] = getattr(self, kind)
        return names

    def renamings(self) -> Iterable[tuple[str, str, str]]:
        """Yield kind, learned name and reference name of each name that changes."""
        for kind in KINDS:
            for ours, theirs in self.of(kind).items():
                if ours != theirs and not theirs.endswith(LEARNED_MARK):
                    yield kind, ours, theirs

    def to_dict(self) -> dict[str, Any]:
        """Convert to JSON or TOML data; `stated.document.correspondence_from` reads it."""
        data: dict[str, Any] = {kind: dict(self.of(kind)) for kind in KINDS if self.of(kind)}
        if self.parameters:
            data["parameters"] = {name: list(order) for name, order in self.parameters.items()}
        return data


def renaming(
    names: Mapping[str, Mapping[str, str]], parameters: Mapping[str, tuple[int, ...]] | None = None
) -> Correspondence:
    """The correspondence with the given names, by kind; kinds that are missing have none."""
    actions, predicates, functions, types, constants = (names.get(kind, {}) for kind in KINDS)
    return Correspondence(actions, predicates, functions, types, constants, parameters or {})


def _reverse(shapes: Mapping[str, Shape], names: Mapping[str, str]) -> dict[str, Shape]:
    return {names.get(name, name): shape.reverse for name, shape in shapes.items()}


def shape_of(pair: SymbolPair, n_reference: int = 0) -> Shape:
    """How the arguments of a learned name become those of the reference, at least `n_reference`."""
    positions = {place: k for k, place in enumerate(pair.arguments) if place is not None}
    n_reference = max(n_reference, *(place + 1 for place in positions), 0)
    places = tuple(positions.get(place) for place in range(n_reference))
    return Shape(places, len(pair.arguments), pair.negated)


LEARNED_MARK = "'"
"""The suffix of a learned name that equals a reference name but means something else."""

SAME_NAMES = Correspondence()


def separated(correspondence: Correspondence, learned: Domain) -> Correspondence:
    """Rename the learned names that clash with a mapped one. If `p` maps to `q`, the learned
    domain's own `q` is not the reference's."""
    if correspondence.is_identity:
        return correspondence
    kinds: dict[str, Any] = {}
    for kind in KINDS:
        names = dict(correspondence.of(kind))
        taken = set(names.values())
        for name in names_of(learned, kind):
            if name not in names and name in taken:
                names[name] = f"{name}{LEARNED_MARK}"
        kinds[kind] = names
    return replace(correspondence, **kinds)


def names_of(domain: Domain, kind: str) -> dict[str, Any]:
    """The declarations of one of `KINDS` by name, in the order of the file."""
    declared: Iterable[Any] = getattr(domain, kind)
    by_name: dict[str, Any] = {}
    for declaration in declared:
        by_name.setdefault(declaration.name, declaration)
    return by_name
