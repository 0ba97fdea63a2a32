"""A domain and a problem together: what can ever become true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.lower.environment import Environment, resolve
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.section import SectionModel
from plancore.lower.uses import AtomUse, Scope, Use
from plancore.memo import Key, lazy
from plancore.model.formula import (
    Assign,
    AtomicFormula,
    Formula,
    Not,
    Term,
    Timed,
    conjuncts,
    walk,
)
from plancore.rules.analysis.summary import Summary, facts_summary, summary, union
from plancore.snapshot import DefinitionSnapshot
from plancore.syntax.nodes import Form, FormRole

_RESOLVES: Final = Key[bool]("resolves")


def literals(condition: Formula) -> Iterator[AtomicFormula | Not]:
    """The literals that a condition always needs, at whatever time of a durative action."""
    stack = [condition]
    while stack:
        for part in conjuncts(stack.pop()):
            if type(part) is Timed:
                stack.append(part.body)
                continue
            atom = part.body if type(part) is Not else part
            if type(atom) is AtomicFormula and isinstance(part, AtomicFormula | Not):
                yield part


class Reachability:
    """What the actions and axioms of `domain` can make of the initial state of `problem`."""

    def __init__(
        self, domain: DefinitionSnapshot, problem: DefinitionSnapshot, environment: Environment
    ) -> None:
        self.domain = domain
        self.problem = problem
        self.environment = environment
        self._known_facts: dict[str, frozenset[tuple[Term, ...]]] = {}

    @lazy
    def is_sound(self) -> bool:
        """Whether everything in both is read and understood; only then can anything be ruled out.

        A damaged effect, or a section of an unknown dialect, may add what is missing.
        """
        for definition in (self.domain, self.problem):
            for section, model in definition.sections:
                if model.uses.findings or model.uses.bare or section.head.problems:
                    return False
            if definition.definition.problems:
                return False
            if any(form.problems or form.role is FormRole.STRAY for form in definition.fact_forms):
                return False
        return all(self._resolves(section.head, model) for section, model in self.domain.sections)

    def _resolves(self, form: Form, model: SectionModel) -> bool:
        """Whether every name in a section of the domain is declared and fits; kept with the form.

        A misspelt predicate in an effect may be the one that a goal waits for.
        """
        environment = self.domain.environment
        return form.memo.get(
            _RESOLVES,
            (model, environment),
            lambda: not any(resolve(model.uses, environment)) and not model.uses.unbound,
        )

    @lazy
    def domain_names(self) -> Summary:
        """Every name that the domain mentions."""
        return union([summary(section.head, model) for section, model in self.domain.sections])

    @lazy
    def stated(self) -> frozenset[str]:
        """The predicates of the initial state."""
        summaries = [facts_summary(form).predicates for form in self.problem.fact_forms]
        return frozenset().union(*summaries)

    def is_assigned(self, function: str) -> bool:
        """Whether some effect gives `function` a value that does not depend on its old one."""
        return any(
            type(part) is Assign and part.operator == "assign" and part.target.name == function
            for model in self.domain.models
            for action in model.actions
            for part in walk(action.effect)
        )

    def may_hold(self, atom: AtomicFormula, scope: Scope) -> bool:
        """Whether some instance of `atom` may hold at some time."""
        name = atom.predicate
        names = self.domain_names
        if name == "=" or name in names.derived or name not in self.environment.predicates:
            return True
        if any(self._unifies(atom.args, scope, u.atom.args, u.scope) for u in self._adders(name)):
            return True
        rows = self._facts(name)
        if atom.args in rows:
            return True
        if all(type(arg) is str and arg[0] != "?" for arg in atom.args):
            return False
        return any(self._unifies(atom.args, scope, row, {}) for row in rows)

    def _adders(self, predicate: str) -> list[AtomUse]:
        """The effects that add atoms of `predicate`."""
        return self._adders_by_name.get(predicate, [])

    @lazy
    def _adders_by_name(self) -> dict[str, list[AtomUse]]:
        adders: dict[str, list[AtomUse]] = {}
        for model in self.domain.models:
            for use in model.uses.atoms:
                if use.use is Use.ADD:
                    adders.setdefault(use.atom.predicate, []).append(use)
        return adders

    def _facts(self, predicate: str) -> frozenset[tuple[Term, ...]]:
        """The arguments of all facts of `predicate`; those of uncertain facts, too."""
        facts = self._known_facts.get(predicate)
        if facts is None:
            rows: set[tuple[Term, ...]] = set()
            for form in self.problem.fact_forms if predicate in self.stated else ():
                table = fact_table(form)
                if table is not None:
                    rows.update(tuple(row) for row in table.atoms.get(predicate, ()))
                    continue
                atoms = (use.atom for use in lower_facts(form).uses.atoms)
                rows.update(atom.args for atom in atoms if atom.predicate == predicate)
            facts = self._known_facts[predicate] = frozenset(rows)
        return facts

    def _unifies(
        self, args: tuple[Term, ...], scope: Scope, other_args: tuple[Term, ...], other_scope: Scope
    ) -> bool:
        """Whether two lists of terms can stand for the same objects, looked at one by one."""
        if len(args) != len(other_args):
            return False
        for term, other_term in zip(args, other_args, strict=True):
            if type(term) is not str or type(other_term) is not str:
                continue
            if term[0] != "?" and other_term[0] != "?":
                if term != other_term:
                    return False
                continue
            types = self._types(term, scope)
            other_types = self._types(other_term, other_scope)
            if types is None or other_types is None:
                continue
            if not self.environment.hierarchy.overlaps(types, other_types):
                return False
        return True

    def _types(self, name: str, scope: Scope) -> tuple[str, ...] | None:
        declared = scope.get(name) if name[0] == "?" else self.environment.objects.get(name)
        return declared.types if declared else None
