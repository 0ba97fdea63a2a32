"""The canonical key of a condition: two conditions that differ in form only have the same key.

Negation normal form; `and` and `or` flattened, their parts sorted and without duplicates;
`imply` spelled out; quantified variables renamed by their position; `>` and `>=` turned round;
the two sides of `=` sorted. Nothing is distributed: `(or a b)` never becomes two conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import TIME_WORDS, Printable, formula_text, number_text
from plancore.model.formula import (
    And,
    AtomicFormula,
    Comparison,
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
)

_MIRRORED: Final = {">": "<", ">=": "<="}
_NEGATED: Final = {"<": "<=", "<=": "<"}


def atom_key(atom: AtomicFormula, naming: Naming) -> str:
    """The key of a positive atom."""
    return f"({' '.join(atom_words(atom, naming))})"


def atom_words(atom: AtomicFormula, naming: Naming) -> list[str]:
    """Predicate and arguments; `=` holds both ways round, so its arguments are sorted."""
    terms = naming.terms
    words = [terms.get(a, a) if type(a) is str else term_key(a, naming) for a in atom.args]
    if atom.predicate == "=":
        words.sort()
    words.insert(0, naming.predicates.get(atom.predicate, atom.predicate))
    return words


def term_key(term: Printable, naming: Naming) -> str:
    """The key of a term or numeric expression: its text, for arithmetic is kept as written."""
    return formula_text(term, naming)


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


def condition_key(formula: Formula, naming: Naming, *, positive: bool = True) -> str:
    """The key of `formula`, or of its negation where `positive` is false."""
    match formula:
        case AtomicFormula():
            key = atom_key(formula, naming)
            return key if positive else f"(not {key})"
        case Not(body):
            return condition_key(body, naming, positive=not positive)
        case And() | Or() | Imply():
            connective = "and" if (type(formula) is And) == positive else "or"
            parts = sorted(
                {
                    condition_key(part, naming, positive=sign)
                    for part, sign in flat_parts(formula, connective, positive)
                }
            )
            return parts[0] if len(parts) == 1 else f"({' '.join((connective, *parts))})"
        case Forall(variables, body) | Exists(variables, body):
            quantifier = "forall" if (type(formula) is Forall) == positive else "exists"
            binding, inner = bind(variables, naming)
            return f"({quantifier} ({binding}) {condition_key(body, inner, positive=positive)})"
        case Comparison():
            return comparison_key(formula, naming, positive=positive)
        case Timed(when, body):
            return (
                f"({TIME_WORDS.get(when, when)} {condition_key(body, naming, positive=positive)})"
            )
        case _:
            key = _rare_key(formula, naming)
            return key if positive else f"(not {key})"


def bind(variables: tuple[TypedName, ...], naming: Naming) -> tuple[str, Naming]:
    """The key of a list of quantified variables, and the naming inside the quantifier."""
    depth = sum(name.startswith("?q") for name in naming.terms.values())
    names = {variable.name: f"?q{depth + i}" for i, variable in enumerate(variables)}
    binding = " ".join(
        f"{names[variable.name]}-{'/'.join(naming.type_names(variable.types))}"
        for variable in variables
    )
    return binding, naming.with_terms(names)


def flat_parts(formula: Formula, connective: str, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """The parts under one connective, through nested ones of the same kind, with their signs."""
    stack: list[tuple[Formula, bool]] = [(formula, positive)]
    while stack:
        part, sign = stack.pop()
        while type(part) is Not:
            part, sign = part.body, not sign
        if type(part) is And or type(part) is Or:
            same = ((type(part) is And) == sign) == (connective == "and")
            if same or len(part.parts) == 1:
                stack.extend((inner, sign) for inner in reversed(part.parts))
                continue
        elif type(part) is Imply and sign == (connective == "or"):
            stack += ((part.conclusion, sign), (part.condition, not sign))
            continue
        yield part, sign


def normal_form(formula: Formula, *, positive: bool = True) -> Formula:
    """`formula`, or its negation, as `condition_key` reads it, but in the order written."""
    match formula:
        case Not(body):
            return normal_form(body, positive=not positive)
        case And() | Or() | Imply():
            connective = "and" if (type(formula) is And) == positive else "or"
            parts: dict[str, Formula] = {}
            for part, sign in flat_parts(formula, connective, positive):
                key = condition_key(part, AS_WRITTEN, positive=sign)
                if key not in parts:
                    parts[key] = normal_form(part, positive=sign)
            if len(parts) == 1:
                return next(iter(parts.values()))
            return (And if connective == "and" else Or)(tuple(parts.values()))
        case Forall(variables, body) | Exists(variables, body):
            quantifier = Forall if (type(formula) is Forall) == positive else Exists
            return quantifier(variables, normal_form(body, positive=positive))
        case Timed(when, body):
            return Timed(when, normal_form(body, positive=positive))
        case When(condition, effect) if positive:
            return When(normal_form(condition), normal_form(effect))
        case _:
            return formula if positive else Not(formula)


def _rare_key(formula: Formula, naming: Naming) -> str:
    match formula:
        case Preference(name, body):
            return f"(preference {name} {condition_key(body, naming)})"
        case TrajectoryConstraint(operator, numbers, parts):
            keys = [condition_key(part, naming) for part in parts]
            return f"({' '.join((operator, *map(number_text, numbers), *keys))})"
        case OneOf(parts):
            return f"({' '.join(('oneof', *sorted(condition_key(p, naming) for p in parts)))})"
        case When(condition, effect):
            return f"(when {condition_key(condition, naming)} {condition_key(effect, naming)})"
        case Probabilistic(outcomes):
            keys = [
                f"{term_key(probability, naming)} {condition_key(effect, naming)}"
                for probability, effect in outcomes
            ]
            return f"({' '.join(('probabilistic', *sorted(keys)))})"
        case _:
            return formula_text(formula, naming)
