"""Which files belong together: the one rule, for whole texts and for summaries of them.

Names of files are whatever the caller uses, paths or URIs, with `/` between their parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from plancore.directives import folder
from plancore.kinship import SharedVocabulary, distance, in_line, kinship, stem
from plancore.memo import lazy


class Linked(Protocol):
    """A `(define …)`, as far as the rule looks at it; names are in lower case."""

    @property
    def kind(self) -> str:
        """`domain`, `problem`, or empty."""

    @property
    def name(self) -> str:
        """Its name; empty when it has none."""

    @property
    def domain_name(self) -> str:
        """For a problem, the name of its domain."""


D = TypeVar("D", bound=Linked)


class Link(NamedTuple, Generic[D]):
    """A definition and the name of its file. `rivals` are files that would have served as well."""

    file: str
    definition: D
    rivals: tuple[str, ...] = ()


class DomainChoice(NamedTuple, Generic[D]):
    """The domain that a problem is checked against, if there is one.

    `unrelated` is the only domain beside the problem, where it has another name and declares
    little of what the problem uses.
    """

    link: Link[D] | None = None
    unrelated: Link[D] | None = None


Roots: TypeAlias = tuple[str, ...]
"""The names of folders that do not mix, each with everything below it."""


class Directed(Protocol):
    """What files say of others in their comments."""

    def __call__(self, file: str, directive: str, /) -> str | None:
        """The name of the file that `file` names as its `domain`, `problem` or `reference`."""


class Links(Generic[D]):
    """The links between some files. Each is found when it is asked for."""

    def __init__(
        self,
        definitions: Mapping[str, Sequence[D]],
        directed: Directed,
        vocabulary: Callable[[D, D], SharedVocabulary],
        roots: Roots = (),
    ) -> None:
        """`definitions` are those of each file by its name; `vocabulary` says how much of what a
        problem uses a domain declares. A file below one of the `roots` belongs to none below
        another, unless a comment says so."""
        self._definitions = definitions
        self._directed = directed
        self._vocabulary = vocabulary
        self._roots = roots
        self._choices: dict[tuple[str, int], tuple[D, DomainChoice[D]]] = {}
        self._candidates: dict[tuple[str, str | None], _Candidates[D]] = {}

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
        """The domains of that name, in the order of their files."""
        return self._namesakes.get(name, ())

    def domains_in(self, home: str) -> Sequence[Link[D]]:
        """The domains in the folder `home`, in the order of their files."""
        return self._domains_in.get(home, ())

    def problems_in(self, home: str) -> Sequence[Link[D]]:
        """The problems in the folder `home`, in the order of their files."""
        return self._problems_in.get(home, ())

    def domain_choice(self, file: str, problem: D) -> DomainChoice[D]:
        """The domain of `problem`, which stands in `file`.

        In this order: one of that name in the same file; what `;;!domain:` names; of the
        domains of that name the nearest in this folder, above it or below it, and of those the one
        whose file is named like the problem's; the only domain of the folder whatever its name, as
        benchmark sets need it, if it declares at least half of what the problem uses; the nearest
        of that name anywhere.
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
        folders = namesakes.folders if namesakes else ()
        if len(beside) == 1 and not any(in_line(home, other) for other in folders):
            (lone,) = beside
            if not self._vocabulary(problem, lone.definition).is_foreign:
                return DomainChoice(lone)
            unrelated = lone
        nearest = _nearest(file, namesakes) if namesakes and namesakes.links else None
        return DomainChoice(nearest, unrelated)

    def domain_names(self, file: str, problem: D) -> list[str]:
        """The names of the domains that `problem`, which stands in `file`, may be for: they declare
        at least half of what it uses. Those that declare most come first, then the nearest."""
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
        """The problem that the file `plan` is for: the one that `;;!problem:` names, that with
        the same stem in the folder, or the only one there."""
        named = self._named(plan, "problem")
        if named is not None:
            return named
        beside = self.problems_in(folder(plan))
        own_stem = stem(plan)
        same_stem = [link for link in beside if stem(link.file) == own_stem]
        chosen = same_stem or beside
        return chosen[0] if len(chosen) == 1 else None

    def domain_of_plan(self, plan: str) -> Link[D] | None:
        """The domain that the file `plan` is for: the one that `;;!domain:` names, else that of its
        problem; without a problem the only one in the folder or, where none is there, the only one
        of the next folder above that has any."""
        named = self._named(plan, "domain")
        if named is not None:
            return named
        problem = self.problem_of(plan)
        if problem is not None:
            return self.domain_choice(problem.file, problem.definition).link
        home = folder(plan)
        while home and not self._domains_in.get(home):
            home = folder(home)
        nearest = self._domains_in.get(home, [])
        return nearest[0] if len(nearest) == 1 else None

    def _named(self, file: str, kind: str) -> Link[D] | None:
        """The definition of that kind that `file` names: the first one in the file of that path or,
        where there is no such file, the nearest of that name, as vscode-pddl writes it."""
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
        return _nearest(file, _Candidates(links, frozenset())) if links else None

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


class _Candidates(Generic[D]):
    """Domains of one name, in the order of their files. `targets` are references of some of them:
    what a file is compared with is no rival of the file itself."""

    def __init__(self, links: list[Link[D]], targets: frozenset[str]) -> None:
        self.links = links
        self.targets = targets
        self.folders = _grouped(links, lambda link: folder(link.file))


def _nearest(file: str, candidates: _Candidates[D]) -> Link[D]:
    """The one in the nearest folder whose file is named most like `file`, with its rivals."""
    home = folder(file)
    away = {other: distance(home, other) for other in candidates.folders}
    nearest = min(away, key=away.__getitem__)

    fits = kinship(file, home)
    kin = {link.file: fits(link.file) for link in candidates.links}
    closest = [link for link in candidates.links if away[folder(link.file)] == away[nearest]]
    best = min(closest, key=lambda link: (link.file in candidates.targets, kin[link.file]))
    where = folder(best.file)
    if not in_line(home, where):
        # Anywhere else in the workspace, that one is nearer than another says little.
        others = candidates.links
    elif _is_below(home, where):
        # Nor does it of two below this folder.
        others = [link for link in candidates.links if _is_below(home, folder(link.file))]
    else:
        others = closest
    alike = None if others is candidates.links else kin[best.file][0]
    rivals = [
        link.file
        for link in others
        if link is not best
        and link.file not in candidates.targets
        and (alike is None or kin[link.file][0] == alike)
    ]
    rivals.sort(key=lambda rival: (away[folder(rival)], kin[rival]))
    return best._replace(rivals=tuple(rivals))


def _is_below(home: str, other: str) -> bool:
    """Whether the folder `other` stands below `home`."""
    return in_line(home, other) and len(other) > len(home)


def root_of(file: str, roots: Roots) -> str | None:
    """The innermost of the `roots` around `file`; None outside of all."""
    around = (root for root in roots if file.startswith(f"{root.rstrip('/')}/"))
    return max(around, key=len, default=None)


def _grouped(links: Iterable[Link[D]], key: Callable[[Link[D]], str]) -> dict[str, list[Link[D]]]:
    groups: dict[str, list[Link[D]]] = {}
    for link in links:
        groups.setdefault(key(link), []).append(link)
    return groups
