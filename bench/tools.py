"""Correct domains with the tools for language models, until `check` finds no errors.

`PYTHONPATH=tests python -m bench tools`, with the extra `mcp`. The client is that of the official
SDK, the server `planlsp mcp` is a process. The input is the learned domains with errors of the
labelled pairs of the material, written by language models, or without it our own broken domains. A
round is a call of `check` and one of `fix` with `unsafe`, whose answer is the next text; no model
takes part. Characters are those of all answers, which a model would read. The loop also ends if
nothing can be fixed; the remaining errors would be for the model.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import AsyncExitStack
from importlib.util import find_spec
from statistics import median
from typing import Any, Final, NamedTuple

from bench.tables import print_head, print_row
from plancore.diagnostic import Severity
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from support.corpus import decoded
from support.material import CORPUS, find_material

ROUNDS: Final = 10


class Loop(NamedTuple):
    """The results of a loop: errors before, codes of the errors after, calls, characters of
    answers, wall-clock seconds."""

    before: int
    left: tuple[str, ...]
    calls: int
    characters: int
    seconds: float


def main() -> None:
    """Print a row for each domain, and a summary."""
    if find_spec("mcp") is None:
        print("the extra `mcp` is needed")
        return
    print_head("domain", "errors", "calls", "characters", "ms", "left")
    loops = asyncio.run(_loops(texts()))
    clean = [loop for loop in loops if not loop.left]
    print(
        f"\n{len(clean)} of {len(loops)} domains end without an error; median"
        f" {median(loop.calls for loop in loops):.0f} calls,"
        f" {median(loop.characters for loop in loops):,.0f} characters,"
        f" {1000 * median(loop.seconds for loop in loops):.0f} ms"
    )


def texts() -> dict[str, str]:
    """The domains with errors, by name."""
    pairs = find_material("oracles", "correspondence", "pairs")
    files = (
        {path.parent.name: path for path in sorted(pairs.glob("*/learned.pddl"))}
        if pairs
        else {path.stem: path for path in sorted((CORPUS / "broken").glob("*.pddl"))}
    )
    read = {name: decoded(path) for name, path in files.items()}
    return {name: text for name, text in read.items() if _has_errors(text)}


def _has_errors(text: str) -> bool:
    file = FileSnapshot.of(text)
    return file.domain is not None and any(each.severity is Severity.ERROR for each in check(file))


async def _loops(domains: Mapping[str, str]) -> list[Loop]:
    """Correct all domains in one session, and print a row for each."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=sys.executable, args=["-m", "planlsp", "mcp"])
    async with AsyncExitStack() as stack:
        streams = await stack.enter_async_context(stdio_client(server))
        client = await stack.enter_async_context(ClientSession(*streams))
        await client.initialize()
        await client.call_tool("check", {"domain": "(define (domain d))"})  # import all modules
        loops = []
        for name, text in domains.items():
            loop = await corrected(client, text)
            left = ", ".join(f"{count} `{code}`" for code, count in Counter(loop.left).items())
            size, time_taken = f"{loop.characters:,}", f"{1000 * loop.seconds:.0f}"
            print_row(name, loop.before, loop.calls, size, time_taken, left or "none")
            loops.append(loop)
        return loops


async def corrected(client: Any, text: str) -> Loop:
    """Check and fix a domain until no error is left, or none that a fix removes."""
    began, calls, characters, rounds = time.perf_counter(), 0, 0, list[tuple[str, ...]]()

    async def call(tool: str, **arguments: object) -> Any:
        nonlocal calls, characters
        result = await client.call_tool(tool, arguments)
        calls += 1
        characters += len(result.content[0].text)
        return result

    while True:
        found = (await call("check", domain=text)).structured_content["findings"]
        rounds.append(tuple(each["code"] for each in found if each["severity"] == "error"))
        if not rounds[-1] or len(rounds) > ROUNDS:
            break
        answer = (await call("fix", text=text, unsafe=True)).content[0].text
        if answer == text:
            break
        text = answer
    return Loop(len(rounds[0]), rounds[-1], calls, characters, time.perf_counter() - began)


if __name__ == "__main__":
    main()
