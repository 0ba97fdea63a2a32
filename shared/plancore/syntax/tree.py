"""The tree of a text: its forms in order, where each one starts, and the definitions they make.

White space and comments are the gaps between forms and between nodes; with the text nothing is
lost.
"""

from __future__ import annotations

from bisect import bisect_right

from plancore.memo import lazy
from plancore.source import SourceText, Span
from plancore.syntax.definitions import Definition, Section, assemble
from plancore.syntax.forms import Form, Role
from plancore.syntax.nodes import Place, SyntaxProblem


class SyntaxTree:
    """A text with its forms. Immutable once made."""

    def __init__(self, source: SourceText, forms: list[Form], starts: list[int]) -> None:
        self.source = source
        self.forms = forms
        self.starts = starts

    @lazy
    def _start_of(self) -> dict[int, int]:
        return {id(form): start for form, start in zip(self.forms, self.starts, strict=True)}

    def start(self, form: Form) -> int:
        """Where `form` starts; raises KeyError for a form of another text."""
        return self._start_of[id(form)]

    def holds(self, form: Form) -> bool:
        """Whether `form` is part of this text."""
        return id(form) in self._start_of

    def span(self, place: Place) -> Span:
        """The characters of the file that `place` means."""
        base = self._start_of[id(place.form)]
        return Span(base + place.start, base + place.end)

    def section_span(self, section: Section) -> Span:
        """All of a section, from its `(` on."""
        last = section.forms[-1]
        return Span(self.start(section.head), self.start(last) + len(last.text))

    def definition_span(self, definition: Definition) -> Span:
        """All of a definition."""
        spans = [
            Span(self.start(form), self.start(form) + len(form.text)) for form in definition.forms()
        ]
        return Span(min(span.start for span in spans), max(span.end for span in spans))

    def form_at(self, offset: int) -> tuple[Form, int] | None:
        """The form that a cursor at `offset` touches, and the offset inside it.

        Between two forms that touch, the later one is meant.
        """
        index = bisect_right(self.starts, offset) - 1
        if index < 0:
            return None
        form, start = self.forms[index], self.starts[index]
        if offset > start + len(form.text):
            return None
        return form, offset - start

    @lazy
    def definitions(self) -> list[Definition]:
        """The definitions of the file in order."""
        return assemble(self.forms)

    @lazy
    def problems(self) -> list[SyntaxProblem]:
        """Everything wrong with the parentheses, in no particular order."""
        problems = [problem for form in self.forms if form.problems for problem in form.problems]
        for definition in self.definitions:
            problems += definition.problems
        return problems

    @property
    def prose(self) -> list[Form]:
        """The pieces of the file that are not PDDL."""
        return [form for form in self.forms if form.role is Role.PROSE]
