"""The features of the server: each has a module and a line here."""

from __future__ import annotations

from typing import Final, Protocol

from planlsp.features import (
    code_action,
    code_lens,
    commands,
    completion,
    diagnostics,
    document_symbol,
    file_operations,
    folding_range,
    formatting,
    go_to,
    hierarchies,
    hover,
    inlay_hint,
    references,
    rename,
    reports,
    selection_range,
    semantic_tokens,
    settings_files,
    signature_help,
    solving,
    status,
    synchronisation,
    testing,
    workspace,
    workspace_diagnostics,
    workspace_symbol,
)
from planlsp.session.server import PlanServer


class Feature(Protocol):
    """The interface of a feature module."""

    def register(self, server: PlanServer) -> None:
        """Register the module's handlers with `server`."""


FEATURES: Final[tuple[Feature, ...]] = (
    synchronisation,
    workspace,
    diagnostics,
    workspace_diagnostics,
    settings_files,
    hover,
    completion,
    signature_help,
    go_to,
    references,
    rename,
    hierarchies,
    document_symbol,
    workspace_symbol,
    code_lens,
    inlay_hint,
    code_action,
    formatting,
    semantic_tokens,
    folding_range,
    selection_range,
    file_operations,
    commands,
    reports,
    solving,
    testing,
    status,
)
