"""One finding for each difference of a learned domain from its reference.

Codes: `missing-`, `extra-` and `changed-` with `precondition`, `effect`, `duration` or
`parameter` for the parts of an action; `missing-action`, `extra-action`, `renamed-action`,
`changed-action` for whole ones; and, as hints, the same three with `type`, `constant`,
`predicate`, `function`, `axiom`, `constraints` for declarations, and `changed-requirements`. Every
diagnostic carries the fix that makes it vanish, where the learned file can say what is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import ACTION_PARTS, Aspect, Change, ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.compare.matters import Differences, ExtraPredicate
from plancore.compare.places import domain_place, name_place, section_place, slot_place
from plancore.correspondence.pairs import UNCERTAIN
from plancore.diagnostic import Diagnostic, Edit, Fix, Related, Severity
from plancore.formula.printing import typed_list
from plancore.ide.review.difference_keys import (
    Key,
    of_action,
    of_change,
    of_declaration,
    of_parameters,
)
from plancore.ide.review.needed import Names, is_called, is_needed, used_names
from plancore.ide.review.offers import can_be_said, can_take, can_take_all
from plancore.ide.review.words import declared_texts, other_words, reference_label
from plancore.memo import lazy
from plancore.model.domain import Action
from plancore.model.finding import PlaceEdit
from plancore.patch.edits import (
    edits_for,
    edits_for_all,
    edits_for_domain,
    edits_for_order,
    edits_without,
    file_edits,
)
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Form, Place
from plancore.syntax.tree import SyntaxTree

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences
    from plancore.ide.review.meanings import Meanings

_SINGULAR: Final[dict[Declared, str]] = {
    what: what.noun for what in Declared if what not in (Declared.REQUIREMENT, Declared.OBJECT)
}


EXTRA_PREDICATE: Final = "extra-predicate"
CHANGED_REQUIREMENTS: Final = "changed-requirements"

Named = tuple[Diagnostic, tuple[Key, ...]]
"""A finding, and what its differences are called."""

CODES: Final = frozenset(
    {f"{kind}-{part}" for kind in ChangeKind for part in (*ACTION_PARTS, "parameter", "action")}
    | {f"{kind}-{word}" for kind in ChangeKind for word in _SINGULAR.values()}
    | {"renamed-action", CHANGED_REQUIREMENTS}
)
"""All that a diagnostic of a review can have."""


class Reviewer:
    """Finds what to tell; `damaged` are the sections of the reference that could not be read in
    full, `meanings` knows which differences make none in meaning, `consequences` what they do to
    plans."""

    def __init__(
        self,
        learned: FileSnapshot,
        reference: FileSnapshot,
        diff: DomainDiff,
        damaged: frozenset[Form],
        meanings: Meanings | None,
        consequences: Consequences | None = None,
    ) -> None:
        self.learned = learned
        self.reference = reference
        self.diff = diff
        self.damaged = damaged
        answers = ((a.name, meanings.about(diff, a)) for a in diff.actions) if meanings else ()
        self.answers = {name: answer for name, answer in answers if answer is not None}
        self.differences = Differences(diff, self._changes_nothing)
        is_known = consequences is not None and consequences.is_about(diff)
        self._consequences = consequences if is_known else None

    def diagnostics(self) -> Iterator[Diagnostic]:
        """All findings, each with what its differences do to plans."""
        for action in self.diff.actions:
            yield from map(self._told, self.about_action(action))
        yield from map(self._told, self.about_declarations())

    def about_action(self, action: ActionDiff) -> Iterator[Named]:
        """The findings on an action."""
        if action.status is Status.MISSING:
            yield self._missing_action(action), (of_action(action),)
        elif action.status is Status.EXTRA:
            yield self._extra_action(action), (of_action(action),)
        else:
            yield from self._about_both(action.shown)

    def _about_both(self, action: ActionDiff) -> Iterator[Named]:
        learned, reference = action.learned, action.reference
        assert learned is not None
        assert reference is not None
        if action.status is Status.RENAMED:
            yield self._renamed(learned, reference), ()
        if action.is_other_kind:
            message = f"`{learned.name}` is a `:{reference.kind.value}` in the reference"
            edits = self._safe_edits(action, lambda: edits_for_all(action, self.diff, self._tree))
            fix = Fix(f"Take `{learned.name}` from the reference", edits)
            found = self._diagnostic("changed-action", name_place(learned), message, reference, fix)
            yield found, (of_action(action),)
            return
        yield from self._about_changes(action)
        if action.parameters:
            found = self._parameters(action, learned, reference)
            yield found, (of_parameters(action),)
        elif action.is_reordered:
            yield self._order(action, learned, reference), (of_parameters(action),)

    def _renamed(self, learned: Action, reference: Action) -> Diagnostic:
        """A hint: whoever compares under pairs of names knows that names differ. What speaks for
        a pair changes while one types, and is for hovers."""
        message = f"`{learned.name}` stands for `{reference.name}` of the reference"
        names = learned.name, reference.name
        pairs = (p for p in self.diff.pairs.actions if (p.learned, p.reference) == names)
        if any(pair.confidence < UNCERTAIN for pair in pairs):
            message += ", which is uncertain"
        return Diagnostic(
            "renamed-action",
            Severity.HINT,
            self._span(name_place(learned)),
            message,
            self._related(name_place(reference), "the reference's action"),
        )

    def _about_changes(self, action: ActionDiff) -> Iterator[Named]:
        """All of them, or those that make a difference in meaning where that is known."""
        answer = self.answers.get(action.name)
        for change in self.differences.alone_in(action):
            found = self._about_change(action, change)
            if answer is not None:
                # Imported late: few want to know.
                from plancore.ide.review.meanings import in_meaning

                found = in_meaning(found, change, answer)
            yield found, (of_change(action, change),)

    def _changes_nothing(self, action: ActionDiff, change: Change) -> bool:
        answer = self.answers.get(action.name)
        if answer is None:
            return False
        from plancore.ide.review.meanings import changes_nothing

        return changes_nothing(change, answer)

    def _about_change(self, action: ActionDiff, change: Change) -> Diagnostic:
        part = change.part.value
        match change.kind:
            case ChangeKind.MISSING:
                has = other_words(change) or "it"
                message = f"missing {part} `{change.learned_text}`: the reference has {has}"
                title = f"Add {part} `{change.learned_text}`"
            case ChangeKind.EXTRA:
                has = other_words(change) or "it"
                message = f"extra {part} `{change.learned_text}`: the reference does not have {has}"
                title = f"Remove {part} `{change.learned_text}`"
            case ChangeKind.CHANGED:
                message = (
                    f"{part} `{change.learned_text}` differs{_in_aspect(change.aspect)}: "
                    f"the reference has {_wanted(change)}"
                )
                title = f"Change to `{change.wanted}`"
        place = change.learned_place or slot_place(action.learned, change.part)
        reference_place = change.reference_place or slot_place(action.reference, change.part)
        edits: tuple[Edit, ...] = ()
        if can_be_said(change, action, self.diff):
            edits = self._safe_edits(
                action, lambda: edits_for(change, action, self.diff, self._tree)
            )
        return Diagnostic(
            f"{change.kind.value}-{part}",
            Severity.INFORMATION,
            self._span(place),
            message,
            self._related(reference_place, reference_label(change)),
            (Fix(title, edits),) if edits else (),
        )

    def _parameters(self, action: ActionDiff, learned: Action, reference: Action) -> Diagnostic:
        """One finding for the whole list: its parts cannot be put right one by one."""
        kinds = {change.kind for change in action.parameters}
        kind = kinds.pop() if len(kinds) == 1 else ChangeKind.CHANGED
        ours = " ".join(typed_list((parameter,)) for parameter in learned.parameters)
        theirs = " ".join(typed_list((parameter,)) for parameter in reference.parameters)
        message = f"parameters `({ours})` differ: the reference has `({theirs})`"
        node = learned.parameters_node or learned.name_node
        reference_place = reference.parameters_node or reference.name_node
        edits: tuple[Edit, ...] = ()
        if self.diff.correspondence.is_renaming and can_take_all(action, self.diff):
            edits = self._safe_edits(action, lambda: edits_for_all(action, self.diff, self._tree))
        title = f"Take all of `{learned.name}` from the reference"
        return Diagnostic(
            f"{kind.value}-parameter",
            Severity.INFORMATION,
            self._span(node.place if node else None),
            message,
            self._related(
                reference_place.place if reference_place else None, "the reference's parameters"
            ),
            (Fix(title, edits),) if edits else (),
        )

    def _order(self, action: ActionDiff, learned: Action, reference: Action) -> Diagnostic:
        """One finding for parameters that are all there, in another order."""
        node = learned.parameters_node or learned.name_node
        reference_place = reference.parameters_node or reference.name_node
        edits = self._safe_edits(action, lambda: edits_for_order(action))
        return Diagnostic(
            "changed-parameter",
            Severity.INFORMATION,
            self._span(node.place if node else None),
            action.order_text,
            self._related(
                reference_place.place if reference_place else None, "the reference's parameters"
            ),
            (Fix("Put the parameters in the order of the reference", edits),) if edits else (),
        )

    def _missing_action(self, action: ActionDiff) -> Diagnostic:
        edits = self._safe_edits(action, lambda: edits_for_all(action, self.diff, self._tree))
        return self._diagnostic(
            "missing-action",
            domain_place(self.diff.learned),
            f"missing action `{action.name}`: the reference has it",
            action.reference,
            Fix(f"Add action `{action.name}`", edits),
        )

    def _extra_action(self, action: ActionDiff) -> Diagnostic:
        edits: tuple[Edit, ...] = ()
        if not is_called(action, self._used):
            edits = self._safe_edits(action, lambda: edits_for_all(action, self.diff, self._tree))
        return self._diagnostic(
            "extra-action",
            name_place(action.learned),
            f"extra action `{action.name}`: the reference does not have it",
            None,
            Fix(f"Remove action `{action.name}`", edits),
        )

    def about_declarations(self) -> Iterator[Named]:
        """Hints: which names a domain declares matters less than what its actions say. What is
        required does nothing to plans, so that finding has no key."""
        requirements = [
            change for change in self.diff.declarations if change.what is Declared.REQUIREMENT
        ]
        if requirements:
            names = ", ".join(f"{change.kind.value} `{change.name}`" for change in requirements)
            message = f"requirements differ from the reference: {names}"
            yield self._declaration(CHANGED_REQUIREMENTS, message, tuple(requirements)), ()
        used = {predicate.declaration: predicate for predicate in self.differences.extra_predicates}
        for change in self.diff.declarations:
            if change in used:
                predicate = used[change]
                uses = (of_change(*use) for use in predicate.uses)
                yield self._extra_predicate(predicate), (of_declaration(change), *uses)
            elif change.what is not Declared.REQUIREMENT:
                word = _SINGULAR[change.what]
                message = f"{change.kind.value} {word} {declared_texts(change)}"
                found = self._declaration(f"{change.kind.value}-{word}", message, (change,))
                yield found, (of_declaration(change),)

    def _extra_predicate(self, predicate: ExtraPredicate) -> Diagnostic:
        """One finding for a predicate with all its uses: they go or stay together."""
        declaration, uses = predicate.declaration, predicate.uses
        actions = {action.name: action for action, _ in uses}.values()
        edits: tuple[Edit, ...] = ()
        if all(map(self._is_sound, actions)):
            edits = edits_of(self.learned, lambda: edits_without(predicate, self.diff, self._tree))
        name = f"`{declaration.learned_text}`"
        places = (change.learned_place for _, change in uses)
        return Diagnostic(
            EXTRA_PREDICATE,
            Severity.INFORMATION,
            self._span(declaration.learned_place or domain_place(self.diff.learned)),
            f"extra predicate {name}, used {_times(len(uses))}: the reference does not declare it",
            tuple(
                Related(self.learned.span(place), f"extra {change.part.value}", self.learned.name)
                for place, (_, change) in zip(places, uses, strict=True)
                if place is not None
            ),
            (Fix(f"Remove {name} and its uses", edits),) if edits else (),
        )

    def _declaration(
        self, code: str, message: str, changes: tuple[DeclarationChange, ...]
    ) -> Diagnostic:
        first = changes[0]
        place = first.learned_place or section_place(self.learned, first.what.value)
        reference_place = first.reference_place
        edits: tuple[Edit, ...] = ()
        is_readable = reference_place is None or reference_place.form not in self.damaged
        # Where an edit writes the section anew, the others of the kind come with it.
        siblings = (other for other in self.diff.declarations if other.what is first.what)
        is_free = is_readable and not any(is_needed(change, self._used) for change in siblings)
        if is_free and all(can_take(change, self.diff) for change in changes):
            only = replace(self.diff, actions=(), declarations=changes)
            edits = edits_of(self.learned, lambda: edits_for_domain(only, self._tree))
        return Diagnostic(
            code,
            Severity.HINT,
            self._span(place or domain_place(self.diff.learned)),
            message,
            self._related(reference_place, "the reference's declaration"),
            (Fix(f"Take the {first.what.value} of the reference", edits),) if edits else (),
        )

    @lazy
    def _used(self) -> Names:
        return used_names(self.learned)

    def _diagnostic(
        self,
        code: str,
        place: Place | None,
        message: str,
        reference: Action | None,
        fix: Fix,
    ) -> Diagnostic:
        related = self._related(name_place(reference), "the reference's action")
        fixes = (fix,) if fix.edits else ()
        return Diagnostic(code, Severity.INFORMATION, self._span(place), message, related, fixes)

    def _told(self, named: Named) -> Diagnostic:
        """The finding, with what its differences do to plans."""
        found, keys = named
        if self._consequences is None or not keys:
            return found
        # Imported late: few domains have plans.
        from plancore.ide.review.consequence_findings import with_consequences

        return with_consequences(found, self._consequences, self._consequences.numbers(keys))

    def _related(self, place: Place | None, message: str) -> tuple[Related, ...]:
        if place is None:
            return ()
        return (Related(self.reference.span(place), message, self.reference.name),)

    def _span(self, place: Place | None) -> Span:
        return Span(0, 0) if place is None else self.learned.span(place)

    @property
    def _tree(self) -> SyntaxTree:
        return self.learned.tree

    def _safe_edits(
        self, action: ActionDiff, edits: Callable[[], tuple[PlaceEdit, ...]]
    ) -> tuple[Edit, ...]:
        """No edits for an action that is not sound on both sides."""
        return edits_of(self.learned, edits) if self._is_sound(action) else ()

    def _is_sound(self, action: ActionDiff) -> bool:
        """Not so with unmatched parentheses, as nobody knows where the action ends, nor where the
        reference's is damaged."""
        node = action.learned.node if action.learned else None
        is_torn = node is not None and bool(node.form.problems)
        return not is_torn and not is_damaged(self.damaged, action)


def is_damaged(damaged: frozenset[Form], action: ActionDiff) -> bool:
    """Whether the reference's action could not be read in full."""
    node = action.reference.node if action.reference else None
    return node is not None and node.form in damaged


def edits_of(file: FileSnapshot, edits: Callable[[], tuple[PlaceEdit, ...]]) -> tuple[Edit, ...]:
    """The edits of places as edits of the text of `file`."""
    return file_edits(edits(), file.tree)


def _in_aspect(aspect: Aspect | None) -> str:
    return f" in {aspect.value}" if aspect is not None else ""


def _wanted(change: Change) -> str:
    """What the learned action would say, and what the reference says where that is not the same."""
    theirs = other_words(change)
    return f"`{change.wanted}`" + (f", there {theirs}" if theirs else "")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def count_text(number: int) -> str:
    """`1 difference`, `2 differences`."""
    return f"{number} difference{'' if number == 1 else 's'}"
