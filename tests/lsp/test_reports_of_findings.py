"""What stands around findings: links behind their codes, findings in related documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancore.compare.difference import codes as codes_of_differences
from plancore.rules.plans.registry import rules_by_code
from planlsp.session.answers.finding_pages import page_of
from planlsp.session.background.schedule import Priority
from planlsp.session.settings.codes import all_codes
from planlsp.session.uris import path_of
from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_memory import LspMemory

PAGE = "https://planlsp.example/docs/reference/rules/undeclared-predicate.html"
METADATA = """\
Metadata-Version: 2.1
Name: planlsp
Version: 0
Project-URL: Source, https://planlsp.example
Project-URL: Documentation, https://planlsp.example/docs/
"""


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that says where its documentation is."""
    information = tmp_path / "planlsp-0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(METADATA)
    monkeypatch.syspath_prepend(str(tmp_path))
    page_of.cache_clear()
    yield
    page_of.cache_clear()


def test_every_rule_has_a_page_beside_the_server() -> None:
    for rule in rules_by_code().values():
        page = page_of(rule.CODE)
        assert page is not None
        path = path_of(page)
        assert path is not None
        assert Path(path).read_text(encoding="utf-8").startswith(f"# {rule.CODE}\n")


def test_every_other_finding_has_a_heading_on_a_page() -> None:
    for code in all_codes() - rules_by_code().keys():
        address = page_of(code)
        assert address is not None, code
        page, _, heading = address.partition("#")
        path = path_of(page)
        assert path is not None
        text = Path(path).read_text(encoding="utf-8")
        assert re.search(rf"^##+ {re.escape(heading)}$", text, re.MULTILINE), code


def test_the_page_of_differences_names_them_all() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "differences.md").read_text(
        encoding="utf-8"
    )
    assert {code for code in codes_of_differences() if f"`{code}`" not in page} == set()


@pytest.mark.usefixtures("address")
def test_a_rule_has_a_page() -> None:
    assert page_of("undeclared-predicate") == PAGE
    assert (
        page_of("missing-precondition")
        == "https://planlsp.example/docs/reference/differences.html#precondition"
    )
    assert page_of("aligned") == "https://planlsp.example/docs/reference/findings.html#aligned"
    assert page_of("no-such-code") is None


@pytest.mark.usefixtures("address")
@pytest.mark.parametrize("understands", [True, False])
def test_a_code_is_a_link_for_a_client_that_shows_it(server: LspMemory, understands: bool) -> None:
    published = {"codeDescriptionSupport": understands}
    capabilities = {"textDocument": {"publishDiagnostics": published}}
    editor = Editor(server, server.initialize(capabilities))
    editor.open("untitled:d", DOMAIN.replace("(at ?c ?q)", "(att ?c ?q)"))
    told = editor.diagnostics("untitled:d")
    linked = [
        each.get("codeDescription") for each in told if each["code"] == "undeclared-predicate"
    ]
    assert linked == [{"href": PAGE} if understands else None]


def pulling(related: bool) -> dict[str, Any]:
    return {
        "textDocument": {"diagnostic": {"relatedDocumentSupport": related}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }


@pytest.mark.server_behaviour(36)
@pytest.mark.parametrize("area", ["publishDiagnostics", "diagnostic"])
def test_what_findings_have_is_said_of_pushing_or_of_pulling(server: LspMemory, area: str) -> None:
    capabilities = pulling(related=False)
    shown = {"relatedInformation": True, "tagSupport": {"valueSet": [1]}}
    capabilities["textDocument"].setdefault(area, {}).update(shown)
    editor = Editor(server, server.initialize(capabilities))
    editor.open("untitled:d", DOMAIN.replace("(full))", "(full ?c) (never))", 1))
    told = editor.diagnostics("untitled:d")
    assert any("relatedInformation" in each for each in told)
    assert any(each.get("tags") == [1] for each in told)


@pytest.mark.server_behaviour(10)
@pytest.mark.parametrize("understands", [True, False])
def test_an_edit_in_the_domain_tells_of_its_problem(
    server: LspMemory, tmp_path: Path, understands: bool
) -> None:
    editor = Editor(server, server.initialize(pulling(understands), rootUri=tmp_path.as_uri()))
    domain, problem = ((tmp_path / name).as_uri() for name in ("d.pddl", "p.pddl"))
    editor.open(domain, DOMAIN)
    editor.open(problem, PROBLEM)
    before = {uri: pulled(editor, uri) for uri in (domain, problem)}
    assert not any("relatedDocuments" in report for report in before.values())
    editor.replace(domain, "(aboard ?c - car)", "(on-board ?c - car)")
    report = pulled(editor, domain, before[domain]["resultId"])
    if not understands:
        assert "relatedDocuments" not in report
        return
    related = report["relatedDocuments"][problem]
    codes = [each["code"] for each in related["items"]]
    assert "undeclared-predicate" in codes
    again = pulled(editor, problem, related["resultId"])
    assert again["kind"] == "unchanged"


@pytest.mark.server_behaviour(10)
def test_what_a_cancelled_answer_would_have_told_is_told_by_the_next(
    server: LspMemory, tmp_path: Path
) -> None:
    editor = Editor(server, server.initialize(pulling(related=True), rootUri=tmp_path.as_uri()))
    domain, large = ((tmp_path / name).as_uri() for name in ("d.pddl", "large.pddl"))
    small = [(tmp_path / f"p{number}.pddl").as_uri() for number in range(5)]
    texts = {domain: DOMAIN, **dict.fromkeys(small, PROBLEM), large: PROBLEM + ";\n" * 50_000}
    for uri, text in texts.items():
        editor.open(uri, text)
        pulled(editor, uri)
    with server.busy(Priority.FINDINGS):  # so that what is large has to wait
        editor.replace(domain, "(aboard ?c - car)", "(on-board ?c - car)")
        asked = {"textDocument": {"uri": domain}}
        first = server.start_request("textDocument/diagnostic", asked)
        server.request("textDocument/documentSymbol", asked)  # by then the first is at work
        server.notify("$/cancelRequest", {"id": first})
        assert server.answer(first)["error"]["code"] == -32800
    assert pulled(editor, domain)["relatedDocuments"].keys() == {*small, large}


def pulled(editor: Editor, uri: str, previous: str | None = None) -> dict[str, Any]:
    asked = {"textDocument": {"uri": uri}, "previousResultId": previous}
    report: dict[str, Any] = editor.server.request("textDocument/diagnostic", asked)
    return report


@pytest.mark.server_behaviour(10)
def test_a_document_that_is_opened_once_more_is_told_about_once_more(server: LspMemory) -> None:
    """A client forgets what it was told of a document that it closes: when a file is read again
    from disk, both come at once, with the same version and mostly the same text."""
    editor = Editor(server, server.initialize())
    editor.open("untitled:d", DOMAIN.replace("(at ?c ?q)", "(att ?c ?q)"))
    told = editor.diagnostics("untitled:d")
    seen = len(server.messages)
    identity = {"uri": "untitled:d"}
    item = {**identity, "languageId": "pddl", "version": 1, "text": editor.texts["untitled:d"]}
    server.send(
        notification("textDocument/didClose", {"textDocument": identity}),
        notification("textDocument/didOpen", {"textDocument": item}),
    )
    published = server.wait_for_method("textDocument/publishDiagnostics", seen)["params"]
    assert published == {"uri": "untitled:d", "version": 1, "diagnostics": told}


def notification(method: str, params: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


@pytest.mark.server_behaviour(36)
@pytest.mark.parametrize(
    ("version", "pulls"),
    [("0.12.0", False), ("0.12.4+dfsg", False), ("0.13.0", True), (None, True)],
)
def test_a_client_that_would_not_pull_open_documents_again_is_pushed_to(
    server: LspMemory, version: str | None, pulls: bool
) -> None:
    """Told to pull again, Neovim 0.12 asks about files that are not open only."""
    client = {"name": "Neovim", **({} if version is None else {"version": version})}
    offered = server.initialize(pulling(related=False), clientInfo=client)["capabilities"]
    assert ("diagnosticProvider" in offered) is pulls
    if not pulls:
        server.open("untitled:d", DOMAIN.replace("(full)", "(never)", 1))
        assert server.wait_for_method("textDocument/publishDiagnostics")["params"]["diagnostics"]
