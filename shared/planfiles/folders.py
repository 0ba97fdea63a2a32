"""Find the planning files in folders and in the paths of a command line.

Files in folders are recognised by their names, else by their content. Hidden files and folders,
folders of packages, links to folders, pipes and devices are skipped.
"""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from plancore.kind import TextKind, begins_with_definition, kind_of_name, text_kind
from plancore.stop import NEVER, Budget, Checkpoint
from planfiles import limits
from planfiles.errors import FileError, UserError, reason_of
from planfiles.files import FileState, is_special
from planfiles.starts import end_of, head_of, start_of

_NO_MODELS: Final = frozenset(("node_modules", "__pycache__", "site-packages", "venv"))
"""Folders of packages, which do not contain models of the user."""
_NO_PLANS: Final = frozenset(
    f".{ending}"
    for ending in (
        # Documents and data.
        *("sas", "toml", "md", "html", "htm", "css", "svg", "tex", "bib"),
        *("xml", "ipynb", "pdf", "doc", "docx", "xls", "xlsx", "odt", "ppt", "pptx"),
        # Programs.
        *("py", "pyi", "pyx", "pyc", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "f90", "java"),
        *("js", "mjs", "ts", "tsx", "go", "rs", "rb", "pl", "pm", "pod", "lua", "vim", "sh", "bat"),
        *("lisp", "lsp", "cl", "el", "scm", "clj", "hs", "ml", "scala", "cmake", "mk", "launch"),
        # Files that are not text.
        *("png", "jpg", "jpeg", "gif", "ico", "bmp", "webp", "mp3", "mp4", "wav", "avi", "ttf"),
        *("zip", "gz", "bz2", "xz", "zst", "tar", "tgz", "7z", "jar", "whl", "class", "o", "a"),
        *("so", "dll", "exe", "bin", "dat", "db", "sqlite", "npy", "npz", "pkl", "pt", "pth", "h5"),
    )
)
"""Endings of files that are not read to see what they hold."""
_NO_MODELS_IN: Final = frozenset((".log", ".json", ".jsonl"))
"""Endings of files that may hold a plan, but no definitions."""
_PROSE: Final = re.compile(
    r"(?:read[-_]?me|licen[cs]e|copying|install(?:ation)?|change(?:s|log)|news|authors|todo"
    r"|contribut(?:ing|ors)|requirements)(?:[-_.][a-z]{2})?(?:\.(?:txt|rst|in|md))?",
    re.IGNORECASE,
)
"""The name of a document, which may show a plan but is not one."""
_TEXT_MODEL: Final = re.compile(
    r"(?:[^.].*)?(?:domain|problem|instance|pfile|task)[^.]*(?:\.txt)?$", re.IGNORECASE
)
"""The name of a text that may be a domain or a problem."""
_LISTINGS: Final = 2_000
"""Folders whose contents are remembered."""
_SETTLED: Final = 2_000_000_000
"""Nanoseconds after which every file system gives a changed folder another time."""
_SAYS_PLAN: Final = re.compile(r"(?<![a-z])(?:plan|sol|soln|solution)s?(?![a-z])", re.IGNORECASE)
"""A word in the name of a plan, as in `output_plan.txt`."""
_Tell: TypeAlias = Callable[[str], None]


def is_model_name(name: str) -> bool:
    """Whether `name` is a file name of domains or problems."""
    return kind_of_name(name) is TextKind.PDDL and not name.startswith(".")


def is_plan_name(name: str) -> bool:
    """Whether `name` is a file name of plans: `p.plan`, `p.soln.2`, `sas_plan`, `plan.1`."""
    return kind_of_name(name) is TextKind.PLAN and not name.startswith(".")


def may_be_planning(name: str) -> bool:
    """Whether a file of that name is a planning file, or its content decides."""
    return _is_planning_name(name) or not (
        name.startswith(".") or os.path.splitext(name)[1].lower() in _NO_PLANS
    )


def is_document(path: str) -> bool:
    """Whether a file is a document by its name, which is a plan only where nothing else is."""
    return path.lower().endswith(".md")


def _may_have_steps(name: str) -> bool:
    return may_be_planning(name) or (is_document(name) and _is_shown(name))


def _may_be_model(name: str) -> bool:
    """Whether a file of that name may hold definitions."""
    return may_be_planning(name) and os.path.splitext(name)[1].lower() not in _NO_MODELS_IN


def is_listed(path: str) -> bool:
    """Whether a file at this path below a workspace folder, with `/`, may be one of
    `planning_files_below`."""
    *folders, name = path.split("/")
    return may_be_planning(name) and not any(map(is_passed_over, filter(None, folders)))


def is_passed_over(folder: str) -> bool:
    """Whether a folder of that name is hidden or has packages."""
    return folder.startswith(".") or folder in _NO_MODELS


class Inputs(NamedTuple):
    """Distinct `paths` in order; `trouble` has an error line for each path without files."""

    paths: tuple[str, ...]
    trouble: tuple[str, ...]


def collect(paths: Iterable[str]) -> Inputs:
    """Each file as named, and the planning files below each folder, sorted by name."""
    return _collected(paths, lambda folder, tell: list(_walk(folder, _is_planning_name, tell)))


def _collected(paths: Iterable[str], below: Callable[[str, _Tell], list[str]]) -> Inputs:
    collected: dict[str, None] = {}
    trouble: list[str] = []
    for path in paths:
        inside = below(path, trouble.append) if os.path.isdir(path) else [path]
        if not inside:
            trouble.append(f"no planning files in {path}")
        collected.update(dict.fromkeys(inside))
    return Inputs(tuple(collected), tuple(trouble))


class Sorted(NamedTuple):
    """The `inputs` of a command, and files of folders that were `passed_over`."""

    inputs: Inputs
    passed_over: tuple[str, ...]


def collect_by_content(paths: Iterable[str]) -> Sorted:
    """The files as named, and planning files of folders (`files_by_content`) by name."""
    passed_over: list[str] = []

    def below(folder: str, tell: _Tell) -> list[str]:
        files = files_by_content(folder, tell)
        passed_over.extend(files.others)
        return sorted((*files.models, *files.plans), key=_in_walk)

    return Sorted(_collected(paths, below), tuple(passed_over))


def _in_walk(path: str) -> tuple[tuple[int, str], ...]:
    """The sort key of a walk: the files of a folder before those in its subfolders."""
    parts = path.split(os.sep)
    return (*((1, part) for part in parts[:-1]), (0, parts[-1]))


def planning_files_in(folder: str) -> list[str]:
    """The planning files below a folder, sorted by name: those of `files_by_content`, without
    definitions in files whose names do not say so. Raises UserError if a folder below it cannot be
    read."""
    trouble: list[str] = []
    files = files_by_content(folder, trouble.append)
    if trouble:
        raise UserError(trouble[0])
    models = (path for path in files.models if _says_model(os.path.basename(path)))
    return sorted((*models, *files.plans), key=_in_walk)


def _says_model(name: str) -> bool:
    return is_model_name(name) or _TEXT_MODEL.match(name) is not None


def models_below(folder: str) -> list[str]:
    """The files of domains and problems below a folder, sorted by name."""
    return list(_walk(folder, is_model_name))


def _ignore(_: str) -> None:
    """Do nothing with a file that was passed over."""


class PlanningFiles(NamedTuple):
    """The planning files of a folder by what they hold; `others` are those that may be planning
    files by their names, but hold neither a definition nor certainly steps, and documents that
    hold steps: an answer of a language model, or the manual of a planner."""

    models: list[str]
    plans: list[str]
    others: list[str]


def files_by_content(folder: str, tell: _Tell = _ignore) -> PlanningFiles:
    """The planning files below a folder, each list in the order of a walk.

    Of a file with the name of a plan nothing is read, of others the start: a file named like a
    model may contain a plan, and of one with another name `kind_by_content` decides, for at most
    `limits.OTHER_FILES`. `tell` is called with an error message for each folder that cannot be
    read.
    """
    found = PlanningFiles([], [], [])
    left = limits.OTHER_FILES
    for path in _walk(folder, _may_have_steps, tell):
        name = os.path.basename(path)
        if is_plan_name(name) or holds_plan(path):
            found.plans.append(path)
        elif is_model_name(name):
            found.models.append(path)
        else:
            left -= 1
            kind = kind_by_content(path) if left >= 0 else None
            if is_document(name):
                found.others.extend([path] if kind is TextKind.PLAN else ())
                continue
            files = found.plans if kind is TextKind.PLAN else found.models
            (files if kind is not None else found.others).append(path)
    return found


def is_planning_file(path: str) -> bool:
    """Whether a file is named like a planning file, or its content is that of one."""
    name = os.path.basename(path)
    return _is_planning_name(name) or (may_be_planning(name) and kind_by_content(path) is not None)


def kind_by_content(path: str) -> TextKind | None:
    """The kind of a file whose name does not show it, by its start, of a log also by its end; None
    if it neither begins with a definition nor has steps. Lines of words are steps if the name says
    so (`my_plan.txt`)."""
    head = head_of(path)
    if head is None:
        return None
    if begins_with_definition(head):
        return TextKind.PDDL if _may_be_model(os.path.basename(path)) else None
    return TextKind.PLAN if _holds_steps(path, head) else None


def _holds_steps(path: str, head: str) -> bool:
    """Whether a text of unknown kind is a plan, by its name, its start and its end."""
    # Imported late: files are mostly known by their names.
    from plancore.notation.plans.scan import is_plan_by_content, is_printed_plan, looks_like_plan

    name = os.path.basename(path)
    if _SAYS_PLAN.search(name) and not is_document(name):
        has_steps = looks_like_plan(head)
    else:
        has_steps = not _PROSE.fullmatch(name) and is_plan_by_content(head)
    return has_steps or (len(head) > limits.END and is_printed_plan(end_of(path)))


def plans_among(files: PlanningFiles) -> tuple[list[str], list[str]]:
    """The plans of a folder, and the files that are passed over. If nothing certainly is a plan,
    documents that hold steps are plans, and files with only lines of words that may be steps."""
    if files.plans:
        return files.plans, files.others
    plans = [path for path in files.others[: limits.OTHER_FILES] if _has_only_words(path)]
    return plans, [path for path in files.others if path not in {*plans}]


def _has_only_words(path: str) -> bool:
    from plancore.notation.plans.scan import around_steps, looks_like_plan

    if is_document(path):
        return True
    head = head_of(path) or ""
    is_prose = _PROSE.fullmatch(os.path.basename(path))
    return not is_prose and looks_like_plan(head) and not around_steps(head)


def plans_below(folder: str, pass_over: Callable[[str], None] = _ignore) -> list[str]:
    """The plan files below a folder, sorted by name: those named like plans, and those that contain
    steps. If there are none, files with lines of words that may be steps. `pass_over` is called
    with each other file whose name does not tell what it is."""
    files = files_by_content(folder)
    plans, others = plans_among(files)
    defining = (path for path in files.models if not is_model_name(os.path.basename(path)))
    for path in sorted((*others, *defining)):
        pass_over(path)
    return plans


def holds_plan(path: str) -> bool:
    """Whether a file is named like a model but starts with the steps of a plan."""
    head = head_of(path) if is_model_name(os.path.basename(path)) else None
    return head is not None and text_kind(head, path) is TextKind.PLAN


def holds_model(path: str) -> bool:
    """Whether a file is named like a model and its start contains a definition or is blank, or has
    another name and begins with a definition. An unreadable file is judged by its name."""
    head = head_of(path)
    if not is_model_name(os.path.basename(path)):
        return head is not None and begins_with_definition(head)
    return head is None or not head.strip() or "(define" in head.casefold() or "(:" in head


class Listing(NamedTuple):
    """The names in a folder, each list sorted: `models` are named so, `others` may begin with a
    definition, and `folders` are not passed over."""

    models: Sequence[str]
    others: Sequence[str]
    folders: Sequence[str]


_known_listings: dict[str, tuple[FileState, Listing]] = {}


def listing_of(folder: str) -> Listing:
    """What is in a folder; nothing if it cannot be read. Remembered until the folder changes: an
    editor asks after each save."""
    path = folder or os.curdir
    try:
        state = FileState.of(os.stat(path))
    except OSError:
        return Listing((), (), ())
    key = os.path.abspath(path)
    known = _known_listings.get(key)
    if known is not None and known[0] == state:
        return known[1]
    listing = _list(path)
    if time.time_ns() - state.modified > _SETTLED:
        if len(_known_listings) >= _LISTINGS:
            _known_listings.clear()
        _known_listings[key] = state, listing
    return listing


def _list(path: str) -> Listing:
    models, others, folders = [], [], []
    for entry in _entries(path):
        name = entry.name
        if entry.is_dir(follow_symlinks=False):
            if not is_passed_over(name):
                folders.append(name)
        elif not (os.path.isfile(entry.path) if entry.is_symlink() else entry.is_file()):
            continue  # a pipe, a link to itself, or gone meanwhile
        elif is_model_name(name):
            models.append(name)
        elif not is_plan_name(name) and _may_be_model(name):
            others.append(name)
    return Listing(models, others, folders)


def models_in(folder: str, budget: Budget | None = None) -> list[str]:
    """The files of domains and problems directly in a folder, sorted by name: those named so, and
    those with other names that begin with a definition, of which at most `limits.COMPANIONS` are
    read, or the rest of the `budget`, those with a name such as `domain.txt` first."""
    names, others, _ = listing_of(folder)
    most = limits.COMPANIONS if budget is None else min(limits.COMPANIONS, budget.left)
    if len(others) > most:
        others = sorted(others, key=_says_model, reverse=True)[:most]
    if budget is not None:
        budget.spend(len(others))
    read = [name for name in others if start_of(os.path.join(folder, name)).is_model]
    return [
        os.path.normpath(os.path.join(folder, name))
        for name in (sorted((*names, *read)) if read else names)
    ]


def named_plans_in(folder: str) -> list[str]:
    """The files directly in a folder that are named like plans, sorted by name."""
    names = [entry.name for entry in _entries(folder or os.curdir) if is_plan_name(entry.name)]
    paths = [os.path.join(folder, name) for name in names]
    return [path for path in paths if os.path.isfile(path)]


def plans_in(path: str, pass_over: Callable[[str], None] = _ignore) -> list[str]:
    """The plan files below a folder; a file itself. Raises UserError for a folder without any.
    `pass_over` is as in `plans_below`."""
    return _inside(path, lambda folder: plans_below(folder, pass_over), "plan")


def every_file_in(folder: str) -> list[str]:
    """All files below a folder, including hidden ones, sorted by name. Raises UserError if a folder
    below it cannot be read."""
    trouble: list[str] = []
    files = list(_walk(folder, lambda _: True, trouble.append, is_hidden_wanted=True))
    if trouble:
        raise UserError(trouble[0])
    return files


def files_in(path: str) -> list[str]:
    """All files below a folder, or the file itself. Raises UserError if a folder has none."""
    return _inside(path, lambda folder: sorted(_walk(folder, _is_shown)), "file")


class SeenFile(NamedTuple):
    """A planning file below a folder, and its state."""

    path: str
    state: FileState


def planning_files_below(
    folder: str, checkpoint: Checkpoint = NEVER
) -> tuple[list[SeenFile], bool]:
    """The files below `folder` that are planning files by their names, and those of which the
    content decides (`is_planning_file`), nearest the root first; and whether the former are
    complete.

    Hidden folders, folders of packages, links to folders and links that lead out of `folder` are
    skipped. `checkpoint` is called for each folder; its exceptions propagate."""
    seen: list[SeenFile] = []
    real_folder = os.path.join(os.path.realpath(folder), "")
    folders, n_entries = deque([folder]), 0
    left = {True: limits.FOLDER, False: limits.OTHER_FILES}
    while folders:
        checkpoint()
        for entry in _entries(folders.popleft()):
            n_entries += 1
            if left[True] <= 0 or n_entries > limits.ENTRIES:
                return seen, False
            is_named = _is_planning_name(entry.name)
            try:
                if entry.is_dir(follow_symlinks=False):
                    if not is_passed_over(entry.name):
                        folders.append(entry.path)
                elif (
                    left[is_named] > 0
                    and may_be_planning(entry.name)
                    and entry.is_file()
                    and not (entry.is_symlink() and _leads_out(entry.path, real_folder))
                ):
                    seen.append(SeenFile(entry.path, FileState.of(entry.stat())))
                    left[is_named] -= 1
            except OSError:
                continue  # gone meanwhile
    return seen, True


def _leads_out(path: str, real_folder: str) -> bool:
    return not os.path.realpath(path).startswith(real_folder)


def manifests_in(path: str) -> list[str]:
    """The manifests of test cases below a folder, also hidden ones such as `.ptest.json`; a file
    itself. Raises UserError for a folder without any."""

    def below(folder: str) -> list[str]:
        return list(_walk(folder, lambda name: name.endswith(".ptest.json")))

    return _inside(path, below, "*.ptest.json")


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _inside(path: str, below: Callable[[str], list[str]], noun: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    inside = below(path)
    if not inside:
        raise UserError(f"no {noun} found in the directory {path}")
    return inside


def _is_shown(name: str) -> bool:
    return not name.startswith(".")


def _is_planning_name(name: str) -> bool:
    return is_model_name(name) or is_plan_name(name)


def _walk(
    folder: str,
    is_wanted: Callable[[str], bool],
    tell: _Tell = lambda _: None,
    *,
    is_hidden_wanted: bool = False,
) -> Iterator[str]:
    """The files below `folder` whose names are wanted; in hidden folders and those of packages only
    if `is_hidden_wanted`.
    `tell` is called with an error message for each folder that cannot be read."""

    def note(error: OSError) -> None:
        tell(FileError("read", str(error.filename), reason_of(error)).message)

    for parent, folders, names in os.walk(folder, onerror=note):
        folders[:] = sorted(
            name for name in folders if is_hidden_wanted or not is_passed_over(name)
        )
        for name in sorted(names):
            path = os.path.join(parent, name)
            if is_wanted(name) and not _is_special(path):
                yield path


def _is_special(path: str) -> bool:
    try:
        return is_special(path)
    except OSError:
        return False  # the error is reported when it is read
