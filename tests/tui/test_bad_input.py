"""Whatever is given: one line on standard error and status 2, or a report with a position."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report.registry import REVIEWS, formats_of
from support.examples import DELIVERY
from support.plandiff_run import plandiff

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"

BAD: list[tuple[str, bytes | None, str]] = [
    ("missing", None, "cannot read bad: no such file"),
    ("empty", b"", "bad: the file is empty"),
    ("blank", b" \n\t\n", "bad: the file is empty"),
    ("binary", b"\x7fELF\x02\x01\x00\x00", "cannot read bad: not a text file"),
    ("zeros", b"(define\x00", "cannot read bad: not a text file"),
    ("pdf", b"%PDF-1.7\n%\xe2\xe3", "cannot read bad: not a text file"),
    ("only-define", b"(define", "bad:1:"),
    ("other-lisp", b"(define (square x) (* x x))", "bad:1:1: neither a domain nor a problem"),
    ("a-problem", b"(define (problem p) (:domain d))", "cannot compare bad (a problem) with"),
    ("a-plan", b"(a)\n", "cannot compare bad (a plan) with"),
]


@pytest.mark.parametrize(("content", "message"), [row[1:] for row in BAD], ids=[r[0] for r in BAD])
@pytest.mark.viewer_behaviour(1)
def test_one_line_and_status_two(tmp_path: Path, content: bytes | None, message: str) -> None:
    (tmp_path / "good.pddl").write_text(DOMAIN)
    if content is not None:
        (tmp_path / "bad").write_bytes(content)
    for files in (("bad", "good.pddl"), ("good.pddl", "bad")):
        run = plandiff(*files, folder=tmp_path)
        assert run.status == 2
        assert run.out == ""
        assert run.err.startswith("plandiff: error: ")
        assert run.err.count("\n") == 1
        assert "Traceback" not in run.err
        if files[0] == "bad" or "cannot compare" not in message:
            assert message in run.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected two files, got 0; usage: plandiff LEARNED REFERENCE"),
        (("missing.pddl",), "cannot read missing.pddl: no such file"),
        (("a", "b", "c"), "expected two files, got 3"),
        (("-", "-"), "only one of the two files can be standard input"),
        (("/dev/null", "/dev/null"), "both empty"),
        (("--format", "xml", "a", "b"), "--format: unknown value `xml`; expected one of text"),
        (("--width", "3", "a", "b"), "'3' is not a number from 20 to 10000"),
        (("--width", "9" * 5000, "a", "b"), "is not a number from 20 to 10000"),
        (("--nonsense", "a", "b"), "unknown option `--nonsense`"),
        (("--label", "a", "--label", "b", "--label", "c", "a", "b"), "--label is given 3 times"),
        (("new\nline", "learned.pddl"), "cannot read new␊line: no such file"),
        (("\x1b[31m", "learned.pddl"), "cannot read ␛[31m: no such file"),
    ],
)
def test_a_wrong_command_line(arguments: tuple[str, ...], message: str) -> None:
    run = plandiff(*arguments)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert run.err.count("\n") == 1
    assert "\x1b" not in run.err


@pytest.mark.parametrize(
    ("variable", "value"),
    [("FORMAT", "xml"), ("COLOR", "red"), ("WIDTH", "wide"), ("EXIT_ZERO", "perhaps")],
)
def test_a_wrong_variable_is_named(variable: str, value: str) -> None:
    run = plandiff("learned.pddl", "reference.pddl", env={f"PLANDIFF_{variable}": value})
    assert run.status == 2
    assert run.err.startswith(f"plandiff: error: PLANDIFF_{variable}")


HOSTILE = [
    "[@click=app.quit]",
    "[/",
    "[bold",
    "\x1b]52;c;aGk=\x07",
    "\x1b[2J",
    "\u202egnp.exe",
    "\u200b",
    "中文",
    "a\x08b",
]


@pytest.mark.parametrize("word", HOSTILE, ids=ascii)
def test_words_that_terminals_obey_are_shown(tmp_path: Path, word: str) -> None:
    (tmp_path / "one.plan").write_text(f"(move {word} b)\n(stay)\n")
    (tmp_path / "other.plan").write_text("(move a b)\n(stay)\n")
    run = plandiff("one.plan", "other.plan", folder=tmp_path)
    assert run.status in (1, 2)
    assert all(character.isprintable() or character == "\n" for character in run.out + run.err)


@pytest.mark.parametrize("name", [name for name in formats_of(*REVIEWS) if name != "unified"])
def test_no_format_hands_them_on(name: str, tmp_path: Path) -> None:
    words = " ".join(HOSTILE)
    (tmp_path / "one.plan").write_text(f"(move {words} b)\n(stay)\n")
    (tmp_path / "other.plan").write_text("(move a b)\n(stay)\n")
    run = plandiff("--format", name, "one.plan", "other.plan", folder=tmp_path)
    assert all(character.isprintable() or character == "\n" for character in run.out + run.err)


@pytest.mark.slow
def test_a_hundred_thousand_open_parentheses(tmp_path: Path) -> None:
    deep = "(define (domain d) (:action a :parameters () :precondition " + "(not " * 100_000
    (tmp_path / "deep.pddl").write_text(deep)
    (tmp_path / "good.pddl").write_text(DOMAIN)
    run = plandiff("deep.pddl", "good.pddl", folder=tmp_path)
    assert run.status in (1, 2)
    assert "Traceback" not in run.err


@pytest.mark.parametrize("name", ["conflicted.pddl", "conflicted.plan"])
def test_an_unfinished_merge_is_never_the_same(name: str, tmp_path: Path) -> None:
    text = (DELIVERY / f"reference{name[10:]}").read_text()
    lines = text.splitlines(keepends=True)
    line = next(
        number for number, line in enumerate(lines) if "(pick-up " in line or "(at ?" in line
    )
    lines[line] = f"<<<<<<< HEAD\n{lines[line]}=======\n{lines[line]}>>>>>>> topic\n"
    (tmp_path / name).write_text("".join(lines))
    run = plandiff(name, name, folder=tmp_path)
    assert run.status == 2
    assert f"error: {name}:{line + 1}:1: merge conflict between `HEAD` and `topic`" in run.out
