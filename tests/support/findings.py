"""Fixtures that hold their own expectation.

A comment line with carets under a line expects findings there: `; ^^^ code`, one for each group of
carets, in order. `;< code` expects one that covers the whole line above. All errors and warnings
are to be expected; of milder findings, only those whose code the fixture names.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from plancore.diagnostic import Diagnostic, Severity, apply_edits
from plancore.project import DomainChoice, DomainLink
from plancore.rules.check import DomainOf, check
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot

_WHOLE_LINE: Final = re.compile(r"^;< (?P<code>[a-z-]+)$")
_EXPECTATION: Final = re.compile(r"^\s*;(?P<carets>[\s^]*\^)\s*(?P<codes>[a-z][a-z ,-]*)$")


def findings(
    text: str, domain: str | None = None, settings: RuleSettings | None = None
) -> tuple[Diagnostic, ...]:
    """All findings in `text`; `domain` is the text of its domain, where that is another file."""
    file = snapshot(text, "file")
    if domain is None:
        return check(file, None, settings)
    other = snapshot(domain, "domain")
    return check(file, domain_of(other), settings, (other,))


@lru_cache(maxsize=16)
def snapshot(text: str, name: str = "") -> FileSnapshot:
    """A text, read; who asks for its findings asks again, or for those of a text beside it."""
    return FileSnapshot.of(text, name)


def domain_of(file: FileSnapshot) -> DomainOf:
    """Takes the domain of every problem from `file`."""
    found = file.first("domain")
    choice = DomainChoice(DomainLink(file, found) if found else None)
    return lambda _: choice


def errors(text: str, domain: str | None = None) -> tuple[Diagnostic, ...]:
    """The findings of severity error."""
    return tuple(d for d in findings(text, domain) if d.severity is Severity.ERROR)


def split(fixture: str) -> tuple[str, list[tuple[str, int, int, int]]]:
    """The text of a fixture and what it expects: code, line, first and last column."""
    lines: list[str] = []
    expected: list[tuple[str, int, int, int]] = []
    for line in fixture.split("\n"):
        whole = _WHOLE_LINE.match(line)
        if whole is not None:
            expected.append((whole["code"], len(lines) - 1, 0, len(lines[-1])))
            continue
        match = _EXPECTATION.match(line)
        if match is None:
            lines.append(line)
            continue
        groups = [(m.start(), m.end()) for m in re.finditer(r"\^+", line)]
        codes = match["codes"].replace(",", " ").split()
        assert len(groups) == len(codes), f"{len(groups)} places, {len(codes)} codes: {line}"
        at = len(lines) - 1
        expected += [(code, at, *group) for code, group in zip(codes, groups, strict=True)]
    return "\n".join(lines), expected


def places(text: str, found: tuple[Diagnostic, ...]) -> list[tuple[str, int, int, int]]:
    """Places of findings as code, line, first and last column; one over several lines ends with its
    first."""
    source = snapshot(text, "file").source
    made = []
    for diagnostic in found:
        for span in diagnostic.spans:
            line, first = source.position(span.start)
            last_line, last = source.position(span.end)
            made.append((diagnostic.code, line, first, last if last_line == line else -1))
    return made


def compare(
    fixture: str, domain: str | None = None, settings: RuleSettings | None = None
) -> tuple[list[tuple[str, int, int, int]], list[tuple[str, int, int, int]]]:
    """What is expected and not found, and what is found and not expected."""
    text, expected = split(fixture)
    codes = {code for code, *_ in expected}
    found = places(
        text,
        tuple(
            diagnostic
            for diagnostic in findings(text, domain, settings)
            if diagnostic.severity <= Severity.WARNING or diagnostic.code in codes
        ),
    )
    missed, surplus = list(expected), list(found)
    for one in found:
        if one in missed:
            missed.remove(one)
            surplus.remove(one)
    return missed, surplus


def expect(fixture: str, domain: str | None = None, settings: RuleSettings | None = None) -> None:
    """Assert that just what `fixture` expects is found."""
    missed, surplus = compare(fixture, domain, settings)
    assert (missed, surplus) == ([], [])


def fixed(text: str, title: str, domain: str | None = None) -> str:
    """`text` after the fix of that title, the first one offered."""
    for diagnostic in findings(text, domain):
        for fix in diagnostic.fixes:
            if fix.title == title and fix.file is None:
                return apply_edits(text, fix.edits)
    offered = [fix.title for d in findings(text, domain) for fix in d.fixes]
    raise AssertionError(f"no fix {title!r}; offered: {offered}")
