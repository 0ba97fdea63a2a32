"""`python -m plandiff`."""

from __future__ import annotations

import sys

from plandiff.cli import main

if __name__ == "__main__":
    sys.exit(main())
