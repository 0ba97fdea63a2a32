"""The pairs of names that each document is compared under, looked for beside the event loop.

Looking takes from tens of milliseconds to many seconds, so nothing that a user waits for waits for
it: while one types, the last pairs count, and when the user pauses they are looked for anew. Only
who asks for the first time waits, and not for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from plancore.ide.review_terms import BY_NAME, Align, Terms, are_by_name, terms_of
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint, StoppedError
from planlsp.session.uris import name_of
from planlsp.session.view import View

# In seconds: after the last keystroke; and for who asks before any pairs are known.
PAUSE: Final = 0.3
PATIENCE: Final = 1.0


class Beside(Protocol):
    """Does work in a thread, which calls its checkpoint, and tells the user of it under a title."""

    def __call__(self, work: Callable[[Checkpoint], Terms], title: str, /) -> Awaitable[Terms]:
        """The result of the work."""


class _Asked(NamedTuple):
    """What the terms of a comparison depend on. Domains are compared as objects."""

    learned: Domain
    reference: Domain
    mapping: str | None
    align: Align

    def same_as(self, other: _Asked) -> bool:
        return (
            self.learned is other.learned
            and self.reference is other.reference
            and self[2:] == other[2:]
        )


@dataclass(slots=True)
class _Entry:
    """What is known for one document: the last terms, and those that are looked for."""

    asked: _Asked
    terms: Terms | None = None
    known: asyncio.Event = field(default_factory=asyncio.Event)


class Pairing:
    """The terms of each document's comparison."""

    def __init__(
        self,
        beside: Beside,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when terms have been found."""
        self._beside, self._spawn, self._changed = beside, spawn, changed
        self._entries: dict[str, _Entry] = {}

    async def terms(self, view: View, key: str) -> Terms | None:
        """The terms that count for the document `key` now; None while the first are looked for.

        They may be those of the text before the last keystrokes.
        """
        asked = _asked(view, key)
        if asked is None or are_by_name(*asked):
            self._entries.pop(key, None)
            return BY_NAME
        entry = self._entries.get(key)
        if entry is None or not entry.asked.same_as(asked):
            before = entry or _Entry(asked)
            entry = self._entries[key] = _Entry(asked, before.terms, before.known)
            self._spawn(self._look(key, entry))
        if entry.terms is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await entry.known.wait()
            entry = self._entries.get(key, entry)
        return entry.terms

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known of any document whose key is not among `documents`."""
        for key in self._entries.keys() - set(documents):
            del self._entries[key]

    async def _look(self, key: str, entry: _Entry) -> None:
        def check_wanted() -> None:
            if self._entries.get(key) is not entry:
                raise StoppedError

        def work(checkpoint: Checkpoint) -> Terms:
            def call(*_: object) -> None:
                check_wanted()
                checkpoint()

            call()
            return terms_of(*entry.asked, call)

        try:
            if entry.terms is not None:
                await asyncio.sleep(PAUSE)
            check_wanted()
            terms = await self._beside(work, f"Looking for what corresponds in {name_of(key)}")
            check_wanted()
        except StoppedError:
            return
        except Exception:
            entry.terms = entry.terms or BY_NAME
            entry.known.set()  # nobody waits for what will not come
            raise
        if terms != entry.terms:  # else what rests on them holds
            entry.terms = terms
        entry.known.set()
        self._changed()  # also because a request of an earlier time may have asked last


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
    ours, theirs = compared
    return _Asked(ours.domain, theirs.domain, view.mapping_text(key), view.settings_of(key).align)
