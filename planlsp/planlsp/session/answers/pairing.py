"""The pairs of names that each document is compared under, looked for beside the event loop.

Looking takes from tens of milliseconds to many seconds.
"""

from __future__ import annotations

from plancore.ide.review.terms import BY_NAME, Terms
from planlsp.session.answers.terms import question_about
from planlsp.session.background.kept import Kept
from planlsp.session.view import View


class Pairing(Kept[Terms]):
    """The terms of each document's comparison."""

    otherwise = BY_NAME

    async def terms(self, view: View, key: str) -> Terms | None:
        """The terms that count for the document `key` now; None while the first are looked for.

        They may be those of the text before the last keystrokes.
        """
        question = question_about(view, key)
        if question is None or question.is_by_name:
            self.forget(key)
            return BY_NAME
        return await self.answer(key, question)
