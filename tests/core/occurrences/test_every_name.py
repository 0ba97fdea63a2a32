"""No name of a file is left out of its table, and nothing is in it twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from plancore.lower.numbers import number
from plancore.occurrences import occurrences_in
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, FormRole, Node
from support.examples import ROOT

FOLDERS = ("tests/corpus/dialects", "tests/corpus/learned", "tests/corpus/validation", "examples")
OPERATORS = """
    - = < > <= >= + * / and or not imply forall exists when either at over all start end assign
    increase decrease scale-up scale-down number object minimize maximize ?duration preference
    is-violated oneof probabilistic unknown always sometime within at-most-once sometime-after
    sometime-before always-within hold-during hold-after domain problem
"""
LABELS = "first then one two"
"""Of subtasks in HDDL; they name nothing outside of their list."""
WORDS = frozenset((OPERATORS + LABELS).split())


def atoms(nodes: list[Node]) -> Iterator[Atom]:
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, Atom):
            yield node
        else:
            stack.extend(node.items)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_name_is_in_the_table(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.pddl"):
        assert left_out_of(path) <= WORDS, path


def left_out_of(path: Path) -> set[str]:
    """The names that are not in the tables of a file, whose places are in order."""
    left_out: set[str] = set()
    file = FileSnapshot.of(path.read_text(encoding="utf-8", errors="replace"))
    for definition in file.definitions:
        spans = [span for _, span in occurrences_in(file, definition)]
        assert all(before.end <= after.start for before, after in pairwise(spans))
        starts = {span.start for span in spans}
        left_out |= {
            node.key
            for section, _ in definition.sections
            for form in section.forms
            if form.role is not FormRole.HEADER
            for node in atoms(form.nodes)
            if file.tree.start(form) + node.start not in starts
            and node.key[0] != ":"
            and number(node.key) is None
        }
    return left_out
