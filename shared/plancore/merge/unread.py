"""Sections that models do not have in full, such as tasks and constraints: merged as they are
written.

Each is a whole, `:task` and `:method` by their names; of constraints each conjunct is one. To be
merged with all else, they give way to comments that stand for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from plancore.conflict_markers import conflicts
from plancore.merge.choice import Merger, Versions, elided, in_order, of_name
from plancore.merge.comments import lexemes
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, List

_KEYWORDS: Final = frozenset((":constraints", ":task", ":method", ":htn"))
_NAMED: Final = frozenset((":task", ":method"))
_CONSTRAINTS: Final = ":constraints"
_MARK: Final = "\ue000"
"""A character for private use, which no PDDL has."""
_STAND_IN: Final = re.compile(rf";{_MARK}([^\n\r]*?){_MARK}(\+?)[ \t]*(\r\n|\n|\r|$)")


class Parted(NamedTuple):
    """A text in which comments stand for sections, and these by their names."""

    text: str
    sections: Mapping[str, str]

    def joined(self, text: str) -> str:
        """A text with the sections in place of the comments that stand for them."""
        return _STAND_IN.sub(
            lambda found: self.sections.get(found[1], "") + ("" if found[2] else found[3]), text
        )

    def says(self, other: Parted) -> bool:
        """Whether both have the same sections, whatever their comments."""
        ours, theirs = (
            {name: lexemes(text) for name, text in parted.sections.items()}
            for parted in (self, other)
        )
        return ours == theirs


def parted(text: str) -> Parted | None:
    """The text of a single definition, parted; None where it cannot be told for sure."""
    file = FileSnapshot.of(text)
    if _MARK in text or conflicts(text) or file.tree.problems or len(file.definitions) != 1:
        return None
    sections: dict[str, str] = {}
    pieces: list[str] = []
    done = 0
    for section in file.definitions[0].definition.sections:
        root = section.head.root
        if section.keyword not in _KEYWORDS or root is None:
            continue
        name = _name(root)
        if name in sections:
            return None
        start = file.tree.start(section.head) + root.start
        end = start + len(root.text)
        sections[name] = text[start:end]
        rest = re.match(r"[ \t]*(;?)[^\r\n]*", text[end:])
        # What follows in the line must not become part of the comment.
        ends_line = rest is not None and not rest[0].strip()
        pieces += (text[done:start], f";{_MARK}{name}{_MARK}", "" if ends_line else "+\n")
        done = end
    pieces.append(text[done:])
    return Parted("".join(pieces), sections)


def merge_unread(merger: Merger, versions: Versions[Mapping[str, str]]) -> dict[str, str]:
    """The sections of the result; `merger` has the conflicts."""
    chosen: dict[str, str] = {}
    for name in in_order(versions):
        texts = of_name(versions, name)
        if name == _CONSTRAINTS:
            text = _merged_constraints(merger, texts)
        else:
            text = merger.choose(name.removeprefix(":"), texts, lexemes, elided)
        if text:
            chosen[name] = text
    return chosen


def _name(root: List) -> str:
    if root.head in _NAMED and len(root.items) > 1 and type(root.items[1]) is Atom:
        return f"{root.head} {root.items[1].key}"
    return root.head


def _merged_constraints(merger: Merger, texts: Versions[str]) -> str:
    """Constraints as one side has them, where only one side changed them; else a conjunction of
    what is left of both."""
    base, ours, theirs = texts.each(lexemes)
    if base in (ours, theirs) or ours == theirs:
        return texts.theirs if base == ours else texts.ours
    parts = texts.each(_conjuncts)
    kept = merger.choose_each("constraint", parts, lexemes, str)
    n_conflicts = len(merger.conflicts)
    gone = [name for name in parts.base if name not in parts.ours and name not in parts.theirs]
    new = [
        {lexemes(text) for name, text in side.items() if name not in parts.base}
        for side in (parts.ours, parts.theirs)
    ]
    if gone and all(new) and new[0] != new[1] and n_conflicts == len(merger.conflicts):
        merger.disagree(
            _CONSTRAINTS,
            Versions(" ".join(gone), *(" ".join(map(" ".join, sorted(side))) for side in new)),
        )
        return merger.settled(texts)
    return f"({_CONSTRAINTS} (and {' '.join(kept)}))" if kept else ""


def _conjuncts(section: str) -> dict[str, str]:
    """The texts of the conjuncts, a preference by its name, all others by what they say."""
    file = FileSnapshot.of(f"(define (domain d) {section})") if section else None
    found: dict[str, str] = {}
    roots = [] if file is None else [s.head.root for s in file.definitions[0].definition.sections]
    for root in roots:
        if root is None or root.head != _CONSTRAINTS:
            continue
        items = list(root.items[1:])
        while items and type(first := items[0]) is List and first.head == "and":
            items[:1] = first.items[1:]
        for item in items:
            said = lexemes(item.text)
            is_named = type(item) is List and item.head == "preference" and len(item.items) > 2
            found[f"preference {said[2]}" if is_named else " ".join(said)] = item.text
    return found
