"""The class decorator of the model.

`@dataclass(frozen=True)` makes construction three times slower, and a model has thousands of
objects; so records are frozen for the type checker only. A dataclass compiles four methods when it
is defined, an eighth of the time of a short run; a record compiles each one at its first call,
which few methods ever get.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A slotted, hashable dataclass that the type checker treats as frozen. Like a dataclass it
    leaves alone what the class itself says of its equality and hash."""
    made = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    for method in ("init", "repr", "eq", "hash"):
        if f"__{method}__" not in vars(cls):
            _compile_when_called(made, method)
    return made


def _compile_when_called(cls: type[Any], method: str) -> None:
    """Replace a dataclass method by a stub that compiles it at the first call."""
    name = f"__{method}__"

    def compile_and_call(self: object, *args: object, **named: object) -> object:
        heir = type(cls.__name__, (cls,), {"__doc__": cls.__doc__})
        dataclass(
            init=method == "init",
            repr=method == "repr",
            eq=method == "eq",
            unsafe_hash=method == "hash",
        )(heir)
        compiled = vars(heir)[name]
        setattr(cls, name, compiled)
        return compiled(self, *args, **named)

    setattr(cls, name, compile_and_call)
