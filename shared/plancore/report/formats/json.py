"""Reports as JSON, with the name of the document and its version."""

from __future__ import annotations

import json
import re
from typing import Final

from plancore.report.registry import Document, Report, Style, part

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def render(report: Report, style: Style) -> str:
    """One object: `format`, `version`, then the data of the report."""
    module = part(report, "data")
    document: Document = style.document or module.DOCUMENT
    data = {"format": document.format, "version": document.version, **module.data(report)}
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    # Names of files that are no text in any encoding have these; they cannot be written as UTF-8.
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
