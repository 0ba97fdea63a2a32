"""Domains: types and their hierarchy, predicates, functions, actions, axioms, and tasks of HDDL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Final, TypeAlias

from plancore.memo import lazy
from plancore.model.formula import TRUE, Formula, TypedName
from plancore.model.record import record
from plancore.syntax.nodes import Atom, Form, List, Node

TypeNames: TypeAlias = tuple[str, ...]
"""The types after a dash: one type, or those of an `either`."""

OBJECT = "object"


_FEW: Final = 64
"""Maximum number of pairs of types that are compared one by one."""


class TypeHierarchy:
    """Types and their parents; a type may have several (`either`, or two declarations).

    Every type is a subtype of `object`, even if that is not written. Cycles are tolerated: the
    types of a cycle are subtypes of each other.
    """

    def __init__(self, parents: dict[str, tuple[str, ...]]) -> None:
        self.parents = parents

    @lazy
    def stated_parents(self) -> dict[str, tuple[str, ...]]:
        """The parents of each declared type; `object` is omitted if there are others."""
        return {
            name: tuple([parent for parent in above if parent != OBJECT]) or above
            for name, above in self.parents.items()
        }

    @lazy
    def names(self) -> frozenset[str]:
        """Every type named anywhere in the hierarchy, and `object`."""
        names = {OBJECT, *self.parents}
        for parents in self.parents.values():
            names.update(parents)
        return frozenset(names)

    @lazy
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {}

    def ancestors(self, name: str) -> frozenset[str]:
        """The supertypes of `name`, including itself and `object`."""
        ancestors = self._ancestors.get(name)
        if ancestors is None:
            ancestors = self._ancestors[name] = self.above((name,))
        return ancestors

    def is_subtype(self, name: str, of: str) -> bool:
        """Whether everything of type `name` is of type `of`."""
        if of == OBJECT or name == of:
            return True
        intervals = self._intervals
        if intervals is None:
            return of in self.ancestors(name)
        if name not in intervals or of not in intervals:
            return False
        first, last = intervals[of]
        return first <= intervals[name][0] <= last

    @lazy
    def _intervals(self) -> dict[str, tuple[int, int]] | None:
        """For each type the first and last number in a depth-first traversal of its subtree; None
        if the hierarchy is not a forest, or `object` has a supertype.

        With intervals a query takes constant time at any depth, and no sets of ancestors are
        stored.
        """
        if self.cycle or any(len(set(parents)) > 1 for parents in self.parents.values()):
            return None
        if set(self.parents.get(OBJECT, ())) - {OBJECT}:
            return None
        intervals: dict[str, tuple[int, int]] = {}
        count = 0
        stack = [
            (name, True) for name in self.names if name == OBJECT or not self.parents.get(name)
        ]
        while stack:
            name, enter = stack.pop()
            if enter:
                intervals[name] = (count, count)
                count += 1
                stack.append((name, False))
                stack.extend((child, True) for child in self._children.get(name, ()))
            else:
                intervals[name] = (intervals[name][0], count - 1)
        return intervals

    def accepts(self, wanted: Iterable[str], offered: Iterable[str]) -> bool:
        """Whether an argument declared as `offered` fits a parameter declared as `wanted`.

        Both are disjunctions (`either`), and empty means `object`; each offered type must fit.
        """
        wanted, offered = tuple(wanted) or (OBJECT,), tuple(offered) or (OBJECT,)
        if len(wanted) * len(offered) > _FEW:
            return OBJECT in wanted or {*wanted, *self.below(wanted)}.issuperset(offered)
        return all(any(self.is_subtype(name, of) for of in wanted) for name in offered)

    def overlaps(self, first: Iterable[str], second: Iterable[str]) -> bool:
        """Whether some declared type is a subtype of both; `object` overlaps everything."""
        pair = tuple(first) or (OBJECT,), tuple(second) or (OBJECT,)
        answer = self._overlaps.get(pair)
        if answer is None:
            answer = not self.below(pair[0]).isdisjoint(self.below(pair[1]))
            self._overlaps[pair] = answer
        return answer

    @lazy
    def _overlaps(self) -> dict[tuple[TypeNames, TypeNames], bool]:
        return {}

    def below(self, types: Iterable[str]) -> frozenset[str]:
        """The subtypes of `types`, including themselves."""
        tops = self.names.intersection(types)
        return self.names if OBJECT in tops else _reached(tops, self._children)

    def above(self, types: Iterable[str]) -> frozenset[str]:
        """The supertypes of `types`, including themselves and `object`."""
        return _reached(types, self.parents) | {OBJECT}

    @lazy
    def _children(self) -> dict[str, list[str]]:
        children: dict[str, list[str]] = {}
        for name, parents in self.parents.items():
            for parent in parents:
                if parent != name:
                    children.setdefault(parent, []).append(name)
        return children

    @lazy
    def cycle(self) -> tuple[str, ...]:
        """The types of one cycle in order of inheritance; empty if there is none."""
        done: set[str] = set()
        for start in self.parents:
            path: dict[str, None] = {}
            stack: list[tuple[str, bool]] = [(start, True)]
            while stack:
                name, enter = stack.pop()
                if not enter:
                    path.popitem()
                    done.add(name)
                    continue
                if name in path:
                    names = list(path)
                    return tuple(names[names.index(name) :])
                if name in done or name == OBJECT:
                    continue
                path[name] = None
                stack.append((name, False))
                stack.extend((parent, True) for parent in self.parents.get(name, ()))
        return ()


def _reached(start: Iterable[str], edges: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The nodes reachable from `start`, including `start`."""
    reached = set(start)
    stack = list(reached)
    while stack:
        for name in edges.get(stack.pop(), ()):
            if name not in reached:
                reached.add(name)
                stack.append(name)
    return frozenset(reached)


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

    def __eq__(self, other: object) -> bool:
        """Whether both have the same words and lists, wherever they are."""
        return type(other) is UnparsedSection and (
            (self.kind, self.name) == (other.kind, other.name)
            and (self.node is other.node or [*_words(self.node)] == [*_words(other.node)])
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.name))

    @property
    def items(self) -> list[Node]:
        """The items after the keyword of a section, or the value of a slot."""
        is_section = self.kind is not UnparsedKind.SLOT
        return self.node.items[1:] if is_section and type(self.node) is List else [self.node]


def _words(node: Node) -> Iterator[str]:
    """The words and parentheses of a node, without recursion: it may be nested deeply."""
    left: list[Node | str] = [node]
    while left:
        item = left.pop()
        if type(item) is List:
            yield "("
            left += (")", *reversed(item.items))
        else:
            yield item.key if type(item) is Atom else ")"
