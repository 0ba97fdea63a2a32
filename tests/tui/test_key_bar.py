"""The keys at the bottom of the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from plandiff.screens.keys import hint
from plandiff.widgets.prompt import fitting
from support.examples import DELIVERY
from support.viewer import Viewer, viewer

DOMAINS = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
PLANS = DELIVERY / "learned.plan", DELIVERY / "reference.plan"


def test_keys_are_told_whole_and_help_and_the_way_out_last_of_all() -> None:
    keys = hint(can_align=False)
    for width in range(70):
        told = fitting(keys, width)
        assert len(told) <= width
        shown = told.split("  ") if told else []
        assert [key for key in keys if key in shown] == shown
        assert shown[-2:] == ["? help", "q quit"][-len(shown) :] if shown else width < len("q quit")
        assert shown[:-2] == [*keys[: max(len(shown) - 2, 0)]]


@pytest.mark.viewer_behaviour(30)
async def test_a_small_window_says_how_to_get_help_and_out() -> None:
    async with viewer(*PLANS, size=(60, 15)) as view:
        last = view.lines()[-1]
        assert last.split("  ")[0].strip() == "n/N change"
        assert "? help  q quit" in last
        assert "…" not in last


def arrangement(view: Viewer) -> tuple[object, ...]:
    """What keys change of the meaning."""
    screen = view.screen
    return screen.outline, screen.session.model, screen.model, screen.query_one("#states").classes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "keys"),
    [(DOMAINS, ["b", "i", "r", "a", "space", "u"]), (PLANS, ["v", "m", "f"])],
)
async def test_beside_the_texts_keys_of_the_meaning_say_so_and_change_nothing(
    files: tuple[Path, Path], keys: list[str]
) -> None:
    async with viewer(*files) as view:
        await view.press("t")
        assert "t structure  ? help  q quit" in view.lines()[-1]
        for unnamed in ("b order", "Enter plan", "r repair", "i scores"):
            assert unnamed not in view.lines()[-1]
        before = arrangement(view)
        for key in keys:
            view.app.clear_notifications()
            await view.press_and_wait(key)
            assert [told.message for told in view.app._notifications] == [
                "not available in text view; press t to leave it"
            ]
            assert arrangement(view) == before
        await view.press("t")
        assert "t meaning" not in view.lines()[-1]


@pytest.mark.slow
async def test_a_key_pressed_again_and_again_tells_once_what_it_tells() -> None:
    async with viewer(*DOMAINS) as view:
        await view.press("N", "N", "N")
        await view.press("z")
        told = [notification.message for notification in view.app._notifications]
        assert told == ["no earlier change", "nothing to fold"]
        view.app.clear_notifications()
        await view.press("N")
        assert len(view.app._notifications) == 1
