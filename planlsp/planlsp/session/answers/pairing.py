"""The pairs of names that each document is compared under, looked for beside the event loop.

Looking takes from tens of milliseconds to many seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import Any, NamedTuple

from plancore.ide.review_terms import BY_NAME, Align, Terms, are_by_name, terms_of
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planlsp.session.background.kept import Beside, Kept
from planlsp.session.uris import name_of
from planlsp.session.view import View


class _Asked(NamedTuple):
    """What the terms of a comparison depend on. Domains are compared as objects."""

    name: str
    learned: Domain
    reference: Domain
    mapping: str | None
    align: Align

    @property
    def title(self) -> str:
        return f"Looking for what corresponds in {self.name}"

    def same_as(self, other: _Asked) -> bool:
        return (
            self.learned is other.learned
            and self.reference is other.reference
            and self[3:] == other[3:]
        )

    def answer(self, _before: Terms | None, checkpoint: Checkpoint) -> Terms:
        return terms_of(*self[1:], checkpoint)


class Pairing:
    """The terms of each document's comparison."""

    def __init__(
        self,
        beside: Beside,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when terms have been found."""
        self._kept = Kept[Terms](beside, spawn, changed, otherwise=BY_NAME)

    async def terms(self, view: View, key: str) -> Terms | None:
        """The terms that count for the document `key` now; None while the first are looked for.

        They may be those of the text before the last keystrokes.
        """
        asked = _asked(view, key)
        if asked is None or are_by_name(*asked[1:]):
            self._kept.forget(key)
            return BY_NAME
        return await self._kept.answer(key, asked)

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known of any document whose key is not among `documents`."""
        self._kept.keep(documents)


def terms_now(view: View, key: str, checkpoint: Checkpoint) -> Terms:
    """The terms that count for the document `key`, for as long as it takes to find them."""
    asked = _asked(view, key)
    if asked is None or are_by_name(*asked[1:]):
        return BY_NAME
    return terms_of(*asked[1:], checkpoint)


def _asked(view: View, key: str) -> _Asked | None:
    """What the terms of a document depend on; None where it is compared with nothing."""
    learned, wanted = view.files.file(key), view.references.get(key)
    reference = view.files.file(wanted.key) if wanted and wanted.key else None
    if not isinstance(learned, FileSnapshot) or not isinstance(reference, FileSnapshot):
        return None
    if learned is reference:
        return None
    # Imported late: most files have no reference.
    from plancore.ide.reference_review import compared_in

    compared = compared_in(learned, reference)
    if compared is None:
        return None
    domains = compared.ours.domain, compared.theirs.domain
    return _Asked(name_of(key), *domains, view.mapping_text(key), view.settings_of(key).align)
