"""Several processes at work: order, processes that are killed, Ctrl+C, a parent that dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import pytest

from plancore.stop import Checkpoint, StoppedError
from planfiles.errors import UserError
from planfiles.pool import Finished
from planfiles.progress_reports import ProgressReport
from planfiles.workers import (
    as_finished,
    groups_of,
    in_background,
    in_processes,
    in_processes_reporting,
)
from support.process_costs import cpu_seconds
from support.programs import cpu_of_children, is_alive, running, wait_until, workers_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def doubled(numbers: Sequence[int]) -> list[int]:
    return [2 * number for number in numbers]


def process_of(numbers: Sequence[int]) -> list[int]:
    return [os.getpid() for _ in numbers]


def deadly(numbers: Sequence[int]) -> list[int]:
    """Kills its own process at 13, as the system does when memory is short."""
    for number in numbers:
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


def zero_after_five(signal_file: Path, numbers: Sequence[int]) -> list[int]:
    """Ends with 0 only when somebody else has ended with 5."""
    if 5 in numbers:
        signal_file.touch()
    if 0 in numbers:
        wait_until(signal_file.exists)
    return list(numbers)


def told(begun: Path, numbers: Sequence[int]) -> list[int]:
    """Writes down what it begins; its process is killed at 13, when the others are at work."""
    with begun.open("a") as file:
        file.write(f"{numbers[0]}\n")
    if numbers == [13]:
        wait_until(lambda: len(begun.read_text().split()) >= 3)
        os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


def alone(
    work: Callable[[Sequence[int]], list[int]], numbers: Sequence[int], _: Checkpoint
) -> list[int]:
    """Work that does not say how far it is."""
    return work(numbers)


def long(numbers: Sequence[int], checkpoint: Checkpoint) -> list[int]:
    """Says how far it is for longer than anybody waits, unless the number is 0."""
    end = time.monotonic() + 1.2
    while numbers != [0] and time.monotonic() < end:
        checkpoint(numbers[0], "counted")
        time.sleep(0.01)
    return list(numbers)


def lost(number: int) -> int:
    return -number


def taken_from(groups: Sequence[list[int]]) -> Callable[[], list[int] | None]:
    left = iter(groups)
    return lambda: next(left, None)


def by_number(finished: Iterable[Finished[int, int]]) -> dict[int, Sequence[int]]:
    return {each.number: each.results for each in finished}


@pytest.mark.parametrize("count", [1, 3])
def test_results_are_in_order(count: int) -> None:
    groups = [[1, 2, 3], [4], [5, 6]] * 10
    results = list(in_processes(count, doubled, groups, lost))
    assert results == [doubled(group) for group in groups]


@pytest.mark.parametrize("at", [0, 1, 5, 19])
def test_a_killed_process_costs_its_item_only(at: int) -> None:
    groups = [[1, 2], [3, 4]] * 10
    groups[at] = [12, 13, 14]
    expected = [*groups]
    expected[at] = [12, -13, 14]
    assert list(in_processes(2, deadly, groups, lost)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 7])
def test_results_as_they_finish_are_all_there_whatever_is_killed(at: int) -> None:
    groups = [[number] for number in range(20, 40)]
    groups[at] = [13]
    work = partial(alone, deadly)
    finished = by_number(as_finished(2, work, taken_from(groups), lost))
    assert finished == {n: [-13] if n == at else [20 + n] for n in range(20)}


@pytest.mark.slow
def test_the_other_processes_go_on_when_one_is_killed(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    groups = [[number] for number in range(13, 33)]
    work = partial(alone, partial(told, begun))
    finished = by_number(as_finished(3, work, taken_from(groups), lost))
    assert finished[0] == [-13]
    # Nothing but the item at fault is begun a second time.
    assert sorted(begun.read_text().split()) == sorted(["13", *map(str, range(13, 33))])


@pytest.mark.slow
def test_idle_processes_that_are_killed_cost_nothing() -> None:
    left = [[2], [1]]
    work = partial(alone, process_of)
    process = as_finished(1, work, lambda: left.pop() if left else None, lost)
    first = next(process)
    os.kill(first.results[0], signal.SIGKILL)
    wait_until(lambda: not is_alive(first.results[0]))
    second = next(process)
    assert (second.number, second.items) == (1, [2])
    assert second.results[0] not in (first.results[0], -2)
    assert next(process, None) is None


@pytest.mark.slow
def test_groups_may_turn_up_while_others_are_at_work() -> None:
    left = [[1]]
    numbers: list[int] = []
    work = partial(alone, doubled)
    for finished in as_finished(2, work, lambda: left.pop() if left else None, lost):
        numbers += finished.results
        if finished.number < 4:
            left.append([finished.results[0]])
    assert numbers == [2, 4, 8, 16, 32]


def unreadable() -> object:
    raise ValueError("cannot be made here")


class Unreadable:
    """What another process cannot make again."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return unreadable, ()


@pytest.mark.slow
def test_processes_that_never_come_up_are_told_of() -> None:
    work = partial(doubled_beside, Unreadable())
    with pytest.raises(UserError, match="cannot start processes: they exit immediately"):
        list(in_background(2, work, [[1], [2], [3]], lost))


def doubled_beside(_: object, numbers: Sequence[int]) -> list[int]:
    return doubled(numbers)


def raising(numbers: Sequence[int]) -> list[int]:
    raise LookupError(f"no {numbers[0]}")


@pytest.mark.slow
def test_what_the_work_raises_is_raised_with_its_place() -> None:
    with pytest.raises(LookupError, match="no 1") as raised:
        list(in_background(1, raising, [[1]], lost))
    assert "in raising" in "".join(raised.value.__notes__)


@pytest.mark.slow
def test_a_slow_item_keeps_no_other_one_waiting(tmp_path: Path) -> None:
    work = partial(alone, partial(zero_after_five, tmp_path / "five"))
    groups = [[n] for n in range(6)]
    numbers = [each.number for each in as_finished(2, work, taken_from(groups), lost)]
    assert sorted(numbers) == list(range(6))
    assert numbers[0] != 0


@pytest.mark.parametrize("count", [1, 2])
def test_who_waits_long_hears_how_far_a_group_is(count: int) -> None:
    heard: list[tuple[int, ProgressReport]] = []
    results = in_processes_reporting(count, long, [[0], [7]], lost, lambda *far: heard.append(far))
    assert list(results) == [[0], [7]]
    assert {(number, far.done, far.stage) for number, far in heard} == {(1, 7, "counted")}
    seconds = [far.seconds for _, far in heard]
    assert seconds == sorted(seconds)
    assert seconds[0] >= 0.5
    assert str(heard[0][1]) == "counted: 7"


@pytest.mark.slow
def test_words_from_many_processes_do_not_keep_work_from_being_ended() -> None:
    heard: list[int] = []

    def stop(*_: object) -> None:
        if heard:
            raise StoppedError

    groups = [[n] for n in range(4)]
    take = taken_from(groups)
    finished = as_finished(4, endless, take, lost, stop, lambda number, _: heard.append(number))
    with pytest.raises(StoppedError):
        list(finished)


def endless(numbers: Sequence[int], checkpoint: Checkpoint) -> list[int]:
    """Works until it is ended, twenty seconds at most."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        checkpoint(1, "counted")
        time.sleep(0.01)
    return list(numbers)


@pytest.mark.slow
def test_who_has_enough_of_one_pool_leaves_another_alone() -> None:
    groups = [[number] for number in range(9)]
    ours = in_background(1, process_of, groups, lost)
    theirs = in_background(1, process_of, groups, lost)
    first = next(ours)
    assert next(theirs) != first
    del theirs
    assert list(ours) == [first] * 8  # by the process that was at work


LEAVING = """
import sys, threading, time
from plancore.stop import StoppedError
from planfiles.workers import as_finished

def work(group, _):
    time.sleep(20)

def main():
    at_work, wanted = threading.Event(), [True]

    def checkpoint(*_):
        at_work.set()
        if not wanted:
            raise StoppedError

    def run():
        try:
            groups = iter([[n] for n in range(8)])
            list(as_finished(4, work, lambda: next(groups, None), str, checkpoint, print))
        except StoppedError:
            pass

    threading.Thread(target=run, daemon=True).start()
    at_work.wait()
    wanted.clear()
    time.sleep(float(sys.argv[1]))

if __name__ == "__main__":
    main()
"""


@pytest.mark.e2e
@pytest.mark.parametrize(
    "seconds", [0.05, *(pytest.param(s, marks=pytest.mark.slow) for s in (0.0, 0.1, 0.15))]
)
def test_who_leaves_while_a_thread_ends_processes_sees_no_words(
    tmp_path: Path, seconds: float
) -> None:
    """The thread looks ten times a second whether they are still wanted."""
    script = tmp_path / "leaving.py"
    script.write_text(LEAVING)
    ended = subprocess.run(
        [sys.executable, script, str(seconds)], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_items_are_grouped_by_size() -> None:
    groups = groups_of([5, 1, 1, 9, 2, 2, 2], lambda size: size, most=5)
    assert list(groups) == [[5], [1, 1, 9], [2, 2, 2]]


def write_work(folder: Path, *, files: int, cases: int, steps: int, pairs: int) -> Path:
    """A folder with work for each of the commands."""
    literals = "".join(f" (p{number} ?a ?b)" for number in range(200))
    actions = "".join(
        f"(:action a{number} :parameters (?a ?b) :precondition (and{literals}) :effect (and))\n"
        for number in range(12)
    )
    domain = f"(define (domain d) (:predicates{literals})\n{actions})\n"
    for number in range(files):
        (folder / f"d{number:03}.pddl").write_text(domain)
    (folder / "domain.pddl").write_text(
        "(define (domain e) (:predicates (p) (q)) (:action a :effect (and (p) (not (q))))\n"
        " (:action b :effect (and (q) (not (p)))))"
    )
    (folder / "p.pddl").write_text("(define (problem x) (:domain e) (:init) (:goal (p)))")
    (folder / "long.plan").write_text("(a)\n(b)\n" * (steps // 2))
    with (folder / "cases").open("w", encoding="utf-8") as listed:
        for number in range(cases):  # many files, of which the disk has one
            os.link(folder / "long.plan", folder / f"{number}.plan")
            listed.write(f"domain.pddl p.pddl {number}.plan\n")
    for number in range(pairs):
        pair = folder / "pairs" / f"{number}"
        pair.mkdir(parents=True)
        (pair / "learned.pddl").write_text(domain)
        (pair / "reference.pddl").write_text(domain.replace("(and)", "(p1 ?a ?b)"))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Work for a minute, of which no test waits for more than a little."""
    work = tmp_path_factory.mktemp("work")
    return write_work(work, files=400, cases=2000, steps=16_000, pairs=60)


COMMANDS = {
    "check": ("planlsp", "check", "--jobs", "2", "."),
    "format": ("planlsp", "format", "--check", "--jobs", "2", "."),
    "validate": ("planeval", "validate", "--jobs", "2", "cases"),
    "domains": ("planeval", "domains", "--jobs", "2", "pairs"),
}


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_a_run_at_once_and_without_a_word(folder: Path, name: str) -> None:
    before = cpu_of_children()
    with running(*COMMANDS[name], folder=folder) as process:
        workers = workers_of(process, 2)
        wait_until(lambda: all(cpu_seconds(worker) > 0.05 for worker in workers))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, "", "")
    assert not any(map(is_alive, workers))
    assert cpu_of_children() - before < 5  # the queue alone would take a minute


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("domains", signal.SIGKILL),
        ("check", signal.SIGTERM),
        *(
            pytest.param(name, signal.SIGKILL, marks=pytest.mark.slow)
            for name in COMMANDS
            if name != "domains"
        ),
    ],
)
def test_workers_end_with_their_parent(folder: Path, name: str, sign: signal.Signals) -> None:
    with running(*COMMANDS[name], folder=folder) as process:
        workers = workers_of(process, 2)
        process.send_signal(sign)
        process.wait(timeout=120)
        wait_until(lambda: not any(map(is_alive, workers)))


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_goes_on_when_a_worker_is_killed(tmp_path: Path, name: str) -> None:
    folder = write_work(tmp_path, files=8, cases=40, steps=2_000, pairs=2)
    with running(*COMMANDS[name], folder=folder) as process:
        os.kill(workers_of(process, 2)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=120)
    # Alone each item comes to its end, so the killing leaves no trace but time.
    assert "Traceback" not in err
    assert process.returncode in (0, 1), err
    assert out
