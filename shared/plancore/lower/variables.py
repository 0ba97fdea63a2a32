"""Lists of variables: parameters, and the variables of quantifiers and declarations.

They are typed lists (see `typed_list`) of names that begin with `?`. A list whose `?` and dashes
are missing or in other places is read as it is meant, with one finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from plancore.lower.foreign import is_keyword
from plancore.lower.section import Scope, Uses, Words
from plancore.lower.typed_list import dash_words, one, type_names, typed_list
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, List, Node, Place
from plancore.syntax.signs import lower

_OPERATORS: Final = (":action", ":durative-action", ":process", ":event", ":method")


def variables(node: List, uses: Uses, what: str, first: int = 0) -> tuple[TypedName, ...]:
    """The variables of a list from its item `first` on; a name without its `?` gives a finding."""
    plain = _plain(node.words[first:], first)
    if plain is not None:
        if plain.types is not None:
            uses.feature(":typing", node, plain.types.numbers[0])
            uses.mentioned_types.append((node, plain.types))
        return tuple([TypedName(name, types, at, of, node) for name, types, at, of in plain.names])
    if not node.items[first:]:
        return ()
    texts = [item.text for item in node.items[first:]] if first else []
    if texts and {*texts[::2]} == {"-"} and not len(texts) % 2:
        return _types_with_dashes(node.items[first:], uses)
    names = typed_list(_with_dashes(node.items[first:], uses), uses, what)
    unmarked = [name for name in names if name.name[0] != "?"]
    meant = _meant_variables(node, names, uses, what) if unmarked else None
    if meant is not None:
        return meant
    words = {name.name for name in unmarked if name.name[0].isalpha()}
    edits = _question_marks(node, words) if words else ()
    starts = {edit.place.start for edit in edits}
    whole = all(name.node is not None and name.node.start in starts for name in unmarked)
    whole = whole and words.isdisjoint(name.name[1:] for name in names if name.name[0] == "?")
    fixes = (PlaceFix("Insert `?` before each of the names", edits),) if whole else ()
    for name in unmarked:
        if name.node is not None:
            message = f"expected {what}, found `{name.node.text}`"
            if name.name in words:
                message = f"missing `?` before {what}; write `?{name.node.text}`"
            place, mistake = name.node.place, "question marks" if whole else f"{id(node)}"
            uses.report("malformed-typed-list", place, message, *fixes, mistake=mistake)
    return names


def _with_dashes(items: Sequence[Node], uses: Uses) -> Sequence[Node]:
    """`items` with `?x - t` for `?x in t`, which is reported."""
    words = dash_words(items)
    for variable, word, of in words:
        text = f"{variable.text} - {of.text}"
        message = f"expected `-` before a type, found `{word.text}`; write `{text}`"
        fix = PlaceFix("Change to `-`", (PlaceEdit(word.place, "-"),), safe=True)
        uses.report("malformed-typed-list", word.place, message, fix, mistake="words for dashes")
    dashes = {id(word): Atom(word.form, word.start, "-") for _, word, _ in words}
    return [dashes.get(id(item), item) for item in items] if words else items


def _meant_variables(
    node: List, names: Sequence[TypedName], uses: Uses, what: str
) -> tuple[TypedName, ...] | None:
    """The variables of a list with words among them that do not lack a `?`, which is reported."""
    return (
        _types_first(node, names, uses)
        or _without_dashes(node, names, uses)
        or _types_alone(node, names, uses)
        or _marks_behind(names, uses, what)
    )


def _without_dashes(
    node: List, names: Sequence[TypedName], uses: Uses
) -> tuple[TypedName, ...] | None:
    """The variables of `(?a block ?r robot)` and `(?a block ?r - robot)`, which is reported; None
    for any other list. One word is a type if it is one elsewhere in the form, or if it is no
    argument in the action."""
    typed: list[TypedName] = []
    edits: list[PlaceEdit] = []
    of_place: list[Atom] = []
    group: list[TypedName] = []
    form = node.form
    for name, after in zip(names, [*names[1:], None], strict=True):
        if group and group[0].types and name.type_node is not group[0].type_node:
            typed += group
            group = []
        if type(name.node) is not Atom or (group and name.type_node is not group[0].type_node):
            return None
        if name.name[0] == "?":
            group.append(name)
        elif not group or not name.name[0].isalpha():
            return None
        elif name.types and (after is None or after.type_node is not name.type_node):
            return None  # its dash follows
        else:
            typed += [TypedName(n.name, one(name.name), n.node, name.node) for n in group]
            edits.append(PlaceEdit(Place(form, name.node.start, name.node.start), "- "))
            of_place.append(name.node)
            group = []
    if group and group[0].types:
        typed += group
        group = []
    words = {of.key for of in of_place}
    marks = [edit.place.start for edit in _question_marks(node, words)]
    if group or not edits or not all(node.start < mark < node.end for mark in marks):
        return None
    known = re.findall(rf"-\s*({'|'.join(map(re.escape, words))})(?=[\s)])", lower(form.text))
    is_twice = any(f"?{word}" == name.name for word in words for name in names)
    is_used = form.keyword not in _OPERATORS or re.search(
        rf"\?(?:{'|'.join(map(re.escape, words))})(?=[\s()])", lower(form.text)
    )
    if len(edits) == 1 and not known and not is_twice and is_used:
        return None
    first = of_place[0]
    fix = PlaceFix("Insert the missing `-`", tuple(edits))
    message = f"missing `-` before a type; write `- {first.text}`"
    uses.report("malformed-typed-list", first.place, message, fix, mistake="dashes of types")
    uses.mentioned_types += of_place
    uses.feature(":typing", first)
    return tuple(typed)


def _types_alone(
    node: List, names: Sequence[TypedName], uses: Uses
) -> tuple[TypedName, ...] | None:
    """The parameters of `(on block block)` in a declaration, which is reported; None for any other
    list. A word that is there twice is a type."""
    keys = [name.name for name in names]
    if node.head[:1] in ("", "?") or len({*keys}) == len(keys) or any(n.types for n in names):
        return None
    nodes = [name.node for name in names if type(name.node) is Atom and name.name[0].isalpha()]
    if len(nodes) != len(names) or nodes[0] is node.items[0]:
        return None
    variables = [f"?{key}{keys[: at + 1].count(key)}" for at, key in enumerate(keys)]
    edits = [
        PlaceEdit(of.place, f"{variable} - {of.text}")
        for of, variable in zip(nodes, variables, strict=True)
    ]
    fix = PlaceFix("Write variables before their types", tuple(edits))
    message = f"expected a variable before its type; write `{edits[0].text}`"
    uses.report("malformed-typed-list", nodes[0].place, message, fix, mistake="types alone")
    uses.mentioned_types += nodes
    uses.feature(":typing", nodes[0])
    return tuple(
        [
            TypedName(variable, one(of.key), None, of)
            for of, variable in zip(nodes, variables, strict=True)
        ]
    )


def _types_with_dashes(items: Sequence[Node], uses: Uses) -> tuple[TypedName, ...]:
    """The parameters of `(on - block - block)` in a declaration, which is reported."""
    names: list[TypedName] = []
    edits: list[PlaceEdit] = []
    for dash, of in zip(items[::2], items[1::2], strict=True):
        variable = f"?x{len(names) + 1}"
        edits.append(
            PlaceEdit(Place(dash.form, dash.place.start, dash.place.start), f"{variable} ")
        )
        names.append(TypedName(variable, type_names(of, uses), None, of))
    fix = PlaceFix("Write variables before their types", tuple(edits))
    message = f"expected a variable before its type; write `?x1 - {items[1].text}`"
    uses.report("malformed-typed-list", items[0].place, message, fix, mistake="types alone")
    return tuple(names)


def _marks_behind(
    names: Sequence[TypedName], uses: Uses, what: str
) -> tuple[TypedName, ...] | None:
    """The variables of `(a? - block)`, which is reported; None for any other list."""
    wrong = [name.node for name in names if type(name.node) is Atom and name.name[-1] == "?"]
    if not wrong or any(name.name[0] != "?" and name.name[-1] != "?" for name in names):
        return None
    edits = [PlaceEdit(node.place, f"?{node.text.strip('?')}") for node in wrong]
    fix = PlaceFix("Write `?` before the names", tuple(edits), safe=True)
    message = f"`?` belongs before {what}; write `{edits[0].text}`"
    uses.report("malformed-typed-list", wrong[0].place, message, fix, mistake="marks behind")
    return tuple([replace(name, name=f"?{name.name.strip('?')}") for name in names])


def _types_first(
    node: List, names: Sequence[TypedName], uses: Uses
) -> tuple[TypedName, ...] | None:
    """The variables of `(block ?a, robot ?r)`, which is reported; None for any other list. One
    word before its variables is a type if it is one elsewhere; a word that is an argument elsewhere
    in an action lacks its `?`."""
    groups: list[tuple[Atom, list[TypedName]]] = []
    if any(type(item) is List for item in node.items):
        return None
    for name in names:
        if type(name.node) is not Atom or name.types:
            return None
        if name.name[0] != "?":
            groups.append((name.node, []))
        elif not groups:
            return None
        else:
            groups[-1][1].append(name)
    if not all(variables for _, variables in groups):
        return None
    form, words = node.form, {of.key for of, _ in groups}
    marks = [edit.place.start for edit in _question_marks(node, words)]
    if not all(node.start < mark < node.end for mark in marks):
        return None
    if len(groups) == 1 and form.keyword not in _OPERATORS:
        (word,) = words
        uses_of_word = re.findall(
            rf"(?:-\s*|[\s(,]){re.escape(word)}(?=\s+\?|[\s)])", lower(form.text)
        )
        if len(uses_of_word) < 2:
            return None
    typed = [
        TypedName(name.name, one(of.key), name.node, of) for of, group in groups for name in group
    ]
    texts = [
        f"{' '.join(name.node.text for name in group if name.node)} - {of.text}"
        for of, group in groups
    ]
    last = names[-1].node
    assert last is not None
    place = Place(form, groups[0][0].start, last.end)
    fix = PlaceFix("Write types after their variables", (PlaceEdit(place, " ".join(texts)),))
    message = f"expected the type after its variables; write `{texts[0]}`"
    uses.report("malformed-typed-list", groups[0][0].place, message, fix, mistake="types first")
    uses.mentioned_types += [of for of, _ in groups]
    uses.feature(":typing", groups[0][0])
    return tuple(typed)


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
        if word[0] == "?" and word[-1] != "-" and ":" not in word:
            pending.append(at)
        elif word == "-" and pending and at + 1 < count and words[at + 1][0] not in "?-":
            at += 1
            types.append(at)
            type_of_all = one(words[at])
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


def end_of_names(items: Sequence[Node], start: int) -> int:
    """The index past the names that begin at `start`: that of the next slot keyword."""
    keywords = (at for at, item in enumerate(items) if at >= start and is_keyword(item))
    return next(keywords, len(items))


def agents_of(root: List, uses: Uses) -> tuple[TypedName, ...]:
    """The agents of an action, in the CoDMAP syntax `:agent ?a - type`."""
    items = root.items
    for index, item in enumerate(items[:-1]):
        following = items[index + 1]
        if type(item) is not Atom or item.key not in (":agent", ":agents"):
            continue
        if type(following) is Atom:
            names = items[index + 1 : end_of_names(items, index + 1)]
            return typed_list(names, uses, "a parameter")
        if type(following) is List and following.head[:1] == "?" and item.key == ":agent":
            edits = (
                PlaceEdit(Place(following.form, following.start, following.start + 1), ""),
                PlaceEdit(Place(following.form, following.end - 1, following.end), ""),
            )
            fix = PlaceFix("Remove the parentheses", edits)
            message = "expected `:agent ?a - type` without parentheses"
            uses.report("malformed-typed-list", following.place, message, fix)
            return typed_list(following.items, uses, "a parameter")
    return ()


def read_names(node: Node, scope: Scope, uses: Uses) -> None:
    """Record the variables in a formula, a number or an object that is not read."""
    stack = [node]
    while stack:
        part = stack.pop()
        if type(part) is List:
            stack.extend(part.items)
        elif type(part) is Atom and part.key in scope:
            uses.used.add(id(scope[part.key]))
