"""`python -m planlsp`."""

from __future__ import annotations

import sys

from planlsp.cli import main

sys.exit(main())
