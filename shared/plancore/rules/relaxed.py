"""The atoms that applicable actions can make true if nothing is ever deleted.

Atoms that are unreachable then are unreachable in every plan (the delete relaxation of Bonet and
Geffner, *Planning as heuristic search*, 2001). Conditions that are not conjunctions of atoms count
as true, so reachable atoms are never called unreachable. The computation is done twice: once with
all objects of the same types identified, which is fast for any number of objects, and once with
separate objects if there are few facts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import compress, product, repeat
from math import prod
from typing import Final, NamedTuple, TypeAlias

from plancore.lower.environment import Environment
from plancore.lower.facts import fact_table, lower_facts
from plancore.memo import Key
from plancore.model.domain import TypeNames
from plancore.model.formula import AtomicFormula
from plancore.rules.achievers import Achiever, achievers_in
from plancore.rules.analysis import facts_summary
from plancore.rules.joins import Head, Match, Row, Rule
from plancore.snapshot import DefinitionSnapshot
from plancore.stop import NEVER, Checkpoint, watched_if_many
from plancore.syntax.nodes import Form

Facts: TypeAlias = dict[str, set[Row]]
"""The arguments of facts, by predicate."""
_Index: TypeAlias = defaultdict[Row, set[Row]]

MOST_FACTS: Final = 2_000
"""The maximum number of initial facts for a computation with separate objects."""
MOST_STEPS: Final = 6_000
"""The maximum number of operations until the computation is given up: some 5 ms."""
_OFTEN: Final = 1_000
"""Operations between two calls of the checkpoint."""

_KINDS: Final = Key["_Kinds"]("kinds of objects")
_FACTS: Final = Key["_OfForm"]("facts by kinds of objects")
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


class Relaxed:
    """The facts reachable from `facts`, which are changed, by `achievers`, at least until all
    `wanted` are reached. `members` gives the objects of types, `called` maps objects to their
    representatives in facts."""

    def __init__(
        self,
        achievers: Sequence[Achiever],
        facts: Facts,
        environment: Environment,
        members: Callable[[TypeNames], Iterable[str]],
        called: Mapping[str, str],
        wanted: Collection[AtomicFormula],
        checkpoint: Checkpoint = NEVER,
    ) -> None:
        """Raises _OutOfBudgetError, and what `checkpoint` raises."""
        self._achievers, self._environment = achievers, environment
        self._members, self._called, self._checkpoint = members, called, checkpoint
        self._fitting: dict[TypeNames, frozenset[str]] = {}
        self.n_steps = 0
        self._known = facts
        self._indexes: dict[str, dict[Match, _Index]] = {}
        """The facts of each predicate, in the ways in which they extend bindings."""
        self._new: Facts = {}
        self._missing = {
            fact
            for atom in watched_if_many(wanted, checkpoint)
            if (fact := self._fact(atom)) is not None and not self._is_known(*fact)
        }
        if self._missing:
            self._explore()

    @property
    def reaches_all(self) -> bool:
        """Whether all wanted atoms are reached."""
        return not self._missing

    def holds(self, atom: AtomicFormula) -> bool:
        """Whether an atom without variables is reached; True if that is not known."""
        fact = self._fact(atom)
        return fact is None or self._is_known(*fact)

    def _is_known(self, predicate: str, row: Row) -> bool:
        return row in self._known.get(predicate, ())

    def _fact(self, atom: AtomicFormula) -> tuple[str, Row] | None:
        row = _ground_arguments(atom)
        return None if row is None else (atom.predicate, tuple(map(self._called.get, row, row)))

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
            for row in self._known.get(atom.predicate, ())
        )

    def _fits(self, achiever: Achiever, variable: str, value: str) -> bool:
        declared = achiever.scope.get(variable)
        types = () if declared is None else declared.types
        return self._called.get(value, value) in self._allowed(types)

    # Exploration: the initial facts are joined at once, later facts with those known by then.

    def _explore(self) -> None:
        rules = self._rules()
        waiting: dict[str, list[tuple[Rule, int]]] = {}
        for rule in rules:
            for number, atom in enumerate(rule.body):
                waiting.setdefault(atom[0], []).append((rule, number))
        for rule in rules:
            if not self._missing:
                return
            if not rule.body:
                rule.plan(0)
                self._conclude(rule.heads[0], [()])
                continue
            sizes = [len(self._known.get(predicate, ())) for predicate, _ in rule.body]
            least = min(sizes)
            if least:
                first = sizes.index(least)
                self._join(rule, first, self._known[rule.body[first][0]])
        while self._new and self._missing:
            predicate, rows = self._new.popitem()
            for rule, number in waiting.get(predicate, ()):
                if rule.predicates <= self._known.keys():
                    self._join(rule, number, rows)

    def _rules(self) -> list[Rule]:
        """The relevant achievers, grouped by their conditions."""
        by_head: dict[str, list[Achiever]] = {}
        for achiever in self._achievers:
            by_head.setdefault(achiever.head.predicate, []).append(achiever)
        needed = [predicate for predicate, _ in self._missing]
        groups: dict[tuple[int, tuple[AtomicFormula, ...]], list[Achiever]] = {}
        while needed:
            for achiever in by_head.pop(needed.pop(), ()):
                groups.setdefault((id(achiever.scope), achiever.body), []).append(achiever)
                needed += [atom.predicate for atom in achiever.body]
        allowed, environment = self._allowed, self._environment
        return [Rule(group, self._called, allowed, environment) for group in groups.values()]

    def _join(self, rule: Rule, first: int, rows: Collection[Row]) -> None:
        """Derive the consequences of facts for the body atom number `first`."""
        start, *steps = rule.plan(first)
        bindings: Collection[Row] = start.match.starts(rows)
        self._count(len(bindings))
        for match, key, kept in steps:
            index = self._index(match)
            if match.new:
                extending = list(map(index.get, map(key, bindings), repeat(())))
                self._count(sum(map(len, extending)))
                pairs = zip(bindings, extending, strict=True)
                bindings = [b + new for b, found in pairs for new in found]
            else:
                bindings = list(compress(bindings, map(index.__contains__, map(key, bindings))))
                self._count(len(bindings))
            if not bindings:
                return
            if kept is not None:
                bindings = set(map(kept, bindings))
        self._conclude(rule.heads[first], bindings)

    def _index(self, match: Match) -> _Index:
        indexes = self._indexes.setdefault(match.predicate, {})
        index = indexes.get(match)
        if index is None:
            index = indexes[match] = defaultdict(set)
            for key, new in match.parts(self._known.get(match.predicate, ())):
                index[key].add(new)
        return index

    def _conclude(self, heads: Iterable[Head], bindings: Collection[Row]) -> None:
        """Add the heads, with all objects for each unbound variable."""
        for predicate, take, names, free in heads:
            self._count(prod(map(len, free), start=len(bindings)))
            rows = bindings
            if names or free:
                rows = [b + names + values for b in bindings for values in product(*free)]
            new = set(map(take, rows))
            new -= self._known.get(predicate, set())
            if new:
                self._add(predicate, new)

    def _add(self, predicate: str, rows: set[Row]) -> None:
        self._known.setdefault(predicate, set()).update(rows)
        self._new.setdefault(predicate, set()).update(rows)
        self._missing.difference_update([(predicate, row) for row in rows])
        for match, index in self._indexes.get(predicate, {}).items():
            for key, new in match.parts(rows):
                index[key].add(new)

    def _allowed(self, types: TypeNames) -> frozenset[str]:
        allowed = self._fitting.get(types)
        if allowed is None:
            names = (self._called.get(name, name) for name in self._members(types))
            allowed = self._fitting[types] = frozenset(names)
        return allowed

    def _count(self, n_steps: int) -> None:
        before = self.n_steps
        self.n_steps += n_steps
        if self.n_steps > MOST_STEPS:
            raise _OutOfBudgetError
        if self.n_steps // _OFTEN > before // _OFTEN:
            self._checkpoint()


def _ground_arguments(atom: AtomicFormula) -> Row | None:
    """The arguments of an atom; None if some are variables or values of functions."""
    args = tuple([arg for arg in atom.args if type(arg) is str and arg[:1] != "?"])
    return args if len(args) == len(atom.args) else None


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

        Goals that are unreachable with all objects of the same types identified are listed first.
        Cached until an initial fact, an object, the goal or the domain changes.
        Raises what the checkpoint raises.
        """
        forms = self.problem.fact_forms
        if not forms:
            return ()
        asking = [model for model in self.problem.models if model.goal is not None]
        grounds = (self.domain, self.environment, *forms, *asking)
        return forms[0].memo.get(_OUT_OF_REACH, grounds, self._out_of_reach)

    def _out_of_reach(self) -> Sequence[tuple[AtomicFormula, Relaxed]]:
        # Most problems have few facts, and all their goals can be reached.
        separate = _explored(self._one_by_one, self.goals)
        if separate is not None and separate.reaches_all:
            return ()
        by_kind = _explored(self._by_kind, self.goals)
        found: list[tuple[AtomicFormula, Relaxed]] = []
        goals = self.goals
        if by_kind is not None:
            each = watched_if_many(goals, self.checkpoint)
            found += [(goal, by_kind) for goal in each if not by_kind.holds(goal)]
            each = watched_if_many(goals, self.checkpoint)
            goals = tuple(filter(by_kind.holds, each))
        if separate is None and found:
            separate = _explored(self._one_by_one, goals)
        if separate is not None:
            each = watched_if_many(goals, self.checkpoint)
            found += [(goal, separate) for goal in each if not separate.holds(goal)]
        return found

    def _by_kind(self, goals: Sequence[AtomicFormula]) -> Relaxed:
        forms, environment = self.problem.fact_forms, self.environment
        kinds = environment.memo.get(_KINDS, (), lambda: _Kinds(environment.kinds))
        facts: Facts = {}
        for known in _by_kinds(forms, kinds.called, self.checkpoint):
            for name, rows in known.items():
                facts.setdefault(name, set()).update(rows)
        members = partial(kinds.members, environment.accepts)
        return self._relaxed(facts, members, kinds.called, goals)

    def _one_by_one(self, goals: Sequence[AtomicFormula]) -> Relaxed:
        stated = [each for form in self.problem.fact_forms for each in _rows(form)]
        if sum(len(rows) for _, rows in stated) > MOST_FACTS:
            raise _OutOfBudgetError
        facts: Facts = {}
        for name, rows in stated:
            facts.setdefault(name, set()).update(map(tuple, rows))
        return self._relaxed(facts, self.environment.members, {}, goals)

    def _relaxed(
        self,
        facts: Facts,
        members: Callable[[TypeNames], Iterable[str]],
        called: Mapping[str, str],
        goals: Sequence[AtomicFormula],
    ) -> Relaxed:
        achievers = achievers_in(self.domain)
        return Relaxed(achievers, facts, self.environment, members, called, goals, self.checkpoint)


def _explored(
    explore: Callable[[Sequence[AtomicFormula]], Relaxed], goals: Sequence[AtomicFormula]
) -> Relaxed | None:
    """The facts that are reached; None if there are too many."""
    try:
        return explore(goals)
    except _OutOfBudgetError:
        return None


class _Kinds:
    """Maps objects to the first object with the same declared types."""

    def __init__(self, kinds: Mapping[TypeNames, Sequence[str]]) -> None:
        self._first = {types: names[0] for types, names in kinds.items()}
        self.called: dict[str, str] = {}
        for names in kinds.values():
            self.called |= dict.fromkeys(names, names[0])

    def members(
        self, accepts: Callable[[TypeNames, TypeNames], bool], types: TypeNames
    ) -> Iterator[str]:
        """The representatives that are of one of `types`, as `accepts` tells."""
        return (name for own, name in self._first.items() if accepts(types, own))


class _OfForm(NamedTuple):
    """The facts of a form, with objects replaced as `called` says."""

    called: Mapping[str, str]
    facts: Facts


def _by_kinds(
    forms: Iterable[Form], called: Mapping[str, str], checkpoint: Checkpoint
) -> Iterator[Facts]:
    """The facts of each form, with objects replaced as `called` says."""
    before, changed = called, frozenset[str]()
    for form in forms:
        checkpoint()
        last = form.memo.last(_FACTS)
        if last is not None and last.called is not before:
            before, changed = last.called, _differing(last.called, called)
        make = partial(_of_form, form, called, last, changed)
        yield form.memo.get(_FACTS, (called,), make).facts


def _of_form(
    form: Form, called: Mapping[str, str], last: _OfForm | None, changed: Set[str]
) -> _OfForm:
    """The facts of one form, which are the `last` ones if it has none of the `changed` objects."""
    if last is None or not facts_summary(form).objects.isdisjoint(changed):
        return _OfForm(called, _facts_by_kind(form, called))
    return last._replace(called=called)


def _differing(one: Mapping[str, str], other: Mapping[str, str]) -> frozenset[str]:
    """The keys with different values, or of one only."""
    if one == other:
        return frozenset()
    get = one.get
    gone = frozenset(one.keys() - other.keys())
    return gone.union([name for name, value in other.items() if get(name) != value])


def _facts_by_kind(form: Form, called: Mapping[str, str]) -> Facts:
    found: Facts = {}
    for name, rows in _rows(form):
        lengths = set(map(len, rows))
        for length in lengths:
            # Column by column: there may be 100,000 facts.
            same = rows if len(lengths) == 1 else [row for row in rows if len(row) == length]
            columns = zip(*same, strict=True)
            kinds = set(zip(*(map(called.get, column, column) for column in columns), strict=True))
            found.setdefault(name, set()).update(kinds if length else [()])
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
