"""Operators as they are written: which of their parts stand in the text."""

from __future__ import annotations

from typing import Final

from plancore.lower.section import SectionModel
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, List

_OPERATORS: Final = frozenset((":action", ":durative-action", ":process", ":event", ":method"))


def operator_list(model: SectionModel) -> List | None:
    """The list of an action, process, event or method; None for anything else."""
    if model.keyword not in _OPERATORS:
        return None
    operators = model.actions or model.methods
    node = operators[0].node if operators else None
    return node if type(node) is List else None


def lacks_parameters(model: SectionModel) -> bool:
    """Whether the form is an operator in which `:parameters` does not stand at all."""
    root = operator_list(model)
    if root is None:
        return False
    keywords = [item.key for item in root.items if type(item) is Atom and item.key[0] == ":"]
    return ":parameters" not in keywords and nearest(":parameters", keywords[1:]) is None
