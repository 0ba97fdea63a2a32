"""Actions as sets of elements that can be compared, and cheaper forms of simple formulas.

The k-th parameter becomes the variable `?k`, so parameter names do not matter.

Elements also have places and texts. Most actions of two versions of a domain are equal and never
shown, so conjunctions of literals are counted without making elements (`plain_literals`). Sections
that the model does not represent are compared as text (`kept_meaning`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from plancore.formula.elements import Elements, condition_elements, effect_elements
from plancore.formula.printing import AS_WRITTEN, Naming
from plancore.memo import Key
from plancore.model.domain import Action, ActionKind, UnparsedKind, UnparsedSection
from plancore.model.formula import And, AtomicFormula, Formula, Not, Term
from plancore.model.record import record
from plancore.syntax.builder import SYNONYMS
from plancore.syntax.nodes import Atom, List, Node


@record
class CanonicalAction:
    """An action as sets of elements; `constructs` names the constructs other than literals."""

    action: Action
    naming: Naming
    precondition: Elements
    effect: Elements
    duration: Elements
    constructs: frozenset[str]

    @property
    def exact(self) -> bool:
        """Whether precondition and effect are sets of literals, as in STRIPS."""
        return not self.constructs


_NONE: Final[frozenset[str]] = frozenset()
"""The constructs of most actions: one object, as even an empty set is as large as ten names."""

_CANONICAL: Final = Key[CanonicalAction]("canonical action")


def canonical_action(
    action: Action, naming: Naming = AS_WRITTEN, order: tuple[int, ...] | None = None
) -> CanonicalAction:
    """The canonical form of `action`. `naming` renames everything except the parameters. `order[k]`
    is the number of the k-th parameter, k by default. Without renaming or reordering, the result is
    cached in the action's form."""
    if naming is not AS_WRITTEN or order is not None or action.node is None:
        return _canonical(action, naming, order)
    memo = action.node.form.memo
    return memo.get(_CANONICAL, (action,), lambda: _canonical(action, naming, order))


@lru_cache(maxsize=1024)
def _as_written(names: tuple[str, ...]) -> Naming:
    """`AS_WRITTEN` with numbered parameters, cached because many actions share their names."""
    return _numbered(AS_WRITTEN, names, range(len(names)))


def _numbered(naming: Naming, names: Sequence[str], numbers: Sequence[int]) -> Naming:
    return naming.with_terms(
        {name: f"?{number}" for name, number in zip(names, numbers, strict=True)}
    )


def _canonical(action: Action, naming: Naming, order: tuple[int, ...] | None) -> CanonicalAction:
    names = tuple([parameter.name for parameter in action.parameters])
    if naming is AS_WRITTEN and order is None:
        inner = _as_written(names)
    else:
        inner = _numbered(naming, names, range(len(names)) if order is None else order)
    constructs: set[str] = set()
    precondition = condition_elements(action.precondition, inner, constructs)
    effect = effect_elements(action.effect, inner, constructs)
    duration: Elements = {}
    if action.duration is not None:
        duration = condition_elements(action.duration, inner, set())
    if action.kind is not ActionKind.ACTION:
        constructs.add(action.kind.value)
    named = frozenset(constructs) if constructs else _NONE
    return CanonicalAction(action, inner, precondition, effect, duration, named)


Literal: TypeAlias = tuple[bool, str, tuple[Term, ...]]
"""The sign of a literal, its predicate, and its arguments; the k-th parameter is `?k`."""


def is_plain(formula: Formula) -> bool:
    """Whether a formula is a literal or a flat conjunction of literals over variables and
    constants. Equalities are excluded, because they are symmetric."""
    for part in formula.parts if type(formula) is And else (formula,):
        atom = part.body if type(part) is Not else part
        if type(atom) is not AtomicFormula or atom.predicate == "=":
            return False
        for arg in atom.args:
            if type(arg) is not str:
                return False
    return True


def plain_literals(formula: Formula, parameters: tuple[str, ...]) -> tuple[Literal, ...]:
    """The literals of a plain formula, in order and without repetitions. `parameters` are the names
    of the action's parameters."""
    found: dict[Literal, None] = {}
    for part in formula.parts if type(formula) is And else (formula,):
        atom = part.body if type(part) is Not else part
        assert type(atom) is AtomicFormula, "the formula is plain"
        found[atom is part, atom.predicate, _literals_numbered(atom.args, parameters)] = None
    return tuple(found)


@lru_cache(maxsize=4_096)
def _literals_numbered(args: tuple[Term, ...], parameters: tuple[str, ...]) -> tuple[Term, ...]:
    """The arguments with numbered parameters, cached because a domain has few combinations."""
    numbers: dict[Term, Term] = {name: f"?{number}" for number, name in enumerate(parameters)}
    return tuple([numbers.get(arg, arg) for arg in args])


# Texts of sections that the model does not represent, under other names or in a canonical form.

_NO_NAMES: Final[Mapping[str, str]] = {}


def kept_text(
    kept: UnparsedSection, naming: Naming = AS_WRITTEN, actions: Mapping[str, str] = _NO_NAMES
) -> str:
    """The text of a section, in lower case, on one line and without comments. `actions` renames
    actions, which `naming` does not."""
    return _text(kept.items, naming, actions)


def kept_meaning(kept: UnparsedSection, naming: Naming, actions: Mapping[str, str]) -> str:
    """The text with variables numbered in order of occurrence, equal up to names of variables.
    Variables of a slot are those of its action and keep their names."""
    numbers: dict[str, str] | None = None if kept.kind is UnparsedKind.SLOT else {}
    return _text(kept.items, naming, actions, numbers)


def _text(
    items: Sequence[Node],
    naming: Naming,
    actions: Mapping[str, str],
    numbers: dict[str, str] | None = None,
) -> str:
    # Without recursion: such sections may be nested deeply.
    pieces: list[str] = []
    inside = [(items, 0)]
    while inside:
        around, at = inside.pop()
        if at == len(around):
            if inside:
                pieces.append(")")
            continue
        inside.append((around, at + 1))
        if pieces and pieces[-1] != "(":
            pieces.append(" ")
        item = around[at]
        if type(item) is List:
            pieces.append("(")
            inside.append((item.items, 0))
        elif type(item) is Atom:
            key, is_list = item.key, len(inside) > 1
            if numbers is not None:
                key = SYNONYMS.get(key, key)
            if numbers is not None and key[0] == "?":
                pieces.append(numbers.setdefault(key, f"?{len(numbers)}"))
            elif at == 0 and is_list:
                # An atom, a function or a subtask begins with its name.
                own = naming.predicates.get(key) or naming.functions.get(key)
                pieces.append(own or actions.get(key, key))
            else:
                is_type = _is_type(around, at, is_list=is_list)
                pieces.append((naming.types if is_type else naming.terms).get(key, key))
    return "".join(pieces)


def _is_type(around: Sequence[Node], at: int, *, is_list: bool) -> bool:
    """Whether a name is a type: after a dash, or within `(either …)`."""
    before, first = around[max(at - 1, 0)], around[0]
    return (type(before) is Atom and before.key == "-") or (
        is_list and type(first) is Atom and first.key == "either"
    )
