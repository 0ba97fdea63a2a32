"""Pairs of one name with several, where one model tells apart what the other does not.

Two actions of one model, `move-up` and `move-down`, may be the same under a substitution of
predicates, `below` for `above`. Where the other model pairs one action with the first of them, and
no action with the second, its action stands for both; and the partner of `above` stands for `below`
as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from plancore.correspondence.known import KnownPairs, known_pairs
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, SymbolPair
from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses, Roles
from plancore.correspondence.words import (
    SAME_MEANING,
    NameSimilarity,
    Vocabulary,
    word_similarity,
)

P = TypeVar("P", ActionPair, SymbolPair)

_AS_SURE: Final = 0.9
"""How sure a pair is that follows from another one, as a share of the confidence of that."""
_MOST_STEPS: Final = 500
"""So many pairs of literals are tried for two actions, at most."""


class Substitution(NamedTuple):
    """What turns one action into another: its parameters, and the predicates that change."""

    parameters: Mapping[str, str]
    symbols: Mapping[str, str]


def substitution(one: OperatorUses, other: OperatorUses) -> Substitution | None:
    """What makes `one` the other action, literal by literal; None where nothing does.

    Parameters and predicates are exchanged one to one. Among several answers one that leaves the
    most predicates as they are comes first, by trying these first.
    """
    if len(one.uses) != len(other.uses) or len(one.parameters) != len(other.parameters):
        return None
    if Counter(map(_form, one.uses)) != Counter(map(_form, other.uses)):
        return None
    found = _Search().extended(one.uses, other.uses, {}, {})
    if found is None:
        return None
    terms, symbols = found
    changed = {mine: yours for mine, yours in symbols.items() if mine != yours}
    parameters = {name: terms[name] for name in one.parameters if name in terms}
    if not changed or not set(parameters.values()) <= {*other.parameters}:
        return None
    return Substitution(parameters, changed)


def _form(use: LiteralUse) -> tuple[LiteralRole, int]:
    """What no substitution changes."""
    return use.role, len(use.args)


class _Search:
    """A search over literals in their order, with a limit of steps."""

    def __init__(self) -> None:
        self._steps = 0

    def extended(
        self,
        uses: Sequence[LiteralUse],
        left: Sequence[LiteralUse],
        terms: dict[str, str],
        symbols: dict[str, str],
    ) -> tuple[dict[str, str], dict[str, str]] | None:
        """`terms` and `symbols` with those that make `uses` the ones of `left`; None where nothing
        does, or not within the limit."""
        if not uses:
            return terms, symbols
        use, *rest = uses
        for other in sorted(left, key=lambda candidate: candidate.symbol != use.symbol):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return None
            if _form(use) != _form(other):
                continue
            named = _with(symbols, [(use.symbol, other.symbol)])
            placed = _with(terms, list(zip(use.args, other.args, strict=True)))
            if named is not None and placed is not None:
                remaining = [literal for literal in left if literal is not other]
                found = self.extended(rest, remaining, placed, named)
                if found is not None:
                    return found
        return None


def _with(names: dict[str, str], pairs: list[tuple[str, str]]) -> dict[str, str] | None:
    """`names` with more `pairs`, one to one; None where one has another partner."""
    extended = dict(names)
    taken = {yours: mine for mine, yours in names.items()}
    for mine, yours in pairs:
        if extended.setdefault(mine, yours) != yours or taken.setdefault(yours, mine) != mine:
            return None
    return extended


def with_substitutions(pairs: Pairs, ours: Roles, theirs: Roles, stated: Pairs) -> Pairs:
    """`pairs` with those that follow where actions of one model differ in predicates only."""
    known = known_pairs(ours, theirs, stated)
    words = NameSimilarity(ours, theirs)
    for is_ours, side in ((False, theirs), (True, ours)):
        found = _Found(pairs, side, is_ours, words, known)
        bases = [pair for pair in pairs.actions if not pair.is_one_to_many]
        matched = {pair.learned if is_ours else pair.reference for pair in bases}
        for action in (name for name in side.operators if name not in matched):
            for base in bases:
                found.follow(base, action)
        pairs = found.pairs
    return pairs


class _Found:
    """`pairs` with those that follow for the names of one side."""

    def __init__(
        self, pairs: Pairs, side: Roles, is_ours: bool, words: NameSimilarity, known: KnownPairs
    ) -> None:
        self.pairs, self._side, self._is_ours = pairs, side, is_ours
        self._words, self._known = words, known

    def follow(self, base: ActionPair, action: str) -> None:
        """Add what follows from `base` for an action that is like the one of the pair, and open."""
        name, across = self._own(base), self._across(base)
        others = [pair for pair in self.pairs.actions if self._own(pair) == action]
        if any(self._across(pair) != across for pair in others):
            return
        if name not in self._side.operators:
            return
        changed = substitution(self._side.operators[name], self._side.operators[action])
        if changed is None:
            return
        if self._names_which(name, action, across, self._words.actions):
            self._without(others)
            return
        covers = self._covers(changed)
        if covers is None:
            return
        if not others:
            pair: ActionPair = self._moved(base, action, f"as {name}, with other predicates")
            pair = replace(pair, parameters=self._parameters(base, changed))
            if not self._known.actions.allows((pair.learned, pair.reference)):
                return
            self.pairs = replace(self.pairs, actions=(*self.pairs.actions, pair))
        self.pairs = replace(self.pairs, predicates=(*self.pairs.predicates, *covers))

    def _covers(self, changed: Substitution) -> list[SymbolPair] | None:
        """The pairs that follow for predicates that change; None where others deny them."""
        covers = []
        for one, other in changed.symbols.items():
            partners = [pair for pair in self.pairs.predicates if self._own(pair) == one]
            others = {
                self._across(pair) for pair in self.pairs.predicates if self._own(pair) == other
            }
            if not partners:
                continue
            if others:
                if others.isdisjoint(map(self._across, partners)):
                    return None
                continue
            cover = self._moved(partners[0], other, f"in place of {one}")
            if self._names_which(one, other, self._across(cover), self._words.symbols):
                continue
            if self._known.symbols.allows((cover.learned, cover.reference)):
                covers.append(cover)
        return covers

    def _moved(self, pair: P, name: str, evidence: str) -> P:
        """`pair` with another name on this side, a little less sure."""
        learned, reference = (name, pair.reference) if self._is_ours else (pair.learned, name)
        return replace(
            pair,
            learned=learned,
            reference=reference,
            confidence=round(_AS_SURE * pair.confidence, 2),
            evidence=(evidence,),
            is_one_to_many=True,
        )

    def _without(self, actions: Collection[ActionPair]) -> None:
        left = tuple(pair for pair in self.pairs.actions if pair not in actions)
        self.pairs = replace(self.pairs, actions=left)

    def _parameters(self, base: ActionPair, changed: Substitution) -> Mapping[str, str]:
        into = changed.parameters
        if self._is_ours:
            return {into[mine]: yours for mine, yours in base.parameters.items() if mine in into}
        return {mine: into[yours] for mine, yours in base.parameters.items() if yours in into}

    def _names_which(self, one: str, other: str, across: str, words: Vocabulary) -> bool:
        """Whether the name across has a word of one of two names that the other one lacks."""
        mine, yours, theirs = (words.words(name).content for name in (one, other, across))
        telling = {*_without_like(mine, yours), *_without_like(yours, mine)}
        return any(_is_in(word, theirs) for word in telling)

    def _own(self, pair: NamePair) -> str:
        return pair.learned if self._is_ours else pair.reference

    def _across(self, pair: NamePair) -> str:
        return pair.reference if self._is_ours else pair.learned


def _without_like(words: Iterable[str], others: Collection[str]) -> Iterator[str]:
    """The words that are not like any of the others."""
    return (word for word in words if not _is_in(word, others))


def _is_in(word: str, others: Iterable[str]) -> bool:
    return any(word_similarity(word, other) >= SAME_MEANING for other in others)
