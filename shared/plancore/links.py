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

        In this order: one of that name in the same file; the file that `;;!domain:` names; of the
        domains of that name the nearest in this folder, above it or below it, and of those the one
        whose file is named like the problem's; the only domain of the folder whatever its name, as
        benchmark sets need it, if it declares at least half of what the problem uses; the nearest
        of that name anywhere.
        """
        wanted = problem.domain_name
        for definition in self._definitions.get(file, ()):
            if definition.kind == "domain" and definition.name == wanted:
                return DomainChoice(Link(file, definition))
        named = self._named(self._directed(file, "domain"), "domain")
        if named is not None:
            return DomainChoice(named)
        home = folder(file)
        namesakes = self._namesakes_near(file, wanted) if wanted else []
        beside = self.domains_in(home)
        unrelated = None
        if len(beside) == 1 and not any(in_line(home, folder(link.file)) for link in namesakes):
            (lone,) = beside
            if not self._vocabulary(problem, lone.definition).is_foreign:
                return DomainChoice(lone)
            unrelated = lone
        return DomainChoice(self._nearest(file, namesakes) if namesakes else None, unrelated)

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
        """The problem that the file `plan` is for: the one that `;;!problem:` names, the one with
        the same stem in the folder, or the only one there."""
        named = self._named(self._directed(plan, "problem"), "problem")
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
        named = self._named(self._directed(plan, "domain"), "domain")
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

    def _named(self, file: str | None, kind: str) -> Link[D] | None:
        definitions = self._definitions.get(file, ()) if file is not None else ()
        links = (Link(file or "", each) for each in definitions if each.kind == kind)
        return next(links, None)

    def _namesakes_near(self, file: str, name: str) -> list[Link[D]]:
        """The domains of that name that may belong to `file`."""
        own = root_of(file, self._roots)
        return [
            link
            for link in self.domains_called(name)
            if own is None or root_of(link.file, self._roots) in (own, None)
        ]

    def _nearest(self, file: str, candidates: list[Link[D]]) -> Link[D]:
        home = folder(file)
        # The reference that a file is compared with is no rival of the file itself.
        targets = {self._directed(link.file, "reference") for link in candidates}
        ranked = sorted(
            (
                distance(home, folder(link.file)),
                link.file in targets,
                kinship(file, home, link.file),
                index,
            )
            for index, link in enumerate(candidates)
        )
        near, _, (alike, _), best = ranked[0]
        # Anywhere else in the workspace, that one is nearer than another says little; nor does it
        # of two below this folder.
        is_guess = not in_line(home, folder(candidates[best].file))
        below = {index for index, link in enumerate(candidates) if _is_below(home, link.file)}
        rivals = tuple(
            candidates[index].file
            for far, is_target, (likeness, _), index in ranked[1:]
            if not is_target
            and (is_guess or (likeness == alike and (far == near or {best, index} <= below)))
        )
        return candidates[best]._replace(rivals=rivals)


def _is_below(home: str, file: str) -> bool:
    """Whether `file` stands in a folder below `home`."""
    return in_line(home, folder(file)) and len(folder(file)) > len(home)


def root_of(file: str, roots: Roots) -> str | None:
    """The innermost of the `roots` around `file`; None outside of all."""
    around = (root for root in roots if file.startswith(f"{root.rstrip('/')}/"))
    return max(around, key=len, default=None)


def _grouped(links: Iterable[Link[D]], key: Callable[[Link[D]], str]) -> dict[str, list[Link[D]]]:
    groups: dict[str, list[Link[D]]] = {}
    for link in links:
        groups.setdefault(key(link), []).append(link)
    return groups
