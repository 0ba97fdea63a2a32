"""Values that are made of counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from plancore.jsonable import Json, fields_of
from plancore.metrics.support.confusion import as_float, as_text


class Valued(ABC):
    """A dataclass whose fields are counts, with the value that they make."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> Fraction:
        """The value, exactly."""

    def to_dict(self) -> Json:
        """The counts, then the value as a float and exactly."""
        exact = {"value": as_float(self.value), "value_exact": as_text(self.value)}
        return fields_of(self) | exact
