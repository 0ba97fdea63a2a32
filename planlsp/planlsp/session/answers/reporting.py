"""Reports about files, whether they are open or not."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple

from pygls.exceptions import JsonRpcInvalidParams

from plancore.ide.review.terms import BY_NAME, Terms
from plancore.project import (
    AnySnapshot,
    PlanSetting,
    PlanSnapshot,
    ProjectSnapshot,
    snapshot_of,
)
from plancore.report.registry import Report, formats_of
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planfiles.writing import write_text
from planlsp.session.answers.terms import question_of
from planlsp.session.background.answer_cache import TitledRun
from planlsp.session.links import belonging
from planlsp.session.project import Project
from planlsp.session.texts.documents import Unreadable
from planlsp.session.uris import key_of, name_of, path_in, path_of, place_of, uri_of
from planlsp.session.view import View
from planlsp.wire.protocol import refusal


class Reporting:
    """Makes reports in a thread. If one cannot be made, raises the error for the client."""

    def __init__(self, project: Project, beside: TitledRun) -> None:
        self._project, self._beside = project, beside

    async def review(
        self,
        view: View,
        uri: str,
        reference: str | None = None,
        terms_of: Callable[[View, str], Awaitable[Terms | None]] | None = None,
    ) -> Report:
        """The comparison of a file with `reference`, by default its own. With `terms_of`, the
        comparison with its own includes the known effects of differences on plans."""
        wanted = view.references.get(key_of(uri))
        other = reference or (wanted.key if wanted else None)
        if other is None:
            raise refusal(
                f"no reference for {name_of(uri)}; name one in a `;;!reference: FILE` line"
            )
        learned, theirs = self._file(view, uri), self._file(view, other)
        is_own = wanted is not None and wanted.key == theirs.name and terms_of is not None
        known = await terms_of(view, learned.name) if is_own and terms_of is not None else None
        consequences = None if known is None else known.consequences

        def work(checkpoint: Checkpoint) -> Report | str:
            # Imported late, here and below: most sessions need no report.
            from plancore.report.of_project import review_of

            around = self._around(view, learned)
            question = question_of(view, learned, theirs)
            terms = BY_NAME if question is None else question.answer(None, checkpoint)
            called = self._names_beside(learned)
            report = review_of(around, learned, theirs, called, terms, checkpoint, consequences)
            return report if isinstance(report, str) else _with_marks(report, learned.name)

        return await self._made(work, f"Comparing {name_of(uri)}")

    async def model(self, view: View, uri: str) -> Report:
        """The views of a domain, or of a problem with its domain."""
        file = self._file(view, uri)

        def work(_: Checkpoint) -> Report | str:
            from plancore.report.of_project import model_of

            return model_of(self._around(view, file), file, self._names_beside(file))

        return await self._made(work, f"Showing {name_of(uri)}")

    async def validation(self, view: View, uri: str) -> Report:
        """The execution of a plan."""
        plan = self._file(view, uri)

        def work(checkpoint: Checkpoint) -> Report | str:
            from plancore.report.of_project import validation_of

            called = self._names_beside(plan)
            return validation_of(self._around(view, plan), plan, called, checkpoint)

        return await self._made(work, f"Executing {name_of(uri)}")

    def setting(self, view: View, uri: str) -> PlanSetting | None:
        """The domain and problem of a plan, as far as known; None for a file that is not a
        plan."""
        file = self._file(view, uri)
        return self._around(view, file).setting_of(file) if isinstance(file, PlanSnapshot) else None

    async def _made(self, work: Callable[[Checkpoint], Report | str], title: str) -> Report:
        """The report of `work`; raises the reason if it returns one."""
        report = await self._beside(work, title)
        if isinstance(report, str):
            raise refusal(report)
        return report

    def _around(self, view: View, file: AnySnapshot) -> ProjectSnapshot:
        """The files of the session, with `file` and the files on disk that it may need."""
        if file.name in view.files.files:
            return view.files
        roots = self._project.roots
        files = {file.name: file}
        for key in belonging(file.name, file.text, file.kind, roots):
            text = None if key in view.files.files else self._project.read(key)
            if isinstance(text, SourceText):
                files[key] = snapshot_of(text.text, key)
        return view.files.with_files(files)

    def _file(self, view: View, uri: str) -> AnySnapshot:
        key = key_of(uri)
        file = view.files.file(key)
        if file is not None:
            return file
        text = self._project.read(key)
        if isinstance(text, Unreadable):
            raise refusal(f"{name_of(uri)}: {text.reason}")
        return snapshot_of(text.text, key)

    def _names_beside(self, file: AnySnapshot) -> Callable[[str], str]:
        """A function from a key to the file's name in a report: its path below the workspace folder
        or, without one, below the folder of `file`."""
        path = place_of(file.name)
        roots = self._project.roots or ((os.path.dirname(path),) if path else ())
        return lambda key: path_in(roots, key)


def _with_marks(report: Report, key: str) -> Report:
    """A review of two domains with the review marks stored next to the learned file."""
    # Imported late: most files have no marks.
    from plancore.report.domain.review import DomainReview
    from planfiles.files import REVIEW_MARKS
    from planfiles.review_marks import with_marks

    path = path_of(key)
    if (
        path is None
        or not isinstance(report, DomainReview)
        or not os.path.lexists(path + REVIEW_MARKS)
    ):
        return report
    return with_marks(report, path + REVIEW_MARKS)


# The arguments of commands that return reports.

COMPARISONS: Final = formats_of("domain", "problem", "plan")
MODELS: Final = formats_of("model")
VALIDATIONS: Final = formats_of("validation")


class ComparisonArguments(NamedTuple):
    """The URI of a file, of another one if given, and the name of a format."""

    uri: str
    other: str | None
    format: str


class FileArguments(NamedTuple):
    """The URI of a file and the name of a format."""

    uri: str
    format: str


def two_files(given: Sequence[Any]) -> ComparisonArguments:
    """Parse `[uri, uri | null, format]`; all except the first are optional.

    Raises JsonRpcInvalidParams for anything else, as does `one_file`.
    """
    uri, other, name = [*given, None, None, None][:3]
    name = name or "json"
    are_files = isinstance(uri, str) and isinstance(other, str | None)
    if not are_files or name not in COMPARISONS or len(given) > 3:
        raise _unexpected("a URI, a URI or null", COMPARISONS)
    return ComparisonArguments(uri, other, name)


def one_file(given: Sequence[Any], formats: Sequence[str], default: str) -> FileArguments:
    """Parse `[uri, format]`; the format is optional."""
    uri, name = [*given, None, None][:2]
    name = name or default
    if not isinstance(uri, str) or name not in formats or len(given) > 2:
        raise _unexpected("a URI", formats)
    return FileArguments(uri, name)


def _unexpected(files: str, formats: Sequence[str]) -> JsonRpcInvalidParams:
    return refusal(f"expected {files}, one of {', '.join(formats)}")


# Files to show in clients that do not request documents from the server.


SOLVE_HERE: Final = "planlsp.solveHere"
"""The command of the lens above a problem. The client runs it and opens the plan; the server
answers it for clients that send it back."""


class ShownFiles:
    """Temporary files with reviews of documents or plans for them.

    A new file for a document replaces one of the same name. The files are not deleted when the
    server ends, because the client may still show them.
    """

    def __init__(self) -> None:
        self._folder: str | None = None
        self._folder_of: dict[str, str] = {}

    def write(self, key: str, name: str, text: str) -> str:
        """Write `text` about the document `key` to a file called `name`; return its URI."""
        if self._folder is None:
            self._folder = mkdtemp(prefix="planlsp-")
        folder = os.path.join(self._folder, str(len(self._folder_of)))
        folder = self._folder_of.setdefault(key, folder)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        write_text(path, text)
        return uri_of(path)
