"""Mapping files, read, used and written.

Also tasks that both models were made for, named or found next to them: evidence for the name
mapping.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from plancore.compare.domains import CompareOptions
from plancore.correspondence.pairs import NO_TASKS, NOTHING_STATED, Pairs, SharedTasks
from plancore.correspondence.stated.mapping import pairs_by_name, pairs_under
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.stop import NEVER, Checkpoint
from planfiles.companions import FileLinks, problems_beside
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.models import load_problem, read_file
from planfiles.writing import write_text


def domains_of_problems(learned: str | None, reference: str | None) -> tuple[Domain, Domain] | None:
    """The domains of two problems, linked as in all commands; that of the reference for both if the
    learned one has none. None if the reference has none."""
    links = FileLinks()
    theirs = _domain_of_problem(reference, links)
    return None if theirs is None else (_domain_of_problem(learned, links) or theirs, theirs)


def _domain_of_problem(problem: str | None, links: FileLinks) -> Domain | None:
    if problem is None or not os.path.isfile(problem):
        return None
    try:
        path = links.domain_of(problem)
        return (links.file(path) or read_file(path)).domain if path else None
    except UserError:
        return None


NO_DOMAIN: Final = Domain("")
"""A domain for matching names alone, without parameters of actions."""


DEFAULT_FILE: Final = "mapping.json"
"""The default file for answers of the user."""


class MappingFiles(NamedTuple):
    """The values of `--mapping` and `--save-mapping`."""

    mapping: str | None = None
    save: str | None = None

    def stated(self, learned: Domain, reference: Domain) -> Pairs:
        """The stated pairs. Raises UserError."""
        return Pairs() if self.mapping is None else load_mapping(self.mapping, learned, reference)


def compare_options(
    learned: Domain,
    reference: Domain,
    files: MappingFiles,
    align: bool,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
    decided: Pairs | None = None,
) -> tuple[CompareOptions, tuple[str, ...]]:
    """The options that compare two domains under a mapping, and remarks on entries that do not fit
    them.

    Names that are not in the mapping are paired by their use with `align`, else by name. The saved
    pairs are those of `planeval align`; `tasks` are evidence for pairs, and `decided` pairs
    override the files. Raises UserError.
    """
    decided = decided if align and decided is not None else NOTHING_STATED
    if not any(files) and decided == NOTHING_STATED:
        return CompareOptions(align=align, tasks=tasks), ()
    stated = files.stated(learned, reference)
    if decided != NOTHING_STATED:
        # Imported late: only the viewer has decided pairs.
        from plancore.correspondence.stated.decisions import with_decisions

        stated = with_decisions(stated, decided)
    if align or files.save:
        mapped = pairs_under(stated, learned, reference, checkpoint, tasks)
        if files.save:
            save_mapping(files.save, mapped.to_save)
    if not align:
        if files.mapping is None:
            return CompareOptions(), ()
        mapped = pairs_by_name(stated, learned, reference)
    return CompareOptions(stated=mapped.pairs), mapped.remarks


def load_mapping(path: str, learned: Domain = NO_DOMAIN, reference: Domain = NO_DOMAIN) -> Pairs:
    """The pairs that a file states, with remarks on ignored entries; see `read_mapping`. Raises
    UserError with the first error if the file states no pairs."""
    # Imported late: most comparisons have no mapping file.
    from plancore.correspondence.stated.document import read_mapping
    from plancore.correspondence.stated.mapping import remarks_on

    pairs, wrong = read_mapping(read_text(path), learned, reference)
    if wrong and pairs == NOTHING_STATED:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise UserError(f"{wrong[0].of(path)}{more}")
    return replace(pairs, remarks=remarks_on(wrong))


def save_mapping(path: str, pairs: Pairs) -> None:
    """Write `pairs` whole or not at all. Raises FileError."""
    from plancore.correspondence.stated.document import mapping_text

    write_text(path, mapping_text(pairs))


MOST_TASKS = 5
"""Maximum number of tasks that are read without being named."""

Both = tuple[str, str]
"""The files of the learned model and the reference."""


class TaskEvidence(NamedTuple):
    """Tasks and the files they were read from; `beside` if these are next to the domains."""

    tasks: SharedTasks = NO_TASKS
    problems: tuple[Both, ...] = ()
    plans: tuple[Both, ...] = ()
    beside: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        """A sentence that lists the files used as evidence."""
        parts = [f"{kind} {_listed(files)}" for kind, files in self.named if files]
        if not parts:
            return ()
        where = ", found next to the domains" if self.beside else ""
        return (f"name mapping evidence{where}: {'; '.join(parts)} (--no-evidence to ignore it)",)

    @property
    def named(self) -> tuple[tuple[str, tuple[Both, ...]], ...]:
        """The files of each kind."""
        return ("problems", self.problems), ("plans", self.plans)


NO_EVIDENCE = TaskEvidence()


def evidence_beside(learned: str | None, reference: str | None) -> TaskEvidence:
    """The problems of the same task next to two domains: the only one of each, or those with the
    same name. Problems with errors, and those that only one domain has, are left out."""
    if learned is None or reference is None:
        return NO_EVIDENCE
    ours, theirs = problems_beside(learned), problems_beside(reference)
    if len(ours) == len(theirs) == 1:
        both = [(ours[0], theirs[0])]
    else:
        names = {os.path.basename(path): path for path in theirs}
        both = [(path, names[name]) for path in ours if (name := os.path.basename(path)) in names]
    known = {files: _problems(files) for files in both[:MOST_TASKS] if not _is_same(*files)}
    read = {files: problems for files, problems in known.items() if problems is not None}
    return TaskEvidence(SharedTasks(tuple(read.values())), tuple(read), beside=True)


def _problems(files: Both) -> tuple[Problem, Problem] | None:
    """The problems in two files; None if one of them has errors."""
    errors: list[str] = []
    try:
        mine, yours = (load_problem(path, errors.append) for path in files)
    except UserError:
        return None
    return None if errors else (mine, yours)


def same_tasks(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The index pairs of plans for the same task, by the names of all plans: equal stems; if there
    are none and both have as many plans, in order."""
    numbers = {_stem(name): number for number, name in enumerate(theirs)}
    alike = [(k, numbers[_stem(name)]) for k, name in enumerate(ours) if _stem(name) in numbers]
    if alike or len(ours) != len(theirs):
        return alike
    return [(number, number) for number in range(len(ours))]


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _is_same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _listed(files: Sequence[Both]) -> str:
    return ", ".join(f"{mine} and {yours}" for mine, yours in files)
