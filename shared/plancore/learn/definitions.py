"""Learn definitions of the predicates of one language in another, from states in both.

A definition is a condition over the predicates of the other language, in disjunctive normal form.
Its literals use the parameters of the predicate, and leave other arguments open: `(on ?x ?)` means
`(exists (?z) (on ?x ?z))`. It is found by sequential covering, as in the AQ family of rule learners
(Michalski 1969): the literals common to all examples, if they exclude all counterexamples; else one
case after the other for an example that is not covered, as general as counterexamples allow. Then
redundant literals are removed. All orders are fixed, so the same examples always yield the same
definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from plancore.model.formula import And, AtomicFormula, Exists, Formula, Not, Or, TypedName

MOST_CASES: Final = 4
MOST_LITERALS: Final = 5
"""Limits of a definition; beyond them it would merely list examples."""


class OpenLiteral(NamedTuple):
    """A literal over parameters, by index; None is an open argument."""

    predicate: str
    args: tuple[int | None, ...]
    positive: bool


class Truth(NamedTuple):
    """The examples and counterexamples that satisfy a literal, as bit sets."""

    literal: OpenLiteral
    examples: int
    counterexamples: int


@dataclass(frozen=True, slots=True)
class FoundDefinition:
    """A disjunction of cases, each a conjunction of literals. `n_missed` examples satisfy none of
    them, `n_wrong` counterexamples satisfy one."""

    cases: tuple[tuple[OpenLiteral, ...], ...]
    n_missed: int
    n_wrong: int

    @property
    def is_exact(self) -> bool:
        """Whether all examples and no counterexamples satisfy it."""
        return not self.n_missed and not self.n_wrong


def define(truths: Sequence[Truth], n_examples: int, n_counterexamples: int) -> FoundDefinition:
    """The definition that separates examples from counterexamples. If there is none, the common
    literals of all examples or the separable cases, whichever has fewer errors. Without examples it
    is always false."""
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
    """Cases without counterexamples, and the number of examples that none of them covers."""
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
    """A case for `example` and many others of `left`, no counterexample; None if too long."""
    true = [truth for truth in truths if truth.examples & example]
    if _counters(true, all_counters):
        return None
    chosen: list[Truth] = []
    counters, covered = all_counters, left
    while counters:
        # Like FOIL, by the product of examples kept and counterexamples excluded.
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
    """A subset of `common` that excludes the same counterexamples."""
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
    """A sort key: positive literals are simpler, and so are those with fewer open arguments."""
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
    """The definition as a formula over `parameters`; `types` are those of predicates."""
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
