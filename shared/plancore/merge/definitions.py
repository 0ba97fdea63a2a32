"""The definitions of a text: all, each by itself, or the only one, of which all is understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from plancore.compare.coverage import is_covered
from plancore.conflict_markers import conflicts
from plancore.diagnostic import Severity
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
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


@dataclass(frozen=True, slots=True)
class Whole:
    """A text with the one definition in it."""

    file: FileSnapshot
    definition: DefinitionSnapshot

    @property
    def kind(self) -> str:
        """`domain` or `problem`."""
        return self.definition.kind

    @property
    def name(self) -> str:
        """Its name."""
        return self.definition.name

    @property
    def domain(self) -> Domain:
        """The domain; raises ValueError for a problem."""
        return self.definition.domain

    @property
    def problem(self) -> Problem:
        """The problem; raises ValueError for a domain."""
        return self.definition.problem


def whole(text: str, like: Whole | None = None) -> Whole | None:
    """The only definition in a text; None where there is more, or what models do not say. What it
    says in the same words as `like` is worked out once."""
    file = FileSnapshot.of(text, like=like.file if like else None)
    if conflicts(text) or file.tree.problems or file.tree.prose or len(file.definitions) != 1:
        return None
    (definition,) = file.definitions
    if definition.definition.define is None or definition.definition.strays:
        return None
    findings = (finding for model in definition.models for finding in model.uses.findings)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return None
    if not is_covered(definition) or _says_twice(definition):
        return None
    return Whole(file, definition)


def nothing(kind: str) -> Whole | None:
    """The definition that says nothing."""
    return whole(f"(define ({kind} nothing) {'(:domain nothing)' if kind == 'problem' else ''})")


def _says_twice(definition: DefinitionSnapshot) -> bool:
    """Whether a name stands for two actions, parameters or objects, or a section stands twice."""
    if _has_repeats(
        model.keyword for model in definition.models if not (model.actions or model.axioms)
    ):
        return True
    if definition.kind == "problem":
        return _has_repeats(declared.name for declared in definition.problem.objects)
    actions = definition.domain.actions
    return _has_repeats(action.name for action in actions) or any(
        _has_repeats(parameter.name for parameter in action.parameters) for action in actions
    )


def _has_repeats(names: Iterable[str]) -> bool:
    names = list(names)
    return len(set(names)) < len(names)
