"""One round of matching: similarity, one-to-one pairs, their exchange, then leftover names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from heapq import nlargest
from typing import Final, TypeVar

from plancore.correspondence.evidence import NO_EVIDENCE, FactsInCommon, SameFacts, TaskEvidence
from plancore.correspondence.known import (
    LEAST_OF_ACTIONS,
    LEAST_OF_SYMBOLS,
    LEAST_OF_TYPES,
    one_to_one,
)
from plancore.correspondence.pairs import (
    ActionPair,
    Arguments,
    NamePair,
    Pair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
    key_of,
)
from plancore.correspondence.search.exchange import Exchange
from plancore.correspondence.search.implicit import NarrowedModels
from plancore.correspondence.search.one_to_many import AntonymActions, OneToManyMatches
from plancore.correspondence.search.reasons import CoOccurrences, Reasons, constant_pairs
from plancore.correspondence.search.substitution import SplitActions
from plancore.correspondence.similarity.argument_similarity import stretch
from plancore.correspondence.similarity.candidates import Candidates
from plancore.correspondence.similarity.similarity import Similarity
from plancore.grouping import grouped

P = TypeVar("P", bound=NamePair | TypePredicate)

_ENOUGH_USES: Final = 2
"""Names with this many uses on both sides, none of them in common, are not paired."""
_LEAST_NAMED: Final = 0.3
"""A lower similarity of names is not evidence."""
_LEAST_AGREEING: Final = 0.45
"""The share of literals that must correspond if two actions do not have similar names."""
_MOST_STARTS: Final = 4
_CLEARLY: Final = 0.1
"""How much more evidence a negation needs to displace a pair."""
_MOSTLY_SAME_STEPS: Final = 0.75
"""With this overlap of steps in plans, the literals need not correspond."""


class MatchingRound:
    """The result of one round for a `view` of two models, with `evidence` from outside them. If
    there are `close` pairs, only their actions are compared."""

    def __init__(
        self,
        view: NarrowedModels,
        candidates: Candidates,
        stated: Pairs,
        evidence: TaskEvidence = NO_EVIDENCE,
        close: Iterable[Pair] = (),
    ) -> None:
        self.view, self.candidates, self.stated = view, candidates, stated
        ours, theirs = view.ours, view.theirs
        self.similarity = similarity = Similarity(candidates, evidence, close)
        types = one_to_one(similarity.types, LEAST_OF_TYPES, similarity.known.types.pairs)
        self.types = {
            (s, t): score
            for (s, t), score in types.items()
            if s in ours.declared_types and t in theirs.declared_types
        }
        self.type_predicates = {
            (s, t): score
            for (s, t), score in types.items()
            if (s in ours.declared_types) is not (t in theirs.declared_types)
        }
        playing = frozenset(self._predicate_of(pair) for pair in self.type_predicates)
        self.actions = one_to_one(
            similarity.actions, LEAST_OF_ACTIONS, similarity.known.actions.pairs
        )
        self.symbols = one_to_one(
            {pair: score for pair, score in similarity.symbols.items() if not playing & {*pair}},
            LEAST_OF_SYMBOLS,
            similarity.known.symbols.pairs,
        )
        self._drop_actions_without_evidence()
        exchange = Exchange(similarity, self.actions, self.symbols, playing, candidates.checkpoint)
        self.agreeing = sum(agreement.weight for agreement in exchange.agreements.values())
        self.is_complete = self._has_all(playing) and self.agreeing >= exchange.most
        self._exchange(exchange)
        self._drop_without_evidence()
        one_to_many = self._look_beside(playing)
        if self._give_way_to_denials():
            one_to_many = self._look_beside(playing)
        self.agreeing += one_to_many.explained(self.one_to_many) if self.one_to_many else 0.0
        self.reasons = Reasons(similarity, one_to_many.co_occurrences, stated)

    def again(self, evidence: TaskEvidence) -> MatchingRound:
        """Another round for the same models with other evidence, for likely action pairs only."""
        close = dict.fromkeys((*self.similarity.close_pairs(), *evidence.steps))
        return MatchingRound(self.view, self.candidates, self.stated, evidence, close)

    def found(self) -> FactsInCommon:
        """The symbols most of whose uses agree, as evidence for another round."""
        shares = {pair: self._co_occurrences.count(pair).share for pair in self.symbols}
        return {
            pair: SameFacts(share, self.similarity.map_of(pair))
            for pair, share in shares.items()
            if share > _LEAST_NAMED
        }

    @property
    def has_few_actions(self) -> bool:
        """Whether less than half of the actions of the smaller model have a partner."""
        n_actions = min(len(self.view.ours.operators), len(self.view.theirs.operators))
        return 2 * len(self.actions) < n_actions

    def starts(self) -> Iterator[tuple[Pair, Arguments]]:
        """The likeliest pairs of fluent binary predicates, each with both orders of arguments."""
        ours, theirs = self.view.ours.predicates, self.view.theirs.predicates
        roles = {
            (p, q): score
            for (p, q), score in self.candidates.symbol_roles.items()
            if p in ours and not ours[p].is_static and not theirs[q].is_static
            if len(ours[p].args) == len(theirs[q].args) == 2
        }
        for pair in nlargest(_MOST_STARTS, roles, key=roles.__getitem__):
            yield from ((pair, arguments) for arguments in ((0, 1), (1, 0)))

    @property
    def work(self) -> int:
        """The cost of another round: the number of pairs of literals in likely actions."""
        ours, theirs = self.view.ours.operators, self.view.theirs.operators
        return sum(
            len(ours[a].uses) * len(theirs[b].uses) for a, b in self.similarity.close_pairs()
        )

    @property
    def shared(self) -> float:
        """The weight of the similar literals of paired actions."""
        return sum(self.similarity.shared(pair) for pair in self.actions)

    def _exchange(self, exchange: Exchange) -> None:
        """Take over the result of the exchange; a new pair gets the score of its uses."""
        similarity = self.similarity
        similarity.arguments.settle({p: exchange.maps[p] for p in exchange.partners.items()})
        beside = self._beside_a_pair() if exchange.has_changed else ()
        agreements = {**exchange.agreements, **exchange.agreements_of(beside)}
        for pair, agreement in agreements.items():
            similarity.matches[pair] = similarity.matches[pair].under(
                agreement, similarity.size(pair)
            )
        co_occurrences = CoOccurrences(similarity, self.actions)
        known, self.symbols = self.symbols, {}
        for pair in exchange.partners.items():
            score = known.get(pair)
            if score is None:
                score = similarity.of_uses(pair, co_occurrences.count(pair).share)
            if score >= LEAST_OF_SYMBOLS:
                self.symbols[pair] = score

    def _has_all(self, playing: Collection[str]) -> bool:
        """Whether for each kind all names of one side have a partner."""
        ours, theirs = self.view.ours, self.view.theirs
        kinds = (
            (ours.operators, theirs.operators, self.actions),
            (ours.predicates, theirs.predicates, self.symbols),
            (ours.functions, theirs.functions, self.symbols),
        )
        return not any(
            {*mine} - {a for a, _ in pairs} - {*playing}
            and {*yours} - {b for _, b in pairs} - {*playing}
            for mine, yours, pairs in kinds
        )

    def _beside_a_pair(self) -> list[Pair]:
        """The pairs of actions of which exactly one has a partner."""
        ours, theirs = {a for a, _ in self.actions}, {b for _, b in self.actions}
        return [(a, b) for a, b in self.similarity.matches if (a in ours) is not (b in theirs)]

    def _look_beside(self, playing: frozenset[str]) -> OneToManyMatches:
        """Find partners for the names that the one-to-one pairs leave over."""
        denials = AntonymActions(self.similarity, self.actions, self.symbols, playing)
        for pair, score in denials.pairs.items():
            self.actions[pair] = score
            self.similarity.matches[pair] = denials.matches[pair]
        stated = ((pair.learned, pair.reference) for pair in self.stated.actions)
        beside = {p: 1.0 for p in stated if p in self.similarity.matches and p not in self.actions}
        one_to_many = self._look_at_symbols(playing, beside)
        self.negated = one_to_many.negated(self.one_to_many)
        split = SplitActions(
            self.similarity,
            one_to_many.actions,
            {
                p: self.similarity.map_of(p)
                for p in (*self.symbols, *self.one_to_many, *self.negated)
            },
            {*self.negated} - {*self.symbols},
        )
        if split.pairs:
            self.similarity.matches |= split.matches
            self._pair_what_is_left(CoOccurrences(self.similarity, split.pairs), playing)
            one_to_many = self._look_at_symbols(playing, {**split.pairs, **beside})
        return one_to_many

    def _pair_what_is_left(self, met: CoOccurrences, playing: Collection[str]) -> None:
        """Pair leftover predicates whose uses in actions of `met` are alike in all arguments."""
        similarity = self.similarity
        others = [*self.symbols, *self.one_to_many, *self.negated]
        taken = {p for p, _ in others} | {*playing}, {q for _, q in others} | {*playing}
        scores = {
            pair: similarity.of_uses(pair, met.count(pair).share)
            for pair in similarity.symbols
            if pair[0] in similarity.ours.predicates and self._keeps_arguments(pair)
            if pair[0] not in taken[0] and pair[1] not in taken[1]
            if similarity.known.symbols.allows(pair)
        }
        self.symbols |= one_to_one(scores, LEAST_OF_SYMBOLS)

    def _keeps_arguments(self, pair: Pair) -> bool:
        """Whether every argument of both names has a counterpart."""
        places, theirs = self.similarity.map_of(pair), self.similarity.theirs.symbols[pair[1]]
        return None not in places and len(places) == len(theirs.args)

    def _look_at_symbols(
        self, playing: frozenset[str], beside: Mapping[Pair, float]
    ) -> OneToManyMatches:
        one_to_many = OneToManyMatches(self.similarity, self.actions, self.symbols, playing, beside)
        self.all_actions = one_to_many.actions
        self.one_to_many = one_to_many.of_symbols()
        return one_to_many

    def _give_way_to_denials(self) -> bool:
        """Split pairs that clearly negate a third name, and pair the freed; return if any did."""
        denying: dict[tuple[int, str], float] = {}
        for pair, score in self.negated.items():
            for end in enumerate(pair):
                denying[end] = max(score, denying.get(end, 0.0))
        parted = [
            pair
            for pair, score in self.symbols.items()
            if pair not in self.similarity.known.symbols.pairs
            and score + _CLEARLY <= max(denying.get(end, 0.0) for end in enumerate(pair))
        ]
        for pair in parted:
            del self.symbols[pair]
        freed = {end for pair in parted for end in enumerate(pair) if end not in denying}
        for pair, score in sorted(self.one_to_many.items(), key=lambda item: (-item[1], item[0])):
            if freed & {*enumerate(pair)}:
                self.symbols[pair] = score
                freed -= {*enumerate(pair)}
        return bool(parted)

    def _drop_actions_without_evidence(self) -> None:
        """Drop pairs of actions without similar names unless many of their literals correspond."""
        for pair in tuple(self.actions):
            named = self.similarity.action_names[pair]
            is_known = (
                pair in self.similarity.known.actions.pairs
                or self.similarity.same_steps(pair) >= _MOSTLY_SAME_STEPS
            )
            if named < _LEAST_NAMED and not is_known and self._agreeing(pair) < _LEAST_AGREEING:
                del self.actions[pair]

    def _agreeing(self, pair: Pair) -> float:
        """The share of the literals of two actions that correspond (Dice), in 0..1."""
        match = self.similarity.matches[pair]
        n_agreeing = sum((x.symbol, y.symbol) in self.symbols for x, y in match.literals)
        ours = self.similarity.ours.operators[pair[0]].uses
        theirs = self.similarity.theirs.operators[pair[1]].uses
        return 2 * n_agreeing / (len(ours) + len(theirs) or 1)

    def _drop_without_evidence(self) -> None:
        """Drop pairs of names that have no uses in common, if they are dissimilar or used often."""
        self._co_occurrences = CoOccurrences(self.similarity, self.actions)
        by_facts = self.similarity.evidence.names["predicates"]
        for pair in tuple(self.symbols):
            met = self._co_occurrences.count(pair)
            named = self.similarity.symbol_names[pair]
            is_otherwise = min(met.n_ours, met.n_theirs) >= _ENOUGH_USES or named < _LEAST_NAMED
            is_known = (
                pair in self.similarity.known.symbols.pairs or by_facts.get(pair[0]) == pair[1]
            )
            if is_otherwise and not met.of_ours and not is_known:
                del self.symbols[pair]

    def pairs(self) -> Pairs:
        """All pairs that were found, with the stated ones."""
        functions = self.similarity.ours.functions
        symbols = [
            *(self._symbol(pair, score) for pair, score in self.symbols.items()),
            *(
                self._symbol(pair, score, is_one_to_many=True)
                for pair, score in self.one_to_many.items()
            ),
        ]
        negated = list(self._denials())
        predicates = [pair for pair in symbols if pair.learned not in functions] + negated
        types = (
            NamePair(*pair, _rounded(score), self.reasons.of_types(pair))
            for pair, score in self.types.items()
        )
        type_predicates = (
            self._type_predicate(pair, score) for pair, score in self.type_predicates.items()
        )
        stated = self.stated
        return Pairs(
            actions=_with_stated(self._actions(), stated.actions),
            predicates=_with_stated(predicates, stated.predicates),
            functions=_with_stated(
                (pair for pair in symbols if pair.learned in functions), stated.functions
            ),
            types=_with_stated(types, stated.types),
            type_predicates=_with_stated(type_predicates, stated.type_predicates),
            constants=constant_pairs(
                self.similarity, self.all_actions, self.symbols, self.stated.constants
            ),
            refusals=self.stated.refusals,
            candidates=tuple(self._candidates()),
        )

    def _candidates(self) -> Iterator[tuple[str, NamePair]]:
        """The likeliest pairs of each name that were not taken, with their evidence."""
        similarity = self.similarity
        taken = {*self.symbols, *self.one_to_many}
        for pair, score in _likeliest(similarity.actions, self.all_actions):
            yield "actions", self._action(pair, score, _is_beside(pair, self.all_actions))
        for pair, score in _likeliest(similarity.symbols, taken | {*self.negated}):
            kind = "functions" if pair[0] in similarity.ours.functions else "predicates"
            is_beside = _is_beside(pair, taken)
            yield kind, self._symbol(pair, score, is_one_to_many=is_beside)

    def _denials(self) -> Iterator[SymbolPair]:
        """The pairs of predicates that are negations; one-to-many if a name has another pair."""
        others = [*self.symbols, *self.one_to_many]
        taken = {p for p, _ in others}, {q for _, q in others}
        for pair, score in sorted(self.negated.items(), key=lambda item: (-item[1], item[0])):
            is_one_to_many = pair[0] in taken[0] or pair[1] in taken[1]
            yield self._symbol(pair, score, negated=True, is_one_to_many=is_one_to_many)
            for names, name in zip(taken, pair, strict=True):
                names.add(name)

    def _actions(self) -> Iterator[ActionPair]:
        for pair, score in self.all_actions.items():
            yield self._action(pair, score, pair not in self.actions)

    def _action(self, pair: Pair, score: float, is_one_to_many: bool) -> ActionPair:
        operator = self.similarity.ours.operators[pair[0]]
        counterparts = self.similarity.theirs.operators[pair[1]].parameters
        matched = self.similarity.matches[pair].parameters
        parameters = {
            name: matched[name] for name in operator.parameters if matched.get(name) in counterparts
        }
        evidence = self.reasons.of_actions(pair)
        return ActionPair(*pair, _rounded(score), evidence, parameters, is_one_to_many)

    def _symbol(
        self, pair: Pair, score: float, *, negated: bool = False, is_one_to_many: bool = False
    ) -> SymbolPair:
        arguments = self.view.whole(pair, self.similarity.arguments.final_map_of(pair))
        evidence = self.reasons.of_symbols(pair, negated=negated)
        known = self.similarity.known.symbols
        if pair in known.pairs - known.stated:
            # The same name with other arguments may have another meaning.
            theirs = self.similarity.theirs.symbols[pair[1]]
            n_theirs = len(self.view.theirs_left.get(pair[1], theirs.args))
            n_mapped = sum(place is not None for place in arguments)
            score *= stretch(len(arguments), n_theirs, n_mapped)
        return SymbolPair(*pair, _rounded(score), evidence, arguments, negated, is_one_to_many)

    def _type_predicate(self, pair: Pair, score: float) -> TypePredicate:
        is_ours = pair[0] not in self.similarity.ours.declared_types
        predicate, type_name = pair if is_ours else (pair[1], pair[0])
        side = Side.LEARNED if is_ours else Side.REFERENCE
        evidence = self.reasons.of_types(pair)
        return TypePredicate(side, predicate, type_name, _rounded(score), evidence)

    def _predicate_of(self, pair: Pair) -> str:
        return pair[1] if pair[0] in self.similarity.ours.declared_types else pair[0]


_LEAST_LIKELY: Final = 0.15
_MOST_CANDIDATES: Final = 3
"""The number of pairs kept for each name that were not taken."""


def _likeliest(
    scores: Mapping[Pair, float], taken: Collection[Pair]
) -> Iterator[tuple[Pair, float]]:
    """The pairs with the best scores of each name, without those taken."""
    left = {p: score for p, score in scores.items() if score >= _LEAST_LIKELY and p not in taken}
    of_each = grouped((end, pair) for pair in left for end in enumerate(pair))
    kept = {
        pair
        for pairs in of_each.values()
        for pair in nlargest(_MOST_CANDIDATES, pairs, key=left.__getitem__)
    }
    return ((pair, left[pair]) for pair in sorted(kept))


def _is_beside(pair: Pair, taken: Iterable[Pair]) -> bool:
    """Whether one of the names is in a pair that is taken."""
    return any(pair[0] == mine or pair[1] == yours for mine, yours in taken)


def _with_stated(found: Iterable[P], stated: Iterable[P]) -> tuple[P, ...]:
    """The found pairs, then the stated ones that were not found."""
    pairs = {key_of(pair): pair for pair in found}
    for pair in stated:
        pairs.setdefault(key_of(pair), pair)
    return tuple(pairs.values())


def _rounded(score: float) -> float:
    return round(min(score, 1.0), 2)
