"""Adapters run as scripts in the environment of a learner, where their imports of each other must
work; most learners are not installed where tests run.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from planeval.learners import adapters

FOLDER: Final = Path(adapters.__path__[0])
TREES: Final = {path.stem: ast.parse(path.read_text()) for path in FOLDER.glob("*.py")}


def names_in(tree: ast.Module) -> set[str]:
    names = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    return names | {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


@pytest.mark.parametrize("name", sorted(TREES))
def test_what_an_adapter_imports_of_another_is_there(name: str) -> None:
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.ImportFrom) and node.module in TREES:
            assert {alias.name for alias in node.names} <= names_in(TREES[node.module])
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in TREES
        ):
            assert node.attr in names_in(TREES[node.value.id])
