"""NO_COLOR on a terminal, in text and in the viewer."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from planfiles.command import Exit
from support.examples import DELIVERY
from support.pseudo_terminal import PseudoTerminal

pytestmark = [pytest.mark.e2e, pytest.mark.viewer_behaviour(7)]

FILES = "learned.pddl", "reference.pddl"
_COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
"""What sets a colour of letters or of what is behind them."""


def text_of(*arguments: str, env: Mapping[str, str]) -> bytes:
    """What text mode writes to a terminal."""
    command = ["-m", "plandiff", "--format", "text", "--links", "never", *arguments, *FILES]
    with PseudoTerminal(command, DELIVERY, env) as terminal:
        assert terminal.end() == Exit.DIFFERENT
        assert "F1" in terminal.text
        # The line of progress is taken away with a code of its own.
        return terminal.output.replace(b"\x1b[K", b"")


@pytest.mark.slow
@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_text_on_a_terminal_has_no_escape_code_where_colours_are_not_wanted(
    env: dict[str, str],
) -> None:
    assert _COLOUR.search(text_of(env={}))
    assert b"\x1b" not in text_of(env=env)
    assert _COLOUR.search(text_of("--color", "always", env=env))


@pytest.mark.slow
@pytest.mark.parametrize("has_colours", [True, False])
def test_the_viewer_has_no_colours_where_they_are_not_wanted(has_colours: bool) -> None:
    env = {} if has_colours else {"NO_COLOR": "1"}
    with PseudoTerminal(["-m", "plandiff", *FILES], DELIVERY, env) as terminal:
        terminal.wait_for("change 1/6 by plans")
        terminal.send(b"n")
        terminal.wait_for("change 2/6")
        terminal.send(b"q")
        assert terminal.end() == Exit.DIFFERENT
        assert bool(_COLOUR.search(terminal.output)) is has_colours
