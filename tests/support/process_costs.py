"""What a running process costs, as Linux tells it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="needs Linux's /proc"
)


def resident_mib(process_id: int, *, peak: bool = False) -> float:
    """Its memory in MiB: what it has now, or the most that it ever had."""
    field = "VmHWM:" if peak else "VmRSS:"
    lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith(field))
    return int(line.split()[1]) / 1024


def cpu_seconds(process_id: int) -> float:
    """The time that it has computed."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
