"""Two actions side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plancore.correspondence.roles import Use


class ActionMatch(NamedTuple):
    """Two actions side by side.

    `structure` is the share of their literals that are alike, in 0..1; `parameters` are the learned
    variables with a counterpart; `literals` the uses that belong together.
    """

    structure: float
    parameters: Mapping[str, str]
    literals: tuple[tuple[Use, Use], ...]
