"""`planeval align` on files."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.stated.document import mapping_text, read_mapping
from planeval.cli import main
from planeval.domain.asking import ask
from support import kitchen
from support.command import Done, run_command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The two kitchens, and what a person states of them."""
    for name, text in (
        ("learned.pddl", kitchen.LEARNED),
        ("reference.pddl", kitchen.REFERENCE),
        ("mapping.json", kitchen.MAPPING),
        ("learned-p.pddl", kitchen.LEARNED_PROBLEM),
        ("reference-p.pddl", kitchen.REFERENCE_PROBLEM),
        ("learned.plan", kitchen.LEARNED_PLAN),
        ("reference.plan", kitchen.REFERENCE_PLAN),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def align(folder: Path, *options: str | Path) -> Done:
    return run_command(main, "align", "learned.pddl", "reference.pddl", *options, cwd=folder)


def test_problems_of_one_task_are_evidence(folder: Path) -> None:
    problems = ("--problem", "learned-p.pddl", "--reference-problem", "reference-p.pddl")
    data = json.loads(align(folder, *problems, "--format", "json").stdout)
    told = {
        pair["learned"] for pair in data["predicates"] if "initial fact" in pair["evidence"][-1]
    }
    assert "has-dish" in told
    assert data["behaviour"] == {"learned": None, "reference": None}


PLANS = ("--plans", "learned.plan", "--reference-plans", "reference.plan")
PROBLEMS = ("--problem", "learned-p.pddl", "--reference-problem", "reference-p.pddl")


@pytest.mark.parametrize(
    ("options", "problems", "plans"),
    [
        ((), ["learned-p.pddl"], []),
        (PROBLEMS, ["learned-p.pddl"], []),
        ((*PROBLEMS, *PLANS), ["learned-p.pddl"], ["learned.plan"]),
        (("--no-evidence",), [], []),
        (("--no-evidence", *PROBLEMS, *PLANS), [], []),
    ],
)
def test_the_report_says_what_serves_as_evidence(
    folder: Path, options: tuple[str, ...], problems: list[str], plans: list[str]
) -> None:
    done = align(folder, *options, "--format", "json")
    data = json.loads(done.stdout)
    named = data["evidence"]
    assert [files["learned"] for files in named.get("problems", [])] == problems
    assert [files["learned"] for files in named.get("plans", [])] == plans
    told = " ".join(note["message"] for note in data["notes"])
    assert all(file in told for file in (*problems, *plans))
    assert ("evidence" in told) is bool(problems)
    (walk,) = (pair for pair in data["actions"] if pair["reference"] == "walk")
    assert any("plan step similarity" in text for text in walk["evidence"]) is bool(plans)


def rows(done: Done) -> list[str]:
    return [" ".join(line.split()) for line in done.stdout.splitlines()]


def test_the_document_has_the_lists_of_a_mapping_and_what_is_left_over(folder: Path) -> None:
    done = align(folder, "--format", "json")
    data = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (data["format"], data["version"]) == ("planeval align", 1)
    assert data["learned"] == {"file": "learned.pddl", "name": "cooking"}
    (walk,) = [pair for pair in data["actions"] if pair["reference"] == "walk"]
    assert (walk["learned"], walk["parameters"]) == ("go", {"?to": "?to", "?from": "?from"})
    assert 0 < walk["confidence"] < 1
    assert walk["evidence"]
    maps = {pair["learned"]: pair["arguments"] for pair in data["predicates"]}
    assert (maps["is-in"], maps["has-dish"]) == ([None, 0], [1, 0])
    (room,) = data["types_as_predicates"]
    assert (room["side"], room["predicate"], room["type"]) == ("learned", "room", "room")
    paired = {pair["reference"] for pair in data["actions"]}
    left = data["without_counterpart"]["reference"]["actions"]
    assert sorted((*paired, *left)) == ["take", "walk", "wash"]
    assert data["covered"]["actions"] == {"covered": len(paired), "of": 3}


def test_the_text_shows_arguments_where_they_are_not_one_for_one(folder: Path) -> None:
    done = align(folder, "--mapping", "mapping.json")
    text = rows(done)
    assert text[1].startswith(
        "note: name mapping evidence, found next to the domains: problems learned-p"
    )
    assert (
        text[3]
        == "9 matches; covered in the reference: 3 of 3 actions, 4 of 4 predicates, 2 of 2 types"
    )
    for row in (
        "(go ?c ?to ?from) (walk ?from ?to) 1.00 stated",
        "is-held holding 1.00 stated",
        "(has-dish ?p ?d) (dish-in ?d ?p) 1.00 stated",
        "clean not dirty 1.00 stated",
        "(room ?x) ?x - room 1.00 stated",
    ):
        assert row in text
    assert text[-2:] == ["without a match in the reference domain", "types cook, place"]


def test_arguments_without_counterpart_are_shown_on_the_side_that_has_them(folder: Path) -> None:
    done = run_command(main, "align", "reference.pddl", "learned.pddl", cwd=folder)
    assert any(row.startswith("(cook-in ?r) (is-in _ ?r) ") for row in rows(done))


def test_uncertain_pairs_are_marked(folder: Path) -> None:
    (folder / "mapping.json").write_text(
        '{"actions": [{"learned": "go", "reference": "walk", "confidence": 0.3}]}', encoding="utf-8"
    )
    done = align(folder, "--mapping", "mapping.json")
    assert any(
        row.startswith("? (go ?c ?to ?from) (walk ?from ?to) 0.30 stated") for row in rows(done)
    )
    assert ", 2 uncertain (?);" in done.stdout


def test_what_is_saved_is_what_is_said_and_can_be_used(folder: Path) -> None:
    said = json.loads(align(folder, "--save-mapping", "saved.json", "--format", "json").stdout)
    saved = json.loads((folder / "saved.json").read_text(encoding="utf-8"))
    assert {key: said[key] for key in saved} == saved
    again = json.loads(align(folder, "--mapping", "saved.json", "--format", "json").stdout)
    assert again == said


def test_a_document_that_was_printed_is_a_mapping(folder: Path) -> None:
    printed = align(folder, "--mapping", "mapping.json", "--format", "json").stdout
    (folder / "printed.json").write_text(printed, encoding="utf-8")
    again = align(folder, "--mapping", "printed.json", "--format", "json")
    assert again.stdout == printed


def test_names_that_no_file_has_are_remarked_on(folder: Path) -> None:
    (folder / "names.toml").write_text('actions.fly = "walk"\n', encoding="utf-8")
    done = align(folder, "--mapping", "names.toml", "--save-mapping", "saved.json")
    assert done.returncode == 0
    assert "note: mapping: no action `fly` in the learned domain" in done.stdout.splitlines()
    saved = json.loads((folder / "saved.json").read_text(encoding="utf-8"))
    assert saved["actions"][-1]["learned"] == "fly"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"actions": [{"learned": 1}]}', "`actions[0].learned`: expected a name, found 1"),
        ('{"types": [{}, {}]}', "`types[0]`: `learned` is missing (and 1 more)"),
        ("\x00", "not a text file"),
        ("actions", "expected"),
    ],
)  # fmt: skip
def test_a_mapping_that_cannot_be_read_is_one_line(folder: Path, text: str, message: str) -> None:
    (folder / "mapping.json").write_text(text, encoding="utf-8")
    done = align(folder, "--mapping", "mapping.json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "mapping.json" in done.stderr
    assert message.lower() in done.stderr.lower()


def test_nothing_is_written_where_that_fails(folder: Path) -> None:
    done = align(folder, "--save-mapping", "nowhere/saved.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write nowhere/saved.json: no such directory" in done.stderr


def test_syntax_errors_are_notes_and_trouble_where_asked(folder: Path) -> None:
    broken = kitchen.LEARNED.replace(
        "(and (is-held ?d) (not (clean ?d)))", "(and (is-held ?d) (not (clean ?d))"
    )
    (folder / "learned.pddl").write_text(broken, encoding="utf-8")
    assert align(folder).returncode == 0
    strict = align(folder, "--strict")
    assert strict.returncode == 2
    assert any(line.startswith("error: learned.pddl:") for line in strict.stdout.splitlines())


def test_nothing_corresponds_to_an_empty_domain(folder: Path) -> None:
    (folder / "learned.pddl").write_text("(define (domain none))", encoding="utf-8")
    done = align(folder)
    assert done.returncode == 1
    assert rows(done)[1] == (
        "0 matches; covered in the reference: 0 of 3 actions, 0 of 4 predicates, 0 of 2 types"
    )


@pytest.mark.parametrize("file", ["none.pddl", "mapping.json"])
def test_a_file_without_a_domain_is_trouble(folder: Path, file: str) -> None:
    done = run_command(main, "align", "learned.pddl", file, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


BOTH_WAYS = (
    "--plans", "learned.plan", "--problem", "learned-p.pddl",
    "--reference-plans", "reference.plan", "--reference-problem", "reference-p.pddl",
)  # fmt: skip


def test_plans_are_executed_both_ways(folder: Path) -> None:
    done = align(folder, "--mapping", "mapping.json", *BOTH_WAYS, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    behaviour = json.loads(done.stdout)["behaviour"]
    for side in ("learned", "reference"):
        assert (behaviour[side]["valid"], behaviour[side]["stay_valid"]) == (1, 1)
    (plan,) = behaviour["learned"]["plans"]
    assert plan == {
        "plan": "learned.plan",
        "steps": 3,
        "own_verdict": "valid",
        "own_reason": None,
        "stays_valid": True,
        "other_verdict": "valid",
        "stops_at": None,
        "reason": None,
        "translated": ["(walk hall kitchen)", "(take plate kitchen)", "(wash plate)"],
        "choices": [],
    }


def test_a_problem_is_translated_and_what_of_it_is_not_is_said(folder: Path) -> None:
    done = align(
        folder, "--mapping", "mapping.json", "--reference-plans", "reference.plan",
        "--reference-problem", "reference-p.pddl",
    )  # fmt: skip
    assert done.stdout.splitlines()[-4:] == [
        "plans of the reference domain, executed in the learned domain",
        "  still valid in the learned domain: 1 of 1 valid plan",
        "  note: dinner, for the learned domain: object `the-cook` is added: "
        "no other object of type cook",
        "  reference.plan: valid (3 steps)",
    ]


def test_plans_may_stand_in_a_list_of_cases(folder: Path) -> None:
    (folder / "cases").write_text("learned.pddl learned-p.pddl learned.plan\n", encoding="utf-8")
    done = align(folder, "--mapping", "mapping.json", "--plans", "cases")
    assert done.stdout.splitlines()[-1] == "  learned.plan: valid (3 steps)"


def test_where_a_plan_stops_is_said_with_the_reason(folder: Path) -> None:
    (folder / "mapping.json").write_text(
        kitchen.MAPPING.replace('"rinse"', '"shine"'), encoding="utf-8"
    )
    (folder / "learned.pddl").write_text(kitchen.UNLIKE, encoding="utf-8")
    (folder / "short.plan").write_text("(go ann kitchen hall)", encoding="utf-8")
    done = align(
        folder, "--mapping", "mapping.json", "--plans", "learned.plan", "short.plan",
        "--problem", "learned-p.pddl",
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert "  still valid in the reference domain: 0 of 1 valid plan" in lines
    assert "  learned.plan: fails at step 3 of 3: (rinse ann plate) has no counterpart" in lines
    assert "  short.plan: not counted, invalid in its own domain: goal not reached" in done.stdout


def test_a_plan_that_cannot_be_read_costs_only_itself(folder: Path) -> None:
    (folder / "no.plan").write_text("I cannot do that.", encoding="utf-8")
    done = align(
        folder, "--mapping", "mapping.json", "--plans", "no.plan", "learned.plan",
        "--problem", "learned-p.pddl",
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("planeval: error: no.plan: 1:1: ")
    assert done.stdout.splitlines()[-1] == "  learned.plan: valid (3 steps)"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--problem", "learned-p.pddl"), "problems need plans"),
        (("--plans", "learned.plan", "none.plan"), "no problem found for none.plan"),
        (("--plans", "none.plan", "--problem", "learned-p.pddl"), "no such file"),
    ],
)
def test_plans_without_what_they_need_are_trouble(
    folder: Path, options: tuple[str, ...], message: str
) -> None:
    done = align(folder, *options)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_steps_that_may_mean_several_things_are_shown(folder: Path) -> None:
    two = kitchen.LEARNED_PROBLEM.replace("ann - cook", "ann bob - cook")
    two = two.replace("(is-in ann hall)", "(is-in ann hall) (is-in bob hall)")
    (folder / "learned-p.pddl").write_text(two, encoding="utf-8")
    walks = "(walk hall kitchen)\n(walk kitchen hall)\n" * 3
    (folder / "reference.plan").write_text(walks + kitchen.REFERENCE_PLAN, encoding="utf-8")
    done = align(
        folder, "--mapping", "mapping.json", "--reference-plans", "reference.plan",
        "--reference-problem", "reference-p.pddl", "--problem", "learned-p.pddl",
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert "  reference.plan: valid (9 steps)" in lines
    assert "    step 1: 2 candidates apply, (go ann kitchen hall) is used" in lines


def test_a_prompt_has_both_domains_and_reads_its_own_example(folder: Path) -> None:
    done = align(folder, "--prompt")
    assert (done.returncode, done.stderr) == (0, "")
    assert kitchen.LEARNED.strip() in done.stdout
    assert kitchen.REFERENCE.strip() in done.stdout
    (folder / "answer.txt").write_text(done.stdout, encoding="utf-8")
    used = align(folder, "--mapping", "answer.txt")
    assert "note: mapping:" in used.stdout
    assert any(row.startswith("(go ?c ?to ?from) (walk ?from ?to) 0.90") for row in rows(used))


def test_a_domain_with_fences_does_not_end_its_block(folder: Path) -> None:
    text = "; ```\n; Answer with {}.\n" + kitchen.LEARNED
    (folder / "learned.pddl").write_text(text, encoding="utf-8")
    assert f"````pddl\n{text.strip()}\n````\n" in align(folder, "--prompt").stdout


def test_an_answer_of_a_language_model_is_a_mapping(folder: Path) -> None:
    answer = """Here it is:
```json
{
  "actions": [
    {"learned": "go", "reference": "walk"}, // surely
    {"learned": "go", "reference": "take"},
    {"learned": "fly", "reference": "walk", "cover": true},
  ]
}
```
I left out `rinse`."""
    (folder / "answer.md").write_text(answer, encoding="utf-8")
    text = align(folder, "--mapping", "answer.md").stdout.splitlines()
    assert text[1:3] == [
        "note: mapping:6:5: `actions[1]`: `go` or `take` has another match; use `cover`; ignored",
        "note: mapping:7:5: no action `fly` in the learned domain",
    ]


def asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answers: str, *options: str | Path
) -> Done:
    stdin = io.TextIOWrapper(io.BytesIO(answers.encode()), "utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    return align(folder, "--no-evidence", "--ask", *options)


def saved_mapping(folder: Path, name: str = "mine.json") -> Any:
    return json.loads((folder / name).read_text(encoding="utf-8"))


SAVE = ("--save-mapping", "mine.json")


def test_questions_are_answered_and_the_mapping_is_saved(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "stated.json").write_text(
        """{"actions": [{"learned": "go", "reference": "walk", "confidence": 0.2}]}""", "utf-8"
    )
    done = asked(folder, monkeypatch, "yes\nq\n", "--mapping", "stated.json", *SAVE)
    assert done.returncode == 0
    question, *shown = done.stderr.splitlines()[1:5]
    assert question.startswith("question 1 (")
    assert shown == [
        "  action (go ?c ?to ?from) = (walk ?from ?to)",
        "    confidence 0.20: stated",
        "yes, no, another reference name, skip, quit [y/n/NAME/s/q]: yes",
    ]
    assert done.stderr.endswith("planeval: mapping written to mine.json\n")
    assert any(row.startswith("(go ?c ?to ?from) (walk ?from ?to) 1.00") for row in rows(done))
    assert saved_mapping(folder)["actions"][0]["confidence"] == 1.0


@pytest.mark.parametrize(
    ("answer", "reference", "refused"),
    [
        ("n", None, True),
        ("take", "take", True),
        ("=take", "take", True),
        ("walk", "walk", False),
        ("s", "walk", False),
        ("", "walk", False),
        ("tke\nx y\n\x1b[2J\ny", "walk", False),
    ],
)
def test_each_answer_means_what_it_says(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    reference: str | None,
    refused: bool,
) -> None:
    (folder / "stated.json").write_text(
        """{"actions": [{"learned": "go", "reference": "walk", "confidence": 0.2}]}""", "utf-8"
    )
    done = asked(folder, monkeypatch, f"{answer}\nq\n", "--mapping", "stated.json", *SAVE)
    saved = saved_mapping(folder)
    partners = [pair["reference"] for pair in saved["actions"] if pair["learned"] == "go"]
    assert partners[:1] == ([] if reference is None else [reference])
    refusal = {"kind": "actions", "learned": "go", "reference": "walk"}
    assert (refusal in saved["refusals"]) is refused
    assert "\x1b" not in done.stderr
    assert ("did you mean `take`?" in done.stderr) is answer.startswith("tke")


def test_the_mapping_of_the_answers_replaces_no_file_unasked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = asked(folder, monkeypatch, "q\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "planeval: error: mapping.json exists; name the file of the mapping with --save-mapping\n"
    )
    (folder / "mapping.json").unlink()
    assert "written to mapping.json" in asked(folder, monkeypatch, "q\n").stderr
    assert saved_mapping(folder, "mapping.json")["format"] == "planeval align"


@pytest.mark.parametrize("options", [("--save-mapping", "none/m.json"), ("--plans", "-", *SAVE)])
def test_what_cannot_be_answered_or_saved_is_not_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    done = asked(folder, monkeypatch, "y\n" * 50, *options)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


ANSWERS = st.lists(
    st.sampled_from(
        ["y", "n", "s", "q", "", "walk", "dirty", "not dirty", "=take", "room", "?", "∀"]
    )
)


@pytest.mark.slow
@given(ANSWERS)
def test_whatever_is_answered_ends_in_a_mapping_that_can_be_read(answers: list[str]) -> None:
    ours, theirs = kitchen.domain(kitchen.LEARNED), kitchen.domain(kitchen.REFERENCE)
    shown: list[str] = []
    lines = io.StringIO("\n".join(answers))
    stated = ask(ours, theirs, answers=lines, show=shown.append)
    text = mapping_text(stated)
    assert read_mapping(text, ours, theirs) == (read_mapping(text, ours, theirs)[0], [])
    assert sum("question" in text for text in shown) <= len(answers) + 1


def test_nothing_is_written_when_the_dialogue_is_interrupted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        def readline(self) -> str:
            raise KeyboardInterrupt

    (folder / "stated.json").write_text(
        """{"actions": [{"learned": "go", "reference": "walk", "confidence": 0.2}]}""", "utf-8"
    )
    monkeypatch.setattr(sys, "stdin", Interrupted())
    done = align(folder, "--ask", "--mapping", "stated.json", *SAVE)
    assert done.returncode == 130
    assert not (folder / "mine.json").exists()


def test_a_plan_may_come_from_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(kitchen.LEARNED_PLAN.encode()), "utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    done = align(folder, "--mapping", "mapping.json", "--plans", "-", "--problem", "learned-p.pddl")
    assert done.stdout.splitlines()[-1] == "  -: valid (3 steps)"
