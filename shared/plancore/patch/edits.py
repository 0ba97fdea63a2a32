"""Edits of the learned file that remove differences, in the file's own layout.

All edits of one result fit together: they refer to the same text and do not overlap. A `place` may
begin before its form, if blanks before the form are deleted too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import Change, Part, PartDiff
from plancore.compare.difference import ExtraPredicate
from plancore.compare.domains import DomainDiff
from plancore.diagnostic import Edit
from plancore.formula.elements import Element
from plancore.formula.printing import has_blank, typed_list
from plancore.model.domain import Action, ActionKind
from plancore.model.finding import PlaceEdit
from plancore.model.formula import TRUE, And, Formula, TypedName, conjuncts
from plancore.patch.domain_text import action_text
from plancore.patch.layout import DEFAULT_INDENT, FileLayout, insert, replace_node
from plancore.patch.section_edits import Needs, declaration_edits, section_edits
from plancore.syntax.nodes import Atom, List, Node, Place
from plancore.syntax.tree import SyntaxTree

_VARIABLE: Final = re.compile(r"\?[^\s()]+")


def edits_for(
    change: Change, action: ActionDiff, diff: DomainDiff, tree: SyntaxTree
) -> tuple[PlaceEdit, ...]:
    """The edits that remove `change`, one of `action`; empty unless it `can_be_edited`. `tree` is
    that of the learned file. They include the declarations that the reference's literal needs:
    parameters, predicates, types, constants."""
    return edits_for_changes([(action, [change])], diff, tree)


def can_be_edited(change: Change, action: ActionDiff) -> bool:
    """Whether there are edits for a change: not if the parameters are unclear, so that the meaning
    of variables is unknown, nor if the learned literal has an argument without a counterpart in the
    reference."""
    return not (_has_unclear_parameters(action) or has_blank(change.wanted or ""))


def edits_for_changes(
    found: Sequence[tuple[ActionDiff, Sequence[Change]]], diff: DomainDiff, tree: SyntaxTree
) -> tuple[PlaceEdit, ...]:
    """As `edits_for`, for several changes of each action at once."""
    layout, needs = FileLayout(tree), Needs(diff.reference)
    edits: list[PlaceEdit] = []
    for action, every in found:
        changes = [change for change in every if can_be_edited(change, action)]
        lacking = action.lacking_parameters
        used = {word for change in changes for word in _VARIABLE.findall(change.wanted or "")}
        for change in changes:
            if change.reference is not None:
                needs.formula(change.reference.formula)
        if any(action.to_learned.terms[p.name] in used for p in lacking):
            needs.typed(lacking)
            edits += _parameter_edits(action, retype=False)
        edits += _slot_edits(action, changes, layout)
    to_learned = diff.correspondence.to_learned
    return (*declaration_edits(needs, diff.learned, layout, to_learned), *edits)


def edits_for_all(action: ActionDiff, diff: DomainDiff, tree: SyntaxTree) -> tuple[PlaceEdit, ...]:
    """The edits that make `action` equal to the reference, including its parameters. A missing
    action is appended, an extra one deleted, and one with unclear parameters replaced."""
    return _edits_for_actions((action,), diff, tree)


def edits_for_order(action: ActionDiff) -> tuple[PlaceEdit, ...]:
    """The edits that put the parameters into the reference's order; parameters that it does not
    have keep their positions."""
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
    """The edits that make the domain equal to the reference: declarations and all actions. Names
    that are matched with other names are kept."""
    return _edits_for_actions(diff.actions, diff, tree, declarations=True)


def edits_without(
    predicate: ExtraPredicate, diff: DomainDiff, tree: SyntaxTree
) -> tuple[PlaceEdit, ...]:
    """The edits that remove a predicate from the learned domain: its declaration and its uses."""
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
    actions: Sequence[ActionDiff], diff: DomainDiff, tree: SyntaxTree, *, declarations: bool = False
) -> tuple[PlaceEdit, ...]:
    layout = FileLayout(tree)
    needs = Needs(diff.reference)
    edits: list[PlaceEdit] = []
    appended: list[str] = []
    doomed: list[Node] = []
    for action in actions:
        whole = (
            action.is_other_kind
            or action.status in (Presence.MISSING, Presence.EXTRA)
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
    """Whether a learned parameter has the name of another, or may be meant as a constant."""
    parameters = action.learned.parameters if action.learned else ()
    names = {parameter.name for parameter in parameters}
    return len(names) < len(parameters) or any(name[0] != "?" for name in names)


def _cut(
    deletions: list[PlaceEdit], edits: list[PlaceEdit], tree: SyntaxTree
) -> Iterator[PlaceEdit]:
    """The deletions, split at insertions within them."""
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
    """Add missing parameters, or with `retype` all of the reference's, in learned names."""
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
        raise ValueError("this action has no source text")
    return insert(learned.name_node, learned.name_node.end, f" :parameters {text}")


def _append_sections(texts: list[str], layout: FileLayout) -> PlaceEdit:
    """Append whole sections to the domain."""
    definition = layout.definition
    if definition is None:
        raise ValueError("the text has no domain")
    last = definition.sections[-1].forms[-1] if definition.sections else definition.define
    if last is None:
        raise ValueError("the domain has no text")
    gap = layout.newline * (2 if layout.has_blank_lines else 1) + layout.section_indent
    end = len(last.text)
    return layout.insert_behind(Place(last, end, end), "".join(gap + text for text in texts))


# Edits of one `:precondition` or `:effect` of the learned file


def slot_edits(
    action: Action, part: PartDiff, changes: Sequence[Change], layout: FileLayout
) -> list[PlaceEdit]:
    """The edits that remove `changes`, all of this part, from the learned `action`."""
    if not changes:
        return []
    slot = _Slot(action, part, layout)
    if slot.node is None:
        wanted = [change.wanted for change in changes if change.wanted is not None]
        return [slot.new(wanted)]
    return slot.edited(changes)


_SLOT_ORDER: Final = (Part.DURATION, Part.PRECONDITION, Part.EFFECT)


def _value(action: Action, part: Part) -> tuple[Formula, Node | None]:
    """The formula of a slot and its node; None if the slot is missing."""
    if part is Part.PRECONDITION:
        return action.precondition, action.precondition_node
    if part is Part.EFFECT:
        return action.effect, action.effect_node
    duration = action.duration
    return (TRUE, None) if duration is None else (duration, duration.node)


class _Slot:
    def __init__(self, action: Action, part: PartDiff, layout: FileLayout) -> None:
        self.action = action
        self.part = part
        self.layout = layout
        self.formula, self.node = _value(action, part.part)
        self.elements: list[Element] = [*part.learned_equal, *part.extra]

    def new(self, texts: list[str]) -> PlaceEdit:
        """Insert a missing slot after the preceding one."""
        action = self.action
        before: Node | None = None
        for part in _SLOT_ORDER[: _SLOT_ORDER.index(self.part.part)]:
            before = _value(action, part)[1] or before
        before = before or action.parameters_node or action.name_node
        if before is None or not isinstance(action.node, List):
            raise ValueError("this action has no source text")
        separator = self._slot_separator(action.node)
        body = self._conjunction(texts, separator)
        return self.layout.insert_behind(before.place, f"{separator}{self._keyword} {body}")

    def edited(self, changes: Sequence[Change]) -> list[PlaceEdit]:
        """Edits of the slot's value: as few as its form allows."""
        root = self.node
        assert root is not None
        gone = {change.learned.key for change in changes if change.learned is not None}
        inserted = [c.wanted for c in changes if c.wanted is not None and c.learned is None]
        is_conjunction = type(self.formula) is And and type(root) is List and root.head == "and"
        if not is_conjunction and not gone and self.elements:
            return [
                insert(root, root.start, "(and "),
                insert(root, root.end, "".join(f" {text}" for text in inserted) + ")"),
            ]
        if not is_conjunction or self._entangled(gone):
            return [replace_node(root, self._whole(changes))]
        edits: list[PlaceEdit] = []
        doomed: list[Node] = []
        top_level = {id(part.node) for part in conjuncts(self.formula)}
        for change in changes:
            element = change.learned
            if element is None:
                continue
            nodes = element.removals
            if change.wanted is not None:
                if id(nodes[0]) in top_level:
                    edits.append(replace_node(nodes.pop(0), change.wanted))
                else:
                    inserted.append(change.wanted)
            doomed += nodes
        edits += self.layout.delete(doomed)
        assert type(root) is List
        if inserted:
            edits.append(self.layout.append(root, inserted))
        return edits

    def _entangled(self, gone: set[str]) -> bool:
        """Whether a node to be deleted also contains an element to be kept."""
        removed = {id(node) for e in self.elements if e.key in gone for node in e.removals}
        staying = (e for e in self.elements if e.key not in gone)
        if any(id(node) in removed for e in staying for node in e.removals):
            return True
        goers = [id(n) for e in self.elements if e.key in gone for n in e.removals]
        return len(goers) != len(removed)

    def _whole(self, changes: Sequence[Change]) -> str:
        """The slot's value, rewritten."""
        wanted = {c.learned.key: c.wanted for c in changes if c.learned is not None}
        texts = [wanted.get(e.key, e.text) for e in self.elements]
        texts += [c.wanted for c in changes if c.learned is None]
        kept = [text for text in texts if text is not None]
        if len(kept) == 1 and not self.elements:
            return kept[0]
        if not isinstance(self.action.node, List):
            raise ValueError("this action has no source text")
        return self._conjunction(kept, self._slot_separator(self.action.node))

    def _conjunction(self, texts: list[str], separator: str) -> str:
        if self.part.part is Part.DURATION and len(texts) == 1:
            return texts[0]
        if len(texts) < 2 or separator == " ":
            return f"({' '.join(['and', *texts])})"
        inner = separator + DEFAULT_INDENT
        return f"(and{''.join(inner + text for text in texts)}{separator})"

    def _slot_separator(self, action: List) -> str:
        """The separator before a slot keyword of `action`: an indented new line, or a blank."""
        for item in action.items[2:]:
            if type(item) is Atom and item.key.startswith(":"):
                indent = self.layout.indent_of(item)
                if indent is not None:
                    return self.layout.newline + indent
        if "\n" in action.text or "\r" in action.text or len(action.items) < 3:
            return self.layout.newline + self.layout.slot_indent
        return " "

    @property
    def _keyword(self) -> str:
        if self.part.part is not Part.PRECONDITION:
            return f":{self.part.part.value}"
        return ":condition" if self.action.kind is ActionKind.DURATIVE else ":precondition"
