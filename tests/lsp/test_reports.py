"""Commands that answer with reports, and reviews shown as documents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

import plandiff.cli
import planeval.cli
from support.editor import Editor
from support.examples import DELIVERY
from support.lsp_client import LspClient, Message
from support.lsp_memory import LspMemory
from support.page import Page

SHOWING: Message = {"window": {"showDocument": {"support": True}}}
ASKING: Message = {**SHOWING, "workspace": {"textDocumentContent": {"dynamicRegistration": True}}}


@pytest.fixture
def server() -> Iterator[LspMemory]:
    with LspMemory() as memory:
        yield memory
        assert memory.end() == 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in DELIVERY.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def uri(folder: Path, name: str) -> str:
    return (folder / name).as_uri()


def command(server: LspClient, name: str, *arguments: object) -> object:
    params = {"command": f"planlsp.{name}", "arguments": [*arguments]}
    return server.request("workspace/executeCommand", params)


def refusal(server: LspClient, name: str, *arguments: object) -> str:
    params = {"command": f"planlsp.{name}", "arguments": [*arguments]}
    answer = server.answer(server.start_request("workspace/executeCommand", params))
    assert answer["error"]["code"] == -32602
    message: str = answer["error"]["message"]
    return message


def start(server: LspMemory, folder: Path, capabilities: Message | None = None) -> Editor:
    folders = [{"uri": folder.as_uri(), "name": "f"}]
    return Editor(server, server.initialize(capabilities, workspaceFolders=folders))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    plandiff.cli.main([*arguments])
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.server_behaviour(32)
@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("compareDomains", "pddl"),
        ("comparePlans", "plan"),
        ("compareFiles", "pddl"),
        ("compareFiles", "plan"),
    ],
)
def test_a_comparison_is_that_of_the_command_line(
    name: str,
    ending: str,
    server: LspMemory,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    if ending == "pddl":
        # The command line would execute them; the server has them as diagnostics.
        for plan in folder.glob("*.plan"):
            plan.unlink()
    files = [f"{part}.{ending}" for part in ("learned", "reference")]
    start(server, folder)
    uris = [uri(folder, file) for file in files]
    assert command(server, name, *uris) == json.loads(printed(capsys, *files, "--format", "json"))
    for written in ("text", "markdown", "html", "side-by-side"):
        text = command(server, name, *uris, written)
        assert text == printed(capsys, *files, "--format", written)
    assert command(server, "compareFiles", *uris, "text") == printed(
        capsys, *files, "--format", "text"
    )


def test_two_problems_are_compared(server: LspMemory, folder: Path) -> None:
    start(server, folder)
    other = folder / "p02.pddl"
    other.write_text(
        (folder / "p01.pddl").read_text().replace("(delivered letter)", "(delivered parcel)")
    )
    text = command(server, "compareFiles", uri(folder, "p01.pddl"), other.as_uri(), "text")
    assert str(text).startswith("p01.pddl vs. p02.pddl: 1 difference: 1 in goal")


def test_the_reference_is_told(server: LspMemory, folder: Path) -> None:
    editor = start(server, folder)
    learned, plan = uri(folder, "learned.pddl"), uri(folder, "learned.plan")
    for file in (learned, plan):
        editor.open(file, (folder / file.rpartition("/")[2]).read_text())
    assert command(server, "referenceOf", learned) == uri(folder, "reference.pddl")
    assert command(server, "referenceOf", plan) is None
    command(server, "setReference", plan, uri(folder, "reference.plan"))
    assert command(server, "referenceOf", plan) == uri(folder, "reference.plan")


@pytest.mark.server_behaviour(30)
def test_plans_are_compared_in_their_order(server: LspMemory, tmp_path: Path) -> None:
    start(server, tmp_path)
    plans = {
        "a.plan": "(z-first a)\n(a-second b)\n(m-third c)\n",
        "b.plan": "(a-second b)\n(m-third c)\n(z-first a)\n",
        "c.plan": "; the same, written otherwise\n( Z-FIRST  a )\n(a-second b) (m-third c)",
        "d.plan": "0: (z-first a) [1]\n1: (a-second b) [1]\n",
        "e.plan": "5: (z-first a) [1]\n6: (a-second b) [1]\n",
    }
    for name, text in plans.items():
        (tmp_path / name).write_text(text)

    def verdict(first: str, second: str) -> str:
        text = command(server, "comparePlans", uri(tmp_path, first), uri(tmp_path, second), "text")
        assert isinstance(text, str)
        return text.splitlines()[0].partition(": ")[2]

    assert verdict("a.plan", "b.plan") == "same steps in a different order; 2 identical, 1 moved"
    assert verdict("a.plan", "c.plan") == "identical (3 steps)"
    assert verdict("d.plan", "e.plan") == "same plan, 5 earlier; 2 at a different time"
    assert verdict("e.plan", "d.plan") == "same plan, 5 later; 2 at a different time"


@pytest.mark.server_behaviour(31)
def test_a_plan_is_executed_as_the_command_line_does(
    server: LspMemory,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    start(server, folder)
    planeval.cli.main(
        ["validate", "reference.pddl", "p01.pddl", "learned.plan", "--format", "json", "--trace"]
    )
    expected = json.loads(capsys.readouterr().out)
    assert command(server, "validatePlan", uri(folder, "learned.plan")) == expected


def test_a_plan_that_is_executed_despite_an_error_says_so(server: LspMemory, folder: Path) -> None:
    reference = folder / "reference.pddl"
    before, precondition, after = reference.read_text().rpartition("(available ?a)")
    reference.write_text(f"{before}(availabel ?a){after}")
    assert precondition
    start(server, folder)
    said = command(server, "validatePlan", uri(folder, "reference.plan"), "text")
    text = " ".join(str(said).split())
    assert text.startswith("reference.plan: invalid at step 3: unsatisfied precondition")
    error = "undeclared predicate `availabel`; did you mean `available`?"
    assert f"note: executed despite an error: reference.pddl:32:8: {error}" in text


def test_what_is_typed_counts_and_not_what_is_on_disk(server: LspMemory, folder: Path) -> None:
    editor = start(server, folder)
    learned, reference = uri(folder, "learned.pddl"), uri(folder, "reference.pddl")
    editor.open(learned, (folder / "reference.pddl").read_text())
    report = command(server, "compareDomains", learned, reference, "text")
    assert " define the same domain (3 actions).\n" in str(report)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("compareDomains", [], "expected a URI, a URI or null, one of text"),
        ("compareDomains", [1, None], "expected a URI"),
        ("compareDomains", ["{learned.pddl}", None, "pdf"], "expected a URI"),
        ("compareDomains", ["{learned.pddl}", None, "text", 4], "expected a URI"),
        ("validatePlan", ["{learned.plan}", "text", "text"], "expected a URI, one of"),
        ("compareDomains", ["{learned.plan}", "{reference.plan}"], "learned.plan is not a domain"),
        ("compareDomains", ["{learned.pddl}", "{reference.plan}"], "learned.pddl is a domain, "),
        ("comparePlans", ["{none.plan}", "{reference.plan}"], "none.plan: no such file"),
        (
            "comparePlans",
            ["{learned.plan}"],
            "no reference for learned.plan; name one in a `;;!reference: FILE` line",
        ),
        ("validatePlan", ["{learned.pddl}"], "learned.pddl is not a plan"),
        ("referenceOf", [], "expected a URI"),
        ("referenceOf", [None], "expected a URI"),
        (
            "showReview",
            ["{learned.plan}"],
            "no reference for learned.plan; name one in a `;;!reference: FILE` line",
        ),
    ],
)
def test_what_cannot_be_reported_is_said(
    server: LspMemory, folder: Path, name: str, arguments: list[object], expected: str
) -> None:
    start(server, folder)
    filled = [
        uri(folder, each.strip("{}")) if isinstance(each, str) and each[0] == "{" else each
        for each in arguments
    ]
    assert refusal(server, name, *filled).startswith(f"Invalid Params: {expected}")


def test_a_review_is_answered_and_shown_from_a_file(server: LspMemory, folder: Path) -> None:
    editor = start(server, folder, SHOWING)
    learned = uri(folder, "learned.pddl")
    editor.open(learned, (folder / "learned.pddl").read_text())
    answer = command(server, "showReview", learned)
    assert str(answer).startswith("# learned.pddl vs. reference.pddl: 6 differences")
    shown = [m["params"] for m in server.messages if m.get("method") == "window/showDocument"]
    (path,) = [each["uri"] for each in shown]
    assert path.endswith("/learned.pddl.md")
    assert Path(path.removeprefix("file://")).read_text() == answer
    page = command(server, "showReview", learned, "html")
    assert str(page).startswith("<!DOCTYPE html>")


@pytest.mark.server_behaviour(34)
def test_a_review_is_a_document_that_follows_every_edit(
    server: LspMemory, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planlsp.features.reports.PAUSE", 0.0)
    editor = start(server, folder, ASKING)
    learned = uri(folder, "learned.pddl")
    editor.open(learned, (folder / "learned.pddl").read_text())
    text = command(server, "showReview", learned)
    shown = server.wait_for(lambda m: m.get("method") == "window/showDocument")
    review = shown["params"]["uri"]
    assert review == f"planlsp-review:/learned.pddl.md?{quote(learned)}"
    given = server.request("workspace/textDocumentContent", {"uri": review})
    assert given == {"text": text}
    editor.replace(learned, "(not (available ?a))", "")
    server.wait_for(
        lambda m: (
            m.get("method") == "workspace/textDocumentContent/refresh"
            and m["params"] == {"uri": review}
        )
    )
    after = server.request("workspace/textDocumentContent", {"uri": review})["text"]
    assert after != text
    assert "(not (available ?a))  extra" not in after
    editor.replace(learned, "(delivered ?p)\n", "\n")
    server.wait_until(lambda: len(server.calls("workspace/textDocumentContent/refresh")) == 2)
    # The client shows it no longer, so it does not ask: from now on it is not told.
    editor.replace(learned, "(:action drop-off", "(:action let-go")
    command(server, "showReview", learned)
    command(server, "showReview", learned)
    assert len(server.calls("workspace/textDocumentContent/refresh")) == 2


def test_a_report_waits_until_what_it_is_about_has_been_read(server: LspMemory) -> None:
    """A large document is read beside the event loop; a command may come before it is there."""
    editor = Editor(server, server.initialize())
    reference = "(define (domain big) (:predicates (p)) (:action a :effect (p)))\n"
    padding = "".join(f"; line {number}\n" for number in range(10_000))
    for name, text in (("l", reference.replace("(p)))", "(not (p))))")), ("r", reference)):
        editor.open(f"untitled:{name}", text + padding)
    report = command(server, "compareDomains", "untitled:l", "untitled:r", "text")
    assert ": 1 difference in 1 of 1 action\n" in str(report)


@pytest.mark.server_behaviour(36)
def test_nothing_is_shown_to_a_client_that_shows_nothing(server: LspMemory, folder: Path) -> None:
    editor = start(server, folder)
    learned = uri(folder, "learned.pddl")
    editor.open(learned, (folder / "learned.pddl").read_text())
    assert command(server, "showReview", learned, "text")
    assert not [m for m in server.messages if m.get("method") == "window/showDocument"]


def differences_on(page: str) -> list[list[str]]:
    """The names of the differences that rows of a page are about, each once."""
    return [json.loads(name) for name in dict.fromkeys(Page(page).values("data-difference"))]


def test_a_page_takes_differences_and_leaves_them_as_they_are(
    server: LspMemory, folder: Path
) -> None:
    editor = start(server, folder, {"workspace": {"applyEdit": True}})
    name = uri(folder, "learned.pddl")
    editor.open(name, (folder / "learned.pddl").read_text())
    command(server, "setReference", name, uri(folder, "reference.pddl"))

    def page() -> str:
        text = command(server, "compareFiles", name, None, "html")
        assert isinstance(text, str)
        return text

    found = differences_on(page())
    missing = next(each for each in found if each[2] == "missing" and each[1] == "precondition")
    params = {"command": "planlsp.takeDifference", "arguments": [name, missing]}
    asked = server.start_request("workspace/executeCommand", params)
    edit = server.wait_for_method("workspace/applyEdit")
    editor.apply(edit["params"]["edit"])
    server.reply(edit, {"applied": True})
    assert server.answer(asked)["result"].startswith("Add precondition `")
    now = differences_on(page())
    assert missing not in now
    assert len(now) == len(found) - 1
    assert "the files have changed" in refusal(server, "takeDifference", name, missing)

    command(server, "markDifference", name, now[0], "accepted")
    assert "accepted" in (folder / "learned.pddl.review.json").read_text()
    rows = [element.attributes for element in Page(page()).elements if element.name == "tr"]
    marked = [row for row in rows if row.get("data-difference") == json.dumps(now[0])]
    assert marked
    assert all((row["class"] or "").endswith("accepted") for row in marked)
    command(server, "markDifference", name, now[0], "open")
    assert not (folder / "learned.pddl.review.json").exists()
    assert "expected one of" in refusal(server, "markDifference", name, now[0], "gone")
    assert "five texts" in refusal(server, "takeDifference", name, "gone")


def headings_with_plans(headings: Callable[[], list[str]]) -> list[str]:
    """The headings of a page once plans are executed, behind everything else."""
    told = headings()
    while not any("Effect of differences on plans" in each for each in told):
        told = headings()
    return told


def test_a_review_tells_what_differences_do_to_plans_before_it_tells_scores(
    server: LspMemory, folder: Path
) -> None:
    editor = start(server, folder)
    name = uri(folder, "learned.pddl")
    command(server, "setReference", name, uri(folder, "reference.pddl"))
    editor.open(name, (folder / "learned.pddl").read_text())

    def headings() -> list[str]:
        text = command(server, "compareFiles", name, None, "html")
        assert isinstance(text, str)
        return [text for level, text in Page(text).headings if level == 2]

    told = headings_with_plans(headings)
    effect, side, scores = (
        next(at for at, each in enumerate(told) if each.startswith(title))
        for title in ("Effect of differences", "Side by side", "Scores")
    )
    assert effect < side < scores

    # What plans say stays where an edit changes no meaning, and differences are where they are now.
    editor.replace(name, "(:action pick-up", "(:action\n\n    pick-up")
    text = command(server, "compareFiles", name, None, "html")
    assert isinstance(text, str)
    assert "Effect of differences on plans" in text
    assert "30:7" in text[text.index("Effect of differences on plans") :]

    # Each difference can be acted on there as well as side by side.
    names = Counter(Page(text).values("data-difference"))
    assert {*names.values()} == {2}
    command(server, "markDifference", name, json.loads(next(iter(names))), "accepted")
    text = command(server, "compareFiles", name, None, "html")
    assert isinstance(text, str)
    rows = [element.attributes for element in Page(text).elements if element.name == "tr"]
    accepted = [row for row in rows if (row.get("class") or "").endswith("accepted")]
    assert [row["data-difference"] for row in accepted] == [next(iter(names))] * 2


def test_a_model_is_shown_of_a_domain_or_of_a_problem_with_its_domain(
    server: LspMemory, folder: Path
) -> None:
    start(server, folder)
    text = command(server, "showModel", uri(folder, "p01.pddl"), "text")
    assert isinstance(text, str)
    assert "Predicates by actions" in text
    assert "Initial state  p01.pddl" in text
    alone = command(server, "showModel", uri(folder, "reference.pddl"), "markdown")
    assert "Initial state" not in str(alone)
    refused = refusal(server, "showModel", uri(folder, "learned.plan"))
    assert refused == "Invalid Params: learned.plan is a plan; expected a domain or a problem"
