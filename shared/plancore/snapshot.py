"""An immutable text with lazily computed, cached answers.

An edit makes a new `FileSnapshot` that shares unaffected forms, and all answers about them, with
the old one. A file with git conflicts is an `UnmergedSnapshot`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from operator import attrgetter
from typing import Final

from plancore.conflict_markers import CONFLICT, OPENING, conflicts, our_version_in_place
from plancore.diagnostic import Diagnostic, Edit, Fix, Related, Severity
from plancore.lower.environment import Environment, resolve
from plancore.lower.facts import lower_facts, lower_names
from plancore.lower.readers import DOMAIN_SECTIONS, PROBLEM_SECTIONS
from plancore.lower.section import SectionModel, lower_section, report_meant, report_misplaced
from plancore.lower.typed_list import with_dashes
from plancore.memo import Key, Memo, lazy
from plancore.model.domain import Action, Domain
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import And, Formula
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Atom, Form, FormRole, Place
from plancore.syntax.reader import read, reread
from plancore.syntax.tree import Definition, Section, SyntaxTree

_DECLARING = frozenset(
    (":requirements", ":types", ":constants", ":objects", ":predicates", ":functions", ":task")
)

_BETWEEN: Final = 256
"""Sections between two calls of a checkpoint: some ten milliseconds."""
_FACTS_BETWEEN: Final = 8
"""Pieces of some 256 facts, likewise."""
_LINE_BREAK: Final = re.compile(r"\r\n|\n|\r")
_ENVIRONMENT: Final = Key[Environment]("environment")


class DefinitionSnapshot:
    """One `(define …)` of a file, with its model."""

    def __init__(self, definition: Definition, previous: DefinitionSnapshot | None = None) -> None:
        self.definition = definition
        self.kind = definition.kind
        self.memo = Memo()
        """Cached answers about the whole definition."""
        self._previous = previous

    @lazy
    def sections(self) -> list[tuple[Section, SectionModel]]:
        """Its sections with their models; of a section that is read in pieces only the names."""
        readers = PROBLEM_SECTIONS if self.kind == "problem" else DOMAIN_SECTIONS
        models = []
        for section in self.definition.sections:
            if section.head.role is FormRole.HEADER:
                model = SectionModel(section.keyword)
                if section.keyword == ":objects":
                    piece = lower_names(section)
                    model.names, model.uses = piece.names, piece.uses
                elif self.kind == "domain":
                    report_misplaced(model, section.head)
                else:
                    keyword = section.head.root.items[0] if section.head.root else None
                    if type(keyword) is Atom and keyword.key != section.keyword:
                        report_meant(model.uses, keyword, section.keyword)
            else:
                model = lower_section(section.head, readers)
            models.append((section, model))
        return models

    def lower(self, checkpoint: Checkpoint) -> None:
        """Lower its sections, whose models are cached with them; `checkpoint` may end it."""
        readers = PROBLEM_SECTIONS if self.kind == "problem" else DOMAIN_SECTIONS
        for number, section in enumerate(self.definition.sections):
            if section.head.role is not FormRole.HEADER:
                lower_section(section.head, readers, checkpoint)
            elif section.keyword == ":objects":
                lower_names(section, checkpoint)
            if not number % _BETWEEN:
                checkpoint(number, "sections understood")

    def read_facts(self, checkpoint: Checkpoint) -> None:
        """Lower the facts of a problem, which are cached with their pieces; `checkpoint` may end
        it."""
        for number, form in enumerate(self.fact_forms):
            lower_facts(form)
            if not number % _FACTS_BETWEEN:
                checkpoint(number, "facts understood")

    @lazy
    def models(self) -> list[SectionModel]:
        """The models of its sections."""
        return [model for _, model in self.sections]

    @lazy
    def damaged_forms(self) -> frozenset[Form]:
        """The sections that could not be read completely, whose models are incomplete."""
        return frozenset(
            section.head
            for section, model in self.sections
            if section.head.problems or model.uses.is_damaged
        )

    @lazy
    def faulty_forms(self) -> frozenset[Form]:
        """The damaged sections, those with undeclared names, wrong types or duplicate parameters,
        and types with a cycle: text copied from them is also wrong."""
        environment = self.environment
        has_cycle = bool(environment.hierarchy.cycle)
        return self.damaged_forms | {
            section.head
            for section, model in self.sections
            if (model.types and has_cycle)
            or model.repeats_a_parameter
            or model.uses.unbound
            or any(node.key not in environment.predicates for node, _ in model.uses.bare)
            or not resolve(model.uses, environment).is_possible
        }

    @property
    def name(self) -> str:
        """Its name in lower case; may be empty."""
        atom = self.definition.name
        return atom.key if atom else ""

    @property
    def domain_name(self) -> str:
        """For a problem, the name of its domain in lower case."""
        for model in self.models:
            if model.keyword == ":domain" and model.name:
                return model.name.key
        return ""

    @lazy
    def declaring_forms(self) -> tuple[Form, ...]:
        """The forms that declare names, other than actions."""
        return tuple(
            form
            for section, model in self.sections
            if model.keyword in _DECLARING
            for form in section.forms
        )

    @lazy
    def environment(self) -> Environment:
        """The declarations of a domain: the same object as before an edit that left them."""
        before = self._previous
        if before is not None and before._declares_like(self):
            return before.environment
        models = self.models
        names = {name.name for model in models for name in model.types}
        return Environment(
            requirements=[
                node.key if node.key[0] == ":" else f":{node.key}"
                for model in models
                for node in model.requirements
            ],
            types=[name for model in models for name in model.types],
            objects=[name for model in models for name in with_dashes(model.names, names)],
            predicates=[predicate for model in models for predicate in model.predicates],
            functions=[function for model in models for function in model.functions],
            actions=[action for model in models for action in model.actions],
            tasks=[task for model in models for task in model.tasks],
            # Sections outside a definition do not show what is declared around them.
            complete=self.definition.define is not None,
        )

    def _declares_like(self, other: DefinitionSnapshot) -> bool:
        if self.declaring_forms != other.declaring_forms:
            return False
        # The same forms mean something else in a problem, and less outside a definition.
        alone, other_alone = self.definition.define is None, other.definition.define is None
        if self.kind != other.kind or alone != other_alone:
            return False
        before, after = map(_actions_of, (self.models, other.models))
        changed = [pair for pair in zip_longest(before, after) if pair[0] is not pair[1]]
        if changed and any(model.tasks or model.methods for model in other.models):
            return False  # diagnostics of methods name the places of actions
        return all(a and b and _signature(a) == _signature(b) for a, b in changed)

    def problem_environment(self, domain: DefinitionSnapshot | None) -> Environment:
        """The names that a problem may use, given its domain; cached while both declare them."""
        outer = domain.environment if domain else None
        return self._declared.get(_ENVIRONMENT, (outer,), lambda: self._within(outer))

    @lazy
    def _declared(self) -> Memo:
        """Answers that depend only on declarations, which may be those of the last snapshot."""
        before = self._previous
        if before is not None and before.declaring_forms == self.declaring_forms:
            return before._declared
        return Memo()

    def _within(self, outer: Environment | None) -> Environment:
        base = outer or Environment(complete=False)
        return base.with_objects(
            [
                name
                for model in self.models
                for name in with_dashes(model.names, base.hierarchy.names)
            ],
            [node.key for model in self.models for node in model.requirements],
        )

    @lazy
    def fact_forms(self) -> list[Form]:
        """The pieces of `:init`."""
        return [
            form
            for section in self.definition.sections
            if section.keyword == ":init"
            for form in section.item_forms
        ]

    @lazy
    def actions(self) -> dict[str, Action]:
        """The actions of a domain by name; the first one of each name. Those of `environment` may
        have outdated preconditions and effects."""
        actions: dict[str, Action] = {}
        for model in self.models:
            for action in model.actions:
                actions.setdefault(action.name, action)
        return actions

    @lazy
    def domain(self) -> Domain:
        """The domain; raises ValueError for a problem."""
        if self.kind == "problem":
            raise ValueError("expected a domain, got a problem")
        models = self.models
        constraints = [m.constraints for m in models if m.constraints is not None]
        return Domain(
            name=self.name,
            requirements=tuple(node.key for m in models for node in m.requirements),
            types=tuple(t for m in models for t in m.types),
            constants=tuple(c for m in models for c in m.names),
            predicates=tuple(p for m in models for p in m.predicates),
            functions=tuple(f for m in models for f in m.functions),
            actions=tuple(a for m in models for a in m.actions),
            axioms=tuple(a for m in models for a in m.axioms),
            tasks=tuple(t for m in models for t in m.tasks),
            methods=tuple(method for m in models for method in m.methods),
            constraints=_conjunction(constraints),
            timeless=tuple(fact for m in models for fact in m.timeless),
            kept=tuple(each for m in models for each in m.kept),
            name_node=self.definition.name,
            define=self.definition.define,
        )

    @lazy
    def problem(self) -> Problem:
        """The problem with all its facts; raises ValueError for a domain."""
        if self.kind != "problem":
            raise ValueError("expected a problem, got a domain")
        models = self.models
        goals = [m.goal for m in models if m.goal is not None]
        constraints = [m.constraints for m in models if m.constraints is not None]
        return Problem(
            name=self.name,
            domain_name=self.domain_name,
            requirements=tuple(node.key for m in models for node in m.requirements),
            objects=tuple(name for m in models for name in m.names),
            init=tuple(fact for form in self.fact_forms for fact in lower_facts(form).facts),
            goal=_conjunction(goals) or And(()),
            metric=next((m.metric for m in models if m.metric), None),
            constraints=_conjunction(constraints),
            tasks=tuple(use for m in models for use in m.task_uses),
            kept=tuple(each for m in models for each in m.kept),
            name_node=self.definition.name,
            goal_node=next((m.goal_node for m in models if m.goal_node), None),
            define=self.definition.define,
        )


def _actions_of(models: Iterable[SectionModel]) -> Iterator[Action]:
    return chain.from_iterable(map(attrgetter("actions"), models))


def _signature(action: Action) -> tuple[object, ...]:
    """The signature of an action as written, which counts as a declaration: plans and methods use
    it."""
    names = (action.name_node, *(name.node for name in action.parameters))
    written = [node.text for node in names if type(node) is Atom]
    return action.kind, action.name, action.parameters, action.duration, written


def _conjunction(parts: list[Formula]) -> Formula | None:
    return And(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)


class FileSnapshot:
    """A PDDL text at one moment. `name` is whatever the caller calls the file."""

    def __init__(
        self, tree: SyntaxTree, name: str = "", previous: FileSnapshot | None = None
    ) -> None:
        self.tree = tree
        self.name = name
        self.definitions: list[DefinitionSnapshot] = []
        earlier = previous.definitions if previous else []
        for index, definition in enumerate(tree.definitions):
            before = earlier[index] if index < len(earlier) else None
            self.definitions.append(DefinitionSnapshot(definition, before))
        for before in earlier:
            # Only one step back: a longer chain would keep every text ever typed.
            before._previous = None

    @classmethod
    def of(
        cls,
        text: str,
        name: str = "",
        like: FileSnapshot | None = None,
        checkpoint: Checkpoint = NEVER,
    ) -> FileSnapshot:
        """The snapshot of `text`; what it says in the same words as `like` is worked out once.
        `checkpoint` may end the reading."""
        return cls(read(text, like.tree if like else None, checkpoint), name, like)

    def edited(self, span: Span, replacement: str, checkpoint: Checkpoint = NEVER) -> FileSnapshot:
        """The snapshot after the characters at `span` became `replacement`. Raises what
        `checkpoint` raises."""
        return FileSnapshot(reread(self.tree, span, replacement, checkpoint), self.name, self)

    @property
    def source(self) -> SourceText:
        """The text with its lines."""
        return self.tree.source

    @property
    def text(self) -> str:
        """The text."""
        return self.tree.source.text

    @property
    def kind(self) -> str:
        """`domain`, `problem`, `both`, or `unknown`."""
        kinds = {definition.kind for definition in self.definitions} - {""}
        if len(kinds) > 1:
            return "both"
        return next(iter(kinds), "unknown")

    def first(self, kind: str, name: str | None = None) -> DefinitionSnapshot | None:
        """The first definition of that kind, or the one called `name` where there is one."""
        definitions = [definition for definition in self.definitions if definition.kind == kind]
        key = None if name is None else name.lower()
        named = (definition for definition in definitions if definition.name == key)
        return next(named, definitions[0] if definitions else None)

    @property
    def domain(self) -> Domain | None:
        """The first domain of the file."""
        definition = self.first("domain")
        return definition.domain if definition else None

    @property
    def problem(self) -> Problem | None:
        """The first problem of the file."""
        definition = self.first("problem")
        return definition.problem if definition else None

    def span(self, place: Place) -> Span:
        """The characters that `place` means; raises KeyError for a place of another text."""
        return self.tree.span(place)

    def edit(self, edit: PlaceEdit) -> Edit:
        """`edit`, which is of this text, as an edit of the file with the file's own line breaks."""
        text = _LINE_BREAK.sub(self.source.newline, edit.text) if "\n" in edit.text else edit.text
        return Edit(self.span(edit.place), text)

    def located(
        self, findings: Iterable[Finding], others: tuple[FileSnapshot, ...] = ()
    ) -> Iterator[Diagnostic]:
        """`findings` with their places in this file; related ones may be in `others`.

        Findings that share a fix, which may have an edit for each of them, get the same `Fix`.
        """
        fixes: dict[int, tuple[PlaceFix, list[Fix]]] = {}
        for finding in findings:
            for fix in finding.fixes:
                if id(fix) not in fixes:
                    fixes[id(fix)] = fix, self._fix(fix, others)
            related = (self._related(*each, others) for each in finding.related)
            yield Diagnostic(
                finding.code,
                finding.severity,
                self.span(finding.place),
                finding.message,
                tuple(each for found in related for each in found),
                tuple(fix for shared in finding.fixes for fix in fixes[id(shared)][1]),
                finding.unnecessary,
                finding.mistake,
            )

    def _fix(self, fix: PlaceFix, others: tuple[FileSnapshot, ...]) -> list[Fix]:
        """The fix for the one file that holds all its places; none when there is no such file. No
        fix is safe where parentheses are wrong: with the edit the rest may be read otherwise."""
        for file in (self, *others):
            if all(file.tree.holds(edit.place.form) for edit in fix.edits):
                edits = tuple(map(file.edit, fix.edits))
                safe = fix.safe and not file.tree.problems
                return [Fix(fix.title, edits, None if file is self else file.name, safe)]
        return []

    def _related(
        self, place: Place, message: str, others: tuple[FileSnapshot, ...]
    ) -> list[Related]:
        if self.tree.holds(place.form):
            return [Related(self.span(place), message)]
        return [
            Related(file.span(place), message, file.name)
            for file in others
            if file.tree.holds(place.form)
        ][:1]


# Files with git conflicts, as one version of them: ours. Markers are not PDDL, and the text between
# them has two versions of the same thing: read together, shared literals would count twice. So
# markers and the other version are read as blanks. Each conflict is reported with the errors of the
# file.


class UnmergedSnapshot(FileSnapshot):
    """The whole text of a file with conflicts, with the definitions of our version.

    Places are offsets in the file. For reading only: there may be a conflict between two nodes,
    which edits made from nodes would break.
    """


def read_definitions(
    text: str,
    name: str = "",
    like: FileSnapshot | None = None,
    checkpoint: Checkpoint = NEVER,
) -> FileSnapshot:
    """As `FileSnapshot.of`, but an `UnmergedSnapshot` if the text has conflicts."""
    ours = our_version_in_place(text) if OPENING in text else text
    if ours is text:
        return FileSnapshot.of(text, name, like, checkpoint)
    tree = read(ours, like.tree if like else None, checkpoint)
    return UnmergedSnapshot(SyntaxTree(SourceText(text), tree.forms, tree.starts), name, like)


def one_version(file: FileSnapshot) -> FileSnapshot:
    """The file with the definitions of our version if it has conflicts, else the file itself."""
    if isinstance(file, UnmergedSnapshot) or OPENING not in file.text:
        return file
    ours = read_definitions(file.text, file.name)
    return ours if isinstance(ours, UnmergedSnapshot) else file


def read_steps(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """As `read_plan`, but with the steps of our version if the text has conflicts."""
    # Imported late: domains and problems do not need it.
    from plancore.notation.plans.reader import read_plan

    ours = our_version_in_place(text)
    plan, findings = read_plan(ours, checkpoint)
    if ours is text:
        return plan, findings
    told = (*findings, *conflict_errors(text))
    return plan, tuple(sorted(told, key=lambda finding: finding.span))


def conflict_errors(text: str) -> Iterator[Diagnostic]:
    """An error for each conflict of a text that is read as our version."""
    for conflict in conflicts(text):
        where = conflict.markers[0]
        yield Diagnostic(CONFLICT, Severity.ERROR, where, conflict.message_of_one)
