"""The page of the architecture draws the layers of the contracts; folders say what is in them."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINTER = PROJECT["tool"]["importlinter"]
PACKAGES: list[str] = LINTER["root_packages"]


def layers_of(package: str) -> list[set[str]]:
    """The layers of the contract of `package`, from the top."""
    (contract,) = [c for c in LINTER["contracts"] if c.get("containers") == [package]]
    return [set(layer.split(" | ")) for layer in contract["layers"]]


def section(package: str) -> str:
    return PAGE.split(f"\n## Inside `{package}`\n")[1].partition("\n## ")[0]


def rows_of_first_table(text: str) -> list[set[str]]:
    """The names in the first column, row by row."""
    table = text.partition("\n\n")[0].splitlines()[2:]
    return [set(re.findall(r"`(\w+)`", row.split("|")[1])) for row in table]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_map_of_a_package_is_its_contract(package: str) -> None:
    assert rows_of_first_table(section(package)) == layers_of(package)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_says_what_is_in_it(package: str) -> None:
    (home,) = [path for path in ROOT.glob(f"*/{package}") if path.is_dir()]
    silent = [
        str(path.parent)
        for path in home.rglob("__init__.py")
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_every_package_is_in_the_table_of_packages() -> None:
    packages = PAGE.split("\n## Five packages\n")[1]
    assert set.union(*rows_of_first_table(packages)) == set(PACKAGES)
