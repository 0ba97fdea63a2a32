"""The whole of the rows beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report.marks import EXTRA, MISSING, SAME
from plandiff.themes import WITHOUT_COLOURS
from plandiff.widgets.minimap import Minimap
from support.parcels import PLAN, write_parcel_plans
from support.viewer import Viewer, unfold_all, viewer

THERE_AND_BACK = ["drive t1 a b", "drive t1 b a"] * 150


def column(view: Viewer) -> list[str]:
    """What the minimap shows, from top to bottom."""
    minimap = view.screen.query_one(Minimap)
    return [strip.text for strip in minimap.render_lines(minimap.size.region)]


@pytest.mark.viewer_behaviour(25)
@pytest.mark.parametrize(
    "size",
    [(80, 24), *(pytest.param(size, marks=pytest.mark.slow) for size in ((120, 40), (60, 15)))],
)
async def test_it_shows_all_of_the_plan_and_the_step_that_fails_at_any_size(
    size: tuple[int, int], tmp_path: Path
) -> None:
    learned = [*THERE_AND_BACK[:200], "load x t1 b", *THERE_AND_BACK[200:]]
    files = write_parcel_plans(tmp_path, learned, THERE_AND_BACK)
    async with viewer(*files, size=size) as view:
        shown = column(view)
        assert len(shown) == view.screen.aligned.size.height
        signs = "".join(cell[1] for cell in shown)
        assert signs.count("✗") == 1
        assert set(signs) == {" ", "✗"}
        assert abs(signs.index("✗") / len(signs) - 200 / 301) < 0.15


@pytest.mark.slow
async def test_the_window_is_marked_and_follows(tmp_path: Path) -> None:
    files = write_parcel_plans(tmp_path, [*THERE_AND_BACK, "load y t1 a"], THERE_AND_BACK)
    async with viewer(*files, size=(120, 30)) as view:
        view.app.theme = WITHOUT_COLOURS  # with colours it is shaded
        await unfold_all(view)
        frame = [cell[0] for cell in column(view)]
        assert frame[0] == "▐"
        assert frame[-1] == " "
        await view.press("G")
        frame = [cell[0] for cell in column(view)]
        assert frame[0] == " "
        assert frame[-1] == "▐"


@pytest.mark.slow
async def test_a_click_goes_there(tmp_path: Path) -> None:
    learned = [*THERE_AND_BACK[:200], "load x t1 b", *THERE_AND_BACK[200:]]
    files = write_parcel_plans(tmp_path, learned, THERE_AND_BACK)
    async with viewer(*files, size=(120, 30)) as view:
        await unfold_all(view)
        failing = next(y for y, cell in enumerate(column(view)) if "✗" in cell)
        await view.pilot.click("#minimap", offset=(1, failing))
        await view.pilot.pause()
        assert view.screen.aligned.base_index == 200
        await view.pilot.click("#minimap", offset=(1, 0))
        await view.pilot.pause()
        assert view.screen.aligned.base_index == 0


@pytest.mark.slow
async def test_domains_have_one_too_in_the_tones_of_their_differences() -> None:
    folder = Path(__file__).parents[2] / "examples" / "delivery"
    async with viewer(folder / "learned.pddl", folder / "reference.pddl") as view:
        assert "▉" in "".join(column(view))
        marks = view.screen.query_one(Minimap).lines
        assert {MISSING, EXTRA} <= {*marks}


@pytest.mark.slow
async def test_an_action_on_one_side_only_has_its_tone_to_its_end(tmp_path: Path) -> None:
    action = "(:action a :parameters () :precondition (p) :effect (not (p)))"
    for name, text in (("learned", ""), ("reference", action)):
        domain = f"(define (domain d) (:predicates (p)) {text})"
        (tmp_path / f"{name}.pddl").write_text(domain)
    async with viewer(tmp_path / "learned.pddl", tmp_path / "reference.pddl") as view:
        marks = view.screen.query_one(Minimap).lines
        assert len(marks) > 5
        assert [*marks] == [MISSING] * (len(marks) - 1) + [SAME]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (60, 40)])
async def test_where_all_is_to_be_seen_marks_stand_beside_their_rows(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    learned = [*PLAN[:3], "drop z t1 a", *PLAN[3:6], PLAN[7]]
    async with viewer(*write_parcel_plans(tmp_path, learned), size=size) as view:
        await view.until(lambda: "✗" in "".join(column(view)))
        top = view.screen.aligned.region.y
        for y, cell in enumerate(column(view)):
            shown = view.lines()[top + y]
            if "✗" in cell:
                assert shown.lstrip("▸ ").startswith("✗") or "│✗" in shown
            assert ("▉" in cell) == any(f"{sign} " in shown[:-4] for sign in "-+~»")
        failing = next(y for y, cell in enumerate(column(view)) if "✗" in cell)
        await view.pilot.click("#minimap", offset=(1, failing))
        await view.pilot.pause()
        assert view.screen.aligned.base_index in (view.screen.model.failures or ())
