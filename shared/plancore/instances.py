"""Find the files of one instance of a task: its problem, gold plan and logs of runs.

The one rule for all matching by name. The name of a file is the part before its ending (`p01.gpt-4`
of `p01.gpt-4.plan`); case is ignored. Of the candidates, the file is

1. the one with the same name; else
2. the one with the longest name that is a prefix of whole words (`p01` of `p01_gpt3`, `p01.lama`
   and `p01-2`, but not of `p012`); else
3. the one with the same name without words such as `plan` and `problem` (`plan-a`, `problem_a`,
   `problemA`); else
4. the one with the longest name that is among its words (`p01` of `gpt4_p1_v2`, zeros aside); else
5. the one named like the folder, or like the folder above it; else
6. for a name without numbers, the one whose name is among the words of the folder
   (`gripper-prob01-lama/sas_plan`); else
7. the one with the same number, if neither name has another (`p1`, `p01`, `m_instance-1`); for a
   name without numbers, the one with the number that its folder is named by (`1/plan.txt`);
8. else none. There is none either if several files fit equally well, or numbers contradict each
   other: `2/1.txt` may be the second answer for `p1`, or the first one for `p2`.

A name without words for the kind of file is also a name, unless it is a number or a letter: `easy`
of `problem_easy` in `gpt4_easy.txt` and `easy/plan.txt`.

Of files with the same name the nearest is used, by `plancore.kinship.Folders` (`p01.pddl` next to
`p01.plan`, `X/p01.pddl` for `solutions/X/p01.plan`), or the one in a folder that another word of
the name names (`X/p01.pddl` for `out/X-p01.plan`). Generic names of planners (`sas_plan.2`,
`plan.1`) are ignored: only their folder counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import islice
from posixpath import commonpath, normpath
from typing import Final, NamedTuple, TypeAlias

from plancore.grouping import grouped
from plancore.kinship import Folders, Nearest, Place, in_line

_ENDING: Final = re.compile(
    r"\.(?:(?:(?:plan|soln|sol|solution)(?:\.[0-9]+)?|pddl|hddl|ppddl|txt|json(?:l|lines)?|ndjson|log"
    r"|out)(?:\.gz)?|gz)$"
)
_OF_PLANNERS: Final = re.compile(r"(?:sas_plan|plan)(?:\.[0-9]+)?$")
_NUMBER: Final = re.compile(r"[0-9]+")
_ZEROS: Final = re.compile(r"(?<![0-9])0+(?=[0-9])")
_WORD: Final = re.compile(r"[^\W_]+")
_LETTER: Final = re.compile(r"[^\W\d_].*\w|\d.*[^\W\d_]")
"""A letter and another letter or number."""
_PLAN: Final = "plan|solution|soln|sol|output|out|result|l(?:ö|oe)sung|soluci[oó]n|soluzione"
_ROLE: Final = re.compile(
    rf"(?<![^\W\d_])(?:{_PLAN}|problem[ae]?|prob|instance|inst|pfile|task|aufgabe"
    r"|p(?=[-_.]?[0-9]))(?![^\W\d_])[-_. ]*"
)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OF_PLANS: Final = re.compile(rf"(?<![^\W\d_])(?:{_PLAN})s?(?![^\W\d_])")
_N_FOLDERS: Final = 2
"""Number of folders above a file whose names are compared."""
_LONGEST: Final = 255
"""Characters of the longest name of a file."""
_FAR: Final = 2
"""Maximum distance of the only problem in a folder from a plan with any name."""


class FoundFiles(NamedTuple):
    """The file that a name belongs to, or None and the reason; `rivals` fit equally well. If no
    name fits, `near` are the nearest files. `is_by_number` is whether only a number fits."""

    file: str | None
    reason: str = ""
    rivals: Sequence[str] = ()
    near: Sequence[str] = ()
    is_by_number: bool = False


_Groups: TypeAlias = dict[str, list[str]]


def stem_of(path: str) -> str:
    """The name of a file without its ending; for a generic name, that of its folder."""
    own = _own_stem(path)
    return own or _folder_of(path) or _name_of(path)


class Instances:
    """Finds files, or other names, by instance. Their order is irrelevant. `place_of` normalises a
    path, however it is spelled."""

    def __init__(self, paths: Iterable[str], place_of: Callable[[str], str] = normpath) -> None:
        self._place_of = place_of
        self._files = sorted(set(paths))
        by_stem = grouped((stem_of(file).casefold(), file) for file in self._files)
        homes = Counter(map(_home_of, self._files))
        self._names: dict[str, str] = {}
        for stem, files in by_stem.items():
            is_alone = all(_folder_of(file) and homes[_home_of(file)] == 1 for file in files)
            # A folder called like another file would give both one name.
            others = {_folder_of(file).casefold() for file in files} - {stem}
            is_told = is_alone and others.isdisjoint(by_stem)
            named_by = _folder_of if len(files) > 1 and is_told else stem_of
            self._names |= {file: named_by(file) for file in files}
        called = grouped((name.casefold(), file) for file, name in self._names.items())
        self._called = {**called, **by_stem}
        numbered = ((_number_of(name), file) for file, name in self._names.items())
        self._numbered = grouped((number, file) for number, file in numbered if number)
        bare = ((_bare(name), file) for file, name in self._names.items())
        self._bare = grouped((name, file) for name, file in bare if not name.isdigit())
        self._folders: dict[int, tuple[Folders, _Groups]] = {}
        self._inside: dict[tuple[int, str], Sequence[str]] = {}
        folders = {place_of(folder) for folder in homes}
        self._around = _common(folders) if len(self._files) > 1 else ""

    @cached_property
    def _plain(self) -> _Groups:
        """The files by names without leading zeros, except single letters and numbers."""
        return _without_zeros(self._called)

    @cached_property
    def _bare_words(self) -> _Groups:
        return _without_zeros(self._bare)

    @cached_property
    def _numbered_folders(self) -> Set[str]:
        """The names of folders around files that are not the names of these: `2` of `2/p1.pddl`."""
        names = {name.casefold() for name in self._names.values()}
        return {
            part for file in self._files for part in _home_of(file).casefold().split("/")
        } - names

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each file in reports: its number if that is its only one and unique; else its
        name, or that of its folder if only that is distinctive."""
        return {
            file: number if len(self._numbered.get(number, ())) == 1 else name.casefold()
            for file, name in self._names.items()
            for number in (_number_of(name),)
        }

    def file_of(self, name: str) -> FoundFiles:
        """The file that `name`, a path or a name alone, belongs to."""
        stem = _own_stem(name).casefold()
        for start in () if stem.isdecimal() else _starts(stem):
            if start in self._called:
                return self._one_of(self._called[start], name)
        bare = _bare(_own_stem(name))
        if bare and bare in self._bare:
            return self._one_of(self._bare[bare], name)
        if inside := self._among_words(stem):
            return self._one_of(inside, name)
        folders = [*self._folders_of(name)]
        for folder in folders:
            named = self._called.get(folder) or self._bare_words.get(folder)
            if named and not folder.isdecimal():
                # The name `3` of `p1/3.plan` was left out above, but may be that of a problem.
                own = self._called.get(stem) if stem.isdecimal() else None
                return self._agreed([each for each in (named, own) if each], name)
        for folder in folders if not _NUMBER.search(stem) else ():
            if inside := self._among_words(folder):
                return self._one_of(inside, name)
        numbered = [*self._with_number(stem, folders)]
        if not numbered:
            return FoundFiles(None, _why_none(stem or _name_of(name), _number_of(stem)))
        found = self._agreed(numbered, name)
        return found if found.file is None else found._replace(is_by_number=True)

    def _agreed(self, groups: Sequence[Sequence[str]], name: str) -> FoundFiles:
        """The file of several groups that fit `name` on different grounds; none if they differ."""
        fitting = [self._nearest_of(files, name) for files in groups]
        if all(files == fitting[0] for files in fitting[1:]):
            return self._one_of(groups[0], name)
        several = sorted({file for files in fitting for file in files})
        return FoundFiles(None, f"ambiguous: both {_both(several)} match", several)

    def _with_number(self, stem: str, folders: Iterable[str]) -> Iterator[Sequence[str]]:
        """The files with the number of a name, and those with the number that is the name of its
        folder, unless the name has another one that is not that of a plan."""
        own = self._called.get(stem) or self._numbered.get(_number_of(stem))
        if own:
            yield own
        if _OF_PLANS.sub("", stem).strip("-_. ").isdecimal() if own else not _NUMBER.search(stem):
            for folder in folders:
                if _bare(folder).isdecimal() and folder not in self._numbered_folders:
                    called = self._called.get(folder) or self._numbered.get(_number_of(folder))
                    if called:
                        yield called

    def _among_words(self, name: str) -> Sequence[str]:
        """The files with the longest name that is a sequence of words in `name`."""
        for names in (self._plain, self._bare_words):
            for parts in _parts(name):
                found = [part for part in parts if part in names]
                if found:
                    return names[found[0]] if len(found) == 1 else ()
        return ()

    def _one_of(self, files: Sequence[str], name: str) -> FoundFiles:
        nearest = self._nearest_of(files, name)
        if len(nearest) == 1:
            return FoundFiles(nearest[0])
        rivals = nearest if len(nearest) < len(files) else files
        return FoundFiles(None, f"ambiguous: both {_both(rivals)} match", rivals)

    def _nearest_of(self, files: Sequence[str], name: str) -> Sequence[str]:
        return self.nearest(files, name) if len(files) > 1 else files

    def nearest(self, files: Sequence[str], name: str) -> Sequence[str]:
        """Those of `files` that are nearest to `name`; all if none is nearer. Cached by the
        identity of `files`: `problem.pddl` may be in thousands of folders."""
        if id(files) not in self._folders:
            homes = grouped((_home_of(self._place_of(file)), file) for file in files)
            self._folders[id(files)] = Folders(homes), homes
        folders, homes = self._folders[id(files)]
        home = _home_of(self._place_of(name))
        near = folders.nearest(home)
        is_apart = near.place is Place.ELSEWHERE
        if not is_apart and near.place is not Place.BELOW:
            return [file for folder in near.folders for file in homes[folder]]
        # Of two folders below, the less deep one is not a better match.
        if is_apart or sum(in_line(home, other) for other in homes) > 1:
            only = folders.only_around(home) if is_apart else None
            only = only or self._called_like(folders, home, name)
            if only is not None:
                return homes[only]
            return self._around_it(files, home) if is_apart else files
        return [file for folder in near.folders for file in homes[folder]]

    def _called_like(self, folders: Folders, home: str, name: str) -> str | None:
        """The only folder that is named by a word of a name which names no file, else by the folder
        `home` of plans."""
        own = _parts(_own_stem(name).casefold())
        around = _parts(_name_of(home).casefold())
        bare = ({each} for each in _bare_folders(home))
        for words in (*(each - self._plain.keys() for each in own), *bare, *around):
            found = {folders.only_called(word, home) for word in words & folders.names} - {None}
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def _around_it(self, files: Sequence[str], home: str) -> Sequence[str]:
        """Those of `files` in the nearest folder around the folder `home` that has any."""
        folders, homes = self._folders[id(files)]
        around = folders.around(home)
        key = id(files), around
        if key not in self._inside:
            inside = folders.inside(around)
            found = [file for folder in inside for file in homes[folder]]
            self._inside[key] = files if len(found) == len(files) else found
        return self._inside[key]

    def called_after(self, name: str) -> FoundFiles:
        """The file whose whole name is a proper prefix of `name`, by whole words."""
        for start in islice(_starts(_own_stem(name).casefold()), 1, None):
            if start in self._called:
                return self._one_of(self._called[start], name)
        return FoundFiles(None)

    def _folders_of(self, path: str) -> Iterator[str]:
        """The names of the folders around a file, nearest first, except those around all files."""
        folder = _home_of(path)
        for _ in range(_N_FOLDERS):
            if not _name_of(folder):
                return
            place = self._place_of(folder)
            if self._around != place and not self._around.startswith(f"{place}/"):
                yield _name_of(folder).casefold()
            folder = _home_of(folder)


class ProblemFiles:
    """Finds the problem of a plan among some files, by names and folders: the rule of all commands.
    It is the one that `Instances` finds, unless a mirrored folder should have it and has not, or
    the nearest folder around the plan that has problems has others. If no name fits, it is the only
    one in the nearest folder, at most two steps away, or around the plan, or the only one. For a
    plan called `plan` or `solution`, it is the only one there called `problem` or the like."""

    def __init__(self, files: Iterable[str], place_of: Callable[[str], str] = normpath) -> None:
        self._place_of = place_of
        self._names = Instances(files, place_of)
        self._in_folder = grouped((self._home(file), file) for file in self._names.names)
        self._folders = Folders(self._in_folder)

    def problem_of(self, plan: str) -> FoundFiles:
        """The problem of the file `plan`."""
        home = self._home(plan)
        near, around = self._folders.nearest(home), self._folders.around(home)
        found = self._preferring(around, self._names.file_of(plan))
        if found.file is not None:
            is_away = near.place is Place.MIRRORED and self._home(found.file) not in near.folders
            reason = f"no problem of its name in {near.folders[0]}" if is_away else ""
            return FoundFiles(None, reason) if is_away else found
        if found.rivals:
            return found
        inside = self._unnamed(home, near, around)
        if len(inside) > 1 and _is_plain(_own_stem(plan)) and self._plain:
            # `problem.pddl` is meant for `plan.txt`, and not `problem_old.pddl`.
            inside = [file for file in inside if file in self._plain] or inside
        if len(inside) == 1:
            return FoundFiles(inside[0])
        is_numbered = _NUMBER.search(_own_stem(plan)) is not None
        return found if is_numbered else found._replace(near=inside)

    @cached_property
    def _plain(self) -> Set[str]:
        return {file for file in self._names.names if _is_plain(_own_stem(file))}

    def _preferring(self, around: str, found: FoundFiles) -> FoundFiles:
        """What was found by name, unless the folder `around` a plan that has problems contradicts:
        a number is no evidence for a problem elsewhere, another name not the only one."""
        if found.file is None or in_line(around, self._home(found.file)):
            return found
        if found.is_by_number:
            return FoundFiles(None, f"no problem of its name in {around}")
        rivals = [found.file, *self._in(self._folders.below(around))]
        return FoundFiles(None, f"ambiguous: both {_both(rivals)} match", rivals)

    def _unnamed(self, home: str, near: Nearest, around: str) -> list[str]:
        """The problems that a plan with any name in the folder `home` may be for."""
        if len(self._names.names) == 1:
            return [*self._names.names]
        only = self._folders.only_around(home)
        own = [only] if only is not None else []
        if near.place is Place.ELSEWHERE or near.steps > _FAR:
            return self._in(own if near.place in (Place.ELSEWHERE, Place.MIRRORED) else ())
        if near.place is Place.MIRRORED and not in_line(around, near.folders[0]):
            return self._in((*near.folders, *own))
        return self._in(near.folders)

    def _in(self, folders: Iterable[str]) -> list[str]:
        return [file for each in folders for file in self._in_folder[each]]

    def problem_named(self, instance: str) -> FoundFiles:
        """The problem of an instance that a log names."""
        return self._names.file_of(instance)

    def name_of(self, problem: str) -> str:
        """The name of the instance in a file; see `Instances.names`."""
        return self._names.names[problem]

    def _home(self, file: str) -> str:
        return _home_of(self._place_of(file))


class PlansOf:
    """Finds plans by their `owners`: paths of problems, or names of instances."""

    def __init__(
        self, owners: Iterable[str], plans: Iterable[str], place_of: Callable[[str], str] = normpath
    ) -> None:
        named = Instances(owners, place_of)
        self._plans: dict[str, list[str]] = {}
        left: list[str] = []
        unsure: dict[int, _Unsure] = {}
        for plan in sorted(set(plans)):
            found = named.file_of(plan)
            if found.file is not None:
                self._plans.setdefault(found.file, []).append(plan)
            elif found.rivals:
                # Plans with the same owners share the list object of these.
                unsure.setdefault(id(found.rivals), _Unsure(found.rivals, [])).plans.append(plan)
            else:
                left.append(plan)
        self._left = Instances(left, place_of)
        self._unsure = {owner: each for each in unsure.values() for owner in each.owners}
        of_several = (plan for each in unsure.values() for plan in each.plans)
        self._of_several = Instances(of_several, place_of)

    def plan_of(self, owner: str) -> FoundFiles:
        """The plan whose name fits `owner` and no other owner."""
        plans = self._plans.get(owner, [])
        if len(plans) == 1:
            return FoundFiles(plans[0])
        if plans:
            return FoundFiles(None, f"ambiguous: both {_both(plans)} match", plans)
        return self._why_unsure(owner) or FoundFiles(None, "no matching file")

    def plan_for(self, owner: str) -> FoundFiles:
        """The plan of `owner`; else, of the plans that fit none or several owners, the one whose
        name is a prefix of `owner`: several samples (`p01_gpt3`, `p01_gpt4`) may be compared with
        one plan (`p01.plan`)."""
        if owner in self._plans:
            return self.plan_of(owner)
        unsure = self._why_unsure(owner)
        found = self._left.file_of(owner)
        if unsure is None or found.file is not None or found.rivals:
            return found
        found = self._of_several.called_after(owner)
        return found if found.file is not None or found.rivals else unsure

    def _why_unsure(self, owner: str) -> FoundFiles | None:
        """The ambiguity of a plan that fits `owner` and another one, if there is one."""
        unsure = self._unsure.get(owner)
        if unsure is None:
            return None
        other = next(each for each in unsure.owners if each != owner)
        names = _both(unsure.plans) if len(unsure.plans) > 1 else _name_of(unsure.plans[0])
        return FoundFiles(None, f"ambiguous: {names} may also belong to {other}", unsure.plans)


class _Unsure(NamedTuple):
    """Plans that may be for any of several owners."""

    owners: Sequence[str]
    plans: list[str]


def _own_stem(path: str) -> str:
    """The name of a file without its ending; empty for a generic name of a planner."""
    name = _name_of(path)
    if _OF_PLANNERS.fullmatch(name.lower()):
        return ""
    ending = _ENDING.search(name.lower())
    return (name[: ending.start()] if ending else name) or name


def _starts(stem: str) -> Iterator[str]:
    """`stem` and its prefixes of whole words, longest first."""
    if stem:
        yield stem
    for end in range(len(stem) - 1, 0, -1):
        if not stem[end].isalnum():
            yield stem[:end]


def _parts(name: str) -> Iterator[set[str]]:
    """The sequences of words in a name that are not numbers only, without leading zeros, but not
    the name itself: sets of equally long ones, the longest first. A name in a log that is longer
    than that of a file has none."""
    words = [*_WORD.finditer(_ZEROS.sub("", name))] if len(name) <= _LONGEST else []
    for length in range(len(words) - 1, 0, -1):
        ends = zip(words, words[length - 1 :], strict=False)
        parts = {first.string[first.start() : last.end()] for first, last in ends}
        yield {part for part in parts if _LETTER.search(part)}


def _without_zeros(named: _Groups) -> _Groups:
    names = ((_ZEROS.sub("", name), files) for name, files in named.items())
    return grouped((name, f) for name, files in names if _LETTER.search(name) for f in files)


def _number_of(stem: str) -> str:
    """The number in a name without leading zeros; empty if there is not exactly one."""
    numbers = _NUMBER.findall(stem)
    return (numbers[0].lstrip("0") or "0") if len(numbers) == 1 else ""


def _why_none(stem: str, number: str) -> str:
    numbers = _NUMBER.findall(stem)
    tried = f"no file or directory named {stem} or like its beginning"
    if number:
        return f"{tried}; none with {number} as its only number"
    if not numbers:
        return f"{tried}; the name has no number"
    return f"{tried}; the name has several numbers: {', '.join(numbers[:3])}"


def _both(files: Sequence[str]) -> str:
    names = [_name_of(file) for file in files[:2]]
    return " and ".join(names if len(set(names)) == len(names) else files[:2])


def _bare(stem: str) -> str:
    """A name without words for the kind of a file; `planEasy` has two words."""
    return _ROLE.sub("", _HUMP.sub("-", stem).casefold()).rstrip("-_. ")


def _is_plain(stem: str) -> bool:
    """Whether a name only says what kind of file it is."""
    return bool(stem) and not _bare(stem)


def _bare_folders(home: str) -> Iterator[str]:
    """The names of folders of plans without words for that: `blocks` of `blocks-plans`."""
    for part in reversed(home.casefold().split("/")):
        bare = _OF_PLANS.sub("", part).strip("-_. ")
        if bare and bare != part:
            yield bare


def _home_of(path: str) -> str:
    """The folder of a file, with `/` as separator on any system."""
    return path.replace("\\", "/").rpartition("/")[0]


def _name_of(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _folder_of(file: str) -> str:
    return _name_of(_home_of(file))


def _common(folders: Iterable[str]) -> str:
    try:
        return commonpath(list(folders))
    except ValueError:  # on several drives
        return ""
