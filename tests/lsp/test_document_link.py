"""Links from what names another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.ferry import DOMAIN, PROBLEM
from support.lsp_memory import LspMemory

TOOLTIPS = {"textDocument": {"documentLink": {"tooltipSupport": True}}}


@pytest.mark.server_behaviour(22)
def test_the_domain_and_the_files_named_in_comments_are_links(tmp_path: Path) -> None:
    (tmp_path / "a ferry.pddl").write_text(DOMAIN)
    uri = (tmp_path / "p.pddl").as_uri()
    text = f";;!mapping: my map.json\n;;!reference: /etc/passwd\n{PROBLEM}"
    with LspMemory() as server:
        server.initialize(TOOLTIPS, rootUri=tmp_path.as_uri())
        server.open(uri, text)
        links = server.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    lines = text.split("\n")
    shown = {}
    for link in links:
        start, end = link["range"]["start"], link["range"]["end"]
        word = lines[start["line"]][start["character"] : end["character"]]
        shown[word] = (link["target"], link["tooltip"])
    assert shown == {
        "my map.json": ((tmp_path / "my map.json").as_uri(), "mapping: my map.json"),
        "ferry": ((tmp_path / "a ferry.pddl").as_uri(), "domain: a ferry.pddl"),
    }


def test_a_client_without_tooltips_is_sent_none(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    uri = (tmp_path / "p.pddl").as_uri()
    with LspMemory() as server:
        server.initialize()
        server.open(uri, PROBLEM)
        (link,) = server.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    assert "tooltip" not in link


def test_names_of_definitions_in_the_comments_of_a_plan_are_links(tmp_path: Path) -> None:
    """Of the files beside a plan that nobody has opened."""
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    for name in ("one", "two"):
        text = PROBLEM.replace("(problem ", f"(problem {name}-")
        (tmp_path / f"{name}.pddl").write_text(text)
    named = PROBLEM.partition("(problem ")[2].partition(")")[0]
    uri = (tmp_path / "x.plan").as_uri()
    with LspMemory() as server:
        server.initialize()
        server.open(uri, f";;!domain: ferry\n;;!problem: two-{named}\n\n(sail a b)\n")
        links = server.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    targets = [link["target"] for link in links]
    assert targets == [(tmp_path / name).as_uri() for name in ("domain.pddl", "two.pddl")]
