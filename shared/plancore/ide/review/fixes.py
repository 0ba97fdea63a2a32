"""Fixes of differences: edits of the learned file, for editors and the viewer.

The text of an edit must be what the name mapping matches with the reference, so some differences
have no fix: a literal whose meaning is unclear under the mapping, text in a section with errors, a
declaration that is still needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import ACTION, PARAMETERS, Change, ChangeKind
from plancore.compare.declarations import KEPT, DeclarationChange, Declared
from plancore.compare.difference import RENAMED, Difference, ExtraPredicate
from plancore.compare.domains import DomainDiff
from plancore.correspondence.search.reasons import STATED
from plancore.diagnostic import Edit, Fix
from plancore.memo import Key, lazy
from plancore.model.finding import PlaceEdit
from plancore.model.requirements import MEANING
from plancore.occurrences import NameRole, SymbolKind, occurrences_in
from plancore.patch.edits import (
    can_be_edited,
    edits_for,
    edits_for_all,
    edits_for_changes,
    edits_for_domain,
    edits_for_order,
    edits_without,
    file_edits,
)
from plancore.phrases import count_of
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.syntax.nodes import Form, List

_VARIABLE: Final = re.compile(r"\?[^\s()]+")

_SYMBOLS: Final = {
    Declared.TYPE: SymbolKind.TYPE,
    Declared.CONSTANT: SymbolKind.OBJECT,
    Declared.PREDICATE: SymbolKind.PREDICATE,
    Declared.FUNCTION: SymbolKind.FUNCTION,
}

Names = frozenset[tuple[SymbolKind, str]]
"""Names with their kinds."""

_USED: Final = Key[Names]("used names")


class Fixes:
    """The fixes of the differences of `diff`, which compares domains of these two files.

    Nothing is taken from sections of the reference that are incomplete or use undeclared names:
    `damaged`.
    """

    def __init__(self, learned: FileSnapshot, reference: FileSnapshot, diff: DomainDiff) -> None:
        self._learned, self._diff = learned, diff
        domains = (each for each in reference.definitions if each.kind != "problem")
        definitions = (each for each in domains if each.domain is diff.reference)
        theirs = next(definitions, None)
        self.damaged = frozenset[Form]() if theirs is None else theirs.faulty_forms

    def of(self, difference: Difference) -> Fix | None:
        """The fix of a difference, single or not; None if the learned file cannot express the
        reference's version, and for different names, which belong in a mapping."""
        action, change = difference.diff, difference.change
        if difference.kind == RENAMED:
            return None
        if isinstance(change, DeclarationChange):
            return self._of_declaration(difference, change)
        assert action is not None, "only what is declared is in no action"
        if isinstance(change, Change):
            return self._of_literal(action, change)
        if difference.part == PARAMETERS:
            return self._of_parameters(action)
        return self._of_action(action, difference)

    def of_several(self, differences: Sequence[Difference]) -> Fix | None:
        """The fix for several differences, literals or others, without those that have none and
        those whose text another one of them edits; None if all are without."""
        literals: dict[int, tuple[ActionDiff, list[Change]]] = {}
        others: list[Fix] = []
        n_taken = 0
        for each in differences:
            action, change = each.diff, each.change
            if action is not None and isinstance(change, Change):
                if self._can_take_literal(action, change):
                    n_taken += 1
                    literals.setdefault(id(action), (action, []))[1].append(change)
            elif (fix := self.of(each)) is not None:
                others.append(fix)
        tree = self._learned.tree
        edits = list(file_edits(edits_for_changes([*literals.values()], self._diff, tree), tree))
        for fix in others:
            new = [edit for edit in fix.edits if edit not in edits]
            if not any(_overlap(edit, taken) for edit in new for taken in edits):
                edits += new
                n_taken += 1
        what = count_of(n_taken, "difference")
        if n_taken < len(differences):
            what = f"{n_taken} of {count_of(len(differences), 'difference')}"
        return Fix(f"Take {what} from the reference", tuple(edits)) if edits else None

    def of_action(self, action: ActionDiff) -> Fix | None:
        """The fix for a whole action that both domains have."""
        action = action.shown
        if action.learned is None or action.reference is None or self.is_damaged(action):
            return None
        if not can_take_all(action, self._diff):
            return None
        title = f"Take all of `{action.learned.name}` from the reference"
        return self._fix(title, self._edits_for_all(action))

    def of_everything(self, n_differences: int) -> Fix | None:
        """The fix for the `n_differences` differences that can be taken from the reference."""
        used = self._used
        actions = tuple(
            action.shown
            for action in self._diff.actions
            if not self.is_damaged(action)
            and can_take_all(action.shown, self._diff)
            and not _is_called(action, used)
        )
        if not self.damaged and len(actions) == len(self._diff.actions):
            # Nothing remains that needs declarations of the learned file only.
            used = frozenset()
        declarations = tuple(
            change
            for change in self._diff.declarations
            if self._is_readable(change)
            and _can_take(change, self._diff)
            and not _is_needed(change, used)
        )
        readable = replace(self._diff, actions=actions, declarations=declarations)
        count = count_of(n_differences, "difference")
        title = f"Take all from the reference ({count})"
        return self._fix(title, edits_for_domain(readable, self._learned.tree))

    def is_damaged(self, action: ActionDiff) -> bool:
        """Whether the reference's action is damaged."""
        node = action.reference.node if action.reference else None
        return node is not None and node.form in self.damaged

    def _of_literal(self, action: ActionDiff, change: Change) -> Fix | None:
        part = change.part.value
        title = {
            ChangeKind.MISSING: f"Add {part} `{change.learned_text}`",
            ChangeKind.EXTRA: f"Remove {part} `{change.learned_text}`",
            ChangeKind.CHANGED: f"Change to `{change.wanted}`",
        }[change.kind]
        if not self._can_take_literal(action, change):
            return None
        return self._fix(title, edits_for(change, action, self._diff, self._learned.tree))

    def _can_take_literal(self, action: ActionDiff, change: Change) -> bool:
        is_clear = _can_be_said(change, action, self._diff) and can_be_edited(change, action)
        return is_clear and self._is_sound(action)

    def _of_parameters(self, action: ActionDiff) -> Fix | None:
        if not self._is_sound(action):
            return None
        if not action.parameters:
            title = "Reorder the parameters as in the reference"
            return self._fix(title, edits_for_order(action))
        assert action.learned is not None, "both sides have it"
        if not self._diff.correspondence.is_renaming or not can_take_all(action, self._diff):
            return None
        title = f"Take all of `{action.learned.name}` from the reference"
        return self._fix(title, self._edits_for_all(action))

    def _of_action(self, action: ActionDiff, difference: Difference) -> Fix | None:
        """The fix for an action that only one side has, or of a different kind."""
        if not self._is_sound(action) or _is_called(action, self._used):
            return None
        verb = {ChangeKind.MISSING.value: "Add", ChangeKind.EXTRA.value: "Remove"}
        name = difference.subject
        title = f"Take `{name}` from the reference"
        if difference.kind in verb:
            title = f"{verb[difference.kind]} {ACTION} `{name}`"
        return self._fix(title, self._edits_for_all(action))

    def _of_declaration(self, difference: Difference, change: DeclarationChange) -> Fix | None:
        """The fix for a declaration. An extra predicate is removed with its uses; requirements are
        taken as a whole, since they are one line."""
        if len(difference.parts) > 1:
            return self._of_extra_predicate(difference, change)
        changes: tuple[DeclarationChange, ...] = (change,)
        # If an edit rewrites the section, the other declarations in it come along.
        siblings = [other for other in self._diff.declarations if other.what is change.what]
        if change.what is Declared.REQUIREMENT:
            changes = tuple(siblings)
        is_free = not any(_is_needed(other, self._used) for other in siblings)
        if not is_free or not self._is_readable(change):
            return None
        if not all(_can_take(each, self._diff) for each in changes):
            return None
        only = replace(self._diff, actions=(), declarations=changes)
        title = f"Take the {change.what.value} from the reference"
        return self._fix(title, edits_for_domain(only, self._learned.tree))

    def _of_extra_predicate(self, difference: Difference, change: DeclarationChange) -> Fix | None:
        uses = tuple(
            (part.diff, part.change)
            for part in difference.parts
            if part.diff is not None and isinstance(part.change, Change)
        )
        predicate = ExtraPredicate(change, uses)
        if not all(self._is_sound(action) for action, _ in uses):
            return None
        title = f"Remove `{change.learned_text}` and its uses"
        return self._fix(title, edits_without(predicate, self._diff, self._learned.tree))

    def _fix(self, title: str, edits: Sequence[PlaceEdit]) -> Fix | None:
        return Fix(title, file_edits(edits, self._learned.tree)) if edits else None

    def _edits_for_all(self, action: ActionDiff) -> Sequence[PlaceEdit]:
        return edits_for_all(action, self._diff, self._learned.tree)

    def _is_readable(self, change: DeclarationChange) -> bool:
        place = change.reference_place
        return place is None or place.form not in self.damaged

    def _is_sound(self, action: ActionDiff) -> bool:
        """Whether the action can be edited. It cannot if it has unmatched parentheses, since its
        end is unknown, or if the reference's action is damaged."""
        node = action.learned.node if action.learned else None
        has_syntax_errors = node is not None and bool(node.form.problems)
        return not has_syntax_errors and not self.is_damaged(action)

    @lazy
    def _used(self) -> Names:
        """The names that the learned domain uses, apart from their declarations."""
        definition = self._learned.first("domain")
        if definition is None:
            return frozenset()
        return definition.memo.get(_USED, (), lambda: _used(self._learned, definition))


def _overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits touch: their order would matter."""
    return one.span.start <= other.span.end and other.span.start <= one.span.end


def can_take_all(action: ActionDiff, diff: DomainDiff) -> bool:
    """Whether a whole action can be taken from the reference, including its parameters."""
    if action.learned is None or action.reference is None:
        return True
    return not (action.lacking_parameters and _are_parameters_stated(action, diff))


def _can_be_said(change: Change, action: ActionDiff, diff: DomainDiff) -> bool:
    """Whether the learned action can express the reference's literal with its parameters, and
    unambiguously.

    If the user has stated which parameters match, a new one matches none.
    """
    if not _is_unambiguous(change, action):
        return False
    if not _are_parameters_stated(action, diff):
        return True
    terms = action.to_learned.terms
    lacking = {terms.get(parameter.name) for parameter in action.lacking_parameters}
    return lacking.isdisjoint(_VARIABLE.findall(change.wanted or ""))


def _can_take(change: DeclarationChange, diff: DomainDiff) -> bool:
    """Whether a declaration can be taken from the reference. If the mapping is more than a
    renaming, changed declarations have the learned file's own arguments and types. An unknown
    requirement is misspelt, and tasks and methods need each other."""
    if change.what is Declared.REQUIREMENT:
        return change.kind is ChangeKind.EXTRA or change.name in MEANING
    if change.what in KEPT:
        return False
    if diff.correspondence.is_renaming:
        return True
    if change.kind is ChangeKind.MISSING:
        return True
    return change.kind is ChangeKind.EXTRA and change.what is Declared.PREDICATE


def _is_unambiguous(change: Change, action: ActionDiff) -> bool:
    """Whether no second literal differs only in arguments that the learned predicate drops."""
    wanted = change.reference
    if wanted is None or wanted.positive is None:
        return True
    shape = action.to_learned.shapes.get(wanted.predicate)
    if shape is None or len({*shape.places} - {None}) == shape.n_before:
        return True
    part = next(part for part in action.parts if part.part is change.part)
    literals = [*part.reference_equal, *part.missing]
    kind = wanted.predicate, wanted.positive
    return sum((literal.predicate, literal.positive) == kind for literal in literals) == 1


def _are_parameters_stated(action: ActionDiff, diff: DomainDiff) -> bool:
    if action.learned is None or action.reference is None:
        return False
    names = action.learned.name, action.reference.name
    return any(
        STATED in pair.evidence and pair.parameters
        for pair in diff.pairs.actions
        if (pair.learned, pair.reference) == names
    )


def _used(file: FileSnapshot, definition: DefinitionSnapshot) -> Names:
    return frozenset(
        (occurrence.kind_in(definition.environment), occurrence.name)
        for occurrence, _ in occurrences_in(file, definition)
        if occurrence.role is not NameRole.DECLARES
    )


def _is_needed(change: DeclarationChange, used: Names) -> bool:
    """Whether a `used` name would be undeclared or get another arity without `change`."""
    node, kind = change.learned_node, _SYMBOLS.get(change.what)
    if node is None or kind is None:
        return False
    if change.kind is not ChangeKind.EXTRA:
        n_arguments, n_wanted = change.learned_text.count("?"), change.reference_text.count("?")
        if n_arguments == n_wanted:
            return False
    name = node.head if type(node) is List else node.text.lower()
    return (kind, name) in used


def _is_called(action: ActionDiff, used: Names) -> bool:
    """Whether an extra action is one of the `used` names: methods, which are kept, refer to it."""
    is_extra = action.status is Presence.EXTRA
    return is_extra and (SymbolKind.ACTION, action.name) in used
