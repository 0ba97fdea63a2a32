"""`plandiff --serve`: who gets in, and what they see."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plandiff.browser.guard import BrowserAccess, Guard
from planfiles.extras import to_get
from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.served import Served

if TYPE_CHECKING:
    from aiohttp import ClientWebSocketResponse  # comes with textual-serve, which is an extra

GUARD = Guard(4321, "secret")
HOST = {"Host": "127.0.0.1:4321"}
KNOWN = {"plandiff-4321": "secret"}
SOCKET = {"Upgrade": "websocket", "Origin": "http://127.0.0.1:4321"}


@pytest.mark.parametrize(
    ("headers", "cookies", "query", "is_page", "expected"),
    [
        (HOST, {}, {"token": "secret"}, True, BrowserAccess.WELCOME),
        (HOST, KNOWN, {}, True, BrowserAccess.SERVED),
        (HOST | SOCKET, KNOWN, {}, False, BrowserAccess.SERVED),
        (HOST, {}, {}, True, BrowserAccess.REFUSED),
        (HOST, {}, {"token": "guessed"}, True, BrowserAccess.REFUSED),
        (HOST, {}, {"token": "secret"}, False, BrowserAccess.REFUSED),
        (HOST, {"plandiff-4321": "sécret"}, {}, True, BrowserAccess.REFUSED),
        (HOST, {"plandiff-1": "secret"}, {}, True, BrowserAccess.REFUSED),
        ({"Host": "evil.example:4321"}, KNOWN, {}, True, BrowserAccess.REFUSED),
        ({"Host": "localhost:4321"}, KNOWN, {}, True, BrowserAccess.REFUSED),
        ({}, KNOWN, {}, True, BrowserAccess.REFUSED),
        (
            HOST | SOCKET | {"Origin": "http://evil.example"},
            KNOWN,
            {},
            False,
            BrowserAccess.REFUSED,
        ),
        (
            HOST | SOCKET | {"Origin": "http://127.0.0.1:80"},
            KNOWN,
            {},
            False,
            BrowserAccess.REFUSED,
        ),
        (HOST | SOCKET | {"Origin": "null"}, KNOWN, {}, False, BrowserAccess.REFUSED),
        (HOST | {"Upgrade": "WebSocket"}, KNOWN, {}, False, BrowserAccess.REFUSED),
        (HOST | {"Origin": "http://evil.example"}, KNOWN, {}, True, BrowserAccess.REFUSED),
        (HOST | SOCKET, {}, {"token": "secret"}, False, BrowserAccess.REFUSED),
    ],
)
def test_one_browser_is_let_in_from_our_own_page(
    headers: dict[str, str],
    cookies: dict[str, str],
    query: dict[str, str],
    is_page: bool,
    expected: BrowserAccess,
) -> None:
    assert GUARD.answer(headers, cookies, query, is_page=is_page) is expected


def test_trouble_is_told_before_anything_is_served() -> None:
    assert plandiff("--serve", "-", "reference.pddl").err == (
        "plandiff: error: --serve cannot read standard input (-)\n"
    )
    assert "cannot read nowhere" in plandiff("--serve", "nowhere", "reference.pddl").err


def test_a_format_that_is_asked_for_goes_before_a_browser_of_the_settings() -> None:
    files = "learned.pddl", "reference.pddl"
    assert plandiff("--serve", "--format", "text", *files).err == (
        "plandiff: error: --serve and --format text cannot be used together\n"
    )
    assert plandiff("--brief", *files, env={"PLANDIFF_SERVE": "1"}).out.startswith("different ")


def test_without_textual_serve_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    monkeypatch.delitem(sys.modules, "plandiff.browser.server", raising=False)
    run = plandiff("--serve", "learned.pddl", "reference.pddl")
    assert run.status == 2
    assert run.err.endswith(f": {to_get('serve')}\n")


@pytest.fixture
def served() -> Iterator[Served]:
    pytest.importorskip("textual_serve")
    made = Served("learned.pddl", "reference.pddl")
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.communicate(timeout=60)


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent")
async def test_the_viewer_is_served_to_who_has_the_token(served: Served) -> None:
    import aiohttp

    socket = f"ws://127.0.0.1:{served.port}/ws?width=120&height=40"
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as stranger:
        for path in ("/", "/static/js/textual.js", "/ws", "/download/x", "/?token=x"):
            async with stranger.get(served.origin + path) as response:
                assert response.status == 403, path
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as friend:
        async with friend.get(served.address) as response:
            assert (response.status, str(response.url)) == (200, f"{served.origin}/")
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]
            assert served.token not in await response.text()
        for headers in ({"Host": f"evil.example:{served.port}"}, {"Origin": "http://evil.example"}):
            async with friend.get(f"{served.origin}/", headers=headers) as response:
                assert response.status == 403
        for origin in ("http://evil.example", "http://127.0.0.1:1", None):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await friend.ws_connect(socket, origin=origin)
        async with friend.ws_connect(socket, origin=served.origin) as page:
            await page.send_json(["resize", {"width": 120, "height": 40}])
            assert "pick-up" in await painted(page, "pick-up")
            await page.send_json(["stdin", "?"])
            assert await painted(page, "next and previous")
    status, errors = served.end()
    assert (status, errors) == (0, "")


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent")
@pytest.mark.parametrize("is_writable", [False, True])
async def test_a_browser_reads_and_writes_only_where_it_may(
    tmp_path: Path, *, is_writable: bool
) -> None:
    pytest.importorskip("textual_serve")
    import aiohttp

    for name in ("learned.pddl", "reference.pddl"):
        shutil.copy(DELIVERY / name, tmp_path)
    before = (tmp_path / "learned.pddl").read_text()
    allowed = ["--writable"] if is_writable else []
    served = Served(*allowed, "learned.pddl", "reference.pddl", folder=tmp_path)
    socket = f"ws://127.0.0.1:{served.port}/ws?width=120&height=40"
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as friend:
            async with friend.get(served.address) as response:
                assert response.status == 200
            async with friend.ws_connect(socket, origin=served.origin) as page:
                await page.send_json(["resize", {"width": 120, "height": 40}])
                await painted(page, "change 1/6")
                for key, seen in (
                    ("M", "again to save"),
                    ("M", "left as is" if is_writable else "cannot write learned.pddl.review.json"),
                    ("Y", "review.txt"),
                    ("\r", "written to review.txt" if is_writable else "cannot write review.txt"),
                    ("u", "y yes"),
                    ("y", "written to learned.pddl" if is_writable else "cannot write learned"),
                ):
                    await page.send_json(["stdin", key])
                    await painted(page, seen)
    finally:
        assert served.end() == (0, "")
    assert (tmp_path / "review.txt").exists() is is_writable
    assert (tmp_path / "learned.pddl.review.json").exists() is is_writable
    assert ((tmp_path / "learned.pddl").read_text() != before) is is_writable


def test_what_would_write_for_each_page_needs_leave() -> None:
    for option in ("--save", "--save-mapping"):
        run = plandiff("--serve", option, "x.json", "learned.pddl", "reference.pddl")
        assert run.status == 2
        assert f"{option} writes a file; with --serve this needs --writable" in run.err


async def painted(page: ClientWebSocketResponse, text: str) -> str:
    """What was painted up to and with `text`, without what moves the cursor and colours."""
    seen, painted = b"", ""
    try:
        async with asyncio.timeout(100):
            async for message in page:
                # Codes and characters may be cut between two messages.
                seen += message.data.encode() if isinstance(message.data, str) else message.data
                painted = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.decode("utf-8", "replace"))
                if text in painted:
                    return painted
    except TimeoutError:
        pass
    raise AssertionError(f"{text!r} is not painted:\n{painted}")
