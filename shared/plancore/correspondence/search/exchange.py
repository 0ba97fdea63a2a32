"""Local search for the pairs under which most literals agree.

Similarity compares two names at a time. The mapping of arguments, and the choice between names that
are used alike, depend on all pairs together. So argument positions of a predicate, or partners of
two names, are exchanged as long as more literals agree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations
from typing import Final, NamedTuple

from plancore.align.assignment import assign
from plancore.correspondence.known import is_same_name
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses
from plancore.correspondence.similarity.argument_similarity import stretch
from plancore.correspondence.similarity.candidates import LiteralAgreement, counterpart
from plancore.correspondence.similarity.similarity import Similarity
from plancore.stop import Budget, Checkpoint, SpentError

_OF_TYPES: Final = 0.5
"""The share of the votes for two parameters that differing types may take away."""


_CLEARLY: Final = 1.0
"""How much more must agree under other parameters, in weights of literals."""


class _Meeting(NamedTuple):
    """The uses of two paired names in one role."""

    ours: list[LiteralUse]
    theirs: list[LiteralUse]
    arguments: Arguments
    weight: float


Groups = Mapping[tuple[LiteralRole, str], list[LiteralUse]]


class Agreements:
    """Computes the agreement of pairs of actions under the current `partners` and `maps`."""

    def __init__(
        self, similarity: Similarity, partners: Mapping[str, str], maps: Mapping[Pair, Arguments]
    ) -> None:
        self.similarity, self.partners, self.maps = similarity, partners, maps
        self._groups: dict[tuple[bool, str], Groups] = {}

    def of(self, pair: Pair) -> LiteralAgreement:
        """The agreement of two actions. Parameters stay as similarity matched them unless clearly
        more literals agree otherwise; stated parameters always stay."""
        similarity = self.similarity
        ours, theirs = similarity.ours.operators[pair[0]], similarity.theirs.operators[pair[1]]
        co_occurrences = list(self._co_occurrences(ours, theirs))
        known = _agreement(co_occurrences, similarity.matches[pair].parameters)
        if pair in similarity.known.parameters:
            return known
        voted = _agreement(co_occurrences, self._voted(ours, theirs, co_occurrences))
        return voted if voted.weight > known.weight + _CLEARLY else known

    def most(self, pair: Pair) -> float:
        """An upper bound of the agreement, whatever the mapping of parameters and arguments."""
        similarity = self.similarity
        ours, theirs = similarity.ours.operators[pair[0]], similarity.theirs.operators[pair[1]]
        return sum(
            meeting.weight * min(len(meeting.ours), len(meeting.theirs))
            for meeting in self._co_occurrences(ours, theirs)
        )

    def _co_occurrences(self, ours: OperatorUses, theirs: OperatorUses) -> Iterator[_Meeting]:
        similarity = self.similarity
        others = self._grouped(theirs, is_ours=False)
        for (role, mine), uses in self._grouped(ours, is_ours=True).items():
            yours = self.partners.get(mine)
            if yours is None or (role, yours) not in others:
                continue
            counterparts, arguments = others[role, yours], self.maps[mine, yours]
            n_theirs = len(similarity.theirs.symbols[yours].args)
            n_mapped = sum(place is not None for place in arguments)
            weight = similarity.ours.weight(uses[0]) + similarity.theirs.weight(counterparts[0])
            price = stretch(len(arguments), n_theirs, n_mapped)
            yield _Meeting(uses, counterparts, arguments, weight * price)

    def _voted(
        self, ours: OperatorUses, theirs: OperatorUses, co_occurrences: list[_Meeting]
    ) -> Mapping[str, str]:
        """The matching of parameters with most votes; a pair of arguments votes for its terms."""
        votes: dict[Pair, float] = {}
        for meeting in co_occurrences:
            share = meeting.weight / max(len(meeting.ours), len(meeting.theirs))
            for x in meeting.ours:
                for y in meeting.theirs:
                    for arg, place in zip(x.args, meeting.arguments, strict=False):
                        if place is None or place >= len(y.args):
                            continue
                        other = y.args[place]
                        if (arg in ours.types) is (other in theirs.types):
                            votes[arg, other] = votes.get((arg, other), 0.0) + share
        mine, yours = (
            list(dict.fromkeys(x for x, _ in votes)),
            list(dict.fromkeys(y for _, y in votes)),
        )
        scores = {
            (mine.index(x), yours.index(y)): vote * self._fit(ours, x, theirs, y)
            for (x, y), vote in votes.items()
        }
        return {mine[i]: yours[j] for i, j in assign(scores).items()}

    def _fit(self, ours: OperatorUses, mine: str, theirs: OperatorUses, yours: str) -> float:
        fit = self.similarity.type_fit(ours.types.get(mine, ()), theirs.types.get(yours, ()))
        return 1 - _OF_TYPES * (1 - fit)

    def _grouped(self, operator: OperatorUses, *, is_ours: bool) -> Groups:
        groups = self._groups.get((is_ours, operator.name))
        if groups is None:
            grouped: dict[tuple[LiteralRole, str], list[LiteralUse]] = {}
            for use in operator.uses:
                grouped.setdefault((use.role, use.symbol), []).append(use)
            groups = self._groups[is_ours, operator.name] = grouped
        return groups


def _agreement(co_occurrences: list[_Meeting], parameters: Mapping[str, str]) -> LiteralAgreement:
    weight = 0.0
    literals: list[tuple[LiteralUse, LiteralUse]] = []
    for meeting in co_occurrences:
        left = list(meeting.theirs)
        for x in meeting.ours:
            terms = [
                (place, counterpart(arg, parameters))
                for arg, place in zip(x.args, meeting.arguments, strict=False)
                if place is not None
            ]
            for y in left:
                if all(place < len(y.args) and y.args[place] == term for place, term in terms):
                    left.remove(y)
                    literals.append((x, y))
                    weight += meeting.weight
                    break
    return LiteralAgreement(weight, parameters, tuple(literals))


BUDGET: Final = 2_000
"""The maximum number of agreements that are computed, about half a second."""

_WORTH_IT: Final = 1.5
"""How much more must agree, in weights of literals: at least one literal of both models."""
_OF_LIKENESS: Final = 4.0
"""The weight of similarity: a few literals do not outweigh similar names and uses."""
_LEAST_LIKELY: Final = 0.05


class Exchange:
    """Improves the one-to-one `symbols` if that makes more literals of `actions` agree.

    `partners`, `maps` and `agreements` are the result, `has_changed` is whether it differs from the
    input. Known pairs stay, and the predicates `playing` types are left out. `checkpoint` is called
    before each attempt.
    """

    def __init__(
        self,
        similarity: Similarity,
        actions: Iterable[Pair],
        symbols: Iterable[Pair],
        playing: Collection[str],
        checkpoint: Checkpoint,
    ) -> None:
        self.similarity = similarity
        self.partners = dict(list(symbols))
        self.maps = {pair: similarity.map_of(pair) for pair in self.partners.items()}
        self._of = Agreements(similarity, self.partners, self.maps)
        self._budget, self._checkpoint = Budget(BUDGET), checkpoint
        self._using: dict[str, list[Pair]] = {}
        self.agreements: dict[Pair, LiteralAgreement] = {}
        for pair in actions:
            self.agreements[pair] = self._of.of(pair)
            for use in similarity.ours.operators[pair[0]].uses:
                using = self._using.setdefault(use.symbol, [])
                if pair not in using:
                    using.append(pair)
        self._candidates = sorted(
            pair
            for pair, score in similarity.symbols.items()
            if score >= _LEAST_LIKELY and not {*playing} & {*pair} and self._may_be(*pair)
        )
        self.has_changed = False
        with suppress(SpentError):
            while self._exchange_places() | self._exchange_partners():
                pass

    @property
    def most(self) -> float:
        """An upper bound of the agreement under these partners."""
        return sum(map(self._of.most, self.agreements))

    def _exchange_places(self) -> bool:
        """Exchange argument positions; return whether that improved anything."""
        known = self.similarity.known.arguments
        pairs = sorted(self.partners.items())
        open_pairs = [p for p in pairs if p not in known and not is_same_name(p)]
        return any([self._improved_places(pair) for pair in open_pairs])

    def _improved_places(self, pair: Pair) -> bool:
        using = self._using.get(pair[0], ())
        others = list(self._other_maps(pair))
        self._spend(len(using) * len(others))
        best, most = self.maps[pair], self._weight(using) + _WORTH_IT
        agreements: Mapping[Pair, LiteralAgreement] = {}
        for arguments in others:
            self.maps[pair] = arguments
            found = self.agreements_of(using)
            if (total := _total(found)) > most:
                best, most, agreements = arguments, total, found
        self.maps[pair] = best
        self.agreements.update(agreements)
        self.has_changed |= bool(agreements)
        return bool(agreements)

    def _other_maps(self, pair: Pair) -> Iterator[Arguments]:
        """The argument map with two positions exchanged, or one replaced by a free position."""
        arguments = self.maps[pair]
        n_theirs = len(self.similarity.theirs.symbols[pair[1]].args)
        places = [*arguments, *(n for n in range(n_theirs) if n not in arguments)]
        for k, n in combinations(range(len(places)), 2):
            if k < len(arguments):
                other = list(places)
                other[k], other[n] = other[n], other[k]
                yield tuple(other[: len(arguments)])

    def _exchange_partners(self) -> bool:
        """Exchange the partners of names; return whether that improved anything."""
        return any([self._improved_partner(*pair) for pair in self._candidates])

    def _improved_partner(self, mine: str, yours: str) -> bool:
        """Pair two free names, or exchange their partners, if that is better."""
        owner = next((name for name, other in self.partners.items() if other == yours), None)
        lost = self.partners.get(mine)
        if lost == yours or {(mine, lost), (owner, yours)} & self.similarity.known.symbols.pairs:
            return False
        new = {mine: yours}
        if owner is not None and lost is not None and self._may_be(owner, lost):
            new[owner] = lost
        elif owner is not None or lost is not None:
            return False
        using = list(dict.fromkeys(pair for name in new for pair in self._using.get(name, ())))
        self._spend(len(using))
        old = {name: self.partners[name] for name in new if name in self.partners}
        for pair in new.items():
            self.maps.setdefault(pair, self.similarity.map_of(pair))
        self.partners.update(new)
        agreements = self.agreements_of(using)
        more = _total(agreements) - self._weight(using)
        if old:
            more += _OF_LIKENESS * (self._similarity(new) - self._similarity(old))
        if more > _WORTH_IT:
            self.agreements.update(agreements)
            self.has_changed = True
            return True
        del self.partners[mine]
        self.partners.update(old)
        return False

    def _may_be(self, mine: str, yours: str) -> bool:
        """Whether two names may become partners: similar, allowed, equally many arguments."""
        similarity, pair = self.similarity, (mine, yours)
        n_ours, n_theirs = (
            len(side.symbols[name].args)
            for side, name in ((similarity.ours, mine), (similarity.theirs, yours))
        )
        allowed = similarity.known.symbols.allows(pair)
        return n_ours == n_theirs and pair in similarity.symbols and allowed

    def _similarity(self, partners: Mapping[str, str]) -> float:
        return sum(self.similarity.symbols[pair] for pair in partners.items())

    def agreements_of(self, actions: Iterable[Pair]) -> dict[Pair, LiteralAgreement]:
        """The current agreements of pairs of actions."""
        return {pair: self._of.of(pair) for pair in actions}

    def _spend(self, n_agreements: int) -> None:
        """Charge the budget for an attempt, before anything is changed."""
        self._checkpoint()
        self._budget.spend(n_agreements)

    def _weight(self, actions: Iterable[Pair]) -> float:
        return _total({pair: self.agreements[pair] for pair in actions})


def _total(agreements: Mapping[Pair, LiteralAgreement]) -> float:
    return sum(agreement.weight for agreement in agreements.values())
