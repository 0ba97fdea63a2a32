"""Names of a model replaced by others, and formulas and problems as PDDL text under these names.

The recursion depth is the nesting of the formula, which `lower` bounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeVar

from plancore.model import formula as logic
from plancore.model.formula import TypedName
from plancore.model.problem import Problem
from plancore.model.record import record

if TYPE_CHECKING:
    from plancore.model.plan import GroundAtom, StateAtoms


_Term = TypeVar("_Term")

BLANK: Final = "_"
"""In place of an argument of the new name that the old name leaves implicit."""


_BLANK_WORD: Final = re.compile(r"(?<![^\s(])_(?![^\s)])")


def has_blank(text: str) -> bool:
    """Whether the text of a formula has a blank argument, so that it is not PDDL."""
    return _BLANK_WORD.search(text) is not None


@record
class Shape:
    """The mapping from the arguments of one name to those of another.

    `places` has for each new argument the position of the old one, or None; then it is taken from
    `fillers`, or blank. `n_before` is the number of old arguments. If `negated`, the new name is
    true exactly when the old one is false.
    """

    places: tuple[int | None, ...]
    n_before: int
    negated: bool = False
    fillers: Mapping[int, str] = field(default_factory=dict)

    def of(self, args: Sequence[_Term]) -> list[_Term | str]:
        """Map old arguments to new ones."""
        return [
            args[place] if place is not None and place < len(args) else self.fillers.get(k, BLANK)
            for k, place in enumerate(self.places)
        ]

    def filled(self, fitting: Callable[[int], Sequence[str]]) -> Shape:
        """Fill each open argument that exactly one `fitting` name fits; the others stay open."""
        fillers: dict[int, str] = {}
        for k, place in enumerate(self.places):
            names = fitting(k) if place is None else ()
            if len(names) == 1:
                fillers[k] = names[0]
        return replace(self, fillers=fillers) if fillers else self

    @property
    def is_exact(self) -> bool:
        """Whether every argument of both names has a counterpart."""
        return {*self.places} == {*range(self.n_before)}

    @property
    def reverse(self) -> Shape:
        """The mapping from the new name to the old one."""
        places = {old: new for new, old in enumerate(self.places) if old is not None}
        old_places = tuple(places.get(place) for place in range(self.n_before))
        return Shape(old_places, len(self.places), self.negated)


@record
class Naming:
    """A mapping from old names to new ones; a name that is not listed stays. `terms` has variables
    (with their `?`) and constants. `shapes` and `function_shapes` have the predicates and
    functions, by their old names, whose arguments change."""

    terms: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    function_shapes: Mapping[str, Shape] = field(default_factory=dict)

    def with_terms(self, terms: Mapping[str, str]) -> Naming:
        """This naming with further `terms`, which override its own."""
        return Naming(
            {**self.terms, **terms},
            self.predicates,
            self.functions,
            self.types,
            self.shapes,
            self.function_shapes,
        )

    def type_names(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The renamed types in alphabetical order; `object` if there are none."""
        if len(types) == 1:
            if not self.types:
                return types
            return (self.types.get(types[0], types[0]),)
        return tuple(sorted({self.types.get(name, name) for name in types})) or ("object",)

    def typed_name(self, name: TypedName) -> TypedName:
        """Rename a constant, an object or a parameter; its types keep their order."""
        types = tuple([self.types.get(type_name, type_name) for type_name in name.types])
        return TypedName(self.terms.get(name.name, name.name), types)

    def fresh(self, variables: Iterable[TypedName]) -> dict[str, str]:
        """Names for bound variables: their own, numbered if they equal a new name."""
        taken = set(self.terms.values())
        fresh: dict[str, str] = {}
        for variable in variables:
            name = variable.name
            number = 0
            while name in taken:
                number += 1
                name = f"{variable.name}{number}"
            taken.add(name)
            fresh[variable.name] = name
        return fresh

    def state(self, state: StateAtoms) -> StateAtoms:
        """Rename the atoms of a state; the naming must not negate predicates or open arguments."""
        return frozenset([self.ground(atom) for atom in state])

    def ground(self, atom: GroundAtom) -> GroundAtom:
        """Rename an atom of a state."""
        return tuple(self.atom(atom[0], [self.terms.get(name, name) for name in atom[1:]]))

    def atom(self, predicate: str, args: Sequence[_Term]) -> list[_Term | str]:
        """The words of an atom; `args` are already renamed."""
        shape = self.shapes.get(predicate)
        name = self.predicates.get(predicate, predicate)
        return [name, *(args if shape is None else shape.of(args))]

    def term(self, function: str, args: Sequence[str]) -> list[str]:
        """The words of a function term; `args` are already renamed."""
        shape = self.function_shapes.get(function)
        name = self.functions.get(function, function)
        return [name, *(args if shape is None else shape.of(args))]

    def denies(self, predicate: str) -> bool:
        """Whether the new name is true exactly when the old one is false."""
        shape = self.shapes.get(predicate)
        return shape is not None and shape.negated


AS_WRITTEN = Naming()


_WORD: Final = re.compile(r"\(|[^\s()]+")
TIME_WORDS: Final = {"start": "at start", "end": "at end", "all": "over all"}
Printable = logic.Formula | logic.Expression | logic.Term


def formula_text(part: Printable, naming: Naming = AS_WRITTEN) -> str:
    """The PDDL text of `part` on one line, in lower case, with one space between items. A
    quantified variable that would capture one of the new names gets a fresh name."""
    match part:
        case logic.AtomicFormula(predicate, args):
            text = _words(naming.atom(predicate, _texts(args, naming)))
            return f"(not {text})" if naming.denies(predicate) else text
        case logic.Not(logic.AtomicFormula(predicate, args)) if naming.denies(predicate):
            return _words(naming.atom(predicate, _texts(args, naming)))
        case logic.Not(body):
            return f"(not {formula_text(body, naming)})"
        case logic.And(parts):
            return _list("and", parts, naming)
        case logic.Or(parts):
            return _list("or", parts, naming)
        case str():
            return naming.terms.get(part, part)
        case logic.Forall(variables, body):
            return _quantified("forall", variables, body, naming)
        case logic.Exists(variables, body):
            return _quantified("exists", variables, body, naming)
        case logic.Imply(condition, conclusion):
            return _list("imply", (condition, conclusion), naming)
        case logic.When(condition, effect):
            return _list("when", (condition, effect), naming)
        case logic.Timed(when, body):
            return _list(TIME_WORDS.get(when, when), (body,), naming)
        case _:
            return _numeric_or_rare(part, naming)


def typed_list(names: Iterable[logic.TypedName], naming: Naming = AS_WRITTEN) -> str:
    """`?a ?b - block ?c - object`: neighbours of one type share it. If any name has a type, all get
    one, so that none takes its neighbour's."""
    all_names = list(names)
    typed = any(name.types for name in all_names)
    pieces: list[str] = []
    group_type = ""
    for name in all_names:
        type_name = type_text(name.types, naming) if typed else ""
        if pieces and type_name != group_type:
            pieces += ("-", group_type)
        group_type = type_name
        pieces.append(naming.terms.get(name.name, name.name))
    if group_type:
        pieces += ("-", group_type)
    return " ".join(pieces)


def head_text(name: str, parameters: Iterable[logic.TypedName], naming: Naming = AS_WRITTEN) -> str:
    """`(at ?x ?y - place)`: a declared name with its parameters."""
    listed = typed_list(parameters, naming)
    return f"({name} {listed})" if listed else f"({name})"


def type_text(types: tuple[str, ...], naming: Naming = AS_WRITTEN) -> str:
    """`block`, `(either block table)`, or `object` if there is no type."""
    renamed = [naming.types.get(name, name) for name in types]
    if not renamed:
        return "object"
    return renamed[0] if len(renamed) == 1 else f"(either {' '.join(renamed)})"


def number_text(value: Fraction) -> str:
    """A decimal number if it is finite, otherwise a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    digits = 0
    scaled = value
    while scaled.denominator % 2 == 0 or scaled.denominator % 5 == 0:
        scaled *= 10
        digits += 1
    if scaled.denominator != 1:
        return str(value)
    text = str(abs(scaled.numerator)).rjust(digits + 1, "0")
    return f"{'-' if value < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def _numeric_or_rare(part: Printable, naming: Naming) -> str:
    match part:
        case logic.Number(value):
            return number_text(value)
        case logic.FunctionTerm(name, args):
            # `#t`, `?duration` and `total-time` have no parentheses.
            if name[:1] in ("#", "?") or (name == "total-time" and not args):
                return name
            return _words(naming.term(name, _texts(args, naming)))
        case logic.Arithmetic(operator, args):
            return _list(operator, args, naming)
        case logic.Comparison(operator, left, right):
            return _list(operator, (left, right), naming)
        case logic.Assign(operator, target, value):
            return _list(operator, (target, value), naming)
        case logic.IsViolated(preference):
            return f"(is-violated {preference})"
        case logic.OneOf(parts):
            return _list("oneof", parts, naming)
        case logic.At(time, body):
            return _list(f"at {number_text(time)}", (body,), naming)
        case logic.Preference(name, body):
            return _list(f"preference {name}".rstrip(), (body,), naming)
        case logic.TrajectoryConstraint(operator, numbers, parts):
            return _list(" ".join((operator, *map(number_text, numbers))), parts, naming)
        case logic.Probabilistic(outcomes):
            items = [item for outcome in outcomes for item in outcome]
            return _list("probabilistic", items, naming)
        case logic.Damaged(text):
            return text if naming is AS_WRITTEN else _renamed(text, naming)
        case _:
            raise TypeError(f"not a formula: {type(part).__name__}")


def _renamed(text: str, naming: Naming) -> str:
    """The text of a damaged formula under other names; a word's position determines its kind."""
    before = ""

    def rename(match: re.Match[str]) -> str:
        nonlocal before
        word = match.group()
        if before == "(":
            word = naming.predicates.get(word) or naming.functions.get(word, word)
        elif before == "-":
            word = naming.types.get(word, word)
        elif word != "(":
            word = naming.terms.get(word, word)
        before = match.group()
        return word

    return _WORD.sub(rename, text)


def _list(head: str, items: Iterable[Printable], naming: Naming) -> str:
    return _words([head, *_texts(items, naming)])


def _texts(items: Iterable[Printable], naming: Naming) -> list[str]:
    terms = naming.terms
    return [
        terms.get(item, item) if type(item) is str else formula_text(item, naming) for item in items
    ]


def _words(words: Iterable[str]) -> str:
    return f"({' '.join(words)})"


def _quantified(
    head: str, variables: tuple[logic.TypedName, ...], body: logic.Formula, naming: Naming
) -> str:
    inner = naming.with_terms(naming.fresh(variables)) if naming.terms else naming
    return f"({head} ({typed_list(variables, inner)}) {formula_text(body, inner)})"


# Problems as PDDL text, for programs that read files.


def problem_text(problem: Problem) -> str:
    """The text of `problem` in lower case, with a fact on each line. Sections that the model does
    not represent are left out."""
    return "\n".join(_lines(problem)) + "\n"


def _lines(problem: Problem) -> Iterator[str]:
    yield f"(define (problem {problem.name}) (:domain {problem.domain_name})"
    if problem.requirements:
        yield f"(:requirements {' '.join(problem.requirements)})"
    if problem.objects:
        yield f"(:objects {typed_list(problem.objects)})"
    yield "(:init"
    yield from map(formula_text, problem.init)
    yield ")"
    yield f"(:goal {formula_text(problem.goal)})"
    if problem.constraints is not None:
        yield f"(:constraints {formula_text(problem.constraints)})"
    if problem.metric is not None:
        yield f"(:metric {problem.metric.direction} {formula_text(problem.metric.expression)})"
    yield ")"
