"""The severities that a project sets in its file `planlsp.toml`: they apply to editors,
`planlsp check` and `plandiff`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from plancore.diagnostic import SEVERITY_NAMES, Severity
from planfiles.errors import UserError
from planfiles.files import read_text

SETTINGS_FILE: Final = "planlsp.toml"


def severities_for(path: str) -> Mapping[str, Severity | None]:
    """The severities for the file at `path`, by code, from the nearest settings file in its folder
    and those above; None for a code that is switched off.

    Entries without a valid severity are left out, and unknown codes kept: `planlsp check` reports
    both. Raises UserError if the file cannot be read.
    """
    folder, above = os.path.dirname(os.path.abspath(path)), None
    while folder != above:
        file = os.path.join(folder, SETTINGS_FILE)
        if os.path.lexists(file):
            return _severities_in(file)
        folder, above = os.path.dirname(folder), folder
    return {}


def _severities_in(file: str) -> Mapping[str, Severity | None]:
    from plancore.json_toml import DocumentError, toml_value  # few folders have such a file

    try:
        document = toml_value(read_text(file, regular=True))
    except DocumentError as error:
        raise UserError(error.of(file)) from None
    section = document.get("planlsp", document)
    stated = section.get("severities", {}) if isinstance(section, dict) else {}
    named = stated.items() if isinstance(stated, dict) else ()
    return {
        code: SEVERITY_NAMES[name.lower()]
        for code, name in named
        if isinstance(name, str) and name.lower() in SEVERITY_NAMES
    }
