"""`planlsp.test`: the test cases of a manifest, listed and run as `planlsp test` does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypedDict

from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of, path_of, uri_of
from planlsp.wire.protocol import refusal

if TYPE_CHECKING:
    from plancore.report.cases.document import CaseReason
    from plancore.stop import Checkpoint
    from planfiles.manifests import PlanningCase

TEST: Final = "planlsp.test"


class Reason(TypedDict):
    """Why a case did not pass. `line` counts from 0; `uri` is null if it is not about a file."""

    message: str
    uri: str | None
    line: int | None


class ShownCase(TypedDict):
    """A case in line `line`, from 0. `outcome` is null if it was not run."""

    label: str
    line: int
    outcome: str | None
    reasons: list[Reason]


class ShownCases(TypedDict):
    """The cases of a manifest, or the one that was run. `error` is that of the manifest."""

    cases: list[ShownCase]
    error: str | None


def register(server: PlanServer) -> None:
    """Offer the command."""

    @server.command(TEST)
    async def test(*arguments: Any) -> ShownCases:
        """`[uri, number | null, planner | null]`: all cases of a manifest, or the result of one.
        The planner is by default that of the settings. Files are read as saved."""
        uri, number, planner = [*arguments, None, None, None][:3]
        is_numbered = number is None or (isinstance(number, int) and not isinstance(number, bool))
        if not isinstance(uri, str) or not is_numbered or not isinstance(planner, str | None):
            raise refusal("expected a URI, a number or null, a planner or null")
        return await _tested(server, uri, number, planner)


async def _tested(
    server: PlanServer, uri: str, number: int | None, planner: str | None
) -> ShownCases:
    from planfiles.errors import UserError
    from planfiles.manifests import read_manifest

    path = path_of(key_of(uri))
    if path is None:
        raise refusal("only files can be tested: save it first")
    roots = server.project.roots
    try:
        cases = await server.work.in_background(
            lambda _: read_manifest(path, roots), f"Reading {name_of(uri)}"
        )
    except UserError as error:
        return ShownCases(cases=[], error=error.message.removeprefix(f"{path}:").lstrip())
    if number is None:
        shown = [
            ShownCase(label=case.label, line=case.line - 1, outcome=None, reasons=[])
            for case in cases
        ]
        return ShownCases(cases=shown, error=None)
    if not 0 <= number < len(cases):
        raise refusal(f"{name_of(uri)} has no case {number + 1}")
    case = cases[number]
    work = partial(_result, server, uri, case, planner)
    try:
        if case.is_solvable is None:
            result = await server.work.in_background(work, f"Testing {case.label}")
        else:
            result = await server.schedule.aside(work)
    except UserError as error:
        raise refusal(error.message) from None
    return ShownCases(cases=[result], error=None)


def _result(
    server: PlanServer, uri: str, case: PlanningCase, planner: str | None, checkpoint: Checkpoint
) -> ShownCase:
    from planeval.planners.naming import planner_or_default
    from planeval.programs.bounds import PLANNER
    from planeval.testing import Means, run_cases
    from planfiles.bounded.limits import MIB, Limits

    settings = server.view().settings_of(key_of(uri))
    means = Means(
        lambda: planner_or_default(planner, settings.planner),
        Limits(settings.planner_time, memory=PLANNER.memory * MIB),
        settings.tolerances,
    )
    (result,) = run_cases([case], means, checkpoint)
    return ShownCase(
        label=case.label,
        line=case.line - 1,
        outcome=result.outcome.value,
        reasons=[*map(_reason, result.reasons)],
    )


def _reason(reason: CaseReason) -> Reason:
    return Reason(
        message=reason.message,
        uri=None if reason.file is None else uri_of(reason.file),
        line=None if reason.line is None else reason.line - 1,
    )
