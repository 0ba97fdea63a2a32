"""Typed lists: `?a ?b - block ?r - (either robot crane)`, and their usual misspellings.

::

    typed-list = (name* dash type | private)* name*
    type       = name | "(" "either" name+ ")"
    dash       = "-", which may touch a name before it that is a variable (`?x- t`) or a type
                 behind it that is a name (`?x -t`): no name begins with a dash
    private    = "(" ":private" typed-list ")"

Any other list gives a finding, and the names in it count as declared. An unreadable type gives
names without a type; a type without a name before it is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile, pairwise
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.section import Uses, Words
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, List, Node, Place

_OPERATORS: Final = (":action", ":durative-action", ":process", ":event", ":method")


def typed_list(items: Sequence[Node], uses: Uses, what: str) -> tuple[TypedName, ...]:
    """The names of a typed list with their types. `what` is the noun for them in messages.

    A dash without its blank (`?x -block`, `?x- block`) is read as a dash, with a finding.
    """
    plain: list[TypedName] = []
    for item in items:
        # Fast path: many lists have neither types nor lists in them.
        if type(item) is not Atom or "-" in item.key or item.key[-1] == ":":
            return _typed(items, uses, what)
        plain.append(TypedName(item.key, (), item))
    return tuple(plain)


def names_without_marks(names: tuple[TypedName, ...], uses: Uses) -> tuple[TypedName, ...]:
    """The names of objects without a `?` before them, which is reported."""
    marked = {name.name: name.node for name in names if name.name[0] == "?" and len(name.name) > 1}
    if not marked:
        return names
    places = [node.place for node in marked.values() if node is not None]
    edits = tuple([PlaceEdit(place._replace(end=place.start + 1), "") for place in places])
    fix = PlaceFix("Remove `?` before each of the names", edits)
    for name, place in zip(marked, places, strict=False):
        message = f"a variable among objects; write `{name[1:]}`"
        uses.report("malformed-typed-list", place, message, fix, mistake="objects with marks")
    return tuple([replace(n, name=n.name[1:]) if n.name in marked else n for n in names])


def variables(node: List, uses: Uses, what: str, first: int = 0) -> tuple[TypedName, ...]:
    """The variables of a list from its item `first` on; a name without its `?` gives a finding."""
    plain = _plain(node.words[first:], first)
    if plain is not None:
        if plain.types is not None:
            uses.feature(":typing", node, plain.types.numbers[0])
            uses.mentioned_types.append((node, plain.types))
        return tuple([TypedName(name, types, at, of, node) for name, types, at, of in plain.names])
    names = typed_list(node.items[first:], uses, what)
    unmarked = [name for name in names if name.name[0] != "?"]
    words = {name.name for name in unmarked if name.name[0].isalpha()}
    edits = _question_marks(node, words) if words else ()
    starts = {edit.place.start for edit in edits}
    whole = all(name.node is not None and name.node.start in starts for name in unmarked)
    fixes = (PlaceFix("Insert `?` before each of the names", edits),) if whole else ()
    for name in unmarked:
        if name.node is not None:
            message = f"expected {what}, found `{name.node.text}`"
            if name.name in words:
                message = f"missing `?` before {what}; write `?{name.node.text}`"
            place, mistake = name.node.place, "question marks" if whole else f"{id(node)}"
            uses.report("malformed-typed-list", place, message, *fixes, mistake=mistake)
    return names


def _question_marks(node: List, names: Set[str]) -> tuple[PlaceEdit, ...]:
    """The edits that insert `?` before `names` in a list of variables and its action."""
    form = node.form
    root = form.root if form.root is not None and form.keyword in _OPERATORS else node
    edits: list[PlaceEdit] = []
    stack: list[List] = [root]
    while stack:
        part = stack.pop()
        before: Node | None = None
        for item in part.items:
            if type(item) is List:
                stack.append(item)
            elif type(item) is Atom and item.key in names:
                is_type = type(before) is Atom and before.key[-1] == "-"
                # The first item of an atom is a predicate; that of the list is a variable.
                if not is_type and (before is not None or part is node):
                    edits.append(PlaceEdit(Place(form, item.start, item.start), "?"))
            before = item
    return tuple(sorted(edits, key=lambda edit: edit.place.start))


def lost_dashes(names: Sequence[TypedName], types: Set[str]) -> dict[str, TypedName]:
    """The types of names whose dash is missing, such as `book` in `(dune book)`: for each name the
    type, which was read as a name.

    A dash counts as missing if the untyped names at the end of a list form groups that each end in
    a word of `types`.
    """
    if not names or names[-1].types or names[-1].name not in types:
        return {}
    run = list(dropwhile(lambda name: name.types, names))
    if any(name.types for name in run):
        return {}
    lost: dict[str, TypedName] = {}
    group: list[TypedName] = []
    for name in run:
        if name.name not in types:
            group.append(name)
        elif not group:
            return {}
        else:
            lost.update((member.name, name) for member in group)
            group = []
    return lost


def with_dashes(names: Sequence[TypedName], types: Set[str]) -> Sequence[TypedName]:
    """`names` with the types of those whose dash is missing."""
    lost = lost_dashes(names, types)
    if not lost:
        return names
    read_as_types = {name.name for name in lost.values()}
    return [
        TypedName(name.name, (lost[name.name].name,), name.node, lost[name.name].node)
        if name.name in lost
        else name
        for name in names
        if name.types or name.name not in read_as_types
    ]


def swept_in(names: Sequence[TypedName]) -> Iterator[tuple[Node, tuple[TypedName, ...]]]:
    """Types that also apply to earlier lines of their list, with the last names of these lines."""
    groups: dict[int, list[TypedName]] = {}
    for name in names:
        if name.type_node is not None:
            groups.setdefault(id(name.type_node), []).append(name)
    for group in groups.values():
        type_node = group[0].type_node
        assert type_node is not None
        text = type_node.form.text
        last = [
            name
            for name, after in pairwise(group)
            if name.node and after.node and "\n" in text[name.node.end : after.node.start]
        ]
        if last:
            yield type_node, tuple(last)


class _Plain(NamedTuple):
    """A well-formed typed list of words. `names` are its variables, each with its types, its
    position among the items and that of its type."""

    names: tuple[tuple[str, tuple[str, ...], int, int | None], ...]
    types: Words | None


@lru_cache(maxsize=4_096)
def _plain(words: tuple[str, ...], first: int) -> _Plain | None:
    """Parse a list of variables in which each dash is a separate word after a name and before a
    type; None for any other. `first` is the position of the first word. Cached, as a file has many
    parameters but few different lists."""
    names: list[tuple[str, tuple[str, ...], int, int | None]] = []
    types: list[int] = []
    pending: list[int] = []
    at, count = 0, len(words)
    while at < count:
        word = words[at]
        if word[0] == "?" and word[-1] not in "-:":
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
            own = _typed(item.items[1:], uses, what)
            # CoDMAP has the name of the agent first: `(:private truck1 truck1 - truck)`.
            known = {name.name for name in (*names, *own[1:])}
            names += own[1:] if own and own[0].name in known else own
            continue
        if type(item) is List:
            message = f"expected {what}, found a list"
            mistake = f"lists {id(uses)}"
            uses.report("malformed-typed-list", item.place, message, mistake=mistake)
            # A surplus `(` does not hide the names; the types of an `either` are not names.
            if item.head != "either":
                names += _typed([n for n in item.items if type(n) is Atom], uses, what)
            after_list = True
            continue
        assert type(item) is Atom
        key = item.key
        type_node: Node | None = None
        types: tuple[str, ...] = ()
        if key == "-" and index < count and _is_dash(items[index]):
            # The type after the next dash is that of these names.
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
            if pending:
                _report_glued(item, item.start + 1, f"- {item.text[1:]}", uses)
            uses.mentioned_types.append(Atom(item.form, item.start + 1, key[1:]))
            uses.feature(":typing", item)
        elif _glued(key, items, index):
            pending.append((key[:-1], item))
            if key[-1] == ":":
                _report_colon(item, uses)
            else:
                _report_glued(item, item.end - 1, f"{item.text[:-1]} -", uses)
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


def _report_glued(item: Atom, at: int, meant: str, uses: Uses) -> None:
    """Report a missing blank: Fast Downward and others read `-block` and `?x-` as names."""
    message = f"missing blank in `{item.text}`; write `{meant}`"
    fix = PlaceFix("Insert a blank", (PlaceEdit(Place(item.form, at, at), " "),), safe=True)
    severity = Severity.HINT
    uses.report("malformed-typed-list", item.place, message, fix, severity=severity, mistake="dash")


def _report_colon(item: Atom, uses: Uses) -> None:
    """Report `?x: block`, the syntax of other languages."""
    meant = f"{item.text[:-1]} -"
    place = Place(item.form, item.end - 1, item.end)
    fix = PlaceFix("Change `:` to `-`", (PlaceEdit(place, " -"),), safe=True)
    message = f"expected `-` before a type; write `{meant}`"
    uses.report("malformed-typed-list", place, message, fix, mistake="colon")


def type_names(node: Node, uses: Uses) -> tuple[str, ...]:
    """The types after a dash: one, or those of `(either …)`."""
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
    """One shared tuple per type: a file has few types and many parameters."""
    return (name,)


def _is_dash(node: Node) -> bool:
    """Whether this is a dash, or a type with a dash touching it."""
    return type(node) is Atom and node.key[0] == "-"


def _is_variable(node: Node) -> bool:
    return type(node) is Atom and node.key[0] == "?"


def _glued(key: str, items: Sequence[Node], index: int) -> bool:
    """Whether `key` is `?x-` or `?x:`, followed by its type."""
    if key[0] != "?" or key[-1] not in "-:" or index == len(items):
        return False
    follower = items[index]
    return type(follower) is List or (type(follower) is Atom and follower.key[0] not in "?-")
