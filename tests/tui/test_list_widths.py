"""How wide the list beside the rows is, and what of it gives way."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.examples import DELIVERY
from support.viewer import Viewer, viewer

CAUSE = "2 extra negative preconditions"
LITERAL = "(not (is-carried-by-courier ?x ?y))"


def listed(view: Viewer) -> list[str]:
    """The head of the list, and its lines."""
    actions = view.screen.actions
    assert actions is not None
    top, left, width = actions.region.y - 1, actions.region.x, actions.region.width
    return [line[left : left + width].rstrip() for line in view.lines()[top:]]


def write(folder: Path, learned: str, reference: str) -> tuple[Path, Path]:
    files = folder / "learned.pddl", folder / "reference.pddl"
    for file, precondition in zip(files, (learned, reference), strict=True):
        actions = "".join(
            f"(:action {name} :parameters (?x ?y) :precondition (and (p ?x) {precondition}))"
            for name in ("go", "stop")
        )
        predicates = "(:predicates (p ?x) (is-carried-by-courier ?x ?y))"
        file.write_text(f"(define (domain d) {predicates} {actions})")
    return files


async def test_names_go_on_below_while_all_of_them_are_in_the_window(tmp_path: Path) -> None:
    """What is cut in its middle says less than what is broken."""
    files = write(tmp_path, LITERAL, "")
    async with viewer(*files, size=(120, 30)) as view:
        await view.press("b", "b")  # as in the file
        at = next(at for at, text in enumerate(listed(view)) if "2 extra negative" in text)
        assert [line.strip(" ▸") for line in listed(view)[at : at + 2]] == [
            "∗ 2 extra negative",
            "preconditions",
        ]
        # From line to line, not from row to row.
        await view.press("tab", "G")
        assert listed(view)[at].startswith("▸")
        await view.press("up")
        assert listed(view)[at - 1].startswith("▸")


@pytest.mark.slow
async def test_a_cause_goes_on_below_though_the_list_is_longer_than_the_window(
    tmp_path: Path,
) -> None:
    files = write(tmp_path, LITERAL, "")
    async with viewer(*files, size=(120, 9)) as view:
        actions = view.screen.actions
        assert actions is not None
        actions.styles.width = 24
        await view.press("tab", "G")
        said = [line[:22].strip() for line in listed(view)]
        at = next(at for at, text in enumerate(said) if "2 extra negative" in text)
        assert said[at + 1] == "preconditions"


@pytest.mark.slow
async def test_a_head_gives_way_before_a_name_is_cut() -> None:
    files = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
    async with viewer(*files, size=(160, 30)) as view:
        assert listed(view)[0].split()[-2:] == ["plans", "broken"]
    async with viewer(*files, size=(120, 30)) as view:
        head, first = listed(view)[:2]
        assert head.split()[-2:] == ["by", "plans"]
        assert first.split("  ")[0] == "▸+ (not (available ?a))"
        assert first.split()[-1] == "1"


@pytest.mark.slow
async def test_a_column_without_a_value_takes_no_room(tmp_path: Path) -> None:
    files = write(tmp_path, LITERAL, "")
    (tmp_path / "problem.pddl").write_text(
        "(define (problem q) (:domain d) (:objects a b) (:init (p a)) (:goal (p a)))"
    )
    (tmp_path / "one.plan").write_text("(go a b)\n")
    async with viewer(*files, "--plans", str(tmp_path / "one.plan"), size=(120, 30)) as view:
        assert "1 plan as expected" in view.text
        await view.press("b", "b")  # as in the file
        assert listed(view)[0].split()[-2:] == ["order", "score"]
