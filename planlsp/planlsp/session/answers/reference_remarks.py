"""Diagnostics about a reference or mapping as a whole: why it cannot be used, and what a comparison
is based on."""

from __future__ import annotations

import os
from collections.abc import Iterator

from plancore.compare.changes import domain_place
from plancore.compare.domains import Alignment, alignment_of, are_names_apart, shares_no_literal
from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.ide.review.reference_review import ReferenceReview
from plancore.ide.review.terms import Align, Terms
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import diagnostics
from planlsp.session.links import ReferencedFile
from planlsp.session.view import AnalysisState


def unusable_reference(
    models: AnalysisState, key: str, wanted: ReferencedFile
) -> Diagnostic | None:
    """A warning that the document `key` cannot be compared with its reference."""
    problem = _problem(models, key, wanted)
    if not problem:
        return None
    learned = models.files.file(key)
    span = wanted.span or _domain_name_span(learned if isinstance(learned, FileSnapshot) else None)
    message = f"cannot compare with `{wanted.asked}`: {problem}"
    return Diagnostic("unusable-reference", Severity.WARNING, span, message)


def mapping_faults(models: AnalysisState, key: str, terms: Terms | None) -> Iterator[Diagnostic]:
    """Warnings about the mapping file of the document `key`, at the line that names it."""
    wanted = models.mappings.get(key)
    if wanted is None or wanted.span is None:
        return
    unreadable = models.unreadable.get(wanted.key) if wanted.key else f"it {wanted.problem}"
    if unreadable:
        message = f"cannot use the mapping `{wanted.asked}`: {unreadable}"
        yield Diagnostic("unusable-mapping", Severity.WARNING, wanted.span, message)
    elif terms is not None:
        for remark in terms.remarks:
            message = remark if remark.startswith("mapping:") else f"mapping: {remark}"
            yield Diagnostic("faulty-mapping", Severity.WARNING, wanted.span, message)


def basis(compared: ReferenceReview, wanted: ReferencedFile, align: Align) -> Iterator[Diagnostic]:
    """An information that names were matched by structure, or that they should be."""
    terms = compared.terms
    alignment = alignment_of(compared.diff)
    span = wanted.span or _domain_name_span(compared.learned)
    if terms.is_aligned:
        apart = "the domains share almost no names; " if align is Align.AUTO else ""
        pairs = "no matches by structure either"
        if alignment is not None:
            n_uncertain = alignment.n_uncertain
            uncertain = f" ({n_uncertain} uncertain)" if n_uncertain else ""
            matches = f"{alignment.n_pairs} {'match' if alignment.n_pairs == 1 else 'matches'}"
            pairs = f"compared with a name mapping of {matches}{uncertain}"
        files = ", ".join(path for both in terms.evidence for path in map(os.path.basename, both))
        evidence = f"; evidence: {files}" if files else ""
        asks = f"; is `{wanted.asked}` the right file?" if _is_doubtful(alignment) else ""
        message = f"{apart}{pairs}{evidence}{asks}"
        yield Diagnostic("aligned", Severity.INFORMATION, span, message)
        return
    apart = "almost no names" if are_names_apart(compared.diff) else ""
    apart = apart or ("no literal" if shares_no_literal(compared.diff) else "")
    if apart:
        advice = "use the setting `planlsp.align` to match names by structure"
        message = f"the domains share {apart}; {advice}"
        yield Diagnostic("names-apart", Severity.INFORMATION, span, message)


def _is_doubtful(alignment: Alignment | None) -> bool:
    """Whether the two domains seem unrelated: more than half of the reference's literals have no
    counterpart and at least half of the matches are uncertain; or more than three quarters of the
    literals have none."""
    if alignment is None:
        return True
    if 2 * alignment.n_covered >= alignment.n_literals:
        return False
    is_uncertain = 2 * alignment.n_uncertain >= alignment.n_pairs
    return is_uncertain or 4 * alignment.n_covered < alignment.n_literals


def _problem(models: AnalysisState, key: str, wanted: ReferencedFile) -> str:
    """Why the reference cannot be used, as a clause after a colon; empty if it can, and for files
    that are not domains but match a pattern in the settings."""
    learned = models.files.file(key)
    is_domain = learned is not None and learned.kind in ("domain", "both")
    if wanted.span is None and not is_domain:
        return ""
    if wanted.key is None:
        return f"it {wanted.problem}"
    if wanted.key == key:
        return "it is this file"
    if wanted.key in models.unreadable:
        return models.unreadable[wanted.key]
    reference = models.files.file(wanted.key)
    if not is_domain:
        return ""  # no domain to compare yet: it may still be being typed
    if not isinstance(reference, FileSnapshot) or reference.first("domain") is None:
        return "it does not define a domain"
    return ""


def errors_in(models: AnalysisState, file: FileSnapshot) -> list[Diagnostic]:
    """The errors in a file."""
    found = diagnostics(models.files, file.name)
    return [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]


def reference_faults(
    errors: list[Diagnostic], compared: ReferenceReview, wanted: ReferencedFile
) -> Iterator[Diagnostic]:
    """A warning that the reference itself has errors, at the line that names it."""
    reference = compared.reference
    if errors:
        count = f"{len(errors)} errors" if len(errors) > 1 else "an error"
        message = (
            f"the reference `{wanted.asked}` has {count}; "
            "no fixes are offered from parts with errors"
        )
        related = (Related(errors[0].span, errors[0].message, reference.name),)
        span = wanted.span or _domain_name_span(compared.learned)
        yield Diagnostic("faulty-reference", Severity.WARNING, span, message, related)


def _domain_name_span(file: FileSnapshot | None) -> Span:
    """The span for a diagnostic about a whole file: the name of its domain."""
    domain = file.domain if file else None
    place = domain_place(domain) if domain else None
    return file.span(place) if file and place else Span(0, 0)
