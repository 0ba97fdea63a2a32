"""What commands print and write as JSON is as the schemas say, each shown by a run of its own.

Beside these, whatever any test has a command print is held against its schema (`run_command`).
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import fields

import plandiff.cli
import planeval.cli
import planlsp.cli
from plancore.report.registry import KINDS, PLANDIFF, FormatVersion, part_of
from plancore.report.render import ndjson
from planeval.commands import problem
from planeval.schemas import documents, name_of, schema_of
from support.command import run_command
from support.documents import records_in, records_of, violations_of
from support.examples import BAKERY, DELIVERY
from support.run_logs import complete_plans, incremental

SCHEMAS: Final = {name_of(document): document for document in documents()}
MODELS = ("learned.pddl", "reference.pddl")
PLANS = ("learned.plan", "reference.plan")
PROBLEM = "p01.pddl"
SMALL = ("--domains", "tram", "--trajectories", "2", "--folds", "2", "--jobs", "1", "--run", "run")


class Shown(NamedTuple):
    """A document: what its schema is called, the command that prints it, and what it is told. With
    an `output` it is written to that file."""

    schema: str
    main: Callable[[Sequence[str]], int]
    arguments: Sequence[str]
    output: str = ""


def _planeval(name: str, *arguments: str, version: int = 1) -> Shown:
    arguments = (name, *arguments, "--format", "json")
    return Shown(f"planeval-{name}-{version}", planeval.cli.main, arguments)


def _plandiff(schema: str, *arguments: str) -> Shown:
    return Shown(schema, plandiff.cli.main, arguments)


DOCUMENTS: Final = {
    "domain": _planeval("domain", *MODELS, "--optimal", "5", "--problem", PROBLEM, "--walks", "2",
                        "--plans", *PLANS, "--amlgym"),
    "domains": _planeval("domains", "."),
    "domains aligned": _planeval("domains", ".", "--align", "--optimal", "5"),
    "domains mapped": _planeval("domains", ".", "--mapping", "names.toml"),
    "problem": _planeval("problem", "p02.pddl", PROBLEM, version=3),
    "validate": _planeval("validate", MODELS[1], PROBLEM, *PLANS),
    "validate --trace": _planeval("validate", MODELS[1], PROBLEM, *PLANS, "--trace"),
    "plans": _planeval("plans", *PLANS, "--domain", MODELS[1], "--problem", PROBLEM),
    "plans --reference": _planeval("plans", *PLANS, "--reference", PLANS[1]),
    "align": _planeval("align", *MODELS),
    "align --plans": _planeval("align", *MODELS, "--problem", PROBLEM, "--reference-problem",
                               PROBLEM, "--plans", PLANS[0], "--reference-plans", PLANS[1]),
    "saved mapping": Shown("planeval-align-1", planeval.cli.main,
                           ("align", *MODELS, "--save-mapping", "saved.json"), "saved.json"),
    "solve": _planeval("solve", *MODELS, PROBLEM, "--plans", PLANS[0], "--reference-plans",
                       PLANS[1]),
    "benchmark": _planeval("benchmark", *SMALL, "--learner", "sam", "--learner", "locm",
                           version=4),
    "status": _planeval("status", "run"),
    "learn sam": _planeval("learn", "sam", "--domain", MODELS[1], "--problem", PROBLEM, PLANS[1]),
    "learn locm": _planeval("learn", "locm", PLANS[1]),
    "runs": _planeval("runs", "logs", "--domain", MODELS[1], "--problems", PROBLEM,
                      version=2),
    "blame": _planeval("blame", *MODELS, "--problem", PROBLEM, "--plans", *PLANS),
    "repair": _planeval("repair", MODELS[0], "--reference", MODELS[1], "--problem", PROBLEM,
                        "--plans", PLANS[1], "--not-plans", PLANS[0]),
    "overview": Shown("planeval-overview-2", planeval.cli.main,
                      ("overview", "-d", "results", "-o", "all.json"), "all.json"),
    "overview printed": _planeval("overview", "-d", "results", version=2),
    "instances printed": _planeval("instances", "-i", "data", version=2),
    "instances": Shown("planeval-instances-2", planeval.cli.main,
                       ("instances", "-i", "data", "-o", "all.json"), "all.json"),
    "check": Shown("planlsp-check-2", planlsp.cli.main, ("check", ".", "--format", "json")),
    "show": Shown("planlsp-show-1", planlsp.cli.main,
                  ("show", MODELS[1], PROBLEM, "--format", "json")),
    "test": Shown("planlsp-test-1", planlsp.cli.main,
                  ("test", "cases.ptest.json", "--format", "json")),
    "review of domains": _plandiff("plandiff-2", "--format", "json", *MODELS),
    "review of plans": _plandiff("plandiff-2", "--format", "json", *PLANS),
    "review of three": _plandiff("plandiff-2", "--format", "json", *MODELS, "--before",
                                 "middle.pddl"),
    "findings": _plandiff("plandiff-findings-2", "--format", "ndjson", *MODELS),
    "findings on three": _plandiff("plandiff-findings-2", "--format", "ndjson", *MODELS,
                                   "--before", "middle.pddl"),
    "folders": _plandiff("plandiff-batch-2", "--format", "json", "old", "new"),
    "folders as lines": _plandiff("plandiff-batch-2", "--format", "ndjson", "old", "new",
                                  "--baseline", "baseline.json"),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with logs, results and instances, some of them broken, a run and folders."""
    folder = tmp_path_factory.mktemp("documents")
    shutil.copytree(DELIVERY, folder, dirs_exist_ok=True)
    for name in ("logs", "results", "data", "old", "new"):
        (folder / name).mkdir()
    whole = incremental("-(move ann depot)", "look", "done", success=True, reached=True)
    (folder / "logs" / "p1.jsonl").write_text(whole)
    (folder / "logs" / "p1.2.jsonl").write_text(whole)
    other = complete_plans(["(a)"], success=False, reached=False, executable=True, instance=2)
    (folder / "logs" / "p2.jsonl").write_text(other)
    (folder / "results" / "a.tsv").write_text("Source\tlogs\nn\t1\nx\tNA\nn\t2\n")
    (folder / "results" / "all.csv").write_text("Eval file,a.tsv\nSource,logs\n")
    shutil.copytree(BAKERY, folder / "data" / "bakery")
    (folder / "data" / "bakery" / "p04.pddl").write_text("(define (problem p04")
    task = (folder / PROBLEM).read_text(encoding="utf-8")
    (folder / "p02.pddl").write_text(task.replace("parcel", "box").replace("(:goal", "(:goals"))
    middle = (folder / MODELS[0]).read_text(encoding="utf-8").replace("(in ", "(within ", 1)
    (folder / "middle.pddl").write_text(middle, encoding="utf-8")
    (folder / "cases.ptest.json").write_text(
        '{"defaultDomain": "reference.pddl", "defaultProblem": "p01.pddl",'
        ' "cases": [{"expectedPlans": ["reference.plan", "learned.plan"]}]}'
    )
    (folder / "names.toml").write_text('[actions]\nmove = "move"\n', encoding="utf-8")
    (folder / "run.trajectory").write_text(_TRAJECTORY, encoding="utf-8")
    broken = folder / "broken"
    broken.mkdir()
    for name in MODELS:
        (broken / name).write_text("; nothing yet\n", encoding="utf-8")
        shutil.copy(folder / MODELS[0], folder / "old" / name)
        shutil.copy(folder / name, folder / "new" / name)
    shutil.copy(folder / PROBLEM, folder / "old")
    saved = ("--format", "text", "old", "old", "--save", "baseline.json")
    run_command(plandiff.cli.main, *saved, cwd=folder)
    (folder / "old" / PROBLEM).unlink()
    run_command(planeval.cli.main, *DOCUMENTS["benchmark"].arguments, cwd=folder)
    return folder


_TRAJECTORY: Final = """(:trajectory
(:state (at ann depot) (available ann) (in parcel depot) (connected depot square))
(:action (move ann depot square))
(:state (at ann square) (available ann) (in parcel depot) (connected depot square))
)"""


def told(name: str, folder: Path) -> str:
    """What a document says."""
    shown = DOCUMENTS[name]
    done = run_command(shown.main, *shown.arguments, cwd=folder)
    return (folder / shown.output).read_text(encoding="utf-8") if shown.output else done.stdout


@pytest.fixture(scope="module", params=DOCUMENTS)
def document(request: pytest.FixtureRequest, folder: Path) -> tuple[str, str]:
    """What the schema of a document is called, and its text."""
    return DOCUMENTS[request.param].schema, told(request.param, folder)


def test_it_is_as_its_schema_says(document: tuple[str, str]) -> None:
    schema, text = document
    first = json.loads(text.splitlines()[0] if text.startswith('{"') else text)
    assert name_of(FormatVersion(first["format"], first["version"])) == schema
    assert violations_of(text) == []


def test_no_number_is_a_text_but_beside_the_number(document: tuple[str, str]) -> None:
    """`"26/35"` and `"0"` say exactly what a number beside them says as well as it can."""
    name, text = document
    values = [json.loads(text)] if text.startswith("{\n") else map(json.loads, text.splitlines())
    for value in values:
        texts = [f"{key}: {each}" for key, each in _texts(value) if not key.endswith("_exact")]
        assert [each for each in texts if re.fullmatch(r".*: -?\d+(\.\d+)?", each)] == [], name


def _texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts in a document, each with the name of the field that it is in."""
    if isinstance(value, str):
        yield key, value
    for name, each in value.items() if isinstance(value, dict) else ():
        yield from _texts(each, name)
    for each in value if isinstance(value, list) else ():
        yield from _texts(each, key)


@pytest.mark.slow
def test_its_schema_says_so_to_others(document: tuple[str, str]) -> None:
    name, text = document
    if text.startswith("{\n"):
        fastjsonschema.validate(schema_of(SCHEMAS[name]), json.loads(text))
        return
    for part, lines in (("head", text.splitlines()[:1]), ("line", text.splitlines()[1:])):
        schema = {"$ref": f"#/$defs/{part}", "$defs": schema_of(SCHEMAS[name])["$defs"]}
        valid = fastjsonschema.compile(schema)
        for line in lines:
            valid(json.loads(line))


@given(st.data())
def test_without_a_member_or_with_one_more_it_is_not(
    document: tuple[str, str], data: st.DataObject
) -> None:
    _, text = document
    parts = [each for record in records_of(text) for each in records_in(record)]
    record = data.draw(st.sampled_from(parts))
    members: dict[str, Any] = to_builtins(record)
    way = data.draw(st.sampled_from([*required(type(record)), ""]))
    if way:
        del members[way]
    else:
        members["surplus"] = None
    with pytest.raises(ValidationError):
        convert(members, type(record))


def required(kind: type[Struct]) -> list[str]:
    """The members that an object of that kind cannot be without."""
    return [each.encode_name for each in fields(kind) if each.required]


def test_each_schema_is_shown() -> None:
    assert {shown.schema for shown in DOCUMENTS.values()} == SCHEMAS.keys()


def test_every_document_has_a_schema_and_every_schema_is_of_one() -> None:
    of_kinds = {part_of(kind, "data").DOCUMENT for kind in KINDS}
    known = {PLANDIFF, ndjson.DOCUMENT, problem.DOCUMENT, *of_kinds}
    assert {name_of(each) for each in known} == SCHEMAS.keys()
