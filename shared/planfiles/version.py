"""The version of the program.

The build takes it from here. Reading it from the installed metadata would take longer than the rest
of `--version`.
"""

from __future__ import annotations

__version__ = "0.1.0"
