"""Texts of which all is understood: one domain or one problem, without anything else or twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancore.compare.coverage import is_covered
from plancore.conflict_markers import conflicts
from plancore.diagnostic import Severity
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.snapshot import DefinitionSnapshot, FileSnapshot


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
