"""An alignment as text: a table for each kind of pair, then what is left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from plancore.correspondence.pairs import (
    UNCERTAIN,
    ActionPair,
    Arguments,
    NamePair,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.correspondence.roles import Roles
from plancore.model.domain import Domain, Function, Predicate
from plancore.report.alignment.behaviour_text import behaviour_lines
from plancore.report.alignment.review import Alignment
from plancore.report.heading import heading
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import Cell, table
from plancore.report.words import count_of
from plancore.simulate.atoms import show

_HEAD: Final = ("learned", "reference", "confidence", "evidence")
_DROPPED: Final = "_"
"""Stands for an argument that the other side does not have."""


def lines(alignment: Alignment) -> Iterator[Line]:
    """The whole report."""
    yield from heading(alignment.learned.name, alignment.reference.name, alignment.notes)
    yield line(_summary(alignment))
    for title, rows in _tables(alignment):
        if rows:
            yield ()
            yield line(Piece(title, Tone.TITLE))
            head: list[Cell] = ["", *(Piece(cell, Tone.DIM) for cell in _HEAD)]
            yield from table([head, *rows])
    yield from _left_over(alignment)
    for carried in alignment.carried:
        yield ()
        yield from behaviour_lines(carried)


def _summary(alignment: Alignment) -> str:
    covered = [
        f"{entry.n_covered} of {entry.n_reference} {entry.kind}"
        for entry in alignment.coverage
        if entry.n_reference
    ]
    pairs = count_of(alignment.n_pairs, "pair")
    uncertain = f", {alignment.n_uncertain} of them uncertain (?)" if alignment.n_uncertain else ""
    return f"{pairs}{uncertain}; of the reference covered: {', '.join(covered) or 'nothing'}"


def _tables(alignment: Alignment) -> Iterator[tuple[str, list[list[Cell]]]]:
    pairs, names = alignment.pairs, _Atoms(alignment.ours, alignment.theirs)
    yield "actions", [_row(pair, *names.of_actions(pair)) for pair in pairs.actions]
    for title, symbols in (("predicates", pairs.predicates), ("functions", pairs.functions)):
        yield title, [_row(pair, *names.of_symbols(pair)) for pair in symbols]
    for title, named in (("types", pairs.types), ("constants", pairs.constants)):
        yield title, [_row(pair, pair.learned, pair.reference) for pair in named]
    yield "predicates that play types", [_row(p, *_played(p)) for p in pairs.type_predicates]


class _Atoms:
    """Pairs as two atoms, the second in the variables of the first; a name alone where it says
    everything."""

    def __init__(self, learned: Domain, reference: Domain) -> None:
        self.ours, self.theirs = Roles(learned), Roles(reference)
        self.variables: dict[str, tuple[str, ...]] = {}
        declared: Iterable[Predicate | Function] = (*learned.predicates, *learned.functions)
        for symbol in declared:
            self.variables[symbol.name] = tuple(p.name for p in symbol.parameters)

    def of_actions(self, pair: ActionPair) -> tuple[str, str]:
        """Two actions."""
        mine = self.ours.operators[pair.learned].parameters
        yours = self.theirs.operators[pair.reference].parameters
        places = tuple(
            yours.index(name) if name in yours else None for name in map(pair.parameters.get, mine)
        )
        return _atoms(pair, mine, places, len(yours))

    def of_symbols(self, pair: SymbolPair) -> tuple[str, str]:
        """Two predicates or functions."""
        arity = len(pair.arguments)
        names = self.variables.get(pair.learned, ())
        if len(names) != arity:
            names = tuple(f"?{number}" for number in range(1, arity + 1))
        n_theirs = len(self.theirs.symbols[pair.reference].args)
        mine, yours = _atoms(pair, names, pair.arguments, n_theirs)
        return mine, f"not {yours}" if pair.negated else yours


def _atoms(
    pair: NamePair, variables: Sequence[str], places: Arguments, n_theirs: int
) -> tuple[str, str]:
    if places == tuple(range(n_theirs)):
        return pair.learned, pair.reference
    theirs = [_DROPPED] * n_theirs
    for variable, place in zip(variables, places, strict=True):
        if place is not None:
            theirs[place] = variable
    return show((pair.learned, *variables)), show((pair.reference, *theirs))


def _played(played: TypePredicate) -> tuple[str, str]:
    predicate, type_name = show((played.predicate, "?x")), f"?x - {played.type}"
    return (predicate, type_name) if played.side is Side.LEARNED else (type_name, predicate)


def _row(pair: NamePair | TypePredicate, mine: str, yours: str) -> list[Cell]:
    is_uncertain = pair.confidence < UNCERTAIN
    is_cover = isinstance(pair, ActionPair | SymbolPair) and pair.is_cover
    evidence = ("beside another pair", *pair.evidence) if is_cover else pair.evidence
    return [
        Piece("?", Tone.NOTE) if is_uncertain else " ",
        visible(mine),
        visible(yours),
        f"{pair.confidence:.2f}",
        visible("; ".join(evidence)),
    ]


def _left_over(alignment: Alignment) -> Iterator[Line]:
    for side in Side:
        rows: list[list[Cell]] = [
            ["", entry.kind, visible(", ".join(names))]
            for entry in alignment.coverage
            if (names := entry.learned if side is Side.LEARNED else entry.reference)
        ]
        if rows:
            yield ()
            yield line(Piece(f"without counterpart in the {side.other} domain", Tone.TITLE))
            yield from table(rows)
