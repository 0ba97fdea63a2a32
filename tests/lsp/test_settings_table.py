"""The table of settings that people read says what the server does with them."""

from __future__ import annotations

import json

import pytest

from planlsp.session.settings.settings import SETTINGS, DocumentedSetting, Settings, parse_settings
from support.examples import ROOT

IN_WORDS = {"reference", "durationTolerance"}
LITERAL = [setting for setting in SETTINGS if setting.name not in IN_WORDS]


@pytest.mark.parametrize("setting", LITERAL, ids=lambda setting: setting.name)
def test_the_default_of_the_table_is_what_counts_where_nothing_is_set(
    setting: DocumentedSetting,
) -> None:
    assert parse_settings({setting.name: json.loads(setting.default)}) == (Settings(), ())


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_the_values_of_the_table_are_those_that_can_be_meant(setting: DocumentedSetting) -> None:
    literals = [value for value in setting.values if value[0] == '"' or value in ("true", "false")]
    for value in literals:
        assert parse_settings({setting.name: json.loads(value)})[1] == ()
    faults = parse_settings({setting.name: 7 if setting.name != "plannerTime" else -7})[1]
    assert faults
    for value in literals:
        assert value.strip('"') in faults[0].message


def test_the_readme_of_the_server_names_every_setting() -> None:
    text = (ROOT / "planlsp" / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Settings\n")[2].partition("\n## ")[0]
    assert [s.name for s in SETTINGS if f"`{s.name}`" not in section] == []


def test_the_settings_of_vs_code_are_those_of_the_server() -> None:
    """The same names, choices and defaults."""
    manifest = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text("utf-8"))
    properties = manifest["contributes"]["configuration"]["properties"]
    for setting in SETTINGS:
        found = properties[f"planlsp.{setting.name}"]
        literals = [json.loads(value) for value in setting.values if value[0] == '"']
        assert found.get("enum", []) == literals, setting.name
        default = None if setting.name in IN_WORDS else json.loads(setting.default)
        assert found["default"] == default, setting.name
