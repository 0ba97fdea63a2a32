"""Sections and their slots, definitions, and the words that stand in one place only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
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
from plancore.ide.context.grammar import SLOTS_OF, TIMES
from plancore.model.requirements import MEANING, closure
from plancore.project import ProjectSnapshot
from plancore.spelling import nearest
from plancore.syntax.builder import slot_follows
from plancore.syntax.nodes import Atom, FormRole, List, lower

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
_OF_DIALECTS: Final = (":process", ":event", ":task", ":method", ":htn", ":constraints")
"""Sections that are offered only where their requirement is listed."""
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
"""So many lines behind the cursor a slot is looked for that a section would take in."""
_SAME: Final = ((":precondition", ":condition"), (":subtasks", ":ordered-subtasks"))
"""Slots of which a section has one."""


def sections(context: CursorContext) -> Iterator[Completion]:
    """The sections that the definition lacks, or may have several of."""
    definition = context.definition
    if definition is None:
        return
    if not (context.is_head and context.is_closed) and _list_follows(context):
        return  # nobody knows what has lost its keyword or its `)` there
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
    """The sections of the kind of the definition; the first one gives its name.

    Where words stand between sections, nobody knows which section has lost its parenthesis.
    """
    assert context.definition is not None
    definition, tree = context.definition.definition, context.file.tree
    if definition.strays or (not context.is_head and slot_follows(*_behind(context))):
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
    """Whether what stands behind a keyword is what its section holds."""
    if context.form is not None and context.form.role is FormRole.HEADER:
        return keyword == context.form.keyword
    if keyword in ("domain", "problem", ":domain"):
        return len(context.behind) == 1 and type(context.behind[0]) is Atom
    first = context.behind[0]
    is_keyword = type(first) is Atom and first.key[0] == ":"
    if is_keyword or keyword == ":requirements":
        return keyword == ":requirements" and first.text.lower() in MEANING
    has_slots = any(type(item) is Atom and item.key in _SLOT_TEXTS for item in context.behind)
    are_lists = all(type(item) is List for item in context.behind)
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
    """What stands behind the keyword of a new section; None where there is nothing legal."""
    if keyword in ("domain", "problem"):
        return (" ", Hole("name"))
    if keyword == ":domain":
        return (" ", Hole(context.domain.name)) if context.domain and context.domain.name else None
    if keyword == ":derived":
        first = next(derivable(context.environment), None)
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
    """A new section with its usual slots, a line for each."""
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
    """The slots that the section around the cursor lacks."""
    if context.is_head:
        return  # a slot is no list
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
    """Whether a list that is no section stands behind the cursor."""
    return _LIST.match(context.file.text, context.replace.end) is not None


def directions(context: CursorContext) -> Iterator[Completion]:
    """`minimize` and `maximize`, with what is measured where nothing stands there yet."""
    for word in ("minimize", "maximize"):
        parts: tuple[TextPart, ...] = (word,)
        if not context.behind:
            is_cost = "total-cost" in context.environment.functions
            parts = (word, " (", Hole("total-cost" if is_cost else "total-time"), ")")
        yield Completion(word, ItemKind.OPERATOR, parts)


def times(context: CursorContext) -> Iterator[Completion]:
    """`start`, `end` and `all` behind `at` and `over`."""
    for word in TIMES[context.levels[-1].node.head]:
        parts: tuple[TextPart, ...] = (word,) if context.behind else (word, " (", Hole(""), ")")
        yield Completion(word, ItemKind.OPERATOR, parts)


def domain_names(
    project: ProjectSnapshot, context: CursorContext, indexed: Iterable[str]
) -> Iterator[Completion]:
    """The name of the domain that the problem belongs to as the files lie, then those of others
    that it may be for; `indexed` are names in files that are not at hand."""
    own = [context.domain.name] if context.domain is not None else []
    problem = context.definition
    at_hand = project.domain_names(context.file, problem) if problem is not None else []
    for rank, name in enumerate(dict.fromkeys((*own, *at_hand, *indexed))):
        if name:
            yield Completion(name, ItemKind.DOMAIN, (name,), rank=rank)
