"""The edit that takes over one thing of a reference: what the editor offers as its fix."""

from __future__ import annotations

from dataclasses import replace

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.diagnostic import Fix
from plancore.ide.review.difference_keys import (
    Key,
    of_action,
    of_change,
    of_declaration,
    of_parameters,
)
from plancore.ide.review.findings import CHANGED_REQUIREMENTS, Named, Reviewer, edits_of, is_damaged
from plancore.ide.review.offers import can_take_all
from plancore.patch.edits import edits_for_all
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Form


class Taking:
    """The edits of the learned file that take from the reference what `diff`, the comparison of
    their first domains, says that it has otherwise."""

    def __init__(self, learned: FileSnapshot, reference: FileSnapshot, diff: DomainDiff) -> None:
        self._learned, self._reference, self._diff = learned, reference, diff
        definitions = (each for each in reference.definitions if each.domain is diff.reference)
        theirs = next(definitions, None)
        self._damaged = frozenset[Form]() if theirs is None else theirs.faulty_forms

    def change(self, action: ActionDiff, change: Change) -> Fix | None:
        """Take one literal; None where the learned file cannot say what is wanted."""
        return self._fix(action, of_change(action, change))

    def parameters(self, action: ActionDiff) -> Fix | None:
        """Take the parameters, with all of the action that needs them."""
        return self._fix(action, of_parameters(action))

    def action(self, action: ActionDiff) -> Fix | None:
        """Take all of an action, or the action as a whole."""
        if action.learned is None or action.reference is None or action.is_other_kind:
            return self._fix(action, of_action(action))
        if is_damaged(self._damaged, action) or not can_take_all(action, self._diff):
            return None
        tree = self._learned.tree
        edits = edits_of(self._learned, lambda: edits_for_all(action.shown, self._diff, tree))
        return Fix(f"Take all of `{action.learned.name}` from the reference", edits)

    def declaration(self, change: DeclarationChange) -> Fix | None:
        """Take a declaration; what is required is taken as a whole, and a predicate that only the
        learned file declares goes with all its uses."""
        reviewer = Reviewer(self._learned, self._reference, self._diff, self._damaged, None)
        key = of_declaration(change)
        is_requirement = change.what is Declared.REQUIREMENT
        return next(
            (
                _fix_of(named)
                for named in reviewer.about_declarations()
                if key in named[1] or (is_requirement and named[0].code == CHANGED_REQUIREMENTS)
            ),
            None,
        )

    def _fix(self, action: ActionDiff, key: Key) -> Fix | None:
        """The fix of one finding. Of other actions nothing is asked: a literal is taken alone, also
        where it is one of many uses of a predicate."""
        only = replace(self._diff, actions=(action,))
        reviewer = Reviewer(self._learned, self._reference, only, self._damaged, None)
        named = (named for named in reviewer.about_action(action) if key in named[1])
        return next(map(_fix_of, named), None)


def _fix_of(named: Named) -> Fix | None:
    return next(iter(named[0].fixes), None)
