"""`planlsp mcp`: the tools of planlsp for language models."""

from __future__ import annotations

import argparse
import inspect
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from planfiles.command import Exit
from planfiles.errors import UserError

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from planlsp.tools import Setting

NAME: Final = "mcp"
SUMMARY: Final = "serve the tools of planlsp to a language model"
DESCRIPTION: Final = """\
Serve the tools of planlsp to a language model, with the Model Context Protocol on standard input
and output: check, fix, format, validate, compare, repair, solve, explain.

Tools take texts. They read files below --root only, and write none."""
_INSTRUCTIONS: Final = (
    "Tools for PDDL. After you have written or changed a domain, a problem or a plan, call `check` "
    "until it finds no errors; `fix` applies its fixes. `validate` finds the step at which a plan "
    "fails, `compare` the differences from a reference, `repair` the smallest change that makes "
    "plans valid, `solve` a plan."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `planlsp mcp`."""
    # Imported late: other commands do not need it.
    from planeval.commands.arguments import seconds

    parser.add_argument("--root", metavar="DIRECTORY", help="tools may read files below DIRECTORY")
    parser.add_argument(
        "--time",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help="time limit of a call, in seconds (default: %(default)g)",
    )
    parser.add_argument(
        "--planner", metavar="PLANNER", help="planner for the tool solve, as in planlsp solve"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client disconnects; return the exit status. Raises UserError."""
    if arguments.root is not None and not os.path.isdir(arguments.root):
        raise UserError(f"--root: no directory {arguments.root}")
    try:
        import anyio
        from mcp.server.stdio import stdio_server
    except ModuleNotFoundError:
        from planfiles.extras import to_get

        raise UserError(f"planlsp mcp needs the MCP SDK: {to_get('mcp')}") from None
    from planlsp.tools import Setting

    root = None if arguments.root is None else Path(arguments.root)
    server = _server(Setting(root, arguments.time, arguments.planner or ""))

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)
    return Exit.SAME


def _server(setting: Setting) -> Server:
    import anyio
    from mcp import types
    from mcp.server.lowlevel import Server

    from planfiles.version import __version__
    from planlsp.tools import TOOLS, answer, input_schema, output_schema

    # Tools are CPU-bound: two at a time would only slow each other down.
    one_at_a_time = anyio.CapacityLimiter(1)

    async def list_tools(*_: object) -> types.ListToolsResult:
        read_only = types.ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        )
        tools = [
            types.Tool(
                name=name,
                description=inspect.getdoc(tool),
                input_schema=input_schema(tool),
                output_schema=output_schema(tool),
                annotations=read_only,
            )
            for name, tool in TOOLS.items()
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: object, call: types.CallToolRequestParams) -> types.CallToolResult:
        is_wanted = True
        work = partial(answer, call.name, call.arguments or {}, setting, lambda: is_wanted)
        try:
            done = await anyio.to_thread.run_sync(
                work, abandon_on_cancel=True, limiter=one_at_a_time
            )
        except UserError as error:
            content = [types.TextContent(text=f"error: {error.message}")]
            return types.CallToolResult(content=content, is_error=True)
        finally:
            is_wanted = False
        content = [types.TextContent(text=done.text)]
        return types.CallToolResult(content=content, structured_content=done.data)

    return Server(
        "planlsp",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
