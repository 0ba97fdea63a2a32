"""The comment that documents a declaration."""

from __future__ import annotations

from plancore.source import SourceText, Span


def documentation(source: SourceText, whole: Span) -> str:
    """The comment lines directly above the declaration `whole`, then the one behind it.

    A comment behind other code does not count, and neither does a directive (`;;!…`).
    """
    lines = [*_above(source, source.line_of(whole.start)), _behind(source, whole)]
    return "\n".join(line for line in lines if line)


def _above(source: SourceText, line: int) -> list[str]:
    if not _starts_line(source, line):
        return []
    lines: list[str] = []
    while line > 0:
        line -= 1
        text = source.line_text(line).strip()
        if not text.startswith(";"):
            break
        lines.append(_comment(text))
    return lines[::-1]


def _starts_line(source: SourceText, line: int) -> bool:
    return source.line_text(line).lstrip().startswith("(")


def _behind(source: SourceText, whole: Span) -> str:
    end = source.line_span(source.line_of(whole.end)).end
    rest = source.text[whole.end : end].lstrip(" \t)")
    return _comment(rest) if rest.startswith(";") else ""


def _comment(text: str) -> str:
    """The words of a comment; nothing for a directive or a ruler."""
    words = text.lstrip(";").strip()
    return words if words.strip("-=*#;~_ ") and not words.startswith("!") else ""
