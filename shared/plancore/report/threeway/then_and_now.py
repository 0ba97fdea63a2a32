"""Two reviews with one reference: of a learned file as it is, and as it was before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from plancore.report.notes import Note


class _Asked(Protocol):
    @property
    def notes(self) -> tuple[Note, ...]: ...

    @property
    def has_errors(self) -> bool: ...

    @property
    def is_same(self) -> bool: ...


R = TypeVar("R", bound=_Asked)


@dataclass(frozen=True, slots=True)
class ThenAndNow(Generic[R]):
    """What is asked of every review is answered of the learned file as it is."""

    now: R
    before: R

    @property
    def notes(self) -> tuple[Note, ...]:
        """Those on all three files; what is said of the reference is said once."""
        return tuple(dict.fromkeys((*self.now.notes, *self.before.notes)))

    @property
    def has_errors(self) -> bool:
        """Whether the learned file, as it is, or the reference has errors."""
        return self.now.has_errors

    @property
    def is_same(self) -> bool:
        """Whether nothing differs now."""
        return self.now.is_same
