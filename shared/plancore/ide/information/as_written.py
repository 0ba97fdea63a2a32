"""Names as their author writes them, where tables have them in lower case, and the comment that
documents a declaration."""

from __future__ import annotations

from plancore.lower.environment import Declared
from plancore.model.formula import TypedName
from plancore.occurrences import NameRole, SymbolKind, occurrences_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.syntax.nodes import Atom


def spelling_of(declared: Declared | TypedName) -> str:
    """The name as it is written where it is declared; of `?x- t` that is `?x`."""
    node = declared.node if isinstance(declared, TypedName) else declared.name_node
    return node.text[: len(declared.name)] if type(node) is Atom else declared.name


def types_as_written(file: FileSnapshot) -> dict[str, str]:
    """The types of the domains in `file` by name, as written where they are declared or, without a
    declaration, where they stand first."""
    written: dict[str, str] = {}
    declared: set[str] = set()
    for definition in file.definitions:
        for section, model in definition.sections:
            if model.keyword != ":types":
                continue
            start = file.tree.start(section.head)
            for kind, name, first, last, role, _ in occurrences_of(section, model, section.head):
                is_declared = role is NameRole.DECLARES
                if kind is SymbolKind.TYPE and (
                    name not in written or is_declared > (name in declared)
                ):
                    written[name] = file.text[start + first : start + last]
                if is_declared:
                    declared.add(name)
    return written


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
