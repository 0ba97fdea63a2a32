"""Carrying out an edit script on a domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancore.compare.changes import ACTION_PARTS, Part
from plancore.compare.declarations import KEPT, Declared, stated_requirements
from plancore.compare.edit_script import ModelEdit, Operation, Target
from plancore.correspondence.names import names_of
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Elements, condition_elements, effect_elements
from plancore.model.domain import Action, ActionKind, Domain, UnparsedKind
from plancore.model.formula import And, Formula, TypedName
from plancore.snapshot import FileSnapshot


def apply_script(domain: Domain, script: Sequence[ModelEdit]) -> Domain:
    """`domain` after the edits of `script`, which was made for it.

    Only the texts of the edits are used, so a script may come from a file. Raises ValueError for
    an edit that cannot be carried out: its text is no PDDL, or what it deletes is not there.
    """
    workshop = _Workshop(domain)
    for edit in script:
        workshop.apply(edit)
    return workshop.domain()


class _Operator:
    """An action taken apart."""

    def __init__(self, action: Action) -> None:
        self.action = action
        canonical = canonical_action(action)
        self.naming = canonical.naming
        self.parts: dict[Part, Elements] = {
            Part.PRECONDITION: canonical.precondition,
            Part.EFFECT: canonical.effect,
            Part.DURATION: canonical.duration,
        }

    def assembled(self) -> Action:
        """The action put together again, without places."""
        condition, effect, duration = (
            And(tuple([element.formula for element in self.parts[part].values()]))
            for part in ACTION_PARTS
        )
        return Action(
            self.action.name,
            self.action.parameters,
            condition,
            effect,
            duration if duration.parts else None,
            self.action.kind,
        )

    def elements(self, part: Part, text: str) -> Elements:
        """What `text` says as a part of this action."""
        names = " ".join(name for name in self.naming.terms if name.startswith("?"))
        keyword = {Part.EFFECT: ":effect", Part.DURATION: ":duration"}.get(part)
        durative = self.action.kind is ActionKind.DURATIVE
        kind = "durative-action" if durative else "action"
        keyword = keyword or (":condition" if durative else ":precondition")
        domain = _read(f"(:{kind} a :parameters ({names}) {keyword} {text})", text)
        read = domain.actions[0]
        formula: Formula | None = read.precondition
        if part is not Part.PRECONDITION:
            formula = read.effect if part is Part.EFFECT else read.duration
        if formula is None:
            return {}
        if part is Part.EFFECT:
            return effect_elements(formula, self.naming, set())
        return condition_elements(formula, self.naming, set())


class _Workshop:
    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._operators = {
            name: _Operator(action) for name, action in names_of(domain, "actions").items()
        }
        self._predicates = names_of(domain, "predicates")
        self._types = [(t.name, parent) for t in domain.types for parent in t.types or ("",)]
        self._constants = names_of(domain, "constants")
        self._functions = names_of(domain, "functions")
        self._axioms = list(domain.axioms)
        self._constraints = domain.constraints
        self._kept = list(domain.kept)
        self._requirements = list(domain.requirements)

    def domain(self) -> Domain:
        """The domain as it is by now."""
        return replace(
            self._domain,
            actions=tuple(operator.assembled() for operator in self._operators.values()),
            predicates=tuple(self._predicates.values()),
            types=tuple(TypedName(name, (above,) if above else ()) for name, above in self._types),
            constants=tuple(self._constants.values()),
            functions=tuple(self._functions.values()),
            axioms=tuple(self._axioms),
            constraints=self._constraints,
            kept=tuple(self._kept),
            requirements=tuple(self._requirements),
        )

    def apply(self, edit: ModelEdit) -> None:
        """Carry out one edit."""
        if edit.target is Target.ACTION:
            self._action(edit)
        elif edit.target is Target.LITERAL:
            self._literal(edit)
        elif edit.target is Target.PARAMETERS:
            self._parameters(edit)
        elif edit.target in (Target.PREDICATE, Target.SIGNATURE):
            self._predicates.pop(edit.name, None)
            if edit.operation is not Operation.DELETE:
                for predicate in _read(f"(:predicates {edit.text})", edit.text).predicates:
                    self._predicates[predicate.name] = predicate
        else:
            self._declaration(edit)

    def _action(self, edit: ModelEdit) -> None:
        if edit.operation is Operation.DELETE:
            if self._operators.pop(edit.name, None) is None:
                raise ValueError(f"there is no action `{edit.name}` to delete")
            return
        for action in _read(edit.text, edit.text).actions:
            # Literals follow one by one, those of `:duration` as well.
            bare = replace(action, duration=None)
            self._operators[action.name] = _Operator(bare)

    def _literal(self, edit: ModelEdit) -> None:
        operator = self._operators.get(edit.name)
        if operator is None or edit.part is None:
            raise ValueError(f"there is no action `{edit.name}`")
        known = operator.parts[edit.part]
        for key, element in operator.elements(edit.part, edit.text).items():
            if edit.operation is Operation.ADD:
                known[key] = element
            elif known.pop(key, None) is None:
                raise ValueError(f"`{edit.text}` is not in the {edit.part} of `{edit.name}`")

    def _parameters(self, edit: ModelEdit) -> None:
        old = self._operators[edit.name]
        read = _read(f"(:action a :parameters {edit.text})", edit.text).actions[0]
        # Literals keep their variables; only the numbers of the variables change.
        action = replace(old.assembled(), parameters=read.parameters)
        self._operators[edit.name] = _Operator(action)

    def _declaration(self, edit: ModelEdit) -> None:
        removed = edit.operation is Operation.DELETE
        if edit.name == "requirements":
            self._requirement(edit.text, removed)
            return
        if edit.name == "derived":
            read = _read(edit.text, edit.text)
            derived = {axiom.predicate for axiom in read.axioms}
            self._axioms = [axiom for axiom in self._axioms if axiom.predicate not in derived]
            self._axioms += () if removed else read.axioms
            return
        if edit.name in KEPT:
            kind = KEPT[Declared(edit.name)]
            text = edit.text if kind is UnparsedKind.SECTION else f"(:{edit.name} {edit.text})"
            texts = _read(text, edit.text).kept
            gone = {(kept.kind, kept.name) for kept in texts}
            self._kept = [kept for kept in self._kept if (kept.kind, kept.name) not in gone]
            self._kept += () if removed else texts
            return
        read = _read(f"(:{edit.name} {edit.text})", edit.text)
        if edit.name == "constraints":
            self._constraints = None if removed else read.constraints
            return
        if edit.name == "types":
            changed = {declared.name for declared in read.types}
            self._types = [pair for pair in self._types if pair[0] not in changed]
            if not removed:
                self._types += [(t.name, parent) for t in read.types for parent in t.types or ("",)]
            return
        table = self._constants if edit.name == "constants" else self._functions
        for declared in getattr(read, edit.name):
            table.pop(declared.name, None)
            if not removed:
                table[declared.name] = declared

    def _requirement(self, name: str, removed: bool) -> None:
        if not removed:
            self._requirements.append(name)
        else:
            # What is implied by another one goes only when that says what it stands for.
            stated = stated_requirements(self._requirements)
            self._requirements = [each for each in stated if each != name]


def _read(sections: str, text: str) -> Domain:
    snapshot = FileSnapshot.of(f"(define (domain d) {sections})")
    domain = snapshot.domain
    if domain is None or snapshot.tree.problems:
        raise ValueError(f"not PDDL: {text}")
    return domain
