"""Translation of conditions to another vocabulary, by renaming or by formulas for atoms."""

from __future__ import annotations

from plancore.formula.printing import BLANK, Naming
from plancore.model.formula import (
    And,
    AtomicFormula,
    Comparison,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Term,
    TypedName,
)


class UntranslatableError(ValueError):
    """A part of a formula cannot be expressed in the other vocabulary; the message names it."""


class Translator:
    """Translates conditions part by part; subclasses override the methods for parts with names.
    Raises UntranslatableError for parts that it cannot translate, and for formulas that are not
    conditions."""

    def formula(self, formula: Formula) -> Formula:
        """Translate a condition."""
        match formula:
            case AtomicFormula(predicate, args):
                return self.atom(predicate, tuple(map(self.term, args)))
            case Not(body):
                return Not(self.formula(body))
            case And(parts):
                return And(tuple(map(self.formula, parts)))
            case Or(parts):
                return Or(tuple(map(self.formula, parts)))
            case Imply(condition, conclusion):
                return Imply(self.formula(condition), self.formula(conclusion))
            case Forall(variables, body) | Exists(variables, body):
                return self.quantified(type(formula), variables, body)
            case Comparison():
                return self.comparison(formula)
        raise _no_words(formula)

    def atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        """Translate an atom; its arguments are already translated."""
        return AtomicFormula(predicate, args)

    def term(self, term: Term) -> Term:
        """Translate an argument."""
        return term

    def quantified(
        self, quantifier: type[Forall | Exists], variables: tuple[TypedName, ...], body: Formula
    ) -> Formula:
        """Translate a quantified condition."""
        return quantifier(variables, self.formula(body))

    def comparison(self, comparison: Comparison) -> Formula:
        """Translate a comparison of numbers."""
        raise _no_words(comparison)


class NameTranslator(Translator):
    """Renames conditions; names that the naming does not list stay. Bound variables that would
    capture a new name are renamed."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming

    def atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        """The renamed literal."""
        name, *words = self._naming.atom(predicate, args)
        if BLANK in words:
            raise UntranslatableError(f"`{predicate}` leaves an argument of `{name}` undefined")
        atom = AtomicFormula(str(name), tuple(words))
        return Not(atom) if self._naming.denies(predicate) else atom

    def term(self, term: Term) -> Term:
        """The renamed term."""
        return self._naming.terms.get(term, term) if isinstance(term, str) else term

    def quantified(
        self, quantifier: type[Forall | Exists], variables: tuple[TypedName, ...], body: Formula
    ) -> Formula:
        """The condition with renamed types and, if necessary, renamed variables."""
        inner = self._naming.with_terms(self._naming.fresh(variables))
        typed = tuple(map(inner.typed_name, variables))
        return quantifier(typed, NameTranslator(inner).formula(body))


def _no_words(formula: Formula) -> UntranslatableError:
    kind = type(formula).__name__.lower()
    return UntranslatableError(f"a {kind} cannot be translated")
