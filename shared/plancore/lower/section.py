"""The meaning of one section, lowered once and kept with its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.uses import Uses
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
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import Formula, TypedName
from plancore.model.problem import Metric
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, Form, List


class SectionModel:
    """What one form declares, and what it uses. Only the fields of its kind are filled."""

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
        "types",
        "uses",
    )

    def __init__(self, keyword: str) -> None:
        self.keyword = keyword
        """The section's keyword as meant: a misspelt one is put right here."""
        self.uses = Uses()
        self.name: Atom | None = None
        """Of `(domain d)`, `(problem p)`, `(:domain d)`."""
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
        """What the other fields do not have in full."""
        self.goal: Formula | None = None
        self.goal_node: List | Atom | None = None
        self.metric: Metric | None = None
        self.constraints: Formula | None = None

    @property
    def repeats_a_parameter(self) -> bool:
        """Whether a list of parameters or variables has a name twice."""
        declared: tuple[Predicate | Function, ...] = (*self.predicates, *self.functions)
        lists = (*self.uses.lists, *(each.parameters for each in declared))
        return any(len({name.name for name in names}) < len(names) for names in lists)


SectionReader = Callable[[SectionModel, List], None]

EXTENSIONS: Final = frozenset(
    (
        ":actions",
        ":agents",
        ":axioms",
        ":center",
        ":constraint",
        ":fails",
        ":goal-reward",
        ":goals",
        ":groups",
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
            ":types",
        ),
        "domain",
    ),
    **dict.fromkeys((":domain", ":goal", ":htn", ":init", ":metric"), "problem"),
}
"""Sections of one kind of definition alone."""


_MODEL: Final = Key[SectionModel]("section")


def lower_section(form: Form, readers: dict[str, SectionReader]) -> SectionModel:
    """The meaning of `form`, a whole section; `readers` says how to read each kind."""
    # The same form means something else once its definition turns from domain into problem.
    return form.memo.get(_MODEL, (readers,), lambda: _settled(_lower(form, readers)))


def _settled(model: SectionModel) -> SectionModel:
    model.uses.settle()
    return model


def _lower(form: Form, readers: dict[str, SectionReader]) -> SectionModel:
    model = SectionModel(form.keyword)
    root = form.root
    if root is None:
        return model
    if not root.items:
        model.uses.report("unknown-section", root.place, "an empty list where a section belongs")
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
    """Report a section that only the other kind of definition has."""
    keyword = form.root.items[0] if form.root else None
    if type(keyword) is Atom:
        message = f"`{keyword.text}` belongs into a {BELONGS[keyword.key]}"
        model.uses.report("misplaced-section", keyword.place, message, severity=Severity.WARNING)


def _intended_section(
    model: SectionModel, first: Atom, readers: dict[str, SectionReader]
) -> str | None:
    """The section that a misspelt keyword stands for, reported; None when nothing is near."""
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
    meant = f":{key}" if f":{key}" in readers else nearest(key, readers)
    if meant is None:
        model.uses.report(
            "unknown-section",
            first.place,
            f"unknown section `{first.text}`",
            severity=Severity.WARNING if key[0] == ":" else Severity.ERROR,
        )
        return None
    model.uses.report(
        "unknown-section",
        first.place,
        f"unknown section `{first.text}`, did you mean `{meant}`?",
        PlaceFix(f"Change to `{meant}`", (PlaceEdit(first.place, meant),), safe=True),
    )
    return meant
