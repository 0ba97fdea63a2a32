"""What Textual does by itself is done once."""

from __future__ import annotations

import ast
from pathlib import Path

import plandiff


def test_no_handler_calls_that_of_a_base() -> None:
    """Textual calls the handlers of all bases of a class, whatever the handler of the class does:
    one that calls `super().on_mount()` has all of that done twice."""
    calls = [
        (source.name, node.func.attr)
        for source in Path(plandiff.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr.startswith("on_")
        and isinstance(node.func.value, ast.Call)
        and isinstance(node.func.value.func, ast.Name)
        and node.func.value.func.id == "super"
    ]
    assert calls == []
