"""The pairs of names that each document is compared under, looked for beside the event loop.

Looking takes from tens of milliseconds to many seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import Any

from plancore.ide.review_terms import BY_NAME, Terms
from planlsp.session.answers.terms import question_about
from planlsp.session.background.kept import Beside, Kept
from planlsp.session.view import View


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
        question = question_about(view, key)
        if question is None or question.is_by_name:
            self._kept.forget(key)
            return BY_NAME
        return await self._kept.answer(key, question)

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known of any document whose key is not among `documents`."""
        self._kept.keep(documents)
