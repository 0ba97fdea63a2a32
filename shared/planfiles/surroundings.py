"""Find the domains and problems that are near a file, in folders next to it and around it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from plancore.kinship import SharedVocabulary, objects_of, overlap, words_in
from plancore.links import MOST_CANDIDATES, Links, not_known
from plancore.memo import lazy
from plancore.project import PlanSnapshot
from plancore.stop import NEVER, Budget, Checkpoint
from planfiles import limits
from planfiles.errors import FileError
from planfiles.files import FileState, read_text
from planfiles.folders import listing_of, models_in
from planfiles.starts import Defined, start_of

_LEVELS: Final = 4
_SIBLINGS: Final = 50
"""Number of folders above, and of folders in each, that are searched for the problem of a plan."""
_READ: Final = 64
"""Number of plans and problems whose objects are remembered."""
_ABOVE: Final = 8
_NEAR: Final = 2
"""Number of folders above a file that may be its repository, and that are near without one."""
_MARKS: Final = (".git", ".hg", "planlsp.toml")
"""Files and folders that are in the outermost folder of a repository."""
_FOLDERS: Final = 200
_FILES: Final = 1_000
_OTHERS: Final = 1_000
"""Number of folders below the current folder that are searched, of models that are found there, and
of files that are read in a search because their names do not show what they are."""


class Starts:
    """The definitions at the start of some files, and the links between them."""

    def __init__(self, paths: Iterable[str], checkpoint: Checkpoint = NEVER) -> None:
        """`checkpoint` is called for each file that is read; after an exception of it, reading goes
        on where it ended."""
        self._paths = {name_of(path): path for path in reversed([*paths])}
        self._plans: dict[str, set[str]] = {}
        self._checkpoint = checkpoint
        self._definitions: dict[str, Sequence[Defined]] = {}

    @property
    def paths(self) -> Iterable[str]:
        """The files, each once."""
        return self._paths.values()

    @lazy
    def links(self) -> Links[Defined]:
        """The links between the files, by their names: vocabularies are unknown."""
        for name, path in self._paths.items():
            if name not in self._definitions:
                self._definitions[name] = start_of(path).definitions
                self._checkpoint()
        return Links(self._definitions, lambda *_: None, not_known, objects=self.objects)

    def set_objects(self, plan: str, objects: set[str]) -> None:
        """Take the objects of a plan that is open in an editor, instead of those on disk."""
        self._plans[plan] = objects

    def objects(self, plan: str, problem: str) -> SharedVocabulary:
        """How many of the objects of a plan a problem has."""
        objects = self._plans.get(plan)
        if objects is None:
            objects = _objects_in(plan, _state(plan))
        path = self.path(problem)
        words = _words_in(path, _state(path))
        return overlap(objects, words) if words else not_known(plan, problem)

    def path(self, name: str) -> str:
        """The path of the file that links call `name`."""
        return self._paths[name]


def _state(path: str) -> FileState | None:
    try:
        return FileState.of(os.stat(path))
    except OSError:
        return None


@lru_cache(maxsize=_READ)
def _objects_in(plan: str, _: FileState | None) -> set[str]:
    """The objects of a plan in one state, cached because it may be compared with many problems."""
    return objects_of(PlanSnapshot(text_of(plan)).plan)


@lru_cache(maxsize=_READ)
def _words_in(problem: str, _: FileState | None) -> set[str]:
    """The words of a problem in one state, cached because there may be many plans."""
    return words_in(text_of(problem))


class _Search:
    """The models in some folders, found in steps."""

    def __init__(self, folders: Iterable[str], most: int | None = None) -> None:
        """The search ends after `most` models."""
        self._lists = _models_of(folders)
        self._most = most
        self._n_found = 0
        self._found: list[list[str]] = []

    def found(self, checkpoint: Checkpoint) -> list[list[str]]:
        """The models in each folder. `checkpoint` is called after each; after an exception of it,
        the search goes on where it ended."""
        while self._most is None or self._n_found < self._most:
            models = next(self._lists, None)
            if models is None:
                break
            self._found.append(models)
            self._n_found += min(len(models), limits.COMPANIONS)
            checkpoint()
        return self._found


class Surroundings:
    """The files around plans and below a folder, each found once."""

    def __init__(self, root: str = "", *, is_whole: bool = True) -> None:
        """`root` is an absolute path, or the current folder. Unless `is_whole`, only folders near a
        file are searched, not all below the root."""
        self.root, self._is_whole = root or os.getcwd(), is_whole
        self.checkpoint = NEVER
        """Called for each folder and file; a search that it ends with an exception is resumed."""
        self._searches: dict[str, _Search] = {}
        self._below: dict[str, Starts] = {}
        self._around: dict[str, Starts] = {}

    @property
    def extent(self) -> tuple[str, bool]:
        """The root, and whether all below it is searched."""
        return self.root, self._is_whole

    def _check(self, *_: object) -> None:
        self.checkpoint()

    def below_here(self, path: str) -> Starts:
        """The models below the root, or in the folders near `path`, spelled as `path` is; none if
        it is outside of the root."""
        here = self.root
        if not os.path.abspath(path).startswith(os.path.join(here, "")):
            return Starts(())
        folder = here if os.path.isabs(path) else ""
        if not self._is_whole:
            folder = os.path.dirname(path)
        if folder not in self._below:
            near = _folders_below(folder) if self._is_whole else _folders_nearby(path, here)
            most = _FILES if self._is_whole else None
            lists = self._found(f"below {folder}", near, most)
            files = [*chain.from_iterable(map(likeliest, lists))]
            self._below[folder] = Starts(files[:most], self._check)
        return self._below[folder]

    def _found(self, key: str, folders: Iterable[str], most: int | None = None) -> list[list[str]]:
        if key not in self._searches:
            self._searches[key] = _Search(folders, most)
        return self._searches[key].found(self.checkpoint)

    def around(self, plan: str) -> Starts:
        """The models in the folder of a plan and in nearby ones, and those below the current
        folder. Of a large folder those that are named like the plan are preferred."""
        home = os.path.dirname(plan)
        known = self._around.get(home)
        if known is not None:
            return known
        lists = self._found(f"around {home}", chain((home,), _folders_nearby(plan, self.root)))
        near = chain.from_iterable(likeliest(models, plan) for models in lists)
        files = Starts([*near, *self.below_here(plan).paths], self._check)
        if max(map(len, lists), default=0) <= limits.COMPANIONS:
            self._around[home] = files
        return files


def project_around(path: str) -> Surroundings:
    """The surroundings of a file at an absolute path, if no folder is open: the repository around
    it; without one, only what is near it in the folder two levels above. A folder that contains
    the home directory is too large, and so is that itself."""
    homes = os.path.join(os.path.realpath(os.path.expanduser("~")), "")
    root = folder = os.path.dirname(path)
    for level in range(_ABOVE):
        if homes.startswith(os.path.join(os.path.realpath(folder), "")):
            break
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS):
            return Surroundings(folder)
        root = folder if level <= _NEAR else root
        folder = os.path.dirname(folder)
    return Surroundings(root, is_whole=False)


def _folders_nearby(plan: str, root: str) -> Iterator[str]:
    """The folder above that of a plan, those inside, and those at the same place below a sibling of
    it or of a folder above: `problems/a` for `solutions/a`. Nearest first; siblings only within the
    `root`."""
    home = os.path.dirname(plan)
    above = os.path.normpath(os.path.join(home, os.pardir))
    yield above
    yield from (os.path.join(home, name) for name in _folders_in(home))
    inner, whole, here = "", os.path.abspath(home), os.path.join(root, "")
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


def _folders_in(folder: str) -> Sequence[str]:
    return listing_of(folder).folders[:_SIBLINGS]


def _folders_below(folder: str) -> Iterator[str]:
    """A folder and those below it, nearest first, at most `_FOLDERS`: a command may run in a home
    directory."""
    folders = [folder]
    for inside in folders:
        yield inside
        folders += (os.path.join(inside, name) for name in _folders_in(inside))
        del folders[_FOLDERS:]


def _models_of(folders: Iterable[str]) -> Iterator[list[str]]:
    """The models in each of the folders; at most `_OTHERS` files with other names are read."""
    budget = Budget(_OTHERS)
    return (models_in(folder, budget) for folder in folders)


def likeliest(files: Sequence[str], plan: str = "") -> list[str]:
    """The files to read, in order; if there are too many, preferably those named like the `plan`,
    then those with `domain` in their name."""
    if len(files) <= limits.COMPANIONS:
        return sorted(files)
    alike: Collection[str] = ()
    if plan:
        # Imported late: most folders are small.
        from plancore.instances import Instances

        found = Instances(files, str).file_of(plan)
        alike = {found.file} if found.file else {*found.rivals[:MOST_CANDIDATES]}
    first = sorted(files, key=lambda file: (file not in alike, "domain" not in _name(file)))
    return sorted(first[: limits.COMPANIONS])


def text_of(path: str) -> str:
    """The text of a file that the user did not name; empty if it cannot be read."""
    try:
        return read_text(path, limits.UNNAMED, regular=True)
    except FileError:
        return ""


def name_of(path: str) -> str:
    """The name of the file at `path` when files are linked: its absolute path, with `/`."""
    return os.path.abspath(path).replace(os.sep, "/")


def _name(path: str) -> str:
    return os.path.basename(path).lower()
