"""An immutable workspace: files and the links between them.

Names of files are chosen by the caller, paths or URIs, with `/` between their parts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from plancore.diagnostic import Diagnostic
from plancore.directives import directives, join
from plancore.kind import TextKind, text_kind
from plancore.kinship import SharedVocabulary, objects_of, overlap, vocabulary, words_in
from plancore.links import Link, Links, Roots, not_known
from plancore.memo import Memo, lazy
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.model.plan import Plan


class PlanSnapshot:
    """An immutable plan text."""

    kind = "plan"

    def __init__(
        self, text: str, name: str = "", like: PlanSnapshot | None = None, same: int = 0
    ) -> None:
        """`like` is the plan before an edit that kept the first `same` characters; steps there are
        not read and executed again."""
        self.source = SourceText(text)
        self.name = name
        self.like: PlanSnapshot | None = like
        self.same: int = same
        self.done: PlanSnapshot | None = None
        """The last earlier plan with cached results, such as its execution."""
        if like is not None:
            if "_read" not in like.__dict__:  # never read
                self.like, self.same = like.like, min(same, like.same)
            self.done = like if like.memo else like.done
            like.like = like.done = None  # one step back is enough
        self.memo: Memo = Memo()
        """Cached results about the plan."""

    @property
    def text(self) -> str:
        """The text."""
        return self.source.text

    is_plain = False
    """Whether the text was read as lines of steps and comments, with at most one cut short."""

    def read(self, checkpoint: Checkpoint) -> None:
        """Read the plan, which its first use does otherwise. Raises what `checkpoint` raises."""
        if "_read" not in self.__dict__:
            self.__dict__.setdefault("_read", self._read_anew(checkpoint))

    @lazy
    def _read(self) -> tuple[Plan, tuple[Diagnostic, ...]]:
        return self._read_anew(NEVER)

    def _read_anew(self, checkpoint: Checkpoint) -> tuple[Plan, tuple[Diagnostic, ...]]:
        # Imported late: checking and comparing domains needs no plan notation.
        from plancore.notation.plans.plain import read_half_typed, read_plain
        from plancore.notation.plans.reader import read_any, with_conflicts

        text = self.source.text
        like = self.like
        known = like.plan if like is not None and like.is_plain else None
        plain = read_plain(text, checkpoint, known, self.same)
        read: tuple[Plan, tuple[Diagnostic, ...]] | None = None if plain is None else (plain, ())
        if read is None:
            read = read_half_typed(text, known, self.same, checkpoint)
        self.is_plain = read is not None
        if read is not None:
            return read
        plan, findings = read_any(text, checkpoint)
        return plan, with_conflicts(text, findings)

    @property
    def plan(self) -> Plan:
        """The plan in the text, as far as it can be read."""
        return self._read[0]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Findings about unreadable and skipped parts."""
        return self._read[1]


AnySnapshot = FileSnapshot | PlanSnapshot


def snapshot_of(
    text: str, name: str = "", language: str = "", checkpoint: Checkpoint = NEVER
) -> AnySnapshot:
    """The snapshot of a file of the kind that `text_kind` detects; `language` is an editor's
    language id. `checkpoint` may end the reading of a model."""
    if text_kind(text, name, language) is TextKind.PLAN:
        return PlanSnapshot(text, name)
    return FileSnapshot.of(text, name, checkpoint=checkpoint)


class DomainLink(NamedTuple):
    """The domain of a problem. `rivals` are files that fit equally well."""

    file: FileSnapshot
    definition: DefinitionSnapshot
    rivals: tuple[str, ...] = ()


class DomainChoice(NamedTuple):
    """The domain that a problem is checked against, if any. `unrelated` is the nearest candidate
    that is not accepted as the domain; see `plancore.links.DomainChoice`."""

    link: DomainLink | None = None
    unrelated: DomainLink | None = None


class ProblemLink(NamedTuple):
    """The problem of a plan."""

    file: FileSnapshot
    definition: DefinitionSnapshot


class PlanInProblem(NamedTuple):
    """A plan with its problem."""

    plan: PlanSnapshot
    problem: ProblemLink


class PlanSetting(NamedTuple):
    """The domain and problem that a plan is checked against, as far as they are known."""

    domain: DomainLink | None = None
    problem: ProblemLink | None = None

    @property
    def files(self) -> tuple[FileSnapshot, ...]:
        """The files of the domain and the problem."""
        links = (link for link in self if link is not None)
        return tuple({link.file.name: link.file for link in links}.values())


class ProjectSnapshot:
    """Files by name, each an immutable snapshot. Links between them are computed when needed."""

    def __init__(
        self,
        files: Mapping[str, AnySnapshot],
        references: Mapping[str, str] | None = None,
        roots: Roots = (),
        *,
        are_skeletons: bool = False,
    ) -> None:
        """With `are_skeletons`, only the names of files and definitions are known."""
        self.files = files
        self._are_skeletons = are_skeletons
        self.references = references or {}
        """Maps files to the files that they are compared with, where that was set from outside."""
        self.roots = roots
        """Folders whose files are not linked to files of other folders."""

    def file(self, name: str) -> AnySnapshot | None:
        """The file called `name`."""
        return self.files.get(name)

    def with_files(self, files: Mapping[str, AnySnapshot]) -> ProjectSnapshot:
        """The workspace with these files added or replaced."""
        return self._like({**self.files, **files})

    def only(self, names: Collection[str]) -> ProjectSnapshot:
        """The workspace with only these files; itself if there are no others."""
        if all(name in names for name in self.files):
            return self
        files = {name: file for name, file in self.files.items() if name in names}
        return self._like(files)

    def _like(self, files: Mapping[str, AnySnapshot]) -> ProjectSnapshot:
        return ProjectSnapshot(
            files, self.references, self.roots, are_skeletons=self._are_skeletons
        )

    @lazy
    def _models(self) -> dict[str, FileSnapshot]:
        return {n: file for n, file in self.files.items() if isinstance(file, FileSnapshot)}

    @lazy
    def _links(self) -> Links[DefinitionSnapshot]:
        definitions = {name: file.definitions for name, file in self._models.items()}
        # Not a bound method: the reference cycle would keep old texts until the next collection.
        directed = partial(_directed, self.files, self.references)
        if self._are_skeletons:
            return Links(definitions, directed, not_known, self.roots)
        objects = partial(_shared_objects, self.files)
        return Links(definitions, directed, vocabulary, self.roots, objects)

    def domain_of(self, file: FileSnapshot, problem: DefinitionSnapshot) -> DomainLink | None:
        """The domain of `problem` in `file`; see `domain_choice`."""
        return self.domain_choice(file, problem).link

    def domain_choice(self, file: FileSnapshot, problem: DefinitionSnapshot) -> DomainChoice:
        """The domain of `problem` in `file`, chosen by `Links.domain_choice`."""
        link, unrelated = self._links.domain_choice(file.name, problem)
        return DomainChoice(self._domain(link), self._domain(unrelated))

    def domain_names(self, file: FileSnapshot, problem: DefinitionSnapshot) -> list[str]:
        """The names of the known domains that `problem` may be for; see `Links.domain_names`."""
        return self._links.domain_names(file.name, problem)

    def problem_of(self, plan: PlanSnapshot) -> ProblemLink | None:
        """The problem of `plan`, chosen by `Links.problem_of`."""
        link = self._links.problem_of(plan.name)
        return ProblemLink(self._models[link.file], link.definition) if link else None

    def problem_rivals(self, plan: PlanSnapshot) -> Sequence[str]:
        """The files of the problems that fit `plan` equally well, if it has no problem."""
        return self._links.problem_choice(plan.name).rivals

    def _domain(self, link: Link[DefinitionSnapshot] | None) -> DomainLink | None:
        if link is None:
            return None
        return DomainLink(self._models[link.file], link.definition, link.rivals)

    def setting_of(self, plan: PlanSnapshot) -> PlanSetting:
        """The domain and problem of `plan`; the domain is chosen by `Links.domain_of_plan`."""
        return PlanSetting(
            self._domain(self._links.domain_of_plan(plan.name)), self.problem_of(plan)
        )

    def handed_in(self, plan: PlanSnapshot) -> DomainLink | None:
        """The domain that was handed in with `plan`; see `Links.handed_in`."""
        return self._domain(self._links.handed_in(plan.name))

    def reference_of(self, domain: DomainLink) -> DomainLink | None:
        """The reference of `domain`, if its file is known."""
        name = self.reference_name(domain.file)
        target = self.files.get(name) if name else None
        if not isinstance(target, FileSnapshot) or target is domain.file:
            return None
        definition = target.first("domain", domain.definition.name)
        return DomainLink(target, definition) if definition else None

    def reference_name(self, file: AnySnapshot) -> str | None:
        """The name of the reference of `file`: set from outside, or by directive."""
        return _named_by(self.references, file, "reference")


def _shared_objects(files: Mapping[str, AnySnapshot], plan: str, problem: str) -> SharedVocabulary:
    file = files.get(plan)
    if not isinstance(file, PlanSnapshot):
        return SharedVocabulary(0, 0)
    return overlap(objects_of(file.plan), words_in(files[problem].text))


def _directed(
    files: Mapping[str, AnySnapshot], references: Mapping[str, str], name: str, directive: str
) -> str | None:
    file = files.get(name)
    return None if file is None else _named_by(references, file, directive)


def _named_by(references: Mapping[str, str], file: AnySnapshot, directive: str) -> str | None:
    if directive == "reference" and file.name in references:
        return references[file.name]
    said = directives(file.text).get(directive)
    return join(file.name, said.path) if said else None
