"""What can be set, as people read it: a table for the documentation, and the names that we know."""

from __future__ import annotations

from typing import Final, NamedTuple


class Setting(NamedTuple):
    """A setting of the section `planlsp`: its `values` and `default` as they are written in TOML or
    JSON, and what it is for, in Markdown."""

    name: str
    values: tuple[str, ...]
    default: str
    meaning: str


SETTINGS: Final = (
    Setting(
        "reference",
        ("a file", "an object from pattern to file"),
        "none",
        "what domains, problems and plans are compared with; paths and patterns are relative to "
        "the workspace folder, and the first pattern that fits counts",
    ),
    Setting(
        "align",
        ('"off"', '"auto"', '"on"'),
        '"auto"',
        "when pairs of names are looked for; `auto`: where names match next to nothing",
    ),
    Setting(
        "evidence",
        ("true", "false"),
        "true",
        "whether problems beside the domain and beside its reference speak for pairs of names",
    ),
    Setting(
        "comparison",
        ('"syntactic"', '"semantic"'),
        '"syntactic"',
        "which differences from a reference are told: all, or those that change meaning",
    ),
    Setting(
        "consequences",
        ("true", "false"),
        "true",
        "whether plans are executed to say what differences do to them, and how a domain is "
        "repaired",
    ),
    Setting(
        "inlayHints",
        ("an object from kind to true or false",),
        '{"result": true, "types": true, "steps": false, "parameters": false}',
        "which hints are shown; kinds that are not named keep their default",
    ),
    Setting(
        "diagnosticMode",
        ('"openFilesOnly"', '"workspace"'),
        '"openFilesOnly"',
        "of which files one is told what is wrong with them",
    ),
    Setting(
        "severities",
        ('an object from code to "error", "warning", "information", "hint" or "off"',),
        "{}",
        "how severe findings are; naming a rule that is off by default turns it on",
    ),
)

NAMES: Final = tuple(setting.name for setting in SETTINGS)
