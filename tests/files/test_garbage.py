"""Commands look for garbage seldom, and leave the interpreter as they found it."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence

import pytest

from planfiles.command import RUN, YOUNG, few_collections, few_collections_in_thread, run_command
from planfiles.workers import in_processes


def _collections(objects: int) -> int:
    before: int = gc.get_stats()[0]["collections"]
    kept = [[number] for number in range(objects)]
    assert len(kept) == objects
    after: int = gc.get_stats()[0]["collections"]
    return after - before


def test_a_command_looks_for_garbage_after_more_objects_than_most_make() -> None:
    before = gc.get_threshold()
    assert run_command("test", lambda: gc.get_threshold()[0]) == RUN
    assert gc.get_threshold() == before


def test_a_window_looks_for_garbage_once_in_so_many_objects() -> None:
    with few_collections(YOUNG):
        assert _collections(2 * YOUNG) <= 2
    assert _collections(YOUNG // 4) > 20


class _Knot:
    """Refers to itself, so that only a look for garbage lets it go."""

    alive = 0

    def __init__(self, size: int) -> None:
        self.itself = self
        self.more = [[number] for number in range(size)]
        _Knot.alive += 1

    def __del__(self) -> None:
        _Knot.alive -= 1


def _knots(counts: Sequence[int]) -> list[int]:
    """How many knots are alive after one more of each size."""
    alive = []
    for count in counts:
        assert len(_Knot(count).more) == count
        alive.append(_Knot.alive)
    return alive


@pytest.fixture(autouse=True)
def as_python_starts() -> Iterator[None]:
    """What other tests have left is set aside; garbage is looked for as often as Python does."""
    of_the_tests = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(700, 10, 10)
    yield
    gc.unfreeze()
    gc.set_threshold(*of_the_tests)


def test_what_a_group_of_files_has_left_goes_before_the_next() -> None:
    with few_collections():
        assert list(in_processes(1, _knots, [[2 * YOUNG], [10], [10]], lambda _: 0)) == [
            [1],
            [1],
            [2],  # little is left for later
        ]


def test_threads_that_make_much_may_end_in_any_order() -> None:
    before = gc.get_threshold()
    first, second = few_collections_in_thread(), few_collections_in_thread()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == RUN
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before
