"""The version of the program.

Stated here, where the build takes it from: to read it out of what is installed takes longer than
anything else that `--version` does.
"""

from __future__ import annotations

__version__ = "0.1.0"
