"""Find the domain, problem or plan that belongs to a file, the same for the editor and all
commands.

Candidates are in the same folder or the one above; for a plan also in a folder with the same place
in a nearby tree; if these have none, anywhere below the current folder or, in an editor, in the
project around the file (`planfiles.surroundings`). `plancore.project` chooses among them. Paths may
be spelled in any way: relative, absolute or with `.` in them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from plancore.directives import directives, is_path
from plancore.kinship import SharedVocabulary, objects_of
from plancore.links import MOST_CANDIDATES
from plancore.project import AnySnapshot, DomainChoice, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from planfiles.folders import models_in
from planfiles.starts import start_of
from planfiles.surroundings import Starts, Surroundings, likeliest, name_of, text_of

LEARNED: Final = "learned.pddl"
REFERENCE: Final = "reference.pddl"
"""File names of a domain and its reference in one folder."""
_Choice: TypeAlias = Callable[[ProjectSnapshot, AnySnapshot], str | None]


def companions(
    path: str, kind: str, farther: Surroundings | None = None, file: AnySnapshot | None = None
) -> Iterator[str]:
    """The files that a file of `kind` at `path` may need, spelled as `path` is. `file` is its text
    in an editor; without it, the one on disk is read.

    For a problem: the domains next to it, and those in the folder above with `domain` in their
    name; if none has the name that it needs, those of that name among the `farther` files. For a
    plan also its problem, chosen by `plancore.links` among the problems in its folder; if there are
    none, among those in nearby folders and the `farther` ones: `problems/a/p1.pddl` for
    `solutions/a/p1.plan`. A domain needs none. Reads at most `limits.COMPANIONS` files of a folder.
    """
    if kind not in ("problem", "plan"):
        return
    home = os.path.dirname(path)
    beside = [file for file in models_in(home) if not _is_same_file(file, path)]
    folder_above = os.path.normpath(os.path.join(home, os.pardir))
    above = [file for file in models_in(folder_above) if "domain" in os.path.basename(file).lower()]
    domains = [file for file in (*likeliest(beside), *likeliest(above)) if _has_domain(file)]
    yield from domains
    if kind == "plan":
        found = _problem_near(path, beside, farther, file)
        yield from (file for file in dict.fromkeys(found) if file not in domains)
        return
    called = (file for file in (*beside, *above) if "domain" in os.path.basename(file).lower())
    if not all(start_of(file).definitions for file in called):
        return  # a damaged file is more likely the domain than one farther away
    if farther is None:
        return
    definitions = file.definitions if isinstance(file, FileSnapshot) else start_of(path).definitions
    for wanted in {each.domain_name for each in definitions if each.domain_name}:
        if not any(start_of(file).defines("domain", wanted) for file in domains):
            files = farther.below_here(path)
            yield from map(files.path, files.links.candidates(name_of(path), wanted))


def _problem_near(
    plan: str, beside: Sequence[str], farther: Surroundings | None, file: AnySnapshot | None
) -> Iterator[str]:
    """The problem of a plan, and the domains that it may be for. Many folders have a `p01.pddl`, so
    one in another folder must have at least half of the plan's objects."""
    files = Starts(likeliest(beside, plan))
    is_beside = any(start_of(file).problem for file in files.paths)
    if not is_beside:
        files = (farther or Surroundings()).around(plan)
    name = name_of(plan)
    if isinstance(file, PlanSnapshot):
        files.set_objects(name, objects_of(file.plan))
    chosen, rivals = files.links.problem_choice(name)
    problems = [chosen.file] if chosen else rivals[:MOST_CANDIDATES]
    if chosen and not is_beside and not _is_about(files.objects(name, chosen.file)):
        return
    if len(problems) == 1:
        yield from companions(files.path(problems[0]), "problem", farther)
    yield from map(files.path, problems[:2])  # two are enough to say why none is chosen


def _is_about(shared: SharedVocabulary) -> bool:
    """Whether a problem has at least half of the objects of a plan, and one of them."""
    return shared.declared > 0 and not shared.is_foreign


def problems_beside(domain: str) -> list[str]:
    """The problems next to the domain at `domain` that belong to it, by name."""
    if not os.path.isfile(domain):
        return []
    links = FileLinks()
    return [
        file
        for file in likeliest(models_in(os.path.dirname(domain)))
        if not _has_domain(file)
        and (chosen := links.domain_of(file)) is not None
        and _is_same_file(chosen, domain)
    ]


class FileLinks:
    """Finds the files that belong to a file: of a run, else on disk, where each is read once."""

    def __init__(
        self,
        models: Mapping[str, str] | None = None,
        plans: Mapping[str, str] | None = None,
        read: Mapping[str, AnySnapshot] | None = None,
    ) -> None:
        """`models` and `plans` map the paths of the files of the run to their texts or skeletons
        (`skeleton_of`); `read` has files that were read whole and need not be read again."""
        self._run = _Files(are_skeletons=True)
        self._companions: dict[str, AnySnapshot] = {}
        self._farther = Surroundings()
        for path, file in (read or {}).items():
            if isinstance(file, FileSnapshot):
                name = name_of(path)
                self._companions[name] = FileSnapshot(file.tree, name, file)
        for path, text in (models or {}).items():
            self._run.add(path, snapshot_of(text, name_of(path)))
        for path, text in (plans or {}).items():
            self._run.add(path, PlanSnapshot(text, name_of(path)))

    def problem_of(self, plan: str) -> str | None:
        """The path of the problem that the plan at `plan` is for."""
        problem = self._in_run(plan, "problem", _problem_of)
        return problem or self._around_plan(plan).chosen(plan, _problem_of)

    def domain_of_plan(self, plan: str) -> str | None:
        """The path of the domain of the plan at `plan`: its `own_domain`, else that of its problem,
        else the only one nearby."""
        own = self.own_domain(plan)
        problem = None if own else self.problem_of(plan)
        if own or problem:
            return own or (self.domain_of(problem) if problem else None)
        named = self._in_run(plan, "domain", _domain_of_plan)
        return named or self._around_plan(plan).chosen(plan, _domain_of_plan)

    def own_domain(self, plan: str) -> str | None:
        """The path of the domain that the plan at `plan` names, or that was handed in with it."""
        file = self._run.file(plan) or PlanSnapshot(text_of(plan), name_of(plan))
        if "domain" in directives(file.text):
            named = self._in_run(plan, "domain", _domain_of_plan)
            return named or self._around_plan(plan).chosen(plan, _domain_of_plan)
        if self._in_run(plan, "problem", _problem_of) is not None:
            return self._run.chosen(plan, _handed_in)
        files = self._around_plan(plan)
        problem = files.chosen(plan, _problem_of)
        for domain in companions(problem, "problem", self._farther) if problem else ():
            files.add(domain, self._companion(domain))
        return files.chosen(plan, _handed_in)

    def _in_run(self, path: str, kind: str, choice: _Choice) -> str | None:
        """What `choice` finds in the run for the file at `path`, unless a line in that names a file
        of that `kind` that is not in the run."""
        file = self._run.file(path)
        named = directives(file.text).get(kind) if file else None
        target = _beside(path, named.path) if named else None
        if target and os.path.lexists(target) and self._run.file(target) is None:
            return None
        return self._run.chosen(path, choice)

    def files_of_plan(self, plan: str) -> tuple[str, ...]:
        """The paths of the domain and problem of the plan at `plan`, or of two problems that fit
        equally well, and of the reference that the domain names; without those that are not
        found."""
        domain = self.domain_of_plan(plan)
        reference = self._reference_of(domain) if domain else None
        problem = self.problem_of(plan)
        rivals = () if problem else self.rival_problems(plan)
        paths = (domain, problem, reference, *rivals)
        return tuple(dict.fromkeys(path for path in paths if path))

    def rival_problems(self, plan: str) -> Sequence[str]:
        """The paths of two problems that fit a plan equally well."""
        return self._around_plan(plan).rival_problems(plan)[:2]

    def _reference_of(self, domain: str) -> str | None:
        """The path of the file that the domain at `domain` names as its reference."""
        file = self._run.file(domain) or self._companion(domain)
        named = directives(file.text).get("reference")
        path = _beside(domain, named.path) if named else None
        return path if path and self._companion(path).text else None

    def domain_of(self, problem: str) -> str | None:
        """The path of the domain of the problem at `problem`, which may be the same file."""
        return self.domain_and_rivals(problem)[0]

    def domain_and_rivals(self, problem: str) -> tuple[str | None, tuple[str, ...]]:
        """The path of the domain of the problem at `problem`, and those that fit it as well."""
        named = self._in_run(problem, "domain", _domain_of_that_name)
        if named is None:
            around = self._around_problem(problem)
            return around.chosen(problem, _domain_of), tuple(around.rivals(problem))
        rivals = list(self._run.rivals(problem))
        files = [self._companion(path) for path in (problem, named, *rivals)] if rivals else []
        if not files or not all(file.text for file in files):
            return named, tuple(rivals)
        # Only whole texts show which of several domains fits.
        several = _Files()
        for path, file in zip((problem, named, *rivals), files, strict=True):
            several.add(path, file)
        return several.chosen(problem, _domain_of), tuple(several.rivals(problem))

    def domains_to_check(self, problem: str) -> tuple[str, ...]:
        """The path of the domain of the problem at `problem`, else of the only domain next to it,
        even if it seems unrelated; then those of the domains that fit equally well."""
        named = self._in_run(problem, "domain", _domain_of_that_name)
        files = self._run if named else self._around_problem(problem)
        chosen = named or files.chosen(problem, _domain_or_unrelated)
        return () if chosen is None else (chosen, *files.rivals(problem))

    def _around_plan(self, plan: str) -> _Files:
        file = self._run.file(plan) or PlanSnapshot(text_of(plan), name_of(plan))
        return self._around(plan, file, "plan")

    def _around_problem(self, problem: str) -> _Files:
        # Only whole texts show whether a domain of another name is related.
        file = self._companions.get(name_of(problem)) or _read(problem)
        return self._around(problem, file, "problem")

    def file(self, path: str) -> FileSnapshot | None:
        """The definitions at `path`, if they were read to answer an earlier question."""
        file = self._companions.get(name_of(path))
        return file if isinstance(file, FileSnapshot) else None

    def _around(self, path: str, file: AnySnapshot, kind: str) -> _Files:
        """The `file` at `path`, the files that it names, and its companions on disk."""
        files = _Files()
        files.add(path, file)
        around = companions(path, kind, self._farther)
        for companion in (*_named_files(path, file.text), *around):
            files.add(companion, self._companion(companion))
        return files

    def _companion(self, path: str) -> AnySnapshot:
        name = name_of(path)
        if name not in self._companions:
            self._companions[name] = _read(path)
        return self._companions[name]


class _Files:
    """Some files as a project, with the spelling of their paths."""

    def __init__(self, *, are_skeletons: bool = False) -> None:
        self._are_skeletons = are_skeletons
        self._paths: dict[str, str] = {}
        self._files: dict[str, AnySnapshot] = {}
        self._project: ProjectSnapshot | None = None

    def add(self, path: str, file: AnySnapshot) -> None:
        """Add a file; the first of several spellings of its path is kept."""
        if file.name not in self._files:
            self._project = None
            self._paths[file.name] = path
            self._files[file.name] = file

    def file(self, path: str) -> AnySnapshot | None:
        """The file at `path`, however that is spelled."""
        return self._files.get(name_of(path))

    def chosen(self, path: str, choice: _Choice) -> str | None:
        """The path of the file that `choice` finds for the one at `path`."""
        file = self.file(path)
        name = None if file is None else choice(self._as_project(), file)
        return None if name is None else self._paths[name]

    def rivals(self, problem: str) -> Iterator[str]:
        """The domains that fit a problem as well, or as badly, as the chosen one."""
        file = self.file(problem)
        if file is not None:
            for _, (chosen, unrelated) in _choices(self._as_project(), file):
                link = chosen or unrelated
                rivals = link.rivals[: MOST_CANDIDATES - 1] if link else ()
                yield from (self._paths[name] for name in rivals)

    def rival_problems(self, plan: str) -> list[str]:
        """The problems that fit a plan equally well."""
        file = self.file(plan)
        if not isinstance(file, PlanSnapshot):
            return []
        return [self._paths[name] for name in self._as_project().problem_rivals(file)]

    def _as_project(self) -> ProjectSnapshot:
        if self._project is None:
            self._project = ProjectSnapshot(self._files, are_skeletons=self._are_skeletons)
        return self._project


def _problem_of(project: ProjectSnapshot, plan: AnySnapshot) -> str | None:
    """The file of a plan's problem."""
    link = project.problem_of(plan) if isinstance(plan, PlanSnapshot) else None
    return None if link is None else link.file.name


def _domain_of_plan(project: ProjectSnapshot, plan: AnySnapshot) -> str | None:
    """The file of a plan's domain."""
    link = project.setting_of(plan).domain if isinstance(plan, PlanSnapshot) else None
    return None if link is None else link.file.name


def _handed_in(project: ProjectSnapshot, plan: AnySnapshot) -> str | None:
    """The file of the domain that was handed in with a plan."""
    link = project.handed_in(plan) if isinstance(plan, PlanSnapshot) else None
    return None if link is None else link.file.name


def _domain_of(project: ProjectSnapshot, problem: AnySnapshot) -> str | None:
    """The file of the domain of the first problem that has one."""
    links = (choice.link for _, choice in _choices(project, problem))
    return next((link.file.name for link in links if link), None)


def _domain_of_that_name(project: ProjectSnapshot, problem: AnySnapshot) -> str | None:
    """The same, if the domain has the name that the problem gives."""
    links = ((choice.link, name) for name, choice in _choices(project, problem))
    named = (link.file.name for link, name in links if link and link.definition.name == name)
    return next(named, None)


def _domain_or_unrelated(project: ProjectSnapshot, problem: AnySnapshot) -> str | None:
    """The same, else of the domain that seems unrelated."""
    links = (choice.link or choice.unrelated for _, choice in _choices(project, problem))
    return next((link.file.name for link in links if link), None)


def _choices(
    project: ProjectSnapshot, problem: AnySnapshot
) -> Iterator[tuple[str | None, DomainChoice]]:
    """For each problem in a file, the name of its domain and the domains to choose from."""
    if isinstance(problem, PlanSnapshot):
        return
    for definition in problem.definitions:
        if definition.kind == "problem":
            yield definition.domain_name, project.domain_choice(problem, definition)


def skeleton_of(file: AnySnapshot) -> str:
    """A text with only the definitions of `file`, by name, and its directives."""
    lines = [
        f";;!{directive.name}: {directive.path}" for directive in directives(file.text).values()
    ]
    for definition in () if isinstance(file, PlanSnapshot) else file.definitions:
        if definition.kind == "domain":
            lines.append(f"(define (domain {definition.name}))")
        elif definition.kind == "problem":
            domain = f" (:domain {definition.domain_name})" if definition.domain_name else ""
            lines.append(f"(define (problem {definition.name}){domain})")
    return "\n".join(lines)


def _named_files(path: str, text: str) -> Iterable[str]:
    """The files that the directives in `text` give as its domain and problem."""
    named = directives(text)
    for name in ("domain", "problem"):
        # What is no file is the name of a definition.
        if name in named and os.path.lexists(file := _beside(path, named[name].path)):
            yield file
    yield from files_of_names(path, text)


def files_of_names(path: str, text: str) -> Iterator[str]:
    """The files near the one at `path` that define the domain and problem that `text` refers to by
    name, spelled as `path` is."""
    named = directives(text)
    home = os.path.dirname(path)
    for kind in ("domain", "problem"):
        said = named.get(kind)
        if said is None or is_path(said.path) or os.path.lexists(_beside(path, said.path)):
            continue
        wanted = kind, said.path.lower()
        for folder in (home, os.path.normpath(os.path.join(home, os.pardir))):
            models = likeliest(models_in(folder))
            yield from (file for file in models if start_of(file).defines(*wanted))


def _beside(path: str, named: str) -> str:
    """The path `named` in the file at `path`, resolved."""
    return os.path.normpath(os.path.join(os.path.dirname(path), named))


def _read(path: str) -> AnySnapshot:
    return snapshot_of(text_of(path), name_of(path))


def _has_domain(path: str) -> bool:
    """Whether the start of the file at `path` defines a domain."""
    return start_of(path).domain


def _is_same_file(one: str, other: str) -> bool:
    return name_of(one) == name_of(other)
