"""What every repair must do about a plan: edits one of which it has.

A demand holds for all repairs, whatever else they change: where it rests on edits of the candidate
that was executed, these are its condition, and to leave one of them out is another way to meet it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from plancore.compare.changes import Part
from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, Formula, Not, TypedName, conjuncts, walk
from plancore.model.plan import GroundAtom
from plancore.model.problem import Problem
from plancore.repair.forced import NOTHING, Flaw, ForcedRun, Regression
from plancore.repair.result import Alteration, LiteralEdit, atom_of
from plancore.simulate.access import Pattern, Resources
from plancore.simulate.atoms import Literal, UndecidedError
from plancore.stop import Checkpoint


class EditConflict(NamedTuple):
    """Edits one of which every repair has that has all of `where`."""

    edits: frozenset[LiteralEdit] = frozenset()
    where: frozenset[LiteralEdit] = frozenset()

    def or_else(self, other: EditConflict) -> EditConflict:
        """What must be met where either way will do."""
        return _any_of((self, other))


def _any_of(ways: Iterable[EditConflict]) -> EditConflict:
    """What must be met where any way will do."""
    edits: set[LiteralEdit] = set()
    where: set[LiteralEdit] = set()
    for way in ways:
        edits |= way.edits
        where |= way.where
    return EditConflict(frozenset(edits), frozenset(where))


_NO_WAY = EditConflict()


class EditConflicts:
    """The conflicts of one plan, executed with the edits `made` in `domain`."""

    def __init__(
        self,
        domain: Domain,
        made: frozenset[LiteralEdit],
        run: ForcedRun,
        lifting: Lifting,
        checkpoint: Checkpoint,
    ) -> None:
        self._actions = {action.name: action for action in reversed(domain.actions)}
        self._made = made
        self._run = run
        self._lifting = lifting
        self._checkpoint = checkpoint
        self._regression = Regression(run)
        self._parts: dict[tuple[str, Part], frozenset[Formula]] = {}

    def of_flaw(self, flaw: Flaw) -> Iterator[EditConflict]:
        """The conflicts of a condition that does not hold."""
        moment, (formula, literal, reads) = flaw
        dropped = _NO_WAY
        if moment < self._run.end:
            dropped = self._without(self._name(moment), Part.PRECONDITION, formula)
        for way in self._changes(literal, reads, moment):
            yield dropped.or_else(way)

    def of_success(self) -> EditConflict:
        """The conflict of a plan that is valid, and must not be.

        Some condition must become false that it has, or it must have another one; that may hold
        now, since other edits may make it false. Or a constraint fails, or an effect on a number
        that is not defined.
        """
        return _any_of((*self._more_conditions(), *self._falsified(), *self._other_failures()))

    def of_anything(self) -> EditConflict:
        """The conflict of a plan that fails at something else, such as a constraint.

        What then holds rests on the states alone, so some effect must change.
        """
        patterns = tuple(Pattern(name, None) for name in sorted(self._lifting.predicates))
        return self._any_change(Resources(patterns=patterns), self._run.end)

    def of_effects(self) -> EditConflict:
        """Every edit of an effect of the plan."""
        predicates = sorted(filter(self._lifting.in_effects, self._lifting.predicates))
        names = {operator.name for operator in self._run.operators}
        possible = (
            (name, formula)
            for name in names
            for predicate in predicates
            for atom in self._lifting.atoms(self._actions[name], predicate)
            for formula in (atom, Not(atom))
        )
        stated = ((name, part) for name in names for part in self._stated_literals(name))
        return _any_of(self._changed(name, Part.EFFECT, way) for name, way in (*possible, *stated))

    def of_condition(self, edit: LiteralEdit) -> EditConflict | None:
        """What a repair needs that adds a condition, if the plan fails at it; else None.

        None as well for a derived predicate.
        """
        action = self._actions[edit.action]
        body = atom_of(edit.formula)
        assert body is not None, "what is added is a literal"
        positive = body is edit.formula
        for moment, operator in enumerate(self._run.operators, start=1):
            if operator.name != action.name:
                continue
            atom = _ground(body, action, operator.args)
            if atom[0] in self._run.task.axioms.predicates:
                return None
            if self._run.holds(atom, moment) is not positive:
                way = next(self._changes(Literal(atom, positive), NOTHING, moment))
                return EditConflict(way.edits, way.where | {edit})
        return None

    def _changes(
        self, wanted: Literal | None, reads: Resources, moment: int
    ) -> Iterator[EditConflict]:
        """The conflicts of making `wanted` true before step `moment`; each must be met.

        Where it is None, of changing anything that is read.
        """
        self._checkpoint()
        if wanted is None:
            yield self._any_change(reads, moment)
        elif wanted.atom[0] in self._regression.conditional_names:
            yield self._any_change(Resources(frozenset((wanted.atom,))), moment)
        else:
            yield from self._literal_changes(wanted, moment)

    def _literal_changes(self, wanted: Literal, moment: int) -> Iterator[EditConflict]:
        """The conflicts of making a literal true that only unconditional effects can change.

        Some step must make it true behind the last one that makes it false, or that one must not.
        A step that adds and deletes an atom adds it, so an effect of that step helps where the atom
        is wanted. That the literal may have been false before shows when this has been met: to
        follow it back at once finds no repair sooner.
        """
        culprit = self._run.last(wanted.atom, moment, added=not wanted.positive)
        if culprit == 0:
            yield self._achieved(wanted, 1, moment)
            return
        way = self._achieved(wanted, culprit if wanted.positive else culprit + 1, moment)
        name = self._name(culprit)
        for formula in self._effects_on(culprit, wanted.atom, positive=not wanted.positive):
            yield way.or_else(self._without(name, Part.EFFECT, formula))

    def _achieved(self, wanted: Literal, first: int, until: int) -> EditConflict:
        """The ways in which a step from `first` to before `until` makes a literal true."""
        ways: set[tuple[str, Formula]] = set()
        for name, args in {(o.name, o.args) for o in self._run.operators[first - 1 : until - 1]}:
            for atom in self._lifting.literals(self._actions[name], args, wanted.atom):
                ways.add((name, atom if wanted.positive else Not(atom)))
        return _any_of(self._with(name, Part.EFFECT, formula) for name, formula in ways)

    def _any_change(self, reads: Resources, moment: int) -> EditConflict:
        """Every edit of an effect before `moment` after which `reads` may be otherwise then."""
        ways: set[tuple[str, Formula]] = set()
        for step, watched in self._regression.steps(reads, moment):
            operator = self._run.operators[step - 1]
            action = self._actions[operator.name]
            for atom, formula in self._literals(action, operator.args, watched):
                way = operator.name, formula
                if way not in ways and self._is_effective(atom, formula, step):
                    ways.add(way)
        return _any_of(self._changed(name, Part.EFFECT, formula) for name, formula in ways)

    def _literals(
        self, action: Action, args: tuple[str, ...], watched: Resources
    ) -> Iterator[tuple[AtomicFormula, Formula]]:
        """The effects that `action` may get or lose on what is `watched`, each with its atom.

        What it has need not be what may be written: its arguments may be of other types.
        """
        for atom in self._atoms(action, args, watched):
            yield from ((atom, atom), (atom, Not(atom)))
        for formula in self._stated_literals(action.name):
            stated = atom_of(formula)
            if stated is not None and watched.holds(_ground(stated, action, args)):
                yield stated, formula

    def _atoms(
        self, action: Action, args: tuple[str, ...], watched: Resources
    ) -> Iterator[AtomicFormula]:
        """The atoms over the parameters of `action` that are `watched` for these objects."""
        wide = {pattern.predicate for pattern in watched.patterns}
        for predicate in filter(self._lifting.in_effects, wide):
            for atom in self._lifting.atoms(action, predicate):
                if watched.holds(_ground(atom, action, args)):
                    yield atom
        for ground in watched.atoms:
            if ground[0] not in wide and self._lifting.in_effects(ground[0]):
                yield from self._lifting.literals(action, args, ground)

    def _is_effective(self, atom: AtomicFormula, formula: Formula, step: int) -> bool:
        """Whether a step leaves another state if its action gets an effect, or loses it.

        Where it does so for no edit of a set, it does not for the set. An effect that makes true
        what a step before did is not looked at more closely: another one might undo it.
        """
        operator = self._run.operators[step - 1]
        ground = _ground(atom, operator.schema.action, operator.args)
        positive = formula is atom
        if formula in set(conjuncts(operator.schema.action.effect)):
            return positive or self._run.holds(ground, step)
        return self._run.holds(ground, step + 1) is not positive

    def _more_conditions(self) -> Iterator[EditConflict]:
        """Every condition that could be added to a step, or is asked for no longer."""
        # In order, for the first that is too large is named.
        names = sorted({operator.name for operator in self._run.operators})
        for name in names:
            for formula in self._lifting.all_literals(self._actions[name]):
                yield self._with(name, Part.PRECONDITION, formula)
        yield EditConflict(
            where=frozenset(
                edit
                for edit in self._made
                if edit.part is Part.PRECONDITION
                and edit.action in names
                and edit.alteration is Alteration.REMOVE
            )
        )

    def _falsified(self) -> Iterator[EditConflict]:
        """What could make one of the conditions false that the plan has."""
        for moment in range(1, self._run.end + 1):
            requirements, args = self._run.requirements(moment)
            for _, literal, reads in requirements.all(args):
                opposite = None if literal is None else Literal(literal.atom, not literal.positive)
                yield next(self._changes(opposite, reads, moment))

    def _other_failures(self) -> Iterator[EditConflict]:
        """Every edit that may make a valid plan fail at something else than its conditions."""
        task = self._run.task
        if task.domain.constraints is not None or task.problem.constraints is not None:
            yield self.of_anything()
        yield self._any_change(self._regression.numeric, self._run.end)

    def _with(self, action: str, part: Part, formula: Formula) -> EditConflict:
        """How `formula` comes into the action: it is put there, or not taken away."""
        edit = LiteralEdit(action, part, Alteration.ADD, formula)
        if edit in self._made:
            return _NO_WAY
        taken = LiteralEdit(action, part, Alteration.REMOVE, formula)
        if taken in self._made:
            return EditConflict(where=frozenset((taken,)))
        if formula in self._stated(action, part):
            return _NO_WAY
        return EditConflict(frozenset((edit,)))

    def _without(self, action: str, part: Part, formula: Formula) -> EditConflict:
        """How `formula` goes from the action: it is taken away, or not put there."""
        put = LiteralEdit(action, part, Alteration.ADD, formula)
        if put in self._made:
            return EditConflict(where=frozenset((put,)))
        return EditConflict(frozenset((LiteralEdit(action, part, Alteration.REMOVE, formula),)))

    def _changed(self, action: str, part: Part, formula: Formula) -> EditConflict:
        """How the action comes to differ in `formula`."""
        put = LiteralEdit(action, part, Alteration.ADD, formula)
        taken = LiteralEdit(action, part, Alteration.REMOVE, formula)
        for edit in (put, taken):
            if edit in self._made:
                return EditConflict(where=frozenset((edit,)))
        stated = formula in self._stated(action, part)
        return EditConflict(frozenset((taken if stated else put,)))

    def _stated_literals(self, action: str) -> list[Formula]:
        """The literals among the effects of an action, as the domain has it."""
        return [part for part in self._stated(action, Part.EFFECT) if atom_of(part) is not None]

    def _stated(self, action: str, part: Part) -> frozenset[Formula]:
        """What is joined in a part of an action, as the domain has it."""
        known = self._parts.get((action, part))
        if known is None:
            schema = self._actions[action]
            whole = schema.precondition if part is Part.PRECONDITION else schema.effect
            known = self._parts[action, part] = frozenset(conjuncts(whole))
        return known

    def _effects_on(self, moment: int, atom: GroundAtom, *, positive: bool) -> list[Formula]:
        """The effects of a step, edits made, that add the atom, or delete it."""
        operator = self._run.operators[moment - 1]
        action = operator.schema.action
        formulas: list[Formula] = []
        for part in conjuncts(action.effect):
            mine = atom_of(part)
            if mine is not None and (mine is part) is positive:
                formulas += [part] if _ground(mine, action, operator.args) == atom else []
        return formulas

    def _name(self, moment: int) -> str:
        return self._run.operators[moment - 1].name


def _ground(atom: AtomicFormula, action: Action, args: tuple[str, ...]) -> GroundAtom:
    objects = {p.name: value for p, value in zip(action.parameters, args, strict=True)}
    return (atom.predicate, *[objects.get(str(term), str(term)) for term in atom.args])


# From ground atoms at a step to the literals of its schema that mean them.

_MAX_LITERALS = 20_000
"""How many literals are made of one schema when any might matter."""


class Lifting:
    """The literals that may be written into the schemas of a domain.

    Their arguments are parameters and constants of the types that the predicate is declared with.
    Those of a predicate that is not declared are any, as many as where the domain or a goal of
    `problems` uses it first.
    """

    def __init__(self, domain: Domain, problems: Collection[Problem]) -> None:
        self._accepts = domain.hierarchy.accepts
        self._constants = {constant.name: constant for constant in reversed(domain.constants)}
        self._predicates = {
            predicate.name: predicate.parameters for predicate in reversed(domain.predicates)
        }
        for atom in _atoms_of(domain, problems):
            if atom.predicate != "=":
                anything = tuple(TypedName(str(term), ()) for term in atom.args)
                self._predicates.setdefault(atom.predicate, anything)
        self._derived = frozenset(axiom.predicate for axiom in domain.axioms)
        self._atoms: dict[tuple[str, str], list[AtomicFormula]] = {}

    def literals(
        self, action: Action, args: tuple[str, ...], atom: GroundAtom
    ) -> Iterator[AtomicFormula]:
        """The atoms over the parameters of `action` that are `atom` where these are `args`."""
        options: list[list[str]] = []
        for position, name in enumerate(atom[1:]):
            here = [
                parameter.name
                for parameter, value in zip(action.parameters, args, strict=True)
                if value == name and self._fits(parameter, atom[0], position)
            ]
            constant = self._constants.get(name)
            if constant is not None and self._fits(constant, atom[0], position):
                here.append(name)
            if not here:
                return
            options.append(here)
        for chosen in product(*options):
            yield AtomicFormula(atom[0], chosen)

    def all_literals(self, action: Action) -> Iterator[Formula]:
        """Every literal over the parameters of `action`, of both signs.

        Raises UndecidedError when there are too many.
        """
        count = 0
        for predicate in self._predicates:
            for atom in self.atoms(action, predicate):
                count += 1
                if count > _MAX_LITERALS:
                    raise UndecidedError(f"too many candidate literals for {action.name}")
                yield atom
                yield Not(atom)

    def atoms(self, action: Action, predicate: str) -> Sequence[AtomicFormula]:
        """Every atom of a predicate over the parameters of `action`.

        Raises UndecidedError when there are too many.
        """
        known = self._atoms.get((action.name, predicate))
        if known is None:
            names = [*action.parameters, *self._constants.values()]
            options = [
                [name.name for name in names if self._fits(name, predicate, position)]
                for position in range(len(self._predicates.get(predicate, ())))
            ]
            if prod(map(len, options)) > _MAX_LITERALS:
                raise UndecidedError(f"too many candidate literals for {action.name}")
            known = [AtomicFormula(predicate, chosen) for chosen in product(*options)]
            self._atoms[action.name, predicate] = known
        return known

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates that are declared or used."""
        return frozenset(self._predicates)

    def in_effects(self, predicate: str) -> bool:
        """Whether effects can change a predicate: it is known, and not derived."""
        return predicate in self._predicates and predicate not in self._derived

    def _fits(self, name: TypedName, predicate: str, position: int) -> bool:
        parameters = self._predicates.get(predicate, ())
        return position >= len(parameters) or self._accepts(parameters[position].types, name.types)


def _atoms_of(domain: Domain, problems: Collection[Problem]) -> Iterator[AtomicFormula]:
    """The atoms in the actions and axioms of `domain`, in constraints, and in goals."""
    formulas = [
        *(part for action in domain.actions for part in (action.precondition, action.effect)),
        *(axiom.body for axiom in domain.axioms),
        *(problem.goal for problem in problems),
        *(problem.constraints for problem in problems),
        domain.constraints,
    ]
    for formula in formulas:
        parts = () if formula is None else walk(formula)
        yield from (part for part in parts if isinstance(part, AtomicFormula))
