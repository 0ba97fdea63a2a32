"""The lists around a cursor, by the parentheses before it and by the tree."""

from __future__ import annotations

import pytest

from plancore.ide.context.locate import context_at
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Form, FormRole, List, Node
from support.corpus import corpus_index, decoded
from support.ferry import DOMAIN, PROBLEM
from support.material import CORPUS

DIALECTS = CORPUS / "dialects"
TEXTS = [
    pytest.param(DOMAIN, id="ferry"),
    pytest.param(PROBLEM, id="problem"),
    *(
        pytest.param(decoded(DIALECTS / row["path"]), id=row["path"])
        for row in corpus_index(DIALECTS)
    ),
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_sound_file_is_read_as_by_the_reader(text: str) -> None:
    file = FileSnapshot.of(text, "here")
    project = ProjectSnapshot({"here": file})
    for offset in range(0, len(text), 3):
        at = file.tree.form_at(offset)
        context = context_at(project, file, offset)
        if at is None or context is None or context.form is None:
            continue
        form, _ = at
        start = file.tree.start(context.form)
        around = [*lists_around(form, offset - file.tree.start(form))]
        starts = [start + level.node.start for level in context.levels]
        if context.form.role is not FormRole.SECTION:
            del starts[0]  # the section, which its pieces only know by name
        if form is context.form and form.role in (FormRole.SECTION, FormRole.ITEMS):
            assert starts == [start + node.start for node in around], offset


def lists_around(form: Form, offset: int) -> list[List]:
    """The lists of a form that a cursor is inside of, outermost first."""
    around: list[List] = []
    nodes: list[Node] = form.nodes
    while True:
        inside = [
            node for node in nodes if isinstance(node, List) and node.start < offset < node.end
        ]
        if not inside:
            return around
        around += inside
        nodes = inside[0].items
