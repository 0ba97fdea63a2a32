"""Names of two domains matched by what they are used for, where the names themselves differ.

What has the same name belongs together. What is left over is matched by an assignment of the
greatest total similarity, and only above a minimum: a predicate, function, type or constant by
the places where it occurs, an action by its literals. Each round knows more names than the one
before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from plancore.align.assignment import assign
from plancore.compare.parameter_order import ParameterOrder, better_order
from plancore.correspondence.equivalence import strong_equivalence
from plancore.correspondence.names import (
    KINDS,
    MINIMUM_SCORE,
    SAME_NAMES,
    Correspondence,
    names_of,
)
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Element
from plancore.formula.naming import Naming
from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, walk
from plancore.stop import NEVER, Checkpoint, SpentError

UNKNOWN_LITERAL: Final = 0.75
"""What a literal counts whose predicate has no counterpart yet."""
UNKNOWN_PLACE: Final = 0.4
"""What a place counts that is not known yet itself: not enough to decide anything alone."""
MOST_PAIRS: Final = 250_000
"""More pairs of left-over actions than this are not looked at."""

WITNESS_BUDGET: Final = 1_000_000
"""Steps that are spent on looking for a strong equivalence first."""

_ROUNDS: Final = 4
_VARIABLE: Final = re.compile(r"\?\d+")
_UNKNOWN: Final = "@"

Features = Counter[tuple[Hashable, ...]]
_Open = dict[str, tuple[list[str], list[str]]]


def align(
    learned: Domain,
    reference: Domain,
    stated: Correspondence = SAME_NAMES,
    *,
    minimum_score: float = MINIMUM_SCORE,
    checkpoint: Checkpoint = NEVER,
) -> Correspondence:
    """The correspondence of two domains; `stated` names are taken as they are.

    It lists only what is called differently. When `checkpoint` raises SpentError, the search ends
    with what it has found so far.
    """
    known = _known_at_start(learned, reference, stated)
    for kind in KINDS:
        known[kind].update(_alike_names(*_left_over(learned, reference, known)[kind]))
    open_names = _left_over(learned, reference, known)
    if stated.is_identity and all(all(open_names[kind]) for kind in ("actions", "predicates")):
        # Perhaps all is the same but for the names: then there is a proof of what is what.
        equivalence = strong_equivalence(
            learned, reference, budget=WITNESS_BUDGET, checkpoint=checkpoint
        )
        if equivalence.correspondence is not None:
            return replace(equivalence.correspondence, parameters={})
    with suppress(SpentError):
        _extend(learned, reference, known, minimum_score, checkpoint)
    actions = _confirmed(learned, reference, known, stated, minimum_score)
    differing = {
        kind: {ours: theirs for ours, theirs in pairs.items() if ours != theirs}
        for kind, pairs in {**known, "actions": actions}.items()
    }
    return Correspondence(**differing, parameters=stated.parameters)


def _extend(
    learned: Domain,
    reference: Domain,
    known: dict[str, dict[str, str]],
    minimum_score: float,
    checkpoint: Checkpoint,
) -> None:
    """Add to `known` round by round: each pair tells more about the names that are left over."""
    for _ in range(_ROUNDS):
        checkpoint()
        open_names = _left_over(learned, reference, known)
        if not any(ours and theirs for ours, theirs in open_names.values()):
            return
        matches = _one_round(learned, reference, known, open_names, minimum_score)
        if not any(matches.values()):
            return
        for kind, pairs in matches.items():
            known[kind].update(pairs)


def _known_at_start(
    learned: Domain, reference: Domain, stated: Correspondence
) -> dict[str, dict[str, str]]:
    """The names known at the start: those that the user states, then the same names."""
    known: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        pairs = dict(stated.of(kind))
        taken = set(pairs.values())
        theirs = names_of(reference, kind)
        for name in names_of(learned, kind):
            if name not in pairs and name in theirs and name not in taken:
                pairs[name] = name
        known[kind] = pairs
    return known


def _left_over(learned: Domain, reference: Domain, known: Mapping[str, Mapping[str, str]]) -> _Open:
    open_names: _Open = {}
    for kind in KINDS:
        pairs = known[kind]
        taken = set(pairs.values())
        open_names[kind] = (
            [name for name in names_of(learned, kind) if name not in pairs],
            [name for name in names_of(reference, kind) if name not in taken],
        )
    return open_names


def _alike_names(ours: list[str], theirs: list[str]) -> dict[str, str]:
    """Names that differ in hyphens and underscores only, where that is unambiguous."""
    by_plain_name: dict[str, list[str]] = {}
    for name in theirs:
        by_plain_name.setdefault(re.sub("[-_]", "", name), []).append(name)
    pairs: dict[str, str] = {}
    for name in ours:
        candidates = by_plain_name.get(re.sub("[-_]", "", name), [])
        if len(candidates) == 1 and candidates[0] not in pairs.values():
            pairs[name] = candidates[0]
    return pairs


def _one_round(
    learned: Domain,
    reference: Domain,
    known: dict[str, dict[str, str]],
    open_names: _Open,
    minimum: float,
) -> dict[str, dict[str, str]]:
    ours = _Side(learned, {kind: dict(known[kind]) for kind in KINDS})
    theirs = _Side(reference, {kind: {n: n for n in known[kind].values()} for kind in KINDS})
    ours.reorder(theirs)
    matches: dict[str, dict[str, str]] = {}
    our_use, their_use = ours.uses(), theirs.uses()
    for kind in ("predicates", "functions", "types", "constants"):
        matches[kind] = _matched(
            {name: our_use[kind].get(name, Counter()) for name in open_names[kind][0]},
            {name: their_use[kind].get(name, Counter()) for name in open_names[kind][1]},
            minimum,
        )
    matches["actions"] = _matched_actions(ours, theirs, *open_names["actions"], minimum)
    return matches


class _Side:
    """One domain with the names that are known so far; others are `@` and their arity."""

    def __init__(self, domain: Domain, known: dict[str, dict[str, str]]) -> None:
        self.known = known
        self.actions: dict[str, Action] = names_of(domain, "actions")
        self.domain = domain
        unknown = {
            kind: {
                name: f"{_UNKNOWN}{len(getattr(declaration, 'parameters', ()))}"
                for name, declaration in names_of(domain, kind).items()
            }
            for kind in KINDS
        }
        self.naming = Naming(
            unknown["constants"] | known["constants"],
            unknown["predicates"] | known["predicates"],
            unknown["functions"] | known["functions"],
            unknown["types"] | known["types"],
        )
        self.orders: dict[str, tuple[int, ...]] = {}
        self.canonical: dict[str, CanonicalAction] = {
            name: canonical_action(action, self.naming) for name, action in self.actions.items()
        }

    def reorder(self, counterparts: _Side) -> None:
        """Number the parameters of actions that have a counterpart as the counterpart does.

        Else names whose counterpart is not known yet would stand in other places with them.
        """
        for name, theirs in self.known["actions"].items():
            if name in self.canonical and theirs in counterparts.canonical:
                order = better_order(
                    self.canonical[name], counterparts.canonical[theirs], ParameterOrder.BEST
                )
                if order is not None:
                    self.orders[name] = order
                    self.canonical[name] = canonical_action(self.actions[name], self.naming, order)

    def features(self, name: str) -> Features:
        """The literals of an action, each with its part."""
        action = self.canonical[name]
        counted: Features = Counter()
        for part, elements in (("pre", action.precondition), ("eff", action.effect)):
            counted.update((part, key) for key in elements)
        return counted

    def type_features(self, name: str) -> Features:
        """The types of an action's parameters."""
        parameters = self.actions[name].parameters
        return Counter(
            (k, self.naming.type_names(parameter.types)) for k, parameter in enumerate(parameters)
        )

    def uses(self) -> dict[str, dict[str, Features]]:
        """For each kind and name the places where it occurs, as far as they are known."""
        places_by_name: dict[str, dict[str, Features]] = {kind: {} for kind in KINDS}

        def note(kind: str, name: str, place: tuple[Hashable, ...]) -> None:
            places_by_name[kind].setdefault(name, Counter())[place] += 1

        for predicate in self.domain.predicates:
            known = self.naming.predicates[predicate.name]
            for index, parameter in enumerate(predicate.parameters):
                for type_name in parameter.types:
                    note("types", type_name, ("predicate", known, index))
        for declared in self.domain.types:
            for parent in declared.types:
                note("types", declared.name, ("below", self.naming.types.get(parent, parent)))
                note("types", parent, ("above", self.naming.types.get(declared.name)))
        for constant in self.domain.constants:
            note("constants", constant.name, ("type", self.naming.type_names(constant.types)))
        for name, action in self.canonical.items():
            known = self.known["actions"].get(name, _UNKNOWN)
            parameters = action.action.parameters
            order = self.orders.get(name, range(len(parameters)))
            for index, parameter in zip(order, parameters, strict=True):
                for type_name in parameter.types:
                    note("types", type_name, ("parameter", known, index))
            for part, elements in (("pre", action.precondition), ("eff", action.effect)):
                for element in elements.values():
                    for kind, used, place in _names_in(element):
                        note(kind, used, (known, part, place))
        return places_by_name


def _names_in(element: Element) -> Iterable[tuple[str, str, Hashable]]:
    """Kind, name and place of each predicate, function and constant in `element`."""
    if element.positive is None:
        # The key is the place. Where one name alone is unknown, that is the one in question.
        place = element.key
        if place.count(_UNKNOWN) == 1:
            place = place.replace(_UNKNOWN, "*")
        for word in set(re.findall(r"\(([^\s()]+)", element.text)):
            yield "functions", word, place
            yield "predicates", word, place
        return
    # The literal is what a formula ends with: guards and quantifiers stand before it.
    *_, atom = walk(element.formula)
    if type(atom) is not AtomicFormula:
        return
    kind = (element.positive, element.time, element.context, len(atom.args))
    yield "predicates", atom.predicate, (kind, element.args)
    for index, arg in enumerate(atom.args):
        if type(arg) is str and arg[0] != "?":
            yield "constants", arg, (kind, element.predicate, index)


def _matched(
    ours: dict[str, Features], theirs: dict[str, Features], minimum: float
) -> dict[str, str]:
    """Names whose places are alike."""
    if not ours or not theirs or len(ours) * len(theirs) > MOST_PAIRS:
        return {}
    left, right = list(ours), list(theirs)
    scores = {}
    for i, our_name in enumerate(left):
        for j, their_name in enumerate(right):
            score = _dice(ours[our_name], theirs[their_name], UNKNOWN_PLACE)
            if score >= minimum:
                scores[i, j] = score + 0.1 * _name_likeness(our_name, their_name)
    return {left[i]: right[j] for i, j in assign(scores).items()}


def _matched_actions(
    ours: _Side, theirs: _Side, left: list[str], right: list[str], minimum: float
) -> dict[str, str]:
    pairs = _twins(ours, theirs, left, right)
    left = [name for name in left if name not in pairs]
    taken = set(pairs.values())
    right = [name for name in right if name not in taken]
    if not left or not right or len(left) * len(right) > MOST_PAIRS:
        return pairs
    our_features = [(ours.features(name), ours.type_features(name)) for name in left]
    their_features = [(theirs.features(name), theirs.type_features(name)) for name in right]
    scores = {}
    for i, (our_literals, our_types) in enumerate(our_features):
        for j, (their_literals, their_types) in enumerate(their_features):
            alike = _literal_likeness(our_literals, their_literals)
            if alike >= minimum:
                types = _dice(our_types, their_types)
                scores[i, j] = alike + 0.1 * _name_likeness(left[i], right[j]) + 0.1 * types
    return pairs | {left[i]: right[j] for i, j in assign(scores).items()}


def _twins(ours: _Side, theirs: _Side, left: list[str], right: list[str]) -> dict[str, str]:
    """Actions with exactly the same literals, all of them known, where there is just one each."""
    by_shape: dict[Hashable, tuple[list[str], list[str]]] = {}
    for side, names, index in ((ours, left, 0), (theirs, right, 1)):
        for name in names:
            features = side.features(name)
            if features and not any(_UNKNOWN in str(feature) for feature in features):
                shape = frozenset(features), frozenset(side.type_features(name))
                by_shape.setdefault(shape, ([], []))[index].append(name)
    return {
        our_names[0]: their_names[0]
        for our_names, their_names in by_shape.values()
        if len(our_names) == 1 and len(their_names) == 1
    }


def _literal_likeness(one: Features, other: Features) -> float:
    """How many literals two actions share, in either order of their parameters."""
    in_order = _dice(one, other)
    if in_order >= 0.9:
        return in_order
    return max(in_order, 0.9 * _dice(_without_order(one), _without_order(other)))


def _without_order(features: Features) -> Features:
    unordered: Features = Counter()
    for (part, key), count in features.items():
        unordered[part, _VARIABLE.sub("?", str(key))] += count
    return unordered


def _dice(one: Features, other: Features, unknown: float = UNKNOWN_LITERAL) -> float:
    """2 |A ∩ B| / (|A| + |B|); 0 for two empty ones: nothing speaks for them."""
    size = one.total() + other.total()
    if not size:
        return 0.0
    if len(one) > len(other):
        one, other = other, one
    shared = 0.0
    for feature, count in one.items():
        both = min(count, other.get(feature, 0))
        if both:
            shared += both * (unknown if _UNKNOWN in str(feature) else 1.0)
    return 2 * shared / size


def _name_likeness(one: str, other: str) -> float:
    """The Dice coefficient of the pairs of neighbouring letters."""
    pairs, others = ({name[k : k + 2] for k in range(len(name) - 1)} for name in (one, other))
    size = len(pairs) + len(others)
    return 2 * len(pairs & others) / size if size else 0.0


def _confirmed(
    learned: Domain,
    reference: Domain,
    known: dict[str, dict[str, str]],
    stated: Correspondence,
    minimum: float,
) -> dict[str, str]:
    """The pairs of actions that are alike enough under the names found in the end."""
    ours = _Side(learned, {kind: dict(known[kind]) for kind in KINDS})
    theirs = _Side(reference, {kind: {n: n for n in known[kind].values()} for kind in KINDS})
    return {
        our_name: their_name
        for our_name, their_name in known["actions"].items()
        if our_name == their_name
        or our_name in stated.actions
        or their_name not in theirs.canonical
        or _literal_likeness(ours.features(our_name), theirs.features(their_name)) >= minimum
        or _alike_names([our_name], [their_name])
    }
