"""The places in a text that name another file."""

from __future__ import annotations

from plancore.ide.navigation.workspace_symbols import document_links
from plancore.project import ProjectSnapshot, snapshot_of
from support.ferry import DOMAIN, PROBLEM


def links(text: str, **others: str) -> list[str]:
    """`word: what stands there -> the file`, if one is named that is at hand."""
    texts = {"/w/here.pddl": text, **{f"/w/{name}.pddl": other for name, other in others.items()}}
    project = ProjectSnapshot({name: snapshot_of(text, name) for name, text in texts.items()})
    return [
        f"{link.what}: {text[link.span.start : link.span.end]} -> {link.file or link.path}"
        for link in document_links(project, project.files["/w/here.pddl"])
    ]


def test_the_domain_of_a_problem_leads_to_its_file() -> None:
    assert links(PROBLEM, models=DOMAIN) == ["domain: ferry -> /w/models.pddl"]


def test_what_is_not_known_and_what_is_here_has_no_link() -> None:
    assert links(PROBLEM) == []
    assert links(DOMAIN + PROBLEM) == []


def test_comments_lead_to_the_files_that_they_name() -> None:
    text = ";;!reference: gold/r.pddl\n;;!mapping: m.json\n;;!domain: d.pddl\n;;!problem: p.pddl\n"
    assert links(text) == [
        "reference: gold/r.pddl -> gold/r.pddl",
        "mapping: m.json -> m.json",
        "domain: d.pddl -> d.pddl",
        "problem: p.pddl -> p.pddl",
    ]
