"""Domains: types, predicates, functions, actions, axioms, and tasks of HDDL."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Final

from plancore.model.formula import TRUE, Formula, TypedName
from plancore.model.record import record
from plancore.model.types import TypeHierarchy
from plancore.syntax.nodes import Form, List, Node


class ActionKind(StrEnum):
    """The kind of an operator; the value is its section keyword without the colon."""

    ACTION = "action"
    DURATIVE = "durative-action"
    PROCESS = "process"
    EVENT = "event"


@record
class Predicate:
    """A declared predicate with its parameters."""

    name: str
    parameters: tuple[TypedName, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)

    @property
    def name_node(self) -> Node | None:
        """The node of the declared name."""
        return _name_in(self.node)


UNDEFINED: Final = "undefined"
"""The value of an object fluent that has none (PDDL 3.1)."""
NUMBER: Final = ("number",)
"""The return type of numeric functions."""


@record
class Function:
    """A declared function. `returns` is `("number",)`, or the types of an object fluent."""

    name: str
    parameters: tuple[TypedName, ...] = ()
    returns: tuple[str, ...] = NUMBER
    node: Node | None = field(default=None, compare=False, repr=False)

    @property
    def name_node(self) -> Node | None:
        """The node of the declared name."""
        return _name_in(self.node)


def _name_in(declaration: Node | None) -> Node | None:
    """The name of a declaration: its first item, or itself if it has no parameters."""
    return declaration.items[0] if type(declaration) is List else declaration


@record
class Action:
    """An action schema, durative or not; processes and events have the same parts.

    For a durative action `precondition` is its `:condition`, made of `Timed` formulas.
    `precondition_node` and `effect_node` are the values of the slots, None if a slot is missing.
    `possible_precondition` and `possible_effect` are the uncertain parts of an annotated model.
    """

    name: str
    parameters: tuple[TypedName, ...] = ()
    precondition: Formula = TRUE
    effect: Formula = TRUE
    duration: Formula | None = None
    kind: ActionKind = ActionKind.ACTION
    node: Node | None = field(default=None, compare=False, repr=False)
    name_node: Node | None = field(default=None, compare=False, repr=False)
    parameters_node: Node | None = field(default=None, compare=False, repr=False)
    precondition_node: Node | None = field(default=None, compare=False, repr=False)
    effect_node: Node | None = field(default=None, compare=False, repr=False)
    possible_precondition: Formula = TRUE
    possible_effect: Formula = TRUE


@record
class Axiom:
    """A derived predicate `(:derived (p ?x) φ)`; it holds wherever the body holds."""

    predicate: str
    parameters: tuple[TypedName, ...]
    body: Formula
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class AbstractTask:
    """A compound task of HDDL."""

    name: str
    parameters: tuple[TypedName, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)
    name_node: Node | None = field(default=None, compare=False, repr=False)


@record
class TaskUse:
    """A task or action with arguments, in a method or the task network of a problem."""

    name: str
    args: tuple[str, ...] = ()
    label: str = ""
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Method:
    """A method for a compound task (HDDL)."""

    name: str
    parameters: tuple[TypedName, ...] = ()
    task: TaskUse | None = None
    precondition: Formula = TRUE
    subtasks: tuple[TaskUse, ...] = ()
    node: Node | None = field(default=None, compare=False, repr=False)
    name_node: Node | None = field(default=None, compare=False, repr=False)


@record
class Domain:
    """A planning domain. Lists are in the order of the file and keep duplicates, of which the first
    counts. `kept` has the parts that the other fields do not represent completely, including tasks
    and methods."""

    name: str
    requirements: tuple[str, ...] = ()
    types: tuple[TypedName, ...] = ()
    constants: tuple[TypedName, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    functions: tuple[Function, ...] = ()
    actions: tuple[Action, ...] = ()
    axioms: tuple[Axiom, ...] = ()
    tasks: tuple[AbstractTask, ...] = ()
    methods: tuple[Method, ...] = ()
    constraints: Formula | None = None
    timeless: tuple[Formula, ...] = ()
    kept: tuple[UnparsedSection, ...] = ()
    name_node: Node | None = field(default=None, compare=False, repr=False)
    define: Form | None = field(default=None, compare=False, repr=False)

    @property
    def hierarchy(self) -> TypeHierarchy:
        """The type hierarchy that `types` declares; computed at each access."""
        parents: dict[str, tuple[str, ...]] = {}
        for declared in self.types:
            earlier = parents.get(declared.name, ())
            parents[declared.name] = earlier + tuple(t for t in declared.types if t not in earlier)
        return TypeHierarchy(parents)

    @property
    def basic_predicates(self) -> tuple[Predicate, ...]:
        """The declared predicates that no axiom derives."""
        derived = {axiom.predicate for axiom in self.axioms}
        return tuple(predicate for predicate in self.predicates if predicate.name not in derived)

    def action(self, name: str) -> Action | None:
        """The first action called `name` (lower case)."""
        return next((action for action in self.actions if action.name == name), None)


# Parts of a definition that the records represent incompletely, kept as nodes


class UnparsedKind(StrEnum):
    """The kind of a kept part: task or method of HDDL, other section, slot of an action."""

    TASK = "task"
    METHOD = "method"
    SECTION = "section"
    SLOT = "slot"


@record
class UnparsedSection:
    """A section, or the value of a slot. `name` is that of the task or method, the keyword of any
    other section, or the action followed by the keyword of its slot."""

    kind: UnparsedKind
    name: str
    node: Node = field(compare=False, repr=False)

    @property
    def items(self) -> list[Node]:
        """The items after the keyword of a section, or the value of a slot."""
        is_section = self.kind is not UnparsedKind.SLOT
        return self.node.items[1:] if is_section and type(self.node) is List else [self.node]
