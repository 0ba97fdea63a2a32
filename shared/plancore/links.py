"""Link files that belong together: the one rule, for whole texts and for summaries.

Names of files are chosen by the caller, paths or URIs, with `/` between their parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from plancore.directives import folder
from plancore.grouping import grouped
from plancore.kinship import (
    DomainNames,
    Folders,
    Nearest,
    Place,
    SharedVocabulary,
    distance,
    in_line,
)
from plancore.memo import lazy


class Linked(Protocol):
    """A `(define …)`, as far as links depend on it; names are in lower case."""

    @property
    def kind(self) -> str:
        """`domain`, `problem`, or empty."""

    @property
    def name(self) -> str:
        """Its name; may be empty."""

    @property
    def domain_name(self) -> str:
        """For a problem, the name of its domain."""


D = TypeVar("D", bound=Linked)


class Link(NamedTuple, Generic[D]):
    """A definition and the name of its file. `rivals` are files that fit equally well."""

    file: str
    definition: D
    rivals: tuple[str, ...] = ()


class DomainChoice(NamedTuple, Generic[D]):
    """The domain that a problem is checked against, if any. `unrelated` is the nearest candidate
    that declares too little of the problem's vocabulary: the only domain next to the problem, with
    another name; or the best of several, or one elsewhere."""

    link: Link[D] | None = None
    unrelated: Link[D] | None = None


class ProblemChoice(NamedTuple, Generic[D]):
    """The problem of a plan, if any; else the files that fit equally well."""

    link: Link[D] | None = None
    rivals: Sequence[str] = ()


MOST_CANDIDATES: Final = 32
"""Maximum number of domains of one name or folder that are compared: there may be hundreds."""

Roots: TypeAlias = tuple[str, ...]
"""The names of folders whose contents are not linked to each other."""


class Directed(Protocol):
    """Resolves directives of files."""

    def __call__(self, file: str, directive: str, /) -> str | None:
        """The name of the file that `file` gives as its `domain`, `problem` or `reference`."""


class SharedObjects(Protocol):
    """Computes how many of the objects of a plan a problem has."""

    def __call__(self, plan: str, problem: str, /) -> SharedVocabulary:
        """The number of objects that the steps in the file `plan` name, and how many of them the
        file `problem` has; of none if that is not known."""


def not_known(_: object, __: object) -> SharedVocabulary:
    """What two files share, if only their names are known."""
    return SharedVocabulary(0, 0)


class Links(Generic[D]):
    """The links between some files, computed when needed."""

    def __init__(
        self,
        definitions: Mapping[str, Sequence[D]],
        directed: Directed,
        vocabulary: Callable[[D, D], SharedVocabulary],
        roots: Roots = (),
        objects: SharedObjects = not_known,
    ) -> None:
        """`definitions` are those of each file by name; `vocabulary` computes how much of a
        problem's vocabulary a domain declares, `objects` how many objects of a plan a problem has.
        A file below one of the `roots` is linked to files below another only by directive."""
        self._definitions = definitions
        self._directed = directed
        self._vocabulary = vocabulary
        self._roots = roots
        self._objects = objects
        self._choices: dict[tuple[str, int], tuple[D, DomainChoice[D]]] = {}
        self._candidates: dict[tuple[str, str | None], _Candidates[D]] = {}
        self._pools: dict[str | None, _Problems[D]] = {}
        self._beside: dict[str, _Problems[D]] = {}

    @lazy
    def _by_kind(self) -> dict[str, list[Link[D]]]:
        by_kind: dict[str, list[Link[D]]] = {"domain": [], "problem": []}
        for name, definitions in sorted(self._definitions.items()):
            for definition in definitions:
                if definition.kind in by_kind:
                    by_kind[definition.kind].append(Link(name, definition))
        return by_kind

    @lazy
    def _namesakes(self) -> dict[str, list[Link[D]]]:
        return _grouped(self._by_kind["domain"], lambda link: link.definition.name)

    @lazy
    def _problems_called(self) -> dict[str, list[Link[D]]]:
        return _grouped(self._by_kind["problem"], lambda link: link.definition.name)

    @lazy
    def _domains_in(self) -> dict[str, list[Link[D]]]:
        return _grouped(self._by_kind["domain"], lambda link: folder(link.file))

    @lazy
    def _problems_in(self) -> dict[str, list[Link[D]]]:
        return _grouped(self._by_kind["problem"], lambda link: folder(link.file))

    def domains_called(self, name: str) -> Sequence[Link[D]]:
        """The domains of that name, in order of their files."""
        return self._namesakes.get(name, ())

    def domains_in(self, home: str) -> Sequence[Link[D]]:
        """The domains in the folder `home`, in order of their files."""
        return self._domains_in.get(home, ())

    def problems_in(self, home: str) -> Sequence[Link[D]]:
        """The problems in the folder `home`, in order of their files."""
        return self._problems_in.get(home, ())

    def domain_choice(self, file: str, problem: D) -> DomainChoice[D]:
        """The domain of `problem` in `file`. The first of:

        1. a domain of that name in the same file;
        2. the one that `;;!domain:` names;
        3. of the domains of that name in the nearest related folder (the same, above, below or
           mirrored in another branch), those whose file is named like the problem's; of these,
           those that declare most of the problem's vocabulary; of these, those named like its
           folder;
        4. the only domain of its folder, whatever the name, as benchmark sets need it, if it
           declares at least half of the vocabulary, and no less than the only domain of that name;
        5. a domain of that name in any other folder, chosen as in 3.

        In 5, and in 3 if several file names fit, it must also declare at least half of the
        vocabulary.
        """
        key = file, id(problem)
        if key not in self._choices:
            self._choices[key] = problem, self._chosen(file, problem)
        return self._choices[key][1]

    def _chosen(self, file: str, problem: D) -> DomainChoice[D]:
        wanted = problem.domain_name
        for definition in self._definitions.get(file, ()):
            if definition.kind == "domain" and definition.name == wanted:
                return DomainChoice(Link(file, definition))
        named = self._named(file, "domain")
        if named is not None:
            return DomainChoice(named)
        home = folder(file)
        namesakes = self._namesakes_near(file, wanted) if wanted else None
        beside = self.domains_in(home)
        unrelated = None
        near = namesakes.near(home) if namesakes else None
        is_away = near is None or near.place is Place.ELSEWHERE
        if len(beside) == 1 and is_away:
            (lone,) = beside
            shared = self._vocabulary(problem, lone.definition)
            only = namesakes.links if namesakes and len(namesakes.links) == 1 else ()
            better = [link for link in only if self._shares_more(problem, link, shared)]
            if not shared.is_foreign and not better:
                return DomainChoice(lone)
            unrelated = None if better else lone
        if namesakes is None or not namesakes.links:
            return DomainChoice(None, unrelated)
        alike = namesakes.like(file)
        nearest = self._best(problem, alike, namesakes, home)
        is_in_doubt = len(alike.links) > 1 or is_away
        if is_in_doubt and self._vocabulary(problem, nearest.definition).is_foreign:
            return DomainChoice(None, unrelated or nearest)
        return DomainChoice(nearest, unrelated)

    def _shares_more(self, problem: D, link: Link[D], than: SharedVocabulary) -> bool:
        return self._vocabulary(problem, link.definition).declared > than.declared

    def _best(self, problem: D, alike: _Alike[D], among: _Candidates[D], home: str) -> Link[D]:
        """Of domains named like the problem's file, the one that declares most of its words."""
        links: Sequence[Link[D]] = alike.links
        if 1 < len(links) <= MOST_CANDIDATES:
            missing = [used - declared for declared, used in self._shared(problem, links)]
            links = [link for link, n in zip(links, missing, strict=True) if n == min(missing)]
        named = {*among.of_folder(home)} if len(links) > 1 else set()
        if named:
            links = [link for link in links if link.file in named] or links
        return _first(links) if len(links) < len(alike.links) else alike.first

    def _shared(self, problem: D, links: Iterable[Link[D]]) -> Iterator[SharedVocabulary]:
        return (self._vocabulary(problem, link.definition) for link in links)

    def candidates(self, file: str, wanted: str) -> list[str]:
        """The files of the domains of that name that the problem in `file` may be for, which need
        not have been read. Those with similar names come first."""
        namesakes = self._namesakes_near(file, wanted)
        links = namesakes.like(file).links[:MOST_CANDIDATES] if namesakes.links else ()
        return [link.file for link in links]

    def domain_names(self, file: str, problem: D) -> list[str]:
        """The names of the domains that `problem` in `file` may be for: those that declare at least
        half of its vocabulary. Those that declare most come first, then the nearest."""
        home, own = folder(file), root_of(file, self._roots)
        ranked: list[tuple[int, tuple[int, int], str]] = []
        for link in self._by_kind["domain"]:
            if link.definition.name and root_of(link.file, self._roots) == own:
                declared, used = shared = self._vocabulary(problem, link.definition)
                if not shared.is_foreign:
                    away = distance(home, folder(link.file))
                    ranked.append((used - declared, away, link.definition.name))
        return list(dict.fromkeys(name for _, _, name in sorted(ranked)))

    def problem_of(self, plan: str) -> Link[D] | None:
        """The problem of the file `plan`, chosen by `problem_choice`."""
        return self.problem_choice(plan).link

    def problem_choice(self, plan: str) -> ProblemChoice[D]:
        """The problem of the file `plan`. The first of:

        1. the one that `;;!problem:` names;
        2. of the problems in its folder, the one that `plancore.instances` finds, or the only one;
        3. if its folder has none, of all problems the one that `plancore.instances` finds, or the
           only one in the nearest folder that is above, below or mirrored in another branch, at
           most two steps away, or the only one anywhere. If the plan's folder has domains, one of
           them must be the problem's domain, or be `handed_in` for it.

        Of several that fit equally well, it is the one that has most of the plan's objects, if that
        is at least half of them, and the objects of all are known.
        """
        named = self._named(plan, "problem")
        if named is not None:
            return ProblemChoice(named)
        home = folder(plan)
        if self.problems_in(home):
            if home not in self._beside:
                self._beside[home] = _Problems(self.problems_in(home))
            return self._by_objects(plan, self._beside[home].choice(plan))
        own = root_of(plan, self._roots)
        if own not in self._pools:
            every = self._by_kind["problem"]
            self._pools[own] = _Problems(
                [link for link in every if root_of(link.file, self._roots) == own]
            )
        choice = self._by_objects(plan, self._pools[own].choice(plan))
        link = choice.link
        if link is not None and self.domains_in(home) and self._handed_in(plan, link) is None:
            domain = self.domain_choice(link.file, link.definition).link
            if domain is None or folder(domain.file) != home:
                return ProblemChoice()
        return choice

    def handed_in(self, plan: str) -> Link[D] | None:
        """The domain that was handed in with the file `plan` for a common problem: the only one in
        the nearest folder around it that has any, if it has the name that the problem gives, and
        the problem has none of its own nearby."""
        problem = self.problem_of(plan)
        return None if problem is None else self._handed_in(plan, problem)

    def _handed_in(self, plan: str, problem: Link[D]) -> Link[D] | None:
        wanted = problem.definition.domain_name
        beside = self._domains_around(plan)
        if not wanted or len(beside) != 1 or beside[0].definition.name != wanted:
            return None
        near = self._namesakes_near(problem.file, wanted).near(folder(problem.file))
        is_common = near.place is Place.ELSEWHERE and self._named(problem.file, "domain") is None
        return beside[0] if is_common else None

    def _domains_around(self, plan: str) -> Sequence[Link[D]]:
        """The domains in the nearest folder around the file `plan` that has any."""
        home = folder(plan)
        while home and not self.domains_in(home):
            home = folder(home)
        return self.domains_in(home)

    def _by_objects(self, plan: str, choice: ProblemChoice[D]) -> ProblemChoice[D]:
        """The choice among rivals by the objects of the plan."""
        if choice.link is not None or not 1 < len(choice.rivals) <= MOST_CANDIDATES:
            return choice
        shared = {file: self._objects(plan, file) for file in choice.rivals}
        most = max(each.declared for each in shared.values())
        best = [file for file, each in shared.items() if each.declared == most]
        are_known = all(each.used for each in shared.values())
        if not most or not are_known or shared[best[0]].is_foreign:
            return choice
        problems = self._definitions[best[0]]
        there = [each for each in problems if each.kind == "problem"]
        if len(best) > 1 or len(there) > 1:
            return ProblemChoice(None, best)
        return ProblemChoice(Link(best[0], there[0]))

    def domain_of_plan(self, plan: str) -> Link[D] | None:
        """The domain of the file `plan`: the one that `;;!domain:` names, else the one that was
        `handed_in` with it, else that of its problem, or of all problems that fit equally well.
        Without these, the only domain in its folder or else in the next folder above that has
        any."""
        named = self._named(plan, "domain")
        if named is not None:
            return named
        problem, rivals = self.problem_choice(plan)
        if problem is not None:
            handed_in = self._handed_in(plan, problem)
            return handed_in or self.domain_choice(problem.file, problem.definition).link
        common = self._common_domain(rivals) if len(rivals) <= MOST_CANDIDATES else None
        if common is not None:
            return common
        nearest = self._domains_around(plan)
        return nearest[0] if len(nearest) == 1 else None

    def _common_domain(self, problems: Iterable[str]) -> Link[D] | None:
        """The domain of all problems in these files; None if they have several, or one has none."""
        chosen = [
            self.domain_choice(file, each).link
            for file in problems
            for each in self._definitions[file]
            if each.kind == "problem"
        ]
        found = {link and (link.file, link.definition.name) for link in chosen}
        return chosen[0] if len(found) == 1 else None

    def _named(self, file: str, kind: str) -> Link[D] | None:
        """The definition of that kind that a directive of `file` names: the first one in the file
        of that path or, if there is none, the nearest of that name, as vscode-pddl writes it."""
        target = self._directed(file, kind)
        if target is None:
            return None
        if target in self._definitions:
            there = (each for each in self._definitions[target] if each.kind == kind)
            return next((Link(target, each) for each in there), None)
        home, _, name = target.rpartition("/")
        if home != folder(file):
            return None
        known = self._namesakes if kind == "domain" else self._problems_called
        own = root_of(file, self._roots)
        links = [
            link
            for link in known.get(name.lower(), ())
            if own is None or root_of(link.file, self._roots) in (own, None)
        ]
        if not links:
            return None
        return _Candidates(links, frozenset()).like(file).first

    def _namesakes_near(self, file: str, name: str) -> _Candidates[D]:
        """The domains of that name that may belong to `file`."""
        own = root_of(file, self._roots)
        if (name, own) not in self._candidates:
            links = [
                link
                for link in self.domains_called(name)
                if own is None or root_of(link.file, self._roots) in (own, None)
            ]
            targets = {self._directed(link.file, "reference") for link in links}
            self._candidates[name, own] = _Candidates(
                links, frozenset(target for target in targets if target is not None)
            )
        return self._candidates[name, own]


class _Problems(Generic[D]):
    """Finds the problem of a plan among some problems."""

    def __init__(self, links: Sequence[Link[D]]) -> None:
        # Imported late: only plans need it.
        from plancore.instances import ProblemFiles

        self._in_file = _grouped(links, lambda link: link.file)
        self._files = ProblemFiles(self._in_file, str)

    def choice(self, plan: str) -> ProblemChoice[D]:
        """The problem by the name of the plan, else by its folder."""
        found = self._files.problem_of(plan)
        links = self._in_file[found.file] if found.file is not None else []
        return (
            ProblemChoice(links[0])
            if len(links) == 1
            else ProblemChoice(None, found.rivals or found.near)
        )


class _Alike(NamedTuple, Generic[D]):
    """Domains whose files fit equally well, and the first of them with its rivals."""

    links: Sequence[Link[D]]
    first: Link[D]


def _first(links: Sequence[Link[D]]) -> Link[D]:
    return links[0]._replace(rivals=tuple(rival.file for rival in links[1:]))


class _Candidates(Generic[D]):
    """Domains of one name, in order of their files. `targets` are the references of some of them: a
    reference is not a rival of the file that is compared with it."""

    def __init__(self, links: list[Link[D]], targets: frozenset[str]) -> None:
        self.links = links
        self._in_folder = _grouped(links, lambda link: folder(link.file))
        self._folders = Folders(self._in_folder)
        self._own = {link.file for link in links} - targets
        self._in_file = _grouped(links, lambda link: link.file)
        self._named: dict[tuple[Place, str], DomainNames] = {}
        self._alike: dict[tuple[int, str], _Alike[D]] = {}

    def near(self, home: str) -> Nearest:
        """The folders with domains that are nearest to the folder `home`."""
        return self._folders.nearest(home)

    def like(self, file: str) -> _Alike[D]:
        """The domains that are near the problem in `file` and are named like it, nearest first."""
        home = folder(file)
        near = self.near(home)
        files = self._names(home).like(file, "" if near.place is Place.SAME else home)
        key = id(files), near.folders[0]
        if key not in self._alike:
            nearest = {*near.folders}
            in_order = sorted(files, key=lambda each: folder(each) not in nearest)
            links = [link for each in in_order for link in self._in_file[each][:1]]
            self._alike[key] = _Alike(links, _first(links))
        return self._alike[key]

    def of_folder(self, home: str) -> Sequence[str]:
        """The files of domains that are near the folder `home` and are named like it."""
        return self._names(home).of_folder(home)

    def _names(self, home: str) -> DomainNames:
        """The names of the domains among which a problem in the folder `home` chooses. Below it and
        elsewhere, a smaller distance is not a better match."""
        near = self.near(home)
        place = "" if near.place is Place.ELSEWHERE else home
        if (near.place, place) not in self._named:
            if near.place is Place.ELSEWHERE:
                folders: Iterable[str] = self._in_folder
            elif near.place is Place.BELOW:
                folders = (each for each in self._in_folder if in_line(home, each))
            else:
                folders = near.folders
            files = [link.file for each in folders for link in self._in_folder[each]]
            own = [each for each in files if each in self._own]
            self._named[near.place, place] = DomainNames(sorted({*(own or files)}))
        return self._named[near.place, place]


def root_of(file: str, roots: Roots) -> str | None:
    """The innermost of the `roots` around `file`; None if it is outside all of them."""
    around = (root for root in roots if file.startswith(f"{root.rstrip('/')}/"))
    return max(around, key=len, default=None)


def _grouped(links: Iterable[Link[D]], key: Callable[[Link[D]], str]) -> dict[str, list[Link[D]]]:
    return grouped((key(link), link) for link in links)
