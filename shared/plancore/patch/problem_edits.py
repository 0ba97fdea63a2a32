"""Edits that make the learned problem equal to the reference, in its own layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from plancore.compare.changes import Change, ChangeKind, Part, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.compare.problems import ProblemDiff
from plancore.formula.printing import formula_text, typed_list
from plancore.model.domain import Action
from plancore.model.finding import PlaceEdit
from plancore.patch.declare import declare_name
from plancore.patch.edits import slot_edits
from plancore.patch.layout import FileLayout, replace_node
from plancore.patch.section_edits import nodes_of_entries, nodes_of_names
from plancore.snapshot import DefinitionSnapshot
from plancore.syntax.nodes import Node, Place
from plancore.syntax.tree import Section, SyntaxTree


def edits_for_problem(
    diff: ProblemDiff, definition: DefinitionSnapshot, tree: SyntaxTree
) -> tuple[PlaceEdit, ...]:
    """The edits that make the problem of `definition`, the learned one of `diff`, equal to the
    reference: names, requirements, objects, facts, goal and metric. Constraints are not edited."""
    return tuple(_ProblemEditor(diff, definition, FileLayout(tree)).edits())


class _ProblemEditor:
    def __init__(
        self, diff: ProblemDiff, definition: DefinitionSnapshot, layout: FileLayout
    ) -> None:
        self.diff = diff
        self.definition = definition
        self.layout = layout

    def edits(self) -> Iterator[PlaceEdit]:
        ours, theirs = self.diff.learned, self.diff.reference
        domain_node = next((m.name for m in self.definition.models if m.keyword == ":domain"), None)
        if ours.name_node is not None and ours.name != theirs.name:
            yield replace_node(ours.name_node, theirs.name)
        if domain_node is not None and self.diff.is_other_domain:
            yield replace_node(domain_node, theirs.domain_name)
        if set(ours.requirements) != set(theirs.requirements):
            yield from self._written_anew(":requirements", " ".join(theirs.requirements))
        yield from self._objects(self.diff.objects)
        yield from self._facts((*self.diff.init.changes, *self.diff.denied.changes))
        yield from self._goal(self.diff.goal)
        if self.diff.metric.changes:
            metric = theirs.metric
            text = "" if metric is None else f"{metric.direction} {formula_text(metric.expression)}"
            yield from self._written_anew(":metric", text)

    def _objects(self, changes: Sequence[DeclarationChange]) -> Iterator[PlaceEdit]:
        """Add missing names and delete extra ones; if a type changes, rewrite the section."""
        declared = {declared.name: declared for declared in self.diff.reference.objects}
        new = [declared[change.name] for change in changes if change.kind is ChangeKind.MISSING]
        edits = [declare_name(self.definition, ":objects", name.name, name.types) for name in new]
        section = self._section(":objects")
        old = {change.name for change in changes if change.kind is ChangeKind.EXTRA}
        gone = None if section is None else self._object_nodes(section, old)
        if len(new) + len(old) == len(changes) and gone is not None:
            yield from (edit for edit in edits if edit is not None)
            yield from self.layout.delete(gone)
        elif changes:
            yield from self._written_anew(":objects", typed_list(declared.values()))

    def _object_nodes(self, section: Section, names: set[str]) -> list[Node] | None:
        """The nodes to delete so that a section lacks `names`; None for all, or if unknown."""
        doomed = nodes_of_names(self.diff.learned.objects, names)
        items = [*section.items()]
        gone = [] if doomed is None else [*nodes_of_entries(items, doomed)]
        if doomed is None or not {*gone} >= {*doomed} or (names and len(gone) == len(items)):
            return None
        return gone

    def _facts(self, changes: Iterable[Change]) -> Iterator[PlaceEdit]:
        """Delete, add or replace each changed fact."""
        doomed: list[Node] = []
        new: list[str] = []
        for change in changes:
            nodes = [] if change.learned is None else change.learned.removals
            if change.wanted is not None and nodes:
                yield replace_node(nodes.pop(0), change.wanted)
            elif change.wanted is not None:
                new.append(change.wanted)
            doomed += nodes
        yield from self.layout.delete(doomed)
        if not new:
            return
        section = self._section(":init")
        if section is None:
            yield from self._written_anew(":init", " ".join(new))
            return
        last = next(iter([*section.items()][-1:]), None)
        place = section.keyword_place if last is None else last.place
        separator = " " if last is None else self.layout.break_before(last)
        text = "".join(separator + fact for fact in new)
        yield self.layout.insert_behind(place, text)

    def _goal(self, part: PartDiff) -> Iterable[PlaceEdit]:
        """A goal is edited like a precondition."""
        if not part.changes:
            return ()
        problem = self.diff.learned
        section = self._section(":goal")
        if section is None or problem.goal_node is None:
            return self._written_anew(":goal", formula_text(self.diff.reference.goal))
        as_action = Action(
            "",
            precondition=problem.goal,
            node=section.head.root,
            precondition_node=problem.goal_node,
        )
        as_precondition = replace(part, part=Part.PRECONDITION)
        return slot_edits(as_action, as_precondition, part.changes, self.layout)

    def _written_anew(self, keyword: str, content: str) -> Iterator[PlaceEdit]:
        """Replace the content of a section, append a new one, or delete it."""
        text = f"({keyword} {content})" if content else ""
        section = self._section(keyword)
        if section is not None:
            span = self.layout.tree.section_span(section)
            yield PlaceEdit(Place(section.head, 0, span.end - span.start), text)
        elif text:
            last = self.definition.definition.sections[-1].forms[-1]
            end = len(last.text)
            before = self.layout.newline + self.layout.section_indent
            yield PlaceEdit(Place(last, end, end), before + text)

    def _section(self, keyword: str) -> Section | None:
        sections = (s for s, model in self.definition.sections if model.keyword == keyword)
        return next(sections, None)
