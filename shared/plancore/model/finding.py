"""Findings of rules, with places relative to a form, so that they are valid wherever the form
is."""

from __future__ import annotations

from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.syntax.nodes import Place


class PlaceEdit(NamedTuple):
    """Replace the text at `place` by `text`."""

    place: Place
    text: str


class PlaceFix(NamedTuple):
    """A change that resolves a finding; a `safe` one may be applied without confirmation."""

    title: str
    edits: tuple[PlaceEdit, ...]
    safe: bool = False


CAUSE: Final = "cause: "
"""The beginning of a `mistake` that may cause other findings: those that its first fix removes are
not reported."""


class Finding(NamedTuple):
    """A finding inside a form; `snapshot` converts it to a `Diagnostic`. `related` are other places
    with explanations; they may be in other forms. Findings with the same code and the same nonempty
    `mistake` in a file are reported as one."""

    code: str
    severity: Severity
    place: Place
    message: str
    related: tuple[tuple[Place, str], ...] = ()
    fixes: tuple[PlaceFix, ...] = ()
    unnecessary: bool = False
    mistake: str = ""
