"""The marks of differences: a sign, and the tone that colours it. The same in every report."""

from __future__ import annotations

from typing import Final, NamedTuple

from plancore.report.lines import Tone


class Mark(NamedTuple):
    """How a difference is shown: without colours the sign says what the tone does."""

    tone: Tone
    sign: str


SAME: Final = Mark(Tone.SAME, "=")
ALIKE: Final = Mark(Tone.SAME, "≈")
"""The same under pairs of names, and written in other words on either side."""
CHANGED: Final = Mark(Tone.CHANGED, "~")
MOVED: Final = Mark(Tone.MOVED, "»")
"""Or renamed."""
COMMUTES: Final = Mark(Tone.MOVED, "↕")
"""Moved, over steps that it does not affect and that do not affect it."""
MISSING: Final = Mark(Tone.MISSING, "-")
EXTRA: Final = Mark(Tone.EXTRA, "+")
FAILING: Final = Mark(Tone.FAILING, "✗")
"""A step that cannot be executed. It says more than any other mark, so none takes its place."""
REPAIRED: Final = Mark(Tone.EXTRA, "✓")
"""Wrong before the last change, and right since. The next three are of changes, too."""
BROKEN: Final = Mark(Tone.MISSING, "✗")
STILL_WRONG: Final = Mark(Tone.CHANGED, "!")
OTHERWISE_WRONG: Final = Mark(Tone.MOVED, "?")
OUTCOMES: Final = (REPAIRED, STILL_WRONG, OTHERWISE_WRONG, BROKEN)
"""The worst last."""
FAILING_NOW: Final = Mark(Tone.FAILING, "⊗")
"""`FAILING` where `✗` says what a change broke: many steps may be broken, of which one fails."""
FAULTY: Final = Mark(Tone.FAILING, "!")
"""What errors keep from being compared, or from being compared in full."""
