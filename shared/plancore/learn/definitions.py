"""What a predicate of one language is in another: a definition, learned from states in both.

A definition is a condition over the predicates of the other language, in disjunctive normal form.
A literal in it names the parameters of the predicate, and leaves other arguments open: `(on ?x ?)`
stands for `(exists (?z) (on ?x ?z))`. It is found by sequential covering, the AQ family of rule
learners (Michalski 1969): what all examples agree in, if that excludes all counterexamples; else a
case for one example after the other, each as general as counterexamples allow. Then literals go
that exclude nothing which others do not exclude. The order of everything is fixed, so the same
examples always give the same definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from plancore.model.formula import And, AtomicFormula, Exists, Formula, Not, Or, TypedName

MOST_CASES: Final = 4
MOST_LITERALS: Final = 5
"""With more cases, or more literals in one, a definition is a list of examples."""


class OpenLiteral(NamedTuple):
    """A literal over parameters, by number; None is an argument that is left open."""

    predicate: str
    args: tuple[int | None, ...]
    positive: bool


class Truth(NamedTuple):
    """Of a literal the examples, and the counterexamples, that it is true of, as bits."""

    literal: OpenLiteral
    examples: int
    counterexamples: int


@dataclass(frozen=True, slots=True)
class FoundDefinition:
    """Cases of literals: `n_missed` examples have none, `n_wrong` counterexamples have one."""

    cases: tuple[tuple[OpenLiteral, ...], ...]
    n_missed: int
    n_wrong: int

    @property
    def is_exact(self) -> bool:
        """Whether it holds of the examples and of no counterexample."""
        return not self.n_missed and not self.n_wrong


def define(truths: Sequence[Truth], n_examples: int, n_counterexamples: int) -> FoundDefinition:
    """The definition that holds of the examples and not of the counterexamples. Where there is
    none, either what all examples agree in or the cases that can be told apart, whichever is wrong
    of fewer. Without examples it never holds."""
    if not n_examples:
        return FoundDefinition((), 0, 0)
    every, all_counters = (1 << n_examples) - 1, (1 << n_counterexamples) - 1
    common = [truth for truth in truths if truth.examples == every]
    wrong = _counters(common, all_counters).bit_count()
    if wrong:
        cases, missed = _cases(truths, every, all_counters)
        if missed < wrong:
            return FoundDefinition(tuple(cases), missed, 0)
    return FoundDefinition((_needed(common, all_counters),), 0, wrong)


def _cases(
    truths: Sequence[Truth], every: int, all_counters: int
) -> tuple[list[tuple[OpenLiteral, ...]], int]:
    """Cases without counterexamples, and how many examples have none of them."""
    cases: list[tuple[OpenLiteral, ...]] = []
    covered, tried = 0, 0
    while every & ~(covered | tried) and len(cases) < MOST_CASES:
        left = every & ~covered
        first = left & ~tried
        first &= -first
        tried |= first
        case = _case(truths, first, left, all_counters)
        if case is not None:
            cases.append(tuple(truth.literal for truth in case))
            covered |= _examples(case, every)
    return cases, (every & ~covered).bit_count()


def _case(
    truths: Sequence[Truth], example: int, left: int, all_counters: int
) -> list[Truth] | None:
    """A case that has `example`, as many others of `left` as can be, and no counterexample; None
    where there is none of so few literals that one believes it."""
    true = [truth for truth in truths if truth.examples & example]
    if _counters(true, all_counters):
        return None
    chosen: list[Truth] = []
    counters, covered = all_counters, left
    while counters:
        # Like FOIL, by what is kept and what is excluded at once.
        best = max(
            true,
            key=lambda truth: (
                (counters & ~truth.counterexamples).bit_count()
                * (covered & truth.examples).bit_count(),
                _simplicity(truth),
            ),
        )
        chosen.append(best)
        counters &= best.counterexamples
        covered &= best.examples
    for truth in chosen[:-1]:
        others = [other for other in chosen if other is not truth]
        if not _counters(others, all_counters):
            chosen = others
    return chosen if len(chosen) <= MOST_LITERALS else None


def _needed(common: Sequence[Truth], all_counters: int) -> tuple[OpenLiteral, ...]:
    """Literals of `common` that exclude what all of them exclude."""
    target = _counters(common, all_counters)
    chosen: list[OpenLiteral] = []
    counters = all_counters
    while counters != target:
        best = max(
            common,
            key=lambda truth: ((counters & ~truth.counterexamples).bit_count(), _simplicity(truth)),
        )
        chosen.append(best.literal)
        counters &= best.counterexamples
    return tuple(chosen)


def _simplicity(truth: Truth) -> tuple[bool, int, tuple[int, ...]]:
    """Positive literals are simpler, and so are those that leave less open."""
    open_args = sum(arg is None for arg in truth.literal.args)
    return truth.literal.positive, -open_args, tuple(-(arg or 0) for arg in truth.literal.args)


def _counters(truths: Sequence[Truth], counters: int) -> int:
    for truth in truths:
        counters &= truth.counterexamples
    return counters


def _examples(truths: Sequence[Truth], examples: int) -> int:
    for truth in truths:
        examples &= truth.examples
    return examples


def condition_of(
    found: FoundDefinition,
    parameters: Sequence[TypedName],
    types: Mapping[str, tuple[TypedName, ...]],
) -> Formula:
    """The definition as a formula over `parameters`; `types` has the parameters of predicates."""
    cases = [And(tuple(_formulas(case, parameters, types))) for case in found.cases]
    simple = [case.parts[0] if len(case.parts) == 1 else case for case in cases]
    return simple[0] if len(simple) == 1 else Or(tuple(simple))


def _formulas(
    case: Sequence[OpenLiteral],
    parameters: Sequence[TypedName],
    types: Mapping[str, tuple[TypedName, ...]],
) -> Iterator[Formula]:
    for predicate, args, positive in case:
        names, variables = [], []
        for number, (arg, declared) in enumerate(zip(args, types[predicate], strict=True), 1):
            name = f"?other{number}" if arg is None else parameters[arg].name
            names.append(name)
            if arg is None:
                variables.append(TypedName(name, declared.types))
        formula: Formula = AtomicFormula(predicate, tuple(names))
        if variables:
            formula = Exists(tuple(variables), formula)
        yield formula if positive else Not(formula)
