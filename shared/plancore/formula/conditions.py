"""Canonical keys of conditions: conditions that differ only in form have the same key.

Negation normal form; `and` and `or` flattened, their parts sorted and without duplicates; `imply`
expanded; `(and)` and `(or)` simplified away; nested quantifiers of one kind merged; `>` and `>=`
mirrored; the two sides of `=`, sums and products sorted. Nothing is distributed: `(or a b)` never
becomes two conditions.

Bound variables get canonical names: those that quantifiers of one kind bind together are numbered
by type, then by their occurrences, then so that the key is minimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, permutations, product
from math import factorial, prod
from typing import Final, NamedTuple

from plancore.formula.printing import (
    AS_WRITTEN,
    TIME_WORDS,
    Naming,
    Printable,
    formula_text,
    number_text,
)
from plancore.model.formula import (
    TRUE,
    And,
    Arithmetic,
    AtomicFormula,
    Comparison,
    Damaged,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    OneOf,
    Or,
    Preference,
    Probabilistic,
    Timed,
    TrajectoryConstraint,
    TypedName,
    When,
    walk,
)
from plancore.stop import Budget

BOUND: Final = "?:"
"""The prefix of names of bound variables; no variable of a file begins with it."""

_THIS: Final = "?!"
_OTHER: Final = "?*"

MOST_STEPS: Final = 20_000
"""The maximum number of subformulas visited to number variables, which else keep their order."""

KeyOf = Callable[[Sequence[str]], str]
"""Gives the key of the body for given names of the variables."""


def effort() -> Budget:
    """The budget of one formula, shared by nested quantifiers, whose costs multiply."""
    return Budget(MOST_STEPS)


def bound_names(names: Sequence[str], variables: Sequence[TypedName]) -> Mapping[str, str]:
    """The new name of each variable; the last of duplicate variables counts."""
    return {variable.name: name for variable, name in zip(variables, names, strict=True)}


class BoundBlock(NamedTuple):
    """The list of bound variables as text, the key of the body, and the names of the variables."""

    binding: str
    key: str
    names: Sequence[str]


def numbered(
    types: Sequence[str], start: int, key_of: KeyOf, size: int, budget: Budget
) -> BoundBlock:
    """Number the variables of a block. `types` has the type of each variable, `start` is the first
    number, `size` is the number of subformulas of the body."""
    count = len(types)
    orders: Iterator[Sequence[int]] = iter([range(count)])
    if count > 1 and _try_to_spend(budget, count * size):
        orders = _orders(types, key_of, size, budget)
    best: BoundBlock | None = None
    for order in orders:
        names = [""] * count
        for number, index in enumerate(order, start):
            names[index] = f"{BOUND}{number}"
        binding = " ".join(f"{names[index]}-{types[index]}" for index in order)
        candidate = BoundBlock(binding, key_of(names), names)
        if best is None or candidate < best:
            best = candidate
    assert best is not None, "there is always the order as written"
    return best


def _orders(
    types: Sequence[str], key_of: KeyOf, size: int, budget: Budget
) -> Iterator[Sequence[int]]:
    """The orders to try: variables that their occurrences distinguish have fixed positions."""
    looks: list[tuple[str, str]] = []
    for index, type_name in enumerate(types):
        names = [_OTHER] * len(types)
        names[index] = _THIS
        looks.append((type_name, key_of(names)))
    ranked = sorted(range(len(types)), key=lambda index: looks[index])
    groups = [list(group) for _, group in groupby(ranked, key=lambda index: looks[index])]
    n_orders = prod(factorial(len(group)) for group in groups)
    if n_orders > 1 and not _try_to_spend(budget, n_orders * size):
        return iter([ranked])
    choices = product(*(permutations(group) for group in groups))
    return (list(chain.from_iterable(choice)) for choice in choices)


def _try_to_spend(budget: Budget, steps: int) -> bool:
    """Spend `steps` if as many are left; return whether they were. `spend` would raise."""
    if steps > budget.left:
        return False
    budget.spend(steps)
    return True


FALSE: Final = Or()
_LONGEST: Final = 500

_MIRRORED: Final = {">": "<", ">=": "<="}
_NEGATED: Final = {"<": "<=", "<=": "<"}


def atom_key(atom: AtomicFormula, naming: Naming) -> str:
    """The key of an atom, negated if the naming negates its predicate."""
    key = f"({' '.join(atom_words(atom, naming))})"
    return f"(not {key})" if naming.denies(atom.predicate) else key


def atom_words(atom: AtomicFormula, naming: Naming) -> tuple[str, ...]:
    """Predicate and arguments; those of `=` are sorted, because it is symmetric."""
    terms, predicate = naming.terms, atom.predicate
    args = [terms.get(a, a) if type(a) is str else term_key(a, naming) for a in atom.args]
    if predicate == "=":
        args.sort()
    if naming.shapes:
        return tuple(naming.atom(predicate, args))
    return (naming.predicates.get(predicate, predicate), *args)


def term_key(term: Printable, naming: Naming) -> str:
    """The key of a term or numeric expression: its text, with sums and products flat and sorted."""
    if type(term) is not Arithmetic:
        return formula_text(term, naming)
    operator = term.operator
    if operator not in ("+", "*"):
        return f"({' '.join((operator, *(term_key(part, naming) for part in term.args)))})"
    parts, todo = [], [*term.args]
    while todo:
        part = todo.pop()
        if type(part) is Arithmetic and part.operator == operator:
            todo += part.args
        else:
            parts.append(term_key(part, naming))
    return f"({' '.join((operator, *sorted(parts)))})"


def comparison_key(comparison: Comparison, naming: Naming, *, positive: bool = True) -> str:
    """The key of a comparison of numbers or of its negation."""
    operator = comparison.operator
    left, right = term_key(comparison.left, naming), term_key(comparison.right, naming)
    if operator in _MIRRORED:
        operator, left, right = _MIRRORED[operator], right, left
    if operator not in _NEGATED:
        left, right = sorted((left, right))
        key = f"({operator} {left} {right})"
        return key if positive else f"(not {key})"
    if not positive:
        operator, left, right = _NEGATED[operator], right, left
    return f"({operator} {left} {right})"


def condition_key(formula: Formula, naming: Naming) -> str:
    """The key of `formula`."""
    budget = effort()
    return normal_key(normal_form(formula, budget=budget), naming, budget)


def normal_key(
    formula: Formula, naming: Naming, budget: Budget | None = None, n_bound: int = 0
) -> str:
    """The key of a formula in normal form, inside quantifiers that bind `n_bound` variables."""
    if type(formula) is AtomicFormula:  # the commonest case
        return atom_key(formula, naming)
    budget = budget or effort()

    def key(part: Formula) -> str:
        return normal_key(part, naming, budget, n_bound)

    match formula:
        case Not(AtomicFormula() as atom) if naming.denies(atom.predicate):
            return f"({' '.join(atom_words(atom, naming))})"
        case Not(Comparison() as comparison):
            return comparison_key(comparison, naming, positive=False)
        case Not(body):
            return f"(not {key(body)})"
        case And(parts):
            return f"({' '.join(('and', *sorted(map(key, parts))))})"
        case Or(parts):
            return f"({' '.join(('or', *sorted(map(key, parts))))})"
        case Forall() | Exists():
            return _quantified_key(formula, naming, budget, n_bound)
        case Comparison():
            return comparison_key(formula, naming)
        case Timed(when, body):
            return f"({TIME_WORDS.get(when, when)} {key(body)})"
        case Preference(name, body):
            return f"(preference {name} {key(body)})"
        case TrajectoryConstraint(operator, numbers, parts):
            return f"({' '.join((operator, *map(number_text, numbers), *map(key, parts)))})"
        case OneOf(parts):
            return f"({' '.join(('oneof', *sorted(map(key, parts))))})"
        case When(condition, effect):
            return f"(when {key(condition)} {key(effect)})"
        case Probabilistic(outcomes):
            chances = [f"{term_key(chance, naming)} {key(effect)}" for chance, effect in outcomes]
            return f"({' '.join(('probabilistic', *sorted(chances)))})"
        case _:
            return _damaged_key(formula_text(formula, naming))


def _damaged_key(text: str) -> str:
    """A key of bounded length: a part that is nested too deeply may be as long as a file."""
    if len(text) <= _LONGEST:
        return text
    from hashlib import blake2b  # loads OpenSSL

    return f"({blake2b(text.encode('utf-8', 'surrogatepass')).hexdigest()})"


def _quantified_key(formula: Forall | Exists, naming: Naming, budget: Budget, n_bound: int) -> str:
    types = [type_key(variable, naming) for variable in formula.variables]

    def key_of(names: Sequence[str]) -> str:
        inner = naming.with_terms(bound_names(names, formula.variables))
        return normal_key(formula.body, inner, budget, n_bound + len(types))

    block = numbered(types, n_bound, key_of, size_of(formula.body), budget)
    return f"({type(formula).__name__.lower()} ({block.binding}) {block.key})"


def size_of(formula: Formula) -> int:
    """The number of subformulas; a damaged formula, which has none, counts by its length."""
    return sum(1 + len(part.text) // 10 if type(part) is Damaged else 1 for part in walk(formula))


def type_key(variable: TypedName, naming: Naming) -> str:
    """The types of a variable as one word."""
    return "/".join(naming.type_names(variable.types))


def normal_form(
    formula: Formula, *, positive: bool = True, budget: Budget | None = None
) -> Formula:
    """The normal form of `formula`, or of its negation, in the order written."""
    if type(formula) is AtomicFormula:
        return formula if positive else Not(formula)
    budget = budget or effort()

    def inner(part: Formula, *, positive: bool = True) -> Formula:
        return normal_form(part, positive=positive, budget=budget)

    match formula:
        case Not(body):
            return inner(body, positive=not positive)
        case And(parts) | Or(parts):
            is_and = (type(formula) is And) == positive
            return _joined(is_and, [inner(part, positive=positive) for part in parts], budget)
        case Imply(condition, conclusion):
            sides = [inner(condition, positive=not positive), inner(conclusion, positive=positive)]
            return _joined(not positive, sides, budget)
        case Forall(variables, body) | Exists(variables, body):
            is_forall = (type(formula) is Forall) == positive
            return _quantified(is_forall, variables, inner(body, positive=positive))
        case Timed(when, body) if positive or when != "all":
            return Timed(when, inner(body, positive=positive))
        case _:
            whole = _with_normal_parts(formula, inner)
            return whole if positive else Not(whole)


def _joined(is_and: bool, parts: Iterable[Formula], budget: Budget) -> Formula:
    """A conjunction or disjunction, flat and without duplicates. A disjunction with a true part is
    true. A conjunction with a false part keeps its other parts, because they are compared."""
    connective = And if is_and else Or
    kept: dict[str, Formula] = {}
    for part in parts:
        for inner in part.parts if type(part) is connective else (part,):
            kept.setdefault(normal_key(inner, AS_WRITTEN, budget), inner)
    if not is_and and TRUE in kept.values():
        return TRUE
    return next(iter(kept.values())) if len(kept) == 1 else connective(tuple(kept.values()))


def _quantified(is_forall: bool, variables: tuple[TypedName, ...], body: Formula) -> Formula:
    """A quantified formula; a directly nested quantifier of the same kind is merged."""
    quantifier = Forall if is_forall else Exists
    if not variables or body == (TRUE if is_forall else FALSE):
        return body
    if type(body) is quantifier:
        return quantifier((*variables, *body.variables), body.body)
    return quantifier(variables, body)


def _with_normal_parts(formula: Formula, normal: Callable[[Formula], Formula]) -> Formula:
    """A formula other than a connective or quantifier, with its parts in normal form."""
    match formula:
        case Timed(when, body):
            return Timed(when, normal(body))
        case Preference(name, body, node):
            return Preference(name, normal(body), node)
        case TrajectoryConstraint(operator, numbers, parts, node):
            return TrajectoryConstraint(operator, numbers, tuple(map(normal, parts)), node)
        case OneOf(parts, node):
            return OneOf(tuple(map(normal, parts)), node)
        case When(condition, effect, node):
            return When(normal(condition), normal(effect), node)
        case Probabilistic(outcomes, node):
            chances = tuple((chance, normal(effect)) for chance, effect in outcomes)
            return Probabilistic(chances, node)
        case _:
            return formula
