"""Completion of sections, slots, definitions, types, and words of a single place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import Final

from plancore.ide.completion.formulas import derivable
from plancore.ide.completion.items import (
    Completion,
    Hole,
    ItemKind,
    TextPart,
    in_list,
    requirement_edits,
)
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import SLOTS_OF, TIMES, Expected
from plancore.lower.applied import applied_in
from plancore.lower.environment import Environment
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.section import Scope, Uses
from plancore.lower.typed_list import typed_list
from plancore.model.domain import OBJECT, TypeNames
from plancore.model.formula import Term
from plancore.model.requirements import MEANING, closure
from plancore.project import ProjectSnapshot
from plancore.spelling import nearest
from plancore.syntax.builder import slot_follows
from plancore.syntax.nodes import Atom, FormRole, List, Node
from plancore.syntax.signs import lower

_NEEDED: Final = {
    ":types": ":typing",
    ":durative-action": ":durative-actions",
    ":derived": ":derived-predicates",
    ":constraints": ":constraints",
    ":process": ":time",
    ":event": ":time",
    ":task": ":hierarchy",
    ":method": ":hierarchy",
    ":htn": ":hierarchy",
}
_SUBTASKS: Final = frozenset((":subtasks", ":tasks", ":ordered-subtasks", ":ordered-tasks"))
_OF_DIALECTS: Final = (":process", ":event", ":task", ":method", ":htn", ":constraints")
"""Sections that are offered only if their requirement is listed."""
_DOMAIN: Final = (
    ":requirements", ":types", ":constants", ":predicates", ":functions", ":derived",
    ":constraints", ":action", ":durative-action", ":process", ":event", ":task", ":method",
)  # fmt: skip
_PROBLEM: Final = (
    ":domain", ":requirements", ":objects", ":htn", ":init", ":goal", ":constraints",
    ":metric",
)  # fmt: skip
_REPEATED: Final = (
    ":action", ":durative-action", ":process", ":event", ":derived", ":task", ":method",
)  # fmt: skip
_SLOT_TEXTS: Final[dict[str, tuple[TextPart, ...]]] = {
    ":parameters": ("(", Hole(""), ")"),
    ":vars": ("(", Hole(""), ")"),
    ":duration": ("(= ?duration ", Hole("1"), ")"),
    ":precondition": ("(and ", Hole(""), ")"),
    ":condition": ("(and ", Hole(""), ")"),
    ":context": ("(and ", Hole(""), ")"),
    ":effect": ("(and ", Hole(""), ")"),
    ":subtasks": ("(and ", Hole(""), ")"),
    ":ordered-subtasks": ("(and ", Hole(""), ")"),
}
_LIST: Final = re.compile(r"\s*+\((?!\s*:)")
_LINES: Final = 20
"""Lines after the cursor that are searched for a slot which a new section would absorb."""
_SAME: Final = ((":precondition", ":condition"), (":subtasks", ":ordered-subtasks"))
"""Alternative slots, of which a section has one."""


def sections(context: CursorContext) -> Iterator[Completion]:
    """The sections that the definition does not have, or may have several of."""
    definition = context.definition
    if definition is None:
        return
    if not (context.is_head and context.is_closed) and _list_follows(context):
        return  # it is unknown what has lost its keyword or its `)` there
    used = {
        model.keyword for section, model in definition.sections if section.head is not context.form
    }
    is_header = context.form is not None and context.form.role is FormRole.HEADER
    has_items = context.is_head and (bool(context.behind) or is_header)
    included = closure(context.environment.requirements)
    for rank, keyword in enumerate(_legal(context, used)):
        if keyword in used and keyword not in _REPEATED:
            continue
        needed = _NEEDED.get(keyword, "")
        if keyword in _OF_DIALECTS and needed not in included:
            continue
        if has_items:
            if _takes(keyword, context):
                yield Completion(keyword, ItemKind.SECTION, (keyword,), rank=rank)
            continue
        edits = requirement_edits(context, needed, included)
        written = _written(keyword, context)
        if written is None or edits is None:
            continue
        parts = in_list((keyword, *written), context)
        yield Completion(keyword, ItemKind.SECTION, parts, rank=rank, edits=edits)


def _legal(context: CursorContext, used: set[str]) -> Sequence[str]:
    """The legal sections of the definition; the first one gives its name.

    Empty if there are words between sections besides that at the cursor: then it is unknown which
    section has lost its parenthesis.
    """
    assert context.definition is not None
    definition, tree = context.definition.definition, context.file.tree
    others_stray = any(tree.start(each) != context.replace.start for each in definition.strays)
    if others_stray or (not context.is_head and slot_follows(*_behind(context))):
        return ()
    others = [s for s in definition.sections if s.head is not context.form]
    is_first = all(context.insert.start <= tree.start(s.head) for s in others)
    if definition.define is not None and is_first:
        return () if used & {"domain", "problem"} else ("domain", "problem")
    return {"domain": _DOMAIN, "problem": _PROBLEM}.get(context.definition.kind, ())


def _behind(context: CursorContext) -> tuple[str, int]:
    line = context.file.source.line_of(context.replace.end)
    end = context.file.source.line_span(line + _LINES).end
    return lower(context.file.text[context.replace.end : end]), 0


def _takes(keyword: str, context: CursorContext) -> bool:
    """Whether the items after a keyword fit its section."""
    if context.form is not None and context.form.role is FormRole.HEADER:
        return keyword == context.form.keyword
    if keyword in ("domain", "problem", ":domain"):
        return len(context.behind) == 1 and type(context.behind[0]) is Atom
    first = context.behind[0]
    is_keyword = type(first) is Atom and first.key[0] == ":"
    if is_keyword or keyword == ":requirements":
        return keyword == ":requirements" and first.text.lower() in MEANING
    slots_there = {item.key for item in context.behind if type(item) is Atom} & _SLOT_TEXTS.keys()
    has_slots = bool(slots_there)
    are_lists = all(type(item) is List for item in context.behind)
    if keyword in (":action", ":durative-action"):
        return has_slots and (":duration" in slots_there) == (keyword == ":durative-action")
    if keyword in SLOTS_OF:
        return has_slots
    if keyword in (":predicates", ":functions", ":init"):
        return are_lists
    if keyword in (":goal", ":constraints"):
        return are_lists and len(context.behind) == 1
    if keyword == ":derived":
        return are_lists and len(context.behind) == 2
    return not are_lists and not has_slots


def _written(keyword: str, context: CursorContext) -> tuple[TextPart, ...] | None:
    """The text after the keyword of a new section; None if there is nothing legal."""
    if keyword in ("domain", "problem"):
        return (" ", Hole("name"))
    if keyword == ":domain":
        return (" ", Hole(context.domain.name)) if context.domain and context.domain.name else None
    if keyword == ":derived":
        first = next(derivable(context), None)
        return (" (", Hole("".join(first)), ") (and ", Hole(""), ")") if first else None
    if keyword in (":goal", ":constraints"):
        return (" (and ", Hole(""), ")")
    if keyword == ":metric":
        is_cost = "total-cost" in context.environment.functions
        return (" minimize (", Hole("total-cost" if is_cost else "total-time"), ")")
    if keyword == ":method":
        return None
    if keyword in SLOTS_OF:
        return _with_slots(keyword, context)
    return (" ", Hole(""))


def _with_slots(keyword: str, context: CursorContext) -> tuple[TextPart, ...]:
    """A new section with its usual slots, one per line."""
    parts: list[TextPart] = []
    if keyword != ":htn":
        parts += [" ", Hole(_new_name(keyword[1:].removeprefix("durative-"), context))]
    for slot in SLOTS_OF[keyword]:
        if slot not in (":ordered-subtasks", ":vars"):
            parts += [f"\n  {slot} ", *_SLOT_TEXTS[slot]]
    return tuple(parts)


def _new_name(base: str, context: CursorContext) -> str:
    taken = {*context.environment.actions, *context.environment.tasks}
    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)


def slots(context: CursorContext) -> Iterator[Completion]:
    """The slots that the section around the cursor does not have."""
    if context.is_head:
        return  # a slot is not a list
    root = context.form.root if context.form else None
    read = (item for item in root.items if item.start != context.word_start) if root else ()
    items = [*context.levels[-1].node.items, *read, *context.behind]
    legal = SLOTS_OF[context.section]
    keywords = {item.key for item in items if type(item) is Atom and item.key[0] == ":"}
    used = keywords.union(nearest(key, legal) for key in keywords)
    for same in _SAME:
        if used.intersection(same):
            used.update(same)
    has_value = _list_follows(context)
    for rank, slot in enumerate(legal):
        if slot in used or (slot == ":task" and not has_value):
            continue
        parts = (slot,) if has_value else (slot, " ", *_SLOT_TEXTS[slot])
        yield Completion(slot, ItemKind.SLOT, parts, rank=rank)


def _list_follows(context: CursorContext) -> bool:
    """Whether a list other than a section follows the cursor."""
    return _LIST.match(context.file.text, context.replace.end) is not None


def directions(context: CursorContext) -> Iterator[Completion]:
    """`minimize` and `maximize`, with an expression unless one follows."""
    for word in ("minimize", "maximize"):
        parts: tuple[TextPart, ...] = (word,)
        if not context.behind:
            is_cost = "total-cost" in context.environment.functions
            parts = (word, " (", Hole("total-cost" if is_cost else "total-time"), ")")
        yield Completion(word, ItemKind.OPERATOR, parts)


def times(context: CursorContext) -> Iterator[Completion]:
    """`start`, `end` and `all` after `at` and `over`."""
    for word in TIMES[context.levels[-1].node.head]:
        parts: tuple[TextPart, ...] = (word,) if context.behind else (word, " (", Hole(""), ")")
        yield Completion(word, ItemKind.OPERATOR, parts)


def domain_names(
    project: ProjectSnapshot, context: CursorContext, indexed: Iterable[str]
) -> Iterator[Completion]:
    """The name of the domain that the problem is linked to, then those of other domains that it may
    be for; `indexed` are names in files that are not loaded."""
    own = [context.domain.name] if context.domain is not None else []
    problem = context.definition
    at_hand = project.domain_names(context.file, problem) if problem is not None else []
    for rank, name in enumerate(dict.fromkeys((*own, *at_hand, *indexed))):
        if name:
            yield Completion(name, ItemKind.DOMAIN, (name,), rank=rank)


# Types after a dash, by the uses of the declared names

_NUMBER: Final = "number"


def types(context: CursorContext) -> Iterator[Completion]:
    """The types that may be at the cursor; those that fit every use come first."""
    for name, rank in _ranked(context):
        text = f"- {name}" if context.is_dashed else name
        typed_as = f"-{name}" if context.is_dashed else ""
        yield Completion(name, ItemKind.TYPE, (text,), typed_as=typed_as, rank=rank)


def either(context: CursorContext) -> Iterator[Completion]:
    """`(either plant)` after a dash, with a type that fits every use."""
    around = replace(context, levels=context.levels[:-1])
    fitting = (name for name, rank in _ranked(around) if rank == 0)
    first = next(fitting, None)
    if first is not None and not context.behind:
        parts = in_list(("either ", Hole(first)), context)
        yield Completion("either", ItemKind.OPERATOR, parts)


def _ranked(context: CursorContext) -> Iterator[tuple[str, int]]:
    environment = context.environment
    hierarchy = environment.hierarchy
    names = [*environment.types, *(hierarchy.names - environment.types.keys() - {OBJECT}), OBJECT]
    typed = context.typed.lstrip("-")
    names = [name for name in names if name != typed or name in environment.types]
    if context.expected is Expected.SUPERTYPE:
        pending = [atom.key for atom in _pending(context)]
        below = hierarchy.below(pending)
        if not context.typed:
            # Without a type, the next name is read as one.
            below |= hierarchy.below(_names_below(context, below))
        if OBJECT not in pending:
            yield from ((name, 0) for name in names if name not in below)
        return
    if context.expected is Expected.VALUE_TYPE:
        yield _NUMBER, 0
        if ":object-fluents" not in closure(environment.requirements):
            return
    wanted, given = _constraints(context)
    for name in names:
        pairs = [*((types, (name,)) for types in wanted), *(((name,), types) for types in given)]
        if all(hierarchy.overlaps(*pair) for pair in pairs):
            is_exact = all(environment.accepts(*pair) for pair in pairs)
            yield name, 0 if is_exact else 1


def _names_below(context: CursorContext, types: Collection[str]) -> list[str]:
    """The names after the cursor that have one of `types`."""
    words = [item.text.lower() for item in context.behind]
    dash = words.index("-") if "-" in words else len(words)
    return words[:dash] if words[dash + 1 : dash + 2] and words[dash + 1] in types else []


def _pending(context: CursorContext) -> list[Atom]:
    """The names that the type is for: those before the dash without a type."""
    level = context.levels[-1]
    items = level.node.items
    first = 0 if level.expected is Expected.VARIABLES else 1
    index = len(items) - (2 if items[-1].text == "-" else 1)
    names: list[Atom] = []
    while index >= first:
        item = items[index]
        if type(item) is not Atom or (index > 0 and items[index - 1].text == "-"):
            break
        names.append(item)
        index -= 1
    return names


def _constraints(context: CursorContext) -> tuple[list[TypeNames], list[TypeNames]]:
    """The types that uses of the pending names require, and those of arguments for them."""
    pending = _pending(context)
    level = context.levels[-1]
    wanted: Iterator[TypeNames] = iter(())
    given: Iterator[TypeNames] = iter(())
    match level.expected:
        case Expected.SIGNATURE:
            given = _given_for(context, level.node.head, level.node.items[1:], pending)
        case Expected.SECTION | Expected.NAME:
            wanted = _wanted_of_objects(context, {atom.key for atom in pending})
        case _:
            wanted = _wanted_of_variables(context, {atom.start for atom in pending})
            if context.slot == ":parameters":
                name = context.levels[0].node.items[1].text.lower()
                given = _given_for(context, name, level.node.items, pending)
    known = context.environment.hierarchy.names
    return (
        [types for types in dict.fromkeys(wanted) if known.issuperset(types)],
        [types for types in dict.fromkeys(given) if known.issuperset(types)],
    )


def _wanted_of_variables(context: CursorContext, starts: set[int]) -> Iterator[TypeNames]:
    """The types that uses of variables bound at one of `starts` require."""

    def is_bound_here(term: Term, scope: Scope) -> bool:
        bound = scope.get(term) if type(term) is str else None
        return bound is not None and bound.node is not None and bound.node.start in starts

    assert context.definition is not None
    for section, model in context.definition.sections:
        if section.head is context.form:
            yield from _wanted(model.uses, context.environment, is_bound_here)


def _wanted_of_objects(context: CursorContext, names: set[str]) -> Iterator[TypeNames]:
    """The types that uses of the objects `names` in this definition require."""
    assert context.definition is not None
    environment = context.environment

    def is_meant(term: Term, scope: Scope) -> bool:
        return type(term) is str and term in names and term not in scope

    for model in context.definition.models:
        yield from _wanted(model.uses, environment, is_meant)
    for form in context.definition.fact_forms:
        table = fact_table(form)
        if table is None:
            yield from _wanted(lower_facts(form).uses, environment, is_meant)
            continue
        for declared, facts in (
            (environment.predicates, table.atoms),
            (environment.functions, table.fluents),
        ):
            for name, rows in facts.items():
                if name in declared:
                    columns = zip(*rows, strict=False)
                    for parameter, column in zip(declared[name].parameters, columns, strict=False):
                        if not names.isdisjoint(column):
                            yield parameter.types


def _wanted(
    uses: Uses, environment: Environment, is_meant: Callable[[Term, Scope], bool]
) -> Iterator[TypeNames]:
    """The types of the parameters of the arguments for which `is_meant` holds."""
    for declared, arguments, _, scope in applied_in(uses, environment):
        for argument, parameter in zip(arguments, declared.parameters, strict=False):
            if is_meant(argument, scope):
                yield parameter.types


def _given_for(
    context: CursorContext, name: str, items: Sequence[Node], pending: Sequence[Atom]
) -> Iterator[TypeNames]:
    """The types of the arguments for the pending parameters, in all applications of `name`."""
    assert context.definition is not None
    environment = context.environment
    starts = {atom.start for atom in pending}
    places = [
        place
        for place, parameter in enumerate(typed_list(items, Uses(), "a parameter"))
        if parameter.node is not None and parameter.node.start in starts
    ]
    for model in context.definition.models:
        for declared, arguments, _, scope in applied_in(model.uses, environment):
            if declared.name != name:
                continue
            for place in places:
                argument = arguments[place] if place < len(arguments) else None
                if type(argument) is str:
                    known = scope.get(argument) or environment.objects.get(argument)
                    if known is not None:
                        yield known.types or (OBJECT,)


def labels(context: CursorContext) -> Iterator[Completion]:
    """The items of `:ordering`: `<`, and after it the labels of the subtasks."""
    if context.is_head:
        parts = ("< ", Hole("first"), " ", Hole("second"))
        yield Completion("<", ItemKind.OPERATOR, in_list(parts, context))
        if len(context.levels) == 2:
            whole = in_list(("and ", Hole("")), context)
            yield Completion("and", ItemKind.OPERATOR, whole, rank=1)
    elif context.levels[-1].node.head == "<":
        given = {item.key for item in context.levels[-1].node.items if type(item) is Atom}
        for label in _labels_of(context.levels[0].node):
            rank = int(label.key in given)
            yield Completion(label.text, ItemKind.TASK, (label.text,), rank=rank)


def _labels_of(section: List) -> Iterator[Atom]:
    """The labels: `a` and `b` of `:subtasks (and (a (go ?x)) (b (stay)))`."""
    for keyword, value in pairwise(section.items):
        if type(keyword) is Atom and keyword.key in _SUBTASKS and type(value) is List:
            for task in value.items[1:] if value.head == "and" else [value]:
                if type(task) is List and len(task.items) == 2 and type(task.items[1]) is List:
                    label = task.items[0]
                    if type(label) is Atom:
                        yield label
