"""Conditions and effects of an action as joins: plans that extend bindings of its variables by
facts, one atom of the condition after the other.

A binding is a tuple with only the names that later atoms and effects need, so bindings that differ
in other variables are the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from plancore.lower.environment import Environment
from plancore.model.domain import TypeNames
from plancore.model.formula import AtomicFormula
from plancore.rules.achievers import Achiever

Row: TypeAlias = tuple[str, ...]
_Atom: TypeAlias = tuple[str, tuple[str | int, ...]]
"""A predicate with its arguments: names, and numbers of variables."""


class Match(NamedTuple):
    """How facts of a predicate extend bindings: `key` has the positions of variables that are known
    already, `new` those of variables that are not. A position in `fixed` has a given name, one in
    `typed` one of some names, and those in `same` the same name."""

    predicate: str
    arity: int
    key: tuple[int, ...]
    new: tuple[int, ...]
    fixed: tuple[tuple[int, str], ...]
    typed: tuple[tuple[int, frozenset[str]], ...]
    same: tuple[tuple[int, int], ...]

    def starts(self, rows: Collection[Row]) -> set[Row]:
        """The names at `new` in the facts that match."""
        return set(map(_taking(self.new), self._matching(rows)))

    def parts(self, rows: Collection[Row]) -> Iterator[tuple[Row, Row]]:
        """The names at `key` and those at `new` in the facts that match."""
        rows = self._matching(rows)
        return zip(map(_taking(self.key), rows), map(_taking(self.new), rows), strict=True)

    def _matching(self, rows: Collection[Row]) -> Collection[Row]:
        if set(map(len, rows)) != {self.arity}:
            rows = [row for row in rows if len(row) == self.arity]
        for at, name in self.fixed:
            rows = [row for row in rows if row[at] == name]
        for at, allowed in self.typed:
            rows = [row for row in rows if row[at] in allowed]
        for at, other in self.same:
            rows = [row for row in rows if row[at] == row[other]]
        return rows


class Step(NamedTuple):
    """The next atom of a body: `key` takes from a binding what `match` knows, and `kept` takes what
    is still needed from a binding with the new names, unless all is."""

    match: Match
    key: Callable[[Row], Row]
    kept: Callable[[Row], Row] | None


class Head(NamedTuple):
    """An atom to make true: `take` takes its names from a binding that is followed by `names`, and
    by one name from each set in `free`."""

    predicate: str
    take: Callable[[Row], Row]
    names: Row
    free: tuple[frozenset[str], ...]


@lru_cache(maxsize=1_024)
def _taking(positions: tuple[int, ...]) -> Callable[[Row], Row]:
    """A function that takes the names at these positions; fast, since it is compiled."""
    if len(positions) > 1:
        return itemgetter(*positions)
    at = positions[0] if positions else 0
    return itemgetter(slice(at, at + len(positions)))


def _variables(args: tuple[str | int, ...]) -> frozenset[int]:
    return frozenset([arg for arg in args if isinstance(arg, int)])


class Rule:
    """Achievers of one action with the same conditions, with numbers in place of variables."""

    def __init__(
        self,
        achievers: list[Achiever],
        called: Mapping[str, str],
        allowed: Callable[[TypeNames], frozenset[str]],
        environment: Environment,
    ) -> None:
        scope = achievers[0].scope
        self._numbers = {name: number for number, name in enumerate(scope)}
        self._types = [each.types for each in scope.values()]
        self._allowed, self._called, self._environment = allowed, called, environment
        self._heads = [self._atom(each.head) for each in achievers]
        self.body = [self._atom(each) for each in achievers[0].body]
        self.predicates = {predicate for predicate, _ in self.body}
        self._in_body = [_variables(args) for _, args in self.body]
        self._in_heads = frozenset().union(*(_variables(args) for _, args in self._heads))
        self._plans: dict[int, tuple[Step, ...]] = {}
        self.heads: dict[int, list[Head]] = {}

    def _atom(self, atom: AtomicFormula) -> _Atom:
        args: list[str | int] = []
        for arg in atom.args:
            if type(arg) is str and arg[0] != "?":
                args.append(self._called.get(arg, arg))
                continue
            number = self._numbers.get(arg) if type(arg) is str else None
            if number is None:  # a value of a function, or an undeclared variable
                number = len(self._types)
                self._types.append(())
            args.append(number)
        return atom.predicate, tuple(args)

    def plan(self, first: int) -> tuple[Step, ...]:
        """The steps from facts of the body atom number `first` to bindings for the heads."""
        found = self._plans.get(first)
        if found is None:
            found = self._plans[first] = tuple(self._steps(first))
        return found

    def _steps(self, first: int) -> Iterator[Step]:
        rest = dict(enumerate(self._in_body))
        bound: dict[int, int] = {}
        at = first
        while rest:
            predicate, args = self.body[at]
            del rest[at]
            new: dict[int, int] = {}
            key, known_at, fixed, same = [], [], [], []
            for position, arg in enumerate(args):
                if isinstance(arg, str):
                    fixed.append((position, arg))
                elif arg in bound:
                    key.append(position)
                    known_at.append(bound[arg])
                elif arg in new:
                    same.append((position, new[arg]))
                else:
                    new[arg] = position
            needed = self._in_heads.union(*rest.values())
            taken = [arg for arg in new if arg in needed]
            positions = tuple([new[arg] for arg in taken])
            typed = self._typed(predicate, new)
            match = Match(
                predicate, len(args), tuple(key), positions, tuple(fixed), typed, tuple(same)
            )
            both = [*bound, *taken]
            kept = [number for number in both if number in needed]
            take = None if kept == both else _taking(tuple(map(both.index, kept)))
            yield Step(match, _taking(tuple(known_at)), take)
            bound = {number: index for index, number in enumerate(kept)}
            if len(rest) > 1:
                # Next come atoms without unknown variables, then those with more known ones.
                sizes = [(len(v.intersection(kept)), -n, v) for n, v in rest.items()]
                at = -max([(size == len(v), size, number) for size, number, v in sizes])[2]
            elif rest:
                (at,) = rest
        self.heads[first] = [self._head(head, list(bound)) for head in self._heads]

    def _typed(
        self, predicate: str, new: Mapping[int, int]
    ) -> tuple[tuple[int, frozenset[str]], ...]:
        """The positions of new variables of narrower types than those that the predicate
        declares. The facts of sound models have the declared types."""
        accepts, types = self._environment.accepts, self._types
        declared = self._environment.predicates.get(predicate)
        parameters = declared.parameters if declared else ()  # also empty where it is a word
        narrow = [
            (at, self._allowed(types[arg]))
            for arg, at in new.items()
            if at >= len(parameters) or not accepts(types[arg], parameters[at].types)
        ]
        return tuple(narrow)

    def _head(self, head: _Atom, bound: list[int]) -> Head:
        predicate, args = head
        names = tuple([arg for arg in args if isinstance(arg, str)])
        free = list(dict.fromkeys(a for a in args if type(a) is int and a not in bound))
        order: list[str | int] = [*bound, *names, *free]
        take = _taking(tuple([order.index(arg) for arg in args]))
        allowed = [self._allowed(self._types[number]) for number in free]
        return Head(predicate, take, names, tuple(allowed))
