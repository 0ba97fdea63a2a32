"""Settings of rules, suppression comments, and the merging of diagnostics.

::

    comment     = ";" (suppression | any)* newline
    suppression = "planlsp:" blank* ("ignore-file" | "ignore") ("[" codes "]")?
    codes       = code ((blank | ",")+ code)*

in lower case; without codes all are suppressed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from plancore.diagnostic import ALSO_HERE, Diagnostic, Edit, Fix, Related, Severity
from plancore.model.plan import DEFAULT_TOLERANCES, Tolerances
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint, watched_if_many

_COMMENT: Final = re.compile(r";[^\n\r]*")
_SUPPRESSION: Final = re.compile(r"\bplanlsp:[ \t]*(ignore-file|ignore)\b(?:\[([^\]\n\r]*)\])?")
_CODE: Final = re.compile(r"[^\s,]+")


@dataclass(frozen=True)
class RuleSettings:
    """`severities` maps a code to its severity, or None to switch the rule off.

    An entry for a rule that is off by default switches it on. `tolerances` are those of plans.
    """

    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    tolerances: Tolerances = DEFAULT_TOLERANCES

    def speaks(self, code: str, default: bool) -> bool:
        """Whether the rule of `code` is on."""
        if code in self.severities:
            return self.severities[code] is not None
        return default

    def severity(self, code: str, default: Severity) -> Severity | None:
        """The severity of a finding; None if it is switched off."""
        return self.severities.get(code, default)


class Suppressions:
    """The comments of a file that suppress diagnostics.

    `; planlsp: ignore[code, …]` suppresses those codes (all, without a list) on its own line, or on
    the next line if the comment is alone on its line; `ignore-file` suppresses them in the file.
    """

    def __init__(self, source: SourceText) -> None:
        self._by_line: dict[int, frozenset[str]] = {}
        self._file: frozenset[str] = frozenset()
        for suppression in _suppressions(source):
            scope, codes = suppression.groups()
            named = frozenset(_CODE.findall(codes) if codes else "*")
            if scope == "ignore-file":
                self._file |= named
            else:
                line = source.line_of(suppression.start())
                comment = source.text.index(";", source.line_starts[line])
                before = source.text[source.line_starts[line] : comment]
                at = line if before.strip() else line + 1
                self._by_line[at] = self._by_line.get(at, frozenset()) | named

    def silences(self, source: SourceText, diagnostic: Diagnostic) -> bool:
        """Whether a comment suppresses `diagnostic`."""
        codes = self._file
        if self._by_line:
            codes |= self._by_line.get(source.line_of(diagnostic.span.start), frozenset())
        return diagnostic.code in codes or "*" in codes


def silenced_codes(source: SourceText) -> Iterator[tuple[str, Span]]:
    """The codes in the suppression comments of a file, with their places; `*` stands for all."""
    for suppression in _suppressions(source):
        if suppression.group(2):
            for code in _CODE.finditer(source.text, *suppression.span(2)):
                yield code.group(), Span(*code.span())


def _suppressions(source: SourceText) -> Iterator[re.Match[str]]:
    """The suppressions in the comments of a file."""
    # Fast path: most files have none.
    if "planlsp:" in source.text:
        for comment in _COMMENT.finditer(source.text):
            yield from _SUPPRESSION.finditer(source.text, *comment.span())


def as_set(
    diagnostics: Iterable[Diagnostic], settings: RuleSettings, source: SourceText
) -> Iterator[Diagnostic]:
    """The `diagnostics` about `source` to report, with the severities of `settings`.

    Those that the settings switch off or a comment suppresses are left out.
    """
    suppressions = Suppressions(source)
    for diagnostic in diagnostics:
        severity = settings.severity(diagnostic.code, diagnostic.severity)
        if severity is None or suppressions.silences(source, diagnostic):
            continue
        same = severity is diagnostic.severity
        yield diagnostic if same else replace(diagnostic, severity=severity)


MOST: Final = 20
"""The maximum number of diagnostics of one code in a file; the last stands for the rest."""

_MOST_PLACES: Final = 100
"""The maximum number of related places."""


def one_for_each_mistake(
    diagnostics: Sequence[Diagnostic], checkpoint: Checkpoint = NEVER
) -> list[Diagnostic]:
    """The `diagnostics` of a file in textual order, merged by mistake.

    A merged diagnostic is at the first place, the other places are related, and each fix fixes all
    of them. If a code has more than `MOST` diagnostics, the last of these stands for the rest.
    """
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for number, found in enumerate(watched_if_many(diagnostics, checkpoint)):
        offered = tuple([(fix.title, fix.file) for fix in found.fixes])
        what = (found.mistake, found.severity, offered) if found.mistake else (number,)
        groups.setdefault((found.code, *what), []).append(found)
    kept: list[Diagnostic] = []
    of_code: dict[str, list[Diagnostic]] = {}
    for group in watched_if_many(groups.values(), checkpoint):
        found = _joined(group) if len(group) > 1 else group[0]
        if found.mistake:
            found = replace(found, mistake="")
        same_code = of_code.setdefault(found.code, [])
        same_code.append(found)
        if len(same_code) < MOST:
            kept.append(found)
    for same_code in of_code.values():
        rest = same_code[MOST - 1 :]
        kept += [_rest(rest)] if len(rest) > 1 else rest
    return kept


def _joined(group: Sequence[Diagnostic]) -> Diagnostic:
    first = group[0]
    others = sorted({found.span for found in group} - {first.span})
    also = tuple([Related(span, ALSO_HERE) for span in others[:_MOST_PLACES]])
    fixes = [_joined_fix(alike) for alike in zip(*(each.fixes for each in group), strict=True)]
    return replace(first, related=first.related + also, fixes=tuple(filter(None, fixes)))


def edits_of(fixes: Iterable[Fix]) -> set[Edit]:
    """The edits of `fixes`; many findings may share one fix with an edit for each of them."""
    return {edit for fix in {id(fix): fix for fix in fixes}.values() for edit in fix.edits}


def _joined_fix(alike: Sequence[Fix]) -> Fix | None:
    """The union of fixes that do the same in several places; None if their edits overlap."""
    edits = sorted(edits_of(alike))
    for edit, after in pairwise(edits):
        if after.span.start < edit.span.end or after.span == edit.span:
            return None
    return alike[0]._replace(edits=tuple(edits), safe=all(fix.safe for fix in alike))


def _rest(left_out: Sequence[Diagnostic]) -> Diagnostic:
    """The diagnostic that stands for the surplus ones of a code."""
    first = left_out[0]
    message = f"{len(left_out)} more of these diagnostics, the first of them: {first.message}"
    also = tuple([Related(other.span, ALSO_HERE) for other in left_out[1 : _MOST_PLACES + 1]])
    severity = min(found.severity for found in left_out)
    return replace(first, severity=severity, message=message, related=also, fixes=())
