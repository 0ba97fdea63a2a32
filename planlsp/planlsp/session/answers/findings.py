"""The diagnostics of a document: those of rules, and its differences from the reference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.ide.review.terms import Terms
from plancore.links import Roots
from plancore.memo import Key, Memo
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.rules.settings import as_set, silenced_codes
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plancore.workspace import diagnostics
from planlsp.session.links import ReferencedFile
from planlsp.session.settings.settings import Settings
from planlsp.session.view import AnalysisState

if TYPE_CHECKING:
    from plancore.ide.review.reference_review import ReferenceReview


# More are not useful in an editor, and a client needs a second for 100,000.
MOST = 1000

_ERRORS: Final = Key[list[Diagnostic]]("errors of the reference")
_REVIEW: Final = Key["ReferenceReview | None"]("review")


class Findings:
    """Computes the diagnostics of each document, and keeps them while their inputs are the same."""

    def __init__(self, most: int | None = MOST) -> None:
        """`most` is the limit for a document; None: no limit."""
        self._most = most
        self._reviews: dict[str, Memo] = {}
        self._known: dict[str, tuple[_Grounds, tuple[Diagnostic, ...]]] = {}
        self._no_plan: dict[str, tuple[FileSnapshot, FileSnapshot, Diagnostic | None]] = {}

    def solved(self, domain: FileSnapshot, problem: FileSnapshot, fault: Diagnostic | None) -> None:
        """Keep a planner's diagnostic about a problem without a plan, until one of the files
        changes; None if it found a plan."""
        self._no_plan[problem.name] = domain, problem, fault

    def _without_plan(self, models: AnalysisState, key: str) -> Diagnostic | None:
        domain, problem, fault = self._no_plan.get(key, (None, None, None))
        if domain is None or problem is None:
            return None
        files = models.files
        is_same = files.file(key) is problem and files.file(domain.name) is domain
        return fault if is_same else None

    def size(self, models: AnalysisState, key: str, terms: Terms | None) -> int:
        """The number of characters to analyse for the diagnostics of the document `key`; 0 if they
        are known."""
        file = models.files.file(key)
        if file is None:
            return 0
        grounds, cached = self._grounds(models, key, file, terms), self._known.get(key)
        if cached is not None and grounds.same_as(cached[0]):
            return 0
        files = (ground for ground in grounds.objects if not isinstance(ground, Terms))
        return sum(len(ground.text) for ground in files if ground is not None)

    def diagnostics(
        self, models: AnalysisState, key: str, terms: Terms | None, checkpoint: Checkpoint = NEVER
    ) -> tuple[Diagnostic, ...]:
        """The diagnostics of the document `key`, in the order of the text; the same object while
        their inputs are the same.

        Without `terms`, differences from the reference are not included: they are not known yet. Of
        too many diagnostics the most severe are returned, with one that counts the others. Raises
        what `checkpoint` raises.
        """
        file = models.files.file(key)
        if file is None:
            self._known.pop(key, None)
            return ()
        grounds = self._grounds(models, key, file, terms)
        cached = self._known.get(key)
        if cached is None or not grounds.same_as(cached[0]):
            cached = self._known[key] = (grounds, self._work_out(models, key, terms, checkpoint))
        return cached[1]

    def keep(self, documents: Collection[str]) -> None:
        """Forget all documents whose keys are not in `documents`."""
        for cache in (self._known, self._reviews, self._no_plan):
            for key in [key for key in list(cache) if key not in documents]:
                cache.pop(key, None)

    def _work_out(
        self, models: AnalysisState, key: str, terms: Terms | None, checkpoint: Checkpoint
    ) -> tuple[Diagnostic, ...]:
        settings = models.settings_of(key).rules
        reported = list(diagnostics(models.files, key, settings, checkpoint))
        file = models.files.files[key]
        if isinstance(file, PlanSnapshot) and terms is not None and terms.consequences is not None:
            # Imported late: few plans fail because of a difference from a reference.
            from plancore.ide.review.consequences import with_blame

            domain = models.files.setting_of(file).domain
            reported = with_blame(reported, file, terms.consequences, domain)
        checkpoint()
        source = file.source
        unsolved = filter(None, [self._without_plan(models, key)])
        about = chain(self._about_reference(models, key, terms), unknown_codes(source), unsolved)
        reported += as_set(about, settings, source)
        if self._most is not None and len(reported) > self._most:
            reported = _most_severe(reported, self._most)
        return tuple(
            sorted(
                reported,
                key=lambda diagnostic: (diagnostic.span, diagnostic.severity, diagnostic.code),
            )
        )

    def _grounds(
        self, models: AnalysisState, key: str, file: AnySnapshot, terms: Terms | None
    ) -> _Grounds:
        return _grounds(models, key, file, terms)._replace(no_plan=self._without_plan(models, key))

    def review_size(self, models: AnalysisState, key: str) -> int:
        """The number of characters to analyse for the review of the document `key`; 0 if there is
        no reference."""
        wanted = models.references.get(key)
        files = (
            models.files.file(key),
            models.files.file(wanted.key) if wanted and wanted.key else None,
        )
        return sum(len(file.text) for file in files if file) if all(files) else 0

    def review(
        self, models: AnalysisState, key: str, terms: Terms | None
    ) -> ReferenceReview | None:
        """The comparison of the document with its reference; None if it has none, or cannot be
        compared yet."""
        learned = models.files.file(key)
        wanted = models.references.get(key)
        reference = models.files.file(wanted.key) if wanted and wanted.key else None
        if (
            not isinstance(learned, FileSnapshot)
            or not isinstance(reference, FileSnapshot)
            or learned is reference
            or terms is None
        ):
            self._reviews.pop(key, None)
            return None
        # Imported late: most files have no reference.
        from plancore.ide.review.reference_review import review

        memo = self._reviews.setdefault(key, Memo())
        before = memo.last(_REVIEW)
        make = partial(review, learned, reference, terms, before)
        return memo.get(_REVIEW, (learned, reference, terms), make)

    def _about_reference(
        self, models: AnalysisState, key: str, terms: Terms | None
    ) -> Iterator[Diagnostic]:
        wanted = models.references.get(key)
        if wanted is None:
            return
        # Imported late, as above.
        from planlsp.session.answers.reference_remarks import (
            basis,
            errors_in,
            mapping_faults,
            reference_faults,
            unusable_reference,
        )

        unusable = unusable_reference(models, key, wanted)
        if unusable is not None:
            yield unusable
            return
        yield from mapping_faults(models, key, terms)
        compared = self.review(models, key, terms)
        if compared is not None:
            reference = compared.reference
            make = partial(errors_in, models, reference)
            # The errors of a domain depend only on its text.
            is_alone = reference.kind == "domain"
            errors = self._reviews[key].get(_ERRORS, (reference,), make) if is_alone else make()
            yield from reference_faults(errors, compared, wanted)
            yield from basis(compared, wanted, models.settings_of(key).align)
            yield from compared.diagnostics


class _Grounds(NamedTuple):
    """The inputs of a document's diagnostics."""

    objects: tuple[AnySnapshot | Terms | None, ...]
    settings: Settings
    wanted: tuple[ReferencedFile | None, ...]
    unreadable: tuple[str | None, ...]
    references: Mapping[str, str]
    roots: Roots
    no_plan: Diagnostic | None = None

    def same_as(self, other: _Grounds) -> bool:
        """Whether the diagnostics must be the same; files and terms are compared by identity."""
        return (
            len(self.objects) == len(other.objects)
            and all(map(is_, self.objects, other.objects))
            and self[1:] == other[1:]
        )


def _grounds(models: AnalysisState, key: str, file: AnySnapshot, terms: Terms | None) -> _Grounds:
    wanted = models.references.get(key), models.mappings.get(key)
    asked = [link.key if link else None for link in wanted]
    if file.kind == "domain":
        companions: tuple[AnySnapshot, ...] = ()
    else:
        # A problem depends on domains, a plan also on problems.
        asks_all = file.kind == "plan"
        companions = tuple(
            companion
            for companion in models.files.files.values()
            if asks_all or companion.kind in ("domain", "both")
        )
    return _Grounds(
        (file, models.files.file(asked[0]) if asked[0] else None, terms, *companions),
        models.settings_of(key),
        wanted,
        tuple(models.unreadable.get(name) if name else None for name in asked),
        # Problems are not linked to references, and plans are also executed in their domain's.
        models.files.references if companions else {},
        models.files.roots,
    )


def _most_severe(reported: list[Diagnostic], most: int) -> list[Diagnostic]:
    ranked = sorted(reported, key=lambda diagnostic: (diagnostic.severity, diagnostic.span))
    first_left_out = min(diagnostic.span for diagnostic in ranked[most:])
    message = f"{len(reported) - most} more diagnostics from here on are not shown"
    return [
        *ranked[:most],
        Diagnostic("more-findings", Severity.INFORMATION, first_left_out, message),
    ]


def unknown_codes(source: SourceText) -> Iterator[Diagnostic]:
    """A warning about each unknown code in a comment, which silences nothing."""
    for code, span in silenced_codes(source):
        # Imported late: few files silence a rule.
        from planlsp.session.settings.codes import is_known, misspelt

        if code == "*" or is_known(code):
            continue
        meant = misspelt(code)
        message = f"unknown rule `{code}`: the comment has no effect"
        fixes: tuple[Fix, ...] = ()
        if meant is not None:
            message += f"; did you mean `{meant}`?"
            fixes = (Fix(f"Change to `{meant}`", (Edit(span, meant),)),)
        yield Diagnostic("unknown-code", Severity.WARNING, span, message, fixes=fixes)
