"""The marks of differences: a sign and a tone, the same in every report."""

from __future__ import annotations

from typing import Final, NamedTuple

from plancore.report.lines import Tone


class Mark(NamedTuple):
    """How a difference is shown. Without colours the sign alone suffices."""

    tone: Tone
    sign: str


SAME: Final = Mark(Tone.SAME, "=")
ALIKE: Final = Mark(Tone.SAME, "≈")
"""The same under the name mapping, but spelled differently."""
CHANGED: Final = Mark(Tone.CHANGED, "~")
MOVED: Final = Mark(Tone.MOVED, "»")
"""Moved or renamed."""
COMMUTES: Final = Mark(Tone.MOVED, "↕")
"""Moved across steps that it is independent of."""
MISSING: Final = Mark(Tone.MISSING, "-")
EXTRA: Final = Mark(Tone.EXTRA, "+")
FAILING: Final = Mark(Tone.FAILING, "✗")
"""An inapplicable step. This mark takes precedence over all others."""
REPAIRED: Final = Mark(Tone.EXTRA, "✓")
"""Wrong before the last change, and right since. The next three marks also are for changes."""
BROKEN: Final = Mark(Tone.MISSING, "✗")
STILL_WRONG: Final = Mark(Tone.CHANGED, "!")
OTHERWISE_WRONG: Final = Mark(Tone.MOVED, "?")
OUTCOMES: Final = (REPAIRED, STILL_WRONG, OTHERWISE_WRONG, BROKEN)
"""In ascending order of severity."""
FAILING_NOW: Final = Mark(Tone.FAILING, "⊗")
"""`FAILING` where `✗` means broken by a change: many steps may be broken, but only one fails."""
FAULTY: Final = Mark(Tone.FAILING, "!")
"""Not compared, or only in part, because of errors."""
