"""Random sessions: a domain, its reference, a problem and a plan are damaged and mended, and at any
moment anything that the server offers is asked for.

Nothing fails inside the server, each request is answered once, and every range of every answer and
of every finding that is published lies in its document. Settings change meanwhile,
files change on disk, and requests are cancelled.

`FUZZ_SESSION=3600` goes on for an hour instead of seconds, with a process for each session;
`FUZZ_SEED=117` begins with that seed, which a failure names.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Final

import pytest

from support.lsp_client import LspClient
from support.lsp_memory import LspMemory
from support.lsp_process import LspProcess
from support.random_session import Session

SECONDS = float(os.environ.get("FUZZ_SESSION", "20"))
FIRST_SEED = int(os.environ.get("FUZZ_SEED", "100"))
ROUNDS: Final = 60


def run(server: LspClient, folder: Path, rng: random.Random, rounds: int) -> None:
    session = Session(server, folder, rng)
    for _ in range(rounds):
        session.edit()
        session.disturb()
        for _ in range(rng.randrange(4)):
            session.ask()
        session.look_at_what_was_told()
    session.end()
    assert "Traceback" not in server.log, server.log[-3000:]


@pytest.mark.server_behaviour(43)
@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(0, 20), *(pytest.param(seed, ROUNDS, marks=pytest.mark.slow) for seed in range(4))],
)
def test_a_random_session(seed: int, rounds: int, tmp_path: Path) -> None:
    with LspMemory() as server:
        run(server, tmp_path, random.Random(seed), rounds)


@pytest.mark.server_behaviour(43)
@pytest.mark.long
@pytest.mark.timeout(SECONDS + 600)
def test_random_sessions_with_a_process(tmp_path: Path) -> None:
    until, seed = time.monotonic() + SECONDS, FIRST_SEED
    while time.monotonic() < until:
        folder = tmp_path / str(seed)
        folder.mkdir()
        with LspProcess() as server:
            try:
                run(server, folder, random.Random(seed), 5 * ROUNDS)
            except BaseException as error:
                error.add_note(f"FUZZ_SEED={seed}")
                raise
        seed += 1
