"""What Textual does by itself is done once."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import plandiff

_HOME = Path(plandiff.__file__).parent


@pytest.mark.parametrize(
    "source", sorted(_HOME.rglob("*.py")), ids=lambda path: str(path.relative_to(_HOME))
)
def test_no_handler_calls_that_of_a_base(source: Path) -> None:
    """Textual calls the handlers of all bases of a class, whatever the handler of the class does:
    one that calls `super().on_mount()` has all of that done twice."""
    calls = [
        node.func.attr
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr.startswith("on_")
        and isinstance(node.func.value, ast.Call)
        and isinstance(node.func.value.func, ast.Name)
        and node.func.value.func.id == "super"
    ]
    assert calls == []
