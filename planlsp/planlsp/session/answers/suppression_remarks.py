"""What is said of comments that silence rules."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.rules.settings import silenced_codes
from plancore.source import SourceText


def unknown_codes(source: SourceText) -> Iterator[Diagnostic]:
    """A warning about each code that no finding has: such a comment silences nothing."""
    for code, span in silenced_codes(source):
        # Imported late: few files silence a rule.
        from planlsp.session.settings.codes import is_known, misspelt

        if code == "*" or is_known(code):
            continue
        meant = misspelt(code)
        message = f"there is no finding `{code}`: this silences nothing"
        fixes: tuple[Fix, ...] = ()
        if meant is not None:
            message += f"; did you mean `{meant}`?"
            fixes = (Fix(f"Change to `{meant}`", (Edit(span, meant),)),)
        yield Diagnostic("unknown-code", Severity.WARNING, span, message, fixes=fixes)
