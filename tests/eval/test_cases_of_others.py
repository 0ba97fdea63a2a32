"""Small inputs of other people, each with what is right for it: findings, verdicts of plans,
comparisons, and how files are formatted."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from plandiff.cli import main as plandiff
from planeval.cli import main
from planlsp.cli import main as planlsp
from support.material import material

VALID = """
01-name-leading-digit 02-keyword-variables 11-missing-parts-of-actions 18-wrong-domain-name
23-timeless-and-length 29-function-without-parentheses 30-number-notations 65-at-start-and
69-total-time-metric 94-ma-pddl 96-case 97-interior-dash-types 104-llm-answers
60-conditional-toggle W1-cond W1-effect W1-goal W1-init W1-totalcost-effect W2-classical
W2-preference W2-reach W2-same-time W3-decimal W3-div3 W3-div7-2 W3-exactness W3-fraction
W14-inside-or2 W14-when-inside
""".split()  # noqa: SIM905 - a list of quoted words reads worse
INVALID = ["62-til-after-last-step", "W2-undo", "W14-inside-or", "W14-when-timed"]
UNDECIDED = """
21-oneof-in-and 24-vars-in-action 28-derived-in-effects W13-at-in-action W13-at-spelling
W13-atstart-or W13-cond-in-action W13-dur-number W13-dur-strict W13-hash-in-action W13-noat-cond
W13-nodur W13-over-in-effect W13b-at-in-action W13b-atstart-or W13b-imply W13b-nodur
W13b-precond-plain W13b-prefs W14-imply W14-not W14-or-false W14-or-over W14-or-true
W4-durative W4-effect W4-init
""".split()  # noqa: SIM905 - as above
NOT_VALID = {
    "50-plan-notations/happenings.plan": "malformed",
    # The names of a step are joined by `_`, and no text says where one ends: it is not guessed.
    "51-plan-notations-2/graphplan.plan": "malformed",
}
"""Among plans that are valid otherwise."""


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        *((case, "valid") for case in (*VALID, "50-plan-notations", "51-plan-notations-2")),
        *((case, "invalid") for case in INVALID),
        *((case, "undecided") for case in UNDECIDED),
    ],
)
def test_plans_have_the_right_verdict(
    case: str, wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = material("cases", "wildlang", case)
    plans = [p for p in sorted(folder.glob("*.plan")) if p.name != "empty.plan"]
    texts = [folder / "domain.pddl", folder / "problem.pddl", *plans]
    main(["validate", *map(str, texts), "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    verdicts = [plan["verdict"] for plan in data["plans"]]
    expected = [NOT_VALID.get(f"{case}/{plan.name}", wanted) for plan in plans]
    assert verdicts == expected


TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""What is right, by what is asked; comments there say why."""
_OF_SHORT_INPUTS = {
    *("missing-setting", "not-executed", "rounded-duration", "skipped-text"),
    *(f"unused-{what}" for what in ("constant", "function", "object", "parameter")),
    *("unused-predicate", "unused-type"),
}
_FOLDERS = ("wild3", "wildlang", "editors", "wildlearned")


def _checked(
    case: str, capsys: pytest.CaptureFixture[str], *options: str
) -> dict[str, list[tuple[str, str]]]:
    """The code and the message of each finding of `planlsp check` in a folder, by file."""
    folder = material("cases", case)
    planlsp(["check", str(folder), "--format", "json", *options])
    found: dict[str, list[tuple[str, str]]] = {}
    for each in json.loads(capsys.readouterr().out)["findings"]:
        name = Path(each["file"]).relative_to(folder).as_posix()
        found.setdefault(name, []).append((each["code"], each["message"]))
    return found


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize("case", TABLE["check"])
def test_files_have_the_right_findings(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = _checked(case, capsys)
    codes = {
        name: Counter(code for code, _ in findings if code not in _OF_SHORT_INPUTS)
        for name, findings in found.items()
    }
    wanted: dict[str, Counter[str]] = {}
    for name, text in TABLE["check"][case].items():
        counts = (word.partition("*") for word in text.split())
        wanted[name] = Counter({code: int(count or 1) for code, _, count in counts})
    assert {name: count for name, count in codes.items() if count} == wanted
    for name, findings in found.items():
        said = "\n".join(message for _, message in findings)
        words = TABLE["words"].get(f"{case}/{name}", ())
        assert [word for word in words if word not in said] == []


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
def test_encodings_are_read_or_named(capsys: pytest.CaptureFixture[str]) -> None:
    folder = material("cases", "wildlang", "32-encodings")
    assert planlsp(["check", str(folder), "--format", "json"]) == 2
    said = capsys.readouterr()
    data = json.loads(said.out)
    read = [Path(each["path"]).name for each in data["files"]]
    assert read == [path.name for path in sorted(folder.glob("*.pddl")) if path.stem != "nul"]
    assert [found["range"]["start"] for found in data["findings"]] == [{"line": 0, "character": 60}]
    assert said.err.splitlines() == [
        f"planlsp: error: cannot read {folder / 'nul.pddl'}: not a text file",
        "planlsp: passed over, as it has no definitions or certain steps: "
        f"{folder / 'EXPECTED.txt'}",
    ]


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
def test_no_folder_is_left_out() -> None:
    """Four kinds of inputs are not for `planlsp check`."""
    of_others = {
        *("align-at-lost", "align-same-name-other-arity", "align-same-name-worse"),
        *("missing-counts-as-perfect", "problem-almost-renamed", "prose-runs"),
    }
    for kind in _FOLDERS:
        for folder in material("cases", kind).iterdir():
            if folder.name not in of_others:
                assert f"{kind}/{folder.name}" in TABLE["check"]
    named = {name.rpartition("/")[0] for name in TABLE["words"]}
    assert named <= TABLE["check"].keys()


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize("case", TABLE["portability"])
def test_what_other_tools_reject_is_said_on_request(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _checked(case, capsys, "--select", "portability")
    notes = [message for each in found.values() for _, message in each]
    assert sum(note.startswith("VAL rejects") for note in notes) == TABLE["portability"][case]


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize("case", TABLE["verdicts"])
def test_plans_of_a_folder_have_different_verdicts(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = material("cases", case)
    wanted = TABLE["verdicts"][case]
    models = [str(next(folder.glob(f"{name}.?ddl"))) for name in ("domain", "problem")]
    main(["validate", *models, *(str(folder / plan) for plan in wanted), "--format", "json"])
    plans = json.loads(capsys.readouterr().out)["plans"]
    assert {Path(plan["plan"]).name: plan["verdict"] for plan in plans} == wanted


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize("plan", TABLE["costs"])
def test_plans_have_the_right_cost(plan: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = material("cases", plan)
    models = [str(file.with_name(f"{name}.pddl")) for name in ("domain", "problem")]
    main(["validate", *models, str(file), "--format", "json"])
    (validated,) = json.loads(capsys.readouterr().out)["plans"]
    assert (validated["verdict"], validated["cost"]) == ("valid", TABLE["costs"][plan])


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize(
    "folder",
    [
        *(f"wild3/folder-layouts/{name}" for name in ("plan-prefix", "plan1-problem1")),
        *(f"wild3/folder-layouts/{name}" for name in ("plans-beside-problems", "src-below")),
        "wild3/folder-layouts",
        "wildlang/76-vscode-plan-headers",
    ],
)
def test_plans_find_their_problem(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(material("cases", folder)), "--format", "json"]) == 0
    plans = json.loads(capsys.readouterr().out)["plans"]
    assert plans
    assert {plan["verdict"] for plan in plans} == {"valid"}


PAIRS = [
    *("P-bare-function", "P-bound-name", "P-demorgan", "P-double-not", "P-empty"),
    *("P-forall-merge", "P-gt-lt", "P-nested-and", "P-sum-order"),
]


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize("pair", PAIRS)
def test_two_writings_of_one_meaning_are_the_same(
    pair: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(material("cases", "wildlang", pair, f"{name}.pddl")) for name in "ab"]
    assert plandiff([*files, "--brief"]) == 0
    assert capsys.readouterr().out.startswith("same ")


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize(
    ("plan", "note"),
    [
        ("ff", "`(reach-goal)` is added by planners"),
        ("multi", "2 plans in this text: the last one is read"),
        ("panda", "not part of the plan: refinement of a task"),
    ],
)
def test_what_is_no_step_is_not_compared(
    plan: str, note: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = material("cases", "wildlang", "P-plans")
    plandiff([str(folder / f"{plan}.plan"), str(folder / "ref.plan"), "--format", "json"])
    said = capsys.readouterr()
    data = json.loads(said.out)
    assert [data[side]["steps"] for side in ("learned", "reference")] == [2, 2]
    assert data["metrics"]["planning_lcs"]["value"] == 1
    assert note in said.out + said.err


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize(
    ("case", "of_one_indentation"),
    [
        ("77-folding-marks", [(";;(facts", "(p)", ";;)", "(q)")]),
        (
            "105-format-comments-in-lists",
            [("truck", "plane", "vehicle"), ("depot", "hub"), ("t1", "t2", "t3", "p1")],
        ),
        ("106-format-long", [("(connected-by-road ?location-one", "(not (visited-already")]),
    ],
)
def test_files_are_formatted_as_a_person_would(
    case: str, of_one_indentation: list[tuple[str, ...]], tmp_path: Path
) -> None:
    lines: list[str] = []
    for file in sorted(material("cases", "wildlang", case).glob("*.pddl")):
        text = file.read_text("utf-8")
        copy = tmp_path / file.name
        copy.write_text(text, "utf-8")
        assert planlsp(["format", str(copy)]) == 0
        lines += copy.read_text("utf-8").splitlines()
        assert "".join(copy.read_text("utf-8").split()) == "".join(text.split())
        assert planlsp(["format", "--check", str(copy)]) == 0
    assert max(map(len, lines)) <= 100
    for starts in of_one_indentation:
        found = [next(n for n in lines if n.lstrip().startswith(start)) for start in starts]
        assert len({len(line) - len(line.lstrip()) for line in found}) == 1
