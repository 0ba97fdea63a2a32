"""The keyword or operator at an offset."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from plancore.ide.shape.lists import lists
from plancore.model.keywords import KEYWORDS, Keyword
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, Form, FormRole, List


class KeywordAt(NamedTuple):
    """A keyword, of one word or two, with its place."""

    name: str
    keyword: Keyword
    span: Span


def keyword_at(file: FileSnapshot, offset: int) -> KeywordAt | None:
    """The keyword that a cursor at `offset` touches; None where no word of PDDL is.

    A name that is spelt like a keyword counts as one: ask for names first.
    """
    at = file.tree.form_at(offset)
    if at is None:
        return None
    form, inside = at
    for name, span in _candidates(form, inside):
        keyword = KEYWORDS.get(name)
        if keyword is not None and span.contains(inside):
            return KeywordAt(name, keyword, span.shifted(offset - inside))
    return None


def _candidates(form: Form, inside: int) -> Iterator[tuple[str, Span]]:
    """The words of the lists around the cursor: in each the first two together, then each alone."""
    if form.role is FormRole.DEFINE:
        word = form.text[1:].lstrip()
        yield word.lower(), Span(len(form.text) - len(word), len(form.text))
    for around in _innermost_first(form, inside):
        atoms = [item for item in around.items if type(item) is Atom]
        for first, second in pairwise(atoms[:2]):
            yield f"{first.key} {second.key}", Span(first.start, second.end)
        for atom in atoms:
            yield atom.key, Span(atom.start, atom.end)


def _innermost_first(form: Form, inside: int) -> list[List]:
    """The lists of `form` with items that a cursor at `inside` touches."""
    roots = (node for node in form.nodes if type(node) is List)
    around = [
        part
        for root in roots
        if root.start <= inside <= root.end
        for part in lists(root)
        if part.items and part.start <= inside <= part.end
    ]
    return sorted(around, key=lambda part: part.end - part.start)
