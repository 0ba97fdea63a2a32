"""Edits of the learned file that make differences vanish, in the file's own layout.

All edits of one answer fit together: they refer to the same text and do not overlap. A `place`
may begin before its form, where the blanks before it go as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import Change
from plancore.compare.domains import DomainDiff
from plancore.compare.extra_predicates import ExtraPredicate
from plancore.diagnostic import Edit
from plancore.formula.naming import has_blank
from plancore.formula.printing import typed_list
from plancore.model.domain import Action
from plancore.model.finding import PlaceEdit
from plancore.model.formula import TypedName
from plancore.patch.domain_text import action_text
from plancore.patch.layout import FileLayout, insert, replace_node
from plancore.patch.section_edits import Needs, declaration_edits, section_edits
from plancore.patch.slot_edits import slot_edits
from plancore.syntax.nodes import List, Node, Place
from plancore.syntax.tree import SyntaxTree

_VARIABLE: Final = re.compile(r"\?[^\s()]+")


def edits_for(
    change: Change, action: ActionDiff, diff: DomainDiff, tree: SyntaxTree
) -> tuple[PlaceEdit, ...]:
    """The edits that make `change`, one of `action`, vanish. `tree` is that of the learned file.

    What the reference's literal needs comes with it: parameters, predicates, types, constants.
    None where the parameters are unclear: what the literal's variables mean, nobody knows. None
    either where the learned literal has an argument of which the reference says nothing.
    """
    if _has_unclear_parameters(action) or has_blank(change.wanted or ""):
        return ()
    layout = FileLayout(tree)
    needs = Needs(diff.reference)
    lacking = action.lacking_parameters
    used = set(_VARIABLE.findall(change.wanted or ""))
    parameters = any(action.to_learned.terms[p.name] in used for p in lacking)
    if change.reference is not None:
        needs.formula(change.reference.formula)
    if parameters:
        needs.typed(lacking)
    edits = _parameter_edits(action, retype=False) if parameters else []
    edits += _slot_edits(action, (change,), layout)
    to_learned = diff.correspondence.to_learned
    return (*declaration_edits(needs, diff.learned, layout, to_learned), *edits)


def edits_for_all(action: ActionDiff, diff: DomainDiff, tree: SyntaxTree) -> tuple[PlaceEdit, ...]:
    """The edits that make `action` the same as in the reference, parameters included.

    A missing action is appended, an extra one deleted, and one with unclear parameters replaced.
    """
    return _edits_for_actions((action,), diff, tree)


def edits_for_order(action: ActionDiff) -> tuple[PlaceEdit, ...]:
    """The edits that put the parameters in the reference's order; those that it does not have stay
    where they are."""
    learned, reference, order = action.learned, action.reference, action.order
    if learned is None or reference is None or order is None or _has_unclear_parameters(action):
        return ()
    paired = {
        number: parameter
        for number, parameter in zip(order, learned.parameters, strict=True)
        if number < len(reference.parameters)
    }
    if [*paired] == sorted(paired):
        return ()
    in_order = iter(sorted(paired))
    wanted = [
        paired[next(in_order)] if number in paired else parameter
        for number, parameter in zip(order, learned.parameters, strict=True)
    ]
    node = learned.parameters_node
    return () if node is None else (replace_node(node, f"({typed_list(wanted)})"),)


def edits_for_domain(diff: DomainDiff, tree: SyntaxTree) -> tuple[PlaceEdit, ...]:
    """The edits that make the domain the same as the reference: declarations and all actions.

    Where names correspond to other names, the learned ones stay.
    """
    return _edits_for_actions(diff.actions, diff, tree, declarations=True)


def edits_without(
    predicate: ExtraPredicate, diff: DomainDiff, tree: SyntaxTree
) -> tuple[PlaceEdit, ...]:
    """The edits that take a predicate out of the learned domain: its declaration and its uses."""
    layout, needs = FileLayout(tree), Needs(diff.reference)
    edits: list[PlaceEdit] = []
    for action in {id(action): action for action, _ in predicate.uses}.values():
        edits += _slot_edits(action, predicate.uses_in(action), layout)
    only = replace(diff, actions=(), declarations=(predicate.declaration,))
    return (*edits, *section_edits(only, needs, [], [], layout))


def file_edits(edits: Sequence[PlaceEdit], tree: SyntaxTree) -> tuple[Edit, ...]:
    """`edits` as edits of the file."""
    return tuple(Edit(tree.span(edit.place), edit.text) for edit in edits)


def _edits_for_actions(
    actions: Sequence[ActionDiff],
    diff: DomainDiff,
    tree: SyntaxTree,
    *,
    declarations: bool = False,
) -> tuple[PlaceEdit, ...]:
    layout = FileLayout(tree)
    needs = Needs(diff.reference)
    edits: list[PlaceEdit] = []
    appended: list[str] = []
    doomed: list[Node] = []
    for action in actions:
        whole = (
            action.is_other_kind
            or action.status in (Status.MISSING, Status.EXTRA)
            or _has_unclear_parameters(action)
        )
        if whole and action.learned is not None:
            name = action.learned.name
            namesakes = [candidate for candidate in diff.learned.actions if candidate.name == name]
            doomed += [duplicate.node for duplicate in namesakes if duplicate.node is not None]
        if action.reference is None:
            continue
        if whole:
            text = action_text(action.reference, layout, diff.correspondence)
            if not has_blank(text):
                needs.action(action.reference)
                appended.append(text)
        else:
            changes = [c for c in action.changes if not has_blank(c.wanted or "")]
            for change in changes:
                if change.reference is not None:
                    needs.formula(change.reference.formula)
            if not diff.correspondence.is_renaming and not action.lacking_parameters:
                edits += edits_for_order(action)
            elif action.parameters or action.order is not None:
                needs.typed(action.reference.parameters)
                edits += _parameter_edits(action, retype=diff.correspondence.is_renaming)
            edits += _slot_edits(action, changes, layout)
    to_learned = diff.correspondence.to_learned
    if declarations:
        edits += section_edits(diff, needs, appended, doomed, layout)
    if appended:
        edits.append(_append_sections(appended, layout))
    edits = [*declaration_edits(needs, diff.learned, layout, to_learned), *edits]
    return (*edits, *_cut(layout.delete(doomed), edits, tree))


def _has_unclear_parameters(action: ActionDiff) -> bool:
    """Whether two of the learned action's parameters have one name, or one is no variable, so that
    it may be meant for a constant."""
    parameters = action.learned.parameters if action.learned else ()
    names = {parameter.name for parameter in parameters}
    return len(names) < len(parameters) or any(name[0] != "?" for name in names)


def _cut(
    deletions: list[PlaceEdit], edits: list[PlaceEdit], tree: SyntaxTree
) -> Iterator[PlaceEdit]:
    """The deletions, cut in two where something new is put between what goes."""
    insertions = sorted(tree.span(e.place).start for e in edits if e.place.start == e.place.end)
    for deletion in deletions:
        form, start, end = deletion.place
        base = tree.start(form)
        for offset in insertions:
            if base + start < offset < base + end:
                yield PlaceEdit(Place(form, start, offset - base), "")
                start = offset - base
        yield PlaceEdit(Place(form, start, end), "")


def _slot_edits(
    action: ActionDiff, changes: Sequence[Change], layout: FileLayout
) -> list[PlaceEdit]:
    if action.learned is None:
        return []
    edits: list[PlaceEdit] = []
    for diff in action.parts:
        mine = [change for change in changes if change.part is diff.part]
        edits += slot_edits(action.learned, diff, mine, layout)
    return edits


def _parameter_edits(action: ActionDiff, *, retype: bool) -> list[PlaceEdit]:
    """Give the learned action the parameters that it lacks; with `retype` exactly the reference's.

    They keep the names that they have in the learned file.
    """
    learned = action.learned
    if learned is None:
        return []
    lacking = _renamed(action.lacking_parameters, action)
    node = learned.parameters_node
    only_more = not retype or (len(action.parameters) == len(lacking) and action.order is None)
    if only_more and type(node) is List and node.items:
        separated = not learned.parameters or bool(learned.parameters[-1].types)
        if separated or not any(parameter.types for parameter in lacking):
            return [insert(node, node.items[-1].end, " " + typed_list(lacking))]
    if retype and action.reference is not None:
        wanted = _renamed(action.reference.parameters, action)
    else:
        wanted = [*learned.parameters, *lacking]
    text = f"({typed_list(wanted)})"
    return [_new_parameters(learned, text) if node is None else replace_node(node, text)]


def _renamed(parameters: Sequence[TypedName], action: ActionDiff) -> list[TypedName]:
    terms, types = action.to_learned.terms, action.to_learned.types
    return [
        TypedName(terms.get(p.name, p.name), tuple(types.get(t, t) for t in p.types))
        for p in parameters
    ]


def _new_parameters(learned: Action, text: str) -> PlaceEdit:
    if learned.name_node is None:
        raise ValueError("this action was not read from text")
    return insert(learned.name_node, learned.name_node.end, f" :parameters {text}")


def _append_sections(texts: list[str], layout: FileLayout) -> PlaceEdit:
    """Put whole sections behind the last one of the domain."""
    definition = layout.definition
    if definition is None:
        raise ValueError("the text holds no domain")
    last = definition.sections[-1].forms[-1] if definition.sections else definition.define
    if last is None:
        raise ValueError("the domain has no text")
    gap = layout.newline * (2 if layout.has_blank_lines else 1) + layout.section_indent
    end = len(last.text)
    return layout.insert_behind(Place(last, end, end), "".join(gap + text for text in texts))
