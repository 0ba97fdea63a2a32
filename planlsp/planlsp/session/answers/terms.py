"""The pairs of names that a file is compared under: what they depend on, and what they are."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from plancore.ide.review.terms import BY_NAME, Align, Comparison, Terms, are_by_name, terms_of
from plancore.model.domain import Domain
from plancore.project import AnySnapshot
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planlsp.session.models import Models
from planlsp.session.settings.settings import Settings
from planlsp.session.uris import name_of, path_of


class TermsQuestion(NamedTuple):
    """What the terms of a comparison depend on. Domains are compared as objects.

    Problems beside the two `files` speak for pairs, where there are any.
    """

    name: str
    learned: Domain
    reference: Domain
    mapping: str | None
    align: Align
    files: tuple[str | None, str | None]

    @property
    def title(self) -> str:
        """What the user is told while they are looked for."""
        return f"Looking for what corresponds in {self.name}"

    @property
    def is_by_name(self) -> bool:
        """Whether names stand for themselves, so that nothing is looked for."""
        return are_by_name(*self[1:5])

    def same_as(self, other: TermsQuestion) -> bool:
        """Whether the terms must be the same."""
        return (
            self.learned is other.learned
            and self.reference is other.reference
            and self[3:] == other[3:]
        )

    def answer(self, _before: Terms | None, checkpoint: Checkpoint) -> Terms:
        """The terms. Raises what `checkpoint` raises."""
        if self.is_by_name:
            return BY_NAME
        # Imported late: most domains are compared by name.
        from planfiles.tasks import evidence_beside

        evidence = evidence_beside(*self.files)
        terms = terms_of(*self[1:5], checkpoint, evidence.tasks)
        return replace(terms, evidence=evidence.problems)


def question_about(models: Models, key: str) -> TermsQuestion | None:
    """What the terms of a file depend on; None where it is compared with nothing."""
    wanted = models.references.get(key)
    reference = models.files.file(wanted.key) if wanted and wanted.key else None
    return question_of(models, models.files.file(key), reference)


def question_of(
    models: Models, learned: AnySnapshot | None, reference: AnySnapshot | None
) -> TermsQuestion | None:
    """The same for any two files; None where they cannot be compared."""
    if not isinstance(learned, FileSnapshot) or not isinstance(reference, FileSnapshot):
        return None
    key = learned.name
    return question_under(learned, reference, models.mapping_text(key), models.settings_of(key))


def question_under(
    learned: FileSnapshot, reference: FileSnapshot, mapping: str | None, settings: Settings
) -> TermsQuestion | None:
    """The same under the text of a mapping and some settings."""
    if learned is reference:
        return None
    # Imported late: most files have no reference.
    from plancore.ide.review.reference_review import compared_in

    compared = compared_in(learned, reference)
    if compared is None:
        return None
    domains = compared.ours.domain, compared.theirs.domain
    evident = settings.evidence
    files = (path_of(learned.name), path_of(reference.name)) if evident else (None, None)
    return TermsQuestion(name_of(learned.name), *domains, mapping, settings.align, files)


def terms_now(models: Models, key: str, checkpoint: Checkpoint) -> Terms:
    """The terms that count for a file, for as long as it takes to find them, and what differences
    mean where that is wanted."""
    question = question_about(models, key)
    if question is None:
        return BY_NAME
    terms = question.answer(None, checkpoint)
    if models.settings_of(key).comparison is Comparison.SYNTACTIC:
        return terms
    # Imported late: few want to know.
    from planlsp.session.answers.meaning_question import with_meanings

    return with_meanings(models, key, terms, checkpoint)
