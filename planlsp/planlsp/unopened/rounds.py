"""Rounds through the files that nobody has open: what has to be checked anew is, and told.

Of each file is kept what its findings rest on, told from summaries alone, and their number, not
the findings: those the client has. Few files are checked in a thread, many in processes of low
priority.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from plancore.directives import folder
from plancore.index.index import Index
from plancore.index.summary import FileSummary
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planfiles.files import FileState
from planfiles.workers import LOST, cores, groups_of, in_background
from planlsp.session.background.work import BackgroundRun, ProgressDisplay
from planlsp.session.links import ReferencedFile, SummaryLinks, lines_of, named_files
from planlsp.session.project import ClientState
from planlsp.session.settings.settings import DiagnosticMode, Settings
from planlsp.session.uris import name_of, path_of
from planlsp.session.view import View
from planlsp.unopened.checking import (
    Checked,
    CheckInput,
    CheckJob,
    OpenedFile,
    UnopenedChecker,
    check_files,
)

logger = logging.getLogger(__name__)


class FindingInputs(NamedTuple):
    """The files that count for a file, itself among them, each as it is; and what was told.

    A file is an object that is another one when it has changed: the text of an open document, the
    summary of one in the index; for others it is their state on disk.
    """

    companions: frozenset[str]
    files: Mapping[str, object]
    settings: Settings
    wanted: tuple[ReferencedFile | None, ...]

    def same_as(self, other: FindingInputs) -> bool:
        """Whether the findings must be the same."""
        return (
            self.companions == other.companions
            and self.files.keys() == other.files.keys()
            and all(_is_same(file, other.files[key]) for key, file in self.files.items())
            and self[2:] == other[2:]
        )


@dataclass(frozen=True, slots=True)
class FindingInputsFinder:
    """Finds them, for files of one view. The first question is the longest."""

    view: View
    links: SummaryLinks

    @property
    def index(self) -> Index:
        """The files on disk, those that are open as they are there."""
        return self.view.known.on_disk

    def of(self, key: str) -> FindingInputs:
        """Those of a file in the index."""
        index, summary = self.index, self.index.files[key]
        wanted_domains = [definition.domain_name for definition in summary.definitions]
        companions = index.companions(key, summary.kind, wanted_domains)
        reference, mapping = self.links.reference_of(summary), self.links.mapping_of(summary)
        needs = {key, *companions, *self._named(summary), *_keys(reference, mapping)}
        if summary.kind == "plan":
            needs.update(self._in_turn(key, needs))
        needs.update(self._opened_near(key, wanted_domains), self._evidence(key, reference))
        return FindingInputs(
            frozenset(companions),
            {need: self._file(need) for need in sorted(needs)},
            self.view.settings_of(key),
            (reference, mapping),
        )

    def _named(self, summary: FileSummary) -> Iterator[str]:
        return named_files(summary.name, lines_of(summary), self.links.roots)

    def _in_turn(self, plan: str, needs: set[str]) -> Iterator[str]:
        """What the problem of a plan names, and the references of the domains that may be its."""
        for name in needs - {plan}:
            summary = self.index.files.get(name)
            if summary is not None:
                yield from self._named(summary)
                yield from _keys(self.links.reference_of(summary))

    def _opened_near(self, key: str, domain_names: Sequence[str]) -> Iterator[str]:
        """The open models that may belong to a file by what stands in them now."""
        for name in self.view.documents:
            file = self.view.files.file(name)
            if isinstance(file, FileSnapshot):
                declared = {d.name for d in file.definitions if d.kind == "domain"}
                if folder(name) == folder(key) or declared.intersection(domain_names):
                    yield name

    def _evidence(self, key: str, reference: ReferencedFile | None) -> Iterator[str]:
        """The problems that speak for pairs of names, beside a domain and beside its reference."""
        if reference is not None and reference.key and self.view.settings_of(key).evidence:
            for name in (key, reference.key):
                yield from self.index.problems_in(folder(name))

    def _file(self, key: str) -> object:
        document = self.view.documents.get(key)
        if document is not None:
            return document.source
        summary = self.index.files.get(key)
        return summary or _state(path_of(key))


def _keys(*wanted: ReferencedFile | None) -> Iterator[str]:
    return (each.key for each in wanted if each is not None and each.key is not None)


def _state(path: str | None) -> FileState | None:
    try:
        return FileState.of(os.stat(path or ""))
    except (OSError, ValueError):
        return None


def _is_same(one: object, other: object) -> bool:
    return one is other or (isinstance(one, FileState) and one == other)


_FEW: Final = 50_000
"""So many characters are checked in a thread of this process; more in other processes."""
_GROUP: Final = 200_000
"""Characters that a process is given at a time: a fraction of a second."""
_OF_EACH: Final = 1_000
"""What a file costs whatever its size, in characters."""

Take: TypeAlias = Callable[[Checked], None]


class _Due(NamedTuple):
    """Files to check with what they rest on, and those of which nothing is to be said any more."""

    jobs: Mapping[CheckJob, FindingInputs]
    gone: Sequence[str]


class Rounds:
    """Checks what is not known yet, or not any more."""

    def __init__(self, beside: BackgroundRun, progress: ProgressDisplay) -> None:
        self._beside, self._progress = beside, progress
        self._known: dict[str, tuple[FindingInputs, str]] = {}
        self._given_up: ClientState | None = None

    async def round(
        self, view: View, told: ClientState, client_has: Mapping[str, str], take: Take
    ) -> None:
        """Check the files of the workspace whose findings may be others than what the client has,
        which is told by the number of the findings about each file.

        `take` is called in the event loop with each file that was checked, and with one without
        findings for each of which nothing is to be said any more. While the index is not complete,
        or once the user has cancelled, nothing is done.
        """
        if not view.known.on_disk.is_complete or told == self._given_up:
            return
        due = await self._beside(lambda checkpoint: self._due(view, told, client_has, checkpoint))
        for key in due.gone:
            self._known.pop(key, None)
            take(Checked(key))
        if due.jobs:
            await self._check(CheckInput(told, view.client), due.jobs, take)

    def _due(
        self, view: View, told: ClientState, client_has: Mapping[str, str], checkpoint: Checkpoint
    ) -> _Due:
        finder = FindingInputsFinder(view, SummaryLinks(view.settings, told.chosen, told.roots))
        due: list[tuple[CheckJob, FindingInputs]] = []
        wanted = set()
        for key, summary in view.known.on_disk.files.items():
            checkpoint()
            mode = view.settings_of(key).diagnostic_mode
            if key in view.documents or mode is not DiagnosticMode.WORKSPACE:
                continue
            wanted.add(key)
            grounds, known = finder.of(key), self._known.get(key)
            if known and known[0].same_as(grounds) and known[1] == client_has.get(key, ""):
                continue
            opened = tuple(_opened(view, grounds.files))
            due.append((CheckJob(key, summary.length, grounds.companions, opened), grounds))
        # Files of one domain follow each other, so that it is read once.
        due.sort(key=lambda item: (sorted(item[1].companions), item[0].key))
        gone = [key for key in client_has if key not in wanted and key not in view.documents]
        return _Due(dict(due), gone)

    async def _check(
        self, given: CheckInput, jobs: Mapping[CheckJob, FindingInputs], take: Take
    ) -> None:
        grounds = {job.key: of_job for job, of_job in jobs.items()}
        is_over = False

        def keep(result: Checked) -> None:
            if is_over:
                return
            self._known[result.key] = grounds[result.key], result.result_id
            if result.trouble:
                logger.warning("cannot check %s: %s", name_of(result.key), result.trouble)
            take(result)

        try:
            if sum(job.size for job in jobs) <= _FEW:
                await self._in_thread(UnopenedChecker(given).checked, tuple(jobs), keep)
                return
            n_done = 0
            async with self._progress("Checking the workspace") as report:

                def count(result: Checked) -> None:
                    nonlocal n_done
                    n_done += 1
                    keep(result)
                    report(n_done, len(jobs))

                await self._in_thread(partial(_elsewhere, given), tuple(jobs), count)
                return
            self._given_up = given.told  # the user has enough
        finally:
            is_over = True

    async def _in_thread(
        self,
        check: Callable[[Sequence[CheckJob], Checkpoint], Iterable[Checked]],
        jobs: Sequence[CheckJob],
        take: Take,
    ) -> None:
        loop = asyncio.get_running_loop()

        def work(checkpoint: Checkpoint) -> None:
            for result in check(jobs, checkpoint):
                loop.call_soon_threadsafe(take, result)

        await self._beside(work)
        await asyncio.sleep(0)  # the last one is taken


def _opened(view: View, files: Iterable[str]) -> Iterator[OpenedFile]:
    """Those of the files that the client has open."""
    for key in files:
        document = view.documents.get(key)
        if document is not None:
            yield OpenedFile(document.uri, document.language, document.source.text)


def _elsewhere(
    given: CheckInput, jobs: Sequence[CheckJob], checkpoint: Checkpoint
) -> Iterator[Checked]:
    """In all processors but one, which is left to the editor and to us."""
    groups = list(groups_of(jobs, lambda job: job.size + _OF_EACH, _GROUP))
    work = partial(check_files, given)
    for results in in_background(max(cores() - 1, 1), work, groups, _lost):
        for result in results:
            checkpoint()
            yield result


def _lost(job: CheckJob) -> Checked:
    return Checked(job.key, trouble=LOST)
