"""Summaries of files, and what many of them say together."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.index.index import Belonging, Index
from plancore.index.summary import FileSummary, Shared, SymbolKey, summarise
from plancore.occurrences import NameRole, SymbolKind
from plancore.project import PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.syntax.signs import lower
from support.corpus import LARGE_CORPORA, corpus_texts
from support.ferry import DOMAIN, PROBLEM

PLAN = "(board red south)\n(leave red south)\n"
FERRY = {"/w/domain.pddl": DOMAIN, "/w/far/p.pddl": PROBLEM, "/w/far/p.plan": PLAN}


def index(texts: Mapping[str, str]) -> Index:
    return Index({name: summarise(snapshot_of(text, name)) for name, text in texts.items()})


def test_of_a_file_that_is_too_large_only_the_head_is_kept() -> None:
    whole, partial = (summarise(snapshot_of(PROBLEM, "p.pddl"), most) for most in (None, 10))
    assert partial.is_partial
    assert not whole.is_partial
    assert partial.head[:3] == whole.head[:3]
    assert not partial.starts


def test_a_problem_that_is_too_large_does_not_lose_to_a_smaller_one() -> None:
    """Its objects are not known: neither is chosen."""
    texts = {"/w/domain.pddl": DOMAIN, "/w/x/p.plan": PLAN, "/w/a/p.pddl": PROBLEM}
    texts["/w/b/p.pddl"] = PROBLEM.replace("green", "north")
    known = index(texts)
    files = dict(known.files)
    assert known.problem_of_plan("/w/x/p.plan") is None  # both have all objects
    unlike = texts["/w/a/p.pddl"].replace("red", "pink")
    files["/w/a/p.pddl"] = summarise(snapshot_of(unlike, "/w/a/p.pddl"))
    assert Index(files).problem_of_plan("/w/x/p.plan") == "/w/b/p.pddl"
    files["/w/a/p.pddl"] = summarise(snapshot_of(PROBLEM, "/w/a/p.pddl"), 10)
    assert Index(files).problem_of_plan("/w/x/p.plan") is None
    assert {*Index(files).companions("/w/x/p.plan", "plan")} >= {"/w/a/p.pddl", "/w/b/p.pddl"}


def test_a_plan_needs_its_problem_and_a_problem_its_domain() -> None:
    known = index(FERRY)
    assert known.companions("/w/far/p.plan", "plan") == {"/w/far/p.pddl", "/w/domain.pddl"}
    assert known.companions("/w/new.pddl", "problem", ["ferry"]) == {"/w/domain.pddl"}
    assert known.companions("/w/domain.pddl", "domain") == set()
    assert known.problem_of_plan("/w/far/p.plan") == "/w/far/p.pddl"


def test_an_edit_that_changes_no_head_keeps_what_belongs_together() -> None:
    known = index(FERRY)
    assert known.problems_in("/w/far") == ["/w/far/p.pddl"]
    edited = PROBLEM.replace("(:goal", "\n(:goal")
    later = known.replaced({"/w/far/p.pddl": summarise(snapshot_of(edited, "/w/far/p.pddl"))})
    assert later._belonging is known._belonging
    gone = later.replaced({"/w/far/p.pddl": None})
    assert gone.problems_in("/w/far") == []
    assert known.problems_in("/w/far")


names = st.sampled_from(["/w/a/f.pddl", "/w/a/g.pddl", "/w/b/f.pddl", "/w/h.pddl", "/w/a/f.plan"])
contents = st.sampled_from(
    [
        DOMAIN,
        DOMAIN.replace("ferry", "other"),
        PROBLEM,
        PROBLEM.replace(":domain ferry", ":domain other"),
        PROBLEM.replace(":domain ferry", ":domain nowhere"),
        ";;!domain: ../h.pddl\n" + PROBLEM,
        DOMAIN + PROBLEM,
        "(define (domain shop) (:predicates (sold ?x)))",
        PLAN,
        ";;!domain: ../h.pddl\n" + PLAN,
        "",
    ]
)


@given(st.dictionaries(names, contents))
def test_summaries_belong_together_as_the_texts_do(texts: dict[str, str]) -> None:
    files = {name: snapshot_of(text, name) for name, text in texts.items()}
    project, known = ProjectSnapshot(files), index(texts)
    links = Belonging(known.files).links
    for name, file in files.items():
        if isinstance(file, PlanSnapshot):
            wanted = [project.setting_of(file).domain]
            actual = [links.domain_of_plan(name)]
        else:
            wanted = [project.domain_of(file, d) for d in file.definitions if d.kind == "problem"]
            problems = [d for d in known.files[name].definitions if d.kind == "problem"]
            actual = [links.domain_choice(name, problem).link for problem in problems]
        assert [link and (link.file, link.definition.name) for link in actual] == [
            link and (link.file.name, link.definition.name) for link in wanted
        ]


@given(st.dictionaries(names, contents), st.sampled_from([(), ("/w/a", "/w/b"), ("/w",)]))
def test_the_plans_of_a_domain_are_those_that_are_for_it(
    texts: dict[str, str], roots: tuple[str, ...]
) -> None:
    known = Index(index(texts).files, roots)
    links = Belonging(known.files, roots).links
    domains = {name: links.domain_of_plan(name) for name in known.files}
    for domain in texts:
        assert list(known.plans_of(domain)) == [
            name
            for name, file in sorted(known.files.items())
            if file.kind == "plan"
            and links.problem_of(name) is not None
            and (link := domains[name]) is not None
            and link.file == domain
        ]


@given(st.lists(st.tuples(names, st.none() | contents), max_size=12))
def test_an_index_kept_is_one_made_afresh(changes: list[tuple[str, str | None]]) -> None:
    kept, texts = Index({}), dict[str, str]()
    for name, text in changes:
        if text is None:
            texts.pop(name, None)
            kept = kept.replaced({name: None})
        else:
            texts[name] = text
            kept = kept.replaced({name: summarise(snapshot_of(text, name))})
        _ = (
            kept.problems_in("/w/a"),
            kept.plans_of("/w/h.pddl"),
        )  # what is kept must not outlive what it rests on
    fresh = index(texts)
    assert dict(kept.files) == dict(fresh.files)
    for name, file in fresh.files.items():
        assert kept.problem_of_plan(name) == fresh.problem_of_plan(name)
        assert kept.plans_of(name) == fresh.plans_of(name)
        needed = kept.companions(name, file.kind, ["ferry"])
        assert needed == fresh.companions(name, file.kind, ["ferry"])
    for home in ("/w", "/w/a", "/w/b"):
        assert sorted(kept.problems_in(home)) == sorted(fresh.problems_in(home))
        assert kept.plans_in(home) == fresh.plans_in(home)


@pytest.mark.parametrize("root", LARGE_CORPORA)
def test_a_name_stands_where_the_summary_says(root: Path) -> None:
    shared = Shared()
    for path, text in corpus_texts(root, max_bytes=200_000):
        summary = summarise(snapshot_of(text, path))
        for row in range(len(summary.starts)):
            start, end = summary.mention(row).span
            assert lower(text[start:end]) == summary.symbols[summary.symbol_at[row]].name
        again: FileSummary = pickle.loads(pickle.dumps(summary))
        assert shared.summary(again) == summary


def test_lines_and_columns_need_no_text() -> None:
    summary = summarise(snapshot_of(DOMAIN, "d.pddl"))
    board = summary.symbols.index(SymbolKey(SymbolKind.ACTION, "board"))
    (row,) = summary.declaring(board, range(len(summary.starts)))
    place = summary.mention(row)
    line, column = summary.line_and_column(place.span.start)
    assert DOMAIN.splitlines()[line][column:].startswith("board")
    assert place.role is NameRole.DECLARES


def test_what_only_one_file_can_mention_is_left_out() -> None:
    kinds = {symbol.kind for symbol in summarise(snapshot_of(DOMAIN, "d.pddl")).symbols}
    assert {SymbolKind.ACTION, SymbolKind.TYPE} < kinds
    assert not kinds & {SymbolKind.VARIABLE, SymbolKind.REQUIREMENT}
