"""The command in a real terminal, with tmux: keys in, screen out, and a clean end."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from support.terminal import Terminal

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.needs("tmux"),
]

COMMAND = f"{sys.executable} -m plandiff"


def test_review_walk_and_quit(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl; echo status=$?")
    # Differences are ordered by what plans say as soon as these are executed.
    terminal.wait_for("+   (not (available ?a))", "F1 0.848", "change 1/6 by plans")
    terminal.send("n", "n")
    terminal.wait_for("change 3/6")
    terminal.send("?")
    terminal.wait_for("worst first")
    terminal.send("Escape")
    terminal.wait_for("change 3/6")
    terminal.send("q")
    screen = terminal.wait_for("status=1")
    assert "F1" not in screen


@pytest.mark.slow
@pytest.mark.viewer_behaviour(6)
def test_text_on_standard_input_leaves_the_keys_alive(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} - reference.pddl < learned.pddl; echo status=$?")
    assert "reference.pddl ▸ <stdin>" in terminal.wait_for("change 1/6")
    terminal.send("n")
    terminal.wait_for("change 2/6")
    terminal.send("q")
    terminal.wait_for("status=1")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(6)
@pytest.mark.parametrize(
    ("files", "shown"),
    [
        ("learned.pddl /dev/null", "3 in 3 of 3 actions (3 extra)"),
        ("/dev/null reference.pddl", "3 in 3 of 3 actions"),
        ("reference.plan /dev/null", "6 extra  6 steps, reference 0"),
        ("/dev/null reference.plan", "6 missing  0 steps, reference 6"),
    ],
)
def test_against_nothing_all_is_added_or_removed(
    terminal: Terminal, files: str, shown: str
) -> None:
    terminal.enter(f"{COMMAND} {files}; echo status=$?")
    assert " null" in terminal.wait_for(shown)
    terminal.send("?")
    terminal.wait_for("next change")
    terminal.send("Escape")
    terminal.wait_for("change 1/")
    terminal.send("q")
    terminal.wait_for("status=1")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(7)
def test_a_format_or_a_pipe_prints(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.plan reference.plan | cat; echo done=$?")
    assert "different actions" in terminal.wait_for("done=0")
    terminal.enter("clear")
    terminal.enter(f"{COMMAND} --format text learned.plan reference.plan; echo status=$?")
    assert "different actions" in terminal.wait_for("status=1")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(1)
def test_trouble_is_one_line_on_a_clean_screen(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.plan reference.pddl; echo status=$?")
    screen = terminal.wait_for("status=2")
    assert "plandiff: error: cannot compare learned.plan (a plan) with" in screen


@pytest.mark.slow
@pytest.mark.viewer_behaviour(37)
def test_a_signal_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl")
    terminal.wait_for("change 1/6")
    tty = terminal._run("display-message", "-p", "#{pane_tty}").strip().removeprefix("/dev/")
    listed = subprocess.run(
        ["ps", "-t", tty, "-o", "pid=,args="], capture_output=True, text=True, check=True
    )
    pid = next(line.split()[0] for line in listed.stdout.splitlines() if "plandiff" in line)
    subprocess.run(["kill", "-TERM", pid], check=True)
    terminal.wait_for("ready$")
    terminal.enter("echo alive")
    terminal.wait_for("alive")
    assert terminal._run("display-message", "-p", "#{alternate_on}").strip() == "0"


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26)
def test_ctrl_c_ends_it(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl; echo status=$?")
    terminal.wait_for("change 1/6")
    terminal.send("C-c")
    terminal.wait_for("status=1")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(37)
def test_ctrl_z_gives_the_terminal_back_and_fg_the_review(terminal: Terminal) -> None:
    terminal.enter("set -m")
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl; echo status=$?")
    terminal.wait_for("change 1/6 by plans")  # which numbers the changes anew
    terminal.send("n")
    terminal.wait_for("change 2/6")
    terminal.send("C-z")
    terminal.wait_for("topped")
    # What is typed before the shell reads again would be keys of the review later on.
    while not terminal.screen().rstrip().endswith("ready$"):
        time.sleep(0.05)
    terminal.enter("echo al''ive")
    assert "change 2/6" not in terminal.wait_for("alive")
    terminal.enter("fg")
    terminal.wait_for("change 2/6")
    while "change 3/6" not in terminal.screen():
        terminal.send("N", "n")  # what comes while the terminal is taken over may be lost
        time.sleep(0.5)
        terminal.send("n")
        time.sleep(0.5)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(37)
def test_the_palette_quits_with_the_status_of_text_mode(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl; echo status=$?")
    terminal.wait_for("change 1/6")
    terminal.send("C-p")
    terminal.wait_for("Search for commands")
    terminal.send("q", "u", "i", "t")
    terminal.wait_for("Quit the application")
    terminal.send("Enter")
    terminal.wait_for("status=1")
