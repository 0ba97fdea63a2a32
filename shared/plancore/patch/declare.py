"""Edits that add a declaration to a definition, in its layout."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from plancore.model.finding import PlaceEdit
from plancore.snapshot import DefinitionSnapshot
from plancore.syntax.nodes import Atom, FormRole, List, Node, Place
from plancore.syntax.tree import Section

DOMAIN_ORDER: Final = (
    "domain",
    ":requirements",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
)
"""The declaring sections of a domain, in standard order."""
_NAME: Final = re.compile(r"[^\W\d][\w.-]*")
"""Names that may be declared; others are errors of another kind."""
_REQUIREMENT: Final = re.compile(r":[^\W\d][\w.-]*")
_VARIABLE: Final = re.compile(r"\?[^\W\d][\w.-]*")

_PROBLEM_ORDER: Final = ("problem", ":domain", ":requirements", ":objects")


class _Gap(NamedTuple):
    """The place for a new item, and the white space on either side of it."""

    place: Place
    before: str
    after: str = ""


def declare_list(definition: DefinitionSnapshot, keyword: str, text: str) -> PlaceEdit | None:
    """Append `text`, such as `(p ?x - t)`, to section `keyword`; create the section if it is
    missing. None if the name is invalid or the definition too damaged to edit."""
    if not _NAME.fullmatch(text[1:].split(" ")[0].rstrip(")")):
        return None
    section = _section(definition, keyword)
    if section is None:
        return _new_section(definition, f"({keyword} {text})", keyword)
    return _at_end(section, text)


def declare_name(
    definition: DefinitionSnapshot, keyword: str, name: str, types: tuple[str, ...] = ()
) -> PlaceEdit | None:
    """Add `name` to the typed list of section `keyword`; create the section if it is missing. None
    if the name is invalid or the definition too damaged to edit."""
    if not (_REQUIREMENT if keyword == ":requirements" else _NAME).fullmatch(name):
        return None
    text = f"{name} - {written(types)}" if types else name
    section = _section(definition, keyword)
    if section is None:
        return _new_section(definition, f"({keyword} {text})", keyword)
    if ends_in_dash(_last_items(section)):
        return None
    if types and ends_untyped(_last_items(section)):
        # A type at the end would apply to the untyped names before it.
        after = section.keyword_place
        return PlaceEdit(Place(after.form, after.end, after.end), f" {text}")
    return _at_end(section, text)


def declare_in_list(node: List, names: Mapping[str, tuple[str, ...]]) -> tuple[PlaceEdit, ...]:
    """Add typed `names` to a parameter list such as `(?x - t)`; empty if that is not possible."""
    if node.form.problems or not node.text.endswith(")"):
        return ()
    if ends_in_dash(node.items) or not all(map(_VARIABLE.fullmatch, names)):
        return ()
    typed = [f"{name} - {written(types)}" for name, types in names.items() if types]
    plain = [name for name, types in names.items() if not types]
    if not node.items:
        text = " ".join(typed + plain)
        return (PlaceEdit(Place(node.form, node.start + 1, node.end - 1), text),)
    first, end = node.start + 1, node.items[-1].end
    edits: list[PlaceEdit] = []
    if typed and ends_untyped(node.items):
        edits.append(PlaceEdit(Place(node.form, first, first), f"{' '.join(typed)} "))
        typed = []
    if typed or plain:
        edits.append(PlaceEdit(Place(node.form, end, end), " ".join(["", *typed, *plain])))
    return tuple(edits)


def written(types: tuple[str, ...]) -> str:
    """Types as written after a dash: `t`, or `(either t u)`."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def ends_untyped(items: list[Node]) -> bool:
    """Whether the last names of a typed list have no type."""
    if not items:
        return False
    before = items[-2] if len(items) > 1 else None
    last = items[-1]
    if type(last) is Atom and last.key[0] == "-" and len(last.key) > 1:
        return False
    dash = type(before) is Atom and before.key[-1] == "-"
    return not dash


def _section(definition: DefinitionSnapshot, keyword: str) -> Section | None:
    """The first closed section that is read as `keyword`."""
    for section, model in definition.sections:
        if model.keyword == keyword and _end(section) is not None:
            return section
    return None


def ends_in_dash(items: list[Node]) -> bool:
    """Whether a typed list ends in a dash, so that the next name would be a type."""
    last = items[-1] if items else None
    return type(last) is Atom and last.key[-1] == "-"


def _has_no_keyword(section: Section) -> bool:
    return section.keyword[:1] != ":" and section.keyword not in ("domain", "problem")


@lru_cache(maxsize=4)
def _last_items(section: Section) -> list[Node]:
    """The last items of a section, or all of them; of a section in pieces, those of the last two.
    Cached, since a damaged file may have thousands of names to declare in one long section."""
    if section.head.role is FormRole.SECTION:
        return list(section.items())
    return [node for form in section.item_forms[-2:] for node in form.nodes]


def _end(section: Section) -> Place | None:
    last = section.forms[-1]
    if any(form.problems for form in section.forms):
        return None
    if last.role is FormRole.END:
        return last.place(0, 0)
    root = last.root
    if last.role is not FormRole.SECTION or root is None or not root.text.endswith(")"):
        return None
    return Place(last, root.end - 1, root.end - 1)


def _at_end(section: Section, text: str) -> PlaceEdit | None:
    gap = _gap_at_end(section)
    return None if gap is None else PlaceEdit(gap.place, f"{gap.before}{text}{gap.after}")


@lru_cache(maxsize=4)
def _gap_at_end(section: Section) -> _Gap | None:
    """The place after the last item, with the layout of that item's line."""
    end = _end(section)
    if end is None:
        return None
    form, at, _ = end
    items = _last_items(section)
    if form.role is FormRole.END or not items:
        return _Gap(end, " ")
    last = items[-1]
    if ";" in form.text[last.end : at]:
        return _Gap(end, "", f"\n{_indent(form.text, at)}")
    start = last.start
    for item in reversed(items):
        if "\n" in form.text[item.end : start]:
            break
        start = item.start
    own_line = not form.text[form.text.rfind("\n", 0, start) + 1 : start].strip()
    first_line = form.text.rfind("\n", 0, start) < 0
    behind = Place(form, last.end, last.end)
    if own_line and not first_line:
        return _Gap(behind, f"\n{_indent(form.text, start)}")
    return _Gap(behind, " ")


def _new_section(definition: DefinitionSnapshot, text: str, keyword: str) -> PlaceEdit | None:
    if definition.definition.strays or any(_has_no_keyword(s) for s, _ in definition.sections):
        # The words between sections may be a section whose keyword is missing.
        return None
    order = _PROBLEM_ORDER if definition.kind == "problem" else DOMAIN_ORDER
    before = order[: order.index(keyword)] if keyword in order else order
    anchor: Section | None = None
    for section, model in definition.sections:
        if model.keyword in before:
            anchor = section
    if anchor is None:
        return None
    end = _end(anchor)
    if end is None:
        return None
    form, at, _ = end
    return PlaceEdit(Place(form, at + 1, at + 1), f"\n  {text}")


def _indent(text: str, at: int) -> str:
    """The indentation of the line that contains `at`."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]
