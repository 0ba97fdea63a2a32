"""Large domains: whole processes of the commands, imports included, at three sizes of two kinds.

`python -m bench large` writes domains with many lines, and others of a single line. Each is
checked, formatted, and compared with two copies: one with an edit in every tenth action, and one
that also has other variables, so no action has the same text. Seconds are CPU, user and system, of
one run; MiB are the peak.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench import texts

ACTIONS = (168, 1_683, 16_830)
ONE_LINE_KB = (50, 500, 5_000)
_EDITED = "(not (blocked ?to))"


class Cost(NamedTuple):
    """The cost of one run of a command."""

    seconds: float
    mib: float


def main() -> None:
    """Print the table."""
    print("| domain | KB | command | CPU s | MiB | ms per KB |")
    print("|---|--:|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, text in _domains():
            size = len(text) / 1_000
            for command, cost in _costs(folder, text):
                row = f"{cost.seconds:.2f} | {cost.mib:.0f} | {1_000 * cost.seconds / size:.2f}"
                print(f"| {title} | {size:,.0f} | {command} | {row} |", flush=True)


def _domains() -> Iterator[tuple[str, str]]:
    for count in ACTIONS:
        yield f"{count:,} actions", texts.plain_domain(count)
    for size in ONE_LINE_KB:
        yield "one line", one_line(size)


def one_line(kb: int) -> str:
    """A domain of some `kb` KB without a line break."""
    sample = 100
    per_action = len(_joined(texts.domain(sample))) / sample
    return _joined(texts.domain(max(round(1_000 * kb / per_action), 1)))


def _joined(text: str) -> str:
    return " ".join(re.sub(r";.*", "", text).split())


def edited(text: str) -> str:
    """`text` without a literal of every tenth action."""
    before, *parts = text.split(_EDITED)
    return before + "".join(
        part if number % 10 == 0 else _EDITED + part for number, part in enumerate(parts)
    )


def reworded(text: str) -> str:
    """`text` with other variables."""
    return re.sub(r"\?(\w+)", r"?the-\1", text)


def _costs(folder: Path, text: str) -> Iterator[tuple[str, Cost]]:
    files = {"large": text, "edited": edited(text), "reworded": reworded(edited(text))}
    for name, content in files.items():
        (folder / f"{name}.pddl").write_text(content, encoding="utf-8")
    for title, command in (
        ("check", ("planlsp.cli", "check", "large.pddl")),
        ("format", ("planlsp.cli", "format", "--check", "large.pddl")),
        ("plandiff", ("plandiff.cli", "edited.pddl", "large.pddl")),
        ("plandiff, other words", ("plandiff.cli", "reworded.pddl", "large.pddl")),
    ):
        yield title, _run(folder, *command)


def _run(folder: Path, module: str, *arguments: str) -> Cost:
    # The peak of `wait4` includes that of this process before the child's program starts.
    script = (
        f"import sys; from {module} import main; status = main(); "
        "print(*(line for line in open('/proc/self/status') if 'VmHWM' in line), file=sys.stderr); "
        "sys.exit(status)"
    )
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = _seconds_of_children()
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    peak = re.search(r"VmHWM:\s+(\d+) kB", done.stderr)
    if peak is None or done.returncode not in (0, 1):
        raise RuntimeError(f"{module} {' '.join(arguments)}: {done.stderr}")
    return Cost(_seconds_of_children() - before, int(peak.group(1)) / 1024)


def _seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
