"""Find the plans to validate, each with its domain and problem.

A list names files by paths relative to its own folder:

list   = JSON | JSON Lines | line*
line   = [path path*] ["#" comment]      (words as in a shell)
JSON   = entry | "[" entries "]" | {"cases": [entries]}
entry  = {"domain": path, …, "plans": path | [paths]}
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from plancore.json_toml import DocumentError, json_value
from plancore.kind import TextKind, kind_of_name, text_kind
from plancore.kinship import told_apart
from plancore.phrases import listed
from plancore.project import snapshot_of
from planfiles import limits
from planfiles.companions import FileLinks, skeleton_of
from planfiles.errors import UserError
from planfiles.files import STDIN, Once, read_text
from planfiles.folders import files_by_content, is_document, named_plans_in, plans_among, plans_in

_NAMED: Final = 3
"""The most files that a message names."""
_SHELL = re.compile(r"""["'\\#]""")
"""Matches a line that must be split as a shell does."""


class Listed(NamedTuple):
    """An entry of a list: its place, and its paths as written. A path that is missing in JSON, or
    is not a string, is empty."""

    where: str
    paths: list[str]


class Fields(NamedTuple):
    """The noun for entries, the paths that one needs, and their JSON fields: `first` has one path
    each; the first field of `more` that an entry has is one more path or a list of them."""

    noun: str
    needed: str
    first: Sequence[str]
    more: Sequence[str]


def read_list(path: str, fields: Fields) -> Iterator[Listed]:
    """The entries of a list. Raises UserError if the list cannot be read."""
    text = read_text(path)
    if text.lstrip()[:1] in ("(", ";"):
        raise UserError(f"{path} is not a list of {fields.noun}s; expected {fields.needed}")
    if text.lstrip()[:1] not in ("{", "["):
        return _plain_entries(text, path)
    return (
        Listed(f"{path}: {fields.noun} {number}", _paths(entry, fields))
        for number, entry in enumerate(_json_values(text, path, fields), start=1)
    )


def _plain_entries(text: str, path: str) -> Iterator[Listed]:
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{path}:{number}"
        try:
            # `shlex.split` is slow, and few lines need it.
            is_plain = line.isprintable() and not _SHELL.search(line)
            words = line.split() if is_plain else shlex.split(line, comments=True)
        except ValueError as error:
            raise UserError(f"{where}: {error}") from None
        if words:
            yield Listed(where, words)


def _paths(value: object, fields: Fields) -> list[str]:
    entry: dict[str, object] = value if isinstance(value, dict) else {}
    more = next((entry[field] for field in fields.more if field in entry), [])
    named = [*map(entry.get, fields.first), *(more if isinstance(more, list) else [more])]
    return [path if isinstance(path, str) else "" for path in named]


def _json_values(text: str, path: str, fields: Fields) -> list[object]:
    try:
        whole = json_value(text)
    except DocumentError as error:
        return _json_lines(text, path, error)
    if isinstance(whole, dict) and isinstance(whole.get(f"{fields.noun}s"), list):
        return list(whole[f"{fields.noun}s"])
    return whole if isinstance(whole, list) else [whole]


def _json_lines(text: str, path: str, whole: DocumentError) -> list[object]:
    """The values of JSON Lines; if the first line is none, report the error of the `whole` text."""
    values: list[object] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                values.append(json_value(line))
        except DocumentError as error:
            raise UserError(error.of(f"{path}:{number}") if values else whole.of(path)) from None
    return values


_FIELDS: Final = Fields(
    "case", "a domain, a problem and a plan", ("domain", "problem"), ("plans", "plan")
)


class GivenPlan(NamedTuple):
    """A plan with its domain and problem; `name` is shown in reports."""

    domain: str
    problem: str
    plan: str
    name: str


@dataclass(slots=True)
class GivenPlans:
    """Distinct cases in order, and an error line for each that could not be made. `n_passed_over`
    counts further files that are named like plans and were not read; `no_plans` are files of
    folders without steps."""

    cases: list[GivenPlan] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    n_passed_over: int = 0
    no_plans: list[str] = field(default_factory=list)
    ambiguous: dict[str, None] = field(default_factory=dict)
    """A note for each domain that was chosen among several of its name."""
    _once: Once = field(default_factory=Once)

    def add(self, case: GivenPlan) -> None:
        """Add a case, unless it is a duplicate of the same plan, problem and domain."""
        if self._once.is_new(case.plan, case.problem, case.domain):
            self.cases.append(case)

    def notes(self) -> Iterator[str]:
        """Notes on plans that were named twice, and on files without steps."""
        yield from self._once.notes()
        yield from self.ambiguous
        if self.no_plans:
            yield passed_over(self.no_plans)


def passed_over(files: Sequence[str], lacking: str = "no steps") -> str:
    """The note on files of folders that are not plans, or `lacking` something else, and on
    documents with steps."""
    documents = [file for file in files if is_document(file)]
    rest = [file for file in files if not is_document(file)]
    have = "they have" if len(rest) > 1 else "it has"
    notes = [f"passed over, as {have} {lacking}: {_first_of(rest)}"] if rest else []
    if documents:
        notes.append(f"passed over, as Markdown is only read when named: {_first_of(documents)}")
    return "; ".join(notes)


def _first_of(files: Sequence[str]) -> str:
    return listed([*files[:_NAMED], *([f"{len(files) - _NAMED} more"] if files[_NAMED:] else [])])


ProblemOf: TypeAlias = Callable[[str], str | None]
"""Maps the path of a plan to that of its problem; None if unknown."""


def not_said(_: str) -> str | None:
    """The `ProblemOf` that knows no problem."""
    return None


def find_cases(files: Sequence[str]) -> GivenPlans:
    """The cases that the arguments of the command name. Raises UserError if there are none."""
    if len(files) == 1 and os.path.isdir(files[0]):
        return _of_folder(files[0])
    if os.path.isfile(files[0]) and _is_plan(files[0]):
        batch = GivenPlans()
        links = FileLinks(plans=_skeletons(files))
        _link(batch, links, files, not_said, needs_domain=True)
        return batch
    if len(files) == 1:
        return _of_list(files[0])
    if len(files) == 2:
        raise UserError("expected a domain, a problem and plans (see planeval validate --help)")
    domain, problem, *plans = files
    batch = GivenPlans()
    if plans.count(STDIN) > 1:
        raise UserError("standard input can be used for one plan only")
    for plan in plans:
        _add(batch, domain, problem, plan)
    if not batch.cases and not batch.problems:
        raise UserError("no plan found")
    return batch


def find_plans(
    paths: Sequence[str], problem: str | None, problem_of: ProblemOf = not_said
) -> GivenPlans:
    """The plans in the files and folders `paths`, each for the problem from `problem_of`, else
    `problem`.

    If `problem` is None, plans are linked to problems as in the editor, and `paths` may include
    lists of cases. The domain is empty except in cases of lists. Raises UserError if a list or
    folder has no plans.
    """
    batch = GivenPlans()
    if problem is not None and (problem, *paths).count(STDIN) > 1:
        raise UserError("standard input can be used for one file only")
    for path in paths:
        if problem is not None:
            _add(batch, "", problem, path, problem_of)
        elif os.path.isdir(path):
            _extend(batch, _of_folder(path, problem_of, needs_domain=False))
        elif _is_plan(path):
            _link(batch, FileLinks(), [path], problem_of)
        else:
            _extend(batch, _of_list(path))
    return batch


def plans_beside(files: Iterable[str]) -> GivenPlans:
    """The plans directly in the folders of `files`, by file name, whose problem is known. Reads at
    most `limits.COMPANIONS` plans of a folder."""
    batch = GivenPlans()
    n_passed_over = 0
    folders = (os.path.dirname(file) for file in files)
    for folder in {os.path.realpath(folder): folder for folder in folders}.values():
        named = named_plans_in(folder)
        plans = named[: limits.COMPANIONS]
        n_passed_over += len(named) - len(plans)
        links = FileLinks(plans=_skeletons(plans))
        _link(batch, links, plans, not_said)
    return GivenPlans(batch.cases, n_passed_over=n_passed_over)


def _is_plan(path: str) -> bool:
    """Whether a file is a plan rather than a list: by its name, else by its start."""
    kind = kind_of_name(path)
    if path == STDIN or kind is TextKind.PLAN:
        return kind is TextKind.PLAN
    text = read_text(path)
    if kind is TextKind.PDDL:
        return text_kind(text, path) is TextKind.PLAN
    return text.lstrip()[:1] in ("(", ";")


def _extend(batch: GivenPlans, more: GivenPlans) -> None:
    for case in more.cases:
        batch.add(case)
    batch.problems += more.problems
    batch.no_plans += more.no_plans
    batch.ambiguous |= more.ambiguous


def _add(
    batch: GivenPlans, domain: str, problem: str, plan: str, problem_of: ProblemOf = not_said
) -> None:
    try:
        for path in plans_in(plan, batch.no_plans.append):
            batch.add(GivenPlan(domain, problem_of(path) or problem, path, path))
    except UserError as problem_found:
        batch.problems.append(problem_found.message)


def _of_list(path: str) -> GivenPlans:
    base = os.path.dirname(path)
    batch = GivenPlans()
    for where, paths in read_list(path, _FIELDS):
        if len(paths) < 3 or not all(paths):
            batch.problems.append(f"{where}: expected {_FIELDS.needed}")
            continue
        domain, problem, *plans = (os.path.join(base, file) for file in paths)
        for plan in plans:
            _add(batch, domain, problem, plan)
    if not batch.cases and not batch.problems:
        raise UserError(f"no cases in {path}")
    return batch


def _of_folder(
    folder: str, problem_of: ProblemOf = not_said, *, needs_domain: bool = True
) -> GivenPlans:
    """Every plan below a folder with its problem and domain, linked as in the editor."""
    batch = GivenPlans()
    files = files_by_content(folder)
    plans, others = plans_among(files)
    batch.no_plans += others
    links = FileLinks(_skeletons(files.models), _skeletons(plans))
    _link(batch, links, plans, problem_of, needs_domain=needs_domain)
    if not batch.cases and not batch.problems:
        rest = f"; {passed_over(batch.no_plans)}" if batch.no_plans else ""
        raise UserError(f"no plan found in the directory {folder}{rest}")
    return batch


def _link(
    batch: GivenPlans,
    links: FileLinks,
    plans: Iterable[str],
    problem_of: ProblemOf,
    *,
    needs_domain: bool = False,
) -> None:
    """Add each plan with its problem and, if `needs_domain`, its domain."""
    lacking: dict[str, list[str]] = {}
    for plan in plans:
        given = problem_of(plan)
        problem = given or links.problem_of(plan)
        domain = None if given or not needs_domain else links.own_domain(plan)
        if problem and needs_domain and not domain:
            domain, rivals = links.domain_and_rivals(problem)
            if domain and rivals:
                batch.ambiguous[_ambiguous((domain, *rivals))] = None
        if problem is None:
            rivals = tuple(links.rival_problems(plan))
            why = f", as {listed(told_apart(rivals))} fit equally well" if rivals else ""
            lacking.setdefault(f"no problem found for {{}}{why}", []).append(plan)
        elif domain is None and needs_domain:
            lacking.setdefault("no domain found for {}", []).append(problem)
        else:
            batch.add(GivenPlan(domain or "", problem, plan, plan))
    for message, files in lacking.items():
        names = list(dict.fromkeys(files))
        batch.problems.append(message.format(_first_of(names)))


def _ambiguous(domains: Sequence[str]) -> str:
    taken, *others = told_apart(domains)
    also = "also defines" if len(others) == 1 else "also define"
    return f"{taken} is used as the domain, {_first_of(others)} {also} one of its name"


def _skeletons(paths: Iterable[str]) -> dict[str, str]:
    """The skeletons of the readable files; errors of others are reported when they are needed."""
    skeletons: dict[str, str] = {}
    for path in paths:
        with suppress(UserError):
            skeletons[path] = skeleton_of(snapshot_of(read_text(path), path))
    return skeletons
