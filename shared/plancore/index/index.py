"""An index of summaries, and the links between their files, computed once until definitions change.

It is kept in memory: 5,000 files take 60 MB and some ten microseconds per query, and a database
would have to be synchronised with the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from plancore.directives import folder, join
from plancore.index.summary import DefinitionSummary, FileSummary
from plancore.kinship import SharedVocabulary, overlap
from plancore.links import MOST_CANDIDATES, Links, Roots, not_known
from plancore.memo import lazy


class Belonging:
    """The links between files, and the plans of each folder and each domain."""

    def __init__(self, files: Mapping[str, FileSummary], roots: Roots = ()) -> None:
        self._files = files
        self._roots = roots

    @lazy
    def links(self) -> Links[DefinitionSummary]:
        """Links from problems to their domains and from plans to their problems."""
        definitions = {name: file.definitions for name, file in self._files.items()}
        directed, objects = partial(_directed, self._files), partial(_objects, self._files)
        return Links(definitions, directed, _vocabulary, self._roots, objects)

    @lazy
    def plans_in(self) -> Mapping[str, list[str]]:
        """The plan files in each folder, in order."""
        plans: dict[str, list[str]] = {}
        for name, file in sorted(self._files.items()):
            if file.kind == "plan":
                plans.setdefault(folder(name), []).append(name)
        return plans

    @lazy
    def plans_of(self) -> Mapping[str, list[str]]:
        """The plan files that have a problem, by the file of its domain, in order."""
        plans: dict[str, list[str]] = {}
        for name, file in sorted(self._files.items()):
            if file.kind == "plan" and self.links.problem_of(name) is not None:
                domain = self.links.domain_of_plan(name)
                if domain is not None:
                    plans.setdefault(domain.file, []).append(name)
        return plans


def _directed(files: Mapping[str, FileSummary], name: str, directive: str) -> str | None:
    file = files.get(name)
    path = file.directed(directive) if file else None
    return None if path is None else join(name, path)


def _objects(files: Mapping[str, FileSummary], plan: str, problem: str) -> SharedVocabulary:
    file, other = files.get(plan), files[problem]
    if file is None or file.is_partial or other.is_partial:
        return not_known(plan, problem)
    return overlap(file.objects, other.objects)


def _vocabulary(problem: DefinitionSummary, domain: DefinitionSummary) -> SharedVocabulary:
    return overlap(set(problem.words), set(domain.words))


class Index:
    """An immutable index of summaries by the names of their files. Files below different `roots` do
    not belong together. `is_complete` is whether all files of the workspace are present with their
    occurrences."""

    def __init__(
        self,
        files: Mapping[str, FileSummary],
        roots: Roots = (),
        *,
        is_complete: bool = True,
        belonging: Belonging | None = None,
    ) -> None:
        """`belonging` is reused from an index in which the same files belong together."""
        self.files = files
        self.roots = roots
        self.is_complete = is_complete
        self._belonging = belonging or Belonging(files, roots)
        self._known_grounds: dict[str, set[str]] = {}

    def replaced(
        self, changes: Mapping[str, FileSummary | None], *, is_complete: bool | None = None
    ) -> Index:
        """The index with new summaries for some files, or without them if None."""
        files = dict(self.files)
        for name, summary in changes.items():
            if summary is None:
                files.pop(name, None)
            else:
                files[name] = summary
        same = all(_head(self.files.get(name)) == _head(files.get(name)) for name in changes)
        return Index(
            files,
            self.roots,
            is_complete=self.is_complete if is_complete is None else is_complete,
            belonging=self._belonging if same else None,
        )

    def plans_in(self, home: str) -> Sequence[str]:
        """The plan files in the folder `home`, in order."""
        return self._belonging.plans_in.get(home, ())

    def plans_of(self, domain: str) -> Sequence[str]:
        """The plan files that have a problem of a domain in the file `domain`, in order. The first
        call after links change is slow."""
        return self._belonging.plans_of.get(domain, ())

    def problems_in(self, home: str) -> Sequence[str]:
        """The problem files in the folder `home`, in order."""
        links = self._belonging.links.problems_in(home)
        return list(dict.fromkeys(link.file for link in links))

    def problem_of_plan(self, plan: str) -> str | None:
        """The file of a plan's problem."""
        link = self._belonging.links.problem_of(plan)
        return link.file if link else None

    def domain_names(self, name: str) -> list[str]:
        """The names of the likely domains of the first problem in file `name`, likeliest first."""
        file = self.files.get(name)
        problems = (d for d in file.definitions if d.kind == "problem") if file else iter(())
        problem = next(problems, None)
        return self._belonging.links.domain_names(name, problem) if problem else []

    def is_named_by_dependents(self, name: str, word: str) -> bool:
        """Whether `word`, in lower case, may occur in a file that depends on the file `name`: a
        problem of its domain, or a plan for its domain or problem."""
        return any(
            other.name != name and other.may_have(word) and name in self._grounds(other)
            for other in self.files.values()
            if other.kind != "domain"
        )

    def _grounds(self, file: FileSummary) -> set[str]:
        """The files of the domain, and for a plan of the problem, that a file depends on."""
        known = self._known_grounds.get(file.name)
        if known is not None:
            return known
        links = self._belonging.links
        if file.kind == "plan":
            chosen = [links.domain_of_plan(file.name), links.problem_of(file.name)]
        else:
            problems = (d for d in file.definitions if d.kind == "problem")
            chosen = [links.domain_choice(file.name, problem).link for problem in problems]
        grounds = {link.file for link in chosen if link is not None}
        self._known_grounds[file.name] = grounds
        return grounds

    def companions(self, name: str, kind: str, domain_names: Iterable[str] = ()) -> set[str]:
        """The files that a file of `kind` called `name`, which need not be in the index, may depend
        on. For a problem these are the domains called `domain_names`, the nearest first, and those
        of its folder; for a plan also its problem and the dependencies of that."""
        if kind not in ("problem", "both", "plan"):
            return set()
        home, links = folder(name), self._belonging.links
        needed = {link.file for link in links.domains_in(home)[:MOST_CANDIDATES]}
        for wanted in domain_names:
            needed.update(links.candidates(name, wanted))
        if kind == "plan":
            domain, problem = links.domain_of_plan(name), links.problem_choice(name)
            needed |= {domain.file} if domain else set()
            needed.update(problem.rivals[:2])
            if problem.link is not None:
                wanted_names = [problem.link.definition.domain_name]
                file = problem.link.file
                needed |= {file, *self.companions(file, "problem", wanted_names)}
        return needed - {name}


def _head(file: FileSummary | None) -> tuple[object, ...] | None:
    return None if file is None else file.head
