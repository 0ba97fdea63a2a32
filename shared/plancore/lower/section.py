"""The model of one section, lowered once and cached with its form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.memo import Key
from plancore.model.domain import (
    AbstractTask,
    Action,
    Axiom,
    Function,
    Method,
    Predicate,
    TaskUse,
    UnparsedKind,
    UnparsedSection,
)
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.model.formula import (
    Arithmetic,
    AtomicFormula,
    Expression,
    Formula,
    FunctionTerm,
    Number,
    TypedName,
)
from plancore.model.problem import PlanMetric
from plancore.model.record import record
from plancore.spelling import nearest
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Atom, Form, List, Node, Place


class SectionModel:
    """The declarations and uses of one form. Only the fields of its kind are filled."""

    __slots__ = (
        "actions",
        "axioms",
        "constraints",
        "functions",
        "goal",
        "goal_node",
        "kept",
        "keyword",
        "methods",
        "metric",
        "name",
        "names",
        "predicates",
        "requirements",
        "task_uses",
        "tasks",
        "timeless",
        "types",
        "uses",
    )

    def __init__(self, keyword: str) -> None:
        self.keyword = keyword
        """The section's keyword; misspellings are corrected."""
        self.uses = Uses()
        self.name: Atom | None = None
        """The name in `(domain d)`, `(problem p)`, `(:domain d)`."""
        self.requirements: tuple[Atom, ...] = ()
        self.types: tuple[TypedName, ...] = ()
        self.names: tuple[TypedName, ...] = ()
        """Constants or objects."""
        self.predicates: tuple[Predicate, ...] = ()
        self.functions: tuple[Function, ...] = ()
        self.actions: tuple[Action, ...] = ()
        self.axioms: tuple[Axiom, ...] = ()
        self.tasks: tuple[AbstractTask, ...] = ()
        self.methods: tuple[Method, ...] = ()
        self.task_uses: tuple[TaskUse, ...] = ()
        self.kept: tuple[UnparsedSection, ...] = ()
        """Sections and slots that the other fields do not represent completely."""
        self.goal: Formula | None = None
        self.goal_node: List | Atom | None = None
        self.metric: PlanMetric | None = None
        self.constraints: Formula | None = None
        self.timeless: tuple[Formula, ...] = ()

    @property
    def repeats_a_parameter(self) -> bool:
        """Whether a list of parameters or variables has a duplicate name."""
        declared: tuple[Predicate | Function, ...] = (*self.predicates, *self.functions)
        for names in (*self.uses.lists, *[each.parameters for each in declared]):
            if len(names) > 1 and len({name.name for name in names}) < len(names):
                return True
        return False


SectionReader = Callable[[SectionModel, List], None]

EXTENSIONS: Final = frozenset(
    (
        ":agents",
        ":axioms",
        ":center",
        ":constraint",
        ":fails",
        ":goal-reward",
        ":groups",
        ":hidden",
        ":horizon",
        ":length",
        ":observe",
        ":observable",
        ":private",
        ":reveals",
        ":safety",
        ":sensor",
        ":situation",
        ":total-time",
        ":utility",
        ":discount",
    )
)
"""Sections of dialects that are kept as they are and not analysed."""


_MEANT: Final = {
    ":actions": ":action",
    ":operator": ":action",
    ":fluents": ":functions",
    ":numeric-fluents": ":functions",
    ":metrics": ":metric",
    ":temporal-action": ":durative-action",
    ":goals": ":goal",
    ":goal-state": ":goal",
    ":initial": ":init",
    ":initial-state": ":init",
    ":init-state": ":init",
    ":minimize": ":metric minimize",
    ":maximize": ":metric maximize",
}
"""Sections that no planner supports, with the intended ones."""

BELONGS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            ":action",
            ":axiom",
            ":constants",
            ":derived",
            ":durative-action",
            ":event",
            ":functions",
            ":method",
            ":predicates",
            ":process",
            ":task",
            ":timeless",
            ":types",
        ),
        "domain",
    ),
    **dict.fromkeys((":domain", ":goal", ":htn", ":init", ":metric"), "problem"),
}
"""Sections that are only allowed in one kind of definition."""


_MODEL: Final = Key[SectionModel]("section")


def lower_section(
    form: Form, readers: dict[str, SectionReader], checkpoint: Checkpoint = NEVER
) -> SectionModel:
    """The model of `form`, a whole section; `readers` has the reader of each kind. Raises what
    `checkpoint` raises."""
    # A form is lowered again if its definition turns from a domain into a problem.
    return form.memo.get(_MODEL, (readers,), lambda: _settled(_lower(form, readers, checkpoint)))


def _settled(model: SectionModel) -> SectionModel:
    model.uses.settle()
    return model


def _lower(form: Form, readers: dict[str, SectionReader], checkpoint: Checkpoint) -> SectionModel:
    model = SectionModel(form.keyword)
    model.uses.checkpoint = checkpoint
    root = form.root
    if root is None:
        return model
    if not root.items:
        model.uses.report("unknown-section", root.place, "expected a section, found an empty list")
        return model
    first = root.items[0]
    read = readers.get(form.keyword)
    if read is None:
        if type(first) is not Atom:
            model.uses.report(
                "unknown-section",
                form.place(0, 1),
                "expected a section such as `(:action …)`, found a list",
            )
            return model
        keyword = _intended_section(model, first, readers)
        if keyword is None:
            model.kept = (UnparsedSection(UnparsedKind.SECTION, first.key, root),)
            return model
        model.keyword = keyword
        read = readers[keyword]
    read(model, root)
    return model


def report_misplaced(model: SectionModel, form: Form) -> None:
    """Report a section that belongs to the other kind of definition."""
    keyword = form.root.items[0] if form.root else None
    if type(keyword) is Atom:
        message = f"`{keyword.text}` is only allowed in a {BELONGS[form.keyword]}"
        model.uses.report("misplaced-section", keyword.place, message, severity=Severity.WARNING)


def _intended_section(
    model: SectionModel, first: Atom, readers: dict[str, SectionReader]
) -> str | None:
    """The section that a misspelt keyword stands for, which is reported; None if there is none."""
    key = first.key
    if key in EXTENSIONS:
        model.uses.report(
            "not-analysed",
            first.place,
            f"`{first.text}` is not analysed",
            severity=Severity.HINT,
        )
        return None
    if key in BELONGS:
        report_misplaced(model, first.form)
        return None
    if key == ":goals" and len(first.form.root.items if first.form.root else ()) != 2:
        # The goals of pddlsim, which are several lists.
        message = f"`{first.text}` is not analysed"
        model.uses.report("not-analysed", first.place, message, severity=Severity.HINT)
        return None
    # Bulk sections have no reader here.
    known = [*readers, ":init"] if ":goal" in readers else [*readers]
    meant = _MEANT.get(key.replace("_", "-")) or (
        f":{key}" if f":{key}" in known else nearest(key, known)
    )
    if meant is not None and meant not in readers:
        # It is not read as the intended section, so what it mentions seems unused.
        report_meant(model.uses, first, meant, is_cause=True)
        return None
    if meant is None:
        model.uses.report(
            "unknown-section",
            first.place,
            f"unknown section `{first.text}`",
            severity=Severity.WARNING if key[0] == ":" else Severity.ERROR,
        )
        return None
    report_meant(model.uses, first, meant)
    return meant


def report_meant(
    uses: Uses, first: Atom, meant: str, what: str = "section", *, is_cause: bool = False
) -> None:
    """Report a misspelt keyword of a section, or of a part of one (`what` is `keyword`). All
    keywords without their colons are one mistake. `is_cause` is for a section that is not read."""
    message = f"unknown {what} `{first.text}`; did you mean `{meant}`?"
    is_colon = first.key.strip(":") == meant[1:]
    title = "Insert `:`" if is_colon else f"Change to `{meant}`"
    fix = PlaceFix(title, (PlaceEdit(first.place, meant),), safe=True)
    mistake = "colons" if is_colon else message if what == "keyword" else ""
    mistake = f"{CAUSE}{message}" if is_cause else mistake
    uses.report(f"unknown-{what}", first.place, message, fix, mistake=mistake)


# The uses of a form are collected while it is lowered, so that no rule walks the tree again.

Scope = dict[str, TypedName]
"""The variables that are visible at some place, by name."""


class Use(StrEnum):
    """The role of an atom or a function term."""

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
    """Some of the words of a list, and their positions among its items."""

    keys: tuple[str, ...]
    numbers: tuple[int, ...]


class Binder(NamedTuple):
    """A variable and the kind of its binder: `parameter` or `quantified variable`."""

    variable: TypedName
    kind: str


_NONE: Final[Any] = ()
"""The value of lists that are empty for most forms."""


NAMED: Final = (str, FunctionTerm)
_VALUES: Final = (*NAMED, Number, Arithmetic)

_SIZES: Final = ("<", ">", "<=", ">=")


class ValueUse(NamedTuple):
    """A value `value`, the last item of the list `node`, that the fluent `term` is assigned or
    compared with. In comparisons by size `term` may be any expression."""

    term: Expression
    value: Expression
    node: List
    is_assigned: bool
    scope: Scope


class Uses:
    """The uses and findings of one form."""

    __slots__ = (
        "atoms",
        "bare",
        "binders",
        "checkpoint",
        "constants",
        "features",
        "findings",
        "functions",
        "lists",
        "mentioned_types",
        "operations",
        "preferences",
        "tasks",
        "unbound",
        "unused",
        "used",
        "values",
        "variables",
        "violations",
    )

    def __init__(self) -> None:
        self.atoms: list[AtomUse] = []
        self.checkpoint: Checkpoint = NEVER
        """Called while a long section is read; deleted by `settle`."""
        self.functions: list[FunctionUse] = []
        self.bare: list[tuple[Atom, bool]] = []
        """Words in place of a formula, and whether their dialect allows it."""
        self.tasks: list[tuple[TaskUse, Scope]] = []
        self.mentioned_types: list[Atom | tuple[List, Words]] = []
        """See `types` and `type_names`."""
        self.constants: list[Atom] = []
        """Names outside atoms and function terms that must be objects."""
        self.binders: list[tuple[tuple[TypedName, ...], str]] = []
        """The variables of each binding list, with the kind of binder; deleted by `settle`."""
        self.lists: list[tuple[TypedName, ...]] = []
        """The variables of each parameter list and each quantifier."""
        self.used: set[int] = set()
        """The `id` of each `TypedName` that is used; deleted by `settle`."""
        self.unused: list[Binder] = _NONE
        """The variables that are not used; set by `settle`."""
        self.unbound: list[tuple[Atom, Scope]] = []
        """Unbound variables, each with the variables in scope."""
        self.variables: list[tuple[Atom, TypedName]] = []
        """Variables outside atoms, function terms and tasks, with their declarations."""
        self.values: list[ValueUse] = _NONE
        """Fluents with the values that they are assigned or compared with; see `value`."""
        self.operations: list[tuple[Arithmetic, Scope]] = _NONE
        """The arithmetic with operands that may be no numbers."""
        self.preferences: list[Atom] = []
        """The names of the preferences."""
        self.violations: list[Atom] = []
        """The names of preferences in `(is-violated p)`."""
        self.features: dict[str, tuple[Node, int]] = {}
        """For each requirement the first node that needs it, and the position of the word in it
        that does; see `needed_at`."""
        self.findings: list[Finding] = []

    def settle(self) -> None:
        """Finish collecting: find the unused variables, and release what is no longer needed or is
        empty. In a large domain that is a dozen lists per action."""
        used = self.used
        self.unused = [
            Binder(variable, kind)
            for variables, kind in self.binders
            for variable in variables
            if id(variable) not in used
        ] or _NONE
        del self.binders, self.used, self.checkpoint
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
        """Whether the form has a finding, or a bare atom that its dialect does not allow."""
        return bool(self.findings) or any(not tolerated for _, tolerated in self.bare)

    @property
    def types(self) -> list[Atom]:
        """The atoms of the types that are mentioned."""
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
        """The names of the types that are mentioned, without making nodes."""
        for mentioned in self.mentioned_types:
            if type(mentioned) is Atom:
                yield mentioned.key
            else:
                assert type(mentioned) is tuple
                yield from mentioned[1].keys

    def value(
        self, node: Node, left: Expression, right: Expression, scope: Scope, *, is_assigned: bool
    ) -> None:
        """Record that a list of three items assigns or compares the fluent `left`."""
        assert type(node) is List, "it has items"
        if (type(left) is FunctionTerm and type(right) in _VALUES) or (
            node.head in _SIZES and (type(left) is str or type(right) in NAMED)
        ):
            self.values = self.values or []
            self.values.append(ValueUse(left, right, node, is_assigned, scope))

    def feature(self, requirement: str, node: Node, item: int = 0) -> None:
        """Record that `node` needs `requirement`, because of its word at position `item`."""
        if requirement not in self.features:
            self.features[requirement] = node, item

    def needed_at(self, requirement: str) -> Place:
        """The first place that needs `requirement`, which must be in `features`."""
        node, item = self.features[requirement]
        return node.word_place(item) if type(node) is List and node.head else node.place

    def report(
        self,
        code: str,
        place: Place,
        message: str,
        *fixes: PlaceFix,
        severity: Severity = Severity.ERROR,
        mistake: str = "",
    ) -> None:
        """Add a finding. Those with equal code and equal non-empty `mistake` are reported as
        one."""
        found = Finding(code, severity, place, message, fixes=fixes, mistake=mistake)
        self.findings.append(found)
