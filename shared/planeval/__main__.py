"""`python -m planeval`."""

from __future__ import annotations

import sys

from planeval.cli import main

sys.exit(main())
