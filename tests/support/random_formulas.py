"""Random conditions and effects as trees, other ways to write them, and what they mean.

A condition is `("atom", predicate, *terms)`, `("not", c)`, `("and", *cs)`, `("or", *cs)`,
`("imply", c, c)`, `("forall", variables, c)` or `("exists", variables, c)`; an effect has atoms,
their negations, `and`, `("when", c, e)` and `forall`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

Tree = tuple[Any, ...]
Fact = tuple[str, ...]

OBJECTS = ("a", "b")
PREDICATES = {"p": 1, "q": 2}
PARAMETERS = ("?x", "?y")


def condition(random: Random, depth: int, scope: tuple[str, ...] = PARAMETERS) -> Tree:
    """A random condition."""
    kinds = ["atom", "not", "and", "or", "imply", "forall", "exists"]
    kind = random.choice(kinds) if depth else "atom"
    if kind == "atom":
        return atom(random, scope)
    if kind == "not":
        return ("not", condition(random, depth - 1, scope))
    if kind == "imply":
        return ("imply", condition(random, depth - 1, scope), condition(random, depth - 1, scope))
    if kind in ("and", "or"):
        return (kind, *(condition(random, depth - 1, scope) for _ in range(random.randint(0, 3))))
    variables = bound(random)
    return (kind, variables, condition(random, depth - 1, (*scope, *variables)))


def effect(random: Random, depth: int, scope: tuple[str, ...] = PARAMETERS) -> Tree:
    """A random effect."""
    kind = random.choice(["literal", "and", "when", "forall"]) if depth else "literal"
    if kind == "literal":
        literal = atom(random, scope)
        return literal if random.random() < 0.5 else ("not", literal)
    if kind == "and":
        return ("and", *(effect(random, depth - 1, scope) for _ in range(random.randint(1, 3))))
    if kind == "when":
        return ("when", condition(random, 1, scope), effect(random, depth - 1, scope))
    variables = bound(random)
    return ("forall", variables, effect(random, depth - 1, (*scope, *variables)))


def atom(random: Random, scope: tuple[str, ...]) -> Tree:
    """A random atom over the variables in scope."""
    predicate = random.choice(list(PREDICATES))
    return ("atom", predicate, *(random.choice(scope) for _ in range(PREDICATES[predicate])))


def bound(random: Random) -> tuple[str, ...]:
    """Names for bound variables; they may hide others."""
    return tuple(random.sample(("?u", "?v", "?w", "?x"), random.randint(1, 2)))


def text(tree: Tree) -> str:
    """The tree as PDDL."""
    head, *rest = tree
    if head == "atom":
        return f"({' '.join(rest)})"
    if head in ("forall", "exists"):
        return f"({head} ({' '.join(rest[0])}) {text(rest[1])})"
    return f"({' '.join((head, *map(text, rest)))})"


def rewritten(tree: Tree, random: Random) -> Tree:
    """The same condition or effect written in another way."""
    return _disguised(_reshaped(tree, random), random)


def _reshaped(tree: Tree, random: Random) -> Tree:
    head, *rest = tree
    if head == "atom" or (head == "not" and rest[0][0] == "atom"):
        return tree
    if head in ("and", "or"):
        parts = [rewritten(part, random) for part in rest]
        if parts and random.random() < 0.3:
            parts.append(random.choice(parts))
        random.shuffle(parts)
        if len(parts) > 1 and random.random() < 0.3:
            cut = random.randrange(1, len(parts))
            parts = [(head, *parts[:cut]), *parts[cut:]]
        if random.random() < 0.2:
            parts.append((head,))
        return (head, *parts)
    if head in ("forall", "exists"):
        return _reordered(head, *_renamed(rest[0], rewritten(rest[1], random), random), random)
    return (head, *(rewritten(part, random) for part in rest))


def _reordered(head: str, variables: tuple[str, ...], body: Tree, random: Random) -> Tree:
    order = random.sample(variables, len(variables))
    if len(order) > 1 and random.random() < 0.5:
        return (head, (order[0],), (head, tuple(order[1:]), body))
    if body[0] == head and not set(order) & set(body[1]) and random.random() < 0.5:
        return (head, (*order, *body[1]), body[2])
    return (head, tuple(order), body)


def _renamed(
    variables: tuple[str, ...], body: Tree, random: Random
) -> tuple[tuple[str, ...], Tree]:
    names = {v: f"?n{random.randrange(10**6)}" for v in variables}
    return tuple(names.values()), substituted(body, names)


def substituted(tree: Tree, names: Mapping[str, str]) -> Tree:
    """The tree with its free variables renamed; the new names are nowhere else."""
    head, *rest = tree
    if head == "atom":
        return ("atom", rest[0], *(names.get(term, term) for term in rest[1:]))
    if head in ("forall", "exists"):
        inner = {old: new for old, new in names.items() if old not in rest[0]}
        return (head, rest[0], substituted(rest[1], inner))
    return (head, *(substituted(part, names) for part in rest))


def _disguised(tree: Tree, random: Random) -> Tree:
    """The whole tree behind an equivalence; of an effect only what effects can be."""
    head, *rest = tree
    effect_like = head == "when" or _has_when(tree)
    if random.random() < 0.5:
        return tree
    if head == "when":
        if rest[1][0] == "when":
            return ("when", ("and", rest[0], rest[1][1]), rest[1][2])
        if rest[0][0] == "and" and len(rest[0]) == 3:
            return ("when", rest[0][2], ("when", rest[0][1], rest[1]))
    if effect_like or random.random() < 0.3:
        return ("and", tree)
    return tree


def _has_when(tree: Tree) -> bool:
    return tree[0] == "when" or any(_has_when(part) for part in tree[1:] if type(part) is tuple)


def negated(tree: Tree, random: Random) -> Tree:
    """A condition behind a double negation, pushed inwards by De Morgan's laws here and there."""
    return ("not", _denied(tree, random))


def _denied(tree: Tree, random: Random) -> Tree:
    head, *rest = tree
    if head == "not":
        return tuple(rest[0])
    if random.random() < 0.4 or head == "atom":
        return ("not", tree)
    if head in ("and", "or"):
        other = "or" if head == "and" else "and"
        return (other, *(_denied(part, random) for part in rest))
    if head == "imply":
        return ("and", rest[0], _denied(rest[1], random))
    other = "exists" if head == "forall" else "forall"
    return (other, rest[0], _denied(rest[1], random))


def holds(tree: Tree, state: frozenset[Fact], scope: Mapping[str, str]) -> bool:
    """Whether a condition is true, straight from the definition."""
    head, *rest = tree
    if head == "atom":
        return (rest[0], *(scope[term] for term in rest[1:])) in state
    if head == "not":
        return not holds(rest[0], state, scope)
    if head == "and":
        return all(holds(part, state, scope) for part in rest)
    if head == "or":
        return any(holds(part, state, scope) for part in rest)
    if head == "imply":
        return not holds(rest[0], state, scope) or holds(rest[1], state, scope)
    quantifier = all if head == "forall" else any
    return quantifier(holds(rest[1], state, inner) for inner in _scopes(rest[0], scope))


def changed(tree: Tree, state: frozenset[Fact], scope: Mapping[str, str]) -> set[tuple[bool, Fact]]:
    """What an effect adds and deletes, straight from the definition."""
    head, *rest = tree
    if head == "atom":
        return {(True, (rest[0], *(scope[term] for term in rest[1:])))}
    if head == "not":
        return {(False, fact) for _, fact in changed(rest[0], state, scope)}
    if head == "and":
        return set().union(*(changed(part, state, scope) for part in rest))
    if head == "when":
        return changed(rest[1], state, scope) if holds(rest[0], state, scope) else set()
    return set().union(*(changed(rest[1], state, inner) for inner in _scopes(rest[0], scope)))


def _scopes(variables: tuple[str, ...], scope: Mapping[str, str]) -> list[dict[str, str]]:
    return [
        {**scope, **dict(zip(variables, objects, strict=True))}
        for objects in product(OBJECTS, repeat=len(variables))
    ]


def states() -> list[frozenset[Fact]]:
    """All states over the objects."""
    facts: list[Fact] = [
        (name, *args) for name, n in PREDICATES.items() for args in product(OBJECTS, repeat=n)
    ]
    return [
        frozenset(fact for fact, true in zip(facts, bits, strict=True) if true)
        for bits in product((False, True), repeat=len(facts))
    ]


def scopes() -> list[dict[str, str]]:
    """All values of the parameters."""
    return _scopes(PARAMETERS, {})
