"""The terms of each document's comparison, such as pairs of names, and the meanings of its
differences. Both are computed outside the event loop.

Computing takes from milliseconds to many seconds. Meanings of actions that were not edited are
reused.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from plancore.ide.review.terms import BY_NAME, Terms
from planlsp.session.answers.terms import meaning_of, question_about
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.view import AnalysisState, View

if TYPE_CHECKING:
    from plancore.ide.review.meanings import Meanings


class TermsCache(AnswerCache[Terms]):
    """The terms of each document's comparison."""

    otherwise = BY_NAME

    async def terms(self, view: View, key: str) -> Terms | None:
        """The terms for the document `key`, perhaps those from before the last keystrokes; None
        until the first are known."""
        question = question_about(view, key)
        if question is None or question.is_by_name:
            self.forget(key)
            return BY_NAME
        return await self.answer(key, question)


class MeaningCache:
    """The meanings of each document's differences."""

    def __init__(self, kept: AnswerCache[Meanings]) -> None:
        self._kept = kept
        self._with: dict[str, tuple[Terms, Terms]] = {}

    async def within(self, models: AnalysisState, key: str, terms: Terms) -> Terms:
        """The terms with the known meanings of the document `key`, if the settings ask for them;
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
        """Forget all documents whose keys are not in `documents`."""
        for key in self._with.keys() - set(documents):
            self._forget(key)
        self._kept.keep(documents)

    def _forget(self, key: str) -> None:
        self._kept.forget(key)
        self._with.pop(key, None)
