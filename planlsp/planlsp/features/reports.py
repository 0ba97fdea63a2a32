"""Commands that answer with a report, as its data for `json` and else as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from plancore.report.registry import Report, render
from planlsp.session.answers.reporting import VALIDATIONS, Reporting, one_file, two_files
from planlsp.session.server import PlanServer
from planlsp.session.uris import name_of
from planlsp.wire.protocol import refusal

COMPARE_FILES: Final = "planlsp.compareFiles"
COMPARE_DOMAINS: Final = "planlsp.compareDomains"
COMPARE_PLANS: Final = "planlsp.comparePlans"
VALIDATE_PLAN: Final = "planlsp.validatePlan"


def register(server: PlanServer) -> None:
    """Offer the commands."""
    reporting = Reporting(server.project, server.work.in_background)

    async def compare(arguments: Sequence[Any], kind: str | None = None) -> object:
        asked = two_files(arguments)
        view = await server.read_view(asked.uri, *([asked.other] if asked.other else []))
        report = await reporting.review(view, asked.uri, asked.other, server.terms)
        if kind is not None and report.kind != kind:
            raise refusal(f"{name_of(asked.uri)} is not a {kind}")
        return _answer(report, asked.format)

    @server.command(COMPARE_FILES)
    async def compare_files(*arguments: Any) -> object:
        """`[uri, uri | null, format]`: two domains, problems or plans, whatever the files hold."""
        return await compare(arguments)

    @server.command(COMPARE_DOMAINS)
    async def compare_domains(*arguments: Any) -> object:
        """`[uri, uri | null, format]`: null stands for the reference of the first."""
        return await compare(arguments, "domain")

    @server.command(COMPARE_PLANS)
    async def compare_plans(*arguments: Any) -> object:
        """`[uri, uri | null, format]`: null stands for the reference of the first."""
        return await compare(arguments, "plan")

    @server.command(VALIDATE_PLAN)
    async def validate_plan(*arguments: Any) -> object:
        """`[uri, format]`."""
        asked = one_file(arguments, VALIDATIONS, "json")
        view = await server.read_view(asked.uri)
        return _answer(await reporting.validation(view, asked.uri), asked.format)


def _answer(report: Report, name: str) -> object:
    text = render(report, name)
    return json.loads(text) if name == "json" else text
