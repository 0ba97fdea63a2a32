"""How a model uses each name: the literals of its actions and their roles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from enum import StrEnum
from typing import Final, NamedTuple

from plancore.memo import lazy
from plancore.model.domain import OBJECT, Action, Domain
from plancore.model.formula import (
    And,
    Arithmetic,
    Assign,
    AtomicFormula,
    Comparison,
    Exists,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    Or,
    Preference,
    Term,
    TypedName,
    When,
    children,
)
from plancore.syntax.nodes import Atom

Types = tuple[str, ...]
"""Names of types, and of predicates that play types."""

MOST_ALIKE: Final = 6
"""The maximum number of uses of one name in one role that are read per action. An action that was
grounded for a hundred constants is characterised by a few."""


class LiteralRole(StrEnum):
    """The role of a literal or a numeric term in an action."""

    REQUIRED = "required"
    FORBIDDEN = "forbidden"
    ADDED = "added"
    DELETED = "deleted"
    READ = "read"
    CHANGED = "changed"

    @property
    def opposite(self) -> LiteralRole | None:
        """The role of the negated literal."""
        return _OPPOSITE.get(self)


_OPPOSITE: Final = {
    LiteralRole.REQUIRED: LiteralRole.FORBIDDEN,
    LiteralRole.FORBIDDEN: LiteralRole.REQUIRED,
    LiteralRole.ADDED: LiteralRole.DELETED,
    LiteralRole.DELETED: LiteralRole.ADDED,
}
_NUMERIC: Final = (LiteralRole.READ, LiteralRole.CHANGED)
_EFFECTS: Final = (LiteralRole.ADDED, LiteralRole.DELETED, LiteralRole.CHANGED)

_WEIGHTS: Final = {
    LiteralRole.REQUIRED: 1.0,
    LiteralRole.FORBIDDEN: 0.5,
    LiteralRole.ADDED: 1.2,
    LiteralRole.DELETED: 1.0,
    LiteralRole.READ: 0.6,
    LiteralRole.CHANGED: 0.8,
}
_OF_STATIC: Final = 0.7
_OF_TYPE_PREDICATE: Final = 0.2
_OF_EQUALITY: Final = 0.1


class LiteralUse(NamedTuple):
    """One literal or numeric term of an action; `args` are variables and constants."""

    role: LiteralRole
    symbol: str
    args: tuple[str, ...]


class TypedSymbol(NamedTuple):
    """A predicate or function; `args` has the types of each argument.

    A static one is changed neither by an action nor by an axiom.
    """

    name: str
    args: tuple[Types, ...]
    is_static: bool


class OperatorUses(NamedTuple):
    """An action: its literals, and the types of its parameters and bound variables.

    `required` are the predicates of which the action requires a true atom, to be applied or for a
    conditional effect.
    """

    name: str
    parameters: tuple[str, ...]
    types: Mapping[str, Types]
    uses: tuple[LiteralUse, ...]
    required: frozenset[str]


class Roles:
    """One model, with the roles of its names.

    `types` are the declared types and the unary static predicates that an action requires, which
    may play a type. `object` carries no information and is left out.
    """

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.hierarchy = domain.hierarchy
        operators: dict[str, OperatorUses] = {}
        for action in domain.actions:
            operators.setdefault(action.name, _operator(action))
        self.predicates = _symbols(domain, operators.values(), is_function=False)
        self.functions = _symbols(domain, operators.values(), is_function=True)
        self.symbols = {**self.functions, **self.predicates}
        self.type_predicates = _type_predicates(self.predicates, operators.values())
        self.operators = {
            name: _with_type_predicates(operator, self.type_predicates)
            for name, operator in operators.items()
        }
        declared = sorted(name for name in self.hierarchy.names if name != OBJECT)
        self.declared_types = tuple(declared)
        self.types = (*declared, *(name for name in self.type_predicates if name not in declared))

    def with_operators(
        self, operators: Mapping[str, OperatorUses], symbols: Mapping[str, TypedSymbol]
    ) -> Roles:
        """A copy with other operators and symbols."""
        roles = copy(self)
        for name in ("role_counts", "_weights", "_sizes"):
            roles.__dict__.pop(name, None)
        roles.operators = dict(operators)
        roles.symbols = dict(symbols)
        roles.predicates = {name: symbols[name] for name in self.predicates}
        roles.functions = {name: symbols[name] for name in self.functions}
        return roles

    @lazy
    def spelling(self) -> Mapping[str, str]:
        """Each declared name as it is spelt in the file, with its capitals."""
        domain = self.domain
        named = [(declared.name, declared.name_node) for declared in domain.predicates]
        named += [(declared.name, declared.name_node) for declared in domain.functions]
        named += [(action.name, action.name_node) for action in domain.actions]
        named += [(declared.name, declared.node) for declared in domain.types]
        return {name: node.text for name, node in named if isinstance(node, Atom)}

    @lazy
    def role_counts(self) -> Mapping[str, Counter[LiteralRole]]:
        """For each predicate and function the number of uses in each role."""
        counts: dict[str, Counter[LiteralRole]] = {name: Counter() for name in self.symbols}
        for operator in self.operators.values():
            for use in operator.uses:
                if use.symbol in counts:
                    counts[use.symbol][use.role] += 1
        return counts

    @lazy
    def related_types(self) -> Mapping[str, Types]:
        """For each declared type its subtypes and supertypes."""
        below = self.hierarchy.is_subtype
        return {
            name: tuple(
                other
                for other in self.declared_types
                if other != name and (below(other, name) or below(name, other))
            )
            for name in self.declared_types
        }

    @lazy
    def _sizes(self) -> Mapping[str, float]:
        return {name: sum(map(self.weight, one.uses)) for name, one in self.operators.items()}

    def size(self, action: str) -> float:
        """The total weight of the literals of an action."""
        return self._sizes[action]

    @lazy
    def _weights(self) -> dict[tuple[LiteralRole, str], float]:
        return {}

    def weight(self, use: LiteralUse) -> float:
        """How much a use characterises its action."""
        key = use.role, use.symbol
        weight = self._weights.get(key)
        if weight is None:
            weight = _WEIGHTS[use.role]
            if use.symbol == "=":
                weight *= _OF_EQUALITY
            elif use.symbol in self.type_predicates:
                weight *= _OF_TYPE_PREDICATE
            elif use.symbol in self.symbols and self.symbols[use.symbol].is_static:
                weight *= _OF_STATIC
            self._weights[key] = weight
        return weight


def _symbols(
    domain: Domain, operators: Iterable[OperatorUses], *, is_function: bool
) -> dict[str, TypedSymbol]:
    """The declared or used symbols.

    If no use has the declared number of arguments, the commonest number of the uses counts.
    Arguments without a declared type have the types of the terms used there.
    """
    arities: dict[str, Counter[int]] = {}
    types: dict[tuple[str, int], dict[str, None]] = {}
    changed = {axiom.predicate for axiom in domain.axioms}
    for operator in operators:
        for use in operator.uses:
            if (use.role in _NUMERIC) is not is_function or use.symbol == "=":
                continue
            arities.setdefault(use.symbol, Counter())[len(use.args)] += 1
            if use.role in _EFFECTS:
                changed.add(use.symbol)
            for position, arg in enumerate(use.args):
                places = types.setdefault((use.symbol, position), {})
                places.update(dict.fromkeys(operator.types.get(arg, ())))
    declared: dict[str, tuple[TypedName, ...]] = {}
    for declaration in domain.functions if is_function else domain.predicates:
        declared.setdefault(declaration.name, declaration.parameters)
    symbols: dict[str, TypedSymbol] = {}
    for name in dict.fromkeys((*declared, *arities)):
        parameters = declared.get(name, ())
        counts = arities.get(name)
        arity = len(parameters)
        if counts and (name not in declared or arity not in counts):
            arity = counts.most_common(1)[0][0]
        args = tuple(
            _proper(parameters[k].types if k < len(parameters) else ())
            or tuple(types.get((name, k), ()))
            for k in range(arity)
        )
        symbols[name] = TypedSymbol(name, args, name not in changed)
    return symbols


def _type_predicates(
    predicates: Mapping[str, TypedSymbol], operators: Iterable[OperatorUses]
) -> tuple[str, ...]:
    """The static unary predicates that actions require."""
    required = frozenset[str]().union(*(operator.required for operator in operators))
    return tuple(
        symbol.name
        for symbol in predicates.values()
        if symbol.is_static and len(symbol.args) == 1 and symbol.name in required
    )


def _with_type_predicates(operator: OperatorUses, type_predicates: Types) -> OperatorUses:
    types = dict(operator.types)
    for use in operator.uses:
        if use.role is LiteralRole.REQUIRED and use.symbol in type_predicates and use.args:
            own = types.get(use.args[0])
            if own is not None and use.symbol not in own:
                types[use.args[0]] = (*own, use.symbol)
    return operator._replace(types=types)


def _proper(types: Types) -> Types:
    return tuple(name for name in types if name != OBJECT)


def _operator(action: Action) -> OperatorUses:
    reader = _UseReader()
    reader.condition(action.precondition, True, {})
    reader.effect(action.effect, {})
    if action.duration is not None:
        reader.condition(action.duration, True, {})
    types = reader.bound | {p.name: _proper(p.types) for p in action.parameters}
    parameters = tuple(dict.fromkeys(p.name for p in action.parameters))
    required = frozenset(reader.required)
    return OperatorUses(action.name, parameters, types, tuple(reader.uses), required)


class _UseReader:
    """Collects the uses of one action; bound variables are renamed apart."""

    def __init__(self) -> None:
        self.uses: dict[LiteralUse, None] = {}
        self.required: set[str] = set()
        self.bound: dict[str, Types] = {}
        self._counts: Counter[tuple[LiteralRole, str]] = Counter()

    def condition(
        self, formula: Formula, sign: bool, names: Mapping[str, str], is_choice: bool = False
    ) -> None:
        """Read a condition.

        `is_choice` is whether it may be false in an applicable state: as a disjunct or a
        preference.
        """
        match formula:
            case AtomicFormula(predicate, args):
                if sign and not is_choice:
                    self.required.add(predicate)
                self._note(
                    LiteralRole.REQUIRED if sign else LiteralRole.FORBIDDEN, predicate, args, names
                )
            case Not(body):
                self.condition(body, not sign, names, is_choice)
            case Imply(condition, conclusion):
                self.condition(condition, not sign, names, is_choice or sign)
                self.condition(conclusion, sign, names, is_choice or sign)
            case Forall(variables, body) | Exists(variables, body):
                self.condition(body, sign, self._inside(variables, names), is_choice)
            case Comparison(_, left, right):
                self._terms(left, LiteralRole.READ, names)
                self._terms(right, LiteralRole.READ, names)
            case Preference(_, body):
                self.condition(body, sign, names, True)
            case _:
                is_choice = is_choice or isinstance(formula, Or if sign else And)
                for part in children(formula):
                    self.condition(part, sign, names, is_choice)

    def effect(self, formula: Formula, names: Mapping[str, str]) -> None:
        match formula:
            case AtomicFormula(predicate, args):
                self._note(LiteralRole.ADDED, predicate, args, names)
            case Not(AtomicFormula(predicate, args)):
                self._note(LiteralRole.DELETED, predicate, args, names)
            case When(condition, effect):
                self.condition(condition, True, names)
                self.effect(effect, names)
            case Forall(variables, body):
                self.effect(body, self._inside(variables, names))
            case Assign(_, target, value):
                self._terms(target, LiteralRole.CHANGED, names)
                self._terms(value, LiteralRole.READ, names)
            case _:
                for part in children(formula):
                    self.effect(part, names)

    def _inside(
        self, variables: Iterable[TypedName], names: Mapping[str, str]
    ) -> Mapping[str, str]:
        inner = dict(names)
        for variable in variables:
            name = inner[variable.name] = f"{variable.name}:{len(self.bound)}"
            self.bound[name] = _proper(variable.types)
        return inner

    def _terms(self, term: Expression, role: LiteralRole, names: Mapping[str, str]) -> None:
        match term:
            case FunctionTerm(name, args):
                self._note(role, name, args, names)
            case Arithmetic(_, args):
                for inner in args:
                    self._terms(inner, LiteralRole.READ, names)

    def _note(
        self, role: LiteralRole, symbol: str, args: Iterable[Term], names: Mapping[str, str]
    ) -> None:
        words = tuple(names.get(arg, arg) if isinstance(arg, str) else "#" for arg in args)
        use = LiteralUse(role, symbol, words)
        if use not in self.uses and self._counts[role, symbol] < MOST_ALIKE:
            self._counts[role, symbol] += 1
            self.uses[use] = None
