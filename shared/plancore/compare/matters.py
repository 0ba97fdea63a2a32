"""How many differences there are: one count, for whoever tells of one.

A difference is what has to be put right at once: an action that one side lacks or has as another
kind, a literal, a list of parameters. A predicate that only the learned domain has is one as well,
with all that is said with it: nobody puts its uses right one by one. Names that differ, and what is
declared and makes no difference to an action, do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.memo import lazy
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, Formula, walk
from plancore.model.record import record


@record
class ExtraPredicate:
    """A predicate that only the learned domain declares, and every literal that it stands in, each
    with its action; there is one at least."""

    declaration: DeclarationChange
    uses: tuple[tuple[ActionDiff, Change], ...]

    def uses_in(self, action: ActionDiff) -> list[Change]:
        """The uses in an action, as it is shown."""
        return [change for other, change in self.uses if other.name == action.name]


def _never(_action: ActionDiff, _change: Change) -> bool:
    return False


class Differences:
    """The differences of two domains, counted."""

    def __init__(
        self, diff: DomainDiff, is_silent: Callable[[ActionDiff, Change], bool] = _never
    ) -> None:
        """`is_silent` says of a difference as written whether it is known to be none in meaning:
        such a one does not count."""
        self._diff = diff
        self._is_silent = is_silent
        self.extra_predicates = tuple(_extra_predicates(diff))
        """Those of which every use is an extra literal, in the order of their declaration. Where
        one also stands in an axiom, in an action that is extra as a whole or within a larger
        formula, taking it out is more than one step, and its uses count one by one."""

    @property
    def count(self) -> int:
        """How many there are."""
        alone = sum(self._n_alone(action.shown) for action in self._diff.actions)
        return alone + len(self.extra_predicates)

    def count_in(self, action: ActionDiff) -> int:
        """How many of them an action has; an extra predicate that stands in it is one."""
        predicates = sum(bool(predicate.uses_in(action)) for predicate in self.extra_predicates)
        return self._n_alone(action.shown) + predicates

    def alone_in(self, action: ActionDiff) -> list[Change]:
        """The literals of an action, as it is shown, that are a difference each: those of extra
        predicates and those that are silent are none."""
        return [change for change in self._literals(action) if not self._is_silent(action, change)]

    @property
    def n_silent(self) -> int:
        """How many literals differ as written alone."""
        return sum(self.n_silent_in(action.shown) for action in self._diff.actions)

    def n_silent_in(self, action: ActionDiff) -> int:
        """How many literals of an action, as it is shown, differ as written alone."""
        return sum(self._is_silent(action, change) for change in self._literals(action))

    def _literals(self, action: ActionDiff) -> list[Change]:
        return [change for change in action.changes if id(change) not in self._with_predicates]

    @lazy
    def _with_predicates(self) -> set[int]:
        return {id(use) for predicate in self.extra_predicates for _, use in predicate.uses}

    def _n_alone(self, action: ActionDiff) -> int:
        """How many there are in an action without its extra predicates."""
        if action.is_same:
            return 0
        if action.status in (Status.MISSING, Status.EXTRA) or action.is_other_kind:
            return 1
        return len(self.alone_in(action)) + (bool(action.parameters) or action.is_reordered)


def _extra_predicates(diff: DomainDiff) -> Iterator[ExtraPredicate]:
    called = diff.correspondence.predicates
    for declaration in diff.declarations:
        if declaration.what is not Declared.PREDICATE or declaration.kind is not ChangeKind.EXTRA:
            continue
        name = called.get(declaration.name, declaration.name)
        uses = tuple(_uses(diff, name))
        n_written = sum(_n_written(change) for _, change in uses)
        if uses and n_written == _n_uses(diff.learned, declaration.name):
            yield ExtraPredicate(declaration, uses)


def _uses(diff: DomainDiff, name: str) -> Iterator[tuple[ActionDiff, Change]]:
    """The extra literals of a predicate, which has the `name` in the comparison."""
    for action in diff.actions:
        shown = action.shown
        if shown.is_other_kind:
            continue
        for change in shown.changes:
            element = change.learned
            if change.kind is not ChangeKind.EXTRA or element is None:
                continue
            if element.positive is not None and element.predicate == name:
                yield shown, change


def _n_written(change: Change) -> int:
    return 0 if change.learned is None else 1 + len(change.learned.repeats)


def _n_uses(domain: Domain, name: str) -> int:
    """How often a predicate stands in the formulas of a domain."""
    heads = sum(axiom.predicate == name for axiom in domain.axioms)
    return heads + sum(
        isinstance(part, AtomicFormula) and part.predicate == name
        for formula in _formulas(domain)
        for part in walk(formula)
    )


def _formulas(domain: Domain) -> Iterator[Formula]:
    for action in domain.actions:
        yield from (action.precondition, action.effect)
    yield from (axiom.body for axiom in domain.axioms)
    yield from (method.precondition for method in domain.methods)
    if domain.constraints is not None:
        yield domain.constraints
