"""What the differences of each document from its reference mean, looked for beside the event loop
where the user wants to know.

To look takes from milliseconds to seconds for an action; of one that has not been edited it is
known.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from plancore.ide.review.terms import Terms
from planlsp.session.answers.meaning_question import meaning_of
from planlsp.session.background.kept import Kept
from planlsp.session.models import Models

if TYPE_CHECKING:
    from plancore.ide.review.meanings import Meanings


class Meaning:
    """The meanings of each document's differences."""

    def __init__(self, kept: Kept[Meanings]) -> None:
        self._kept = kept
        self._with: dict[str, tuple[Terms, Terms]] = {}

    async def within(self, models: Models, key: str, terms: Terms) -> Terms:
        """The terms with the meanings that are known of the document `key`, where they are wanted;
        the same object while both are the same."""
        question = meaning_of(models, key, terms)
        if question is None:
            self._forget(key)
            return terms
        meanings = await self._kept.answer(key, question)
        known = self._with.get(key)
        if known is None or known[0] is not terms or known[1].meanings is not meanings:
            known = self._with[key] = (terms, replace(terms, meanings=meanings))
        return known[1]

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known of any document whose key is not among `documents`."""
        for key in self._with.keys() - set(documents):
            self._forget(key)
        self._kept.keep(documents)

    def _forget(self, key: str) -> None:
        self._kept.forget(key)
        self._with.pop(key, None)
