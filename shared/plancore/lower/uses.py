"""What one form uses, noted while it is lowered, so that no rule has to walk the tree again."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.model.domain import TaskUse
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import AtomicFormula, FunctionTerm, TypedName
from plancore.model.record import record
from plancore.syntax.nodes import Atom, List, Node, Place

Scope = dict[str, TypedName]
"""The variables that may be used at some place, by name."""


class Use(StrEnum):
    """What an atom or a function term is used for."""

    CONDITION = "condition"
    NEGATIVE_CONDITION = "negative condition"
    ADD = "add"
    DELETE = "delete"
    CHANGE = "change"
    INIT = "init"
    GOAL = "goal"
    DERIVED = "derived"
    METRIC = "metric"


@record
class AtomUse:
    """A predicate applied to arguments."""

    atom: AtomicFormula
    use: Use
    scope: Scope


class FunctionUse(NamedTuple):
    """A function applied to arguments."""

    term: FunctionTerm
    use: Use
    scope: Scope


class Words(NamedTuple):
    """Some of the words of a list, and their numbers among its items."""

    keys: tuple[str, ...]
    numbers: tuple[int, ...]


class Binder(NamedTuple):
    """A variable with the word for what binds it: `parameter` or `quantified variable`."""

    variable: TypedName
    kind: str


_NONE: Final[Any] = ()
"""Nothing of a kind that most forms note nothing of."""


class Uses:
    """The notes about one form."""

    __slots__ = (
        "atoms",
        "bare",
        "binders",
        "constants",
        "features",
        "findings",
        "functions",
        "lists",
        "mentioned_types",
        "preferences",
        "tasks",
        "unbound",
        "unused",
        "used",
        "variables",
        "violations",
    )

    def __init__(self) -> None:
        self.atoms: list[AtomUse] = []
        self.functions: list[FunctionUse] = []
        self.bare: list[tuple[Atom, bool]] = []
        """Words that stand where a formula belongs, and whether their dialect allows it."""
        self.tasks: list[tuple[TaskUse, Scope]] = []
        self.mentioned_types: list[Atom | tuple[List, Words]] = []
        """See `types` and `type_names`."""
        self.constants: list[Atom] = []
        """Names outside of atoms and function terms that must be objects."""
        self.binders: list[tuple[tuple[TypedName, ...], str]] = []
        """The variables of each list that binds some, with the word for what that is; gone when
        all is noted."""
        self.lists: list[tuple[TypedName, ...]] = []
        """The variables of each parameter list and each quantifier."""
        self.used: set[int] = set()
        """`id` of each `TypedName` that some term refers to; gone when all is noted."""
        self.unused: list[Binder] = _NONE
        """The variables that no term refers to; known when all is noted."""
        self.unbound: list[tuple[Atom, Scope]] = []
        """Variables that nothing binds, with what could have been meant."""
        self.variables: list[tuple[Atom, TypedName]] = []
        """Variables outside of atoms, function terms and tasks, with what binds them."""
        self.preferences: list[Atom] = []
        """The names that preferences are given."""
        self.violations: list[Atom] = []
        """The names of preferences in `(is-violated p)`."""
        self.features: dict[str, tuple[Node, int]] = {}
        """Requirement keyword to what needs it first, and the number of the word in it that says
        so; see `needed_at`."""
        self.findings: list[Finding] = []

    def settle(self) -> None:
        """Nothing more is noted from now on, so that what is empty need not take memory: a dozen
        lists for each action of a large domain, and what only tells which variables are unused."""
        used = self.used
        self.unused = [
            Binder(variable, kind)
            for variables, kind in self.binders
            for variable in variables
            if id(variable) not in used
        ] or _NONE
        del self.binders, self.used
        self.atoms = self.atoms or _NONE
        self.functions = self.functions or _NONE
        self.bare = self.bare or _NONE
        self.tasks = self.tasks or _NONE
        self.mentioned_types = self.mentioned_types or _NONE
        self.constants = self.constants or _NONE
        self.lists = self.lists or _NONE
        self.unbound = self.unbound or _NONE
        self.variables = self.variables or _NONE
        self.preferences = self.preferences or _NONE
        self.violations = self.violations or _NONE
        self.findings = self.findings or _NONE

    @property
    def is_damaged(self) -> bool:
        """Whether something in the form could not be read as PDDL of any dialect."""
        return bool(self.findings) or any(not tolerated for _, tolerated in self.bare)

    @property
    def types(self) -> list[Atom]:
        """The types that are mentioned, where they stand."""
        nodes: list[Atom] = []
        for mentioned in self.mentioned_types:
            if type(mentioned) is Atom:
                nodes.append(mentioned)
            else:
                assert type(mentioned) is tuple
                items = mentioned[0].items
                words = [items[number] for number in mentioned[1].numbers]
                nodes += [word for word in words if type(word) is Atom]
        return nodes

    def type_names(self) -> Iterator[str]:
        """The names of the types that are mentioned, which takes no nodes."""
        for mentioned in self.mentioned_types:
            if type(mentioned) is Atom:
                yield mentioned.key
            else:
                assert type(mentioned) is tuple
                yield from mentioned[1].keys

    def feature(self, requirement: str, node: Node, item: int = 0) -> None:
        """Note that `node` needs `requirement`: its head says so, or another word of it."""
        if requirement not in self.features:
            self.features[requirement] = node, item

    def needed_at(self, requirement: str) -> Place:
        """The first place that needs `requirement`, one of `features`."""
        node, item = self.features[requirement]
        return node.word_place(item) if type(node) is List and node.head else node.place

    def report(
        self,
        code: str,
        place: Place,
        message: str,
        *fixes: PlaceFix,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Note something that cannot be read as PDDL."""
        self.findings.append(Finding(code, severity, place, message, fixes=fixes))
