"""Whatever ends the viewer, the terminal is as it was: its screen, its mouse, its echo."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from planfiles.command import Exit
from support.examples import DELIVERY
from support.pseudo_terminal import PseudoTerminal

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.viewer_behaviour(37),
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

FILES = "learned.pddl", "reference.pddl"
TAKEN = {1049, 1000, 1003, 2004, 25}
"""What the viewer has set while it is open: another screen, the mouse, no cursor."""
CRASHING = """
import sys
from plandiff.cli import main
from plandiff.screens.pair import PairScreen
PairScreen.action_change = lambda screen, direction: direction / 0
sys.exit(main(sys.argv[1:]))
"""
IGNORING = """
import signal, sys
from plandiff.cli import main
signal.signal(signal.SIGHUP, signal.SIG_IGN)
sys.exit(main(sys.argv[1:]))
"""


def opened(*before: str) -> PseudoTerminal:
    """The viewer of the example, once its changes have got their order."""
    made = PseudoTerminal([*(before or ("-m", "plandiff")), *FILES], DELIVERY)
    made.wait_for("change 1/6 by plans")
    assert made.modes >= TAKEN
    assert not made.is_as_before
    return made


def is_clean(terminal: PseudoTerminal) -> bool:
    return not terminal.modes and terminal.is_as_before


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_gives_the_terminal_back_and_is_the_status(number: signal.Signals) -> None:
    with opened() as terminal:
        terminal.process.send_signal(number)
        assert terminal.end() == 128 + number
        assert is_clean(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("key", [b"q", b"\x03"])
def test_a_key_gives_the_terminal_back_with_the_status_of_text_mode(key: bytes) -> None:
    with opened() as terminal:
        terminal.send(key)
        assert terminal.end() == Exit.DIFFERENT
        assert is_clean(terminal)


@pytest.mark.slow
def test_a_crash_gives_the_terminal_back_before_it_tells_of_itself() -> None:
    with opened("-c", CRASHING) as terminal:
        terminal.send(b"n")
        assert terminal.end() == Exit.TROUBLE
        assert is_clean(terminal)
        assert "ZeroDivisionError" in terminal.text.rpartition("change 1/6")[2]


@pytest.mark.slow
def test_stopped_it_has_given_the_terminal_back_and_takes_it_again() -> None:
    with opened() as terminal:
        terminal.send(b"\x1a")
        terminal.wait_until_stopped()
        assert is_clean(terminal)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for("change 1/6")
        assert terminal.modes >= TAKEN
        terminal.send(b"q")
        assert terminal.end() == Exit.DIFFERENT
        assert is_clean(terminal)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26)
@pytest.mark.parametrize("arguments", [(), ("--format", "text")])
def test_ctrl_c_ends_a_comparison_that_takes_long(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """The plans are read for many seconds; nobody waits for the end."""
    steps = [f"(go p{number % 50} p{number % 77})\n" for number in range(400_000)]
    (tmp_path / "learned.plan").write_text("".join(steps))
    (tmp_path / "reference.plan").write_text("".join(reversed(steps)))
    files = "learned.plan", "reference.plan"
    with PseudoTerminal(["-m", "plandiff", *arguments, *files], tmp_path) as terminal:
        terminal.wait_for("steps read")
        terminal.send(b"\x03")
        assert terminal.end() == Exit.INTERRUPTED
        assert is_clean(terminal)
        assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_it_does_not_outlive_its_terminal() -> None:
    with opened() as terminal:
        terminal.hang_up()
        assert terminal.end() == -signal.SIGHUP


@pytest.mark.slow
def test_it_does_not_outlive_its_terminal_either_if_no_signal_tells_of_it() -> None:
    """As under `make`, which outlives its terminal until the viewer ends."""
    with opened("-c", IGNORING) as terminal:
        terminal.hang_up()
        assert terminal.end() == -signal.SIGHUP


@pytest.mark.slow
def test_a_signal_that_is_ignored_ends_nothing() -> None:
    with opened("-c", IGNORING) as terminal:
        terminal.process.send_signal(signal.SIGHUP)
        terminal.send(b"n")
        terminal.wait_for("change 2/6")
        terminal.send(b"q")
        assert terminal.end() == Exit.DIFFERENT
