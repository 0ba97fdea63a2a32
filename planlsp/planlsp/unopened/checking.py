"""Check files as if the client had opened them; runs in a thread or worker process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from lsprotocol import types

from plancore.index.index import Index
from plancore.project import AnySnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, StoppedError
from planlsp.convert import to_diagnostic
from planlsp.session.answers.findings import Findings
from planlsp.session.answers.terms import terms_now
from planlsp.session.client import ClientProfile
from planlsp.session.known_files import KnownFiles, Summaries
from planlsp.session.project import ClientState, Project
from planlsp.session.texts.documents import DiskReader


class OpenedFile(NamedTuple):
    """A document that the client has open, used instead of the file on disk."""

    uri: str
    language: str
    text: str


class CheckJob(NamedTuple):
    """A file to check: its `size` in characters, the files on disk that may belong to it, and
    the open documents among these."""

    key: str
    size: int
    companions: frozenset[str]
    opened: tuple[OpenedFile, ...] = ()


class Checked(NamedTuple):
    """The diagnostics of a file; `result_id` is the same for equal ones, and empty for none. If the
    file could not be read or its check failed, `trouble` is the reason."""

    key: str
    items: tuple[types.Diagnostic, ...] = ()
    result_id: str = ""
    trouble: str = ""


class CheckInput(NamedTuple):
    """The state and capabilities of the client that files are checked for."""

    told: ClientState
    client: ClientProfile


def check_files(given: CheckInput, jobs: Sequence[CheckJob]) -> list[Checked]:
    """Check each file in its current state on disk."""
    return list(UnopenedChecker(given).checked(jobs))


class UnopenedChecker:
    """A session that opens, checks and closes files one by one."""

    def __init__(self, given: CheckInput) -> None:
        self._project, self._client = Project.of(given.told), given.client
        self._disk = DiskReader()
        self._findings = Findings()
        self._opened: dict[str, OpenedFile] = {}

    def checked(
        self, jobs: Sequence[CheckJob], checkpoint: Checkpoint = NEVER
    ) -> Iterator[Checked]:
        """Check each file. Raises what `checkpoint` raises."""
        for job in jobs:
            checkpoint()
            try:
                yield self._check(job, checkpoint)
            except StoppedError:
                raise
            except Exception as error:  # a bug in a rule must not affect other files
                yield Checked(job.key, trouble=f"{type(error).__name__}: {error}")

    def _check(self, job: CheckJob, checkpoint: Checkpoint) -> Checked:
        text = self._project.read(job.key)
        if not isinstance(text, SourceText):
            return Checked(job.key, trouble=text.reason)
        self._hold({opened.uri: opened for opened in job.opened})
        self._project.set_known(_Near(Index({}), self._disk, Summaries(), job.companions))
        self._project.open(types.TextDocumentItem(job.key, "", 0, text.text))
        try:
            view = self._project.view(self._client)
            terms = terms_now(view, job.key, checkpoint)
            found = self._findings.diagnostics(view, job.key, terms, checkpoint)
            items = tuple(to_diagnostic(view, job.key, finding) for finding in found)
        finally:
            self._project.close(job.key)
            self._findings.keep(())
        return Checked(job.key, items, result_id(items))

    def _hold(self, wanted: dict[str, OpenedFile]) -> None:
        """Open exactly these documents."""
        for uri in self._opened.keys() - wanted.keys():
            self._project.close(uri)
        for uri, opened in wanted.items():
            if self._opened.get(uri) != opened:
                item = types.TextDocumentItem(uri, opened.language, 0, opened.text)
                self._project.open(item)
        self._opened = wanted


def result_id(items: Sequence[types.Diagnostic]) -> str:
    """A digest of diagnostics; empty for none."""
    if not items:
        return ""
    return blake2b(repr(items).encode(errors="backslashreplace"), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class _Near(KnownFiles):
    """The companions of one file, in place of an index."""

    files: frozenset[str]

    def covers(self, key: str) -> bool:
        """Whether the companions of a file are known: always."""
        return bool(key)

    def companions(self, file: AnySnapshot) -> set[str]:
        """The files on disk that `file` may need."""
        return set(self.files - {file.name})
