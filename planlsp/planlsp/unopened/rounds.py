"""Check the files that are not open in rounds: each round checks those whose inputs have changed.

The inputs of a file's diagnostics (found from summaries) and their result id are kept, but not the
diagnostics, which the client has. Few files are checked in a thread, many in worker processes of
low priority.
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
    """The inputs of a file's diagnostics: the files that they depend on, including itself, and the
    settings and links.

    Each of `files` is represented by an object that is replaced when the file changes: the text of
    an open document, the summary of a file in the index, else the state on disk.
    """

    companions: frozenset[str]
    files: Mapping[str, object]
    settings: Settings
    wanted: tuple[ReferencedFile | None, ...]

    def same_as(self, other: FindingInputs) -> bool:
        """Whether the diagnostics must be the same."""
        return (
            self.companions == other.companions
            and self.files.keys() == other.files.keys()
            and all(_is_same(file, other.files[key]) for key, file in self.files.items())
            and self[2:] == other[2:]
        )


@dataclass(frozen=True, slots=True)
class FindingInputsFinder:
    """Finds the inputs for files of one view. The first call is the slowest."""

    view: View
    links: SummaryLinks

    @property
    def index(self) -> Index:
        """The index of files on disk, without unsaved changes."""
        return self.view.known.on_disk

    def of(self, key: str) -> FindingInputs:
        """The inputs for a file in the index."""
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
        """The files that a plan's problem names, and the references of its possible domains."""
        for name in needs - {plan}:
            summary = self.index.files.get(name)
            if summary is not None:
                yield from self._named(summary)
                yield from _keys(self.links.reference_of(summary))

    def _opened_near(self, key: str, domain_names: Sequence[str]) -> Iterator[str]:
        """The open models that may belong to a file: in its folder, or with a domain that it
        names."""
        for name in self.view.documents:
            file = self.view.files.file(name)
            if isinstance(file, FileSnapshot):
                declared = {d.name for d in file.definitions if d.kind == "domain"}
                if folder(name) == folder(key) or declared.intersection(domain_names):
                    yield name

    def _evidence(self, key: str, reference: ReferencedFile | None) -> Iterator[str]:
        """The problems next to a domain and its reference, which are evidence for matches."""
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
"""Up to so many characters are checked in a thread, more in worker processes."""
_GROUP: Final = 200_000
"""Characters per group for a worker process: a fraction of a second of work."""
_OF_EACH: Final = 1_000
"""The fixed cost of a file, in characters."""

Take: TypeAlias = Callable[[Checked], None]


class _Due(NamedTuple):
    """Files to check with their inputs, and files whose diagnostics must be cleared."""

    jobs: Mapping[CheckJob, FindingInputs]
    gone: Sequence[str]


class Rounds:
    """Checks files whose diagnostics are not known or outdated."""

    def __init__(self, beside: BackgroundRun, progress: ProgressDisplay) -> None:
        self._beside, self._progress = beside, progress
        self._known: dict[str, tuple[FindingInputs, str]] = {}
        self._given_up: ClientState | None = None

    async def round(
        self, view: View, told: ClientState, client_has: Mapping[str, str], take: Take
    ) -> None:
        """Check the files whose diagnostics may differ from those that the client has, given by
        their result ids.

        `take` is called in the event loop with each result, and with an empty one for each file
        whose diagnostics must be cleared. Does nothing while the index is incomplete, and after the
        user cancelled a round until the client's state changes.
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
        # Files with the same domain are checked in a row, so that it is read once.
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
            self._given_up = given.told  # the user cancelled it
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
        await asyncio.sleep(0)  # let the loop take the last result


def _opened(view: View, files: Iterable[str]) -> Iterator[OpenedFile]:
    for key in files:
        document = view.documents.get(key)
        if document is not None:
            yield OpenedFile(document.uri, document.language, document.source.text)


def _elsewhere(
    given: CheckInput, jobs: Sequence[CheckJob], checkpoint: Checkpoint
) -> Iterator[Checked]:
    """Check on all processors except one, which is left to the editor and this process."""
    groups = list(groups_of(jobs, lambda job: job.size + _OF_EACH, _GROUP))
    work = partial(check_files, given)
    for results in in_background(max(cores() - 1, 1), work, groups, _lost):
        for result in results:
            checkpoint()
            yield result


def _lost(job: CheckJob) -> Checked:
    return Checked(job.key, trouble=LOST)
