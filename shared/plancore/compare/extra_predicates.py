"""Predicates that only the learned domain has, each grouped with the literals that use it."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, Formula, walk
from plancore.model.record import record


@record
class ExtraPredicate:
    """A predicate that only the learned domain declares.

    `uses` has every literal that uses it, at least one, with its action.
    """

    declaration: DeclarationChange
    uses: tuple[tuple[ActionDiff, Change], ...]

    def uses_in(self, action: ActionDiff) -> list[Change]:
        """The uses in an action (as shown)."""
        return [change for other, change in self.uses if other.name == action.name]


def extra_predicates(diff: DomainDiff) -> Iterator[ExtraPredicate]:
    """Yield the predicates of which every use is an extra literal, in the order of their
    declaration.

    If a predicate is also used in an axiom, in an extra action or within a larger formula, removing
    it takes more than one step, and its uses are separate differences.
    """
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
    """The extra literals of the predicate with this name in the comparison."""
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
    """The number of uses of a predicate in the formulas of a domain."""
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
