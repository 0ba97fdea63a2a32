"""Which arguments of two names stand for one another, as far as is known at the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product, starmap
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.arguments import Votes, argument_map, normalised, stretch
from plancore.correspondence.grounds import Grounds
from plancore.correspondence.initial_facts import NO_FACTS, FactsInCommon
from plancore.correspondence.known import is_same_name, plain
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.profiles import alike
from plancore.correspondence.roles import Roles, Types, Use
from plancore.correspondence.type_likeness import TypeLikeness

_BY_PROFILE: Final = 0.5
_BY_FACTS: Final = 1.0
_TYPE_MATCH: Final = 0.3
_FAINT: Final = 0.05
_MAY_BE: Final = 0.5
_ONE_VOCABULARY: Final = 1.0


class ArgumentLikeness:
    """`votes` has for each two names what speaks for each pair of positions; 1 is the best.

    The maps of `stated` pairs stay as they are; `settled` has them, and what is settled later.
    """

    def __init__(
        self, grounds: Grounds, types: TypeLikeness, facts: FactsInCommon = NO_FACTS
    ) -> None:
        self._facts = facts
        self.ours, self.theirs, self.types = grounds.ours, grounds.theirs, types
        self.profiles = grounds.profiles
        self.settled = dict(grounds.known.arguments)
        self._has_one_vocabulary = (
            _share_of_same_names(grounds.ours, grounds.theirs) >= _ONE_VOCABULARY
        )
        self.votes: dict[Pair, Votes] = {}
        self._seen_places: dict[Pair, Votes] = {}
        self._maps: dict[tuple[Pair, int, int], Arguments] = {}
        self._telling: dict[tuple[str, str, int, int], list[tuple[int, int, float]]] = {}

    def start(self, pairs: Iterable[Pair]) -> None:
        """What types and use say of each of `pairs`."""
        self.votes = {pair: self._arguments_at_start(pair) for pair in pairs}

    def judge(self, ballots: Mapping[Pair, Votes]) -> None:
        """Arguments stand for one another where parameters that belong together stand there."""
        self._maps.clear()
        self._telling.clear()
        for pair in self.votes:
            start = self._arguments_at_start(pair)
            ballot = ballots.get(pair, {})
            most = max(ballot.values(), default=0.0)
            if most:
                start = {
                    places: 0.4 * share + ballot.get(places, 0.0) / most
                    for places, share in start.items()
                }
            self.votes[pair] = normalised(start)

    def telling_votes(self, ours: Use, theirs: Use) -> list[tuple[int, int, float]]:
        """Positions in two uses with what speaks for each pair of them, where that is not faint."""
        n_ours, n_theirs = len(ours.args), len(theirs.args)
        key = ours.symbol, theirs.symbol, n_ours, n_theirs
        telling = self._telling.get(key)
        if telling is None:
            telling = self._telling[key] = [
                (k, n, share)
                for (k, n), share in self.votes[ours.symbol, theirs.symbol].items()
                if share > _FAINT and k < n_ours and n < n_theirs
            ]
        return telling

    def _arguments_at_start(self, pair: Pair) -> Votes:
        mine, yours = self._args(pair)
        same_place = 0.6 if is_same_name(pair) else 0.15
        seen = self._places_alike(pair)
        same_facts = self._facts.get(pair)
        told = dict(enumerate(same_facts.arguments)) if same_facts else {}
        return normalised(
            {
                (k, n): 0.5 * self.types.fit(mine[k], yours[n])
                + _BY_PROFILE * seen[k, n]
                + (same_place if k == n else 0.0)
                + (_BY_FACTS if told.get(k) == n else 0.0)
                for k, n in product(range(len(mine)), range(len(yours)))
            }
        )

    def _places_alike(self, pair: Pair) -> Votes:
        seen = self._seen_places.get(pair)
        if seen is None:
            mine, yours = self._args(pair)
            ours, theirs = (profiles.places for profiles in self.profiles)
            seen = self._seen_places[pair] = {
                (k, n): alike(ours[pair[0], k], theirs[pair[1], n])
                for k, n in product(range(len(mine)), range(len(yours)))
            }
        return seen

    def _args(self, pair: Pair) -> tuple[tuple[Types, ...], tuple[Types, ...]]:
        return self.ours.symbols[pair[0]].args, self.theirs.symbols[pair[1]].args

    def signature(self, pair: Pair) -> float:
        """How well the types of all arguments agree; nothing without arguments and types."""
        mine, yours = self._args(pair)
        if not mine or len(mine) != len(yours) or not all(mine) or not all(yours):
            return 0.0
        fits = {
            (k, n): self.types.fit(mine[k], yours[n])
            for k, n in product(range(len(mine)), range(len(yours)))
        }
        chosen = assign({places: fit for places, fit in fits.items() if fit > _TYPE_MATCH})
        if len(chosen) < len(mine):
            return 0.0
        return sum(fits[places] for places in chosen.items()) / len(mine)

    def map_of(self, pair: Pair) -> Arguments:
        """Which argument stands for which, as far as is known now."""
        mine, yours = self._args(pair)
        return self._map(pair, len(mine), len(yours))

    def _map(self, pair: Pair, n_ours: int, n_theirs: int) -> Arguments:
        settled = self.settled.get(pair)
        if settled is not None:
            return settled
        key = pair, n_ours, n_theirs
        arguments = self._maps.get(key)
        if arguments is None:
            if n_ours == n_theirs and self._is_in_place(pair):
                arguments = tuple(range(n_ours))
            else:
                arguments = argument_map(
                    self.votes[pair], n_ours, n_theirs, same_name=is_same_name(pair)
                )
            self._maps[key] = arguments
        return arguments

    def _is_in_place(self, pair: Pair) -> bool:
        """Whether each argument stands for the one in its place, whatever a few mistakes say.

        That is so of the same names of models with one vocabulary, where no type speaks against it.
        """
        if not self._has_one_vocabulary or not is_same_name(pair):
            return False
        return all(starmap(self._may_be, zip(*self._args(pair), strict=False)))

    def _may_be(self, mine: Types, yours: Types) -> bool:
        return self.types.fit(mine, yours) >= _MAY_BE

    def agreement(self, ours: Use, theirs: Use, parameters: Mapping[str, str]) -> float:
        """How well the arguments of two uses fit, where `parameters` belong together; in 0..1."""
        if not ours.args and not theirs.args:
            return 1.0
        n_right = n_wrong = 0
        arguments = self._map((ours.symbol, theirs.symbol), len(ours.args), len(theirs.args))
        for place, arg in zip(arguments, ours.args, strict=False):
            if place is None or place >= len(theirs.args):
                continue
            if parameters.get(arg, arg) == theirs.args[place]:
                n_right += 1
            else:
                n_wrong += 1
        n_mapped = n_right + n_wrong
        share = n_right / n_mapped if n_mapped else 0.6
        return share * share * stretch(len(ours.args), len(theirs.args), n_mapped)


def _share_of_same_names(ours: Roles, theirs: Roles) -> float:
    """How many predicates and functions of the smaller vocabulary are called so in the other."""
    mine, yours = ({plain(name) for name in side.symbols} for side in (ours, theirs))
    return len(mine & yours) / max(1, min(len(mine), len(yours)))
