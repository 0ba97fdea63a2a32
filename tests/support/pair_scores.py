"""How many pairs were found, of those that are true and that anything speaks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, Final, NamedTuple

from plancore.compare.actions import Presence
from plancore.compare.domains import CompareOptions, compare_domains
from plancore.correspondence.pairs import Pairs, SymbolPair
from plancore.correspondence.roles import Roles
from plancore.correspondence.stated.document import pairs_from
from plancore.model.domain import Domain

KINDS: Final = (
    "actions",
    "parameters",
    "predicates",
    "functions",
    "types",
    "type predicates",
    "constants",
)

Facts = Mapping[str, frozenset[Hashable]]


class Score(NamedTuple):
    """Pairs that are found and true, found only, and true only."""

    right: int = 0
    wrong: int = 0
    missing: int = 0

    def __add__(self, other: object) -> Score:
        assert isinstance(other, Score)
        return Score(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        """The share of the pairs found that are true; 1 without any."""
        found = self.right + self.wrong
        return self.right / found if found else 1.0

    @property
    def recall(self) -> float:
        """The share of the true pairs that are found; 1 without any."""
        true = self.right + self.missing
        return self.right / true if true else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        size = 2 * self.right + self.wrong + self.missing
        return 2 * self.right / size if size else 1.0


def labelled_pairs(label: Mapping[str, Any]) -> Pairs:
    """The pairs of a label, in which any name may stand for several without being marked."""
    lists = ("actions", "predicates", "negated", "functions")
    marked = {name: [{**row, "cover": True} for row in label.get(name, ())] for name in lists}
    return pairs_from({**label, **marked})[0]


def facts(pairs: Pairs) -> Facts:
    """What `pairs` say, by kind; predicates and functions with their whole argument maps."""
    return {
        "actions": frozenset((p.learned, p.reference) for p in pairs.actions),
        "parameters": frozenset(
            (p.learned, p.reference, *places)
            for p in pairs.actions
            for places in p.parameters.items()
        ),
        "predicates": frozenset(map(_symbol, pairs.predicates)),
        "functions": frozenset(map(_symbol, pairs.functions)),
        "types": frozenset((p.learned, p.reference) for p in pairs.types),
        "type predicates": frozenset(
            (p.side.value, p.predicate, p.type) for p in pairs.type_predicates
        ),
        "constants": frozenset((p.learned, p.reference) for p in pairs.constants),
    }


def _symbol(pair: SymbolPair) -> Hashable:
    return pair.learned, pair.reference, pair.arguments, pair.negated


def is_exact(pairs: Pairs, learned: Domain, reference: Domain) -> bool:
    """Whether nothing differs under `pairs`.

    Where a model has a symmetry that holds of several mappings, which are equally right.
    """
    diff = compare_domains(learned, reference, CompareOptions(stated=pairs))
    return not diff.declarations and not any(
        action.status in (Presence.MISSING, Presence.EXTRA) or action.changes or action.parameters
        for action in diff.actions
    )


def scores(found: Pairs, true: Pairs, learned: Domain, reference: Domain) -> dict[str, Score]:
    """The score of each kind.

    Only pairs of names that both models use are missed where they are not found. Pairs that are
    exact are as right as the true ones, whichever they are.
    """
    if is_exact(found, learned, reference):
        true = found
    got, truth = facts(found), facts(true)
    asked = facts(used_pairs(true, learned, reference))
    return {
        kind: Score(
            len(got[kind] & truth[kind]),
            len(got[kind] - truth[kind]),
            len((truth[kind] & asked[kind]) - got[kind]),
        )
        for kind in KINDS
    }


def used_pairs(pairs: Pairs, learned: Domain, reference: Domain) -> Pairs:
    """The pairs of names that actions of both models use: of others nothing but names can speak."""
    ours, theirs = _used(learned), _used(reference)
    return Pairs(
        actions=pairs.actions,
        predicates=tuple(p for p in pairs.predicates if ours[p.learned] and theirs[p.reference]),
        functions=tuple(p for p in pairs.functions if ours[p.learned] and theirs[p.reference]),
        types=tuple(p for p in pairs.types if ours[p.learned] and theirs[p.reference]),
        type_predicates=pairs.type_predicates,
        constants=tuple(p for p in pairs.constants if ours[p.learned] and theirs[p.reference]),
    )


def _used(domain: Domain) -> Counter[str]:
    """How often actions use a predicate, function, constant, or a type of a parameter."""
    used: Counter[str] = Counter()
    for operator in Roles(domain).operators.values():
        for use in operator.uses:
            used.update((use.symbol, *use.args))
        for types in operator.types.values():
            used.update(types)
    return used


def agreement(pairs: Pairs, learned: Domain, reference: Domain) -> float:
    """The share of the literals of both models that agree under `pairs`, in 0..1.

    Unlike the names themselves it does not depend on which of several names that play the same
    part was chosen. A variable that a quantifier binds may stand for any other.
    """
    ours, theirs = Roles(learned).operators, Roles(reference).operators
    symbols = {p.learned: p for p in (*pairs.predicates, *pairs.functions) if not p.is_one_to_many}
    constants = {p.learned: p.reference for p in pairs.constants}
    n_uses = sum(
        use.symbol != "=" for side in (ours, theirs) for o in side.values() for use in o.uses
    )
    n_met = 0

    def is_bound(term: str) -> bool:
        return ":" in term

    for action in pairs.actions:
        if action.is_one_to_many:
            continue
        terms = {**constants, **action.parameters}
        left = list(theirs[action.reference].uses)
        for use in sorted(ours[action.learned].uses, key=lambda use: any(map(is_bound, use.args))):
            pair = symbols.get(use.symbol)
            if pair is None:
                continue
            places = {
                place: terms.get(arg, arg)
                for place, arg in zip(pair.arguments, use.args, strict=False)
                if place is not None and not is_bound(arg)
            }
            for other in left:
                if (other.role, other.symbol) == (use.role, pair.reference) and all(
                    place < len(other.args) and other.args[place] == term
                    for place, term in places.items()
                ):
                    left.remove(other)
                    n_met += 2
                    break
    return n_met / n_uses if n_uses else 1.0
