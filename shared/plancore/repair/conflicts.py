"""Conflicts: sets of edits of which every repair must contain one.

A conflict holds for all repairs, whatever else they change. If it depends on edits of the candidate
that was executed, these are its condition, and leaving out one of them also solves it.
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
    """A repair that includes all edits in `where` must include one of `edits`."""

    edits: frozenset[LiteralEdit] = frozenset()
    where: frozenset[LiteralEdit] = frozenset()

    def or_else(self, other: EditConflict) -> EditConflict:
        """The conflict that is solved by solving either of two."""
        return _any_of((self, other))


def _any_of(ways: Iterable[EditConflict]) -> EditConflict:
    """The conflict that is solved by solving any of several."""
    edits: set[LiteralEdit] = set()
    where: set[LiteralEdit] = set()
    for way in ways:
        edits |= way.edits
        where |= way.where
    return EditConflict(frozenset(edits), frozenset(where))


_NO_WAY = EditConflict()


class EditConflicts:
    """The conflicts of one plan, executed in `domain` with the edits `made`."""

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
        """The conflict of a plan that is valid but must not be. One of its conditions must become
        false, or it must get another one. Even a condition that holds now may do, since other edits
        may make it false. Or a constraint must fail, or a numeric effect be undefined."""
        return _any_of((*self._more_conditions(), *self._falsified(), *self._other_failures()))

    def of_anything(self) -> EditConflict:
        """The conflict of a plan that fails for another reason, such as a constraint. That depends
        on the states alone, so some effect must change."""
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
        """The conflict of a repair that adds a condition, if the plan fails at it; else None. Also
        None for a derived predicate."""
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
        """The conflicts of making `wanted` true before step `moment`; each must be solved. If
        `wanted` is None, those of changing anything in `reads`."""
        self._checkpoint()
        if wanted is None:
            yield self._any_change(reads, moment)
        elif wanted.atom[0] in self._regression.conditional_names:
            yield self._any_change(Resources(frozenset((wanted.atom,))), moment)
        else:
            yield from self._literal_changes(wanted, moment)

    def _literal_changes(self, wanted: Literal, moment: int) -> Iterator[EditConflict]:
        """The conflicts of making true a literal that only unconditional effects change. Some step
        must make it true after the last one that makes it false, or that one must not. A step that
        adds and deletes an atom adds it, so an effect of that step helps if the atom is wanted.
        Whether the literal was false even before is found when this conflict has been solved:
        regressing at once does not find repairs sooner."""
        culprit = self._run.last(wanted.atom, moment, added=not wanted.positive)
        if culprit == 0:
            yield self._achieved(wanted, 1, moment)
            return
        way = self._achieved(wanted, culprit if wanted.positive else culprit + 1, moment)
        name = self._name(culprit)
        for formula in self._effects_on(culprit, wanted.atom, positive=not wanted.positive):
            yield way.or_else(self._without(name, Part.EFFECT, formula))

    def _achieved(self, wanted: Literal, first: int, until: int) -> EditConflict:
        """The conflict of making a literal true in a step from `first` to before `until`."""
        ways: set[tuple[str, Formula]] = set()
        for name, args in {(o.name, o.args) for o in self._run.operators[first - 1 : until - 1]}:
            for atom in self._lifting.literals(self._actions[name], args, wanted.atom):
                ways.add((name, atom if wanted.positive else Not(atom)))
        return _any_of(self._with(name, Part.EFFECT, formula) for name, formula in ways)

    def _any_change(self, reads: Resources, moment: int) -> EditConflict:
        """Every edit of an effect before `moment` after which `reads` may differ at `moment`."""
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
        """The effects that `action` may gain or lose on `watched` resources, each with its atom.
        Existing effects need not be among the possible ones: their arguments may have other
        types."""
        for atom in self._atoms(action, args, watched):
            yield from ((atom, atom), (atom, Not(atom)))
        for formula in self._stated_literals(action.name):
            stated = atom_of(formula)
            if stated is not None and watched.holds(_ground(stated, action, args)):
                yield stated, formula

    def _atoms(
        self, action: Action, args: tuple[str, ...], watched: Resources
    ) -> Iterator[AtomicFormula]:
        """The atoms over the parameters of `action` that are `watched` for the arguments `args`."""
        wide = {pattern.predicate for pattern in watched.patterns}
        for predicate in filter(self._lifting.in_effects, wide):
            for atom in self._lifting.atoms(action, predicate):
                if watched.holds(_ground(atom, action, args)):
                    yield atom
        for ground in watched.atoms:
            if ground[0] not in wide and self._lifting.in_effects(ground[0]):
                yield from self._lifting.literals(action, args, ground)

    def _is_effective(self, atom: AtomicFormula, formula: Formula, step: int) -> bool:
        """Whether a step results in another state if its action gains or loses an effect. If no
        single edit of a set changes the state, the set does not. An effect that makes true what a
        step has already made true is not analysed further: another one might undo it."""
        operator = self._run.operators[step - 1]
        ground = _ground(atom, operator.schema.action, operator.args)
        positive = formula is atom
        if formula in set(conjuncts(operator.schema.action.effect)):
            return positive or self._run.holds(ground, step)
        return self._run.holds(ground, step + 1) is not positive

    def _more_conditions(self) -> Iterator[EditConflict]:
        """Every condition that could be added to a step, or is no longer removed."""
        # Sorted, since an error names the first action with too many literals.
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
        """Every edit that could make one of the plan's conditions false."""
        for moment in range(1, self._run.end + 1):
            requirements, args = self._run.requirements(moment)
            for _, literal, reads in requirements.all(args):
                opposite = None if literal is None else Literal(literal.atom, not literal.positive)
                yield next(self._changes(opposite, reads, moment))

    def _other_failures(self) -> Iterator[EditConflict]:
        """Every edit that may make a valid plan fail for another reason than its conditions."""
        task = self._run.task
        if task.domain.constraints is not None or task.problem.constraints is not None:
            yield self.of_anything()
        yield self._any_change(self._regression.numeric, self._run.end)

    def _with(self, action: str, part: Part, formula: Formula) -> EditConflict:
        """The conflict of `formula` being in the action: add it, or do not remove it."""
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
        """The conflict of `formula` not being in the action: remove it, or do not add it."""
        put = LiteralEdit(action, part, Alteration.ADD, formula)
        if put in self._made:
            return EditConflict(where=frozenset((put,)))
        return EditConflict(frozenset((LiteralEdit(action, part, Alteration.REMOVE, formula),)))

    def _changed(self, action: str, part: Part, formula: Formula) -> EditConflict:
        """The conflict of changing whether `formula` is in the action."""
        put = LiteralEdit(action, part, Alteration.ADD, formula)
        taken = LiteralEdit(action, part, Alteration.REMOVE, formula)
        for edit in (put, taken):
            if edit in self._made:
                return EditConflict(where=frozenset((edit,)))
        stated = formula in self._stated(action, part)
        return EditConflict(frozenset((taken if stated else put,)))

    def _stated_literals(self, action: str) -> list[Formula]:
        """The literals among the effects of an action in the original domain."""
        return [part for part in self._stated(action, Part.EFFECT) if atom_of(part) is not None]

    def _stated(self, action: str, part: Part) -> frozenset[Formula]:
        """The conjuncts of a part of an action in the original domain."""
        known = self._parts.get((action, part))
        if known is None:
            schema = self._actions[action]
            whole = schema.precondition if part is Part.PRECONDITION else schema.effect
            known = self._parts[action, part] = frozenset(conjuncts(whole))
        return known

    def _effects_on(self, moment: int, atom: GroundAtom, *, positive: bool) -> list[Formula]:
        """The effects of a step, with edits, that add or delete the atom."""
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


# From ground atoms at a step to the literals of its schema that they are instances of

_MAX_LITERALS = 20_000
"""Maximum number of literals that are generated for one schema."""


class Lifting:
    """The literals that edits may add to the schemas of a domain. Their arguments are parameters
    and constants of the declared types of the predicate. An undeclared predicate takes any
    arguments, as many as at its first use in the domain or a goal of `problems`."""

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
        """The atoms over the parameters of `action` whose instance for `args` is `atom`."""
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
        """Every literal over the parameters of `action`, positive and negative. Raises
        UndecidedError if there are too many."""
        count = 0
        for predicate in self._predicates:
            for atom in self.atoms(action, predicate):
                count += 1
                if count > _MAX_LITERALS:
                    raise UndecidedError(f"too many candidate literals for {action.name}")
                yield atom
                yield Not(atom)

    def atoms(self, action: Action, predicate: str) -> Sequence[AtomicFormula]:
        """Every atom of a predicate over the parameters of `action`. Raises UndecidedError if there
        are too many."""
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
        """Whether effects can change a predicate: it is known and not derived."""
        return predicate in self._predicates and predicate not in self._derived

    def _fits(self, name: TypedName, predicate: str, position: int) -> bool:
        parameters = self._predicates.get(predicate, ())
        return position >= len(parameters) or self._accepts(parameters[position].types, name.types)


def _atoms_of(domain: Domain, problems: Collection[Problem]) -> Iterator[AtomicFormula]:
    """The atoms in actions and axioms of `domain`, in constraints and in goals."""
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
