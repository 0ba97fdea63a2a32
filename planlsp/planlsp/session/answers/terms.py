"""The terms under which a file is compared with its reference, and the meanings of differences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plancore.ide.review.terms import BY_NAME, Align, ComparisonMode, Terms, are_by_name, terms_of
from plancore.model.domain import Domain
from plancore.project import AnySnapshot
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planlsp.session.settings.settings import Settings
from planlsp.session.uris import name_of, path_of
from planlsp.session.view import AnalysisState

if TYPE_CHECKING:
    from plancore.ide.review.meanings import Meanings


class TermsQuestion(NamedTuple):
    """The inputs of a comparison's terms. Domains are compared by identity.

    Problems next to the two `files` are evidence for matches; None: use no evidence.
    """

    name: str
    learned: Domain
    reference: Domain
    mapping: str | None
    align: Align
    files: tuple[str | None, str | None]

    @property
    def title(self) -> str:
        """The title of the work, for the user."""
        return f"Matching names of {self.name}"

    @property
    def is_by_name(self) -> bool:
        """Whether names are compared as they are, so that no matches are searched for."""
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
        from planfiles.mappings import evidence_beside

        evidence = evidence_beside(*self.files)
        terms = terms_of(*self[1:5], checkpoint, evidence.tasks)
        return replace(terms, evidence=evidence.problems)


def question_about(models: AnalysisState, key: str) -> TermsQuestion | None:
    """The inputs of a file's terms; None if it is not compared with a reference."""
    wanted = models.references.get(key)
    reference = models.files.file(wanted.key) if wanted and wanted.key else None
    return question_of(models, models.files.file(key), reference)


def question_of(
    models: AnalysisState, learned: AnySnapshot | None, reference: AnySnapshot | None
) -> TermsQuestion | None:
    """The same for any two files; None if they cannot be compared."""
    if not isinstance(learned, FileSnapshot) or not isinstance(reference, FileSnapshot):
        return None
    key = learned.name
    return question_under(learned, reference, models.mapping_text(key), models.settings_of(key))


def question_under(
    learned: FileSnapshot, reference: FileSnapshot, mapping: str | None, settings: Settings
) -> TermsQuestion | None:
    """The same for a given text of a mapping and given settings."""
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


def terms_now(models: AnalysisState, key: str, checkpoint: Checkpoint) -> Terms:
    """The terms for a file, computed now, with the meanings of differences if the settings ask for
    them."""
    question = question_about(models, key)
    if question is None:
        return BY_NAME
    terms = question.answer(None, checkpoint)
    if models.settings_of(key).comparison is ComparisonMode.SYNTACTIC:
        return terms
    return with_meanings(models, key, terms, checkpoint)


class MeaningQuestion(NamedTuple):
    """The inputs of the meanings. Domains and terms are compared by identity."""

    name: str
    learned: Domain
    reference: Domain
    terms: Terms

    @property
    def title(self) -> str:
        """The title of the work, for the user."""
        return f"Analysing the meaning of the differences of {self.name}"

    def same_as(self, other: MeaningQuestion) -> bool:
        """Whether the meanings must be the same."""
        ours, theirs = self[1:], other[1:]
        return all(one is another for one, another in zip(ours, theirs, strict=True))

    def answer(self, before: Meanings | None, checkpoint: Checkpoint) -> Meanings:
        """The meanings. Raises what `checkpoint` raises."""
        # Imported late: off by default.
        from plancore.compare.domains import CompareOptions, compare_domains
        from plancore.ide.review.meanings import Meanings

        options = CompareOptions(stated=self.terms.pairs)
        diff = compare_domains(self.learned, self.reference, options)
        return Meanings.of(diff, before, checkpoint)


def meaning_of(models: AnalysisState, key: str, terms: Terms) -> MeaningQuestion | None:
    """The inputs of the meanings of a file's differences; None if the settings do not ask for them,
    or there is no reference."""
    if models.settings_of(key).comparison is not ComparisonMode.SEMANTIC:
        return None
    about = question_about(models, key)
    return (
        None
        if about is None
        else MeaningQuestion(about.name, about.learned, about.reference, terms)
    )


def with_meanings(models: AnalysisState, key: str, terms: Terms, checkpoint: Checkpoint) -> Terms:
    """The terms with meanings, computed now, if the settings ask for them."""
    question = meaning_of(models, key, terms)
    return replace(terms, meanings=question.answer(None, checkpoint)) if question else terms
