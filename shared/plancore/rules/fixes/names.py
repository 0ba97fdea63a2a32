"""What is offered where a name is not declared: the one that was meant, a declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from plancore.lower.environment import Declared, Environment
from plancore.lower.uses import Scope
from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import Term, TypedName
from plancore.patch.declare import written
from plancore.rules.analysis.inference import covering, fits, types_of
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom

_BUDGET: Final = 20_000
"""Comparisons that one `Suggestions` makes, some ten milliseconds; then it is silent, so that time
stays linear, and a keystroke in a problem of many thousand objects cheap."""

Named = TypedName | Predicate | Function | Action | AbstractTask


class Suggestions:
    """The nearest known name for each unknown one, worked out once for each."""

    def __init__(self, known: Mapping[str, Named]) -> None:
        self._known = known
        self._answers: dict[str, str | None] = {}
        self._budget = _BUDGET

    def __call__(self, name: str) -> str | None:
        """The key of the known name that `name` may mean."""
        if name not in self._answers:
            self._budget -= len(self._known)
            self._answers[name] = nearest(name, self._known) if self._budget >= 0 else None
        return self._answers[name]

    def spelling(self, key: str) -> str:
        """How `key` is written where it is declared."""
        return spelling(self._known[key], key)


def spelling(declared: Named, key: str) -> str:
    """The name as its declaration writes it; `key` when that is not at hand."""
    node = declared.node if type(declared) is TypedName else getattr(declared, "name_node", None)
    return node.text if type(node) is Atom and node.key == key else key


def change_to(name: Atom, meant: str, *, safe: bool = False) -> PlaceFix:
    """Write `meant` in place of `name`."""
    return PlaceFix(f"Change to `{meant}`", (PlaceEdit(name.place, meant),), safe)


class NameUse(NamedTuple):
    """A name applied to arguments, which may be variables of `scope`."""

    name: Atom
    args: tuple[Term, ...]
    scope: Scope


Declare = Callable[[str, Sequence[NameUse]], PlaceEdit | None]
"""How to declare a name so that all its uses fit; None when that cannot be."""


class Undeclared(NamedTuple):
    """An undeclared name, the declared one that may be meant, the message, and the fixes."""

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
    """The message and fixes for each undeclared name in `uses`; `what` is the word for their kind.

    The message names the one of `known` that may be meant; the fixes change to that one where the
    arguments fit, and declare the name.
    """
    suggest = Suggestions(known)
    by_name: dict[str, list[NameUse]] = {}
    for use in uses:
        by_name.setdefault(use.name.key, []).append(use)
    declarations: dict[str, PlaceEdit | None] = {}
    for name, args, scope in uses:
        message = f"{what} `{name.text}` is not declared"
        fixes: list[PlaceFix] = []
        meant = suggest(name.key)
        if meant is not None:
            message += f", did you mean `{suggest.spelling(meant)}`?"
            if fits(args, scope, known[meant], environment):
                fixes.append(change_to(name, suggest.spelling(meant)))
        if name.key not in declarations:
            declarations[name.key] = declare(name.text, by_name[name.key])
        edit = declarations[name.key]
        if edit is not None:
            fixes.append(PlaceFix(f"Declare {what} `{name.text}`", (edit,)))
        yield Undeclared(name, meant, message, tuple(fixes))


def signature(
    name: str, variables: Sequence[str], uses: Sequence[NameUse], environment: Environment
) -> str:
    """`(name ?a - t …)` with types wide enough for all `uses`, each with as many arguments."""
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
    return f"({' '.join([name, *parts])})"
