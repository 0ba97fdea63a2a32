"""Formulas and problems as PDDL text, with names replaced if requested.

The recursion depth is the nesting of the formula, which `lower` bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.model import formula as logic
from plancore.model.problem import Problem

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
