"""The findings about a document: those of the rules, and its differences from the reference."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

from plancore.compare.places import domain_place
from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.ide.reference_review import ReferenceReview, review
from plancore.memo import Key, Memo
from plancore.project import AnySnapshot
from plancore.rules.settings import RuleSettings, as_set
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import diagnostics
from planlsp.session.project import View
from planlsp.session.references import Wanted
from planlsp.session.settings import Settings

# No editor shows more to any use, and a client needs a second for 100,000.
MOST = 1000

_REVIEW: Final = Key["ReferenceReview | None"]("review")


class Findings:
    """Computes the findings about each document, and keeps them while what they depend on stays."""

    def __init__(self) -> None:
        self._reviews: dict[str, Memo] = {}
        self._known: dict[str, tuple[_Grounds, tuple[Diagnostic, ...]]] = {}

    def diagnostics(self, view: View, key: str) -> tuple[Diagnostic, ...]:
        """The findings about the document `key`, in the order of the text.

        At most `MOST` are given, the most severe ones; one more then says how many are left out.
        """
        file = view.files.file(key)
        if file is None:
            self._known.pop(key, None)
            return ()
        grounds = _grounds(view, key, file)
        cached = self._known.get(key)
        if cached is None or not grounds.same_as(cached[0]):
            cached = self._known[key] = (grounds, self._work_out(view, key))
        return cached[1]

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known of any document whose key is not among `documents`."""
        for cache in (self._known, self._reviews):
            for key in [key for key in list(cache) if key not in documents]:
                cache.pop(key, None)

    def _work_out(self, view: View, key: str) -> tuple[Diagnostic, ...]:
        settings = RuleSettings(view.settings.severities)
        reported = list(diagnostics(view.files, key, settings))
        reported += as_set(self._about_reference(view, key), settings, view.files.files[key].source)
        if len(reported) > MOST:
            reported = _most_severe(reported)
        return tuple(
            sorted(
                reported,
                key=lambda diagnostic: (diagnostic.span, diagnostic.severity, diagnostic.code),
            )
        )

    def review(self, view: View, key: str) -> ReferenceReview | None:
        """The document beside its reference; None when it has none or cannot be compared."""
        learned = view.files.file(key)
        wanted = view.references.get(key)
        reference = view.files.file(wanted.key) if wanted and wanted.key else None
        if (
            not isinstance(learned, FileSnapshot)
            or not isinstance(reference, FileSnapshot)
            or learned is reference
        ):
            self._reviews.pop(key, None)
            return None
        memo = self._reviews.setdefault(key, Memo())
        return memo.get(_REVIEW, (learned, reference), partial(review, learned, reference))

    def _about_reference(self, view: View, key: str) -> tuple[Diagnostic, ...]:
        wanted = view.references.get(key)
        if wanted is None:
            return ()
        problem = _problem(view, key, wanted)
        if problem:
            learned = view.files.file(key)
            span = wanted.span or _domain_name_span(
                learned if isinstance(learned, FileSnapshot) else None
            )
            message = f"cannot compare with `{wanted.asked}`: {problem}"
            return (Diagnostic("unusable-reference", Severity.WARNING, span, message),)
        compared = self.review(view, key)
        if compared is None:
            return ()
        return (*_reference_faults(view, compared, wanted), *compared.diagnostics)


class _Grounds(NamedTuple):
    """Everything that the findings about a document depend on."""

    files: tuple[AnySnapshot | None, ...]
    settings: Settings
    wanted: Wanted | None
    unreadable: str | None

    def same_as(self, other: _Grounds) -> bool:
        """Whether the findings must be the same; files are compared as objects."""
        return (
            len(self.files) == len(other.files)
            and all(
                file is other_file for file, other_file in zip(self.files, other.files, strict=True)
            )
            and self[1:] == other[1:]
        )


def _grounds(view: View, key: str, file: AnySnapshot) -> _Grounds:
    wanted = view.references.get(key)
    reference = wanted.key if wanted else None
    if file.kind == "domain":
        companions: tuple[AnySnapshot, ...] = ()
    else:
        # A problem asks for its domain, a plan for its problem as well.
        asks_all = file.kind == "plan"
        companions = tuple(
            companion
            for companion in view.files.files.values()
            if asks_all or companion.kind in ("domain", "both")
        )
    return _Grounds(
        (file, view.files.file(reference) if reference else None, *companions),
        view.settings,
        wanted,
        view.unreadable.get(reference) if reference else None,
    )


def _most_severe(reported: list[Diagnostic]) -> list[Diagnostic]:
    ranked = sorted(reported, key=lambda diagnostic: (diagnostic.severity, diagnostic.span))
    first_left_out = min(diagnostic.span for diagnostic in ranked[MOST:])
    message = f"{len(reported) - MOST} more findings, from here on, are not shown"
    return [
        *ranked[:MOST],
        Diagnostic("more-findings", Severity.INFORMATION, first_left_out, message),
    ]


def _problem(view: View, key: str, wanted: Wanted) -> str:
    """Why there is nothing to compare with, as a clause that follows a colon; empty if there is."""
    if wanted.key is None:
        return f"it {wanted.problem}"
    if wanted.key == key:
        return "it is this file itself"
    if wanted.key in view.unreadable:
        return view.unreadable[wanted.key]
    learned, reference = view.files.file(key), view.files.file(wanted.key)
    if learned is None or learned.kind not in ("domain", "both"):
        return ""  # nothing here is compared with a reference yet, or it is still being typed
    if not isinstance(reference, FileSnapshot) or reference.first("domain") is None:
        return "it defines no domain"
    return ""


def _reference_faults(
    view: View, compared: ReferenceReview, wanted: Wanted
) -> Iterator[Diagnostic]:
    """A warning that the reference itself has errors, at the line that names it."""
    reference = compared.reference
    errors = [
        diagnostic
        for diagnostic in diagnostics(view.files, reference.name)
        if diagnostic.severity is Severity.ERROR
    ]
    if errors:
        count = f"{len(errors)} errors" if len(errors) > 1 else "an error"
        message = f"the reference `{wanted.asked}` has {count}; damaged parts of it are not offered"
        related = (Related(errors[0].span, errors[0].message, reference.name),)
        span = wanted.span or _domain_name_span(compared.learned)
        yield Diagnostic("faulty-reference", Severity.WARNING, span, message, related)


def _domain_name_span(file: FileSnapshot | None) -> Span:
    """The span for a finding about a whole file: the name of its domain."""
    domain = file.domain if file else None
    place = domain_place(domain) if domain else None
    return file.span(place) if file and place else Span(0, 0)
