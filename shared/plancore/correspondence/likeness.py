"""How alike the names of two models are, each judged by all the others.

Likeness is passed on along what belongs together until it settles (after Melnik, Garcia-Molina and
Rahm, Similarity Flooding, 2002): two actions are alike when their literals are, two predicates
when they do the same to the same parameters of actions that are alike, two types when parameters
of them are. What names say is evidence beside that, and so are the types that predicates declare.
Several pieces of evidence count together as noisy or.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest
from itertools import product
from math import sqrt
from typing import Final, NamedTuple

from plancore.align.assignment import assign
from plancore.correspondence.arguments import Votes, argument_map, in_place, normalised, stretch
from plancore.correspondence.candidates import candidate_pairs
from plancore.correspondence.known import Known, is_same_name
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.profiles import Profiles, alike
from plancore.correspondence.roles import Operator, Role, Roles, Types, Use
from plancore.correspondence.words import Vocabulary
from plancore.stop import NEVER, Checkpoint

ROUNDS: Final = 7
_FIRST_LOOKS: Final = 2
_LATE: Final = 4
_CLOSE: Final = 6
"""After two rounds six partners at most of each action are looked at again."""

BY_NAME: Final = 0.7
BY_USE: Final = 0.85
"""How far names alone, and use alone, can carry a pair of actions."""

_SYMBOL_BY_NAME: Final = 0.6
_UNUSED_BY_NAME: Final = 0.8
_BY_ROLES: Final = 0.1
_BY_SIGNATURE: Final = 0.2
_TYPE_BY_NAME: Final = 0.8
_TYPE_BY_USE: Final = 0.7
_BY_PROFILE: Final = 0.5
_CONTRADICTED: Final = 0.2
_RELATED_TYPE: Final = 0.85
_UNTYPED: Final = 0.5
_WRONG_TYPE: Final = 0.15
_NOTHING: Final = 0.02
_FAR_FROM_BEST: Final = 0.15
_SETTLED: Final = 0.01
_FAINT: Final = 0.05
_TYPE_MATCH: Final = 0.3


class ActionMatch(NamedTuple):
    """Two actions side by side.

    `structure` is the share of their literals that are alike, in 0..1; `parameters` are the learned
    variables with a counterpart; `literals` the uses that belong together.
    """

    structure: float
    parameters: Mapping[str, str]
    literals: tuple[tuple[Use, Use], ...]


class Likeness:
    """The likeness of names of the learned model to names of the reference, in 0..1, kind by kind.

    A pair that is not listed is not looked at. `known` pairs are 1 and refused ones 0 from the
    start to the end. `checkpoint` is called in every round.
    """

    def __init__(
        self, ours: Roles, theirs: Roles, known: Known, checkpoint: Checkpoint = NEVER
    ) -> None:
        self.ours, self.theirs, self.known = ours, theirs, known
        self.names = _Names(ours, theirs)
        checkpoint()
        self.types = {
            pair: self.names.types.likeness(*pair) for pair in product(ours.types, theirs.types)
        }
        self._type_fits: dict[tuple[Types, Types], float] = {}
        self._constants = tuple({c.name for c in side.domain.constants} for side in (ours, theirs))
        self._profiles = Profiles(ours), Profiles(theirs)
        self._seen_alike: dict[tuple[tuple[str, str], tuple[str, str]], float] = {}
        self._seen_places: dict[Pair, Votes] = {}
        self.symbols = self._symbols_at_start()
        self._arguments = {pair: self._arguments_at_start(pair) for pair in self.symbols}
        self._maps: dict[tuple[Pair, int, int], Arguments] = {}
        self._signatures = {pair: self._signature(pair) for pair in self.symbols}
        self.action_names = self._action_names()
        self.actions: dict[Pair, float] = {}
        self.matches: dict[Pair, ActionMatch] = {}
        self._by_role = {
            name: {role: [use for use in operator.uses if use.role is role] for role in Role}
            for name, operator in theirs.operators.items()
        }
        self._places: dict[tuple[bool, str], dict[tuple[Role, str], list[tuple[Use, int]]]] = {}
        known.types.settle(self.types)
        known.symbols.settle(self.symbols)
        self._open = list(self.action_names)
        for number in range(ROUNDS):
            before = dict(self.actions)
            self._judge_actions(number >= _LATE, checkpoint)
            self._judge_symbols()
            self._judge_types()
            if number == _FIRST_LOOKS - 1:
                self._open = self._close_pairs()
            if number > _LATE and _is_settled(before, self.actions):
                break

    # What is known before the first round

    def _symbols_at_start(self) -> dict[Pair, float]:
        self.symbol_names: dict[Pair, float] = {}
        self._role_likeness: dict[Pair, float] = {}
        for mine, yours in (
            (self.ours.predicates, self.theirs.predicates),
            (self.ours.functions, self.theirs.functions),
        ):
            pairs = candidate_pairs(
                {name: self._profiles[0].symbols[name] for name in mine},
                {name: self._profiles[1].symbols[name] for name in yours},
                self.names.symbols,
                self.known.symbols.pairs,
            )
            for pair, score in pairs.items():
                if self._is_type_beside_relation(*pair):
                    continue
                self.symbol_names[pair] = self.names.of_symbols(*pair)
                self._role_likeness[pair] = score
        best = _best(self._role_likeness, 0), _best(self._role_likeness, 1)
        return {
            (p, q): _together(
                BY_NAME * self.symbol_names[p, q],
                0.5 * score / max(best[0][p], best[1][q], 0.01),
            )
            for (p, q), score in self._role_likeness.items()
        }

    def _is_type_beside_relation(self, mine: str, yours: str) -> bool:
        """Whether one of two names may play a type, and the other has no single argument."""
        return (
            mine in self.ours.type_predicates and len(self.theirs.symbols[yours].args) != 1
        ) or (yours in self.theirs.type_predicates and len(self.ours.symbols[mine].args) != 1)

    def _action_names(self) -> dict[Pair, float]:
        mine, yours = self._profiles[0].actions, self._profiles[1].actions
        pairs = candidate_pairs(mine, yours, self.names.actions, self.known.actions.pairs)
        return {pair: self.names.of_actions(*pair) for pair in pairs}

    def _arguments_at_start(self, pair: Pair) -> Votes:
        mine, yours = self._args(pair)
        same_place = 0.6 if is_same_name(pair) else 0.15
        seen = self._places_alike(pair)
        return normalised(
            {
                (k, n): 0.5 * self.type_fit(mine[k], yours[n])
                + _BY_PROFILE * seen[k, n]
                + (same_place if k == n else 0.0)
                for k, n in product(range(len(mine)), range(len(yours)))
            }
        )

    def _places_alike(self, pair: Pair) -> Votes:
        seen = self._seen_places.get(pair)
        if seen is None:
            mine, yours = self._args(pair)
            ours, theirs = (profiles.places for profiles in self._profiles)
            seen = self._seen_places[pair] = {
                (k, n): alike(ours[pair[0], k], theirs[pair[1], n])
                for k, n in product(range(len(mine)), range(len(yours)))
            }
        return seen

    def _variables_alike(self, mine: tuple[str, str], yours: tuple[str, str]) -> float:
        score = self._seen_alike.get((mine, yours))
        if score is None:
            ours, theirs = self._profiles
            score = alike(ours.variables[mine], theirs.variables[yours])
            self._seen_alike[mine, yours] = score
        return score

    def _args(self, pair: Pair) -> tuple[tuple[Types, ...], tuple[Types, ...]]:
        return self.ours.symbols[pair[0]].args, self.theirs.symbols[pair[1]].args

    def _signature(self, pair: Pair) -> float:
        """How well the types of all arguments agree; nothing without arguments and types."""
        mine, yours = self._args(pair)
        if not mine or len(mine) != len(yours) or not all(mine) or not all(yours):
            return 0.0
        fits = {
            (k, n): self.type_fit(mine[k], yours[n])
            for k, n in product(range(len(mine)), range(len(yours)))
        }
        chosen = assign({places: fit for places, fit in fits.items() if fit > _TYPE_MATCH})
        if len(chosen) < len(mine):
            return 0.0
        return sum(fits[places] for places in chosen.items()) / len(mine)

    # Answers

    def type_fit(self, mine: Types, yours: Types) -> float:
        """How alike two lists of types are; what has no type may be anything."""
        if not mine or not yours:
            return _UNTYPED
        fit = self._type_fits.get((mine, yours))
        if fit is None:
            fit = max(self._related_fit(*pair) for pair in product(mine, yours))
            self._type_fits[mine, yours] = fit
        return fit

    def _related_fit(self, mine: str, yours: str) -> float:
        """The likeness of two types, or nearly that of one to a relative of the other."""
        fit = self.types[mine, yours]
        related = [self.types[other, yours] for other in self.ours.related_types.get(mine, ())]
        related += [self.types[mine, other] for other in self.theirs.related_types.get(yours, ())]
        return max(fit, _RELATED_TYPE * max(related, default=0.0))

    def shared(self, pair: Pair) -> float:
        """How much of the literals of two actions is alike, in weights of uses."""
        ours, theirs = self.ours.operators[pair[0]], self.theirs.operators[pair[1]]
        size = sum(map(self.ours.weight, ours.uses)) + sum(map(self.theirs.weight, theirs.uses))
        return size * self.matches[pair].structure

    def map_of(self, pair: Pair) -> Arguments:
        """Which argument stands for which, as far as is known now."""
        mine, yours = self._args(pair)
        return self._map(pair, len(mine), len(yours))

    def _map(self, pair: Pair, n_ours: int, n_theirs: int) -> Arguments:
        stated = self.known.arguments.get(pair)
        if stated is not None:
            return stated
        key = pair, n_ours, n_theirs
        arguments = self._maps.get(key)
        if arguments is None:
            arguments = argument_map(
                self._arguments[pair], n_ours, n_theirs, same_name=is_same_name(pair)
            )
            self._maps[key] = arguments
        return arguments

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

    # Rounds

    def _judge_actions(self, is_late: bool, checkpoint: Checkpoint) -> None:
        likely = self._likely_symbols(is_late)
        for a, b in self._open:
            checkpoint()
            match = self._match(self.ours.operators[a], self.theirs.operators[b], likely)
            self.matches[a, b] = match
            named = self.action_names[a, b]
            self.actions[a, b] = _together(BY_NAME * named, BY_USE * match.structure)
        self.known.actions.settle(self.actions)

    def _likely_symbols(self, is_late: bool) -> Mapping[str, Mapping[str, float]]:
        """For each learned name those that it may stand for, less where either has a better one.

        Late the best partners count in full, however little speaks for them by themselves: what
        literals agree under them is what is to be found out.
        """
        best_of_ours, best_of_theirs = _best(self.symbols, 0), _best(self.symbols, 1)
        likely: dict[str, dict[str, float]] = {}
        for (p, q), score in self.symbols.items():
            if score > _NOTHING:
                relative = score / max(best_of_ours[p], best_of_theirs[q])
                sharp = (relative if is_late else score) * sqrt(relative)
                if relative > _FAR_FROM_BEST and sharp > _NOTHING:
                    likely.setdefault(p, {})[q] = sharp
        return likely

    def _close_pairs(self) -> list[Pair]:
        """The pairs of actions that are among the likest of one of the two."""
        kept: set[Pair] = {pair for pair in self.known.actions.pairs if pair in self.actions}
        for side in (0, 1):
            of_each: dict[str, list[Pair]] = {}
            for pair in self.actions:
                of_each.setdefault(pair[side], []).append(pair)
            for pairs in of_each.values():
                kept.update(nlargest(_CLOSE, pairs, key=self.actions.__getitem__))
        return [pair for pair in self.actions if pair in kept]

    def _match(
        self,
        ours: Operator,
        theirs: Operator,
        partners: Mapping[str, Mapping[str, float]],
    ) -> ActionMatch:
        of_role = self._by_role[theirs.name]
        likely = [
            (x, y, scores[y.symbol])
            for x in ours.uses
            if (scores := partners.get(x.symbol))
            for y in of_role.get(x.role, ())
            if y.symbol in scores
        ]
        parameters = self._parameters(ours, theirs, likely)
        scored = [
            (score * self.agreement(x, y, parameters), number)
            for number, (x, y, score) in enumerate(likely)
        ]
        scored = sorted((item for item in scored if item[0] > _FAINT), key=_best_first)
        left, right = set(ours.uses), set(theirs.uses)
        literals: list[tuple[Use, Use]] = []
        shared = 0.0
        for fit, number in scored:
            x, y, _ = likely[number]
            if x in left and y in right:
                left.discard(x)
                right.discard(y)
                literals.append((x, y))
                shared += fit * (self.ours.weight(x) + self.theirs.weight(y))
        size = sum(map(self.ours.weight, ours.uses)) + sum(map(self.theirs.weight, theirs.uses))
        return ActionMatch(shared / size if size else 0.0, parameters, tuple(literals))

    def _parameters(
        self, ours: Operator, theirs: Operator, likely: Iterable[tuple[Use, Use, float]]
    ) -> Mapping[str, str]:
        """The assignment of variables for which the most likely literals speak."""
        stated = self.known.parameters.get((ours.name, theirs.name))
        if stated is not None:
            return stated
        votes: dict[Pair, float] = {}
        for x, y, score in likely:
            weight = score * self.ours.weight(x)
            if weight < _FAINT:
                continue
            for (k, n), share in self._arguments[x.symbol, y.symbol].items():
                if share > _FAINT and k < len(x.args) and n < len(y.args):
                    places = x.args[k], y.args[n]
                    votes[places] = votes.get(places, 0.0) + weight * share
        same_name = is_same_name((ours.name, theirs.name))
        same_place = 0.3 if same_name else 0.02
        mine, yours = list(ours.types), list(theirs.types)
        scores: dict[tuple[int, int], float] = {}
        for i, j in product(range(len(mine)), range(len(yours))):
            fit = self.type_fit(ours.types[mine[i]], theirs.types[yours[j]])
            named = self.names.parameters.likeness(mine[i][1:], yours[j][1:])
            voted = votes.get((mine[i], yours[j]), 0.0)
            if voted or named > 0.5 or fit > 0.5:
                seen = self._variables_alike((ours.name, mine[i]), (theirs.name, yours[j]))
                score = max(fit, _WRONG_TYPE) * (0.15 + 0.4 * seen + voted) + 0.15 * named
                scores[i, j] = score + (same_place if i == j else 0.0)
        chosen = assign(scores)
        if same_name and len(ours.parameters) == len(theirs.parameters):
            chosen = in_place(scores, chosen)
        variables = {mine[i]: yours[j] for i, j in chosen.items() if scores[i, j] >= 0.2}
        return {**variables, **self._constants_in(votes)}

    def _constants_in(self, votes: Mapping[Pair, float]) -> Mapping[str, str]:
        """The constants of two actions for which the most likely literals speak."""
        ours, theirs = self._constants
        mine = list(dict.fromkeys(c for c, _ in votes if c in ours))
        yours = list(dict.fromkeys(c for _, c in votes if c in theirs))
        scores = {
            (i, j): voted + self.names.types.likeness(mine[i], yours[j])
            for i, j in product(range(len(mine)), range(len(yours)))
            if (voted := votes.get((mine[i], yours[j])))
        }
        return {mine[i]: yours[j] for i, j in assign(scores).items()}

    def _judge_symbols(self) -> None:
        sharp = self._sharpened()
        our_sizes = _sizes(self.ours, _best(self.actions, 0))
        their_sizes = _sizes(self.theirs, _best(self.actions, 1))
        shared = self._shared(sharp)
        votes = self._votes(sharp)
        self._maps.clear()
        for pair in self.symbols:
            named = self.symbol_names[pair]
            size = our_sizes.get(pair[0], 0.0) + their_sizes.get(pair[1], 0.0)
            if size:
                by_use = BY_USE * min(1.0, shared.get(pair, 0.0) / size)
                score = _together(_SYMBOL_BY_NAME * named, by_use)
            else:
                score = _UNUSED_BY_NAME * named
            score = _together(score, _BY_ROLES * self._role_likeness[pair])
            self.symbols[pair] = _together(score, _BY_SIGNATURE * self._signatures[pair])
            start = self._arguments_at_start(pair)
            ballot = votes.get(pair, {})
            most = max(ballot.values(), default=0.0)
            if most:
                start = {
                    places: 0.4 * share + ballot.get(places, 0.0) / most
                    for places, share in start.items()
                }
            self._arguments[pair] = normalised(start)
        self.known.symbols.settle(self.symbols)

    def _sharpened(self) -> Mapping[Pair, float]:
        """The likeness of actions, less where either has a better partner."""
        best_of_ours, best_of_theirs = _best(self.actions, 0), _best(self.actions, 1)
        sharp = {}
        for (a, b), score in self.actions.items():
            best = max(best_of_ours[a], best_of_theirs[b])
            if best and (sharpened := score * (score / best) ** 2) > _NOTHING:
                sharp[a, b] = sharpened
        return sharp

    def _shared(self, sharp: Mapping[Pair, float]) -> Mapping[Pair, float]:
        """How much of the uses of two names is alike; each use counts where it fits best."""
        met: dict[tuple[bool, str, Use, str], float] = {}
        for (a, b), score in sharp.items():
            match = self.matches[a, b]
            for x, y in match.literals:
                fit = score * self.agreement(x, y, match.parameters)
                for key in ((True, a, x, y.symbol), (False, b, y, x.symbol)):
                    if fit > met.get(key, 0.0):
                        met[key] = fit
        shared: dict[Pair, float] = {}
        for (is_ours, _, use, symbol), fit in met.items():
            pair = (use.symbol, symbol) if is_ours else (symbol, use.symbol)
            weight = (self.ours if is_ours else self.theirs).weight(use)
            shared[pair] = shared.get(pair, 0.0) + weight * fit
        return shared

    def _votes(self, sharp: Mapping[Pair, float]) -> Mapping[Pair, Votes]:
        """For each two names the places where parameters that belong together stand."""
        votes: dict[Pair, Votes] = {}
        for (a, b), score in sharp.items():
            parameters = self.matches[a, b].parameters
            if score < _FAINT:
                continue
            theirs = self._placed(self.theirs, b)
            for x in self.ours.operators[a].uses:
                for k, arg in enumerate(x.args):
                    for y, n in theirs.get((x.role, parameters.get(arg, arg)), ()):
                        pair = x.symbol, y.symbol
                        if pair in self.symbols:
                            ballot = votes.setdefault(pair, {})
                            ballot[k, n] = ballot.get((k, n), 0.0) + score
        return votes

    def _placed(self, side: Roles, action: str) -> Mapping[tuple[Role, str], list[tuple[Use, int]]]:
        """For each role and argument of an action the uses that have it, and where."""
        placed = self._places.get((side is self.ours, action))
        if placed is None:
            placed = self._places[side is self.ours, action] = {}
            for use in side.operators[action].uses:
                for position, arg in enumerate(use.args):
                    placed.setdefault((use.role, arg), []).append((use, position))
        return placed

    def _judge_types(self) -> None:
        votes: dict[Pair, float] = {}
        mine: dict[str, float] = {}
        yours: dict[str, float] = {}
        for (a, b), match in self.matches.items():
            score = self.actions[a, b] ** 2
            ours, theirs = self.ours.operators[a].types, self.theirs.operators[b].types
            for name, counterpart in match.parameters.items():
                if name not in ours or counterpart not in theirs:
                    continue
                for s, t in product(ours[name], theirs[counterpart]):
                    votes[s, t] = votes.get((s, t), 0.0) + score
                    mine[s] = mine.get(s, 0.0) + score
                    yours[t] = yours.get(t, 0.0) + score
        for s, t in self.types:
            size = mine.get(s, 0.0) + yours.get(t, 0.0)
            by_use = 2 * votes.get((s, t), 0.0) / size if size else 0.0
            named = self.names.types.likeness(s, t)
            self.types[s, t] = _together(_TYPE_BY_NAME * named, _TYPE_BY_USE * by_use)
        self.known.types.settle(self.types)
        self._type_fits.clear()


class _Names:
    """What the names of two models say."""

    def __init__(self, ours: Roles, theirs: Roles) -> None:
        types = {*ours.declared_types, *theirs.declared_types}
        spelling = {**theirs.spelling, **ours.spelling}
        self.symbols = Vocabulary([*ours.symbols, *theirs.symbols], types, spelling)
        self.actions = Vocabulary([*ours.operators, *theirs.operators], types, spelling)
        self.types = Vocabulary([*ours.types, *theirs.types], (), spelling)
        self.parameters = Vocabulary()

    def of_symbols(self, mine: str, yours: str) -> float:
        return _denied(self.symbols, mine, yours)

    def of_actions(self, mine: str, yours: str) -> float:
        return _denied(self.actions, mine, yours)


def _denied(words: Vocabulary, mine: str, yours: str) -> float:
    alike = words.likeness(mine, yours)
    return _CONTRADICTED * alike if words.contradict(mine, yours) else alike


def _best_first(item: tuple[float, int]) -> tuple[float, int]:
    return -item[0], item[1]


def _best(scores: Mapping[Pair, float], side: int) -> Mapping[str, float]:
    best: dict[str, float] = {}
    for pair, score in scores.items():
        best[pair[side]] = max(best.get(pair[side], 0.0), score)
    return best


def _is_settled(before: Mapping[Pair, float], now: Mapping[Pair, float]) -> bool:
    return all(abs(score - before.get(pair, 0.0)) < _SETTLED for pair, score in now.items())


def _sizes(side: Roles, best: Mapping[str, float]) -> Mapping[str, float]:
    """How much each name is used in actions that have a partner."""
    sizes: dict[str, float] = {}
    for operator in side.operators.values():
        likeness = best.get(operator.name, 0.0)
        for use in operator.uses:
            sizes[use.symbol] = sizes.get(use.symbol, 0.0) + likeness * side.weight(use)
    return sizes


def _together(one: float, other: float) -> float:
    """Two pieces of evidence, each in 0..1, as noisy or."""
    return 1 - (1 - one) * (1 - other)
