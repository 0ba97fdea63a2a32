"""Files that git could not merge, read as one version of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.conflict_markers import CONFLICT, our_version_in_place, versions
from plancore.notation.plans.reader import read_plan
from plancore.report.domain.review import review_domains
from plancore.rules.check import errors_in
from plancore.snapshot import FileSnapshot, one_version, read_definitions, read_steps
from support.examples import DELIVERY

REFERENCE = (DELIVERY / "reference.pddl").read_text()
_LINES = REFERENCE.splitlines(keepends=True)
_AT = next(at for at, line in enumerate(_LINES) if "(available ?a)" in line and "and" not in line)
_OTHER = ("      (extra ?a)\n", _LINES[_AT])
_OPENING = "<<<<<<< HEAD\n", _LINES[_AT], "||||||| base\n", "      (old ?a)\n"
_CLOSING = "=======\n", *_OTHER, ">>>>>>> topic\n"
UNMERGED = "".join((*_LINES[:_AT], *_OPENING, *_CLOSING, *_LINES[_AT + 1 :]))
PLAN = "(go a)\n<<<<<<< HEAD\n(go b)\n=======\n(go c)\n(go)\n>>>>>>> topic\n(go d)\n"


def test_our_version_is_read_where_it_stands() -> None:
    file = read_definitions(UNMERGED, "d.pddl")
    reference = FileSnapshot.of(REFERENCE, "reference.pddl")
    assert file.domain == reference.domain
    assert file.text == UNMERGED
    assert file.domain is not None
    for action in file.domain.actions:
        assert action.name_node is not None
        assert UNMERGED[slice(*file.span(action.name_node.place))].lower() == action.name


def test_that_a_version_was_compared_is_an_error_of_the_file() -> None:
    (error,) = errors_in(read_definitions(UNMERGED, "d.pddl"))
    assert (error.code, UNMERGED[slice(*error.span)]) == (CONFLICT, "<<<<<<< HEAD")
    message = "merge conflict between `HEAD` and `topic`: only the version from `HEAD` is read"
    assert error.message == message


def test_what_is_wrong_with_our_version_is_told_too() -> None:
    broken = UNMERGED.replace("(connected ?from ?to)\n", "(connected ?from ?nowhere)\n")
    errors = errors_in(read_definitions(broken, "d.pddl"))
    assert len(errors) > 1
    assert {CONFLICT, "undeclared-variable"} <= {error.code for error in errors}


def test_neither_markers_nor_the_other_version_are_compared() -> None:
    reference = FileSnapshot.of(REFERENCE, "reference.pddl")
    file = read_definitions(UNMERGED, "d.pddl")
    for review in (review_domains(file, reference), review_domains(reference, file)):
        assert review.is_same
        assert review.has_errors
        assert not review.is_torn


def test_a_file_that_was_read_as_it_stands() -> None:
    file = FileSnapshot.of(UNMERGED, "d.pddl")
    assert one_version(file).domain == FileSnapshot.of(REFERENCE).domain
    merged = FileSnapshot.of(REFERENCE)
    assert one_version(merged) is merged


def test_a_file_that_is_merged_is_read_as_ever() -> None:
    assert type(read_definitions(REFERENCE, "d.pddl")) is FileSnapshot
    assert read_steps("(go a)\n") == read_plan("(go a)\n")


def test_the_steps_of_our_version() -> None:
    plan, findings = read_steps(PLAN)
    assert [PLAN[slice(*step.span)] for step in plan.steps] == ["(go a)", "(go b)", "(go d)"]
    (finding,) = findings
    assert (finding.code, PLAN[slice(*finding.span)]) == (CONFLICT, "<<<<<<< HEAD")
    assert finding.message.endswith("only the version from `HEAD` is read")


@given(
    st.lists(
        st.sampled_from(("<<<<<<< a", "||||||| b", "=======", ">>>>>>> c", "(p)", "x\u2028y", "")),
        max_size=14,
    ),
    st.sampled_from(("\n", "\r\n")),
)
def test_blanks_stand_for_what_is_not_read(lines: list[str], line_end: str) -> None:
    text = "".join(line + line_end for line in lines)
    read = our_version_in_place(text)
    assert len(read) == len(text)
    assert read.split() == versions(text)[0].split()
    kept = [(at, character) for at, character in enumerate(read) if not character.isspace()]
    assert all(text[at] == character for at, character in kept)
    assert read.count("\n") == text.count("\n")
