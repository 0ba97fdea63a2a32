"""Ground atoms: what states are made of, and steps."""

from __future__ import annotations

from typing import TypeAlias

GroundAtom: TypeAlias = tuple[str, ...]
"""A predicate, or an action, and its objects, in lower case: `("on", "a", "b")`."""

StateAtoms: TypeAlias = frozenset[GroundAtom]
"""A state as the atoms that hold in it."""
