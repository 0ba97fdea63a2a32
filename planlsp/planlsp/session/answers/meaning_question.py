"""What differences from a reference mean: what that depends on, and what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plancore.ide.review.terms import Comparison, Terms
from plancore.model.domain import Domain
from plancore.stop import Checkpoint
from planlsp.session.answers.terms import question_about
from planlsp.session.models import Models

if TYPE_CHECKING:
    from plancore.ide.review.meanings import Meanings


class MeaningQuestion(NamedTuple):
    """What the meanings depend on. Domains and terms are compared as objects."""

    name: str
    learned: Domain
    reference: Domain
    terms: Terms

    @property
    def title(self) -> str:
        """What the user is told while they are looked for."""
        return f"Looking for what the differences of {self.name} mean"

    def same_as(self, other: MeaningQuestion) -> bool:
        """Whether the meanings must be the same."""
        ours, theirs = self[1:], other[1:]
        return all(one is another for one, another in zip(ours, theirs, strict=True))

    def answer(self, before: Meanings | None, checkpoint: Checkpoint) -> Meanings:
        """The meanings. Raises what `checkpoint` raises."""
        # Imported late: few want to know.
        from plancore.compare.domains import CompareOptions, compare_domains
        from plancore.ide.review.meanings import Meanings

        options = CompareOptions(stated=self.terms.pairs)
        diff = compare_domains(self.learned, self.reference, options)
        return Meanings.of(diff, before, checkpoint)


def meaning_of(models: Models, key: str, terms: Terms) -> MeaningQuestion | None:
    """What is asked about the differences of a file; None where nobody wants to know, and where it
    is compared with nothing."""
    if models.settings_of(key).comparison is not Comparison.SEMANTIC:
        return None
    about = question_about(models, key)
    return (
        None
        if about is None
        else MeaningQuestion(about.name, about.learned, about.reference, terms)
    )


def with_meanings(models: Models, key: str, terms: Terms, checkpoint: Checkpoint) -> Terms:
    """The terms with meanings, where they are wanted, for as long as it takes to find them."""
    question = meaning_of(models, key, terms)
    return replace(terms, meanings=question.answer(None, checkpoint)) if question else terms
