"""Read suites from folders, the user's own or AMLGym's, and generate the built-in suite.

::

    FOLDER/domain.pddl, or FOLDER/NAME/domain.pddl for each NAME; or reference.pddl
        problems below the same folder: any other .pddl file that defines a problem
        plans next to their problems, with their names: p01.plan, p01.soln …
        trajectories: files *.trajectory and folders *.trajectories

The name of a domain is that of its folder. Files belong to the nearest folder above them that has a
domain. If problems have the same file name, their folders are part of the name.

The problems of built-in domains are generated. Goals are true at the end of a random walk and false
at its start, so every problem is solvable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, Protocol, TypeAlias

from plancore.model.domain import Domain
from plancore.simulate.successor import Walker
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.spelling import hint
from planeval.suite.catalogue import canal, greenhouse, library, museum, panel, relay, soup, tram
from planeval.suite.entry import Exercise, Named, SuiteEntry, SuiteWorld, subject, subject_of
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.folders import files_in, is_plan_name, models_below

_DOMAINS: Final = ("domain.pddl", "reference.pddl")
_TRAJECTORIES: Final = (".trajectory", ".trajectories")
_AMLGYM: Final = ("domains", "problems", "trajectories")
_TEST_STATES: Final = "test_states.json"

Read: TypeAlias = Callable[[], SuiteEntry]
"""Reads a domain with its files. Raises UserError for files that cannot be read."""


def folder_domains(folder: str) -> dict[str, Read]:
    """The domains of a suite in `folder`, sorted by name; none is read yet. Raises UserError if
    there is none, or two have the same name."""
    root = Path(folder)
    if not root.is_dir():
        raise UserError(f"{folder}: no such directory")
    amlgym = next((path for path in (root, root / "benchmarks") if _is_amlgym(path)), None)
    if amlgym is not None:
        return dict(_amlgym_domains(amlgym))
    inside = sorted(path for path in root.iterdir() if path.is_dir())
    # Symbolic links keep their own names: their targets may have the same name.
    named = ((root.resolve().name, root), *((path.name, path) for path in inside))
    found: dict[str, Read] = {}
    files: dict[str, Path] = {}
    for name, path in named:
        domain = _domain_in(path)
        if domain is None:
            continue
        if name in files:
            raise UserError(
                f"{files[name]} and {domain} give two domains the name {name}; "
                "rename one of the directories"
            )
        files[name] = domain
        found[name] = partial(_entry, name, path, domain)
    if not found:
        raise UserError(f"{folder}: neither it nor a directory in it has a {' or '.join(_DOMAINS)}")
    return found


def test_states_of(suite: str, domain: str) -> str | None:
    """The file with the test states for a domain of a suite: `test_states.json` next to the domain,
    or in AMLGym's place; None if there is none."""
    root = Path(suite)
    places = [root / domain, *([root] if root.resolve().name == domain else [])]
    for each in (root, root / "benchmarks"):
        if _is_amlgym(each):
            places = [each / "states" / "predictive_power" / domain]
    files = (place / _TEST_STATES for place in places)
    return next((str(file) for file in files if file.is_file()), None)


def _domain_in(folder: Path) -> Path | None:
    return next((folder / each for each in _DOMAINS if (folder / each).is_file()), None)


def _entry(name: str, folder: Path, domain: Path) -> SuiteEntry:
    models = [path for path in _own(folder, models_below) if not _is_domain(path.name)]
    texts = {path.relative_to(folder): read_text(path) for path in models}
    problems = {
        path: text for path, text in texts.items() if FileSnapshot.of(text).problem is not None
    }
    stems = Counter(path.stem for path in problems)
    repeated = {subject(stem) for stem, n_problems in stems.items() if n_problems > 1}
    exercises = tuple(
        Exercise(
            path.with_suffix("").as_posix() if subject(path.stem) in repeated else path.stem,
            text,
            _plan_beside(folder / path),
        )
        for path, text in problems.items()
    )
    trajectories = tuple(
        Named(_trajectory_name(path.relative_to(folder), repeated), read_text(path))
        for path in _own(folder, files_in)
        if any(part.endswith(_TRAJECTORIES) for part in path.relative_to(folder).parts)
    )
    return SuiteEntry(name, read_text(domain), exercises, trajectories)


def _trajectory_name(path: Path, repeated: Set[str]) -> str:
    """The name of a trajectory: its file name. If several problems have that name, its folders come
    before it, without those called `*.trajectories`."""
    if subject_of(path.name) not in repeated:
        return path.name
    folders = [part for part in path.parts[:-1] if not part.endswith(_TRAJECTORIES)]
    return "/".join((*folders, path.name))


def _own(folder: Path, below: Callable[[str], list[str]]) -> Iterator[Path]:
    """The files below a folder with a domain, except those in inner folders with other domains."""
    keeps = {folder: True}
    for path in map(Path, below(str(folder))):
        waiting = []
        parent = path.parent
        while parent not in keeps:
            waiting.append(parent)
            parent = parent.parent
        for inner in reversed(waiting):
            keeps[inner] = keeps[inner.parent] and _domain_in(inner) is None
        if keeps[path.parent]:
            yield path


def _is_domain(name: str) -> bool:
    return name in _DOMAINS or name == "learned.pddl"


def _plan_beside(problem: Path) -> str | None:
    """The text of the first plan file next to `problem` that has its name, or None."""
    names = (path for path in sorted(problem.parent.iterdir()) if path.name != problem.name)
    plan = next(
        (p for p in names if is_plan_name(p.name) and p.name.split(".")[0] == problem.stem), None
    )
    return None if plan is None else read_text(plan)


def _is_amlgym(root: Path) -> bool:
    return all((root / name).is_dir() for name in _AMLGYM)


def _amlgym_domains(root: Path) -> Iterator[tuple[str, Read]]:
    """The domains with learning trajectories in AMLGym's layout."""
    for domain in sorted((root / "domains").glob("*.pddl")):
        trajectories = _files(root / "trajectories" / "learning" / domain.stem)
        if trajectories:
            problems = _files(root / "problems" / "learning" / domain.stem)
            yield domain.stem, partial(_amlgym_entry, domain, problems, trajectories)


def _amlgym_entry(
    domain: Path, problems: Sequence[Path], trajectories: Sequence[Path]
) -> SuiteEntry:
    exercises = (Exercise(path.stem, read_text(path)) for path in problems)
    texts = (Named(path.name, read_text(path)) for path in trajectories)
    return SuiteEntry(domain.stem, read_text(domain), tuple(exercises), tuple(texts))


def _files(folder: Path) -> Sequence[Path]:
    found = (path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else ()
    return sorted(found, key=_by_number)


def _by_number(path: Path) -> tuple[int, str]:
    """Sort key: the number before the first `_`, then the name, so that 10 comes after 9."""
    head = path.name.split("_")[0]
    return (int(head) if head.isdecimal() else 0, path.name)


OWN_SUITE: Final = "own"


def suite_entries(name: str, only: Sequence[str], problems: int, seed: int) -> list[SuiteEntry]:
    """The domains of a suite: `own`, with the given number of generated `problems` each, or a
    folder. If `only` is not empty, only the domains with these names are read, in this order.
    Raises UserError."""
    if name == OWN_SUITE:
        chosen = _chosen(only, list(OWN), name)
        return [own_entry(each, problems, seed) for each in chosen]
    domains = folder_domains(name)
    return [domains[each]() for each in _chosen(only, list(domains), name)]


def _chosen(only: Sequence[str], known: list[str], suite: str) -> Sequence[str]:
    for name in only:
        if name not in known:
            raise UserError(f"unknown domain {name} in the suite {suite}; {hint(name, known)}")
    return list(dict.fromkeys(only)) or known


_SIZES: Final = 4
_GOALS: Final = 3
_WALK: Final = 30
_TRIES: Final = 50


def own_entry(name: str, problems: int, seed: int) -> SuiteEntry:
    """The built-in domain `name` with generated problems, whose sizes cycle. The same seed gives
    the same problems, whatever their number."""
    text = OWN[name].DOMAIN
    exercises = tuple(own_problem(name, number, seed) for number in range(1, problems + 1))
    return SuiteEntry(name, text, exercises)


def own_problem(name: str, number: int, seed: int) -> Exercise:
    """Problem `number`, from 1, of the built-in domain `name`."""
    own = OWN[name]
    domain = FileSnapshot.of(own.DOMAIN).domain
    assert domain is not None, "the domains of the suite can be read"
    dice = Random(f"{seed}/{name}/{number}")
    for _ in range(_TRIES):
        world = own.world(1 + (number - 1) % _SIZES, dice)
        goals = _goals(domain, world, dice)
        if goals:
            return Exercise(f"p{number:02}", _text(name, number, world, goals))
    raise AssertionError(f"no world of {name} lets anything be done")


def _goals(domain: Domain, world: SuiteWorld, dice: Random) -> list[str]:
    """Facts that a random walk from `world` has made true; none if no action is applicable."""
    problem = FileSnapshot.of(_text(domain.name, 0, world, ())).problem
    assert problem is not None, "the worlds of the suite can be read"
    states = Walker(Task(domain, problem)).walk(_WALK, dice).states
    reached = sorted(states[-1] - states[0])
    return [" ".join(atom) for atom in dice.sample(reached, min(_GOALS, len(reached)))]


def _text(domain: str, number: int, world: SuiteWorld, goals: list[str] | tuple[()]) -> str:
    return "\n".join(_lines(domain, number, world, goals)) + "\n"


def _lines(
    domain: str, number: int, world: SuiteWorld, goals: list[str] | tuple[()]
) -> Iterator[str]:
    yield f"(define (problem {domain}-{number:02})"
    yield f"  (:domain {domain})"
    yield "  (:objects"
    for kind, names in world.objects.items():
        yield f"    {' '.join(names)}{f' - {kind}' if kind else ''}"
    yield "  )"
    yield "  (:init"
    yield from (f"    ({fact})" for fact in sorted(world.facts))
    yield "  )"
    yield f"  (:goal (and {' '.join(f'({goal})' for goal in goals)})))"


# The built-in domains: a line for each.


class OwnDomain(Protocol):
    """The module of a built-in domain, named like it."""

    DOMAIN: str

    def world(self, size: int, dice: Random) -> SuiteWorld:
        """Random objects and initial facts; a larger `size`, from 1, gives a larger world."""


OWN: Final[dict[str, OwnDomain]] = {
    "canal": canal,
    "greenhouse": greenhouse,
    "library": library,
    "museum": museum,
    "panel": panel,
    "relay": relay,
    "soup": soup,
    "tram": tram,
}
