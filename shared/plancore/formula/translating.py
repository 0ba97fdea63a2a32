"""Conditions as conditions of another model, under other names or with formulas for atoms."""

from __future__ import annotations

from plancore.formula.naming import BLANK, Naming
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
    """Another vocabulary has no words for a formula; the message says for what."""


class Translator:
    """Translates conditions part by part: subclasses say what becomes of the parts that have names.

    Raises UntranslatableError for what they say nothing of, and for what is no condition.
    """

    def formula(self, formula: Formula) -> Formula:
        """The condition that stands for `formula`."""
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
        """What stands for an atom whose arguments are translated already."""
        return AtomicFormula(predicate, args)

    def term(self, term: Term) -> Term:
        """What stands for an argument."""
        return term

    def quantified(
        self, quantifier: type[Forall | Exists], variables: tuple[TypedName, ...], body: Formula
    ) -> Formula:
        """What stands for a quantified condition."""
        return quantifier(variables, self.formula(body))

    def comparison(self, comparison: Comparison) -> Formula:
        """What stands for a comparison of numbers."""
        raise _no_words(comparison)


class NameTranslator(Translator):
    """Puts conditions under a naming, which keeps what it does not list.

    Bound variables that would capture a new name get other names.
    """

    def __init__(self, naming: Naming) -> None:
        self._naming = naming

    def atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        """The literal under the new name."""
        name, *words = self._naming.atom(predicate, args)
        if BLANK in words:
            raise UntranslatableError(f"`{predicate}` leaves an argument of `{name}` undefined")
        atom = AtomicFormula(str(name), tuple(words))
        return Not(atom) if self._naming.denies(predicate) else atom

    def term(self, term: Term) -> Term:
        """The name's new one."""
        return self._naming.terms.get(term, term) if isinstance(term, str) else term

    def quantified(
        self, quantifier: type[Forall | Exists], variables: tuple[TypedName, ...], body: Formula
    ) -> Formula:
        """The condition with its types and, where need be, its variables renamed."""
        inner = self._naming.with_terms(self._naming.fresh(variables))
        typed = tuple(map(inner.typed_name, variables))
        return quantifier(typed, NameTranslator(inner).formula(body))


def _no_words(formula: Formula) -> UntranslatableError:
    kind = type(formula).__name__.lower()
    return UntranslatableError(f"a {kind} cannot be translated")
