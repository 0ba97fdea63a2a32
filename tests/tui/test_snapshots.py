"""How each screen looks, as SVG beside this file: open one in a browser to see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import kitchen
from support.examples import DELIVERY
from support.golden import check_golden
from support.judged import write_kitchen
from support.viewer import viewer

GOLDENS = Path(__file__).parent / "goldens" / "screens"
DOMAINS = Path("learned.pddl"), Path("reference.pddl")
PLANS = Path("learned.plan"), Path("reference.plan")
SIZES = {"80x24": (80, 24), "120x40": (120, 40)}
each_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@pytest.fixture(autouse=True)
def nothing_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither names of folders nor what the environment says of colours are in the pictures."""
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
    """Two plans that nobody can execute: there is no domain beside them."""
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
def kitchen_plans(tmp_path: Path) -> None:
    """A learned domain that stops two of four plans."""
    write_kitchen(tmp_path)


async def check_screen(
    name: str,
    size: tuple[int, int],
    files: tuple[Path, Path],
    *keys: str,
    arguments: tuple[str, ...] = (),
) -> None:
    async with viewer(*files, *arguments, size=size) as view:
        for key in keys:
            await view.press_and_wait(key)
        svg = view.app.export_screenshot()
    check_golden(GOLDENS / f"{name}-{size[0]}x{size[1]}.svg", svg)


@each_size
@pytest.mark.usefixtures("delivery")
async def test_domains(size: tuple[int, int]) -> None:
    await check_screen("domains", size, DOMAINS)


@each_size
@pytest.mark.usefixtures("delivery")
async def test_domains_line_by_line(size: tuple[int, int]) -> None:
    await check_screen("lines", size, DOMAINS, "t", "n")


@each_size
async def test_problems(size: tuple[int, int], problems: tuple[Path, Path]) -> None:
    await check_screen("problems", size, problems)


@each_size
async def test_plans(size: tuple[int, int], plans: tuple[Path, Path]) -> None:
    await check_screen("plans", size, plans, "n")


@each_size
@pytest.mark.usefixtures("delivery")
async def test_executed_plans(size: tuple[int, int]) -> None:
    await check_screen("executed-plans", size, PLANS, "f")


@each_size
async def test_aligned_domains(size: tuple[int, int], aligned: tuple[str, ...]) -> None:
    await check_screen("aligned-domains", size, DOMAINS, arguments=aligned)


@each_size
async def test_pairs(size: tuple[int, int], aligned: tuple[str, ...]) -> None:
    await check_screen("pairs", size, DOMAINS, "A", arguments=aligned)


@each_size
@pytest.mark.usefixtures("kitchen_plans")
async def test_what_differences_do(size: tuple[int, int]) -> None:
    await check_screen("consequences", size, DOMAINS, "b", arguments=("--plans", "plans"))


@each_size
@pytest.mark.usefixtures("kitchen_plans")
async def test_a_plan_that_stops(size: tuple[int, int]) -> None:
    keys = "b", "enter"
    await check_screen("judged-plan", size, DOMAINS, *keys, arguments=("--plans", "plans"))


@each_size
@pytest.mark.usefixtures("kitchen_plans")
async def test_a_repair(size: tuple[int, int]) -> None:
    await check_screen("repair", size, DOMAINS, "r", arguments=("--plans", "plans"))


@each_size
@pytest.mark.usefixtures("delivery")
async def test_help(size: tuple[int, int]) -> None:
    await check_screen("help", size, DOMAINS, "question_mark")
