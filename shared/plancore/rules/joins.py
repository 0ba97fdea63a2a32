"""Conditions and effects of an action as joins: plans that extend bindings of its variables by
facts, one atom of the condition after the other.

A binding is a tuple with only the names that later atoms and effects need, so bindings that differ
in other variables are the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

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

    def starts(self, rows: Iterable[Row]) -> set[Row]:
        """The names at `new` in the facts that match."""
        return set(map(_taking(self.new), self._matching(rows)))

    def parts(self, rows: Iterable[Row]) -> Iterator[tuple[Row, Row]]:
        """The names at `key` and those at `new` in the facts that match."""
        rows = self._matching(rows)
        return zip(map(_taking(self.key), rows), map(_taking(self.new), rows), strict=True)

    def _matching(self, rows: Iterable[Row]) -> list[Row]:
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
    is still needed from a binding with the new names."""

    match: Match
    key: Callable[[Row], Row]
    kept: Callable[[Row], Row]


class Head(NamedTuple):
    """An atom to make true: `take` takes its names from a binding that is followed by `names`, and
    by one name from each set in `free`."""

    predicate: str
    take: Callable[[Row], Row]
    names: Row
    free: tuple[frozenset[str], ...]


def _taking(positions: Sequence[int]) -> Callable[[Row], Row]:
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
    ) -> None:
        scope = achievers[0].scope
        self._numbers = {name: number for number, name in enumerate(scope)}
        self._allowed = [allowed(each.types) for each in scope.values()]
        self._called, self._all = called, allowed(())
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
                number = len(self._allowed)
                self._allowed.append(self._all)
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
        bound: list[int] = []
        at = first
        while rest:
            predicate, args = self.body[at]
            del rest[at]
            needed = self._in_heads.union(*rest.values())
            known = set(bound)
            new: dict[int, int] = {}
            key, known_at, fixed, same = [], [], [], []
            for position, arg in enumerate(args):
                if isinstance(arg, str):
                    fixed.append((position, arg))
                elif arg in known:
                    key.append(position)
                    known_at.append(bound.index(arg))
                elif arg in new:
                    same.append((position, new[arg]))
                else:
                    new[arg] = position
            typed = tuple([(position, self._allowed[arg]) for arg, position in new.items()])
            taken = [arg for arg in new if arg in needed]
            positions = tuple([new[arg] for arg in taken])
            match = Match(
                predicate, len(args), tuple(key), positions, tuple(fixed), typed, tuple(same)
            )
            both = [*bound, *taken]
            kept = [number for number in both if number in needed]
            yield Step(match, _taking(known_at), _taking([both.index(number) for number in kept]))
            bound = kept
            # Next come atoms without unknown variables, then those with more known ones.
            sizes = [(len(v.intersection(kept)), -n, v) for n, v in rest.items()]
            ranks = [(size == len(v), size, number) for size, number, v in sizes]
            at = -max(ranks, default=(True, 0, 0))[2]
        self.heads[first] = [self._head(head, bound) for head in self._heads]

    def _head(self, head: _Atom, bound: list[int]) -> Head:
        predicate, args = head
        names = tuple([arg for arg in args if isinstance(arg, str)])
        free = list(dict.fromkeys(a for a in args if type(a) is int and a not in bound))
        order: list[str | int] = [*bound, *names, *free]
        take = _taking([order.index(arg) for arg in args])
        return Head(predicate, take, names, tuple([self._allowed[number] for number in free]))
