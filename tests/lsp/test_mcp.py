"""`planlsp mcp` and the client of the official SDK, as two processes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="planlsp mcp needs the MCP SDK")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

BROKEN = """(define (domain lamps)
  (:requirements :strips)
  (:predicates (lit ?l) (off ?l))
  (:action light
    :parameters (?l)
    :preconditions (and (off ?l)
    :effect (and (lit ?l) (not (off l)))))
"""
"""A keyword misspelt, a parenthesis missing, a variable without its `?`."""


@asynccontextmanager
async def session(*options: str) -> AsyncIterator[ClientSession]:
    server = StdioServerParameters(command=sys.executable, args=["-m", "planlsp", "mcp", *options])
    async with stdio_client(server) as streams, ClientSession(*streams) as client:
        await client.initialize()
        yield client


def text_of(result: Any) -> str:
    (content,) = result.content
    return str(content.text)


@pytest.mark.asyncio
async def test_a_loop_mends_a_domain_until_nothing_is_found() -> None:
    async with session() as client:
        text, rounds = BROKEN, 0
        while True:
            checked = await client.call_tool("check", {"domain": text})
            if not any(f["severity"] == "error" for f in checked.structured_content["findings"]):
                break
            rounds += 1
            assert rounds < 4, text_of(checked)
            text = text_of(await client.call_tool("fix", {"text": text, "unsafe": True}))
    assert "(not (off ?l))" in text


@pytest.mark.asyncio
async def test_tools_state_their_schemas_and_answers_keep_to_them() -> None:
    import fastjsonschema

    async with session() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert [*tools] == [
            *("check", "fix", "format", "validate", "compare", "repair", "solve", "explain")
        ]
        assert all(tool.annotations.read_only_hint for tool in tools.values())
        lamps = BROKEN.replace(":preconditions", ":precondition").replace("off l", "off ?l")
        lamps = lamps.replace("(and (off ?l)\n", "(off ?l)\n")
        problem = "(define (problem p) (:domain lamps) (:objects a) (:init (off a)) (:goal (lit a))"
        for name, arguments in {
            "check": {"domain": lamps},
            "validate": {"domain": lamps, "problem": problem, "plans": ["(light a)\n"]},
            "compare": {"learned": lamps.replace("(lit ?l) (n", "(n"), "reference": lamps},
            "repair": {"domain": lamps, "problem": problem, "plans": ["(light a)\n(light a)\n"]},
        }.items():
            result = await client.call_tool(name, arguments)
            assert not result.is_error, text_of(result)
            fastjsonschema.compile(tools[name].output_schema)(result.structured_content)


@pytest.mark.asyncio
async def test_what_is_wrong_is_an_answer_and_the_session_goes_on(tmp_path: Path) -> None:
    (tmp_path / "lamps.pddl").write_text(BROKEN)
    async with session("--root", str(tmp_path)) as client:
        wrong = await client.call_tool("check", {"domain": "../lamps.pddl"})
        assert wrong.is_error
        assert (
            text_of(wrong) == "error: domain: `../lamps.pddl` is not below the root of the server"
        )
        right = await client.call_tool("check", {"domain": "lamps.pddl"})
        assert not right.is_error
