"""Alignment of plans compared with a table of all prefixes, difflib and rapidfuzz.

`python -m bench.plans` prints, for plans of 100 to 100,000 steps over small and large vocabularies,
the CPU time, the memory in addition to the inputs, and the matched steps of each program, as
multiples of ours. Each measurement has a process of its own. The table of prefixes is the algorithm
of GAICo's PlanningLCS; GAICo's own is measured if it is installed.

Before that it prints the cost of `plandiff --format text` as a whole process for two plans of
100,000 steps, as texts and executed; `python -m bench.plans text` prints only this.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from bench import texts
from bench.processes import installed, ran
from plancore.align.sequences import align, lcs_length

SIZES = (100, 1_000, 10_000, 100_000)
VOCABULARIES = (50, 5_000, 1_000_000)
EDITED = 0.2
"""The share of edited steps in the second plan: deleted, replaced or inserted."""

FLEETS = ((10, 30), (20, 200), (60, 900))
"""The numbers of trucks and places of the problems in which plans are executed."""

TIME_LIMIT = 60.0
REPEATED_BELOW = 0.05
"""Seconds; shorter runs are repeated, and the best time counts."""

Steps = Sequence[str]


class Measured(NamedTuple):
    """Seconds of CPU, MiB above the inputs, matched steps."""

    seconds: float
    mebibytes: float
    matched: int


class Contestant(NamedTuple):
    """A program that counts the common steps of two plans, and the maximum size to measure."""

    prepare: Callable[[], Callable[[Steps, Steps], int]]
    limit: int


def _ours() -> Callable[[Steps, Steps], int]:
    return lambda left, right: align(left, right).matched


def _our_length() -> Callable[[Steps, Steps], int]:
    return lcs_length


def _table() -> Callable[[Steps, Steps], int]:
    def length(left: Steps, right: Steps) -> int:
        rows = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
        for i, a in enumerate(left, 1):
            for j, b in enumerate(right, 1):
                if a == b:
                    rows[i][j] = rows[i - 1][j - 1] + 1
                else:
                    rows[i][j] = max(rows[i - 1][j], rows[i][j - 1])
        return rows[-1][-1]

    return length


def _gaico() -> Callable[[Steps, Steps], int]:
    metric = import_module("gaico.metrics.structured").PlanningLCS()
    return lambda left, right: int(metric._lcs_length(left, right))


def _difflib() -> Callable[[Steps, Steps], int]:
    def matched(left: Steps, right: Steps) -> int:
        blocks = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
        return sum(block.size for block in blocks)

    return matched


def _difflib_default() -> Callable[[Steps, Steps], int]:
    return lambda left, right: sum(
        block.size for block in SequenceMatcher(None, left, right).get_matching_blocks()
    )


def _rapidfuzz() -> Callable[[Steps, Steps], int]:
    opcodes = import_module("rapidfuzz.distance").LCSseq.opcodes
    return lambda left, right: sum(
        code.src_end - code.src_start for code in opcodes(left, right) if code.tag == "equal"
    )


OURS = "align"
CONTESTANTS = {
    OURS: Contestant(_ours, 100_000),
    "lcs_length": Contestant(_our_length, 100_000),
    "table": Contestant(_table, 1_000),
    "gaico": Contestant(_gaico, 1_000),
    "difflib": Contestant(_difflib, 100_000),
    "difflib autojunk": Contestant(_difflib_default, 100_000),
    "rapidfuzz": Contestant(_rapidfuzz, 100_000),
}


def main() -> None:
    """Measure everything and print the tables."""
    print_texts()
    print()
    print(
        f"{'steps':>7} {'actions':>9}  {'':16} {'seconds':>9} {'time':>8} {'MiB':>7} {'matched':>8}"
    )
    for size in SIZES:
        for vocabulary in VOCABULARIES:
            ours = _measured_apart(OURS, size, vocabulary)
            if not isinstance(ours, Measured):
                print(f"{size:7} {vocabulary:9}  {OURS}: {ours}")
                continue
            for name, contestant in CONTESTANTS.items():
                if size > contestant.limit:
                    continue
                found = ours if name == OURS else _measured_apart(name, size, vocabulary)
                print(_line(size, vocabulary, name, found, ours), flush=True)


def _line(size: int, vocabulary: int, name: str, found: Measured | str, ours: Measured) -> str:
    start = f"{size:7,} {vocabulary:9,}  {name:16}"
    if isinstance(found, str):
        return f"{start} {found}"
    fewer = ours.matched - found.matched
    share = f"  {fewer:,} fewer" if fewer else ""
    return (
        f"{start} {found.seconds:9.4f} {found.seconds / ours.seconds:7.2f}× "
        f"{found.mebibytes:7.1f} {found.matched:8,}{share}"
    )


def print_texts() -> None:
    """Print seconds of CPU and MiB of the text of two plans, for each way in which they differ."""
    print(f"{'text of two plans':<28} {'seconds':>8} {'MiB':>6} {'lines':>8}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = installed(folder / "cache")
        files = [str(folder / name) for name in ("learned.plan", "reference.plan")]
        for way, pair in text_pairs(SIZES[-1]).items():
            for path, steps in zip(files, pair, strict=True):
                Path(path).write_text("".join(f"{step}\n" for step in steps))
            _print_text(way, files, environment)
        setting = [str(folder / name) for name in ("domain.pddl", "problem.pddl")]
        Path(setting[0]).write_text(texts.plain_domain(1))
        for trucks, places in FLEETS:
            Path(setting[1]).write_text(texts.fleet_problem(trucks, places))
            pair = texts.fleet_plans(SIZES[-1], trucks, places)
            for path, steps in zip(files, pair[::-1], strict=True):
                Path(path).write_text("".join(f"{step}\n" for step in steps))
            way = f"executed, {len({*pair[0], *pair[1]}):,} actions"
            given = ["--domain", setting[0], "--problem", setting[1]]
            _print_text(way, [*given, *files], environment)


def _print_text(way: str, arguments: list[str], environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "plandiff", "--format", "text", *arguments]
    runs = [ran(command, environment) for _ in range(3)]
    seconds = min(run.seconds for run in runs)
    lines = runs[0].output.count("\n")
    print(f"{way:<28} {seconds:8.2f} {runs[0].mebibytes:6.0f} {lines:8,}", flush=True)


def text_pairs(size: int) -> dict[str, tuple[Steps, Steps]]:
    """Pairs of plans of `size` steps, by the kind of difference."""
    dice = random.Random(size)
    left, edited = plan_pair(size, VOCABULARIES[-1])
    half = size // 2
    return {
        "a fifth edited": (left, edited),
        "a fifth edited, few actions": plan_pair(size, VOCABULARIES[1]),
        "halves exchanged": (left, left[half:] + left[:half]),
        "permuted": (left, dice.sample(left, size)),
        "nothing in common": (left, [step.replace("action", "other") for step in left]),
    }


def plan_pair(size: int, vocabulary: int) -> tuple[list[str], list[str]]:
    """A plan, and a copy with edits at a fifth of its steps; the same in every run."""
    dice = random.Random(size * 7 + vocabulary)

    def step() -> str:
        return f"(action-{dice.randrange(vocabulary)} object)"

    left = [step() for _ in range(size)]
    right: list[str] = []
    for written in left:
        chance = dice.random()
        if chance < EDITED / 3:
            continue
        if chance < 2 * EDITED / 3:
            right.append(step())
            continue
        if chance < EDITED:
            right.append(step())
        right.append(written)
    return left, right


def measure(name: str, size: int, vocabulary: int) -> Measured:
    """Measure one program in this process."""
    run = CONTESTANTS[name].prepare()
    left, right = plan_pair(size, vocabulary)
    before = _peak()
    seconds, matched = _timed(run, left, right)
    mebibytes = _peak() - before
    if seconds < REPEATED_BELOW:
        seconds = min(seconds, *(_timed(run, left, right)[0] for _ in range(5)))
    return Measured(seconds, mebibytes, matched)


def _timed(run: Callable[[Steps, Steps], int], left: Steps, right: Steps) -> tuple[float, int]:
    start = time.process_time()
    matched = run(left, right)
    return time.process_time() - start, matched


def _peak() -> float:
    """The peak memory of this process in MiB."""
    units = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units


def _measured_apart(name: str, size: int, vocabulary: int) -> Measured | str:
    """Measure one program in a process of its own; a text is the reason for no result."""
    command = [sys.executable, "-m", "bench.plans", name, str(size), str(vocabulary)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return f"> {TIME_LIMIT:.0f} s"
    if done.returncode:
        missing = "ModuleNotFoundError" in done.stderr
        return "not installed" if missing else f"failed with {done.returncode}"
    return Measured(*json.loads(done.stdout))


if __name__ == "__main__":
    if len(sys.argv) == 4:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
    elif sys.argv[1:] == ["text"]:
        print_texts()
    else:
        main()
