"""The layout of a file, so that inserted text looks like the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from plancore.lower.readers import DOMAIN_SECTIONS
from plancore.lower.section import lower_section
from plancore.memo import lazy
from plancore.model.finding import PlaceEdit
from plancore.syntax.nodes import Atom, FormRole, List, Node, Place
from plancore.syntax.tree import Definition, Section, SyntaxTree

DEFAULT_INDENT: Final = "  "


@dataclass(frozen=True)
class FileLayout:
    """The style of one file: line breaks, indentation, blank lines between sections."""

    tree: SyntaxTree

    @property
    def newline(self) -> str:
        """The line break that the file uses; LF if it has none."""
        return self.tree.source.newline

    @lazy
    def definition(self) -> Definition | None:
        """The first domain of the file."""
        return next((d for d in self.tree.definitions if d.kind == "domain"), None)

    def sections(self, keyword: str) -> list[Section]:
        """The sections of the domain that are read as `keyword`, including misspelt ones."""
        if self.definition is None:
            return []
        return [s for s in self.definition.sections if _read_as(s) == keyword]

    @lazy
    def section_indent(self) -> str:
        """The indentation of sections."""
        for definition in self.tree.definitions:
            for section in reversed(definition.sections):
                indent = self.indent_at(self.tree.start(section.head))
                if indent is not None:
                    return indent
        return DEFAULT_INDENT

    @lazy
    def slot_indent(self) -> str:
        """The indentation of slots such as `:parameters`."""
        for form in self.tree.forms:
            root = form.root if form.role is FormRole.SECTION else None
            if root is None or root.head not in (":action", ":durative-action"):
                continue
            for item in root.items[1:]:
                if type(item) is Atom and item.key.startswith(":"):
                    indent = self.indent_of(item)
                    if indent is not None:
                        return indent
        return self.section_indent + DEFAULT_INDENT

    @lazy
    def has_blank_lines(self) -> bool:
        """Whether blank lines separate sections; true if there are too few sections to judge by."""
        text = self.tree.source.text
        ends = [
            start + len(form.text)
            for form, start in zip(self.tree.forms, self.tree.starts, strict=True)
        ]
        gaps = [
            text[end:start]
            for end, start, form in zip(
                ends, self.tree.starts[1:], self.tree.forms[1:], strict=False
            )
            if form.role is FormRole.SECTION
        ]
        return len(gaps) < 3 or any(gap.count("\n") > 1 or gap.count("\r") > 1 for gap in gaps)

    def indent_at(self, offset: int) -> str | None:
        """The indentation at `offset` if it is the first thing on its line, else None."""
        source = self.tree.source
        start = source.line_starts[source.line_of(offset)]
        before = source.text[start:offset]
        return before if not before.strip() else None

    def indent_of(self, node: Node) -> str | None:
        """The indentation of `node` if it is the first thing on its line, else None."""
        return self.indent_at(self.start_of(node))

    def start_of(self, node: Node) -> int:
        """The offset of `node` in the file."""
        return self.tree.start(node.form) + node.start

    def break_before(self, node: Node) -> str:
        """The separator before a new sibling of `node`: an indented new line, or a blank."""
        indent = self.indent_of(node)
        return " " if indent is None else self.newline + indent

    def append(self, parent: List, texts: list[str]) -> PlaceEdit:
        """Append `texts` to the items of `parent`, in the layout of the last one."""
        last = parent.items[-1] if parent.items else None
        if last is None:
            return insert(parent, parent.start + 1, " ".join(texts))
        separator = self.break_before(last) if len(parent.items) > 1 else " "
        if separator == " " and self._comment_behind(self._end_of(last)):
            separator = self.newline + self._column_of(last)
        return self.insert_behind(last.place, "".join(separator + text for text in texts))

    def insert_behind(self, place: Place, text: str) -> PlaceEdit:
        """Insert `text` after `place`; if `text` begins a new line, also after a comment at the end
        of the line, which belongs to the text at `place`."""
        offset = self.tree.start(place.form) + place.end
        end = place.end
        if text.startswith(("\n", "\r")):
            end += len(self._comment_behind(offset))
        return PlaceEdit(Place(place.form, end, end), text)

    def _comment_behind(self, offset: int) -> str:
        """The comment that is the rest of the line, including the blanks before it."""
        source = self.tree.source
        behind = source.text[offset : source.line_span(source.line_of(offset)).end]
        return behind.rstrip() if behind.lstrip().startswith(";") else ""

    def _column_of(self, node: Node) -> str:
        """The blanks that align a line with `node`; tabs are kept."""
        source = self.tree.source
        start = self.start_of(node)
        before = source.text[source.line_starts[source.line_of(start)] : start]
        return "".join("\t" if character == "\t" else " " for character in before)

    def delete(self, nodes: Iterable[Node]) -> list[PlaceEdit]:
        """Delete `nodes` with the blanks before them. No comment is lost, gets longer or moves
        behind other text. Neighbours are deleted together: the line break between them may be what
        ends the comment before the first."""
        text = self.tree.source.text
        runs: list[tuple[Node, Node]] = []
        for node in sorted(nodes, key=self.start_of):
            if runs and not text[self._end_of(runs[-1][1]) : self.start_of(node)].strip():
                runs[-1] = (runs[-1][0], node)
            else:
                runs.append((node, node))
        return [self._delete_run(first, last) for first, last in runs]

    def delete_alone(self, node: Node) -> PlaceEdit:
        """Delete `node`, with the blanks before it unless these end a comment."""
        return self._delete_run(node, node, careful=True)

    def _delete_run(self, first: Node, last: Node, *, careful: bool = False) -> PlaceEdit:
        source = self.tree.source
        text = source.text
        start, end = self.start_of(first), self._end_of(last)
        blank = start
        while blank > 0 and text[blank - 1].isspace():
            blank -= 1
        line_end = source.line_span(source.line_of(end)).end
        ends_line = line_end < len(text) and not text[end:line_end].strip()
        comment = self._comment_behind(end)
        if comment and self.indent_at(start) is not None:
            end += len(comment) - len(comment.lstrip())
        elif (ends_line and not careful) or not self._ends_in_comment(blank):
            start = blank
        base = self.tree.start(first.form)
        return PlaceEdit(Place(first.form, start - base, end - base), "")

    def _end_of(self, node: Node) -> int:
        return self.tree.start(node.form) + node.end

    def _ends_in_comment(self, offset: int) -> bool:
        source = self.tree.source
        line_start = source.line_starts[source.line_of(offset)]
        return ";" in source.text[line_start:offset]


def _read_as(section: Section) -> str:
    if section.head.role is not FormRole.SECTION:
        return section.keyword
    return lower_section(section.head, DOMAIN_SECTIONS).keyword


def insert(near: Node, offset: int, text: str) -> PlaceEdit:
    """Insert `text` at `offset` of the form that `near` belongs to."""
    return PlaceEdit(Place(near.form, offset, offset), text)


def replace_node(node: Node, text: str) -> PlaceEdit:
    """Put `text` in place of `node`."""
    return PlaceEdit(node.place, text)
