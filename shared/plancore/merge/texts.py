"""Three versions of a text made one, where what they say can be merged for sure.

The result is our text with as few edits as its layout allows, so that comments and order stay as we
have them, or the text that a merge by lines gave, where that says the same. It is read again and
compared with what both sides changed: a text that says anything else is no result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plancore.compare.domains import compare_domains
from plancore.compare.problems import compare_problems
from plancore.diagnostic import apply_edits
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
from plancore.merge.definitions import Key, Several, Whole, nothing, several, whole
from plancore.merge.models import merge_domains, merge_problems
from plancore.merge.unread import Parted, merge_unread, parted
from plancore.model.finding import PlaceEdit
from plancore.patch.edits import edits_for_domain
from plancore.patch.layout import replace_node
from plancore.patch.problem_edits import edits_for_problem
from plancore.snapshot import FileSnapshot


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text; None where there are `conflicts`, or a `reason` why nobody can be sure.

    What is not even `understood` says nothing for or against a merge of its lines.
    """

    text: str | None
    conflicts: tuple[MergeConflict, ...] = ()
    reason: str = ""
    understood: bool = True


NOT_UNDERSTOOD = Merge(None, reason="not all of it is understood", understood=False)
NOT_SURE = Merge(None, reason="the result cannot be written into the file for sure")


def merge_texts(
    texts: Versions[str], by_lines: str | None = None, settled_for: MergeSide | None = None
) -> Merge:
    """Merge domains and problems. `by_lines` is what a merge by lines made of them without
    conflict; what is in conflict is as the side has it that it is `settled_for`, if it is.

    A blank base stands for two new files.
    """
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
    """Where there are conflicts, the result as it is with all of them settled for one version:
    where these differ there are conflicts, and nowhere else. None where one cannot be written."""
    base, ours, theirs = (merge_texts(texts, settled_for=side).text for side in MergeSide)
    if base is None or ours is None or theirs is None:
        return None
    return Versions(base, ours, theirs)


def _merge_several(
    files: Versions[Several], by_lines: str | None, settled_for: MergeSide | None
) -> Merge:
    """Each definition merged with those of its kind and name."""
    if any(_may_rename(files.base, side) for side in (files.ours, files.theirs)):
        return Merge(None, reason="a definition has another name", understood=False)
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
    """Whether a definition went and one of its kind came, which may be the same one."""
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
    """A single definition merged, whatever it says."""
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
        return Merge(None, reason="a domain here, a problem there", understood=False)
    merger = Merger(settled_for)
    wanted = whole(_merged(merger, Versions(base, ours, theirs)), ours)
    sections = merge_unread(merger, split.each(lambda part: part.sections))
    if merger.is_stuck:
        return Merge(None, tuple(merger.conflicts))
    if wanted is None:
        return Merge(None, reason="what both sides say does not fit together")
    # What stands for a section is kept or goes with it.
    patched = with_comments(_patched(ours, wanted), split.each(lambda part: part.text))
    result = Parted(patched, sections)
    made = with_comments(result.joined(patched), texts)
    if _is_faulty(made) and not (_is_faulty(texts.ours) or _is_faulty(texts.theirs)):
        return Merge(None, reason="together they use what one side no longer declares")
    text = next((text for text in (by_lines, made) if text and _says(text, wanted, result)), None)
    return NOT_SURE if text is None else Merge(text)


def _merged(merger: Merger, versions: Versions[Whole]) -> str:
    if versions.ours.kind == "problem":
        return merge_problems(merger, versions.each(lambda version: version.problem))
    return merge_domains(merger, versions.each(lambda version: version.domain))


def _patched(ours: Whole, wanted: Whole) -> str:
    """Our text, edited to say what is wanted."""
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
    """Whether a domain uses what it does not declare. What a problem may use, its domain says,
    which is not here."""
    (definition,) = FileSnapshot.of(text).definitions
    return definition.kind == "domain" and bool(definition.faulty_forms)


def _says(text: str, wanted: Whole, sections: Parted) -> bool:
    """Whether a text says what is wanted, with the same sections, and nothing else."""
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
