"""One-to-many pairs of actions, where one model distinguishes actions that the other does not.

Two actions of one model, such as `move-up` and `move-down`, may be the same under a substitution of
predicates, `below` for `above`. If the other model has a partner for the first action only, that
partner covers both, and the partner of `above` also covers `below`.

Or one action of a model does what several actions of the other do in parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple, TypeVar

from plancore.align.assignment import assign
from plancore.correspondence.known import KnownPairs, known_pairs, together
from plancore.correspondence.pairs import ActionPair, Arguments, NamePair, Pair, Pairs, SymbolPair
from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses, Roles
from plancore.correspondence.similarity.candidates import ActionMatch, counterpart
from plancore.correspondence.similarity.similarity import BY_NAME, Similarity
from plancore.correspondence.words import SAME_MEANING, NameSimilarity, Vocabulary, word_similarity
from plancore.grouping import grouped

P = TypeVar("P", ActionPair, SymbolPair)

_AS_SURE: Final = 0.9
"""The confidence of a derived pair, relative to the pair that it is derived from."""
_MOST_STEPS: Final = 500
"""The maximum number of pairs of literals that are tried for two actions."""


class Substitution(NamedTuple):
    """The mapping of one action to another: its parameters, and the predicates that change."""

    parameters: Mapping[str, str]
    symbols: Mapping[str, str]


def substitution(one: OperatorUses, other: OperatorUses) -> Substitution | None:
    """The substitution that turns `one` into `other`, literal by literal; None if there is none.
    Parameters and predicates are mapped one to one. Literals with the same predicate are tried
    first, so that as many predicates as possible stay."""
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
    """The part of a literal that no substitution changes."""
    return use.role, len(use.args)


class _Search:
    """Backtracking over the literals in their order, with a limit of steps."""

    def __init__(self) -> None:
        self._steps = 0

    def extended(
        self,
        uses: Sequence[LiteralUse],
        left: Sequence[LiteralUse],
        terms: dict[str, str],
        symbols: dict[str, str],
    ) -> tuple[dict[str, str], dict[str, str]] | None:
        """Extend both maps so that `uses` become `left`; None if that is not found."""
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
    """`names` extended by `pairs`; None if that is no longer one to one."""
    extended = dict(names)
    taken = {yours: mine for mine, yours in names.items()}
    for mine, yours in pairs:
        if extended.setdefault(mine, yours) != yours or taken.setdefault(yours, mine) != mine:
            return None
    return extended


def with_substitutions(pairs: Pairs, ours: Roles, theirs: Roles, stated: Pairs) -> Pairs:
    """`pairs` and those that follow from actions of one model that differ in predicates only."""
    known = known_pairs(ours, theirs, stated)
    words = NameSimilarity(ours, theirs)
    for is_ours, side in ((False, theirs), (True, ours)):
        found = _Found(pairs, side, is_ours, words, known)
        matched = {
            pair.learned if is_ours else pair.reference
            for pair in pairs.actions
            if not pair.is_one_to_many
        }
        for action in (name for name in side.operators if name not in matched):
            for base in pairs.actions:
                found.follow(base, action)
        pairs = found.pairs
    return pairs


class _Found:
    """`pairs`, extended by those that follow for one side."""

    def __init__(
        self, pairs: Pairs, side: Roles, is_ours: bool, words: NameSimilarity, known: KnownPairs
    ) -> None:
        self.pairs, self._side, self._is_ours = pairs, side, is_ours
        self._words, self._known = words, known

    def follow(self, base: ActionPair, action: str) -> None:
        """Add what follows from `base` for an open action that equals its action substituted."""
        name, across = self._own(base), self._across(base)
        others = [pair for pair in self.pairs.actions if self._own(pair) == action]
        partners = {self._across(pair) for pair in self.pairs.actions if self._own(pair) == name}
        if name == action or name not in self._side.operators:
            return
        if any(self._across(pair) not in partners for pair in others):
            return
        others = [pair for pair in others if self._across(pair) == across]
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
        """The pairs that follow for the predicates that change; None if existing pairs conflict."""
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
        """`pair` with another name on this side and a slightly lower confidence."""
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
        """Whether the name across has a word that occurs in only one of the two names."""
        mine, yours, theirs = (words.words(name).content for name in (one, other, across))
        telling = {*_without_like(mine, yours), *_without_like(yours, mine)}
        return any(_is_in(word, theirs) for word in telling)

    def _own(self, pair: NamePair) -> str:
        return pair.learned if self._is_ours else pair.reference

    def _across(self, pair: NamePair) -> str:
        return pair.reference if self._is_ours else pair.learned


def _without_like(words: Iterable[str], others: Collection[str]) -> Iterator[str]:
    """The words that are not similar to any of the others."""
    return (word for word in words if not _is_in(word, others))


def _is_in(word: str, others: Iterable[str]) -> bool:
    return any(word_similarity(word, other) >= SAME_MEANING for other in others)


# Actions left over because one action of the other model does the work of several of this one.

_SPLIT_LEAST_SHARE: Final = 0.75
"""The share of a part's effects that the whole has, of those the other model can express."""
_BY_EFFECTS: Final = 0.5
"""The maximum score from equal effects alone."""

Effects = list[tuple[LiteralUse, LiteralUse]]


class SplitActions:
    """Pairs a leftover action with an action of which it is a part, or with an equal leftover
    action.

    `arguments` has the argument map of each pair of symbols, `denied` are the negated ones among
    them. A part must have an effect that no other partner of the whole has. `pairs` have their
    similarity, `matches` their literals.
    """

    def __init__(
        self,
        similarity: Similarity,
        actions: Collection[Pair],
        arguments: Mapping[Pair, Arguments],
        denied: Collection[Pair],
    ) -> None:
        self.similarity, self._arguments, self._denied = similarity, arguments, denied
        sides = similarity.ours, similarity.theirs
        changing = tuple({u.symbol for u in _changes(side)} for side in sides)
        self._told = tuple(
            {pair[k] for pair in arguments if pair[1 - k] in changing[1 - k]} for k in (0, 1)
        )
        self._partners = tuple(grouped((pair[k], pair[1 - k]) for pair in actions) for k in (0, 1))
        self._open = tuple(
            [a for a in sides[k].operators if a not in self._partners[k]] for k in (0, 1)
        )
        namesakes = similarity.known.actions.pairs
        self._namesakes = {a for a, _ in namesakes}, {b for _, b in namesakes}
        self._found: dict[Pair, ActionMatch] = {}
        self.pairs: dict[Pair, float] = {}
        if not similarity.arguments.has_one_vocabulary:
            self._look()
        self.matches = {pair: self._found[pair] for pair in self.pairs}

    def _look(self) -> None:
        wholes = [pair for name in self._open[0] for pair in self._wholes(name)]
        counts = Counter(end for pair in wholes for end in enumerate(pair))
        self._take(wholes)
        for k in (0, 1):
            for name in self._open[k]:
                if not any(pair[k] == name and self._is_only(pair, counts) for pair in wholes):
                    self._take(self._parts(name, k))

    @staticmethod
    def _is_only(pair: Pair, counts: Mapping[tuple[int, str], int]) -> bool:
        return all(counts[end] == 1 for end in enumerate(pair))

    def _take(self, pairs: Iterable[Pair]) -> None:
        for pair in filter(self.similarity.known.actions.allows, pairs):
            named = self.similarity.candidates.action_name(*pair)
            self.pairs[pair] = together(BY_NAME * named, _BY_EFFECTS)

    def _wholes(self, name: str) -> Iterator[Pair]:
        """Yield the pairs of leftover actions with equal effects."""
        for other in self._likely(name, 0):
            pair = name, other
            if other in self._open[1] and self._share(pair, 0) == 1.0 == self._share(pair, 1):
                yield pair

    def _parts(self, name: str, k: int) -> list[Pair]:
        """Pair a leftover action of side `k` with the actions of which it is a part. None are
        returned if an existing partner of one of these does the same. An action with the same name
        in both models has no parts."""
        parts = []
        for other in self._likely(name, k):
            pair = (name, other) if k == 0 else (other, name)
            is_other = other in self._open[1 - k] or other in self._namesakes[1 - k]
            if is_other or self._share(pair, k) < _SPLIT_LEAST_SHARE:
                continue
            if not self._says_more(pair, k):
                return []
            parts.append(pair)
        return parts

    def _likely(self, name: str, k: int) -> Iterator[str]:
        """Yield the actions of the other side that change a predicate that the action changes."""
        sides = self.similarity.ours, self.similarity.theirs
        symbols = {use.symbol for use in self._effects(sides[k].operators[name], k)}
        across = {pair[1 - k] for pair in self._arguments if pair[k] in symbols}
        for other in sides[1 - k].operators.values():
            if any(use.symbol in across for use in self._effects(other, 1 - k)):
                yield other.name

    def _share(self, pair: Pair, k: int) -> float:
        """The share of the effects of the action of side `k` that the other action has."""
        side = (self.similarity.ours, self.similarity.theirs)[k]
        n_effects = len(self._effects(side.operators[pair[k]], k))
        return len(self._same(pair)) / n_effects if n_effects else 0.0

    def _effects(self, operator: OperatorUses, k: int) -> list[LiteralUse]:
        """The add and delete effects of an action of side `k` that the other model can express."""
        return [
            use for use in operator.uses if use.role in _CHANGES and use.symbol in self._told[k]
        ]

    def _says_more(self, pair: Pair, k: int) -> bool:
        """Whether the action of side `k` has an effect of the other that no partner has."""
        whole = pair[1 - k]
        said = set()
        for partner in self._partners[1 - k][whole]:
            for effects in self._same((partner, whole) if k == 0 else (whole, partner)):
                said.add((effects[k].symbol, effects[1 - k]))
        return any((e[k].symbol, e[1 - k]) not in said for e in self._same(pair))

    def _same(self, pair: Pair) -> Effects:
        """The equal effects of two actions."""
        return [(x, y) for x, y in self._match(pair).literals if x.role in _CHANGES]

    def _match(self, pair: Pair) -> ActionMatch:
        match = self._found.get(pair)
        if match is None:
            match = self._found[pair] = self._matched(pair)
        return match

    def _matched(self, pair: Pair) -> ActionMatch:
        ours = self.similarity.ours.operators[pair[0]]
        theirs = self.similarity.theirs.operators[pair[1]]
        votes: dict[Pair, int] = {}
        likely = list(self._alike(ours, theirs))
        for x, y in likely:
            for k, n in self._places(x, y):
                votes[x.args[k], y.args[n]] = votes.get((x.args[k], y.args[n]), 0) + 1
        mine, yours = (list(dict.fromkeys(couple[k] for couple in votes)) for k in (0, 1))
        chosen = assign({(mine.index(x), yours.index(y)): float(n) for (x, y), n in votes.items()})
        parameters = {mine[i]: yours[j] for i, j in chosen.items()}
        literals: Effects = []
        for x, y in likely:
            taken = any(x is one or y is other for one, other in literals)
            fits = all(
                counterpart(x.args[k], parameters) == y.args[n] for k, n in self._places(x, y)
            )
            if fits and not taken:
                literals.append((x, y))
        share = 2 * len(literals) / (len(ours.uses) + len(theirs.uses) or 1)
        return ActionMatch(share, parameters, tuple(literals))

    def _alike(
        self, ours: OperatorUses, theirs: OperatorUses
    ) -> Iterator[tuple[LiteralUse, LiteralUse]]:
        for x, y in product(ours.uses, theirs.uses):
            pair = x.symbol, y.symbol
            role = x.role.opposite if pair in self._denied else x.role
            if pair in self._arguments and role is y.role:
                yield x, y

    def _places(self, x: LiteralUse, y: LiteralUse) -> Iterator[tuple[int, int]]:
        for k, n in enumerate(self._arguments[x.symbol, y.symbol][: len(x.args)]):
            if n is not None and n < len(y.args):
                yield k, n


_CHANGES: Final = (LiteralRole.ADDED, LiteralRole.DELETED)


def _changes(side: Roles) -> Iterator[LiteralUse]:
    return (u for o in side.operators.values() for u in o.uses if u.role in _CHANGES)
