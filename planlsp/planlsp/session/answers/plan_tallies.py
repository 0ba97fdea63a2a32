"""How many plans beside each domain are valid, found out beside the event loop.

The plans of a folder may be many and long. Which there are says the index; where that does not know
the folder, it is listed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from plancore.directives import folder
from plancore.index.summary import FileSummary
from plancore.links import Roots
from plancore.memo import lazy
from plancore.project import AnySnapshot, DomainLink, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planfiles import limits
from planfiles.files import FileState
from planfiles.folders import is_model_name, is_plan_name
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.texts.documents import DiskReader
from planlsp.session.uris import key_of, name_of, path_of, uri_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.report.plan_tally import FolderTally


class Tallied(NamedTuple):
    """What becomes of the plans beside a domain, and the files that were looked at."""

    tally: FolderTally
    files: ProjectSnapshot


@dataclass(frozen=True, slots=True)
class _Asked:
    """What becomes of the plans beside `domain`: with the files that the session has, as objects,
    and the states of those that are only on disk."""

    domain: DomainLink
    files: Mapping[str, AnySnapshot]
    on_disk: Mapping[str, FileSummary | FileState]
    references: Mapping[str, str]
    roots: Roots
    disk: DiskReader

    @property
    def title(self) -> str:
        return f"Executing the plans beside {name_of(self.domain.file.name)}"

    def same_as(self, other: _Asked) -> bool:
        return (
            self.domain.definition is other.domain.definition
            and _are_same(self.files, other.files)
            and _are_same(self.on_disk, other.on_disk)
            and self.references == other.references
            and self.roots == other.roots
        )

    def answer(self, before: Tallied | None, checkpoint: Checkpoint) -> Tallied:
        known = before.files.files if before else {}
        files = {**self.files, **dict(self._read(known, checkpoint))}
        project = ProjectSnapshot(files, self.references, self.roots)
        # Imported late: most files have no plans beside them.
        from plancore.report.plan_tally import folder_tally

        tally = folder_tally(project, self.domain, checkpoint)
        return Tallied(tally.after(before.tally if before else None), project)

    def _read(
        self, known: Mapping[str, AnySnapshot], checkpoint: Checkpoint
    ) -> Iterator[tuple[str, AnySnapshot]]:
        for key in self.on_disk:
            checkpoint()
            text = self.disk.read(path_of(key) or "")
            if isinstance(text, SourceText):
                file = known.get(key)
                is_known = file is not None and file.text == text.text
                yield key, file if file and is_known else snapshot_of(text.text, key)


class PlanTallies(AnswerCache[Tallied]):
    """The plans beside each domain that somebody looks at."""

    @lazy
    def _disk(self) -> DiskReader:
        return DiskReader(max_files=2 * limits.COMPANIONS)

    async def tallied(self, view: View, key: str) -> Tallied | None:
        """What is known of the plans beside the domain in `key`; None while that is looked for."""
        domain = view.domain_in(key)
        if domain is None:
            self.forget(key)
            return None
        return await self.answer(key, _asked(view, domain, self._disk))


def _asked(view: View, domain: DomainLink, disk: DiskReader) -> _Asked:
    key = domain.file.name
    reference = view.files.reference_name(domain.file)
    on_disk: dict[str, FileSummary | FileState] = {}
    on_disk.update(_indexed(view, key) if view.known.covers(key) else listed_beside(key))
    names = {key, reference, *on_disk, *_known_beside(view, folder(key))}
    files = {name: file for name, file in view.files.files.items() if name in names}
    return _Asked(
        domain,
        files,
        {name: state for name, state in on_disk.items() if name not in files},
        {key: reference} if reference else {},
        view.files.roots,
        disk,
    )


def _known_beside(view: View, home: str) -> Iterator[str]:
    """The files of the session in the folder `home`, and the problems of the plans there."""
    for name, file in view.files.files.items():
        if folder(name) == home:
            yield name
            problem = view.files.problem_of(file) if isinstance(file, PlanSnapshot) else None
            if problem is not None:
                yield problem.file.name


def _indexed(view: View, key: str) -> Iterator[tuple[str, FileSummary]]:
    """The plans and problems in the folder of the file `key`, so many of each at most, and the
    problems of the plans."""
    index = view.known.on_disk
    plans = index.plans_in(folder(key))[: limits.COMPANIONS]
    problems = index.problems_in(folder(key))[: limits.COMPANIONS]
    for name in dict.fromkeys((*plans, *problems, *map(index.problem_of_plan, plans))):
        if name is not None:
            yield name, index.files[name]


def listed_beside(key: str) -> Iterator[tuple[str, FileState]]:
    """The keys of the plans and models on disk beside the file `key`, so many of each at most."""
    home = os.path.dirname(path_of(key) or "")
    try:
        with os.scandir(home) as entries:
            beside = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for is_wanted in (is_plan_name, is_model_name):
        wanted = (entry for entry in beside if is_wanted(entry.name) and entry.is_file())
        for _, entry in zip(range(limits.COMPANIONS), wanted, strict=False):
            yield key_of(uri_of(entry.path)), FileState.of(entry.stat())


def _are_same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether two mappings have the same keys, in order, and the same objects or states: two
    summaries of a file may be equal though its numbers are others."""
    return list(one) == list(other) and all(
        ours is theirs or (isinstance(ours, FileState) and ours == theirs)
        for ours, theirs in zip(one.values(), other.values(), strict=True)
    )
