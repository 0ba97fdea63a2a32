"""The interfaces of rules, and the contexts that they check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment, resolve
from plancore.lower.resolution import Resolution
from plancore.lower.section import SectionModel
from plancore.memo import lazy
from plancore.model.finding import Finding
from plancore.model.formula import TypedName
from plancore.model.record import record
from plancore.project import DomainChoice
from plancore.rules.analysis import Reachability, Summary, facts_summary, summary, union
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Atom, Form, Place


@record
class FormContext:
    """One form with its uses. Findings are cached for the same form and environment."""

    form: Form
    model: SectionModel
    resolution: Resolution
    environment: Environment
    kind: str
    """The kind of the form's definition: `domain` or `problem`."""

    @property
    def is_faulty(self) -> bool:
        """Whether some name in the form does not resolve, or some variable is unbound."""
        return any(self.resolution) or bool(self.model.uses.unbound)


@dataclass(frozen=True)
class DefinitionContext:
    """One whole definition. Made again after each edit, so rules for it must be cheap."""

    definition: DefinitionSnapshot
    domain: DefinitionSnapshot | None
    """The domain that applies: the definition itself, or that of a problem if it is known."""
    choice: DomainChoice
    """How the domain of a problem was found."""
    environment: Environment
    forms: tuple[FormContext, ...] = ()
    """Its forms, without the pieces of `:init` in which all names resolve."""
    alone: bool = True
    """Whether the file has no other definition."""
    checkpoint: Checkpoint = NEVER

    @lazy
    def faulty(self) -> tuple[FormContext, ...]:
        """The forms in which something does not resolve."""
        return tuple([form for form in self.forms if form.is_faulty])

    @lazy
    def unresolved(self) -> frozenset[str]:
        """The kinds of unresolved names: fields of `Resolution`, and `unbound` for variables.

        In a problem, `objects` includes those that its domain uses without declaring them.
        """
        fields = Resolution._fields
        found = {f for form in self.faulty for f in fields if getattr(form.resolution, f)}
        if any(form.model.uses.unbound for form in self.faulty):
            found.add("unbound")
        if self.used_by_domain:
            found.add("objects")
        return frozenset(found)

    @lazy
    def used_by_domain(self) -> tuple[tuple[TypedName, Atom], ...]:
        """The objects of a problem that its domain uses undeclared, each with its first use."""
        domain = self.domain
        if domain is None or domain is self.definition:
            return ()
        used: dict[str, Atom] = {}
        for section, model in domain.sections:
            if not summary(section.head, model).objects <= domain.environment.objects.keys():
                for node in resolve(model.uses, domain.environment).objects:
                    used.setdefault(node.key, node)
        names = (name for model in self.definition.models for name in model.names if used)
        return tuple([(name, used[name.name]) for name in names if name.node and name.name in used])

    @lazy
    def has_operators(self) -> bool:
        """Whether the domain has an action, axiom or method, which could use declared names."""
        return any(m.actions or m.axioms or m.methods for m in self.definition.models)

    @lazy
    def mentions(self) -> Summary:
        """All names that the definition mentions, except the objects of facts, which are many.

        Names in `:types` are not counted.
        """
        summaries = [
            summary(section.head, model)
            for section, model in self.definition.sections
            if model.keyword != ":types"
        ]
        for form in self.definition.fact_forms:
            summaries.append(facts_summary(form)._replace(objects=frozenset()))
        return union(summaries)

    @lazy
    def init_place(self) -> Place | None:
        """The keyword of the problem's `:init`."""
        for section, model in self.definition.sections:
            if model.keyword == ":init":
                return section.keyword_place
        return None

    @lazy
    def world(self) -> Reachability | None:
        """The reachability of atoms; None for a domain, and if domain or problem is not sound."""
        if self.definition.kind != "problem" or self.domain is None or self.faulty:
            return None
        world = Reachability(self.domain, self.definition, self.environment)
        return world if world.is_sound else None


class Rule(Protocol):
    """A module that documents one code. `DEFAULT` is whether the rule is on by default."""

    CODE: str
    SEVERITY: Severity
    DEFAULT: bool


class FormRule(Rule, Protocol):
    """A rule that needs one form and the declarations that it can use."""

    def check(self, context: FormContext) -> Iterator[Finding]:
        """The findings in a form."""
        ...


class DefinitionRule(Rule, Protocol):
    """A rule that needs all forms of a definition together."""

    def check(self, context: DefinitionContext) -> Iterator[Finding]:
        """The findings in a definition."""
        ...


class FileRule(Rule, Protocol):
    """A rule about a file as a whole."""

    def check(self, file: FileSnapshot) -> Iterator[Finding]:
        """The findings in a file."""
        ...
