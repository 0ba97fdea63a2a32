"""The atoms that applicable actions can make true if nothing is ever deleted.

Atoms that are unreachable then are unreachable in every plan (the delete relaxation of Bonet and
Geffner, *Planning as heuristic search*, 2001). Conditions that are not conjunctions of atoms count
as true, so reachable atoms are never called unreachable. The computation is done twice: once with
all objects of the same types identified, which is fast for any number of objects, and once with
separate objects if there are few facts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from plancore.lower.environment import Environment
from plancore.lower.facts import fact_table, lower_facts
from plancore.memo import Key
from plancore.model.formula import (
    AtomicFormula,
)
from plancore.model.types import TypeNames
from plancore.rules.achievers import Achiever, achievers_in
from plancore.snapshot import DefinitionSnapshot
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Form

Row: TypeAlias = tuple[str, ...]

MOST_FACTS: Final = 2_000
"""The maximum number of initial facts for a computation with separate objects."""
MOST_STEPS: Final = 4000
"""The maximum number of operations until the computation is given up: some 10 ms."""
_OFTEN: Final = 1_000
"""Operations between two calls of the checkpoint."""

_KINDS: Final = Key["_Kinds"]("kinds of objects")
_FACTS: Final = Key["Set[tuple[str, Row]]"]("facts by kinds of objects")
_OUT_OF_REACH: Final = Key["Sequence[tuple[AtomicFormula, Relaxed]]"]("goals out of reach")


class Link(NamedTuple):
    """The reason why a fact is unreachable: `achiever` would make `fact` true, and needs `missing`,
    which is at `condition` and never holds. Both are in PDDL, with variables replaced where their
    values are known."""

    achiever: Achiever
    fact: str
    missing: str
    condition: AtomicFormula


class _OutOfBudgetError(Exception):
    """The limit of operations is exceeded."""


class _Rule:
    """Achievers of one action with the same conditions, with numbers in place of variables."""

    def __init__(
        self,
        achievers: list[Achiever],
        called: Mapping[str, str],
        allowed: Callable[[TypeNames], frozenset[str]],
    ) -> None:
        scope = achievers[0].scope
        self.numbers = {name: number for number, name in enumerate(scope)}
        self.allowed = [allowed(each.types) for each in scope.values()]
        self._called, self._all = called, allowed(())
        self.heads = [self._atom(each.head) for each in achievers]
        self.body = [self._atom(each) for each in achievers[0].body]
        self.predicates = {predicate for predicate, _ in self.body}
        self._orders: dict[int, tuple[_Atom, ...]] = {}

    def _atom(self, atom: AtomicFormula) -> _Atom:
        args: list[str | int] = []
        for arg in atom.args:
            if type(arg) is str and arg[0] != "?":
                args.append(self._called.get(arg, arg))
                continue
            number = self.numbers.get(arg) if type(arg) is str else None
            if number is None:  # a value of a function, or an undeclared variable
                number = len(self.allowed)
                self.allowed.append(self._all)
            args.append(number)
        return atom.predicate, tuple(args)

    def order(self, first: int) -> tuple[_Atom, ...]:
        """The atoms of the body except number `first`, those with more known arguments first."""
        found = self._orders.get(first)
        if found is None:
            found = self._orders[first] = self._ordered(first)
        return found

    def _ordered(self, first: int) -> tuple[_Atom, ...]:
        rest = [atom for number, atom in enumerate(self.body) if number != first]
        known = {arg for arg in self.body[first][1] if type(arg) is int}
        found = []
        while rest:
            best = max(rest, key=lambda atom: sum(a in known or type(a) is str for a in atom[1]))
            rest.remove(best)
            found.append(best)
            known |= {arg for arg in best[1] if type(arg) is int}
        return tuple(found)


_Atom: TypeAlias = tuple[str, tuple[str | int, ...]]
_Binding: TypeAlias = list[str | None]


class Relaxed:
    """The facts reachable from `facts` by `achievers`, at least until all `wanted` are reached.
    `members` gives the objects of types, `called` maps objects to their representatives in
    facts."""

    def __init__(
        self,
        achievers: Sequence[Achiever],
        facts: set[tuple[str, Row]],
        members: Callable[[TypeNames], Iterable[str]],
        called: Mapping[str, str],
        wanted: Iterable[AtomicFormula],
        checkpoint: Checkpoint = NEVER,
    ) -> None:
        """Raises _OutOfBudgetError, and what `checkpoint` raises."""
        self._achievers = achievers
        self._members, self._called, self._checkpoint = members, called, checkpoint
        self._fitting: dict[TypeNames, frozenset[str]] = {}
        self.n_steps = 0
        self._known = facts
        self._rows: dict[str, list[Row]] = {}
        for predicate, row in self._known:
            self._rows.setdefault(predicate, []).append(row)
        self._indexes: dict[str, dict[int, dict[str, list[Row]]]] = {}
        """For each predicate its facts by argument, for the positions that were needed."""
        self._queue: deque[tuple[str, Row]] = deque()
        self._wanted = {each for atom in wanted if (each := self._fact(atom)) is not None}
        if not self._wanted <= self._known:
            self._explore()

    def holds(self, atom: AtomicFormula) -> bool:
        """Whether an atom without variables is reached; True if that is not known."""
        fact = self._fact(atom)
        return fact is None or fact in self._known

    def _fact(self, atom: AtomicFormula) -> tuple[str, Row] | None:
        row = [self._called.get(arg, arg) for arg in atom.args if type(arg) is str]
        is_ground = len(row) == len(atom.args) and not any(arg[:1] == "?" for arg in row)
        return (atom.predicate, tuple(row)) if is_ground else None

    # The reason why an atom is not reached.

    def missing_link(self, goal: AtomicFormula) -> Link | None:
        """The first missing condition on the way to an unreachable fact; None if no single
        condition is the cause."""
        atom, binding = goal, dict[str, str]()
        seen: set[str] = set()
        last: Link | None = None
        while atom.predicate not in seen:
            seen.add(atom.predicate)
            found = self._blamed(atom, binding, seen)
            if found is None:
                break
            achiever, condition, inner = found
            if last is not None and condition.predicate in seen:
                break  # a cycle: the previous condition is missing
            last = Link(achiever, _written(atom, binding), _written(condition, inner), condition)
            atom, binding = condition, inner
        return last

    def _blamed(
        self, atom: AtomicFormula, binding: Mapping[str, str], seen: Set[str]
    ) -> tuple[Achiever, AtomicFormula, dict[str, str]] | None:
        """The achiever of an atom with the fewest missing conditions, its first missing condition,
        and the binding of its variables. Achievers that need an atom in `seen` are a last resort.
        None if there is none."""
        best: tuple[Achiever, AtomicFormula, dict[str, str]] | None = None
        fewest = (True, 0)
        wanted = [binding.get(arg, arg) if type(arg) is str else "?" for arg in atom.args]
        for achiever in self._achievers:
            inner: dict[str, str] = {}
            if achiever.head.predicate != atom.predicate or not self._unify(
                achiever, wanted, inner
            ):
                continue
            missing = [each for each in achiever.body if not self._some(each, achiever, inner)]
            if not missing:
                continue
            rank = (missing[0].predicate in seen, len(missing))
            if best is None or rank < fewest:
                best, fewest = (achiever, missing[0], inner), rank
        return best

    def _unify(self, achiever: Achiever, wanted: list[str], binding: dict[str, str]) -> bool:
        for arg, value in zip(achiever.head.args, wanted, strict=False):
            if type(arg) is not str or value[0] == "?":
                continue
            if arg[0] != "?":
                if arg != value:
                    return False
            elif binding.setdefault(arg, value) != value or not self._fits(achiever, arg, value):
                return False
        return True

    def _some(self, atom: AtomicFormula, achiever: Achiever, binding: Mapping[str, str]) -> bool:
        """Whether some instance of a condition is reached."""
        wanted = [binding.get(str(arg), str(arg)) for arg in atom.args]
        return any(
            all(
                self._fits(achiever, each, value)
                if each[0] == "?"
                else self._called.get(each, each) == value
                for each, value in zip(wanted, row, strict=False)
            )
            for row in self._rows.get(atom.predicate, ())
        )

    def _fits(self, achiever: Achiever, variable: str, value: str) -> bool:
        declared = achiever.scope.get(variable)
        types = () if declared is None else declared.types
        return self._called.get(value, value) in self._allowed(types)

    # Exploration: the initial facts are joined at once, each later fact with those before it.

    def _explore(self) -> None:
        rules = self._rules()
        waiting: dict[str, list[tuple[_Rule, int]]] = {}
        for rule in rules:
            for number, atom in enumerate(rule.body):
                waiting.setdefault(atom[0], []).append((rule, number))
        for rule in rules:
            if not rule.body:
                self._conclude(rule, [None] * len(rule.allowed))
                continue
            sizes = [len(self._rows.get(predicate, ())) for predicate, _ in rule.body]
            first = sizes.index(min(sizes))
            for row in self._rows.get(rule.body[first][0], ()):
                self._join_with(rule, first, row)
        while self._queue and not self._wanted <= self._known:
            predicate, row = self._queue.popleft()
            self._rows.setdefault(predicate, []).append(row)
            for number, index in self._indexes.get(predicate, {}).items():
                if number < len(row):
                    index.setdefault(row[number], []).append(row)
            for rule, number in waiting.get(predicate, ()):
                if rule.predicates <= self._rows.keys():
                    self._join_with(rule, number, row)

    def _rules(self) -> list[_Rule]:
        """The relevant achievers, grouped by their conditions."""
        by_head: dict[str, list[Achiever]] = {}
        for achiever in self._achievers:
            by_head.setdefault(achiever.head.predicate, []).append(achiever)
        needed = [predicate for predicate, _ in self._wanted]
        groups: dict[tuple[int, tuple[AtomicFormula, ...]], list[Achiever]] = {}
        while needed:
            for achiever in by_head.pop(needed.pop(), ()):
                groups.setdefault((id(achiever.scope), achiever.body), []).append(achiever)
                needed += [atom.predicate for atom in achiever.body]
        return [_Rule(group, self._called, self._allowed) for group in groups.values()]

    def _join_with(self, rule: _Rule, number: int, row: Row) -> None:
        """Derive the consequences of a fact for the body atom with this number."""
        binding = self._bound(rule, rule.body[number], row, [None] * len(rule.allowed))
        if binding is not None:
            self._join(rule, rule.order(number), 0, binding)

    def _join(self, rule: _Rule, rest: tuple[_Atom, ...], number: int, binding: _Binding) -> bool:
        """Derive the consequences of the atoms of `rest` from `number` on; return whether other
        facts for them cannot add anything new."""
        self._count()
        if number == len(rest):
            self._conclude(rule, binding)
            return self._is_settled(rule, binding)
        if self._is_settled(rule, binding):
            return True
        atom = rest[number]
        for row in self._candidates(atom, binding):
            self._count()
            inner = self._bound(rule, atom, row, binding)
            if inner is None or not self._join(rule, rest, number + 1, inner):
                continue
            if self._is_settled(rule, binding):  # the heads may depend on what this atom has bound
                return True
        return False

    def _candidates(self, atom: _Atom, binding: _Binding) -> list[Row]:
        """The facts that may match an atom: those with one of its known values."""
        predicate, args = atom
        best = self._rows.get(predicate, [])
        for number, arg in enumerate(args):
            value = arg if isinstance(arg, str) else binding[arg]
            if value is not None:
                found = self._index(predicate, number).get(value)
                if found is None:
                    return []
                if len(found) < len(best):
                    best = found
        return best

    def _index(self, predicate: str, number: int) -> dict[str, list[Row]]:
        indexes = self._indexes.setdefault(predicate, {})
        index = indexes.get(number)
        if index is None:
            index = indexes[number] = {}
            for row in self._rows.get(predicate, ()):
                if number < len(row):
                    index.setdefault(row[number], []).append(row)
        return index

    def _bound(self, rule: _Rule, atom: _Atom, row: Row, binding: _Binding) -> _Binding | None:
        if len(row) != len(atom[1]):
            return None
        inner = binding.copy()
        for arg, value in zip(atom[1], row, strict=True):
            if isinstance(arg, str):
                if arg != value:
                    return None
                continue
            known = inner[arg]
            if known is None:
                if value not in rule.allowed[arg]:
                    return None
                inner[arg] = value
            elif known != value:
                return None
        return inner

    def _is_settled(self, rule: _Rule, binding: _Binding) -> bool:
        """Whether all heads of a rule are known."""
        for predicate, args in rule.heads:
            row = tuple([arg if isinstance(arg, str) else binding[arg] for arg in args])
            if (predicate, row) not in self._known:
                return False
        return True

    def _conclude(self, rule: _Rule, binding: _Binding) -> None:
        """Add the heads, with all objects for each unbound variable."""
        for predicate, args in rule.heads:
            free = list(dict.fromkeys(a for a in args if type(a) is int and binding[a] is None))
            for values in product(*(rule.allowed[number] for number in free)):
                self._count()
                inner = binding
                if free:
                    inner = binding.copy()
                    for number, value in zip(free, values, strict=True):
                        inner[number] = value
                row = [arg if isinstance(arg, str) else str(inner[arg]) for arg in args]
                self._add(predicate, tuple(row))

    def _add(self, predicate: str, row: Row) -> None:
        fact = predicate, row
        if fact not in self._known:
            self._count()
            self._known.add(fact)
            self._queue.append(fact)

    def _allowed(self, types: TypeNames) -> frozenset[str]:
        allowed = self._fitting.get(types)
        if allowed is None:
            names = (self._called.get(name, name) for name in self._members(types))
            allowed = self._fitting[types] = frozenset(names)
        return allowed

    def _count(self) -> None:
        self.n_steps += 1
        if self.n_steps > MOST_STEPS:
            raise _OutOfBudgetError
        if self.n_steps % _OFTEN == 0:
            self._checkpoint()


def _written(atom: AtomicFormula, binding: Mapping[str, str]) -> str:
    args = (binding.get(arg, arg) if type(arg) is str else "?" for arg in atom.args)
    return f"({' '.join((atom.predicate, *args))})"


class Exploration(NamedTuple):
    """A problem with its domain, and the atoms of its goal to check."""

    domain: DefinitionSnapshot
    problem: DefinitionSnapshot
    environment: Environment
    goals: tuple[AtomicFormula, ...]
    checkpoint: Checkpoint = NEVER

    def out_of_reach(self) -> Sequence[tuple[AtomicFormula, Relaxed]]:
        """The unreachable goals, each with the facts that are reached.

        Objects of the same types are first identified; the remaining goals are checked with
        separate objects. Cached until an initial fact, an object, the goal or the domain changes.
        Raises what the checkpoint raises.
        """
        forms = self.problem.fact_forms
        if not forms:
            return ()
        asking = [model for model in self.problem.models if model.goal is not None]
        grounds = (self.domain, self.environment, *forms, *asking)
        return forms[0].memo.get(_OUT_OF_REACH, grounds, self._out_of_reach)

    def _out_of_reach(self) -> Sequence[tuple[AtomicFormula, Relaxed]]:
        found: list[tuple[AtomicFormula, Relaxed]] = []
        goals: Sequence[AtomicFormula] = self.goals
        for explore in (self._by_kind, self._one_by_one):
            try:
                reached = explore(goals)
            except _OutOfBudgetError:
                continue
            found += [(goal, reached) for goal in goals if not reached.holds(goal)]
            goals = [goal for goal in goals if reached.holds(goal)]
        return found

    def _by_kind(self, goals: Sequence[AtomicFormula]) -> Relaxed:
        forms, environment = self.problem.fact_forms, self.environment
        kinds = environment.memo.get(_KINDS, (), lambda: _Kinds(environment))
        facts: set[tuple[str, Row]] = set()
        for form in forms:
            self.checkpoint()
            facts |= form.memo.get(_FACTS, (kinds,), partial(_facts_by_kind, form, kinds.called))
        return self._relaxed(facts, kinds.members, kinds.called, goals)

    def _one_by_one(self, goals: Sequence[AtomicFormula]) -> Relaxed:
        stated = [each for form in self.problem.fact_forms for each in _rows(form)]
        if sum(len(rows) for _, rows in stated) > MOST_FACTS:
            raise _OutOfBudgetError
        facts = {(name, tuple(row)) for name, rows in stated for row in rows}
        return self._relaxed(facts, self.environment.members, {}, goals)

    def _relaxed(
        self,
        facts: set[tuple[str, Row]],
        members: Callable[[TypeNames], Iterable[str]],
        called: Mapping[str, str],
        goals: Sequence[AtomicFormula],
    ) -> Relaxed:
        achievers = achievers_in(self.domain)
        return Relaxed(achievers, facts, members, called, goals, self.checkpoint)


class _Kinds:
    """Maps objects to the first object with the same declared types."""

    def __init__(self, environment: Environment) -> None:
        self._accepts = environment.accepts
        self._first: dict[TypeNames, str] = {}
        self.called = {
            name: self._first.setdefault(declared.types, name)
            for name, declared in environment.objects.items()
        }

    def members(self, types: TypeNames) -> Iterator[str]:
        """The representatives that are of one of `types`."""
        return (name for own, name in self._first.items() if self._accepts(types, own))


def _facts_by_kind(form: Form, called: Mapping[str, str]) -> Set[tuple[str, Row]]:
    found: set[tuple[str, Row]] = set()
    for name, rows in _rows(form):
        for length in set(map(len, rows)):
            # Column by column: there may be 100,000 facts.
            columns = zip(*(row for row in rows if len(row) == length), strict=True)
            kinds = set(zip(*(map(called.get, column, column) for column in columns), strict=True))
            found.update((name, row) for row in (kinds if length else [()]))
    return found


def _rows(form: Form) -> Iterable[tuple[str, Sequence[Sequence[str]]]]:
    """The arguments of the facts of each predicate in a form."""
    table = fact_table(form)
    if table is not None:
        return table.atoms.items()
    atoms = [use.atom for use in lower_facts(form).uses.atoms]
    return [
        (atom.predicate, [tuple(map(str, atom.args))])
        for atom in atoms
        if all(type(arg) is str for arg in atom.args)
    ]
