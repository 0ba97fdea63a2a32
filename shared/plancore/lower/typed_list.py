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

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile, groupby, pairwise
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import Uses
from plancore.model.finding import CAUSE, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.stop import AT_ONCE, NEVER, Checkpoint
from plancore.syntax.nodes import Atom, List, Node, Place
from plancore.syntax.signs import outside_comments


def typed_list(
    items: Sequence[Node], uses: Uses, what: str, checkpoint: Checkpoint = NEVER
) -> tuple[TypedName, ...]:
    """The names of a typed list with their types. `what` is the noun for them in messages.

    A dash without its blank (`?x -block`, `?x- block`) is read as a dash, with a finding. Raises
    what `checkpoint` raises.
    """
    plain: list[TypedName] = []
    for item in items:
        # Fast path: many lists have neither types nor lists in them.
        if type(item) is not Atom or "-" in item.key or ":" in item.key:
            return _typed(items, uses, what, checkpoint)
        plain.append(TypedName(item.key, (), item))
    return tuple(plain)


def dash_words(items: Sequence[Node]) -> list[tuple[Node, Atom, Atom]]:
    """Each variable, word in place of the dash, and type, as in `?x in t`."""
    return [
        (before, word, of)
        for before, word, of in zip(items, items[1:], items[2:], strict=False)
        if type(word) is Atom and word.key in ("in", "of", "is") and _is_variable(before)
        if type(of) is Atom and of.key[0].isalpha()
    ]


MARKS: Final = f"{CAUSE}objects with marks"
"""The mistake of `?` before names of objects."""
WITHOUT_MARKS: Final = "Remove `?` before each of the names"
"""The title of its fix."""


def names_without_marks(names: tuple[TypedName, ...], uses: Uses) -> tuple[TypedName, ...]:
    """The names of objects without a `?` before them, which is reported; so are ranges."""
    for each in names:
        if ".." in each.name and each.name.strip(".") and each.node is not None:
            message = "`..` is not part of a name; list the objects"
            uses.report("malformed-typed-list", each.node.place, message, mistake="ranges")
    marked = {name.name: name.node for name in names if name.name[0] == "?"}
    if not marked:
        return names
    if marked.pop("?", None) is not None:
        marked.update(_marked_apart(names, uses))
        names = tuple([each for each in names if each.name != "?"])
    for name, node in marked.items():
        if node is not None:
            place = node.place
            fix = PlaceFix(WITHOUT_MARKS, (without_mark(place),))
            message = f"a variable among objects; write `{name[1:]}`"
            uses.report("malformed-typed-list", place, message, fix, mistake=MARKS)
    return tuple([replace(n, name=n.name[1:]) if n.name in marked else n for n in names])


def _marked_apart(names: Sequence[TypedName], uses: Uses) -> Iterator[tuple[str, Node]]:
    """`?a` and the place of its `?` for each `? a`; a `?` without a name is reported."""
    for mark, after in pairwise((*names, TypedName("?"))):
        if mark.name != "?" or mark.node is None:
            continue
        start = after.node.start if after.node is not None and after.name != "?" else 0
        if mark.node.form.text[mark.node.end : start].isspace():
            yield f"?{after.name.lstrip('?')}", mark.node
        else:
            uses.report("malformed-typed-list", mark.node.place, "missing name after `?`")


def without_mark(place: Place) -> PlaceEdit:
    """The edit that removes the `?` at the start of `place`, and parts what touches it: `a?b`."""
    form, start, _ = place
    touches = start > 0 and not (form.text[start - 1] in "()" or form.text[start - 1].isspace())
    return PlaceEdit(place._replace(end=start + 1), " " * touches)


def lost_dashes(names: Sequence[TypedName], types: Set[str]) -> dict[str, TypedName]:
    """The types of names whose dash is missing, such as `book` in `(dune book)`: for each name the
    type, which was read as a name.

    A dash counts as missing if the untyped names at the end of a list form groups that each end in
    a word of `types`, or if such a word is between names with the type of another, as in
    `(dune book top - shelf)`.
    """
    if not names or names[-1].types:
        return _types_between(names, types)
    if names[-1].name not in types:
        return _leading_types(names, types)
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
    return {**_types_between(names, types), **lost}


def _types_between(names: Sequence[TypedName], types: Set[str]) -> dict[str, TypedName]:
    """As `lost_dashes`, for the words between names that share another type."""
    lost: dict[str, TypedName] = {}
    if types.isdisjoint([name.name for name in names]):
        return lost  # the usual case
    group: list[TypedName] = []
    for name, after in pairwise(names):
        if group and not _share_a_type(group[0], name):
            group = []
        if not name.types or name.name in name.types:
            continue
        if name.name not in types:
            group.append(name)
        elif group and _share_a_type(after, name):
            lost.update((member.name, name) for member in group)
            group = []
    return lost


def _share_a_type(one: TypedName, other: TypedName) -> bool:
    """Whether the type of both is the same node, which need not be made for that."""
    return one.type_written == other.type_written and one.within is other.within


def _leading_types(names: Sequence[TypedName], types: Set[str]) -> dict[str, TypedName]:
    """As `lost_dashes`, for `(book dune emma shelf top)`: at least two types, each before its
    names, of which none has a dash."""
    if names[0].name not in types or any(name.types for name in names):
        return {}
    leading: dict[str, TypedName] = {}
    of = names[0]
    is_first = True
    for before, name in pairwise(names):
        if name.name not in types:
            leading[name.name] = of
        elif before.name in types:
            return {}
        else:
            of, is_first = name, False
    return {} if is_first else leading


def with_dashes(names: Sequence[TypedName], types: Set[str]) -> Sequence[TypedName]:
    """`names` with the types of those whose dash is missing."""
    lost = lost_dashes(names, types)
    if not lost:
        return names  # the usual case
    read_as_types = {name.name for name in lost.values()}
    between = {id(name) for name in lost.values()}
    return [
        TypedName(name.name, (lost[name.name].name,), name.node, lost[name.name].node)
        if name.name in lost
        else name
        for name in names
        if id(name) not in between and (name.types or name.name not in read_as_types)
    ]


def swept_in(names: Sequence[TypedName]) -> Iterator[tuple[Node, tuple[TypedName, ...]]]:
    """Types that also apply to earlier lines of their list, with the last names of these lines."""
    found: dict[int, tuple[Node, list[TypedName]]] = {}
    for name, after in pairwise(names):
        if not name.types or name.types != after.types:
            continue  # the usual case; nodes are made on access
        of, first, second = name.type_node, name.node, after.node
        if of is None or of is not after.type_node or first is None or second is None:
            continue
        if "\n" in of.form.text[first.end : second.start]:
            found.setdefault(id(of), (of, []))[1].append(name)
    for of, last in found.values():
        yield of, tuple(last)


def _typed(
    items: Sequence[Node], uses: Uses, what: str, checkpoint: Checkpoint = NEVER
) -> tuple[TypedName, ...]:
    names: list[TypedName] = []
    pending: list[tuple[str, Atom]] = []
    colons: list[tuple[Place, str]] = []
    index, count = 0, len(items)
    after_list = False
    are_pairs = what in _OBJECTS and _are_pairs(items)
    while index < count:
        item = items[index]
        index += 1
        if not index % AT_ONCE:
            checkpoint()
        if type(item) is List and item.head == ":private":
            own = _typed(item.items[1:], uses, what)
            # CoDMAP has the name of the agent first: `(:private truck1 truck1 - truck)`.
            known = {name.name for name in (*names, *own[1:])}
            names += own[1:] if own and own[0].name in known else own
            continue
        if type(item) is List:
            names += _of_list(item, uses, what, is_pair=are_pairs)
            after_list = True
            continue
        assert type(item) is Atom
        key = item.key
        if key[0] != "-" != key[-1] and ":" not in key:
            pending.append((key, item))  # most words are names
            after_list = False
            continue
        if key == ":" and index == 1:
            message = f"`:` before {what.split()[-1]}s is not part of PDDL"
            fix = PlaceFix("Remove the colons", (PlaceEdit(item.place, ""),), safe=True)
            uses.report("malformed-typed-list", item.place, message, fix)
            continue
        type_node: Node | None = None
        types: tuple[str, ...] = ()
        divided = _divided(item, items, index) if ":" in key else None
        if divided is not None:
            name, at, type_node = divided
            if name is not None:
                pending.append((name.key, name))
            index += type_node.end > item.end
            types = type_names(type_node, uses)
            colons.append(_colon(item, at, type_node))
        elif key == "-" and index < count and _is_dash(items[index]):
            # The type after the next dash is that of these names.
            uses.report("malformed-typed-list", item.place, "missing type after `-`")
            continue
        elif key == "-" and (index == count or _is_variable(items[index])):
            uses.report("malformed-typed-list", item.place, "missing type after `-`")
        elif key == "-":
            type_node = _either(items, index, uses)
            words = type_node.items if type(type_node) is List else ()
            index += 1 if type_node is items[index] else len(words)
            types = type_names(type_node, uses)
        elif not key.strip("-") and index < count:
            fix = PlaceFix("Change to `-`", (PlaceEdit(item.place, "-"),), safe=True)
            message = f"expected `-` before a type, found `{key}`"
            uses.report("malformed-typed-list", item.place, message, fix, mistake=message)
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
    if colons:
        _report_colons(colons, items, uses)
    return tuple(names)


def _either(items: Sequence[Node], at: int, uses: Uses) -> Node:
    """The type at `at`; for `either a b` before a variable or the end, the list `(either a b)`, and
    a finding is reported."""
    head, end = items[at], at + 1
    if type(head) is not Atom or head.key != "either":
        return head
    while end < len(items) and type(word := items[end]) is Atom and word.key[0] not in "?-:":
        end += 1
    follower = items[end] if end < len(items) else None
    if end == at + 1 or (follower is not None and not _is_variable(follower)):
        return head
    start, last = head.place, items[end - 1].end
    text = f"({' '.join(item.text for item in items[at:end])})"
    place = start._replace(end=last)
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(place, text),), safe=True)
    message = f"expected types in parentheses; write `{text}`"
    uses.report("malformed-typed-list", place, message, fix)
    return List(head.form, head.start, last, [*items[at:end]])


_VARIABLES: Final = ("a parameter", "a variable")


_OBJECTS: Final = ("an object", "a constant")


def _are_pairs(items: Sequence[Node]) -> bool:
    """Whether these are lists of a name and its type, as in `(dune book) (emma book)`."""
    if not items or type(items[0]) is not List:
        return False  # the usual case
    pairs = [item.words for item in items if type(item) is List and len(item.words) == 2]
    names, of = {name for name, _ in pairs}, {of for _, of in pairs}
    return len(pairs) == len(items) == len(names) > len(of) and names.isdisjoint(of)


def _of_list(node: List, uses: Uses, what: str, *, is_pair: bool = False) -> tuple[TypedName, ...]:
    """The names in a list among names, which is reported: `(?x - block)` and `(block ?x)`; a pair
    is a name and its type."""
    words = [item for item in node.items if type(item) is Atom]
    message, mistake = f"expected {what}, found a list", f"{CAUSE}lists {id(uses)}"
    if node.head == "either" or not words or node.text[-1] not in ")]}":
        # The types of an `either` are not names.
        uses.report("malformed-typed-list", node.place, message, mistake=mistake)
        return () if node.head == "either" else _typed(words, uses, what)
    names: tuple[TypedName, ...] = ()
    text = node.text[1:-1].replace(",", " ").strip()
    of, name = (words[-1], words[0]) if words[0].key[0] == "?" else (words[0], words[-1])
    if is_pair:
        name, of = words
        message += f"; write `{name.text} - {of.text}`"
    if is_pair or (
        len(words) == len(node.items) == 2 and name.key[0] == "?" and of.key[0].isalpha()
    ):
        text = f"{name.text} - {of.text}"
        uses.feature(":typing", of)
        uses.mentioned_types.append(of)
        names = (TypedName(name.key, one(of.key), name, of),)
    fix = PlaceFix("Remove the parentheses", (PlaceEdit(node.place, text),))
    # Words without a dash may be a fact of another section.
    is_typed = what == "a type" or " - " in text or node.text[0] != "("
    is_plain = "(" not in text and ("?" in text or (is_typed and what not in _VARIABLES))
    fixes = (fix,) if is_plain else ()
    uses.report("malformed-typed-list", node.place, message, *fixes, mistake=mistake)
    # A surplus `(` does not hide the names.
    return names or _typed(words, uses, what)


def _report_glued(item: Atom, at: int, meant: str, uses: Uses) -> None:
    """Report a missing blank: Fast Downward and others read `-block` and `?x-` as names."""
    message = f"missing blank in `{item.text}`; write `{meant}`"
    fix = PlaceFix("Insert a blank", (PlaceEdit(Place(item.form, at, at), " "),), safe=True)
    severity = Severity.HINT
    uses.report("malformed-typed-list", item.place, message, fix, severity=severity, mistake="dash")


def _divided(item: Atom, items: Sequence[Node], index: int) -> tuple[Atom | None, int, Node] | None:
    """The name, the offset of the colon and the type in `?x: block`, `?x : block` and `?x:block`,
    the syntax of other languages; the name is None if the colon is a word. `index` is that of the
    next item. None for anything else."""
    name, colon, of = item.key.partition(":")
    if not colon or (not name and of) or ":" in of:
        return None
    at = item.start + len(name)
    if of:
        return Atom(item.form, item.start, name), at, Atom(item.form, at + 1, of)
    follower = items[index] if index < len(items) else None
    if follower is None or (type(follower) is Atom and follower.key[0] in "?-:"):
        return None
    return Atom(item.form, item.start, name) if name else None, at, follower


def _colon(item: Atom, at: int, of: Node) -> tuple[Place, str]:
    """The place of a colon, and what to write instead of it and the words next to it."""
    name = item.text[: at - item.start]
    is_glued = of.end == item.end
    meant = " ".join(filter(None, (name, "-", of.text if is_glued or not name else "")))
    return Place(item.form, at, at + 1), meant


def _report_colons(colons: Sequence[tuple[Place, str]], items: Sequence[Node], uses: Uses) -> None:
    """Report the colons of a list. The fix also removes its commas."""
    edits = list(without_commas(items))
    for (form, at, end), meant in colons:
        text = form.text
        before, after = text[at - 1].isspace(), text[end : end + 1].isspace()
        instead = f"{' ' * (not before)}-{' ' * (not after)}"
        fix = PlaceFix(
            "Change `:` to `-`", (PlaceEdit(Place(form, at, end), instead), *edits), safe=True
        )
        message = f"expected `-` before a type; write `{meant}`"
        place = Place(form, at, end)
        uses.report("malformed-typed-list", place, message, fix, mistake="colon")
        edits = []


def without_commas(items: Sequence[Node]) -> Iterator[PlaceEdit]:
    """The edits that replace the commas of a list by blanks."""
    for _, group in groupby(items, key=lambda item: id(item.form)):
        part = list(group)
        form, start, end = part[0].form, part[0].start, part[-1].end + 1
        commas = re.finditer(",", form.text)
        for comma in outside_comments(commas, form.text):
            if start < comma.start() < end:
                is_blank_next = form.text[comma.end() : comma.end() + 1] in (*" \t\r\n)", "")
                yield PlaceEdit(Place(form, *comma.span()), "" if is_blank_next else " ")


def type_names(node: Node, uses: Uses) -> tuple[str, ...]:
    """The types after a dash: one, or those of `(either …)`."""
    uses.feature(":typing", node)
    if type(node) is Atom:
        if node.key[0] == "?":
            uses.report("malformed-typed-list", node.place, "expected a type, found a variable")
            return ()
        uses.mentioned_types.append(node)
        return one(node.key)
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
def one(name: str) -> tuple[str, ...]:
    """One shared tuple per type: a file has few types and many parameters."""
    return (name,)


def _is_dash(node: Node) -> bool:
    """Whether this is a dash, or a type with a dash touching it."""
    return type(node) is Atom and node.key[0] == "-"


def _is_variable(node: Node) -> bool:
    return type(node) is Atom and node.key[0] == "?"


def _glued(key: str, items: Sequence[Node], index: int) -> bool:
    """Whether `key` is `?x-`, followed by its type."""
    if key[0] != "?" or key[-1] != "-" or index == len(items):
        return False
    follower = items[index]
    return type(follower) is List or (type(follower) is Atom and follower.key[0] not in "?-")
