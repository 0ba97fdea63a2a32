"""Three-way merges of texts, if their models can be merged reliably.

The result is our text with as few edits as possible, so that comments and order are kept, or the
result of a line-based merge if that has the same model. It is read again and compared with the
merged model; a text with any other model is rejected.

Sections that models do not fully represent, such as tasks and constraints, are merged as text:
`:task` and `:method` as wholes, by name, `:constraints` by conjunct. Meanwhile placeholder comments
stand for them in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from plancore.compare.coverage import is_covered
from plancore.compare.domains import compare_domains
from plancore.compare.problems import compare_problems
from plancore.conflict_markers import conflicts
from plancore.diagnostic import Severity, apply_edits
from plancore.merge.choice import (
    MergeConflict,
    Merger,
    MergeSide,
    Versions,
    elided,
    in_order,
    of_name,
)
from plancore.merge.comments import lexemes, with_comments
from plancore.merge.models import merge_domains, merge_problems
from plancore.model.domain import Domain
from plancore.model.finding import PlaceEdit
from plancore.model.problem import Problem
from plancore.patch.edits import edits_for_domain
from plancore.patch.layout import replace_node
from plancore.patch.problem_edits import edits_for_problem
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, List


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text; None if there are `conflicts`, or a `reason` why no merge is reliable. If
    the input is not even `understood`, that says nothing about a line-based merge."""

    text: str | None
    conflicts: tuple[MergeConflict, ...] = ()
    reason: str = ""
    understood: bool = True


NOT_UNDERSTOOD = Merge(None, reason="it has unsupported or damaged parts", understood=False)
NOT_SURE = Merge(None, reason="the result cannot be written to the file reliably")


def merge_texts(
    texts: Versions[str], by_lines: str | None = None, settled_for: MergeSide | None = None
) -> Merge:
    """Merge domains and problems. `by_lines` is the result of a line-based merge without conflicts.
    Conflicts are resolved to the side `settled_for`, if given. A blank base means two new files."""
    if texts.theirs in (texts.base, texts.ours):
        return Merge(texts.ours)
    if texts.base == texts.ours:
        return Merge(texts.theirs)
    base, ours, theirs = texts.each(several)
    if base is None or ours is None or theirs is None:
        return NOT_UNDERSTOOD
    if max(len(file.spans) for file in (base, ours, theirs)) > 1:
        return _merge_several(Versions(base, ours, theirs), by_lines, settled_for)
    return _merge_one(texts, by_lines, settled_for)


def settled_texts(texts: Versions[str]) -> Versions[str] | None:
    """The results with all conflicts resolved to each version in turn; they differ exactly at the
    conflicts. None if one cannot be written."""
    base, ours, theirs = (merge_texts(texts, settled_for=side).text for side in MergeSide)
    if base is None or ours is None or theirs is None:
        return None
    return Versions(base, ours, theirs)


def _merge_several(
    files: Versions[Several], by_lines: str | None, settled_for: MergeSide | None
) -> Merge:
    """Merge each definition with those of its kind and name."""
    if any(_may_rename(files.base, side) for side in (files.ours, files.theirs)):
        return Merge(None, reason="the definition names differ", understood=False)
    merger = Merger(settled_for)
    wanted: dict[Key, str] = {}
    definitions = files.each(lambda file: file.definitions)
    for key in in_order(definitions):
        texts = of_name(definitions, key)
        if texts.ours and texts.theirs:
            merge = merge_texts(texts, settled_for=settled_for)
            for conflict in merge.conflicts:
                merger.disagree(f"{' '.join(key)}, {conflict.where}", conflict.versions)
            if merge.text is None and not merge.conflicts:
                return merge
            wanted[key] = merge.text or ""
        else:
            chosen = merger.choose(" ".join(key), texts, lexemes, elided)
            if chosen:
                wanted[key] = chosen
    if merger.is_stuck:
        return Merge(None, tuple(merger.conflicts))
    versions = files.each(lambda file: file.text)
    made = with_comments(files.ours.with_definitions(wanted), versions)
    for text in (by_lines, made):
        written = None if text is None else several(text)
        if written is not None and _are_same(written.definitions, wanted):
            return Merge(text)
    return NOT_SURE


def _may_rename(base: Several, side: Several) -> bool:
    """Whether one definition was deleted and another of its kind added, perhaps a renaming."""
    gone, new = base.spans.keys() - side.spans.keys(), side.spans.keys() - base.spans.keys()
    return bool({kind for kind, _ in gone} & {kind for kind, _ in new})


def _are_same(written: dict[Key, str], wanted: dict[Key, str]) -> bool:
    return written.keys() == wanted.keys() and all(
        lexemes(text) == lexemes(wanted[key]) or _says_text(text, wanted[key])
        for key, text in written.items()
    )


def _says_text(text: str, wanted: str) -> bool:
    part = parted(wanted)
    read = None if part is None else whole(part.text)
    return part is not None and read is not None and _says(text, read, part)


def _merge_one(texts: Versions[str], by_lines: str | None, settled_for: MergeSide | None) -> Merge:
    """Merge a single definition."""
    parts = texts.each(lambda text: parted(text) if text.strip() else Parted(text, {}))
    if parts.base is None or parts.ours is None or parts.theirs is None:
        return NOT_UNDERSTOOD
    split = Versions(parts.base, parts.ours, parts.theirs)
    ours = whole(split.ours.text)
    theirs = whole(split.theirs.text, ours)
    is_new = not split.base.text.strip() and ours is not None
    base = nothing(ours.kind) if is_new and ours is not None else whole(split.base.text, ours)
    if base is None or ours is None or theirs is None:
        return NOT_UNDERSTOOD
    if not base.kind == ours.kind == theirs.kind:
        return Merge(None, reason="one is a domain, the other a problem", understood=False)
    merger = Merger(settled_for)
    wanted = whole(_merged(merger, Versions(base, ours, theirs)), ours)
    sections = merge_unread(merger, split.each(lambda part: part.sections))
    if merger.is_stuck:
        return Merge(None, tuple(merger.conflicts))
    if wanted is None:
        return Merge(None, reason="the changes contradict each other")
    # Placeholders are kept or deleted with their sections.
    patched = with_comments(_patched(ours, wanted), split.each(lambda part: part.text))
    result = Parted(patched, sections)
    made = with_comments(result.joined(patched), texts)
    if _is_faulty(made) and not (_is_faulty(texts.ours) or _is_faulty(texts.theirs)):
        return Merge(None, reason="the result uses a name that one side deleted")
    text = next((text for text in (by_lines, made) if text and _says(text, wanted, result)), None)
    return NOT_SURE if text is None else Merge(text)


def _merged(merger: Merger, versions: Versions[Whole]) -> str:
    if versions.ours.kind == "problem":
        return merge_problems(merger, versions.each(lambda version: version.problem))
    return merge_domains(merger, versions.each(lambda version: version.domain))


def _patched(ours: Whole, wanted: Whole) -> str:
    """Our text, edited to have the model `wanted`."""
    return apply_edits(ours.file.text, [ours.file.edit(edit) for edit in _edits(ours, wanted)])


def _edits(ours: Whole, wanted: Whole) -> Iterator[PlaceEdit]:
    if ours.kind == "problem":
        difference = compare_problems(ours.problem, wanted.problem)
        yield from edits_for_problem(difference, ours.definition, ours.file.tree)
        return
    yield from edits_for_domain(compare_domains(ours.domain, wanted.domain), ours.file.tree)
    name = ours.domain.name_node
    if name is not None and ours.domain.name != wanted.domain.name:
        yield replace_node(name, wanted.domain.name)


def _is_faulty(text: str) -> bool:
    """Whether a domain uses undeclared names; False for a problem, whose domain is not known."""
    (definition,) = FileSnapshot.of(text).definitions
    return definition.kind == "domain" and bool(definition.faulty_forms)


def _says(text: str, wanted: Whole, sections: Parted) -> bool:
    """Whether a text has exactly the model `wanted` and the same sections."""
    part = parted(text)
    written = None if part is None else whole(part.text, wanted)
    if part is None or written is None or not part.says(sections):
        return False
    if (written.kind, written.name) != (wanted.kind, wanted.name):
        return False
    if wanted.kind == "domain":
        return compare_domains(written.domain, wanted.domain).is_same
    problem = written.problem
    difference = compare_problems(problem, wanted.problem)
    if set(problem.requirements) != set(wanted.problem.requirements):
        return False
    return difference.is_same and not difference.denied.changes


# The definitions of a text: all of them, or the only one, completely represented

Key = tuple[str, str]
"""Kind and name of a definition."""


class Several(NamedTuple):
    """A text, and the places of its definitions."""

    text: str
    spans: Mapping[Key, Span]

    @property
    def definitions(self) -> dict[Key, str]:
        """The text of each definition."""
        return {key: self.text[span.start : span.end] for key, span in self.spans.items()}

    def with_definitions(self, wanted: Mapping[Key, str]) -> str:
        """The text with the definitions of `wanted`: others are deleted, new ones appended."""
        text = self.text
        for key, span in reversed(list(self.spans.items())):
            text = text[: span.start] + wanted.get(key, "") + text[span.end :]
        new = [definition for key, definition in wanted.items() if key not in self.spans]
        return "\n\n".join((text.rstrip(), *new)) + "\n" if new else text


def several(text: str) -> Several | None:
    """The definitions of a text, in order; None if they cannot be separated reliably."""
    file = FileSnapshot.of(text)
    if conflicts(text) or file.tree.problems or file.tree.prose:
        return None
    spans: dict[Key, Span] = {}
    for definition in file.definitions:
        parts = definition.definition
        key = (definition.kind, definition.name)
        if parts.define is None or parts.close is None or key in spans:
            return None
        end = file.tree.start(parts.close) + len(parts.close.text)
        spans[key] = Span(file.tree.start(parts.define), end)
    return Several(text, spans)


@dataclass(frozen=True, slots=True)
class Whole:
    """A text with its only definition."""

    file: FileSnapshot
    definition: DefinitionSnapshot

    @property
    def kind(self) -> str:
        """`domain` or `problem`."""
        return self.definition.kind

    @property
    def name(self) -> str:
        """Its name."""
        return self.definition.name

    @property
    def domain(self) -> Domain:
        """The domain; raises ValueError for a problem."""
        return self.definition.domain

    @property
    def problem(self) -> Problem:
        """The problem; raises ValueError for a domain."""
        return self.definition.problem


def whole(text: str, like: Whole | None = None) -> Whole | None:
    """The only definition in a text; None if there are several, or if models do not represent it
    completely. Parts that are equal in `like` are not computed again."""
    file = FileSnapshot.of(text, like=like.file if like else None)
    if conflicts(text) or file.tree.problems or file.tree.prose or len(file.definitions) != 1:
        return None
    (definition,) = file.definitions
    if definition.definition.define is None or definition.definition.strays:
        return None
    findings = (finding for model in definition.models for finding in model.uses.findings)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return None
    if not is_covered(definition) or _says_twice(definition):
        return None
    return Whole(file, definition)


def nothing(kind: str) -> Whole | None:
    """An empty definition."""
    return whole(f"(define ({kind} nothing) {'(:domain nothing)' if kind == 'problem' else ''})")


def _says_twice(definition: DefinitionSnapshot) -> bool:
    """Whether two actions, parameters or objects have the same name, or a section is repeated."""
    if _has_repeats(
        model.keyword for model in definition.models if not (model.actions or model.axioms)
    ):
        return True
    if definition.kind == "problem":
        return _has_repeats(declared.name for declared in definition.problem.objects)
    actions = definition.domain.actions
    return _has_repeats(action.name for action in actions) or any(
        _has_repeats(parameter.name for parameter in action.parameters) for action in actions
    )


def _has_repeats(names: Iterable[str]) -> bool:
    names = list(names)
    return len(set(names)) < len(names)


_KEYWORDS: Final = frozenset((":constraints", ":task", ":method", ":htn"))
_NAMED: Final = frozenset((":task", ":method"))
_CONSTRAINTS: Final = ":constraints"
_MARK: Final = "\ue000"
"""A private-use character, which does not occur in PDDL."""
_STAND_IN: Final = re.compile(rf";{_MARK}([^\n\r]*?){_MARK}(\+?)[ \t]*(\r\n|\n|\r|$)")


class Parted(NamedTuple):
    """A text with placeholder comments for sections, and these sections by name."""

    text: str
    sections: Mapping[str, str]

    def joined(self, text: str) -> str:
        """The text with its placeholders replaced by the sections."""
        return _STAND_IN.sub(
            lambda found: self.sections.get(found[1], "") + ("" if found[2] else found[3]), text
        )

    def says(self, other: Parted) -> bool:
        """Whether both have the same sections, apart from comments."""
        ours, theirs = (
            {name: lexemes(text) for name, text in parted.sections.items()}
            for parted in (self, other)
        )
        return ours == theirs


def parted(text: str) -> Parted | None:
    """Replace sections of a single definition by placeholders; None if that is not reliable."""
    file = FileSnapshot.of(text)
    if _MARK in text or conflicts(text) or file.tree.problems or len(file.definitions) != 1:
        return None
    sections: dict[str, str] = {}
    pieces: list[str] = []
    done = 0
    for section in file.definitions[0].definition.sections:
        root = section.head.root
        if section.keyword not in _KEYWORDS or root is None:
            continue
        name = _name(root)
        if name in sections:
            return None
        start = file.tree.start(section.head) + root.start
        end = start + len(root.text)
        sections[name] = text[start:end]
        rest = re.match(r"[ \t]*(;?)[^\r\n]*", text[end:])
        # The rest of the line must not become part of the comment.
        ends_line = rest is not None and not rest[0].strip()
        pieces += (text[done:start], f";{_MARK}{name}{_MARK}", "" if ends_line else "+\n")
        done = end
    pieces.append(text[done:])
    return Parted("".join(pieces), sections)


def merge_unread(merger: Merger, versions: Versions[Mapping[str, str]]) -> dict[str, str]:
    """The merged sections; conflicts are added to `merger`."""
    chosen: dict[str, str] = {}
    for name in in_order(versions):
        texts = of_name(versions, name)
        if name == _CONSTRAINTS:
            text = _merged_constraints(merger, texts)
        else:
            text = merger.choose(name.removeprefix(":"), texts, lexemes, elided)
        if text:
            chosen[name] = text
    return chosen


def _name(root: List) -> str:
    if root.head in _NAMED and len(root.items) > 1 and type(root.items[1]) is Atom:
        return f"{root.head} {root.items[1].key}"
    return root.head


def _merged_constraints(merger: Merger, texts: Versions[str]) -> str:
    """The constraints of one side if the other left them; else a conjunction of what remains."""
    base, ours, theirs = texts.each(lexemes)
    if base in (ours, theirs) or ours == theirs:
        return texts.theirs if base == ours else texts.ours
    parts = texts.each(_conjuncts)
    kept = merger.choose_each("constraint", parts, lexemes, str)
    n_conflicts = len(merger.conflicts)
    gone = [name for name in parts.base if name not in parts.ours and name not in parts.theirs]
    new = [
        {lexemes(text) for name, text in side.items() if name not in parts.base}
        for side in (parts.ours, parts.theirs)
    ]
    if gone and all(new) and new[0] != new[1] and n_conflicts == len(merger.conflicts):
        merger.disagree(
            _CONSTRAINTS,
            Versions(" ".join(gone), *(" ".join(map(" ".join, sorted(side))) for side in new)),
        )
        return merger.settled(texts)
    return f"({_CONSTRAINTS} (and {' '.join(kept)}))" if kept else ""


def _conjuncts(section: str) -> dict[str, str]:
    """The texts of the conjuncts, a preference by its name, others by their content."""
    file = FileSnapshot.of(f"(define (domain d) {section})") if section else None
    found: dict[str, str] = {}
    roots = [] if file is None else [s.head.root for s in file.definitions[0].definition.sections]
    for root in roots:
        if root is None or root.head != _CONSTRAINTS:
            continue
        items = list(root.items[1:])
        while items and type(first := items[0]) is List and first.head == "and":
            items[:1] = first.items[1:]
        for item in items:
            said = lexemes(item.text)
            is_named = type(item) is List and item.head == "preference" and len(item.items) > 2
            found[f"preference {said[2]}" if is_named else " ".join(said)] = item.text
    return found
