"""What a name of a learned domain stands for in its reference, as a review has it, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.compare.declarations import predicate_text
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    UNCERTAIN,
    NamePair,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.ide.navigation.symbols import Symbol
from plancore.ide.review.reference_review import ReferenceReview
from plancore.model.types import OBJECT
from plancore.occurrences import SymbolKind

KINDS: Final[Mapping[SymbolKind, str]] = {
    SymbolKind.ACTION: "actions",
    SymbolKind.PREDICATE: "predicates",
    SymbolKind.FUNCTION: "functions",
    SymbolKind.TYPE: "types",
}
"""The kinds of names that are paired, as mappings call them."""


def is_reviewed(review: ReferenceReview, symbol: Symbol) -> bool:
    """Whether a symbol is a name of the learned domain that may have a counterpart."""
    home = symbol.home
    is_domain = home.kind != "problem" and home.domain is review.diff.learned
    return is_domain and symbol.kind in KINDS and symbol.name != OBJECT


def pairs_with(review: ReferenceReview, symbol: Symbol) -> list[NamePair]:
    """The pairs that a name of the learned domain is in; none where names stand for themselves."""
    pairs: tuple[NamePair, ...] = getattr(review.diff.pairs, KINDS[symbol.kind])
    return [pair for pair in pairs if pair.learned == symbol.name]


def played_by(review: ReferenceReview, symbol: Symbol) -> list[TypePredicate]:
    """The predicates as types that a name of the learned domain is in."""
    ours = Side.LEARNED if symbol.kind is SymbolKind.PREDICATE else Side.REFERENCE
    return [
        played
        for played in review.diff.pairs.type_predicates
        if played.side is ours
        and symbol.name == (played.predicate if ours is Side.LEARNED else played.type)
    ]


def counterpart_facts(review: ReferenceReview, symbol: Symbol) -> Iterator[str]:
    """Sentences on what `symbol` stands for; none where names stand for themselves."""
    if review.diff.pairs == NOTHING_STATED or not is_reviewed(review, symbol):
        return
    pairs, played = pairs_with(review, symbol), played_by(review, symbol)
    for pair in pairs:
        yield f"{_stands_for(review, pair)} ({_why(pair)})"
    for entry in played:
        is_ours = entry.side is Side.LEARNED
        word, name = ("type", entry.type) if is_ours else ("predicate", entry.predicate)
        yield f"says what the {word} `{name}` of the reference says ({_why(entry)})"
    if not pairs and not played:
        yield "nothing of the reference corresponds"


def _stands_for(review: ReferenceReview, pair: NamePair) -> str:
    if not isinstance(pair, SymbolPair):
        return f"stands for `{pair.reference}` of the reference"
    declared = next((p for p in review.diff.reference.predicates if p.name == pair.reference), None)
    theirs = predicate_text(declared) if declared else pair.reference
    verb = "denies" if pair.negated else "stands for"
    places = tuple("none" if n is None else str(n + 1) for n in pair.arguments)
    is_plain = pair.arguments == tuple(range(len(pair.arguments)))
    arguments = "" if is_plain else f", argument by argument its {', '.join(places)}"
    return f"{verb} `{theirs}` of the reference{arguments}"


def _why(pair: NamePair | TypePredicate) -> str:
    """What speaks for a pair, and how much."""
    word = "uncertain" if pair.confidence < UNCERTAIN else "confidence"
    return "; ".join((f"{word} {pair.confidence:.2f}", *pair.evidence))
