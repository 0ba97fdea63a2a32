"""What literals of two actions agree, when it is settled which names stand for one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from plancore.align.assignment import assign
from plancore.correspondence.known import is_same_name
from plancore.correspondence.likeness.action_match import Agreement, counterpart
from plancore.correspondence.likeness.arguments import stretch
from plancore.correspondence.likeness.likeness import Likeness
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.roles import Operator, Role, Use

_OF_TYPES: Final = 0.5
"""How much of what speaks for two parameters types may take away."""


_CLEARLY: Final = 1.0
"""By how much, in weights of literals, more must agree under other parameters."""


class _Meeting(NamedTuple):
    """The uses of two names that stand for one another, in one role."""

    ours: list[Use]
    theirs: list[Use]
    arguments: Arguments
    weight: float


Groups = Mapping[tuple[Role, str], list[Use]]


class Agreements:
    """Works out agreements. `partners` and `maps` are what stands for what at the time."""

    def __init__(
        self, likeness: Likeness, partners: Mapping[str, str], maps: Mapping[Pair, Arguments]
    ) -> None:
        self.likeness, self.partners, self.maps = likeness, partners, maps
        self._groups: dict[tuple[bool, str], Groups] = {}

    def of(self, pair: Pair) -> Agreement:
        """The agreement of two actions.

        Parameters stay as likeness has matched them unless more literals agree otherwise. Where
        the actions have one name, or parameters are stated, they stay in any case.
        """
        likeness = self.likeness
        ours, theirs = likeness.ours.operators[pair[0]], likeness.theirs.operators[pair[1]]
        meetings = list(self._meetings(ours, theirs))
        known = _agreement(meetings, likeness.matches[pair].parameters)
        if is_same_name(pair) or pair in likeness.known.parameters:
            return known
        voted = _agreement(meetings, self._voted(ours, theirs, meetings))
        return voted if voted.weight > known.weight + _CLEARLY else known

    def most(self, pair: Pair) -> float:
        """The weight of what could agree at most, whatever parameters and arguments stand for."""
        likeness = self.likeness
        ours, theirs = likeness.ours.operators[pair[0]], likeness.theirs.operators[pair[1]]
        return sum(
            meeting.weight * min(len(meeting.ours), len(meeting.theirs))
            for meeting in self._meetings(ours, theirs)
        )

    def _meetings(self, ours: Operator, theirs: Operator) -> Iterator[_Meeting]:
        likeness = self.likeness
        others = self._grouped(theirs, is_ours=False)
        for (role, mine), uses in self._grouped(ours, is_ours=True).items():
            yours = self.partners.get(mine)
            if yours is None or (role, yours) not in others:
                continue
            counterparts, arguments = others[role, yours], self.maps[mine, yours]
            n_theirs = len(likeness.theirs.symbols[yours].args)
            n_mapped = sum(place is not None for place in arguments)
            weight = likeness.ours.weight(uses[0]) + likeness.theirs.weight(counterparts[0])
            price = stretch(len(arguments), n_theirs, n_mapped)
            yield _Meeting(uses, counterparts, arguments, weight * price)

    def _voted(
        self, ours: Operator, theirs: Operator, meetings: list[_Meeting]
    ) -> Mapping[str, str]:
        """The parameters for which most of the places speak where they stand."""
        votes: dict[Pair, float] = {}
        for meeting in meetings:
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

    def _fit(self, ours: Operator, mine: str, theirs: Operator, yours: str) -> float:
        fit = self.likeness.type_fit(ours.types.get(mine, ()), theirs.types.get(yours, ()))
        return 1 - _OF_TYPES * (1 - fit)

    def _grouped(self, operator: Operator, *, is_ours: bool) -> Groups:
        groups = self._groups.get((is_ours, operator.name))
        if groups is None:
            grouped: dict[tuple[Role, str], list[Use]] = {}
            for use in operator.uses:
                grouped.setdefault((use.role, use.symbol), []).append(use)
            groups = self._groups[is_ours, operator.name] = grouped
        return groups


def _agreement(meetings: list[_Meeting], parameters: Mapping[str, str]) -> Agreement:
    weight = 0.0
    literals: list[tuple[Use, Use]] = []
    for meeting in meetings:
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
    return Agreement(weight, parameters, tuple(literals))
