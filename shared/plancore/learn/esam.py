"""ESAM: extended SAM (Juba, Le and Stern, KR 2021), which also learns from steps that bind one
object to several parameters.

If two parameters have the same object, a fact about it can be lifted in several ways, and a single
step does not show which literal is the effect. All steps together may; for what remains ambiguous
there are *proxies*, actions for the patterns in which arguments coincide.

With S the lifted atoms that a ground atom may come from in a step:

- an atom of S held before only if the ground atom did, so only then may it be a precondition;
- if the ground atom is false after the step, no atom of S is added;
- if it is true after the step, and no other atom of S can have been added, none is deleted (an atom
  that is deleted and added is true afterwards);
- if it became true, some atom of S is added; if it became false, some atom of S is deleted;
- if it is true after the step, it was not deleted, or is added as well: steps with the same binding
  pattern leave it true if it was.

The domain has, for each action, one action for distinct arguments, and a proxy for each other
pattern that trajectories show. If no step binds an object twice, it is the domain that SAM learns.
It is safe in the same sense and under the same conditions. The authors make proxies for all
patterns that resolve ambiguities; here only for observed ones, of which there are never more than
steps.

For the bindings of one pattern, lifted atoms that become equal are merged. Changes that are then
certain are effects. Changes that are uncertain must hold already, so that they make no difference.
If that is impossible, there is no action for the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from plancore.codec.base import Codec, Identity
from plancore.codec.written import Proxies, Proxy
from plancore.learn.learned import (
    NO_NUMBERS,
    Contradiction,
    LearnedModel,
    StepNumber,
    UnlearnedAction,
    signature_of,
    with_actions,
)
from plancore.learn.sam import (
    LiftedAtom,
    LiftedEvidence,
    Shape,
    complete_states,
    ground,
    literals,
    must_differ,
    observe_all,
    repeating_shapes,
)
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, Formula, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Trajectory
from plancore.simulate.atoms import show
from plancore.stop import NEVER, Checkpoint

Atoms: TypeAlias = frozenset[LiftedAtom]
Pattern: TypeAlias = tuple[str, ...]
"""Which terms are the same object: for each parameter the first equal term, or a constant."""


class Effects(NamedTuple):
    """What is known of the atoms that an action adds, or deletes. An atom in none of the sets is no
    effect, or has no effect."""

    sure: Atoms
    unsure: Atoms
    clauses: frozenset[Atoms]
    """At least one atom of each of these sets is an effect, but none certainly."""
    impossible: tuple[tuple[StepNumber, GroundAtom], ...]
    """Changes that no atom explains."""


class EsamEvidence(LiftedEvidence):
    """The evidence of the steps of one action, added one by one."""

    def __init__(
        self, action: Action, domain: Domain, repeating: Mapping[str, frozenset[Shape]]
    ) -> None:
        super().__init__(action, domain, repeating)
        self.patterns: dict[Pattern, set[LiftedAtom]] = {}
        """The observed patterns, each with the merged atoms that were true after its steps."""
        self.steps = 0
        self._not_added: set[LiftedAtom] = set()
        self._true_after: set[Atoms] = set()
        self._added: dict[Atoms, tuple[StepNumber, GroundAtom]] = {}
        self._deleted: dict[Atoms, tuple[StepNumber, GroundAtom]] = {}

    def observe(
        self, where: StepNumber, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Add a step."""
        self.steps += 1
        objects = self.objects(args)
        pattern = self._pattern(args)
        true = self.patterns.setdefault(pattern, set())
        names = dict(zip(self._parameters, pattern, strict=True))
        self.was_before(before, objects)
        sources: dict[GroundAtom, list[LiftedAtom]] = {}
        for atom in self.vocabulary:
            if atom[0] not in self._derived:
                sources.setdefault(ground(atom, objects), []).append(atom)
        for made, atoms in sources.items():
            if made in after:
                self._true_after.add(frozenset(atoms))
                true.add(merged(atoms[0], names))
            else:
                self._not_added.update(atoms)
        for changed in sorted(before ^ after):
            if changed[0] in self._derived:
                continue
            if changed not in sources:
                self.unexplained.append((where, changed))
                continue
            clauses = self._added if changed in after else self._deleted
            clauses.setdefault(frozenset(sources[changed]), (where, changed))

    def _pattern(self, args: Sequence[str]) -> Pattern:
        first: dict[str, str] = {constant: constant for constant in self._constants}
        return tuple([first.setdefault(a, p) for a, p in zip(args, self._parameters, strict=True)])

    def added(self) -> Effects:
        """What is known of the atoms that the action adds."""
        return self._effects(self._added, self._not_added, self.always)

    def deleted(self) -> Effects:
        """What is known of the atoms that the action deletes."""
        not_added = self._not_added
        kept = {
            atom
            for atoms in self._true_after
            for atom in atoms
            if all(other in not_added for other in atoms if other != atom)
        }
        return self._effects(self._deleted, kept, self.never)

    def _effects(
        self,
        seen: Mapping[Atoms, tuple[StepNumber, GroundAtom]],
        excluded: set[LiftedAtom],
        changes_nothing: Sequence[LiftedAtom],
    ) -> Effects:
        left = {atoms - excluded: first for atoms, first in seen.items()}
        sure = frozenset(atom for atoms in left if len(atoms) == 1 for atom in atoms)
        possible = frozenset(a for a in self.vocabulary if a[0] not in self._derived)
        return Effects(
            sure,
            possible - excluded - sure - frozenset(changes_nothing),
            frozenset(atoms for atoms in left if len(atoms) > 1 and not atoms & sure),
            tuple(first for atoms, first in left.items() if not atoms),
        )


def merged(atom: LiftedAtom, names: Mapping[str, str]) -> LiftedAtom:
    """`atom` with its parameters replaced by `names`."""
    return (atom[0], *[names.get(term, term) for term in atom[1:]])


NAME: Final = "ESAM"


def learn_esam(
    domain: Domain | None, trajectories: Sequence[Trajectory], checkpoint: Checkpoint = NEVER
) -> LearnedModel:
    """Learn a domain from `trajectories`, in the language of `domain` (see `signature_of`), and the
    codec that finds the proxies of an action. Raises UnlearnableError as `learn_sam` does."""
    signature = signature_of(domain, trajectories)
    states = complete_states(trajectories, signature)
    repeating = repeating_shapes(states)
    evidence = {
        action.name: EsamEvidence(action, signature, repeating) for action in signature.actions
    }
    done = observe_all(trajectories, states, evidence, checkpoint)
    actions: list[Action] = []
    table: list[Proxy] = []
    notes: list[str] = []
    for action in signature.actions:
        observed = evidence[action.name]
        patterns = (distinct(action), *sorted(observed.patterns)) if observed.steps else ()
        for pattern in dict.fromkeys(patterns):
            proxy = proxy_of(action, pattern, observed, signature)
            if proxy is None:
                notes.append(f"{action.name}: no safe model for {_worded(action, pattern)}")
            else:
                actions.append(proxy)
                table.append(entry_of(action, pattern, signature))
    has_proxies = any(each.learned != each.action for each in table)
    codec: Codec = Proxies(table) if has_proxies else Identity()
    if signature.functions:
        notes.append(NO_NUMBERS)
    stands_for = {each.action for each in table}
    return LearnedModel(
        NAME,
        with_actions(signature, actions),
        codec,
        len(trajectories),
        done,
        tuple(_left_out(signature.actions, evidence, stands_for)),
        tuple(_contradictions(evidence)),
        tuple(notes),
    )


def _worded(action: Action, pattern: Pattern) -> str:
    """`arguments with ?y = ?x`."""
    same = [f"{p} = {q}" for p, q in zip(distinct(action), pattern, strict=True) if p != q]
    return f"arguments with {', '.join(same)}" if same else "distinct arguments"


def _left_out(
    actions: Sequence[Action], evidence: Mapping[str, EsamEvidence], learned: set[str]
) -> Iterator[UnlearnedAction]:
    for action in actions:
        if not evidence[action.name].steps:
            yield UnlearnedAction(action.name, "not in any trajectory")
        elif action.name not in learned:
            yield UnlearnedAction(action.name, "ambiguous effects")


def _contradictions(evidence: Mapping[str, EsamEvidence]) -> Iterator[Contradiction]:
    for name, observed in evidence.items():
        for kind, effects in (("true", observed.added()), ("false", observed.deleted())):
            if effects.impossible:
                where, atom = effects.impossible[0]
                message = (
                    f"{show(atom)} becomes {kind}, which no literal explains in the other steps"
                )
                yield Contradiction(name, message, len(effects.impossible), where)
        yield from observed.contradictions(name)


def distinct(action: Action) -> Pattern:
    """The pattern of arguments that are distinct from each other and from constants."""
    return tuple(parameter.name for parameter in action.parameters)


def proxy_of(
    action: Action, pattern: Pattern, evidence: EsamEvidence, domain: Domain
) -> Action | None:
    """The action for arguments of one pattern; None if it is never safe."""
    names = dict(zip(distinct(action), pattern, strict=True))
    parameters = _parameters(action, names, domain)
    if parameters is None:
        return None
    adds, deletes = evidence.added(), evidence.deleted()
    kept = evidence.patterns.get(pattern, set())
    deleted = _sure(deletes, names)
    # An atom that is added as well is true afterwards, deleted or not.
    added = _sure(adds, names) | (deleted & kept)
    may_add = {merged(atom, names) for atom in adds.unsure} - added
    may_delete = {merged(atom, names) for atom in deletes.unsure} - deleted - added - kept
    true = {merged(atom, names) for atom in evidence.always} | may_add
    false = {merged(atom, names) for atom in evidence.never} | may_delete
    if true & false or may_add & deleted:
        return None
    proxy = replace(action, name=_name(action, pattern, domain), parameters=parameters)
    order = list(dict.fromkeys(merged(atom, names) for atom in evidence.vocabulary))

    def in_order(atoms: Set[LiftedAtom], positive: bool) -> Iterator[Formula]:
        return literals((atom for atom in order if atom in atoms), positive)

    condition = [*in_order(true, True), *in_order(false, False)]
    condition += literals([("=", *pair) for pair in must_differ(proxy, domain)], False)
    effect = [*in_order(added, True), *in_order(deleted - added, False)]
    return replace(proxy, precondition=And(tuple(condition)), effect=And(tuple(effect)))


def entry_of(action: Action, pattern: Pattern, domain: Domain) -> Proxy:
    """The codec's entry for the action of a pattern."""
    own = [name for name, first in zip(distinct(action), pattern, strict=True) if name == first]
    places = {name: number for number, name in enumerate(own)}
    arguments = tuple(places.get(first, first) for first in pattern)
    return Proxy(_name(action, pattern, domain), action.name, arguments)


def _name(action: Action, pattern: Pattern, domain: Domain) -> str:
    """`swap` for distinct arguments, else `swap_y_is_x`: the second parameter equals the first."""
    same = [
        f"_{name[1:]}_is_{first.removeprefix('?')}"
        for name, first in zip(distinct(action), pattern, strict=True)
        if name != first
    ]
    name = action.name + "".join(same)
    while same and domain.action(name) is not None:
        name += "_"
    return name


def _parameters(
    action: Action, names: Mapping[str, str], domain: Domain
) -> tuple[TypedName, ...] | None:
    """The remaining parameters with the least of their merged types; None if there is none."""
    hierarchy = domain.hierarchy
    offered = {each.name: each.types for each in (*action.parameters, *domain.constants)}
    least = dict(offered)
    for parameter in action.parameters:
        first = names[parameter.name]
        if hierarchy.accepts(parameter.types, least[first]):
            continue
        if first not in names or not hierarchy.accepts(least[first], parameter.types):
            return None
        least[first] = parameter.types
    return tuple(
        TypedName(p.name, least[p.name]) for p in action.parameters if names[p.name] == p.name
    )


def _sure(effects: Effects, names: Mapping[str, str]) -> Atoms:
    """The certain effects, including clauses whose atoms are all merged into one."""
    sets = ({merged(atom, names) for atom in atoms} for atoms in effects.clauses)
    single = {atom for atoms in sets if len(atoms) == 1 for atom in atoms}
    return frozenset({merged(atom, names) for atom in effects.sure} | single)
