"""Limits on input, one for each purpose, all of them here."""

from __future__ import annotations

from typing import Final

NAMED: Final = 256 * 1024 * 1024
"""Bytes of a file that the user named: a plan of 100,000 steps has about 5 MB."""

UNNAMED: Final = 16 * 1024 * 1024
"""Bytes of a file that the user did not name, such as those that an editor's session finds."""

HEAD: Final = 64 * 1024
"""Bytes at the start of a file that are read to see what it defines."""

END: Final = 20_000
"""Bytes at the end of a long file that are read to see whether it is the log of a planner."""

COMPANIONS: Final = 200
"""Files of a folder that are read: a benchmark folder may have thousands."""

PATIENCE: Final = 10.0
"""Seconds to wait for the first bytes of a pipe."""

INDEXED: Final = 4 * 1024 * 1024
"""Characters of a file in which every name is indexed; of a larger one only its definitions are."""

FOLDER: Final = 20_000
"""Planning files of a workspace folder that are indexed."""

OTHER_FILES: Final = 20_000
"""Files of a workspace folder whose starts are read, as their names do not show their kind."""

ENTRIES: Final = 500_000
"""Directory entries that are listed below a workspace folder, which may be a home directory."""
