"""Which files are for one instance of a task: its problem, its gold plan, the log of a run.

The one rule, for everything that is told by names. A name is what stands before the ending of a
file (`p01.gpt-4` of `p01.gpt-4.plan`), in whatever case. Of the files that it may belong to

1. the one of the same name is meant; else
2. the one whose name is the longest that it begins with, as whole words (`p01` of `p01_gpt3`,
   `p01.lama` and `p01-2`, and never of `p012`); else
3. the one that is called as its folder, or the folder above that; else
4. the one with the same number, where either name has no other (`p1`, `p01`, `m_instance-1`);
5. else there is none. Where several fit equally well there is none either.

Files with one name are told apart by their folders (`p01/problem.pddl`). What planners call each of
their plans (`sas_plan.2`, `plan.1`) says nothing: there only the folder does.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

_ENDING: Final = re.compile(
    r"\.(?:(?:plan|soln|sol|solution)(?:\.[0-9]+)?|pddl|hddl|ppddl|txt|jsonl?|log|out)$"
)
_OF_PLANNERS: Final = re.compile(r"(?:sas_plan|plan)(?:\.[0-9]+)?$")
_NUMBER: Final = re.compile(r"[0-9]+")
_N_FOLDERS: Final = 2
"""How many folders above a file may say what it is for."""


class FoundFiles(NamedTuple):
    """The file that a name belongs to, else None and why; `rivals` fit equally well."""

    file: str | None
    reason: str = ""
    rivals: Sequence[str] = ()


_Groups: TypeAlias = dict[str, list[str]]


def stem_of(path: str) -> str:
    """The name of a file without its ending; without a name of its own that of its folder."""
    own = _own_stem(path)
    return own or _folder_of(path) or os.path.basename(path)


class Instances:
    """Files, or other names, by the instances that they are for. Their order says nothing."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._files = sorted(set(paths))
        by_stem = _grouped((stem_of(file).casefold(), file) for file in self._files)
        homes = Counter(map(os.path.dirname, self._files))
        self._names: dict[str, str] = {}
        for files in by_stem.values():
            is_alone = all(_folder_of(file) and homes[os.path.dirname(file)] == 1 for file in files)
            named_by = _folder_of if len(files) > 1 and is_alone else stem_of
            self._names |= {file: named_by(file) for file in files}
        others = _grouped((name.casefold(), file) for file, name in self._names.items())
        self._called = {**others, **by_stem}
        numbered = ((_number_of(name), file) for file, name in self._names.items())
        self._numbered = _grouped((number, file) for number, file in numbered if number)
        self._distinguished: dict[int, tuple[_Groups, _Groups]] = {}
        folders = {os.path.abspath(folder) for folder in homes}
        self._around = _common(folders) if len(self._files) > 1 else ""

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What reports call each file: by its number, where it has no other and no other file has
        it; else by its name, or by its folder's where that is what tells it from others."""
        return {
            file: number if len(self._numbered.get(number, ())) == 1 else name.casefold()
            for file, name in self._names.items()
            for number in (_number_of(name),)
        }

    def file_of(self, name: str) -> FoundFiles:
        """The file that `name` belongs to, which is the path of a file or a name alone."""
        stem = _own_stem(name).casefold()
        for start in _starts(stem):
            if start in self._called:
                return self._one_of(self._called[start], name)
        for folder in self._folders_of(name):
            if folder in self._called:
                return self._one_of(self._called[folder], name)
        number = _number_of(stem)
        if number in self._numbered:
            return self._one_of(self._numbered[number], name)
        return FoundFiles(None, _why_none(stem or os.path.basename(name), number))

    def _one_of(self, files: Sequence[str], name: str) -> FoundFiles:
        if len(files) > 1:
            by_folder, by_name = self._apart(files)
            for fewer in (
                by_folder.get(_place_of(name), ()),
                by_name.get(_folder_of(name).casefold(), ()),
            ):
                if len(fewer) == 1:
                    return FoundFiles(fewer[0])
        if len(files) == 1:
            return FoundFiles(files[0])
        return FoundFiles(None, f"ambiguous: both {_both(files)} match", files)

    def called_after(self, name: str) -> FoundFiles:
        """The file whose whole name `name` begins with and goes on behind."""
        for start in islice(_starts(_own_stem(name).casefold()), 1, None):
            if start in self._called:
                return self._one_of(self._called[start], name)
        return FoundFiles(None)

    def _apart(self, files: Sequence[str]) -> tuple[_Groups, _Groups]:
        """Files that fit equally well by their folders, and by the names of these. Worked out once
        for them all: `problem.pddl` may stand in thousands of folders."""
        key = id(files)
        if key not in self._distinguished:
            named = ((_folder_of(file).casefold(), file) for file in files)
            self._distinguished[key] = (
                _grouped((_place_of(file), file) for file in files),
                _grouped((folder, file) for folder, file in named if folder),
            )
        return self._distinguished[key]

    def _folders_of(self, path: str) -> Iterator[str]:
        """The names of the folders around a file, the nearest first, without those that all files
        stand in."""
        folder = os.path.dirname(path)
        for _ in range(_N_FOLDERS):
            if not folder or not os.path.basename(folder):
                return
            if not _is_within(self._around, os.path.abspath(folder)):
                yield os.path.basename(folder).casefold()
            folder = os.path.dirname(folder)


class PlansOf:
    """Plans by what they are for: `owners` are the paths of problems, or names of instances."""

    def __init__(self, owners: Iterable[str], plans: Iterable[str]) -> None:
        named = Instances(owners)
        self._plans: dict[str, list[str]] = {}
        left: list[str] = []
        unsure: dict[int, _Unsure] = {}
        for plan in sorted(set(plans)):
            found = named.file_of(plan)
            if found.file is not None:
                self._plans.setdefault(found.file, []).append(plan)
            elif found.rivals:
                # Plans of the same owners have them in the same list.
                unsure.setdefault(id(found.rivals), _Unsure(found.rivals, [])).plans.append(plan)
            else:
                left.append(plan)
        self._left = Instances(left)
        self._unsure = {owner: each for each in unsure.values() for owner in each.owners}
        self._of_several = Instances(plan for each in unsure.values() for plan in each.plans)

    def plan_of(self, owner: str) -> FoundFiles:
        """The plan whose name says that it is for `owner`, and for no other as well."""
        plans = self._plans.get(owner, [])
        if len(plans) == 1:
            return FoundFiles(plans[0])
        if plans:
            return FoundFiles(None, f"ambiguous: both {_both(plans)} match", plans)
        return self._why_unsure(owner) or FoundFiles(None, "no matching file")

    def plan_for(self, owner: str) -> FoundFiles:
        """The same; else, of the plans that are for none, or for several, the one that `owner` is
        called after, as several samples (`p01_gpt3`, `p01_gpt4`) may be held against one plan
        (`p01.plan`)."""
        if owner in self._plans:
            return self.plan_of(owner)
        unsure = self._why_unsure(owner)
        found = self._left.file_of(owner)
        if unsure is None or found.file is not None or found.rivals:
            return found
        found = self._of_several.called_after(owner)
        return found if found.file is not None or found.rivals else unsure

    def _why_unsure(self, owner: str) -> FoundFiles | None:
        """That a plan may be for `owner`, and for another one as well."""
        unsure = self._unsure.get(owner)
        if unsure is None:
            return None
        other = next(each for each in unsure.owners if each != owner)
        names = _both(unsure.plans) if len(unsure.plans) > 1 else os.path.basename(unsure.plans[0])
        return FoundFiles(None, f"ambiguous: {names} may also belong to {other}", unsure.plans)


class _Unsure(NamedTuple):
    """Plans that may be for several owners, each for any of them."""

    owners: Sequence[str]
    plans: list[str]


def _own_stem(path: str) -> str:
    """The name of a file without its ending; nothing for a name that a planner gives."""
    name = os.path.basename(path)
    if _OF_PLANNERS.fullmatch(name.lower()):
        return ""
    ending = _ENDING.search(name.lower())
    return (name[: ending.start()] if ending else name) or name


def _starts(stem: str) -> Iterator[str]:
    """`stem`, and what it begins with as whole words, the longest first."""
    if stem:
        yield stem
    for end in range(len(stem) - 1, 0, -1):
        if not stem[end].isalnum():
            yield stem[:end]


def _number_of(stem: str) -> str:
    """The only number in a name, without zeros before it; nothing where it has none, or several."""
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
    names = [os.path.basename(file) for file in files[:2]]
    return " and ".join(names if len(set(names)) == len(names) else files[:2])


def _folder_of(file: str) -> str:
    """The name of the folder that a file stands in."""
    return os.path.basename(os.path.dirname(file))


def _place_of(file: str) -> str:
    """The folder that a file stands in, however it is named: `./p01.plan` stands beside
    `p01.pddl`."""
    return os.path.abspath(os.path.dirname(file))


def _grouped(pairs: Iterable[tuple[str, str]]) -> _Groups:
    groups: _Groups = {}
    for key, file in pairs:
        groups.setdefault(key, []).append(file)
    return groups


def _common(folders: Iterable[str]) -> str:
    try:
        return os.path.commonpath(list(folders))
    except ValueError:  # on several drives
        return ""


def _is_within(folder: str, other: str) -> bool:
    """Whether `folder` is `other`, or stands below it."""
    return folder == other or folder.startswith(os.path.join(other, ""))
