"""The viewer with domains that were written independently of each other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plancore.compare.domains import CompareOptions, compare_domains
from plancore.correspondence.pairs import ActionPair, Pairs, SymbolPair, questions
from plancore.correspondence.stated.decisions import refused
from plancore.correspondence.stated.mapping import pairs_under
from plancore.report.alignment.pair_table import changes_text
from plancore.report.lines import visible
from plandiff.screens.name_pairs import NamePairsScreen, PairLines
from plandiff.viewmodel.name_pairs import NamePairs
from planfiles.command import Exit
from planfiles.mappings import load_mapping
from support import kitchen
from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.viewer import Viewer, viewer

WITH_DOUBTS = kitchen.LEARNED.replace("rinse", "wash-up").replace("pick", "hold")
"""More matches are uncertain."""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two domains with hardly a name in common."""
    learned, reference = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    learned.write_text(kitchen.LEARNED)
    reference.write_text(kitchen.REFERENCE)
    return learned, reference


async def switch(view: Viewer) -> None:
    """Press `a` and wait for the other comparison."""
    await view.press_and_compare("a")


def cursor_row(view: Viewer) -> str:
    aligned = view.screen.aligned
    return aligned.rows.row(aligned.base_index).text


@pytest.mark.viewer_behaviour(12)
async def test_names_that_are_apart_open_aligned_and_say_so(files: tuple[Path, Path]) -> None:
    async with viewer(*files) as view:
        heading = " ".join(view.lines()[:2])
        assert "aligned" in heading
        assert "matches" in heading
        assert "» go ⇐ walk" in view.text
        await view.press("i")
        note = "note  the domains share almost no names: matched by structure (a: by name)"
        assert note in view.text
        assert not view.app.screen.query("Toast")
        assert "a align" in view.lines()[-1]


@pytest.mark.slow
async def test_names_that_agree_open_by_name() -> None:
    async with viewer(DELIVERY / "learned.pddl", DELIVERY / "reference.pddl") as view:
        assert "by name" not in " ".join(view.lines()[:2])
        await switch(view)
        assert "F1 0.848 aligned" in view.text


@pytest.mark.slow
async def test_a_switches_there_and_back_and_keeps_the_place(files: tuple[Path, Path]) -> None:
    async with viewer(*files) as view:
        await view.press("slash", *"has-dish ?r ?d", "enter", "n")
        assert "(not (has-dish ?r ?d))" in cursor_row(view)
        await switch(view)
        assert "by name" in " ".join(view.lines()[:2])
        assert "share almost no names" in view.text
        assert cursor_row(view) == "(not (dish-in ?d ?r))  missing"
        await switch(view)
        assert "aligned" in " ".join(view.lines()[:2])
        assert "(not (has-dish ?r ?d))  (not (dish-in ?d ?r))" in cursor_row(view)


@pytest.mark.slow
async def test_a_file_edited_stays_in_the_comparison_chosen(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with viewer(*files) as view:
        await switch(view)
        monkeypatch.setattr("plandiff.screens.pair.editor_command", lambda *_: ["true"])
        monkeypatch.setattr("plandiff.screens.pair.run_editor", lambda _: "")
        monkeypatch.setattr(type(view.app), "suspend", lambda _: _Nothing())
        await view.press_and_compare("e")
        assert "by name" in " ".join(view.lines()[:2])


class _Nothing:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.slow
@pytest.mark.viewer_behaviour(12)
async def test_pairs_are_confirmed_refused_and_saved(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files[0].parent)
    async with viewer(*files, size=(80, 28)) as view:
        await view.press("A")
        assert isinstance(view.app.screen, NamePairsScreen)
        assert "(go ?c ?to ?from) ⇐ (walk ?from ?to)" in view.text
        assert re.search(r"▸\? actions +\(rinse ", view.text)
        await view.press(*["down"] * 6)
        assert "found  name similarity" in view.text
        assert all(len(line) <= 80 for line in view.lines())
        await view.press_and_compare("y")
        assert re.search(r"▸✓ actions +\(go ", view.text)
        await view.press_and_compare("x")
        assert "✗ actions  go ⇐ walk" in view.text
        assert "(go ?c ?to ?from) ⇐ (walk" not in view.text
        await view.press("s", "enter")
        assert '"walk"' in Path("mapping.json").read_text()
        await view.press("A")
        assert "in 4 of 4 actions (1 extra)" in view.text
        await view.press("A", "G")
        await view.press_and_compare("y")
        await view.press("escape")
        assert "» go ⇐ walk" in view.text
        # What was decided since is in no file.
        await view.press("q")
        assert "name mapping not saved" in view.text
        await view.press("q")
        assert view.app.return_value == Exit.DIFFERENT
    async with viewer(*files, "--align", "--mapping", "mapping.json") as view:
        assert "in 4 of 4 actions (1 extra)" in view.text
        assert "n/N change" in view.lines()[-1]


@pytest.mark.slow
async def test_by_name_there_are_no_pairs_to_list() -> None:
    async with viewer(DELIVERY / "learned.pddl", DELIVERY / "reference.pddl") as view:
        await view.press("A")
        assert view.app.screen is view.screen
        assert "all names are matched by name" in view.text


@pytest.mark.slow
async def test_one_column_has_what_corresponds_in_one_line(files: tuple[Path, Path]) -> None:
    async with viewer(*files, size=(80, 30)) as view:
        assert "≈   (is-in ?c ?from) ⇐ (cook-in ?from)" in view.text


@pytest.mark.slow
async def test_only_domains_are_aligned(tmp_path: Path) -> None:
    plan = tmp_path / "a.plan"
    plan.write_text("(a x)\n")
    async with viewer(plan, plan) as view:
        await view.press("a")
        assert "only available for two domains" in view.text


@pytest.mark.parametrize("option", ["--align", "--no-evidence"])
def test_problems_beside_domains_speak_for_pairs(files: tuple[Path, Path], option: str) -> None:
    (files[0].parent / "ours.pddl").write_text(kitchen.LEARNED_PROBLEM)
    (files[0].parent / "theirs.pddl").write_text(kitchen.REFERENCE_PROBLEM)
    done = plandiff("--align", option, "--metrics", *map(str, files))
    assert ("ours.pddl and" in done.out) is (option == "--align")
    assert ("initial fact similarity" in " ".join(done.out.split())) is (option == "--align")


def test_text_and_tables_align_what_the_viewer_aligns(files: tuple[Path, Path]) -> None:
    text = plandiff(*files).out
    joined = " ".join(text.split())
    assert "\nF1, precision, recall, similarity 1.000\n" in text
    assert (
        "note: the domains share almost no names: matched by structure (--no-align: by name)"
        in joined
    )
    assert json.loads(plandiff(*files, "--format", "json").out)["basis"] == "aligned"
    by_name = plandiff("--no-align", *files).out
    assert "\nF1 0.000 (precision –, recall 0.000), similarity 0.000\n" in by_name
    folder = files[0].parent
    for side, file in zip("lr", files, strict=True):
        (folder / side).mkdir()
        file.rename(folder / side / "d.pddl")
    assert "F1 1.000" in plandiff("l", "r", folder=folder).out
    assert "F1 0.000" in plandiff("--no-align", "l", "r", folder=folder).out


def test_uncertain_matches_are_listed_in_the_order_of_the_questions() -> None:
    uncertain = (
        ActionPair("go", "walk", 0.7),
        ActionPair("pick", "take", 0.3),
        ActionPair("rinse", "wash", 0.9),
    )
    pairs = Pairs(actions=uncertain, predicates=(SymbolPair("is-held", "holding", 0.5),))
    ours, theirs = kitchen.domain(kitchen.LEARNED), kitchen.domain(kitchen.REFERENCE)
    diff = compare_domains(ours, theirs, CompareOptions(stated=pairs))
    listed = [entry.pair.learned for entry in NamePairs(diff).entries(Pairs())]
    assert listed[:4] == ["pick", "is-held", "go", "rinse"]
    assert listed[:3] == [question.pair.learned for question in questions(diff.pairs)]


def listed(view: Viewer) -> list[tuple[str, str, str]]:
    """State and names of the pairs in the list."""
    entries = view.app.screen.query_one(PairLines).entries
    return [(entry.state, entry.pair.learned, entry.pair.reference) for entry in entries]


async def test_the_list_asks_what_the_command_asks_and_shows_what_an_answer_changes(
    files: tuple[Path, Path],
) -> None:
    files[0].write_text(WITH_DOUBTS)
    saved = files[0].parent / "mine.json"
    async with viewer(
        *files, "--align", "--no-evidence", "--save-mapping", str(saved), size=(120, 40)
    ) as view:
        await view.press("A")
        ours, theirs = kitchen.domain(WITH_DOUBTS), kitchen.domain(kitchen.REFERENCE)
        shown: list[str] = []
        stated = Pairs()
        for number in range(3):
            pairs = pairs_under(stated, ours, theirs).pairs
            asked = [(each.pair.learned, each.pair.reference) for each in questions(pairs)]
            uncertain = [names for _, *names in listed(view)]
            assert [*map(tuple, uncertain)][: len(asked)][:10] == asked[:10], number
            kind, pair, _ = questions(pairs)[0]
            stated = refused(stated, kind, pair.learned, pair.reference)
            await view.press_and_compare("n")
            found = pairs_under(stated, ours, theirs).pairs
            assert load_mapping(str(saved)).refusals == stated.refusals
            shown.append(changes_text(pairs, found, pair, ours, theirs) or "no other match changed")
            assert visible(shown[-1])[:60] in view.text
        assert any(text.startswith(("new", "removed")) for text in shown)
        # What is in a file already need not be saved.
        await view.press("escape", "q")
        assert view.app.return_value == Exit.DIFFERENT


@pytest.mark.slow
async def test_another_name_is_an_answer(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files[0].parent)
    stated = {"actions": [{"learned": "fly", "reference": "soar"}]}
    Path("mine.json").write_text(json.dumps(stated))
    async with viewer(*files, "--align", "--mapping", "mine.json", size=(120, 40)) as view:
        await view.press("A", "o", *"tke", "enter")
        assert "no action `tke` in the reference" in view.text
        assert listed(view)[0] == ("uncertain", "rinse", "wash")
        await view.press_and_compare("o", *"take", "enter")
        assert ("confirmed", "rinse", "take") in listed(view)
        assert ("refused", "rinse", "wash") in listed(view)
        assert "removed: action (pick ?c ?r ?d) = (take ?d ?r)" in view.text
        await view.press("s", "enter")
        saved = load_mapping("mine.json")
        names = [(pair.learned, pair.reference) for pair in saved.actions]
        assert ("rinse", "take") in names
        assert ("fly", "soar") in names
        assert ("actions", "rinse", "wash") in saved.refusals


@pytest.mark.slow
async def test_to_confirm_a_pair_in_the_list_loses_no_other(files: tuple[Path, Path]) -> None:
    async with viewer(*files, "--align", size=(120, 60)) as view:
        await view.press("A")
        pairs = [row for row in listed(view) if row[0] in ("found", "uncertain")]
        assert len(pairs) > 5
        for _, *names in pairs:
            at = [[*row[1:]] for row in listed(view)].index(names)
            view.app.screen.query_one(PairLines).cursor = at
            await view.press_and_compare("y")
            states = {row[1:]: row[0] for row in listed(view)}
            assert states[names[0], names[1]] == "confirmed"
            assert {states.get(row[1:]) for row in pairs} <= {"confirmed", "found", "uncertain"}


async def test_names_that_are_only_spelt_otherwise_are_noticed(tmp_path: Path) -> None:
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    text = (DELIVERY / "reference.pddl").read_text()
    files[0].write_text(text.replace("available", "avail_able"))
    files[1].write_text(text.replace("available", "avail-able"))
    async with viewer(*files) as view:
        assert "avail_able is avail-able: only hyphens and underscores differ" in view.text
        assert "press a to match by structure (F1 1.000)" in view.text
        await view.press_and_compare("a")
        assert "F1 1.000 aligned" in view.text
        assert "only hyphens" not in view.text
