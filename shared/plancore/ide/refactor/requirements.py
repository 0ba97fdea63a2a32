"""Requirements in the order of the standards."""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Edit, Fix
from plancore.model.requirements import MEANING
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.syntax.nodes import Atom

_ORDER: Final = {requirement: number for number, requirement in enumerate(MEANING)}


def sort_requirements(file: FileSnapshot, definition: DefinitionSnapshot) -> Fix | None:
    """The fix that puts the requirements of a definition in order; None where they are.

    Those that no dialect knows come last, as they stand. Only the words change places: blanks,
    line ends and comments between them stay.
    """
    edits: list[Edit] = []
    for model in definition.models:
        ranked = sorted(model.requirements, key=_rank)
        edits += [
            Edit(file.span(place.place), node.text)
            for place, node in zip(model.requirements, ranked, strict=True)
            if place.text != node.text
        ]
    return Fix("Put the requirements in order", tuple(edits)) if edits else None


def _rank(node: Atom) -> int:
    return _ORDER.get(node.key, len(_ORDER))
