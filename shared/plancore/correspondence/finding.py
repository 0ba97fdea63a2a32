"""Finds what stands for what in two models that were written independently of each other.

How: words of names, roles and types say how alike names are (`likeness`); the pairs of greatest
likeness are taken one to one (`selection`); what is left over may be covered by what has a partner
(`covers`). Nothing is paired without evidence, and the same files always give the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from plancore.correspondence.constants import constant_pairs
from plancore.correspondence.covers import Covers
from plancore.correspondence.exchange import Exchange
from plancore.correspondence.implicit import View, views
from plancore.correspondence.initial_facts import NO_FACTS, FactsInCommon, facts_in_common
from plancore.correspondence.known import known_pairs
from plancore.correspondence.likeness import Likeness
from plancore.correspondence.meetings import Meetings
from plancore.correspondence.order import as_in_file, by_name
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    ActionPair,
    NamePair,
    Pair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.correspondence.proof import UNDECIDED, proved_pairs
from plancore.correspondence.reasons import Reasons
from plancore.correspondence.roles import Roles
from plancore.correspondence.selection import (
    LEAST_OF_ACTIONS,
    LEAST_OF_SYMBOLS,
    LEAST_OF_TYPES,
    one_to_one,
)
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.stop import NEVER, Checkpoint, SpentError

P = TypeVar("P", bound=NamePair | TypePredicate)

_ENOUGH_USES: Final = 2
_CLEARLY_MORE: Final = 1.2
_NEARLY_AS_MUCH: Final = 0.95
"""So much of the literals must agree under what initial facts say, of what does without them."""
_LEAST_NAMED: Final = 0.3
_LEAST_AGREEING: Final = 0.45


def find_pairs(
    learned: Domain,
    reference: Domain,
    stated: Pairs = NOTHING_STATED,
    checkpoint: Checkpoint = NEVER,
    problems: Iterable[tuple[Problem, Problem]] = (),
) -> Pairs:
    """All pairs of the two models; `stated` pairs and refusals are taken as they are.

    Each two `problems` are of one task, one for each model: initial facts of objects that both
    have are evidence. `checkpoint` is called at each pair of actions that is looked at, and what it
    raises ends the search.
    """
    ours, theirs = Roles(by_name(learned)), Roles(by_name(reference))
    pairs = _pairs(ours, theirs, stated, checkpoint, facts_in_common(problems))
    return as_in_file(pairs, learned, reference)


def _pairs(
    ours: Roles, theirs: Roles, stated: Pairs, checkpoint: Checkpoint, facts: FactsInCommon
) -> Pairs:
    remarks: tuple[str, ...] = ()
    try:
        proved = proved_pairs(ours, theirs, stated, checkpoint, facts)
    except SpentError:
        remarks = (UNDECIDED,)
    else:
        if proved is not None:
            return proved
    best = _Finder(View(ours, theirs), stated, checkpoint)
    least = best.shared * _CLEARLY_MORE
    if not any(pair.arguments for pair in (*stated.predicates, *stated.functions)):
        for view in views(ours, theirs, best.likeness.types):
            if view.size > least:
                finder = _Finder(view, stated, checkpoint)
                if finder.shared > max(least, best.shared):
                    best = finder
    if facts:
        whole = {pair: same for pair, same in facts.items() if best.view.is_whole(pair)}
        told = _Finder(best.view, stated, checkpoint, whole)
        if told.shared >= best.shared * _NEARLY_AS_MUCH:
            best = told
    return replace(best.pairs(), remarks=remarks)


class _Finder:
    def __init__(
        self,
        view: View,
        stated: Pairs,
        checkpoint: Checkpoint,
        facts: FactsInCommon = NO_FACTS,
    ) -> None:
        self.view, self.stated = view, stated
        ours, theirs = view.ours, view.theirs
        self.likeness = likeness = Likeness(
            ours, theirs, known_pairs(ours, theirs, stated), checkpoint, facts
        )
        types = one_to_one(likeness.types, LEAST_OF_TYPES, likeness.known.types.pairs)
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
        self.actions = one_to_one(likeness.actions, LEAST_OF_ACTIONS, likeness.known.actions.pairs)
        self.symbols = one_to_one(
            {pair: score for pair, score in likeness.symbols.items() if not playing & {*pair}},
            LEAST_OF_SYMBOLS,
            likeness.known.symbols.pairs,
        )
        self._drop_actions_without_evidence()
        self._exchange(Exchange(likeness, self.actions, self.symbols, playing, checkpoint))
        self._drop_without_evidence()
        covers = Covers(likeness, self.actions, self.symbols, playing)
        self.all_actions = covers.actions
        self.covers = covers.of_symbols()
        self.negated = covers.negated(self.covers)
        self.reasons = Reasons(likeness, covers.meetings, stated)

    @property
    def shared(self) -> float:
        """How much of the literals of paired actions is alike, in weights of uses."""
        return sum(self.likeness.shared(pair) for pair in self.actions)

    def _exchange(self, exchange: Exchange) -> None:
        """Take what the exchange has found to be better; a new pair counts what its uses agree."""
        likeness = self.likeness
        likeness.arguments.settled |= {p: exchange.maps[p] for p in exchange.partners.items()}
        for pair, agreement in exchange.agreements.items():
            likeness.matches[pair] = likeness.matches[pair].under(agreement, likeness.size(pair))
        meetings = Meetings(likeness, self.actions)
        known, self.symbols = self.symbols, {}
        for pair in exchange.partners.items():
            score = known.get(pair)
            if score is None:
                score = likeness.of_uses(pair, meetings.count(pair).share)
            if score >= LEAST_OF_SYMBOLS:
                self.symbols[pair] = score

    def _drop_actions_without_evidence(self) -> None:
        """Actions that are not called alike must have many literals that correspond."""
        for pair in tuple(self.actions):
            named = self.likeness.action_names[pair]
            is_known = pair in self.likeness.known.actions.pairs
            if named < _LEAST_NAMED and not is_known and self._agreeing(pair) < _LEAST_AGREEING:
                del self.actions[pair]

    def _agreeing(self, pair: Pair) -> float:
        """The share of the literals of two actions that correspond (Dice), in 0..1."""
        match = self.likeness.matches[pair]
        n_agreeing = sum((x.symbol, y.symbol) in self.symbols for x, y in match.literals)
        ours = self.likeness.ours.operators[pair[0]].uses
        theirs = self.likeness.theirs.operators[pair[1]].uses
        return 2 * n_agreeing / (len(ours) + len(theirs) or 1)

    def _drop_without_evidence(self) -> None:
        """Names that are not alike must be used alike; and no name may be used otherwise only."""
        meetings = Meetings(self.likeness, self.actions)
        for pair in tuple(self.symbols):
            met = meetings.count(pair)
            named = self.likeness.symbol_names[pair]
            is_otherwise = min(met.n_ours, met.n_theirs) >= _ENOUGH_USES or named < _LEAST_NAMED
            is_known = pair in self.likeness.known.symbols.pairs or pair in self.likeness.facts
            if is_otherwise and not met.of_ours and not is_known:
                del self.symbols[pair]

    def pairs(self) -> Pairs:
        """Everything that was found."""
        functions = self.likeness.ours.functions
        symbols = [
            *(self._symbol(pair, score) for pair, score in self.symbols.items()),
            *(self._symbol(pair, score, is_cover=True) for pair, score in self.covers.items()),
        ]
        negated = [
            self._symbol(pair, score, negated=True, is_cover=True)
            for pair, score in self.negated.items()
        ]
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
                self.likeness, self.all_actions, self.symbols, self.stated.constants
            ),
            refusals=self.stated.refusals,
        )

    def _actions(self) -> Iterator[ActionPair]:
        for pair, score in self.all_actions.items():
            operator = self.likeness.ours.operators[pair[0]]
            counterparts = self.likeness.theirs.operators[pair[1]].parameters
            matched = self.likeness.matches[pair].parameters
            parameters = {
                name: matched[name]
                for name in operator.parameters
                if matched.get(name) in counterparts
            }
            evidence = self.reasons.of_actions(pair)
            is_cover = pair not in self.actions
            yield ActionPair(*pair, _rounded(score), evidence, parameters, is_cover)

    def _symbol(
        self, pair: Pair, score: float, *, negated: bool = False, is_cover: bool = False
    ) -> SymbolPair:
        arguments = self.view.whole(pair, self.likeness.map_of(pair))
        evidence = self.reasons.of_symbols(pair, negated=negated)
        return SymbolPair(*pair, _rounded(score), evidence, arguments, negated, is_cover)

    def _type_predicate(self, pair: Pair, score: float) -> TypePredicate:
        is_ours = pair[0] not in self.likeness.ours.declared_types
        predicate, type_name = pair if is_ours else (pair[1], pair[0])
        side = Side.LEARNED if is_ours else Side.REFERENCE
        evidence = self.reasons.of_types(pair)
        return TypePredicate(side, predicate, type_name, _rounded(score), evidence)

    def _predicate_of(self, pair: Pair) -> str:
        return pair[1] if pair[0] in self.likeness.ours.declared_types else pair[0]


def _with_stated(found: Iterable[P], stated: Iterable[P]) -> tuple[P, ...]:
    """The pairs that were found, and those stated that were not: nobody takes them back."""
    pairs = {_names(pair): pair for pair in found}
    for pair in stated:
        pairs.setdefault(_names(pair), pair)
    return tuple(pairs.values())


def _names(pair: NamePair | TypePredicate) -> tuple[object, ...]:
    if isinstance(pair, TypePredicate):
        return pair.side, pair.predicate, pair.type
    return pair.learned, pair.reference, isinstance(pair, SymbolPair) and pair.negated


def _rounded(score: float) -> float:
    return round(min(score, 1.0), 2)
