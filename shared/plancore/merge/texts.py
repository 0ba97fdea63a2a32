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
from plancore.merge.choice import Conflict, Merger, Versions
from plancore.merge.domains import merge_domains
from plancore.merge.problems import merge_problems
from plancore.merge.whole import Whole, nothing, whole
from plancore.model.finding import PlaceEdit
from plancore.patch.edits import edits_for_domain
from plancore.patch.layout import replace_node
from plancore.patch.problem_edits import edits_for_problem


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text; None where there are `conflicts`, or a `reason` why nobody can be sure.

    What is not even `understood` says nothing for or against a merge of its lines.
    """

    text: str | None
    conflicts: tuple[Conflict, ...] = ()
    reason: str = ""
    understood: bool = True


def merge_texts(texts: Versions[str], by_lines: str | None = None) -> Merge:
    """Merge a domain or a problem. `by_lines` is what a merge by lines made of it without conflict.

    A blank base stands for two new files.
    """
    if texts.theirs in (texts.base, texts.ours):
        return Merge(texts.ours)
    if texts.base == texts.ours:
        return Merge(texts.theirs)
    ours, theirs = whole(texts.ours), whole(texts.theirs)
    base = whole(texts.base) if texts.base.strip() or ours is None else nothing(ours.kind)
    if base is None or ours is None or theirs is None:
        return Merge(None, reason="not all of it is understood", understood=False)
    if not base.kind == ours.kind == theirs.kind:
        return Merge(None, reason="a domain here, a problem there", understood=False)
    merger = Merger()
    wanted = whole(_merged(merger, Versions(base, ours, theirs)))
    if merger.conflicts:
        return Merge(None, tuple(merger.conflicts))
    if wanted is None:
        return Merge(None, reason="what both sides say does not fit together")
    if wanted.is_faulty and not (ours.is_faulty or theirs.is_faulty):
        return Merge(None, reason="together they use what one side no longer declares")
    candidates = (by_lines, _patched(ours, wanted))
    text = next((text for text in candidates if text and _says(text, wanted)), None)
    return Merge(text, reason="" if text else "the result cannot be written into the file for sure")


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


def _says(text: str, wanted: Whole) -> bool:
    """Whether a text says what is wanted, and nothing else."""
    written = whole(text)
    if written is None or (written.kind, written.name) != (wanted.kind, wanted.name):
        return False
    if wanted.kind == "domain":
        return compare_domains(written.domain, wanted.domain).is_same
    problem = written.problem
    difference = compare_problems(problem, wanted.problem)
    if set(problem.requirements) != set(wanted.problem.requirements):
        return False
    return difference.is_same and not difference.denied.changes
