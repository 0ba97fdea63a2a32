"""Find the domain, problem or plan that belongs to a file, the same for the editor and all
commands.

Candidates are in the same folder or the one above; for a plan also in a folder with the same place
in a nearby tree. `plancore.project` chooses among them. Paths may be spelled in any way: relative,
absolute or with `.` in them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from plancore.directives import directives, is_path
from plancore.kinship import SharedVocabulary, vocabulary
from plancore.links import MOST_CANDIDATES
from plancore.project import AnySnapshot, DomainChoice, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from planfiles import limits
from planfiles.errors import FileError
from planfiles.files import FileState, opened, read_text
from planfiles.folders import is_model_name
from planfiles.text import decode

LEARNED: Final = "learned.pddl"
REFERENCE: Final = "reference.pddl"
"""File names of a domain and its reference in one folder."""
_DOMAIN: Final = re.compile(r"\(\s*define\s*\(\s*domain\b", re.IGNORECASE)
_PROBLEM: Final = re.compile(r"\(\s*define\s*\(\s*problem\b", re.IGNORECASE)
_NAMED: Final = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s();]+)\s*\)", re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d+")
_STEP: Final = re.compile(r"\(([^()]*)\)")
_WORDS: Final = re.compile(r"[^\s();]+")
_LEVELS: Final = 3
_SIBLINGS: Final = 50
"""Number of folders above, and of folders in each, that are searched for the problem of a plan."""
_Choice: TypeAlias = Callable[[ProjectSnapshot, AnySnapshot], str | None]


class _Begun(NamedTuple):
    """Whether the start of a file defines a domain or a problem, and their names."""

    domain: bool
    problem: bool
    names: frozenset[tuple[str, str]] = frozenset()


def companions(path: str, kind: str) -> Iterator[str]:
    """The files that a file of `kind` at `path` may need, spelled as `path` is.

    For a problem: the domains next to it, and those in the folder above with `domain` in their
    name. For a plan also the problem with the same stem, or the only problem in its folder; if
    there is none, the problem in a nearby folder: `problems/a/p1.pddl` for `solutions/a/p1.plan`. A
    domain needs none. Reads at most `limits.COMPANIONS` files of a folder.
    """
    if kind not in ("problem", "plan"):
        return
    home = os.path.dirname(path)
    beside = [file for file in _models_in(home) if not _is_same_file(file, path)]
    folder_above = os.path.normpath(os.path.join(home, os.pardir))
    above = [file for file in _models_in(folder_above) if "domain" in _name(file)]
    domains = [file for file in (*_likeliest(beside), *_likeliest(above)) if _has_domain(file)]
    yield from domains
    if kind == "plan":
        others = [file for file in beside if file not in {*domains}]
        problems = [file for file in others if _stem(file) == _stem(path)]
        if not problems:
            problems = [file for file in others if _begun(file).problem]
            if not problems:
                yield from _problem_nearby(path)
            elif len(problems) > 1:
                return
        yield from problems


def _problem_nearby(plan: str) -> Iterator[str]:
    """The problem with the stem or number of a plan in the nearest folder that has one, with the
    domains next to it. Many folders have a `p01.pddl`, so it must contain the arguments of the
    plan's first step."""
    number, objects = _number(plan), _first_objects(_text_of(plan))
    for folder in _folders_nearby(os.path.dirname(plan)):
        models = _likeliest(_models_in(folder))
        for file in models:
            is_same = _stem(file) == _stem(plan) or (number is not None and _number(file) == number)
            if is_same and _begun(file).problem and objects <= _words(_text_of(file)):
                yield from (other for other in models if _has_domain(other))
                yield file
                return


def _first_objects(plan: str) -> set[str]:
    """The arguments of the first step that has some; if none has, a set that no problem
    contains."""
    steps = (_WORDS.findall(step.lower())[1:] for step in _STEP.findall(plan))
    return set(next(filter(None, steps), [plan]))


def _words(text: str) -> set[str]:
    return set(_WORDS.findall(text.lower()))


def _number(path: str) -> int | None:
    """The number in the stem of a name, if there is exactly one."""
    numbers = _DIGITS.findall(_stem(path))
    return int(numbers[0]) if len(numbers) == 1 else None


def _folders_nearby(home: str) -> Iterator[str]:
    """The folder above, those inside `home`, and those at the same place below a sibling of `home`
    or of a folder above: `problems/a` for `solutions/a`. Nearest first; siblings only within the
    current folder."""
    above = os.path.normpath(os.path.join(home, os.pardir))
    yield above
    yield from (os.path.join(home, name) for name in _folders_in(home))
    inner, whole, here = "", os.path.abspath(home), os.path.join(os.getcwd(), "")
    for _ in range(_LEVELS):
        outer, name = os.path.split(whole)
        if not whole.startswith(here):
            return
        if inner:  # `a` for `solutions/a`
            yield os.path.normpath(os.path.join(above, inner))
        for sibling in _folders_in(above):
            if sibling != name:
                yield os.path.normpath(os.path.join(above, sibling, inner))
        inner, whole = os.path.join(name, inner), outer
        above = os.path.normpath(os.path.join(above, os.pardir))


def _folders_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder or os.curdir) as entries:
            names = [entry.name for entry in entries if entry.name[0] != "." and entry.is_dir()]
    except OSError:
        return []
    return sorted(names)[:_SIBLINGS]


def problems_beside(domain: str) -> list[str]:
    """The problems next to the domain at `domain` that belong to it, by name."""
    if not os.path.isfile(domain):
        return []
    links = FileLinks()
    return [
        file
        for file in _likeliest(_models_in(os.path.dirname(domain)))
        if not _has_domain(file)
        and (chosen := links.domain_of(file)) is not None
        and _is_same_file(chosen, domain)
    ]


class FileLinks:
    """Finds the files that belong to a file: first among the files of a run, then on disk. A file
    on disk is read once."""

    def __init__(
        self,
        models: Mapping[str, str] | None = None,
        plans: Mapping[str, str] | None = None,
        read: Mapping[str, AnySnapshot] | None = None,
    ) -> None:
        """`models` and `plans` map the paths of the files of the run to their texts or skeletons
        (`skeleton_of`); `read` has files that were read whole and need not be read again."""
        self._run = _Files(_unknown)
        self._companions: dict[str, AnySnapshot] = {}
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
        problem = self._run.chosen(plan, _problem_of)
        if problem is not None:
            return problem
        file = self._run.file(plan) or PlanSnapshot(_text_of(plan), name_of(plan))
        return self._around(plan, file, "plan").chosen(plan, _problem_of)

    def domain_of_plan(self, plan: str) -> str | None:
        """The path of the domain of the plan at `plan`: the one that it names, else that of its
        problem, else the only one nearby."""
        problem = self.problem_of(plan)
        file = self._run.file(plan) or PlanSnapshot(_text_of(plan), name_of(plan))
        if problem is not None and "domain" not in directives(file.text):
            return self.domain_of(problem)
        named = self._run.chosen(plan, _domain_of_plan)
        return named or self._around(plan, file, "plan").chosen(plan, _domain_of_plan)

    def files_of_plan(self, plan: str) -> tuple[str, ...]:
        """The paths of the domain and problem of the plan at `plan`, and of the reference that the
        domain names; without those that are not found."""
        domain = self.domain_of_plan(plan)
        reference = self._reference_of(domain) if domain else None
        paths = (domain, self.problem_of(plan), reference)
        return tuple(dict.fromkeys(path for path in paths if path))

    def _reference_of(self, domain: str) -> str | None:
        """The path of the file that the domain at `domain` names as its reference."""
        file = self._run.file(domain) or self._companion(domain)
        named = directives(file.text).get("reference")
        path = _beside(domain, named.path) if named else None
        return path if path and self._companion(path).text else None

    def domain_of(self, problem: str) -> str | None:
        """The path of the domain of the problem at `problem`, which may be the same file."""
        named = self._run.chosen(problem, _domain_of_that_name)
        if named is None:
            return self._around_problem(problem).chosen(problem, _domain_of)
        rivals = list(self._run.rivals(problem))
        files = [self._companion(path) for path in (problem, named, *rivals)] if rivals else []
        if not files or not all(file.text for file in files):
            return named
        # Only whole texts show which of several domains fits.
        several = _Files()
        for path, file in zip((problem, named, *rivals), files, strict=True):
            several.add(path, file)
        return several.chosen(problem, _domain_of)

    def domains_to_check(self, problem: str) -> tuple[str, ...]:
        """The path of the domain of the problem at `problem`, else of the only domain next to it,
        even if it seems unrelated; then those of the domains that fit equally well."""
        named = self._run.chosen(problem, _domain_of_that_name)
        files = self._run if named else self._around_problem(problem)
        chosen = named or files.chosen(problem, _domain_or_unrelated)
        return () if chosen is None else (chosen, *files.rivals(problem))

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
        for companion in (*_named_files(path, file.text), *companions(path, kind)):
            files.add(companion, self._companion(companion))
        return files

    def _companion(self, path: str) -> AnySnapshot:
        name = name_of(path)
        if name not in self._companions:
            self._companions[name] = _read(path)
        return self._companions[name]


class _Files:
    """Some files as a project, with the spelling of their paths."""

    def __init__(
        self,
        shared: Callable[[DefinitionSnapshot, DefinitionSnapshot], SharedVocabulary] = vocabulary,
    ) -> None:
        self._shared = shared
        self._paths: dict[str, str] = {}
        self._files: dict[str, AnySnapshot] = {}
        self._project: ProjectSnapshot | None = None

    def add(self, path: str, file: AnySnapshot) -> None:
        """Add a file; the first of several spellings of its path is kept."""
        if file.name not in self._files:
            self._paths[file.name] = path
            self._files[file.name] = file

    def file(self, path: str) -> AnySnapshot | None:
        return self._files.get(name_of(path))

    def chosen(self, path: str, choice: _Choice) -> str | None:
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

    def _as_project(self) -> ProjectSnapshot:
        if self._project is None:
            self._project = ProjectSnapshot(self._files, shared=self._shared)
        return self._project


def _unknown(_: DefinitionSnapshot, __: DefinitionSnapshot) -> SharedVocabulary:
    """The shared vocabulary of skeletons, which is unknown."""
    return SharedVocabulary(0, 0)


def _problem_of(project: ProjectSnapshot, plan: AnySnapshot) -> str | None:
    link = project.problem_of(plan) if isinstance(plan, PlanSnapshot) else None
    return None if link is None else link.file.name


def _domain_of_plan(project: ProjectSnapshot, plan: AnySnapshot) -> str | None:
    link = project.setting_of(plan).domain if isinstance(plan, PlanSnapshot) else None
    return None if link is None else link.file.name


def _domain_of(project: ProjectSnapshot, problem: AnySnapshot) -> str | None:
    links = (choice.link for _, choice in _choices(project, problem))
    return next((link.file.name for link in links if link is not None), None)


def _domain_of_that_name(project: ProjectSnapshot, problem: AnySnapshot) -> str | None:
    links = ((choice.link, domain_name) for domain_name, choice in _choices(project, problem))
    return next(
        (
            link.file.name
            for link, domain_name in links
            if link and link.definition.name == domain_name
        ),
        None,
    )


def _domain_or_unrelated(project: ProjectSnapshot, problem: AnySnapshot) -> str | None:
    links = (choice.link or choice.unrelated for _, choice in _choices(project, problem))
    return next((link.file.name for link in links if link is not None), None)


def _choices(
    project: ProjectSnapshot, problem: AnySnapshot
) -> Iterator[tuple[str | None, DomainChoice]]:
    """For each problem in a file, the name of its domain and the domains to choose from."""
    if isinstance(problem, PlanSnapshot):
        return
    for definition in problem.definitions:
        if definition.kind == "problem":
            yield definition.domain_name, project.domain_choice(problem, definition)


def name_of(path: str) -> str:
    """The name of the file at `path` when files are linked: its absolute path, with `/`."""
    return os.path.abspath(path).replace(os.sep, "/")


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
        if name in named:
            yield _beside(path, named[name].path)
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
            models = _likeliest(_models_in(folder))
            yield from (file for file in models if wanted in _begun(file).names)


def _beside(path: str, named: str) -> str:
    """The path `named` in the file at `path`, resolved."""
    return os.path.normpath(os.path.join(os.path.dirname(path), named))


def _read(path: str) -> AnySnapshot:
    return snapshot_of(_text_of(path), name_of(path))


def _text_of(path: str) -> str:
    """The text of a file that the user did not name; empty if it cannot be read."""
    try:
        return read_text(path, limits.UNNAMED)
    except FileError:
        return ""


def _models_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder or os.curdir) as entries:
            names = [entry.name for entry in entries if is_model_name(entry.name)]
    except OSError:
        return []
    return [os.path.normpath(os.path.join(folder, name)) for name in sorted(names)]


def _likeliest(files: list[str]) -> list[str]:
    """The files to read, in order; if there are too many, preferably those with `domain` in their
    name."""
    return sorted(sorted(files, key=lambda file: "domain" not in _name(file))[: limits.COMPANIONS])


def defines_domain(text: str) -> bool:
    """Whether a domain definition begins in the first 64 KiB of a text, by a quick search."""
    return bool(_DOMAIN.search(text, 0, limits.HEAD))


def _has_domain(path: str) -> bool:
    """Whether the start of the file at `path` defines a domain."""
    return _begun(path).domain


def _begun(path: str) -> _Begun:
    try:
        state = FileState.of(os.stat(path))
    except OSError:
        return _Begun(False, False)
    return _begun_in(path, state)


@lru_cache(maxsize=4 * limits.COMPANIONS)
def _begun_in(path: str, _: FileState) -> _Begun:
    """`_begun` for one state of a file, cached because an editor asks twice a second."""
    try:
        with opened(path, regular=True) as file:
            text = decode(file.read(limits.HEAD), path)
    except FileError:
        return _Begun(False, False)
    names = ((kind.lower(), name.lower()) for kind, name in _NAMED.findall(text))
    return _Begun(defines_domain(text), bool(_PROBLEM.search(text)), frozenset(names))


def _is_same_file(one: str, other: str) -> bool:
    return name_of(one) == name_of(other)


def _name(path: str) -> str:
    return os.path.basename(path).lower()


def _stem(path: str) -> str:
    return _name(path).partition(".")[0]
