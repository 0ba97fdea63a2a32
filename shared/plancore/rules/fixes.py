"""Edits that several rules offer: declare, remove or change a name.

**Invariant**: nothing here searches for errors; it only writes the edits that a rule asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.lower.resolution import Declared
from plancore.lower.section import Scope
from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import Term, TypedName
from plancore.patch.declare import written
from plancore.rules.analysis import covering, fits, types_of
from plancore.rules.base import DefinitionContext
from plancore.source import Span
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, FormRole, List, Node, Place
from plancore.syntax.reader import reread
from plancore.syntax.tree import SyntaxTree

# Fixes of undeclared names: a similar name, or a declaration.

_BUDGET: Final = 20_000
"""The maximum number of comparisons of one `Suggestions`, some ten milliseconds. After that it
suggests nothing, so that time is linear and typing in a problem with many thousand objects is
fast."""

Named = TypedName | Predicate | Function | Action | AbstractTask


class Suggestions:
    """The nearest known name for each unknown one, cached."""

    def __init__(self, known: Mapping[str, Named]) -> None:
        self._known = known
        self._answers: dict[str, str | None] = {}
        self._budget = _BUDGET

    def __call__(self, name: str) -> str | None:
        """The key of the known name that `name` may stand for; None if there is none."""
        if name not in self._answers:
            self._budget -= len(self._known)
            self._answers[name] = nearest(name, self._known) if self._budget >= 0 else None
        return self._answers[name]

    def spelling(self, key: str) -> str:
        """The spelling of `key` in its declaration."""
        return spelling(self._known[key], key)


def spelling(declared: Named, key: str) -> str:
    """The spelling of a name in its declaration; `key` if that is not available."""
    node = declared.node if type(declared) is TypedName else getattr(declared, "name_node", None)
    return node.text if type(node) is Atom and node.key == key else key


def change_to(name: Atom, meant: str, *, safe: bool = False) -> PlaceFix:
    """Write `meant` in place of `name`."""
    return PlaceFix(f"Change to `{meant}`", (PlaceEdit(name.place, meant),), safe)


class NameUse(NamedTuple):
    """A name applied to arguments, which may be variables of `scope`."""

    name: Atom
    args: Sequence[Term]
    scope: Scope


def name_use(node: Node | None, args: Sequence[Term], scope: Scope) -> NameUse | None:
    """The use of a name in `node`, the name alone or a list that it begins; None for another."""
    name = node.items[0] if type(node) is List and node.items else node
    return NameUse(name, args, scope) if type(name) is Atom else None


Declare = Callable[[str, Sequence[NameUse]], PlaceEdit | None]
"""A function that declares a name to fit all its uses, or returns None."""


class Undeclared(NamedTuple):
    """An undeclared name, the similar declared one, the message, and the fixes."""

    name: Atom
    meant: str | None
    message: str
    fixes: tuple[PlaceFix, ...]


def undeclared(
    what: str,
    uses: Sequence[NameUse],
    known: Mapping[str, Declared],
    environment: Environment,
    declare: Declare,
) -> Iterator[Undeclared]:
    """The message and fixes for each undeclared name in `uses`; `what` is the noun for their kind.

    The message suggests a similar name in `known`. The fixes change to that name, if the arguments
    fit, and declare the name.
    """
    suggest = Suggestions(known)
    by_name: dict[str, list[NameUse]] = {}
    for use in uses:
        by_name.setdefault(use.name.key, []).append(use)
    declarations: dict[str, PlaceEdit | None] = {}
    for name, args, scope in uses:
        message = f"undeclared {what} `{name.text}`"
        fixes: list[PlaceFix] = []
        meant = suggest(name.key)
        if meant is not None:
            message += f"; did you mean `{suggest.spelling(meant)}`?"
            if fits(args, scope, known[meant], environment):
                fixes.append(change_to(name, suggest.spelling(meant)))
        if name.key not in declarations:
            declarations[name.key] = declare(name.text, by_name[name.key])
        edit = declarations[name.key]
        if edit is not None:
            fixes.append(PlaceFix(f"Declare {what} `{name.text}`", (edit,)))
        yield Undeclared(name, meant, message, tuple(fixes))


def signature(uses: Sequence[NameUse], environment: Environment) -> str | None:
    """`(name ?a - t …)` with the variables of the first of `uses` and types wide enough for all of
    them; None if their numbers of arguments differ."""
    name, args = uses[0].name, uses[0].args
    if len({len(use.args) for use in uses}) != 1:
        return None
    variables: list[str] = []
    for position, arg in enumerate(args, 1):
        is_new_variable = type(arg) is str and arg[0] == "?" and arg not in variables
        variables.append(str(arg) if is_new_variable else f"?x{position}")
    columns = zip(*(use.args for use in uses), strict=True)
    types = [
        covering((types_of(arg, use.scope, environment) for arg, use in column_uses), environment)
        for column_uses in (zip(column, uses, strict=True) for column in columns)
    ]
    typed = any(types)
    parts = [
        f"{variable} - {written(type_names or ('object',))}" if typed else variable
        for variable, type_names in zip(variables, types, strict=True)
    ]
    return f"({' '.join([name.text, *parts])})"


# Whether one more or one fewer parenthesis fixes a text.

MOST_TRIED: Final = 20
"""The maximum number of fixes tried per file; each try reads a part of the file again."""


def mends(tree: SyntaxTree, edit: PlaceEdit) -> bool:
    """Whether `edit` leaves fewer errors in parentheses, and no new one."""
    start, end = tree.span(edit.place)
    after = reread(tree, Span(start, end), edit.text)
    before_counts = Counter(problem.message for problem in tree.problems)
    after_counts = Counter(problem.message for problem in after.problems)
    return after_counts.total() < before_counts.total() and not after_counts - before_counts


# Fixes of unused or surplus nodes: remove them with the white space around them.


def remove(node: Node) -> PlaceEdit:
    """Remove `node`, and its whole lines if there is nothing else on them."""
    return _remove(node.place)


class NameRemover:
    """Removes single names from the typed list `names`."""

    def __init__(self, names: Iterable[TypedName]) -> None:
        self._sharing = Counter(id(name.type_node) for name in names)

    def __call__(self, name: TypedName) -> PlaceEdit | None:
        """Remove `name`, and its type if no other name has it.

        None if the name cannot be separated from its type.
        """
        node, type_node = name.node, name.type_node
        if type(node) is not Atom:
            return None
        if type_node is None:
            return remove(node)
        if self._sharing[id(type_node)] == 1:
            if type_node.form is not node.form:
                return None
            if node.form.text[node.end : type_node.start].strip() not in ("-", ""):
                return None  # something else is between them, or the type comes first
            return _remove(Place(node.form, node.start, type_node.end))
        return None if node.key[-1] == "-" else remove(node)


def _remove(place: Place) -> PlaceEdit:
    form, start, end = place
    if form.role is FormRole.ITEMS:
        # Bulk sections are cut anywhere, so text beyond the node must not matter.
        return PlaceEdit(place, "")
    text = form.text
    blank = _blank_from(text, start)
    after = _blank_until(text, end)
    if text[blank - 1 : blank] in ("\n", "\r"):
        if text[after : after + 2] == "\r\n":
            return PlaceEdit(Place(form, blank, after + 2), "")
        if text[after : after + 1] in ("\n", "\r"):
            return PlaceEdit(Place(form, blank, after + 1), "")
        if text[after : after + 1] not in (")", ""):
            return PlaceEdit(Place(form, start, after), "")
        # Before a `)` the line break before the item is removed, unless it ends a comment.
        previous = text[:blank].rstrip()
        if ";" not in previous[max(previous.rfind("\n"), previous.rfind("\r")) + 1 :]:
            return PlaceEdit(Place(form, len(previous), end), "")
        return PlaceEdit(Place(form, start, end), "")
    if text[start - 1 : start] in ("", "("):
        return PlaceEdit(Place(form, start, after), "")
    return PlaceEdit(Place(form, blank, end), "")


def _blank_from(text: str, at: int) -> int:
    """The start of the blanks before `at`, on its line."""
    while at > 0 and text[at - 1].isspace() and text[at - 1] not in "\r\n":
        at -= 1
    return at


def _blank_until(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


MOST: Final = 100
"""The maximum number of unused names reported per section; a grounded file may have thousands."""


def unused(code: str, name: Atom, what: str, fixes: tuple[PlaceFix, ...] = ()) -> Finding:
    """The finding that `name`, a `what` such as a type, is never used in a domain or problem."""
    message = f"unused {what} `{name.text}`"
    return Finding(code, Severity.HINT, name.place, message, (), fixes, unnecessary=True)


def unused_names(
    context: DefinitionContext, code: str, what: str, is_unused: Callable[[str], bool]
) -> Iterator[Finding]:
    """The unused constants or objects, with the fix that removes each from its list.

    There is no fix for a name that is declared twice: the other declaration would be left.
    """
    times = Counter(name.name for model in context.definition.models for name in model.names)
    for model in context.definition.models:
        candidates = [name for name in model.names if is_unused(name.name)]
        if not candidates:
            continue
        remove_name = NameRemover(model.names)
        for name in candidates[:MOST]:
            if type(name.node) is Atom and ".." not in name.name:  # ranges are errors
                edit = remove_name(name) if times[name.name] == 1 else None
                fixes = remove_unused(context, edit, name.node.text)
                yield unused(code, name.node, what, fixes)


def fix_unused(context: DefinitionContext, node: Node) -> tuple[PlaceFix, ...]:
    """The fix that removes a declaration in a list."""
    if type(node) is not List or node is node.form.root:
        # A whole section is a form of its own, so the text around it is not known here.
        return ()
    name = node.items[0] if node.items else node
    return remove_unused(context, remove(node), name.text if type(name) is Atom else node.text)


def remove_unused(
    context: DefinitionContext, edit: PlaceEdit | None, name: str
) -> tuple[PlaceFix, ...]:
    """The fix with `edit`. None if another definition of the file may use the name, in a form with
    wrong parentheses, where the edit may affect other names, and for a lone quotation mark, which
    separates the words next to it."""
    if edit is None or not context.alone or edit.place.form.problems or '"' in name:
        return ()
    return (PlaceFix(f"Remove `{name}`", (edit,)),)
