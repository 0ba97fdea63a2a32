"""Findings with places: what a rule says of a form, true wherever the form stands."""

from __future__ import annotations

from typing import NamedTuple

from plancore.diagnostic import Severity
from plancore.syntax.nodes import Place


class PlaceEdit(NamedTuple):
    """Replace what stands at `place` by `text`."""

    place: Place
    text: str


class PlaceFix(NamedTuple):
    """A change that answers a finding; `safe` when it may be applied without being asked about."""

    title: str
    edits: tuple[PlaceEdit, ...]
    safe: bool = False


class Finding(NamedTuple):
    """A finding inside a form; `snapshot` makes a `Diagnostic` from it.

    `related` are other places with what they explain; they may be in other forms. `mistake` is what
    several places of a file may have in common: findings of a code with the same are reported as
    one. Without it each is a mistake of its own.
    """

    code: str
    severity: Severity
    place: Place
    message: str
    related: tuple[tuple[Place, str], ...] = ()
    fixes: tuple[PlaceFix, ...] = ()
    unnecessary: bool = False
    mistake: str = ""
