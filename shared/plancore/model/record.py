"""The class decorator of the model.

`@dataclass(frozen=True)` makes construction three times dearer, and a model has thousands of
objects; so records are frozen for the type checker only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A slotted, hashable dataclass that the type checker takes for frozen."""
    return dataclass(slots=True, eq=True, unsafe_hash=True)(cls)
