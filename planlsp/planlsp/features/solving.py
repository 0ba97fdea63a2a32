"""`planlsp.solve`, the lens for it, and `planlsp.learn`: run planners and learners on request.

Only the user's own settings can name a program to run: the settings file of a folder can only
choose one of the known planners (`planlsp.session.settings.folder_settings`).
"""

from __future__ import annotations

import asyncio
import os
import time
from argparse import Namespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from lsprotocol import types

from plancore.diagnostic import Diagnostic, Severity
from plancore.phrases import count_of
from plancore.project import DomainLink, PlanSnapshot, ProblemLink
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from planfiles.files import is_inside
from planlsp.session.answers.reporting import SOLVE_HERE, Reporting, ShownFiles
from planlsp.session.server import PlanServer
from planlsp.session.settings.folder_settings import is_below
from planlsp.session.settings.settings import PlanFile
from planlsp.session.uris import key_of, name_of, path_in, path_of, uri_of
from planlsp.session.view import View
from planlsp.wire.protocol import refusal

if TYPE_CHECKING:
    from planeval.solving.unit import Solution

SOLVE: Final = "planlsp.solve"
STOP: Final = "planlsp.stopSolving"
PLANNERS: Final = "planlsp.planners"
LEARN: Final = "planlsp.learn"
NO_PLAN: Final = "no-plan"


class Solved(TypedDict):
    """The result of solving. `plan` begins with lines that name its domain and problem; null if
    there is no plan. `uri` is the URI for the plan, next to the problem, null if the problem is
    not a file; the client saves the plan there if `isSaved`. `domain` and `problem` are URIs."""

    outcome: str
    message: str
    plan: str | None
    uri: str | None
    isSaved: bool
    domain: str
    problem: str


class Offered(TypedDict):
    """A planner to choose from, or a variant of one. `version` is null if it is not installed, and
    `install` the command that installs it. `isSetting`: whether it is used if none is chosen."""

    name: str
    supports: str
    version: str | None
    install: str | None
    isSetting: bool


class Learned(TypedDict):
    """The text of a learned `domain`, and a free URI next to the plans. `message` reports what was
    learned from which files, and what was left out."""

    domain: str
    message: str
    uri: str


def register(server: PlanServer) -> None:
    """Offer the commands, and answer the command of the lens."""
    shown = ShownFiles()
    running: Running = {}

    @server.command(SOLVE)
    async def solve(*arguments: Any) -> Solved:
        """`[uri, planner | null]`: solve the problem at `uri`, or the problem of the plan there."""
        uri, planner = [*arguments, None, None][:2]
        if not isinstance(uri, str) or not isinstance(planner, str | None) or len(arguments) > 2:
            raise refusal("expected a URI, a planner or null")
        return await _solved(server, running, uri, planner)

    @server.command(PLANNERS)
    async def planners(*arguments: Any) -> list[Offered]:
        """`[uri]`: the planners that the problem at `uri` can be solved with."""
        uri = arguments[0] if len(arguments) == 1 else None
        if not isinstance(uri, str):
            raise refusal("expected a URI")
        return await _offered(server, uri)

    @server.command(LEARN)
    async def learn(*arguments: Any) -> Learned:
        """`[uris, learner]`: learn a domain from plans or trajectories, as `planeval learn` does,
        from the saved files."""
        uris, learner = arguments if len(arguments) == 2 else (None, None)
        if not isinstance(uris, list) or not uris or learner not in ("sam", "esam", "locm"):
            raise refusal("expected a list of URIs, one of sam, esam, locm")
        return await _learned(server, [*map(str, uris)], str(learner))

    @server.command(STOP)
    def stop() -> None:
        """Stop all planners, for clients whose progress display has no cancel button."""
        for attempt in running.values():
            attempt.cancel()

    async def solve_here(uri: str) -> None:
        answer = await _solved(server, running, uri, None, is_apart=True)
        kind = types.MessageType.Info if answer["plan"] else types.MessageType.Warning
        server.window_show_message(types.ShowMessageParams(kind, answer["message"]))
        if answer["plan"] is not None and server.client.show_document:
            name = name_of(answer["uri"] or "problem.plan")
            file = shown.write(key_of(uri), name, answer["plan"])
            await server.window_show_document_async(types.ShowDocumentParams(file, take_focus=True))

    def take_returned_commands() -> None:
        server.command(SOLVE_HERE)(solve_here)

    # Registered late to keep it out of the capabilities: else VS Code would send it to the server.
    server.on_start(take_returned_commands)


Running: TypeAlias = "dict[str, asyncio.Future[Solution]]"
"""Running planners by the key of their problem: a new request for a problem cancels the last."""


async def _solved(
    server: PlanServer,
    running: Running,
    uri: str,
    planner: str | None,
    *,
    is_apart: bool = False,
) -> Solved:
    """Solve a problem. A plan that will be kept `is_apart` names it by its absolute path."""
    view = await server.read_view(uri)
    problem = _problem(view, uri)
    domain = view.files.domain_of(problem.file, problem.definition)
    name = name_of(uri)
    if domain is None:
        wanted = problem.definition.domain_name
        raise refusal(f"{name}: no domain `{wanted}` next to it or in the workspace")
    for link, kind in ((problem, "problem"), (domain, "domain")):
        if link.file.first(kind) is not link.definition:
            raise refusal(f"{name_of(link.file.name)} has several {kind}s; put this one in a file")
    settings = view.settings_of(problem.file.name)
    limit = settings.planner_time
    loop, began = asyncio.get_running_loop(), time.monotonic()
    async with server.work.counted(f"Solving {name_of(problem.file.name)}", " s") as report:

        def work(checkpoint: Checkpoint) -> Solution:
            from planeval.planners.naming import planner_or_default
            from planeval.programs.bounds import PLANNER
            from planeval.solving.unit import solve_alone
            from planfiles.bounded.limits import MIB, Limits

            def look(*_: object) -> None:
                checkpoint()
                seconds = min(int(time.monotonic() - began), int(limit))
                loop.call_soon_threadsafe(report, seconds, int(limit))

            chosen = planner_or_default(planner, settings.planner, checkpoint)
            limits = Limits(limit, memory=PLANNER.memory * MIB)
            return solve_alone(domain.file, problem.file, chosen, limits, look)

        key = problem.file.name
        if key in running:
            running[key].cancel()
        running[key] = attempt = asyncio.ensure_future(server.schedule.aside(work))
        try:
            solution = await _outcome(attempt)
        finally:
            if running.get(key) is attempt:
                del running[key]
        if solution is None:
            return _with(view, problem, domain, *_CANCELLED)
        answer = _answer(server, view, problem, domain, solution)
        if answer["plan"] is not None:
            named = [("domain", domain.file.name), ("problem", problem.file.name)]
            beside = None if is_apart or answer["uri"] is None else path_of(answer["uri"])
            lines = [f";;!{kind}: {_seen_from(beside, key)}\n" for kind, key in named]
            answer["plan"] = "".join((*lines, answer["plan"]))
        return answer
    return _with(view, problem, domain, *_CANCELLED)


async def _offered(server: PlanServer, uri: str) -> list[Offered]:
    """The planners, asked for their versions."""
    view = await server.read_view(uri)
    setting = view.settings_of(key_of(uri)).planner

    def work(checkpoint: Checkpoint) -> list[Offered]:
        from planeval.planners.naming import choices

        return [
            Offered(
                name=each.name,
                supports=each.supports,
                version=each.version and each.version.removeprefix(f"{each.name.split('/')[0]} "),
                install=each.install,
                isSetting=each.is_setting,
            )
            for each in choices(setting, checkpoint)
        ]

    return await server.schedule.aside(work)


_CANCELLED: Final = ("cancelled", "solving was cancelled")


async def _outcome(attempt: asyncio.Future[Solution]) -> Solution | None:
    """The result of an attempt; None if the attempt was cancelled, but not the request."""
    from planfiles.errors import UserError

    try:
        return await attempt
    except UserError as error:
        raise refusal(error.message) from None
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        return None


def _problem(view: View, uri: str) -> ProblemLink:
    """The problem in a document, or the problem of the plan in it."""
    file = view.files.file(key_of(uri))
    found = view.files.setting_of(file).problem if isinstance(file, PlanSnapshot) else None
    definition = file.first("problem") if isinstance(file, FileSnapshot) else None
    if definition is not None and isinstance(file, FileSnapshot):
        found = ProblemLink(file, definition)
    if found is None:
        raise refusal(f"{name_of(uri)} is not a problem")
    return found


def _answer(
    server: PlanServer, view: View, problem: ProblemLink, domain: DomainLink, solution: Solution
) -> Solved:
    from plancore.metrics.attempts import AttemptClass

    attempt = solution.attempt
    message = solution.in_words()
    for file in (problem.file, domain.file):
        message = message.replace(file.name, path_in(server.project.roots, file.name))
    is_plan = solution.plan is not None and attempt.attempt_class is not AttemptClass.FALSE_PLAN
    fault = None
    if not is_plan and attempt.attempt_class is not AttemptClass.PARSE_ERROR:
        is_proof = attempt.attempt_class is AttemptClass.UNSOLVABLE
        severity = Severity.WARNING if is_proof else Severity.INFORMATION
        fault = Diagnostic(NO_PLAN, severity, _place(problem), message)
    server.findings.solved(domain.file, problem.file, fault)
    server.changed()
    plan = solution.plan if is_plan else None
    return _with(view, problem, domain, attempt.attempt_class.value, message, plan)


def _with(
    view: View,
    problem: ProblemLink,
    domain: DomainLink,
    outcome: str,
    message: str,
    plan: str | None = None,
) -> Solved:
    path, target = path_of(problem.file.name), view.settings_of(problem.file.name).plan_file
    stem = None if path is None else os.path.splitext(path)[0]
    beside = None if stem is None else f"{stem}.plan"
    if stem and not (target is PlanFile.OVERWRITE and _is_replaceable(view, f"{stem}.plan")):
        beside = _free(view, stem, ".plan")
    return Solved(
        outcome=outcome,
        message=message,
        plan=plan,
        uri=None if beside is None else uri_of(beside),
        isSaved=target is not PlanFile.NEW and beside is not None,
        domain=view.uri(domain.file.name),
        problem=view.uri(problem.file.name),
    )


def _is_replaceable(view: View, path: str) -> bool:
    """Whether nothing is lost or written elsewhere if a plan is saved at `path`: not in a link or
    a read-only file, nor in a document with unsaved changes."""
    from planfiles.errors import FileError
    from planfiles.files import read_text

    roots = [root for root in view.settings.folders if is_below(path, root)]
    if os.path.islink(path) or (roots and not is_inside(path, None, roots)):
        return False
    document, text = view.documents.get(uri_of(path)), ""
    if os.path.lexists(path):
        try:
            # Root may write any file, but a read-only one is meant to stay as it is.
            is_writable = bool(os.stat(path).st_mode & 0o222) and os.access(path, os.W_OK)
            if not os.path.isfile(path) or not is_writable:
                return False
            text = "" if document is None else read_text(path)
        except (FileError, OSError):
            return False
    # Clients keep line ends or not.
    return document is None or document.source.text.splitlines() == text.splitlines()


def _free(view: View, stem: str, ending: str) -> str:
    """The first of `{stem}{ending}`, `{stem}-2{ending}`, … that is neither on disk nor open."""
    number = 1
    while True:
        path = f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}"
        file = uri_of(path)
        names = (file, file.replace("file:", "untitled:", 1))
        if not os.path.lexists(path) and not any(key_of(name) in view.documents for name in names):
            return path
        number += 1


async def _learned(server: PlanServer, uris: list[str], learner: str) -> Learned:
    """Learn a domain from files; plans are executed in the domain and problem of the first."""
    view = await server.read_view(*uris)
    paths = [path_of(key_of(uri)) for uri in uris]
    if any(path is None for path in paths):
        raise refusal("only files can be learned from: save them first")
    reporting = Reporting(server.project, server.work.in_background)
    # LOCM learns from action sequences only: it must not see the domain.
    setting = None if learner == "locm" else reporting.setting(view, uris[0])
    domain, problem = (None, None) if setting is None else (setting.domain, setting.problem)
    options = Namespace(
        learner=learner,
        files=paths,
        domain=None if domain is None else path_of(domain.file.name),
        problem=None if problem is None else path_of(problem.file.name),
        distinct=False,
        output=None,
        codec_output=None,
    )

    def work(checkpoint: Checkpoint) -> Learned | str:
        from plancore.report.registry import render
        from planeval.learn import report_of
        from planfiles.errors import UserError

        try:
            report = report_of(options, lambda *_: checkpoint())
        except UserError as error:
            return error.message
        folder = os.path.dirname(str(paths[0]))
        beside = _free(view, os.path.join(folder, "learned"), ".pddl")
        return Learned(domain=report.text, message=render(report).strip(), uri=uri_of(beside))

    answer = await server.work.in_background(work, f"Learning from {count_of(len(uris), 'file')}")
    if isinstance(answer, str):
        raise refusal(answer)
    return answer


def _seen_from(plan: str | None, key: str) -> str:
    """The path of the file `key`, relative to the folder of `plan` if that is given."""
    path = path_of(key)
    if path is None or plan is None:
        return path or key
    return os.path.relpath(path, os.path.dirname(plan)).replace(os.sep, "/")


def _place(problem: ProblemLink) -> Span:
    """The span of the problem's goal, else of its name."""
    definition = problem.definition
    node = definition.problem.goal_node or definition.problem.name_node
    return Span(0, 0) if node is None else problem.file.span(node.place)
