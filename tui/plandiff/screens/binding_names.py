"""The names that bindings of the viewer have, by which the user may choose other keys for them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Final

from textual.binding import Binding
from textual.dom import DOMNode

_SCREENS: Final = ("batch", "judged_plan", "page", "pair", "pairs", "repair")
"""Those that between them use every widget."""


def binding_names() -> set[str]:
    """All of them, on whatever screen."""
    for name in _SCREENS:
        import_module(f"plandiff.screens.{name}")
    return {
        binding.id
        for node in _descendants(DOMNode)
        if node.__module__.startswith("plandiff.")
        for binding in node.__dict__.get("BINDINGS", ())
        if isinstance(binding, Binding) and binding.id
    }


def _descendants(node: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for each in node.__subclasses__():
        yield each
        yield from _descendants(each)
