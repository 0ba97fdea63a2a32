"""Read the test cases of a manifest, `*.ptest.json`: the format of the extension PDDL of VS Code.

manifest = {"defaultDomain": path, "defaultProblem": path, "cases": [case, …]}
case     = {"label": text, "domain": path, "problem": path, "expectedPlans": [path, …],
            "invalidPlans": [path, …], "solvable": boolean}

`invalidPlans` and `solvable` are ours. Paths are relative to the manifest. Of the rest of that
format `options` of planners are ignored, and a case whose problem `preProcess` generates is not
run: a manifest never starts a program that it names.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from plancore.decoding import decode_partly
from plancore.json_toml import DocumentError, json_value
from planfiles import limits
from planfiles.errors import UserError
from planfiles.files import STDIN, is_inside, read_text

_MOST: Final = 10_000
"""The most cases of a manifest."""
_CASES: Final = re.compile(r'"cases"\s*:\s*\[')
_NEXT: Final = re.compile(r"[\s,]*")


class _Case(Struct, rename="camel"):
    label: str | None = None
    domain: str | None = None
    problem: str | None = None
    expected_plans: list[str] | None = None
    invalid_plans: list[str] | None = None
    solvable: bool | None = None
    pre_process: object = None


class _Manifest(Struct, rename="camel"):
    default_domain: str | None = None
    default_problem: str | None = None
    cases: list[_Case] = []


@dataclass(frozen=True, slots=True)
class PlanningCase:
    """A test case in line `line`, from 1, of the file `manifest`, with the paths of its files.

    The plans in `valid` must be valid, and those in `invalid` invalid or malformed. A planner must
    find a plan if `is_solvable`, and none if that is False; None needs no planner. `fault` is an
    error in the case; `skips` is why it is not run.
    """

    manifest: str
    line: int
    label: str
    domain: str
    problem: str
    valid: tuple[str, ...]
    invalid: tuple[str, ...]
    is_solvable: bool | None
    fault: str | None = None
    skips: str | None = None


def read_manifest(path: str, roots: Sequence[str] = ()) -> list[PlanningCase]:
    """The cases of a manifest. Files outside its directory and the `roots` are faults of a case.
    Raises UserError if the manifest cannot be read, or has an error."""
    text = read_text(path, limits.UNNAMED)
    try:
        manifest, errors = decode_partly(json_value(text), _Manifest)
    except DocumentError as error:
        raise UserError(error.of(path)) from None
    if errors:
        raise UserError(errors[0].of(path))
    if not manifest.cases:
        raise UserError(f"{path}: no `cases`")
    if len(manifest.cases) > _MOST:
        raise UserError(f"{path}: more than {_MOST:,} cases")
    lines = _lines(text, len(manifest.cases))
    return [
        _made(path, line, number, manifest, roots) for number, line in enumerate(lines, start=1)
    ]


def _made(
    path: str, line: int, number: int, manifest: _Manifest, roots: Sequence[str]
) -> PlanningCase:
    case = manifest.cases[number - 1]
    problem = case.problem or manifest.default_problem or ""

    def near(file: str) -> str:
        """The path of a file that the manifest names."""
        if not file:
            return ""
        joined = os.path.normpath(os.path.join(os.path.dirname(path), file))
        return os.path.join(os.curdir, joined) if joined == STDIN else joined

    domain = near(case.domain or manifest.default_domain or "")
    valid, invalid = (
        tuple(map(near, plans or ())) for plans in (case.expected_plans, case.invalid_plans)
    )
    needs_plan = not valid and not invalid
    return PlanningCase(
        path,
        line,
        case.label or (f"{problem} ({number})" if problem else f"case {number}"),
        domain,
        near(problem),
        valid,
        invalid,
        True if case.solvable is None and needs_plan else case.solvable,
        _fault(path, [domain, near(problem), *valid, *invalid], roots),
        "`preProcess` is not run" if case.pre_process is not None else None,
    )


def _fault(manifest: str, files: Sequence[str], roots: Sequence[str]) -> str | None:
    for noun, file in zip(("domain", "problem"), files, strict=False):
        if not file:
            return f"`{noun}` is missing"
    for file in files[2:]:
        if not file:
            return "the path of a plan is empty"
    outside = (file for file in files if not _is_allowed(file, manifest, roots))
    return next((f"outside the workspace: {file}" for file in outside), None)


def _is_allowed(file: str, manifest: str, roots: Sequence[str]) -> bool:
    # `log.txt#2` is a plan in `log.txt`.
    names = (file, file.rpartition("#")[0] or file)
    try:
        return all(is_inside(name, os.path.abspath(manifest), roots) for name in names)
    except ValueError:  # a null character
        return False


def _lines(text: str, count: int) -> Iterator[int]:
    """The line of each case; that of the list, or the first, if the places are not found."""
    found = _CASES.search(text)
    at = found.end() if found else 0
    decoder = json.JSONDecoder()
    line, counted = 1, 0
    for _ in range(count):
        skipped = _NEXT.match(text, at)
        at = skipped.end() if skipped and found else at
        line += text.count("\n", counted, at)
        counted = at
        yield line
        if found:
            try:
                at = decoder.raw_decode(text, at)[1]
            except ValueError:  # the key was inside a text
                found = None
