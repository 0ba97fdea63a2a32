"""How much is read of the outside world: one limit for each purpose, stated here only."""

from __future__ import annotations

from typing import Final

NAMED: Final = 256 * 1024 * 1024
"""Bytes of a file that somebody named: a plan of 100,000 steps has about 5 MB."""

UNNAMED: Final = 16 * 1024 * 1024
"""Bytes of a file that nobody named, such as those that an editor's session reads by itself."""

HEAD: Final = 64 * 1024
"""Bytes of a file that are read to find out what it defines."""

COMPANIONS: Final = 200
"""Files of a folder that are looked into: a benchmark folder may hold thousands."""

PATIENCE: Final = 10.0
"""Seconds to wait for the first bytes of a pipe."""

INDEXED: Final = 4 * 1024 * 1024
"""Characters of a file of which every name is indexed; of a larger one only what it defines."""

FOLDER: Final = 20_000
"""Planning files of a workspace folder that are known without being asked for."""

ENTRIES: Final = 500_000
"""Names of files that are looked at below a workspace folder, which may be somebody's home."""
