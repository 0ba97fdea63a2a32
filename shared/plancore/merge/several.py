"""The definitions of a text that has several, each by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plancore.conflict_markers import conflicts
from plancore.snapshot import FileSnapshot
from plancore.source import Span

Key = tuple[str, str]
"""Kind and name of a definition."""


class Several(NamedTuple):
    """A text, and where its definitions stand."""

    text: str
    spans: Mapping[Key, Span]

    @property
    def definitions(self) -> dict[Key, str]:
        """The text of each definition."""
        return {key: self.text[span.start : span.end] for key, span in self.spans.items()}

    def with_definitions(self, wanted: Mapping[Key, str]) -> str:
        """The text with the definitions of `wanted` in place of those with their names. What is not
        wanted goes, what is new comes last."""
        text = self.text
        for key, span in reversed(list(self.spans.items())):
            text = text[: span.start] + wanted.get(key, "") + text[span.end :]
        new = [definition for key, definition in wanted.items() if key not in self.spans]
        return "\n\n".join((text.rstrip(), *new)) + "\n" if new else text


def several(text: str) -> Several | None:
    """The definitions of a text, in their order; None where they cannot be told apart for sure."""
    file = FileSnapshot.of(text)
    if conflicts(text) or file.tree.problems or file.tree.prose:
        return None
    spans: dict[Key, Span] = {}
    for definition in file.definitions:
        parts = definition.definition
        key = (definition.kind, definition.name)
        if parts.define is None or parts.close is None or key in spans:
            return None
        end = file.tree.start(parts.close) + len(parts.close.text)
        spans[key] = Span(file.tree.start(parts.define), end)
    return Several(text, spans)
