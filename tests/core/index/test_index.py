"""Summaries of files, and what many of them say together."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.index.belonging import Home
from plancore.index.index import Index
from plancore.index.summarise import Shared, summarise
from plancore.index.summary import FileSummary, Symbol
from plancore.occurrences.table import Role, SymbolKind
from plancore.project import PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.syntax.forms import lower
from support.corpus import LARGE_CORPORA, corpus_texts
from support.ferry import DOMAIN, PROBLEM

PLAN = "(board red south)\n(leave red south)\n"
FERRY = {"/w/domain.pddl": DOMAIN, "/w/far/p.pddl": PROBLEM, "/w/far/p.plan": PLAN}
HOME = Home("/w/domain.pddl", "domain", "ferry")


def index(texts: Mapping[str, str]) -> Index:
    return Index({name: summarise(snapshot_of(text, name)) for name, text in texts.items()})


def words(texts: Mapping[str, str], symbol: Symbol, home: Home = HOME) -> list[str]:
    """Each mention with its role and what stands there, as `file: role word`."""
    return [
        f"{m.file.rpartition('/')[2]}: {m.role} {texts[m.file][m.span.start : m.span.end]}"
        for m in index(texts).mentions(symbol, home)
    ]


def test_a_predicate_is_mentioned_in_the_domain_and_its_problems() -> None:
    assert words(FERRY, Symbol(SymbolKind.PREDICATE, "aboard")) == [
        "domain.pddl: declares aboard",
        "domain.pddl: adds aboard",
        "domain.pddl: needs aboard",
        "p.pddl: wants aboard",
    ]
    at = words(FERRY, Symbol(SymbolKind.PREDICATE, "at"))
    assert at[0] == "domain.pddl: declares at"
    assert "p.pddl: states at" in at


def test_an_action_is_mentioned_in_plans_that_nobody_has_open() -> None:
    assert words(FERRY, Symbol(SymbolKind.ACTION, "leave")) == [
        "domain.pddl: declares leave",
        "p.plan: mentions leave",
    ]


def test_an_object_is_mentioned_in_its_problem_and_in_plans() -> None:
    home = Home("/w/far/p.pddl", "problem", "two")
    mentions = words(FERRY, Symbol(SymbolKind.OBJECT, "red"), home)
    assert mentions[0] == "p.pddl: declares red"
    assert mentions[-2:] == ["p.plan: mentions red"] * 2


def test_the_same_name_of_another_domain_is_another_symbol() -> None:
    texts = FERRY | {
        "/other/domain.pddl": DOMAIN.replace("(domain ferry)", "(domain other)"),
        "/other/p.pddl": PROBLEM.replace(":domain ferry", ":domain other"),
    }
    symbol = Symbol(SymbolKind.PREDICATE, "at")
    assert words(texts, symbol) == words(FERRY, symbol)


def test_a_function_without_arguments_is_told_from_an_object() -> None:
    domain = "(define (domain d) (:functions (total) (left)) (:predicates (p ?x)))"
    problem = """(define (problem q) (:domain d) (:objects left)
  (:init (= (total) 0) (= (left) 1) (p left)) (:goal (and (> total 1) (p left))))"""
    texts = {"/d.pddl": domain, "/q.pddl": problem}
    home = Home("/d.pddl", "domain", "d")
    total = words(texts, Symbol(SymbolKind.FUNCTION, "total"), home)
    assert [word.partition(": ")[0] for word in total] == ["d.pddl", "q.pddl", "q.pddl"]
    left = words(texts, Symbol(SymbolKind.FUNCTION, "left"), home)
    assert [word.partition(": ")[0] for word in left] == ["d.pddl", "q.pddl"]


def test_of_a_file_that_is_too_large_only_the_head_is_kept() -> None:
    whole, partial = (summarise(snapshot_of(PROBLEM, "p.pddl"), most) for most in (None, 10))
    assert partial.is_partial
    assert not whole.is_partial
    assert partial.head == whole.head
    assert not partial.starts


def test_a_plan_needs_its_problem_and_a_problem_its_domain() -> None:
    known = index(FERRY)
    assert known.companions("/w/far/p.plan", "plan") == {"/w/far/p.pddl", "/w/domain.pddl"}
    assert known.companions("/w/new.pddl", "problem", ["ferry"]) == {"/w/domain.pddl"}
    assert known.companions("/w/domain.pddl", "domain") == set()
    assert known.domains_of("/w/far/p.plan") == [HOME]


def test_an_edit_that_changes_no_head_keeps_what_belongs_together() -> None:
    known = index(FERRY)
    _ = known.problems_of(HOME)
    edited = PROBLEM.replace("(:goal", "\n(:goal")
    later = known.replaced({"/w/far/p.pddl": summarise(snapshot_of(edited, "/w/far/p.pddl"))})
    assert later._belonging is known._belonging
    gone = later.replaced({"/w/far/p.pddl": None})
    assert gone.problems_of(HOME) == ()
    assert known.problems_of(HOME)


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
        "",
    ]
)


@given(st.dictionaries(names, contents))
def test_summaries_belong_together_as_the_texts_do(texts: dict[str, str]) -> None:
    files = {name: snapshot_of(text, name) for name, text in texts.items()}
    project, known = ProjectSnapshot(files), index(texts)
    for name, file in files.items():
        if isinstance(file, PlanSnapshot):
            links = [project.setting_of(file).domain]
        else:
            links = [project.domain_of(file, d) for d in file.definitions if d.kind == "problem"]
        domains = {Home(link.file.name, "domain", link.definition.name) for link in links if link}
        if isinstance(file, FileSnapshot):
            domains |= {
                Home(name, "domain", d.name) for d in file.definitions if d.kind == "domain"
            }
        assert set(known.domains_of(name)) == domains


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
        _ = kept.problems_of(HOME)  # what is kept must not outlive what it rests on
    fresh = index(texts)
    assert dict(kept.files) == dict(fresh.files)
    for name in texts:
        assert kept.domains_of(name) == fresh.domains_of(name)
    for home in {home for name in texts for home in fresh.domains_of(name)}:
        assert sorted(kept.problems_of(home)) == sorted(fresh.problems_of(home))
        symbol = Symbol(SymbolKind.PREDICATE, "at")
        assert sorted(kept.mentions(symbol, home)) == sorted(fresh.mentions(symbol, home))


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
    (place,) = index({"d.pddl": DOMAIN}).mentions(
        Symbol(SymbolKind.ACTION, "board"), Home("d.pddl", "domain", "ferry")
    )
    line, column = summary.line_and_column(place.span.start)
    assert DOMAIN.splitlines()[line][column:].startswith("board")
    assert place.role is Role.DECLARES


def test_what_only_one_file_can_mention_is_left_out() -> None:
    kinds = {symbol.kind for symbol in summarise(snapshot_of(DOMAIN, "d.pddl")).symbols}
    assert {SymbolKind.ACTION, SymbolKind.TYPE} < kinds
    assert not kinds & {SymbolKind.VARIABLE, SymbolKind.REQUIREMENT}
