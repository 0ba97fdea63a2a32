"""Edits of one `:precondition` or `:effect` of the learned file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.compare.changes import Change, Part, PartDiff
from plancore.formula.elements import Element
from plancore.model.domain import Action, ActionKind
from plancore.model.finding import PlaceEdit
from plancore.model.formula import TRUE, And, Formula, conjuncts
from plancore.patch.layout import DEFAULT_INDENT, FileLayout, insert, replace_node
from plancore.syntax.nodes import Atom, List, Node


def slot_edits(
    action: Action, part: PartDiff, changes: Sequence[Change], layout: FileLayout
) -> list[PlaceEdit]:
    """The edits that make `changes`, all of this part, vanish from the learned `action`."""
    if not changes:
        return []
    slot = _Slot(action, part, layout)
    if slot.node is None:
        wanted = [change.wanted for change in changes if change.wanted is not None]
        return [slot.new(wanted)]
    return slot.edited(changes)


_SLOT_ORDER: Final = (Part.DURATION, Part.PRECONDITION, Part.EFFECT)


def _value(action: Action, part: Part) -> tuple[Formula, Node | None]:
    """The formula of a slot and the node that holds it; None where the slot is absent."""
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
        """A slot that the action lacks, behind the one that comes before it."""
        action = self.action
        before: Node | None = None
        for part in _SLOT_ORDER[: _SLOT_ORDER.index(self.part.part)]:
            before = _value(action, part)[1] or before
        before = before or action.parameters_node or action.name_node
        if before is None or not isinstance(action.node, List):
            raise ValueError("this action was not read from text")
        separator = self._slot_separator(action.node)
        body = self._conjunction(texts, separator)
        return self.layout.insert_behind(before.place, f"{separator}{self._keyword} {body}")

    def edited(self, changes: Sequence[Change]) -> list[PlaceEdit]:
        """Edits of the slot's value: as few as the way it is written allows."""
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
        """Whether a node that would be deleted also says something that stays."""
        removed = {id(node) for e in self.elements if e.key in gone for node in e.removals}
        staying = (e for e in self.elements if e.key not in gone)
        if any(id(node) in removed for e in staying for node in e.removals):
            return True
        goers = [id(n) for e in self.elements if e.key in gone for n in e.removals]
        return len(goers) != len(removed)

    def _whole(self, changes: Sequence[Change]) -> str:
        """The slot's value written anew."""
        wanted = {c.learned.key: c.wanted for c in changes if c.learned is not None}
        texts = [wanted.get(e.key, e.text) for e in self.elements]
        texts += [c.wanted for c in changes if c.learned is None]
        kept = [text for text in texts if text is not None]
        if len(kept) == 1 and not self.elements:
            return kept[0]
        if not isinstance(self.action.node, List):
            raise ValueError("this action was not read from text")
        return self._conjunction(kept, self._slot_separator(self.action.node))

    def _conjunction(self, texts: list[str], separator: str) -> str:
        if self.part.part is Part.DURATION and len(texts) == 1:
            return texts[0]
        if len(texts) < 2 or separator == " ":
            return f"({' '.join(['and', *texts])})"
        inner = separator + DEFAULT_INDENT
        return f"(and{''.join(inner + text for text in texts)}{separator})"

    def _slot_separator(self, action: List) -> str:
        """What stands before a slot keyword of `action`: a line break with blanks, or a blank."""
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
