"""The viewer of plandiff, and its text compared with `git diff --no-index` and icdiff.

`python -m bench viewer` writes domains and plans to a temporary folder. Text: whole processes, the
minimum of five runs, for large files of two. Viewer: a whole process in a pseudo-terminal of 120
columns and 40 lines, with all rows unfolded. The first paint shows the compared files, the review
is complete when the change that it opens at is shown: both are minima of three starts, for the
largest plans of one. A page is the mean of 20, each painted; there are three such means. Times are
CPU, user and system. A page in process is the same without a terminal, the mean of 40. MiB are the
peak.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

from bench import texts
from bench.large import edited
from bench.processes import installed, own_mebibytes, ran
from bench.terminal import Terminal

EXAMPLE: Final = Path(__file__).parent.parent / "examples" / "delivery"
ACTIONS: Final = (168, 1_683, 16_830)
STEPS: Final = (1_000, 10_000, 100_000, 1_000_000)
_MOST: Final = f"{STEPS[-1]:,} steps"
STARTS: Final = 3
PAGES: Final = 20
ROUNDS: Final = 3

_COMPLETE: Final = r"change \d+/\d"
"""The number of the change at the cursor, which is not always the first of all."""

Pair: TypeAlias = tuple[Path, Path]


def main() -> None:
    """Print the three tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = installed(folder / "cache")
        pairs = dict(write_pairs(folder))
        for title in ("3 actions", "1,000 steps"):  # compile all modules first
            with Terminal([*map(str, pairs[title])], environment) as warming:
                warming.cpu_until(_COMPLETE)
        print("| text of | plandiff | plandiff side-by-side | git diff | icdiff | MiB |")
        print("|---|--:|--:|--:|--:|--:|")
        for title, pair in pairs.items():
            if title != _MOST:  # its text would be two hundred megabytes
                print(f"| {title} | {' | '.join(_text_costs(pair, environment))} |", flush=True)
        print("\n| viewer of | first paint ms | review ms | pages ms | MiB |")
        print("|---|--:|--:|--:|--:|")
        for title, pair in pairs.items():
            print(f"| {title} | {' | '.join(_viewer_costs(pair, environment))} |", flush=True)
        print("\n| steps | page ms | cursor ms | resize ms |")
        print("|--:|--:|--:|--:|")
        for count in STEPS:
            costs = asyncio.run(_page_costs(folder, count))
            print(f"| {count:,} | {' | '.join(f'{1_000 * cost:.1f}' for cost in costs)} |")


def write_pairs(folder: Path) -> Iterator[tuple[str, Pair]]:
    """Write the files, and yield a title and the paths of each pair."""
    yield "3 actions", (EXAMPLE / "learned.pddl", EXAMPLE / "reference.pddl")
    for count in ACTIONS:
        text = texts.plain_domain(count)
        pair = folder / f"learned-{count}.pddl", folder / f"reference-{count}.pddl"
        pair[0].write_text(edited(text))
        pair[1].write_text(text)
        yield f"{count:,} actions", pair
    plans = folder / "plans"  # not next to the domains, which would be searched
    plans.mkdir()
    for count in STEPS:
        yield f"{count:,} steps", write_plans(plans, count)


def write_plans(folder: Path, count: int) -> Pair:
    """Two plans of about `count` steps, a fifth of them different."""
    dice = random.Random(count)
    steps = [f"(move t{dice.randrange(60)} p{dice.randrange(900)})\n" for _ in range(count)]
    other = [step for step in steps if dice.random() > 0.1]
    for _ in range(count // 10):
        other.insert(dice.randrange(len(other)), f"(load k{dice.randrange(900)})\n")
    pair = folder / f"learned-{count}.plan", folder / f"reference-{count}.plan"
    pair[0].write_text("".join(other))
    pair[1].write_text("".join(steps))
    return pair


def _text_costs(pair: Pair, environment: dict[str, str]) -> Iterator[str]:
    files = [str(pair[0]), str(pair[1])]
    ours = [sys.executable, "-m", "plandiff", *files]
    others = [ours, [*ours, "--format", "side-by-side"], ["git", "diff", "--no-index", *files]]
    icdiff = os.environ.get("BENCH_ICDIFF") or shutil.which("icdiff")
    is_small = sum(file.stat().st_size for file in pair) < 1_000_000
    peak = 0.0
    for command in (*others, [icdiff, "--cols=160", *files] if icdiff and is_small else None):
        if command is None:
            yield "–" if icdiff else "not installed"
            continue
        runs = [ran(command, environment) for _ in range(5 if is_small else 2)]
        if command is ours:
            peak = max(run.mebibytes for run in runs)
        yield f"{min(run.seconds for run in runs):.3f} s"
    own = own_mebibytes()
    yield f"{peak:.0f}" if peak > own + 1 else f"under {own:.0f}"


def _viewer_costs(pair: Pair, environment: dict[str, str]) -> Iterator[str]:
    files = [str(file) for file in pair]
    is_huge = sum(file.stat().st_size for file in pair) > 20_000_000
    starts = []
    for _ in range(0 if is_huge else STARTS - 1):
        with Terminal(files, environment) as terminal:
            starts.append(_start(terminal))
    with Terminal(files, environment) as terminal:
        starts.append(_start(terminal))
        yield from (f"{1_000 * min(seconds):.0f}" for seconds in zip(*starts, strict=True))
        terminal.rest()
        terminal.send(b"gZ")
        terminal.rest()
        means = [
            sum(terminal.cpu_of(b"\x1b[6~") for _ in range(PAGES)) / PAGES for _ in range(ROUNDS)
        ]
        yield " / ".join(f"{1_000 * mean:.0f}" for mean in means)
        yield f"{terminal.mebibytes:.0f}"


def _start(terminal: Terminal) -> tuple[float, float]:
    """Seconds to the first paint, and to the review."""
    return terminal.cpu_until("comparing"), terminal.cpu_until(_COMPLETE)


async def _page_costs(folder: Path, count: int) -> list[float]:
    """Measure rows of plans: a page, a step of the cursor, and a change of the window's width."""
    from plandiff.app import PlandiffApp
    from plandiff.inputs import read_inputs
    from plandiff.options import parse
    from plandiff.screens.pair import PairScreen
    from plandiff.session.session import Session

    learned, reference = (str(file) for file in write_plans(folder, count))
    options = parse([learned, reference], {})
    session = Session(read_inputs((learned, reference), options.labels), options)
    screen = PairScreen(session)
    app = PlandiffApp(screen)
    async with app.run_test(size=(120, 40)) as pilot:
        while session.review is None or session.is_working:
            await pilot.pause(0.05)
        await pilot.press("g", "Z")
        await pilot.pause()

        async def cost_of(*keys: str) -> float:
            start = time.process_time()
            for key in PAGES * keys[:1] + PAGES * keys[1:]:
                await pilot.press(key)
            await pilot.pause()
            return (time.process_time() - start) / (PAGES * len(keys))

        page, step = await cost_of("pagedown", "pageup"), await cost_of("j", "k")
        start = time.process_time()
        await pilot.resize_terminal(130, 40)
        await pilot.pause()
        return [page, step, time.process_time() - start]


if __name__ == "__main__":
    main()
