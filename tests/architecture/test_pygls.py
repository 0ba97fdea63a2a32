"""pygls is used by its public side alone, so that its next minor release is no event."""

from __future__ import annotations

import ast
import importlib.util
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pygls

import planlsp


def names_in(source: str) -> Iterator[tuple[int, str, bool]]:
    """Every attribute, imported name and text, with its line and whether it is one of `self`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=owner, attr=name):
                yield node.lineno, name, isinstance(owner, ast.Name) and owner.id == "self"
            case ast.ImportFrom(module=module, names=names):
                for name in [*(module or "").split("."), *(alias.name for alias in names)]:
                    yield node.lineno, name, False
            case ast.Constant(value=str(text)):
                yield node.lineno, text, False


def private_names_of_pygls() -> frozenset[str]:
    """The private names in the sources of the installed pygls."""
    modules = (
        importlib.util.find_spec(module.name)
        for module in pkgutil.walk_packages(pygls.__path__, "pygls.")
    )
    names = {
        name
        for module in modules
        if module and module.origin
        for _, name, _ in names_in(Path(module.origin).read_text())
    }
    return frozenset(name for name in names if name.startswith("_") and not name.endswith("__"))


def test_no_private_name_of_pygls_is_used() -> None:
    private = private_names_of_pygls()
    assert {"_request_futures", "_result_types", "_converter", "_send_data"} <= private
    for source in Path(planlsp.__path__[0]).rglob("*.py"):
        text = source.read_text()
        # What a class calls its own matters only where it may inherit from pygls.
        inherits = "from pygls" in text
        assert not [
            f"{source.name}:{line}: {name}"
            for line, name, is_own in names_in(text)
            if name in private and (inherits or not is_own)
        ]
