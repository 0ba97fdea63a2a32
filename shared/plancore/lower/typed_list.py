"""Typed lists: `?a ?b - block ?r - (either robot crane)`, and their usual misspellings.

::

    typed-list = (name* dash type | private)* name*
    type       = name | "(" "either" name+ ")"
    dash       = "-", which may touch a name before it that is a variable (`?x- t`) or a type
                 behind it that is a name (`?x -t`): no name begins with a dash
    private    = "(" ":private" typed-list ")"

Any other list is a fault, and the names in it count as declared; a type that cannot be read is
none, and one that no name stands before is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.section import Uses, Words
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, List, Node


def typed_list(items: Sequence[Node], uses: Uses, what: str) -> tuple[TypedName, ...]:
    """The names of a typed list with their types. `what` names them in messages.

    A missing blank around the dash (`?x -block`, `?x- block`) is taken as meant.
    """
    plain: list[TypedName] = []
    for item in items:
        # Look before leaping: many lists have neither types nor lists in them.
        if type(item) is not Atom or "-" in item.key:
            return _typed(items, uses, what)
        plain.append(TypedName(item.key, (), item))
    return tuple(plain)


def variables(node: List, uses: Uses, what: str, first: int = 0) -> tuple[TypedName, ...]:
    """The variables of a list, which begin with its item `first`. One without its `?` is taken as
    meant, too."""
    plain = _plain(node.words[first:], first)
    if plain is not None:
        if plain.types is not None:
            uses.feature(":typing", node, plain.types.numbers[0])
            uses.mentioned_types.append((node, plain.types))
        return tuple([TypedName(name, types, at, of, node) for name, types, at, of in plain.names])
    names = typed_list(node.items[first:], uses, what)
    for name in names:
        if name.name[0] != "?" and name.node is not None:
            message = f"missing `?` before {what}; write `?{name.node.text}`"
            uses.report("malformed-typed-list", name.node.place, message)
    return names


class _Plain(NamedTuple):
    """A typed list of words in which nothing is wrong. `names` are its variables, each with its
    types, its number among the words and that of its type."""

    names: tuple[tuple[str, tuple[str, ...], int, int | None], ...]
    types: Words | None


@lru_cache(maxsize=4_096)
def _plain(words: tuple[str, ...], first: int) -> _Plain | None:
    """What a list of variables says in which each dash stands alone, behind a name and before a
    type; None for any other. The number of the first word is `first`. In a file there are few such
    lists, and many parameters."""
    names: list[tuple[str, tuple[str, ...], int, int | None]] = []
    types: list[int] = []
    pending: list[int] = []
    at, count = 0, len(words)
    while at < count:
        word = words[at]
        if word[0] == "?" and word[-1] != "-":
            pending.append(at)
        elif word == "-" and pending and at + 1 < count and words[at + 1][0] not in "?-":
            at += 1
            types.append(at)
            type_of_all = _one(words[at])
            names += [(words[n], type_of_all, first + n, first + at) for n in pending]
            pending.clear()
        else:
            return None
        at += 1
    names += [(words[n], (), first + n, None) for n in pending]
    if not names:
        return None
    mentioned = Words(tuple(words[n] for n in types), tuple(first + n for n in types))
    return _Plain(tuple(names), mentioned if types else None)


def _typed(items: Sequence[Node], uses: Uses, what: str) -> tuple[TypedName, ...]:
    names: list[TypedName] = []
    pending: list[tuple[str, Atom]] = []
    index, count = 0, len(items)
    after_list = False
    while index < count:
        item = items[index]
        index += 1
        if type(item) is List and item.head == ":private":
            names += _typed(item.items[1:], uses, what)
            continue
        if type(item) is List:
            uses.report("malformed-typed-list", item.place, f"expected {what}, found a list")
            # A surplus `(` in front declares the names all the same.
            names += _typed([n for n in item.items if type(n) is Atom], uses, what)
            after_list = True
            continue
        assert type(item) is Atom
        key = item.key
        type_node: Node | None = None
        types: tuple[str, ...] = ()
        if key == "-" and index < count and _is_dash(items[index]):
            # The names wait for the type behind the next dash.
            uses.report("malformed-typed-list", item.place, "missing type after `-`")
            continue
        if key == "-" and (index == count or _is_variable(items[index])):
            uses.report("malformed-typed-list", item.place, "missing type after `-`")
        elif key == "-":
            type_node = items[index]
            index += 1
            types = type_names(type_node, uses)
        elif key[0] == "-":
            type_node = item
            types = (key[1:],)
            uses.mentioned_types.append(Atom(item.form, item.start + 1, key[1:]))
            uses.feature(":typing", item)
        elif _glued(key, items, index):
            pending.append((key[:-1], item))
            type_node = items[index]
            index += 1
            types = type_names(type_node, uses)
        else:
            pending.append((key, item))
            after_list = False
            continue
        if type_node is not None and not pending and not after_list:
            message = "missing name before this type"
            uses.report("malformed-typed-list", item.place, message, severity=Severity.WARNING)
        names += [TypedName(name, types, node, type_node) for name, node in pending]
        pending.clear()
        after_list = False
    names += [TypedName(name, (), node) for name, node in pending]
    return tuple(names)


def type_names(node: Node, uses: Uses) -> tuple[str, ...]:
    """The types that stand behind a dash: one, or those of `(either …)`."""
    uses.feature(":typing", node)
    if type(node) is Atom:
        if node.key[0] == "?":
            uses.report("malformed-typed-list", node.place, "expected a type, found a variable")
            return ()
        uses.mentioned_types.append(node)
        return _one(node.key)
    assert type(node) is List
    if node.head == "either":
        atoms = [item for item in node.items[1:] if type(item) is Atom]
        uses.mentioned_types += atoms
        if len(atoms) != len(node.items) - 1 or not atoms:
            uses.report("malformed-typed-list", node.place, "expected type names after `either`")
        return tuple(atom.key for atom in atoms)
    uses.report("malformed-typed-list", node.place, "expected a type or `(either …)`")
    return ()


@lru_cache(maxsize=4_096)
def _one(name: str) -> tuple[str, ...]:
    """A type alone; few are there in a file, and many parameters."""
    return (name,)


def _is_dash(node: Node) -> bool:
    """Whether it is a dash, or begins with the one before its type."""
    return type(node) is Atom and node.key[0] == "-"


def _is_variable(node: Node) -> bool:
    return type(node) is Atom and node.key[0] == "?"


def _glued(key: str, items: Sequence[Node], index: int) -> bool:
    """Whether `key` is `?x-` with its type behind it."""
    if key[0] != "?" or key[-1] != "-" or index == len(items):
        return False
    follower = items[index]
    return type(follower) is List or (type(follower) is Atom and follower.key[0] not in "?-")
