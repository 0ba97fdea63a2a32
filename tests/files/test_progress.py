"""The line of progress: what it says, and when it goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from planfiles.command import Progress, remark


@pytest.fixture
def shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[], list[str]]:
    """The lines that were drawn over each other on standard error."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("planfiles.command._REDRAW", 0.0)
    return lambda: [part.removesuffix("\x1b[K") for part in capsys.readouterr().err.split("\r")[1:]]


def test_a_single_unit_tells_how_long_it_takes(shown: Callable[[], list[str]]) -> None:
    with Progress("solving", 1, is_shown=True) as progress:
        progress.advance(0)
        progress.waiting("p01.pddl, kairos, learned", 34.2)
        progress.waiting("p01.pddl, kairos, learned", 130)
        progress.advance()
    *lines, last = shown()
    assert lines[:2] == [
        "solving: 34 s at p01.pddl, kairos, learned",
        "solving: 2 min at p01.pddl, kairos, learned",
    ]
    assert last == "", "the line goes away"


def test_of_many_units_the_one_that_takes_long_is_named_behind_the_bar(
    shown: Callable[[], list[str]],
) -> None:
    with Progress("solving", 3, is_shown=True) as progress:
        progress.advance()
        progress.waiting("p02.pddl", 5)
    assert shown()[-2] == "solving [##########....................] 1/3, 5 s at p02.pddl"


def test_how_far_the_one_that_takes_long_is_stands_before_its_name(
    shown: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    with Progress("comparing", 3, is_shown=True) as progress:
        progress.advance()
        progress.waiting("x" * 80, 5, "plans executed, of 40: 12")
    bar = "[##########....................] 1/3"
    (*_, line, _) = shown()
    assert line.startswith(f"comparing {bar}, plans executed, of 40: 12, 5 s at")


def test_a_name_that_is_too_long_stays_on_the_line(shown: Callable[[], list[str]]) -> None:
    with Progress("solving", 1, is_shown=True) as progress:
        progress.waiting("x" * 200, 5)
    assert max(map(len, shown())) == 77, "there is room for ^C"


def test_what_is_said_meanwhile_has_a_line_of_its_own(shown: Callable[[], list[str]]) -> None:
    with Progress("solving", 3, is_shown=True) as progress:
        remark("planeval", "before")
        progress.advance()
        remark("planeval", "damaged", "worked out again")
        remark("planeval")
        progress.advance()
    said = "planeval: damaged\nplaneval: worked out again\n"
    assert shown() == [
        "solving [##########....................] 1/3",
        f"\x1b[K{said}",
        "solving [####################..........] 2/3",
        "",
    ]


def test_nothing_is_said_where_nobody_looks(shown: Callable[[], list[str]]) -> None:
    with Progress("solving", 3) as progress:
        progress.advance()
        progress.waiting("p02.pddl", 5)
    assert shown() == []
