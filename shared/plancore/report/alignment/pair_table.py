"""Pairs of names as rows of a table: the names, the confidence and the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.correspondence.pairs import (
    PAIR_OF,
    UNCERTAIN,
    ActionPair,
    Arguments,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
    key_of,
    questions,
)
from plancore.correspondence.roles import Roles
from plancore.correspondence.search.reasons import STATED
from plancore.model.domain import Domain, Function, Predicate
from plancore.phrases import some_of
from plancore.report.document import Block, Cell, List, Section, Table, columns, items
from plancore.report.domain.words import implicit_arguments
from plancore.report.lines import Piece, Tone, visible
from plancore.simulate.atoms import show

HEAD: Final = columns("", "learned", "reference", "confidence", "evidence")
"""The columns of a row; the first has a sign."""
_DROPPED: Final = "_"
"""Stands for an argument that the other side lacks."""


class PairRow(NamedTuple):
    """A pair as two atoms, the second with the variables of the first; as bare names if arguments
    correspond in order."""

    title: str
    learned: str
    reference: str
    confidence: float
    evidence: tuple[str, ...]
    is_one_to_many: bool

    @property
    def is_uncertain(self) -> bool:
        """Whether users should check it."""
        return self.confidence < UNCERTAIN

    @property
    def is_plain(self) -> bool:
        """Whether both names are equal and certain, with arguments in the same order."""
        return self.learned == self.reference and not (self.is_one_to_many or self.is_uncertain)

    @property
    def sign(self) -> Piece:
        """`?` for an uncertain pair."""
        return Piece("?", Tone.NOTE) if self.is_uncertain else Piece(" ")

    @property
    def reasons(self) -> Piece:
        """The evidence for it."""
        evidence = (
            ("in addition to another match", *self.evidence)
            if self.is_one_to_many
            else self.evidence
        )
        return Piece("; ".join(evidence), Tone.DIM)

    @property
    def cells(self) -> list[Cell]:
        """The cells of a table with the columns `HEAD`."""
        confidence = f"{self.confidence:.2f}"
        return [self.sign, self.learned, self.reference, confidence, self.reasons]


def pair_rows(pairs: Pairs, learned: Domain, reference: Domain) -> Iterator[PairRow]:
    """A row for each pair, grouped by kind."""
    names = _Atoms(learned, reference)
    for action in pairs.actions:
        yield _row("actions", action, names.of_actions(action))
    for title, symbols in (("predicates", pairs.predicates), ("functions", pairs.functions)):
        for symbol in symbols:
            yield _row(title, symbol, names.of_symbols(symbol))
    for title, named in (("types", pairs.types), ("constants", pairs.constants)):
        for pair in named:
            yield _row(title, pair, (pair.learned, pair.reference))
    for played in pairs.type_predicates:
        yield _row("predicates that act as types", played, _played(played))


class ListedMatch(NamedTuple):
    """A pair of names in an interactive list, as text and with its evidence. Its `state` is
    `uncertain`, `not matched` (but likely), `confirmed`, `found` or `refused`."""

    kind: str
    pair: NamePair
    names: str
    reasons: str
    state: str

    @property
    def is_question(self) -> bool:
        """Whether the user is asked to confirm it."""
        return self.state in ("uncertain", "not matched")


_FIRST: Final = 10
"""The minimum number of questions listed before found pairs; all questions ranked above an
uncertain pair are also listed first."""


def listed_matches(pairs: Pairs, learned: Domain, reference: Domain) -> list[ListedMatch]:
    """The questions of `planeval align --ask` in order, then pairs of different names, the other
    pairs, and the least likely questions."""
    asked = questions(pairs)
    ranks = {(each.kind, *key_of(each.pair)): rank for rank, each in enumerate(asked)}
    not_taken: dict[str, Any] = {
        kind: tuple(q.pair for q in asked if q.kind == kind and not q.is_found) for kind in PAIR_OF
    }
    n_first = max([_FIRST, *(n for n, each in enumerate(asked, 1) if each.is_found)])
    ranked = []
    for some, has_partner in ((pairs, True), (Pairs(**not_taken), False)):
        rows = pair_rows(some, learned, reference)
        for (kind, pair), row in zip(some.named(), rows, strict=False):
            state = "confirmed" if STATED in pair.evidence else "found"
            state = "uncertain" if row.is_uncertain else state
            names = visible(row.learned if row.is_plain else f"{row.learned} ⇐ {row.reference}")
            reasons = row.reasons.text or "same name"
            state = state if has_partner else "not matched"
            match = ListedMatch(kind, pair, names, reasons, state)
            rank = ranks.get((kind, *key_of(pair)), len(ranks))
            is_first = row.is_uncertain if has_partner else rank < n_first
            is_last = not (has_partner or is_first)
            ranked.append((not is_first, is_last, rank, row.is_plain, match))
    return [match for *_, match in sorted(ranked, key=lambda each: each[:4])]


def match_text(kind: str, pair: NamePair, learned: Domain, reference: Domain) -> str:
    """A pair of names as text: `action (go ?x ?y) = (walk ?y ?x)`."""
    pairs: dict[str, Any] = {kind: (pair,)}
    row = next(pair_rows(Pairs(**pairs), learned, reference))
    return visible(f"{kind.removesuffix('s')} {row.learned} = {row.reference}")


_SHOWN: Final = 3
"""The maximum number of matches listed for the effect of an answer."""


def changes_text(
    before: Pairs, after: Pairs, asked: NamePair, learned: Domain, reference: Domain
) -> str:
    """The matches added or removed by an answer, except that about `asked`; may be empty."""
    old, new = (
        {
            (kind, *key_of(pair)): (kind, pair)
            for kind, pair in pairs.named()
            if key_of(pair)[:2] != key_of(asked)[:2]
        }
        for pairs in (before, after)
    )
    parts = []
    for title, these, others in (("new", new, old), ("removed", old, new)):
        changed = [each for key, each in these.items() if key not in others]
        if changed:
            texts = [match_text(*each, learned, reference) for each in changed]
            parts.append(f"{title}: {some_of(texts, _SHOWN, last=', and ')}")
    return "; ".join(parts)


class _Atoms:
    """Pairs of names as atoms, with arguments as declared on each side."""

    def __init__(self, learned: Domain, reference: Domain) -> None:
        self.ours, self.theirs = Roles(learned), Roles(reference)
        self.variables: dict[str, tuple[str, ...]] = {}
        declared: Iterable[Predicate | Function] = (*learned.predicates, *learned.functions)
        for symbol in declared:
            self.variables[symbol.name] = tuple(p.name for p in symbol.parameters)

    def of_actions(self, pair: ActionPair) -> tuple[str, str]:
        if pair.learned not in self.ours.operators or pair.reference not in self.theirs.operators:
            return pair.learned, pair.reference
        mine = self.ours.operators[pair.learned].parameters
        yours = self.theirs.operators[pair.reference].parameters
        places = tuple(
            yours.index(name) if name in yours else None for name in map(pair.parameters.get, mine)
        )
        return _atoms(pair, mine, places, len(yours))

    def of_symbols(self, pair: SymbolPair) -> tuple[str, str]:
        """A pair of predicates or functions."""
        arity = len(pair.arguments)
        names = self.variables.get(pair.learned, ())
        if len(names) != arity:
            names = tuple(f"?{number}" for number in range(1, arity + 1))
        symbol = self.theirs.symbols.get(pair.reference)
        # A stated pair may have the wrong arity for the other model.
        stated = max((place + 1 for place in pair.arguments if place is not None), default=0)
        n_theirs = max(stated, 0 if symbol is None else len(symbol.args))
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


def _row(title: str, pair: NamePair | TypePredicate, sides: tuple[str, str]) -> PairRow:
    is_one_to_many = isinstance(pair, ActionPair | SymbolPair) and pair.is_one_to_many
    return PairRow(title, *sides, pair.confidence, pair.evidence, is_one_to_many)


# The name mapping of two compared domains.


def stands_for_sections(diff: DomainDiff) -> Iterator[Section]:
    """The pairs of different names or arguments, and implicit arguments, if there are any."""
    rows = [row for row in pair_rows(diff.pairs, diff.learned, diff.reference) if not row.is_plain]
    cells: list[Sequence[Cell]] = []
    for title, of_kind in groupby(rows, lambda row: row.title):
        cells.append(["", Piece(title, Tone.DIM)])
        cells += [row.cells for row in of_kind]
    blocks: list[Block] = [Table(HEAD, cells)] if cells else []
    arguments = items(map(str, implicit_arguments(diff.actions)))
    blocks += [List(arguments)] if arguments else []
    if blocks:
        is_any_uncertain = any(row.is_uncertain for row in rows)
        note = "? marks an uncertain match" if is_any_uncertain else ""
        yield Section("Name mapping", blocks, (Piece(note, Tone.DIM),) if note else "")
