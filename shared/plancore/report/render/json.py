"""Reports as JSON, with the format's name and version."""

from __future__ import annotations

import json
import re
from typing import Final

from msgspec import to_builtins

from plancore.report.registry import FormatVersion, Report, Style, part

_NOT_PLAIN: Final = re.compile(r"[^\n -~]")


def render(report: Report, style: Style) -> str:
    """One object: `format`, `version`, then the members of the report."""
    module = part(report, "data")
    document: FormatVersion = style.document or module.DOCUMENT
    data = to_builtins(module.data(report))
    data = {"format": document.format, "version": document.version, **data}
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    return escaped(text)


def escaped(text: str) -> str:
    """A JSON `text` with non-printable characters escaped: control characters, and lone surrogates
    from file names that cannot be decoded."""
    return _NOT_PLAIN.sub(_escaped, text)


def _escaped(character: re.Match[str]) -> str:
    return character[0] if character[0].isprintable() else json.dumps(character[0])[1:-1]
