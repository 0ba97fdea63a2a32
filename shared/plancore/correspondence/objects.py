"""Matches the objects of two problems whose names differ.

Objects are characterised by their facts: predicate, position and the other objects. They are
matched by similar facts first: colour refinement with a similarity in place of equality, so that an
extra or missing fact does not matter. Then they are matched by the number of facts that agree under
the other matches, as long as that number grows. Names that both problems have stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from plancore.align.assignment import assign
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.formula.printing import AS_WRITTEN, Naming
from plancore.model.formula import (
    And,
    AtomicFormula,
    Comparison,
    Formula,
    FunctionTerm,
    Not,
    Number,
)
from plancore.model.problem import Problem
from plancore.stop import NEVER, Checkpoint

_ROUNDS: Final = 8
_DEPTH: Final = 4
"""The depth of the refinement."""
_ONE_TYPE: Final = 0.5
_NAMED: Final = 0.05
"""The weights of one type (`_ONE_TYPE`) and of a similar name, relative to an agreeing fact."""
_FEWEST: Final = 2
"""Two objects match if this many facts agree, or half of them."""
_MOST_EXCHANGES: Final = 4_000
_MOST_PAIRS: Final = 60_000
"""With more pairs to compare, no objects are matched."""


class Fact(NamedTuple):
    """An atom of `:init` or the goal, or the value of a fluent."""

    section: str
    name: str
    args: tuple[str, ...]


def match_objects(
    learned: Problem, reference: Problem, checkpoint: Checkpoint = NEVER, names: Naming = AS_WRITTEN
) -> Correspondence:
    """Match the objects of `learned` that have another name in `reference`, by their facts.

    `names` puts the reference's predicates, functions, types and constants into those of `learned`.

    Only objects whose name the other problem does not declare are matched, if two facts agree or
    half of those that they have. Nothing is matched unless more facts agree than by name. The order
    of objects matters only if facts do not distinguish them. `checkpoint` may raise to end the
    search.
    """
    ours = _Side(learned, {typed.name for typed in reference.objects}, names)
    theirs = _Side(reference, {typed.name for typed in learned.objects})
    if not ours.open or not theirs.open or len(ours.open) * len(theirs.open) > _MOST_PAIRS:
        return SAME_NAMES
    found = _Search(ours, theirs, checkpoint).supported()
    return Correspondence(constants=found) if found else SAME_NAMES


class _Side:
    """One problem: its facts and its open objects, which the other problem does not declare."""

    def __init__(self, problem: Problem, shared: set[str], names: Naming = AS_WRITTEN) -> None:
        self.types = {typed.name: names.type_names(typed.types) for typed in problem.objects}
        self.open = [typed.name for typed in problem.objects if typed.name not in shared]
        own = {name: name for name in self.types}
        facts = _Facts(names.with_terms(own) if names.terms else names)
        self.facts = [*facts.of("init", problem.init), *facts.of("goal", [problem.goal])]
        self.having: dict[str, list[Fact]] = {}
        for fact in self.facts:
            for name in dict.fromkeys(fact.args):
                self.having.setdefault(name, []).append(fact)

    def features(self, depth: int) -> Mapping[str, Counter[str]]:
        """Characterise each open object by its facts and the features of others in them."""
        fixed = {name: name for name in self.types if name not in {*self.open}}
        colour = {**fixed, **{name: " ".join(self.types[name]) for name in self.open}}
        features: dict[str, Counter[str]] = {name: Counter() for name in self.open}
        for _ in range(depth):
            deeper = {}
            for name in self.open:
                own = Counter(
                    f"{fact.section} {fact.name} "
                    + " ".join("*" if arg == name else colour.get(arg, arg) for arg in fact.args)
                    for fact in self.having.get(name, ())
                )
                features[name] += own
                deeper[name] = f"{colour[name]}({' '.join(sorted(own))})"
            colour.update(deeper)
        return features


class _Facts:
    """Reads facts under a naming."""

    def __init__(self, names: Naming) -> None:
        self._names = names

    def of(self, section: str, formulas: Iterable[Formula]) -> Iterator[Fact]:
        """The facts of (conjunctions of) literals and of assigned values."""
        for formula in formulas:
            match formula:
                case And(parts):
                    yield from self.of(section, parts)
                case AtomicFormula(name, args) if all(isinstance(arg, str) for arg in args):
                    yield self._fact(section, name, args)
                case Not(AtomicFormula(name, args)) if all(isinstance(arg, str) for arg in args):
                    yield self._fact(f"not {section}", name, args)
                case Comparison(_, FunctionTerm(name, args), Number(value)):
                    words = self._names.term(name, self._terms(args))
                    yield Fact(f"{section} = {value}", words[0], tuple(words[1:]))

    def _fact(self, section: str, name: str, args: Sequence[object]) -> Fact:
        words = self._names.atom(name, self._terms(args))
        return Fact(section, words[0], tuple(words[1:]))

    def _terms(self, args: Sequence[object]) -> list[str]:
        terms = self._names.terms
        return [terms.get(name, name) for name in map(str, args)]


class _Search:
    """Finds partners of open objects and swaps them as long as more facts agree."""

    def __init__(self, ours: _Side, theirs: _Side, checkpoint: Checkpoint) -> None:
        self._ours, self._theirs, self._checkpoint = ours, theirs, checkpoint
        self._facts = {*theirs.facts}
        self._among: dict[tuple[str, str, int, tuple[str, ...]], list[str]] = {}
        for fact in theirs.facts:
            for place in range(len(fact.args)):
                self._among.setdefault(_gap(fact, place, fact.args), []).append(fact.args[place])

    def supported(self) -> Mapping[str, str]:
        """The found partners with two agreeing facts, or half of the facts of the one with more."""
        names = self.found()
        supported = {}
        for mine, yours in names.items():
            facts = self._ours.having.get(mine, ())
            agreeing = self._agreeing(names, facts)
            most = max(len(facts), len(self._theirs.having.get(yours, ())))
            if agreeing >= min(_FEWEST, most / 2):
                supported[mine] = yours
        return supported

    def found(self) -> Mapping[str, str]:
        """The best partners; none if as many facts agree by name."""
        best: Mapping[str, str] = {}
        most = self._agreeing(best)
        names = self._by_features()
        for _ in range(_ROUNDS):
            self._checkpoint()
            agreeing = self._agreeing(names)
            if agreeing <= most:
                break
            best, most = names, agreeing
            names = self._by_facts(names)
        return self._exchanged(best) if best else {}

    def _exchanged(self, names: Mapping[str, str]) -> Mapping[str, str]:
        """`names`, with partners of two objects swapped as long as more facts agree."""
        names = dict(names)
        steps = 0
        has_changed = True
        while has_changed:
            has_changed = False
            for one in self._disagreeing(names):
                self._checkpoint()
                for other in self._ours.open:
                    steps += 1
                    if steps > _MOST_EXCHANGES:
                        return names
                    if self._ours.types[one] != self._ours.types[other] or one == other:
                        continue
                    facts = {*self._ours.having.get(one, ()), *self._ours.having.get(other, ())}
                    before = self._agreeing(names, facts)
                    exchanged = _exchange(names, one, other)
                    if self._agreeing(exchanged, facts) > before:
                        names, has_changed = exchanged, True
        return names

    def _disagreeing(self, names: Mapping[str, str]) -> list[str]:
        """The open objects with a fact that does not agree."""
        return [
            name
            for name in self._ours.open
            if self._agreeing(names, facts := self._ours.having.get(name, ())) < len(facts)
        ]

    def _agreeing(self, names: Mapping[str, str], facts: Iterable[Fact] | None = None) -> int:
        """The number of our facts, all or `facts`, that are facts of theirs under `names`."""
        return sum(
            fact._replace(args=tuple(names.get(arg, arg) for arg in fact.args)) in self._facts
            for fact in (self._ours.facts if facts is None else facts)
        )

    def _by_features(self) -> Mapping[str, str]:
        """Match by the overlap of features (Dice)."""
        ours, theirs = self._ours.features(_DEPTH), self._theirs.features(_DEPTH)
        having: dict[str, list[tuple[str, int]]] = {}
        for yours, features in theirs.items():
            for feature, count in features.items():
                having.setdefault(feature, []).append((yours, count))
        sizes = {name: features.total() for name, features in theirs.items()}
        scores: dict[tuple[str, str], float] = {}
        for mine, features in ours.items():
            self._checkpoint()
            shared: Counter[str] = Counter()
            for feature, count in features.items():
                for yours, other in having.get(feature, ()):
                    shared[yours] += min(count, other)
            size = features.total()
            for yours in self._theirs.open:
                scores[mine, yours] = 2 * shared[yours] / max(1, size + sizes[yours])
        return self._assigned(scores)

    def _by_facts(self, names: Mapping[str, str]) -> Mapping[str, str]:
        """Match by the number of facts that agree if all other objects are paired by `names`."""
        votes: Counter[tuple[str, str]] = Counter()
        open_theirs = {*self._theirs.open}
        for name in self._ours.open:
            for fact in self._ours.having.get(name, ()):
                args = tuple(names.get(arg, arg) for arg in fact.args)
                for place, arg in enumerate(fact.args):
                    if arg == name:
                        for other in self._among.get(_gap(fact, place, args), ()):
                            if other in open_theirs:
                                votes[name, other] += 1
        return self._assigned(
            {
                (mine, yours): votes[mine, yours] + (0.5 if names.get(mine) == yours else 0.0)
                for mine in self._ours.open
                for yours in self._theirs.open
            }
        )

    def _assigned(self, scores: Mapping[tuple[str, str], float]) -> Mapping[str, str]:
        ours = {name: number for number, name in enumerate(self._ours.open)}
        theirs = {name: number for number, name in enumerate(self._theirs.open)}
        mine, yours = self._ours.open, self._theirs.open
        table = {
            (ours[a], theirs[b]): total
            for (a, b), score in scores.items()
            if (total := score + self._kinship(a, b)) > _NAMED
        }
        return {mine[i]: yours[j] for i, j in assign(table).items()}

    def _kinship(self, mine: str, yours: str) -> float:
        """The score of two objects for their types and the ends of their names: `b1`, `block1`."""
        same_type = self._ours.types[mine] == self._theirs.types[yours]
        return _ONE_TYPE * same_type + _NAMED * (mine[-1:] == yours[-1:])


def _exchange(names: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    """`names` with the partners of two objects swapped, or given to the one that has none."""
    exchanged = dict(names)
    first, second = exchanged.pop(one, None), exchanged.pop(other, None)
    if first is not None:
        exchanged[other] = first
    if second is not None:
        exchanged[one] = second
    return exchanged


def _gap(fact: Fact, place: int, args: Sequence[str]) -> tuple[str, str, int, tuple[str, ...]]:
    """The key of a fact without the object at one position."""
    return fact.section, fact.name, place, (*args[:place], *args[place + 1 :])
