"""`python -m planlsp`."""

from __future__ import annotations

import sys

from planlsp.cli import main

if __name__ == "__main__":  # not in a process that the server starts
    sys.exit(main())
