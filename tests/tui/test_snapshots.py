"""How each screen looks: at four sizes as text, in every theme as styles, in files beside this one.

`PICTURES=folder pytest tests/tui/test_snapshots.py` writes SVGs of all of them: open one in a
browser to see it. Another screen is one more test of one line, which says how to get there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plandiff.app import PlandiffApp
from support import kitchen
from support.examples import DELIVERY
from support.golden import check_golden
from support.judged import write_kitchen
from support.screens import SIZES, pictures
from support.viewer import viewer

pytestmark = [pytest.mark.viewer_behaviour(30), pytest.mark.viewer_behaviour(33)]

GOLDENS = Path(__file__).parent / "goldens" / "screens"
DOMAINS = Path("learned.pddl"), Path("reference.pddl")
PLANS = Path("learned.plan"), Path("reference.plan")


@pytest.fixture(autouse=True)
def nothing_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither names of folders nor what the environment says of colours are in the pictures, and
    what is told of marks stays until the last of them is drawn."""
    tell = PlandiffApp.notify

    def tell_for_long(app: PlandiffApp, message: str, **options: Any) -> None:
        tell(app, message, **options | {"timeout": 3_600.0})

    monkeypatch.setattr(PlandiffApp, "notify", tell_for_long)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def delivery(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of the example."""
    monkeypatch.chdir(DELIVERY)


@pytest.fixture
def problems() -> tuple[Path, Path]:
    """A problem and one with another fact."""
    text = (DELIVERY / "p01.pddl").read_text()
    DOMAINS[0].write_text(text.replace("(available ann)", "(available bob)"))
    DOMAINS[1].write_text(text)
    return DOMAINS


@pytest.fixture
def plans() -> tuple[Path, Path]:
    """Two plans that nobody can execute: no domain beside them."""
    steps = [f"(drive truck a{k} a{k + 1})" for k in range(12)]
    learned = ["(load p q)", *steps, "(unload p a)", "(park truck)"]
    reference = [*steps, "(load p q)", "(unload p b)", "(stop truck)", "(rest)"]
    for file, plan in zip(PLANS, (learned, reference), strict=True):
        file.write_text("\n".join(plan) + "\n")
    return PLANS


@pytest.fixture
def aligned() -> tuple[str, ...]:
    """Two domains that were written independently, with the pairs that a person states."""
    DOMAINS[0].write_text(kitchen.LEARNED)
    DOMAINS[1].write_text(kitchen.REFERENCE)
    Path("mapping.json").write_text(kitchen.MAPPING)
    return "--mapping", "mapping.json"


@pytest.fixture
def earlier() -> tuple[str, ...]:
    """The example's learned domain, changed, with the file as it was before."""
    learned = (DELIVERY / "learned.pddl").read_text()
    DOMAINS[0].write_text(learned.replace("(not (has ?a ?p))\n", "(in ?p ?l)\n", 1))
    DOMAINS[1].write_text((DELIVERY / "reference.pddl").read_text())
    Path("before.pddl").write_text(learned)
    return "--before", "before.pddl"


@pytest.fixture
def kitchen_plans(tmp_path: Path) -> None:
    """A learned domain that stops two of four plans."""
    write_kitchen(tmp_path)


async def check_screen(
    name: str, files: tuple[Path, Path], *keys: str, arguments: tuple[str, ...] = ()
) -> None:
    async with viewer(*files, *arguments, size=SIZES[0]) as view:
        for key in keys:
            await view.press_and_wait(key)
        await view.until(lambda: not view.screen.session.is_working)
        check_golden(GOLDENS / f"{name}.txt", await pictures(view, name))


@pytest.mark.slow
@pytest.mark.usefixtures("delivery")
async def test_domains() -> None:
    await check_screen("domains", DOMAINS)


@pytest.mark.slow
@pytest.mark.usefixtures("delivery")
async def test_domains_line_by_line() -> None:
    await check_screen("lines", DOMAINS, "t", "n")


@pytest.mark.slow
async def test_problems(problems: tuple[Path, Path]) -> None:
    await check_screen("problems", problems)


@pytest.mark.slow
async def test_plans(plans: tuple[Path, Path]) -> None:
    await check_screen("plans", plans, "n")


@pytest.mark.slow
@pytest.mark.usefixtures("delivery")
async def test_executed_plans() -> None:
    await check_screen("executed-plans", PLANS, "f")


@pytest.mark.slow
async def test_aligned_domains(aligned: tuple[str, ...]) -> None:
    await check_screen("aligned-domains", DOMAINS, arguments=aligned)


@pytest.mark.slow
async def test_pairs(aligned: tuple[str, ...]) -> None:
    await check_screen("pairs", DOMAINS, "A", arguments=aligned)


@pytest.mark.slow
@pytest.mark.usefixtures("kitchen_plans")
async def test_what_differences_do() -> None:
    await check_screen("consequences", DOMAINS, arguments=("--plans", "plans"))


@pytest.mark.slow
@pytest.mark.usefixtures("kitchen_plans")
async def test_a_plan_that_stops() -> None:
    await check_screen("judged-plan", DOMAINS, "enter", arguments=("--plans", "plans"))


@pytest.mark.slow
@pytest.mark.usefixtures("kitchen_plans")
async def test_a_repair() -> None:
    await check_screen("repair", DOMAINS, "r", arguments=("--plans", "plans"))


@pytest.mark.slow
@pytest.mark.usefixtures("delivery")
async def test_help() -> None:
    await check_screen("help", DOMAINS, "question_mark")


@pytest.mark.slow
async def test_what_is_neither_pddl_nor_a_plan() -> None:
    files = Path("old.txt"), Path("new.txt")
    files[0].write_text("build\ndist\nvenv\n")
    files[1].write_text("build\ndist\n.venv\nout\n")
    await check_screen("neither", files)


@pytest.mark.slow
async def test_three_sides(earlier: tuple[str, ...]) -> None:
    await check_screen("three-sides", DOMAINS, arguments=earlier)


@pytest.mark.slow
async def test_three_plans() -> None:
    for name, text in (("learned", "(a)\n(b)\n(c)\n"), ("reference", "(a)\n(b)\n(d x)\n")):
        Path(f"{name}.plan").write_text(text)
    Path("before.plan").write_text("(b)\n(c)\n(d y)\n")
    await check_screen("three-plans", PLANS, arguments=("--before", "before.plan"))


@pytest.mark.slow
async def test_three_sides_line_by_line(earlier: tuple[str, ...]) -> None:
    await check_screen("three-sides-lines", DOMAINS, "t", "n", arguments=earlier)


@pytest.mark.slow
@pytest.mark.usefixtures("earlier")
async def test_review_marks() -> None:
    await check_screen("review-marks", DOMAINS, "M", "M", "n", "M", "M", "n")


@pytest.mark.slow
@pytest.mark.usefixtures("earlier")
async def test_taking_over_a_literal() -> None:
    await check_screen("take", DOMAINS, "n", "u")


@pytest.mark.slow
@pytest.mark.usefixtures("delivery")
async def test_figures() -> None:
    await check_screen("figures", DOMAINS, "i")
