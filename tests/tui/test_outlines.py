"""The list beside the rows, and next and previous change, in every order."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.domain.review import review_domains
from plancore.report.marks import CHANGED
from plancore.snapshot import FileSnapshot
from plandiff.viewmodel.domain_model import DomainModel
from plandiff.viewmodel.outline import Order, Outline, OutlineEntry, Outlines
from support.viewer import viewer

ACTION = "(:action {} :parameters (?x ?y) :precondition (and {}) :effect (and {}))"
REFERENCE = (
    ("go", "(p ?x)", "(q ?x ?y)"),
    ("stop", "(p ?x) (q ?x ?y)", "(not (p ?x))"),
    ("turn", "(q ?x ?y)", "(q ?y ?x)"),
)
LEARNED = (
    ("turn", "(q ?x ?y)", "(q ?y ?x)"),
    ("go", "(p ?x) (not (p ?y))", "(q ?x ?y)"),
    ("stop", "(not (q ?y ?x)) (q ?x ?y)", "(p ?x) (not (p ?x))"),
    ("fly", "(p ?x)", ""),
)


def file_of(actions: tuple[tuple[str, str, str], ...]) -> FileSnapshot:
    text = " ".join(ACTION.format(*action) for action in actions)
    return FileSnapshot.of(f"(define (domain d) (:predicates (p ?x) (q ?x ?y)) {text})", "d.pddl")


@pytest.fixture
def model() -> DomainModel:
    return DomainModel(review_domains(file_of(LEARNED), file_of(REFERENCE)))


@pytest.fixture
def outlines(model: DomainModel) -> Outlines:
    assert model.outlines is not None
    return model.outlines


def listed(outline: Outline) -> list[tuple[str, str, str]]:
    return [
        (entry.mark.sign, entry.name, f"{entry.kind} {entry.problem}".strip())
        for entry in outline.entries
    ]


def test_actions_say_what_is_wrong_and_causes_stand_below_them(outlines: Outlines) -> None:
    assert outlines.orders == [Order.FILE, Order.CAUSES, Order.WORST, Order.ALL]
    assert listed(outlines.of(Order.FILE)) == [
        ("~", "go", "1+"),
        ("~", "stop", "1- 2+"),
        ("+", "fly", "extra"),
        ("∗", "2 extra negative preconditions", ""),
    ]


def test_a_cause_of_a_third_of_the_differences_comes_first(outlines: Outlines) -> None:
    assert outlines.first is Order.CAUSES
    more = "".join(f"(c{number} ?x) " for number in range(4))
    learned = (*LEARNED[:2], ("stop", f"(not (q ?y ?x)) (q ?x ?y) {more}", "(p ?x)"), LEARNED[3])
    others = DomainModel(review_domains(file_of(learned), file_of(REFERENCE))).outlines
    assert others is not None
    assert others.first is Order.FILE


async def test_the_action_of_the_row_at_the_top_is_named_while_its_title_is_not_seen(
    tmp_path: Path,
) -> None:
    effects = " ".join(f"(p{number} ?x)" for number in range(40))
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    for file, effect in zip(files, (effects, "(q ?y ?x)"), strict=True):
        file.write_bytes(file_of((("stack", "(p ?x)", effect),)).text.encode())
    async with viewer(*files, size=(160, 24)) as view:
        await view.press("g")
        assert "… stack" not in view.text
        await view.press("G")
        await view.until(lambda: "… stack" in view.text)
        await view.press("g")
        await view.until(lambda: "… stack" not in view.text)


def test_the_worst_come_first_and_n_follows(model: DomainModel, outlines: Outlines) -> None:
    outline = outlines.of(Order.WORST)
    assert [entry.name for entry in outline.entries][:3] == ["fly", "stop", "go"]
    names = [model.rows.row(row).text.partition("  ")[0] for row in outline.rows]
    assert names == ["fly", "(not (q ?y ?x))", "(p ?x)", "(p ?x)", "(not (p ?y))"]


def test_by_cause_each_difference_is_in_one_entry(model: DomainModel, outlines: Outlines) -> None:
    outline = outlines.of(Order.CAUSES)
    assert listed(outline) == [
        ("∗", "2 extra negative preconditions", ""),
        ("~", "stop", "2 others"),
        ("+", "fly", "1 other"),
    ]
    assert sorted(outline.rows) == list(model.rows.stops)


@pytest.mark.parametrize("order", list(Order))
def test_n_goes_through_all_differences_in_the_order_of_the_list(
    model: DomainModel, outlines: Outlines, order: Order
) -> None:
    outline = outlines.of(order)
    assert sorted(outline.rows) == list(model.rows.stops)
    for row, after in zip(outline.rows, [*outline.rows[1:], None], strict=True):
        assert outline.beyond(row, 1) == after
        assert after is None or outline.beyond(after, -1) == row
    assert [outline.position(row).split()[1] for row in outline.rows] == [
        f"{number}/{len(outline.rows)}" for number in range(1, len(outline.rows) + 1)
    ]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.randoms())
def test_from_between_differences_one_goes_to_the_next_of_the_entry(
    sizes: list[int], dice: Random
) -> None:
    starts, row = [], 0
    entries = []
    for size in sizes:
        starts.append(row)
        rows = tuple(range(row + 1, row + 1 + 2 * size, 2))
        entries.append(OutlineEntry(CHANGED, str(row), "", row, rows))
        row += 2 * size + 2
    order = list(range(len(entries)))
    dice.shuffle(order)
    shuffled = [entries[number] for number in order]
    outline = Outline(
        Order.WORST,
        shuffled,
        lambda at: next(
            n for n, e in enumerate(shuffled) if e.start <= at < e.start + 2 * len(e.rows) + 2
        ),
    )
    for place, entry in enumerate(shuffled):
        later = [at for other in shuffled[place:] for at in other.rows]
        earlier = [at for other in shuffled[:place] for at in other.rows]
        assert outline.beyond(entry.start, 1) == (later[0] if later else None)
        assert outline.beyond(entry.start, -1) == (earlier[-1] if earlier else None)


@pytest.mark.parametrize(
    "width", [36, *(pytest.param(width, marks=pytest.mark.slow) for width in (30, 48))]
)
async def test_words_and_scores_give_way_before_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "carry-the-parcel-from-here-to-there"
    texts = (ACTION.format(called, "(p ?x)", "(q ?x ?y)") for called in (name, "go"))
    for file, actions in zip((Path("l.pddl"), Path("r.pddl")), (texts, ()), strict=True):
        file.write_text(f"(define (domain d) (:predicates (p ?x) (q ?x ?y)) {' '.join(actions)})")
    async with viewer(Path("l.pddl"), Path("r.pddl"), size=(120, 40)) as view:
        pane = view.screen.actions
        assert pane is not None
        line = "".join(segment.text for segment in pane.line_segments(0, width))
        assert line.startswith("+ carry")
        assert len(line.split()[1]) >= 12
        assert len(line) == width
        full = "".join(segment.text for segment in pane.line_segments(0, pane.desired_width))
        assert f"{name} extra 0.00" in full
        assert pane.size.width <= 36
