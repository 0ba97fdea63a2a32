"""What is said of a translation: in the order of its making, each thing once, with a count."""

from __future__ import annotations

from collections import Counter


class Remarks:
    """Collects what could not be translated as it stands."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, text: str) -> None:
        """Say `text`, or count it once more."""
        self._counts[text] += 1

    def tell(self, text: str) -> None:
        """Say `text` once, however often it is told."""
        self._counts[text] = 1

    @property
    def texts(self) -> tuple[str, ...]:
        """Each remark, with how often it was made if that is more than once."""
        return tuple(
            text if count == 1 else f"{text} ({count} times)"
            for text, count in self._counts.items()
        )
