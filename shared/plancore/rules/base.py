"""What a rule is, and what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from plancore.diagnostic import Severity
from plancore.model.environment import Environment
from plancore.model.finding import Finding
from plancore.model.lower.section import SectionModel
from plancore.model.resolve import Resolution
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.syntax.forms import Form


@dataclass(frozen=True, slots=True)
class FormContext:
    """One form with what it uses. Answers are kept as long as form and environment stay."""

    form: Form
    model: SectionModel
    resolution: Resolution
    environment: Environment
    kind: str
    """`domain` or `problem`: what the form is a part of."""

    @property
    def is_faulty(self) -> bool:
        """Whether some name in the form does not resolve, or some variable is not bound."""
        return any(self.resolution) or bool(self.model.uses.unbound)


@dataclass(frozen=True, slots=True)
class DefinitionContext:
    """One definition as a whole. Worked out again after each edit, so rules here are cheap."""

    definition: DefinitionSnapshot
    domain: DefinitionSnapshot | None
    """The domain that applies: itself, or a problem's if it is known."""
    environment: Environment
    forms: tuple[FormContext, ...] = ()
    """Its forms, without the pieces of `:init` in which everything resolves."""
    faulty: tuple[FormContext, ...] = ()
    """Those of `forms` in which something does not resolve."""


class Rule(Protocol):
    """A module that documents one code. `DEFAULT` says whether it speaks without being asked."""

    CODE: str
    SEVERITY: Severity
    DEFAULT: bool


class FormRule(Rule, Protocol):
    """A rule that needs one form and the names declared around it."""

    def check(self, context: FormContext) -> Iterator[Finding]:
        """What is wrong with the form."""
        ...


class DefinitionRule(Rule, Protocol):
    """A rule that needs all forms of a definition together."""

    def check(self, context: DefinitionContext) -> Iterator[Finding]:
        """What is wrong with the definition."""
        ...


class FileRule(Rule, Protocol):
    """A rule about a file as a whole."""

    def check(self, file: FileSnapshot) -> Iterator[Finding]:
        """What is wrong with the file."""
        ...
