"""Places of reports as links of a terminal (OSC 8): when, to what, and never in the way."""

from __future__ import annotations

import re
import socket
import sys
from pathlib import Path

import pytest

from plandiff.links import knows_links, linker
from plandiff.options import parse
from planfiles.errors import UserError
from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.terminal import Terminal

LINK = re.compile(r"\x1b\]8;;([^\x1b]*)\x1b\\(.*?)\x1b\]8;;\x1b\\")
DOMAINS = ("learned.pddl", "reference.pddl")
LINES = ("--links", "always", "--link-format", "x-edit:{path}:{line}:{column}")
HERE = f"x-edit:{DELIVERY.as_posix()}/"


def links(text: str) -> list[tuple[str, str]]:
    """Addresses and texts."""
    return LINK.findall(text)


def test_every_place_of_the_text_opens_its_line() -> None:
    run = plandiff(*LINES, "--color", "never", *DOMAINS)
    found = dict((text, address) for address, text in links(run.out))
    assert found["learned.pddl"] == f"{HERE}learned.pddl:1:1"
    assert found["learned:23"] == f"{HERE}learned.pddl:23:7"
    assert found["reference:32"] == f"{HERE}reference.pddl:32:7"
    assert LINK.sub(r"\2", run.out) == plandiff(*DOMAINS).out


def test_steps_and_errors_and_rows_are_links_too(tmp_path: Path) -> None:
    assert (f"{HERE}learned.plan:4:1", "3") in links(
        plandiff(*LINES, "learned.plan", "reference.plan").out
    )
    rows = links(plandiff(*LINES, "--format", "side-by-side", *DOMAINS).out)
    assert any(at == f"{HERE}learned.pddl:23:7" and "has ?a ?p" in text for at, text in rows)
    (tmp_path / "torn.pddl").write_text("(define (domain d)\n  (:predicates (p)")
    torn = links(plandiff(*LINES, "torn.pddl", "/dev/null", folder=tmp_path).out)
    assert any(text.startswith("error: torn.pddl:") for _, text in torn)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_codes_take_no_room(width: int) -> None:
    for form in ("text", "side-by-side"):
        wanted = ("--width", str(width), "--format", form, *DOMAINS)
        assert LINK.sub(r"\2", plandiff(*LINES, *wanted).out) == plandiff(*wanted).out


def test_what_is_no_file_is_no_link() -> None:
    text = (DELIVERY / "learned.pddl").read_text()
    files = {address for address, _ in links(plandiff(*LINES, "-", "/dev/null", stdin=text).out)}
    assert files == set()


def test_no_name_can_end_its_link(tmp_path: Path) -> None:
    for name in ("ü% ;.pddl", "a\x1b]8;;b\x07.pddl"):
        (tmp_path / name).write_bytes((DELIVERY / "learned.pddl").read_bytes())
    run = plandiff(*LINES, "ü% ;.pddl", "/dev/null", folder=tmp_path)
    assert links(run.out)[0][0].endswith("/%C3%BC%25%20%3B.pddl:1:1")
    # What is shown of such a name is another one, and no file.
    hostile = plandiff(*LINES, "a\x1b]8;;b\x07.pddl", "/dev/null", folder=tmp_path)
    assert (hostile.status, "\x1b" in hostile.out, "\x07" in hostile.out) == (1, False, False)


@pytest.mark.viewer_behaviour(7)
def test_other_formats_and_pipes_have_none() -> None:
    assert "\x1b" not in plandiff(*DOMAINS, env={"FORCE_HYPERLINK": "1"}).out
    for form in ("json", "markdown", "html", "unified", "csv", "sarif", "github", "junit"):
        assert "\x1b" not in plandiff(*LINES, "--format", form, *DOMAINS).out


@pytest.mark.parametrize(
    "environment",
    [
        {"FORCE_HYPERLINK": "1"},
        {"TERM_PROGRAM": "WezTerm"},
        {"TERM": "xterm-kitty"},
        {"TERM": "alacritty-direct"},
        {"VTE_VERSION": "7402"},
        {"WT_SESSION": "7e8f"},
        {"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"},
        {"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"},
    ],
)
def test_terminals_that_know_links(environment: dict[str, str]) -> None:
    assert knows_links({"TERM": "xterm-256color"} | environment)
    assert not knows_links({"TERM": "xterm-256color"} | environment | {"FORCE_HYPERLINK": "0"})
    assert linker("auto", None, environment, is_coloured=True) is not None
    assert linker("auto", None, environment, is_coloured=False) is None
    assert linker("never", None, environment, is_coloured=True) is None


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"TERM": "xterm-256color"},
        {"TERM": "dumb", "VTE_VERSION": "7402"},
        {"VTE_VERSION": "4999"},
        {"TERM_PROGRAM": "Apple_Terminal"},
        {"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a", "VTE_VERSION": "7402"},
    ],
)
def test_terminals_that_are_not_known_to(environment: dict[str, str]) -> None:
    assert not knows_links(environment)
    assert linker("auto", None, environment, is_coloured=True) is None
    assert linker("always", None, environment, is_coloured=False) is not None


def test_without_a_format_a_link_is_a_file_of_this_host() -> None:
    link = linker("always", None, {}, is_coloured=False)
    assert link is not None
    file = (DELIVERY / "learned.pddl").as_posix()
    assert link(file, 3, 4) == f"file://{socket.gethostname()}{file}"


@pytest.mark.parametrize(
    "text", ["x", "file://{host}", "x:{path} {line}", "x:{path}{row}", "ä:{path}", "x:{path}\x1b"]
)
def test_what_is_no_address_is_trouble(text: str) -> None:
    with pytest.raises(UserError, match="PLANDIFF_LINK_FORMAT="):
        parse([], {"PLANDIFF_LINK_FORMAT": text})


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.needs("tmux")
def test_a_terminal_gets_links_with_its_colours_and_without_them_none(
    terminal: Terminal, tmp_path: Path
) -> None:
    log = tmp_path / "bytes"
    terminal._run("pipe-pane", "-o", f"cat >> '{log}'")
    line = f"{sys.executable} -m plandiff --format text learned.plan reference.plan; echo st=$?"
    for number, environment in enumerate(("FORCE_HYPERLINK=1", "FORCE_HYPERLINK=1 NO_COLOR=1")):
        terminal.enter("clear")
        terminal.enter(f"{environment} {line}")
        terminal.wait_for("st=1")
        terminal.enter(f"echo do''ne{number}")
        terminal.wait_for(f"done{number}")
        written = log.read_text()
        assert bool(links(written)) is (number == 0)
        log.write_text("")
