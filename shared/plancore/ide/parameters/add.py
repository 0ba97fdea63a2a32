"""A parameter added, with an argument wherever its owner is applied.

The argument is a variable that may stand there and is no argument yet. Where there is none, the
action gets a parameter, too, and its steps in plans an object; elsewhere an object is given. Where
several fit, the first is taken, and that is told as a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from plancore.diagnostic import Edit
from plancore.ide.navigation.reach import Subject
from plancore.ide.navigation.references import FormInPart
from plancore.ide.parameters.change import Addition, Parameterised
from plancore.ide.parameters.draft import Draft, RefusedError, declared
from plancore.ide.parameters.lists import with_item, with_parameter
from plancore.ide.parameters.offers import fresh
from plancore.ide.parameters.terms import Given, object_for, variable_for
from plancore.ide.parameters.uses import Application, PlannedAction
from plancore.model.domain import Action, Function, Method, Predicate
from plancore.model.formula import TypedName
from plancore.occurrences.table import SymbolKind
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.forms import Form
from plancore.syntax.nodes import Atom, List


class Adding:
    """Adds to a draft; `grown` are the actions that have got a parameter because they apply what
    has got one, with how many they had."""

    def __init__(self, draft: Draft) -> None:
        self.grown: list[tuple[Subject, Addition, int]] = []
        self._draft = draft
        self._new: dict[Form, Addition] = {}

    def add(self, subject: Subject, addition: Addition) -> None:
        """Declare the parameter and give arguments for it."""
        declaration = declared(subject)
        self._draft.write(subject.file.name, _declaration(subject.file, declaration, addition))
        self.give(subject, addition, len(declaration.parameters))

    def give(self, subject: Subject, addition: Addition, arity: int) -> None:
        """Give arguments for a parameter of what had `arity`."""
        self._draft.arities.append((subject, arity + 1))
        uses = self._draft.uses(subject, arity)
        # Heads of axioms first: the variable that they get may be used behind them.
        uses.sort(key=lambda use: isinstance(use, PlannedAction) or use.head is None)
        for use in uses:
            if isinstance(use, PlannedAction):
                self._in_step(use, addition)
            elif use.head is not None:
                self._in_head(use, use.head, addition)
            else:
                given = self._given(use, addition)
                file = use.at.part.file
                assert type(use.node) is List
                self._draft.write(file.name, with_item(file, use.node, given.term), given.doubt)

    def _in_head(self, use: Application, head: Sequence[TypedName], addition: Addition) -> None:
        file = use.at.part.file
        new = self._new[use.at.form] = _renamed(addition, head, use.at)
        assert type(use.node) is List
        self._draft.write(file.name, with_parameter(file, use.node, head, new))

    def _in_step(self, step: PlannedAction, addition: Addition) -> None:
        plan, action = step
        setting = self._draft.project.setting_of(plan)
        if setting.problem is None:
            raise RefusedError("no problem is known for this plan", plan.name, action.span)
        domain = setting.domain.definition if setting.domain else None
        environment = setting.problem.definition.problem_environment(domain)
        given = object_for(addition.types, environment, action.args)
        if given is None:
            raise _nothing_fits(addition, plan.name, action.span)
        end = (action.name_span, *action.arg_spans)[-1].end
        self._draft.write(plan.name, Edit(Span(end, end), f" {given.term}"), given.doubt)

    def _given(self, use: Application, addition: Addition) -> Given:
        assert type(use.node) is List
        arguments = [item.key for item in use.node.items[1:] if type(item) is Atom]
        environment = use.at.part.environment
        variable = variable_for(addition.types, use.scope, environment, arguments)
        if variable is not None:
            return variable
        new = self._new.get(use.at.form) or self._grow(use.at, addition)
        if new is not None:
            return Given(new.name, ())
        constant = object_for(addition.types, environment, arguments)
        if constant is None:
            raise _nothing_fits(addition, use.at.part.file.name, use.span)
        return constant

    def _grow(self, at: FormInPart, addition: Addition) -> Addition | None:
        """The parameter that the action or method of a form gets; None where it has neither."""
        operators: tuple[Action | Method, ...] = (*at.model.actions, *at.model.methods)
        operator = next(iter(operators), None)
        if operator is None:
            return None
        new = self._new[at.form] = _renamed(addition, operator.parameters, at)
        file = at.part.file
        self._draft.write(file.name, _declaration(file, operator, new))
        if isinstance(operator, Action):
            action = Subject(SymbolKind.ACTION, operator.name, file, at.part.definition)
            self.grown.append((action, new, len(operator.parameters)))
        return new


def _declaration(file: FileSnapshot, owner: Parameterised | Method, addition: Addition) -> Edit:
    """The parameter where what it belongs to is declared."""
    around = parameter_list(owner)
    if around is not None:
        return with_parameter(file, around, owner.parameters, addition)
    if type(owner.name_node) is not Atom:
        raise RefusedError(f"`{owner.name}` is declared in a way that cannot be changed")
    end = file.span(owner.name_node.place).end
    of_type = f" - {addition.type}" if addition.type else ""
    return Edit(Span(end, end), f"\n    :parameters ({addition.name}{of_type})")


def parameter_list(owner: Parameterised | Method) -> List | None:
    """The list in which the parameters stand; None where there is none."""
    if isinstance(owner, (Predicate, Function)):
        return owner.node if type(owner.node) is List else None
    root = owner.node
    items = root.items if type(root) is List else []
    for slot, value in pairwise(items):
        if type(slot) is Atom and slot.key == ":parameters" and type(value) is List:
            return value
    return None


def _renamed(addition: Addition, parameters: Sequence[TypedName], at: FormInPart) -> Addition:
    """The addition with a variable that the form has nowhere."""
    others = (o.name for o, _ in at.occurrences() if o.kind is SymbolKind.VARIABLE)
    name = addition.name
    taken = {parameter.name for parameter in parameters}.union(others)
    return (
        addition
        if name not in taken
        else addition._replace(name=fresh(addition.type, parameters, taken))
    )


def _nothing_fits(addition: Addition, key: str, span: Span) -> RefusedError:
    of_type = f" of type `{addition.type}`" if addition.type else ""
    return RefusedError(f"there is no object{of_type} that could be given here", key, span)
