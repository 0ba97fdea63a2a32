"""What the viewer shows and what its keys do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from plandiff.app import PlandiffApp
from plandiff.screens.review import ReviewScreen
from plandiff.viewmodel.models import WaitingModel
from planfiles.command import Exit
from support.examples import DELIVERY
from support.plans import write_plans
from support.viewer import Viewer, go_to_first, in_the_order_of_the_file, viewer

LEARNED, REFERENCE = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"


def cursor_line(view: Viewer) -> str:
    """The line of the rows that the cursor is on."""
    width = view.screen.aligned.region.x
    return next(line[width:] for line in view.lines() if line[width : width + 1] == "▸")


@pytest.mark.viewer_behaviour(15)
async def test_the_first_screen_has_scores_literals_and_counts() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        await in_the_order_of_the_file(view)
        text = view.text
        heading = " ".join(view.lines()[:2])
        assert "6 differences: 5 in 3 of 3 actions, 1 in the declarations" in heading
        assert "F1 0.848  1 of 1 valid plan rejected" in heading
        assert "pick-up" in text
        assert any("~ move" in line for line in view.lines())
        assert "P 0.750 = 3/4" not in text
        assert "(not (has ?a ?p))" in cursor_line(view)
        assert "change 1/6" in text
        assert "more restrictive" in text
        await view.press("i")
        assert "means  more restrictive" in view.text
        assert "not in" in view.text
        assert "P 0.750 = 3/4" in view.text
        assert "similarity 0.743 over 3" in view.text
        assert "TP 3  FP 1  FN 0" in view.text
        assert "pre FP  (not (has ?a ?p))" in view.text
        await view.press("i")
        assert "P 0.750 = 3/4" not in view.text


@pytest.mark.viewer_behaviour(28)
async def test_n_and_its_like_go_from_change_to_change() -> None:
    async with viewer(LEARNED, REFERENCE, size=(120, 34)) as view:
        await in_the_order_of_the_file(view)
        await view.press("n")
        assert "(not (available ?a))" in cursor_line(view)
        await view.press("right_square_bracket", "c")
        assert "-   (available ?a)" in cursor_line(view)
        assert view.screen.actions is not None
        assert view.screen.actions.cursor == 1
        await view.press("N")
        assert "(not (available ?a))" in cursor_line(view)
        await view.press("left_square_bracket", "c")
        assert "change 1/6" in view.text
        await view.press("left_square_bracket", "j", "c")
        assert "change 1/6" in view.text


@pytest.mark.slow
async def test_brackets_step_through_the_learned_plan_and_its_folds(tmp_path: Path) -> None:
    steps = [f"(step s{number:02})" for number in range(20)]
    files = tmp_path / "l.plan", tmp_path / "r.plan"
    files[0].write_text("\n".join(steps))
    files[1].write_text("\n".join([*steps[:14], "(other)", *steps[14:]]))
    async with viewer(*files, size=(160, 34)) as view:
        await view.press("g")
        seen = []
        for _ in steps:
            seen.append(cursor_line(view))
            await view.press("right_square_bracket")
        assert all(step in line for step, line in zip(steps[1:], seen[1:], strict=True)), seen
        await view.press("left_square_bracket", "left_square_bracket")
        assert steps[17] in cursor_line(view)
        # The change counts from where the cursor was before the bracket.
        await view.press("g", *["right_square_bracket"] * 13)
        assert steps[13] in cursor_line(view)
        await view.press("right_square_bracket", "c")
        assert "change 1/1" in view.text
        assert "(other)" in cursor_line(view)


@pytest.mark.parametrize("key", ["n", "N"])
async def test_who_looks_for_a_change_too_early_is_not_told_that_there_is_none(key: str) -> None:
    app = PlandiffApp(ReviewScreen(WaitingModel("a", "b"), ("a", "b")))
    async with app.run_test(notifications=True) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert [told.message for told in app._notifications] == ["still comparing"]


@pytest.mark.slow
async def test_a_bracket_waits_for_the_next_key_only() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        await view.press("right_square_bracket", "G", "g", "c")
        assert view.screen.aligned.cursor == 0
        await view.press("right_square_bracket", "slash", "c", "escape", "c")
        assert view.screen.aligned.cursor == 0


@pytest.mark.slow
async def test_the_list_leads_the_rows_when_it_has_the_focus() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        await in_the_order_of_the_file(view)
        await view.press("tab", "g", "j", "j")
        assert "~ drop-off" in cursor_line(view)
        await view.press("i")
        assert "drop-off  similarity 0.714 = 5/7" in view.text
        await view.press("W")
        assert view.screen.actions is not None
        assert view.screen.actions.cursor == 2
        await view.press("enter", "n")
        assert "(requested ?p ?l)" in cursor_line(view)


@pytest.mark.slow
async def test_g_and_the_other_moves() -> None:
    async with viewer(LEARNED, REFERENCE, size=(160, 22)) as view:  # nothing wraps
        aligned = view.screen.aligned
        await view.press("G")
        assert aligned.cursor == aligned.line_count - 1
        await view.press("g")
        assert aligned.cursor == 0
        await view.press("k", "j", "down", "up")
        assert aligned.cursor == 1
        left = aligned.region.x + 1
        last = view.lines()[aligned.region.bottom - 1][left : aligned.region.right].rstrip()
        await view.press("pagedown")
        assert view.lines()[aligned.region.y][left : aligned.region.right].rstrip() == last


@pytest.mark.slow
@pytest.mark.viewer_behaviour(28)
async def test_search_goes_round_its_matches_until_escape() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        await in_the_order_of_the_file(view)
        await view.press("slash", *"REQUESTED", "enter")
        assert "(requested ?p ?l)" in cursor_line(view)
        assert "match 1/1" in view.text
        await view.press("escape")
        assert "change 4/6" in view.text
        await view.press("slash", *"zzz", "enter")
        assert "match" not in view.text.splitlines()[-1]


@pytest.mark.viewer_behaviour(28)
async def test_one_column_has_both_lines_of_a_change_and_keeps_the_place(tmp_path: Path) -> None:
    files = write_plans(tmp_path, ["a x", "b x y"], ["a x", "b x z"])
    async with viewer(*files, size=(160, 34)) as view:
        assert "arg 2: y≠z" in cursor_line(view)
        await view.press("s")
        lines = [line for line in view.lines() if "(b x" in line and "row" not in line]
        assert [line[1] for line in lines] == ["-", "+"]
        assert "(b x z)" in cursor_line(view)
        await view.press("s")
        assert "(b x z)" in cursor_line(view)
        assert "(b x y)" in cursor_line(view)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(28)
@pytest.mark.viewer_behaviour(29)
async def test_folds_name_what_they_hide_and_keep_the_cursor_where_it_is(tmp_path: Path) -> None:
    steps = [f"go s{number}" for number in range(40)]
    files = write_plans(tmp_path, [*steps, "stop a"], [*steps, "stop b"])
    rows = len(steps) + 1
    async with viewer(*files, size=(160, 34)) as view:
        aligned = view.screen.aligned
        lines = aligned.line_count
        hidden = rows - (lines - 1)  # a fold is a line itself
        assert hidden > len(steps) / 2
        fold = f"· {hidden} equal: go ×{hidden}"
        assert fold in view.text
        await view.press("g", "z")
        assert aligned.line_count == rows
        await view.press("G", *"k" * lines)
        await view.press("z")
        assert aligned.line_count == lines
        assert fold in cursor_line(view)
        await view.press("z")
        assert aligned.line_count == rows
        await view.press("G")
        last, from_top = cursor_line(view), aligned.screen_line
        assert from_top > 0
        await view.press("s", "s")
        assert cursor_line(view) == last
        assert aligned.screen_line == from_top


async def test_a_search_unfolds_what_it_finds(tmp_path: Path) -> None:
    steps = [f"go s{number}" for number in range(40)]
    files = write_plans(tmp_path, [*steps, "stop a"], [*steps, "stop b"])
    async with viewer(*files, size=(160, 34)) as view:
        await view.press("slash", *"s17", "enter")
        assert "(go s17)" in cursor_line(view)
        assert view.screen.aligned.line_count == len(steps) + 1


@pytest.mark.slow
@pytest.mark.viewer_behaviour(11)
async def test_t_shows_the_texts() -> None:
    async with viewer(LEARNED, REFERENCE, size=(160, 34)) as view:
        await in_the_order_of_the_file(view)
        await view.press("t")
        assert "(not (has ?a ?p))" in cursor_line(view)
        await view.press("g")
        assert ";;!reference: reference.pddl" in view.text
        (heads,) = (line for line in view.lines()[:4] if "reference:" in line)
        assert heads.index("reference:") < heads.index("learned:")
        await view.press("t")
        assert ";;!reference" not in view.text
        assert "(not (has ?a ?p))" in cursor_line(view)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(31)
async def test_long_lines_move_sideways(tmp_path: Path) -> None:
    long = " ".join(f"argument-{number}" for number in range(40))
    files = write_plans(tmp_path, [f"act {long} x"], [f"act {long} y"])
    async with viewer(*files) as view:
        assert "…" not in cursor_line(view)
        assert "argument-39 x)" in view.text.replace("\n", " ")
        await view.press("w")
        assert "(act argument-0" in cursor_line(view)
        assert "…" in cursor_line(view)
        await view.press("right", "l")
        assert "(act argument-0" not in cursor_line(view)
        await view.press("left", "h")
        assert "(act argument-0" in cursor_line(view)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(23)
async def test_executed_plans_show_states_and_why_a_step_fails() -> None:
    files = DELIVERY / "learned.plan", DELIVERY / "reference.plan"
    async with viewer(*files) as view:
        assert "fails at step 3" in view.text
        await go_to_first(view)
        assert "reference 2/2" in view.text or "ref. 2/2" in view.text
        await view.press("f")
        assert "(drop-off ann parcel square)" in cursor_line(view)
        assert "✗ (requested parcel square)" in view.text
        assert "state before: learned step 3" in view.text
        assert "+ (at ann square)" in view.text
        await view.press("v")
        assert "state before: learned step 3" not in view.text


@pytest.mark.viewer_behaviour(20)
async def test_m_leaves_the_order_of_independent_steps_out(tmp_path: Path) -> None:
    for name in ("p01.pddl", "reference.pddl"):
        (tmp_path / name).write_text((DELIVERY / name).read_text())
    steps = ["pick-up ann parcel depot", "pick-up ann letter depot", "move ann depot square"]
    files = write_plans(tmp_path, steps, [steps[1], steps[0], steps[2]])
    async with viewer(*files) as view:
        assert "1 commuting" in view.text
        assert "only independent steps in a different order" in view.text
        await view.press("m")
        await view.until(lambda: "modulo commuting" in view.text)
        assert "1 commuting" not in view.text
        assert view.review.is_same


async def test_figures_of_domains_without_actions(tmp_path: Path) -> None:
    for name in ("a.pddl", "b.pddl"):
        (tmp_path / name).write_text("(define (domain bare) (:requirements :strips))")
    async with viewer(tmp_path / "a.pddl", tmp_path / "b.pddl") as view:
        assert "same domain  no literals" in view.lines()[0]
        await view.press("i")
        assert " domain  " in view.text


@pytest.mark.slow
async def test_problems_show_their_parts(tmp_path: Path) -> None:
    text = (DELIVERY / "p01.pddl").read_text()
    other = tmp_path / "p01.pddl"
    other.write_text(text.replace("(available ann)", "(available bob)"))
    async with viewer(other, DELIVERY / "p01.pddl", size=(160, 34)) as view:
        assert "1 difference: 1 in init" in view.lines()[0]
        assert "arguments" in cursor_line(view)
        assert "F1 0.917 P 0.917 R 0.917   1 ~" in view.lines()[0]
        await view.press("i")
        assert "0.900 = 9/10" in view.text
        assert "P = TP/(TP+FP)" in view.text
        await view.press("i")
        heads, row = (view.lines()[at].index("│", 60) for at in (1, 2))
        assert heads == row
        await view.press("G", "g", "s", "z", "t", "t")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(34)
async def test_text_of_files_is_shown_and_never_obeyed(tmp_path: Path) -> None:
    words = ["x[@click=app.quit]", "x[/", "x[bold", "\x1b[2J", "中文", "\u202e"]
    shown = ["x[@click=app.quit]", "x[/", "x[bold", "␛[2j", "中文", "⟨U+202E⟩"]
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    literals = "\n".join(f"(p {word})" for word in words)
    for file, effect in zip(files, (literals, "(p x)"), strict=True):
        file.write_text(f"(define (domain d) (:action a :effect (and {effect})))\n")
    async with viewer(*files) as view:
        for word in shown:
            assert f"(p {word})" in view.text
            await view.press("n")
        await view.press("slash", *"[/", "enter", "y")
        assert "(p x[/)" in cursor_line(view)
        await view.press("t")
        assert "\x1b" not in view.text
        assert "(p x[bold)" in view.text


@pytest.mark.viewer_behaviour(32)
async def test_the_signs_tell_the_kinds_apart_without_colour(tmp_path: Path) -> None:
    files = write_plans(
        tmp_path,
        ["a", "one", "two", "three", "b x z", "extra", "c"],
        ["missing", "a", "b y z", "c", "one", "two", "three", "b w z"],
    )
    async with viewer(*files, size=(160, 34)) as view:
        signs = {line[1] for line in view.lines() if "(" in line} | {
            line.split("│")[1][0] for line in view.lines() if "(" in line and "│" in line
        }
        assert set("-+~»") <= signs


@pytest.mark.slow
@pytest.mark.viewer_behaviour(16)
@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40), (200, 50)])
async def test_errors_of_a_file_stand_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(tmp_path)
    cut = tmp_path / "cut.pddl"
    cut.write_text(REFERENCE.read_text()[:700])
    async with viewer(cut, REFERENCE, size=size) as view:
        assert view.lines()[0].startswith(" ✗ ")
        assert ": cut.pddl:" in view.lines()[0]
        assert "reference.pddl" in "".join(view.lines()[:4])


@pytest.mark.slow
@pytest.mark.viewer_behaviour(13)
async def test_swapped_parameters_are_one_change(tmp_path: Path) -> None:
    text = REFERENCE.read_text()
    swapped = text.replace("(?a - courier ?from ?to - place)", "(?a - courier ?to ?from - place)")
    assert swapped != text
    learned = tmp_path / "learned.pddl"
    learned.write_text(swapped)
    async with viewer(learned, REFERENCE) as view:
        assert "change 1/1" in view.lines()[-1]
        await view.press("b", "b")
        assert any("~ move" in line and "swapped" in line for line in view.lines())
        assert "parameters swapped; identical except for parameter order" in " ".join(
            view.text.split()
        )
        assert "reads as another step" in view.text


@pytest.mark.slow
async def test_an_action_under_another_name_is_told_and_a_aligns_it(tmp_path: Path) -> None:
    shutil.copytree(REFERENCE.parent, tmp_path, dirs_exist_ok=True)
    learned = tmp_path / "learned.pddl"
    learned.write_text(REFERENCE.read_text().replace(":action pick-up", ":action grab-it"))
    async with viewer(learned, tmp_path / "reference.pddl") as view:
        assert "grab-it is pick-up under another name; press a to match by structure" in view.text
        await view.press_and_wait("a")
        await view.until(lambda: "equivalent" in view.lines()[0] + view.lines()[1])
        # By plans there is nothing to list any more.
        assert "file order" in view.text
        assert "grab-it" in view.text
        assert "under another name" not in view.text


@pytest.mark.slow
async def test_the_texts_may_be_left_at_their_end() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        await view.press("t", "G", "t")
        assert ":effect" in view.text


@pytest.mark.slow
async def test_binary_files_are_a_line_and_no_keys_break(tmp_path: Path) -> None:
    files = tmp_path / "learned.png", tmp_path / "reference.png"
    for number, file in enumerate(files):
        file.write_bytes(b"\x89PNG" + bytes([number]))
    async with viewer(*files) as view:
        assert "binary files differ" in view.lines()[0]
        assert "note  neither PDDL nor a plan" in view.text
        await view.press(*"nNtzZiwsjkGgmabdox{}", "pagedown", "enter", "space")
        assert "binary files differ" in view.lines()[0]
        await view.press("q")
    assert view.app.return_value == Exit.DIFFERENT
