"""The review of two problems: the differences and scores, the common source of all reports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from plancore.compare.changes import Part
from plancore.compare.declarations import Declared
from plancore.compare.difference import DOMAIN, Difference
from plancore.compare.differences import problem_differences
from plancore.compare.problems import ProblemDiff, ProblemEquivalence, compare_problems
from plancore.correspondence.names import SAME_NAMES, Correspondence, names_of
from plancore.formula.elements import Element
from plancore.metrics.problem_equivalence import ProblemPair, answer, used_names
from plancore.metrics.support.confusion import Confusion
from plancore.model.problem import Problem
from plancore.report.files import Note, TwoFiles, notes_on, where
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.formula.printing import Shape
    from plancore.model.domain import Domain
    from plancore.model.formula import TypedName

Domains: TypeAlias = "tuple[Domain, Domain]"
"""The domains of a learned problem and of its reference."""
_MOST_DENIALS = 3


@dataclass(frozen=True, slots=True)
class ProblemReview(TwoFiles):
    """A learned or generated problem compared with its reference."""

    kind: ClassVar[Literal["problem"]] = "problem"

    diff: ProblemDiff
    """The differences under `names` and `renamed`."""
    equivalence: ProblemEquivalence
    renamed: Mapping[str, str]
    """Learned objects to the reference objects that they match under another name."""
    by_name: ProblemDiff
    """The differences by name, or under a given mapping."""
    names: Correspondence = SAME_NAMES
    """The name mapping of aligned domains, restricted to names that the problem uses."""
    goals_agree: bool | None = None
    """For goals that differ as written: whether they hold in the same reachable states."""

    @property
    def is_same(self) -> bool:
        """Whether there are no differences except the name of the problem."""
        return self.by_name.is_same

    @property
    def differences(self) -> Sequence[Difference]:
        """The domain's name and objects, then facts, goals, metric and constraints."""
        return problem_differences(self.diff)

    @property
    def subjects(self) -> Iterator[str]:
        """Everything that may differ: the domain's name, objects, each part that a problem has."""
        yield from (DOMAIN, f":{Declared.OBJECT.value}")
        yield from (part.part.value for part in self.diff.parts if part.n_equal or part.changes)

    @property
    def renamings(self) -> Mapping[str, Mapping[str, str]]:
        """The name mapping by kind, learned names to reference names, under which differences are
        listed; kinds without renamings are omitted."""
        kinds: dict[str, dict[str, str]] = {}
        for kind, ours, theirs in self.names.renamings():
            kinds.setdefault(kind, {})[ours] = theirs
        return kinds | ({"objects": self.renamed} if self.renamed else {})

    @property
    def counts(self) -> Mapping[Part, Confusion]:
        """The counts of each part: formulas in both, only learned, and only in the reference."""
        return counts_of(self.diff)


def counts_of(diff: ProblemDiff) -> Mapping[Part, Confusion]:
    """The counts of formulas in each part."""
    return {
        part.part: Confusion(part.n_equal, len(part.extra), len(part.missing))
        for part in diff.parts
    }


def review_problems(
    learned: FileSnapshot,
    reference: FileSnapshot,
    name: str | None = None,
    *,
    mapping: Correspondence = SAME_NAMES,
    find_domains: Callable[[], Domains | None] = lambda: None,
    align: bool | None = None,
    checkpoint: Checkpoint = NEVER,
) -> ProblemReview:
    """Compare the first problem of each file, or the one called `name` where a file has it.

    A file without a problem counts as an empty one. `mapping` maps learned to reference names;
    without one, objects with different names are matched by their facts. `find_domains` returns the
    domains of both problems, if known; it is called only if the problems differ. The domains are
    aligned if `align` is True, or if it is None and the learned problem uses names that the
    reference's domain lacks. `checkpoint` may raise to cancel.
    """
    ours, theirs = learned.first("problem", name), reference.first("problem", name)
    first, second = _problem(ours), _problem(theirs)
    diff = by_name = compare_problems(first, second, mapping)
    checkpoint()
    names = SAME_NAMES
    domains = None if diff.is_same else find_domains()
    if domains and mapping.is_identity and align is not False:
        names = _names(domains, first, second, align, checkpoint)
    if not names.is_identity:
        diff = compare_problems(first, second, names, domains_match=True)
    found = answer(
        ProblemPair(
            diff=diff,
            names=names,
            domain=domains[1] if domains else None,
            renames=mapping.is_identity,
            checkpoint=checkpoint,
        )
    )
    return ProblemReview(
        learned,
        reference,
        (
            *notes_on(learned, ours),
            *_denials(learned, diff.denied.extra),
            *notes_on(reference, theirs),
            *_denials(reference, diff.denied.missing),
        ),
        found.diff,
        found.equivalence,
        found.renamed,
        by_name,
        names,
        found.goals_agree,
    )


def _names(
    domains: Domains,
    learned: Problem,
    reference: Problem,
    align: bool | None,
    checkpoint: Checkpoint,
) -> Correspondence:
    """The name mapping from an alignment of the domains, for names in the learned problem."""
    # Imported late: only if two domains differ.
    from plancore.compare.domains import ALIGNED, compare_domains
    from plancore.simulate.atoms import Objects

    ours, theirs = domains
    used = used_names(learned)
    known = {*names_of(theirs, "predicates"), *names_of(theirs, "functions")}
    if ours == theirs or (align is None and used <= known):
        return SAME_NAMES
    found = compare_domains(ours, theirs, ALIGNED, checkpoint).correspondence
    objects = Objects(theirs.hierarchy, (*theirs.constants, *reference.objects))
    declared: dict[str, Sequence[TypedName]] = {
        **{each.name: each.parameters for each in theirs.predicates},
        **{each.name: each.parameters for each in theirs.functions},
    }

    def filled(shapes: Mapping[str, Shape], names: Mapping[str, str]) -> Mapping[str, Shape]:
        """The shapes, with implicit arguments filled by the only object of a fitting type."""
        open_shapes: dict[str, Shape] = {}
        for name, shape in shapes.items():
            parameters = declared.get(names.get(name, name), ())

            def fitting(place: int, of: Sequence[TypedName] = parameters) -> Sequence[str]:
                return objects.of(of[place].types) if place < len(of) else ()

            if name in used and not shape.negated:
                open_shapes[name] = shape.filled(fitting)
        return open_shapes

    denied = {name for name, shape in found.shapes.items() if shape.negated}
    types = {name for typed in learned.objects for name in typed.types}
    return Correspondence(
        predicates=_kept(found.predicates, used - denied),
        functions=_kept(found.functions, used),
        types=_kept(found.types, types),
        constants=_kept(found.constants, {*found.constants} - {o.name for o in learned.objects}),
        shapes=filled(found.shapes, found.predicates),
        function_shapes=filled(found.function_shapes, found.functions),
    )


def _kept(names: Mapping[str, str], used: Collection[str]) -> dict[str, str]:
    return {ours: theirs for ours, theirs in names.items() if ours in used and ours != theirs}


def _denials(file: FileSnapshot, denied: tuple[Element, ...]) -> Iterator[Note]:
    """Notes on the negative facts in `:init` that only one file has."""
    for element in denied[:_MOST_DENIALS]:
        text = f"{element.text} in :init has no effect: facts that are not listed are false"
        yield Note(where(file, element.place), text)
    if len(denied) > _MOST_DENIALS:
        more = len(denied) - _MOST_DENIALS
        yield Note(None, f"{file.name}: {more} more facts in :init that are false anyway")


def _problem(definition: DefinitionSnapshot | None) -> Problem:
    return Problem("") if definition is None else definition.problem
