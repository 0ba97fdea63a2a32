"""Signals that come while native code is at work are raised when that is over."""

from __future__ import annotations

import signal
import sys
import threading

import pytest

from planfiles.command import TerminatedError
from planfiles.signals import ended_by_signals, interrupts_deferred

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def test_nothing_is_raised_before_somebody_looks() -> None:
    with interrupts_deferred() as look:
        look()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            look()
        look()  # it came once
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_nobody_looked_for_is_raised_at_the_end() -> None:
    with pytest.raises(TerminatedError) as raised, ended_by_signals(), interrupts_deferred():
        signal.raise_signal(signal.SIGTERM)
    assert raised.value.status == 128 + signal.SIGTERM


def test_a_signal_is_not_lost_with_an_error_of_the_block() -> None:
    def fail() -> None:
        with interrupts_deferred():
            signal.raise_signal(signal.SIGINT)
            raise ValueError

    with pytest.raises(KeyboardInterrupt) as raised:
        fail()
    assert isinstance(raised.value.__context__, ValueError)


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_deferred() as look:
            signal.raise_signal(signal.SIGINT)
            look()
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_have_nothing_to_keep() -> None:
    looked = []

    def work() -> None:
        with interrupts_deferred() as look:
            look()
            looked.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert looked
