"""Which files of a workspace belong together."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.directives import directives, join, without_directives
from plancore.kind import text_kind
from plancore.project import PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics


def domain(name: str = "d", note: str = "") -> str:
    return f"{note}(define (domain {name}) (:predicates (p)))"


def problem(of: str = "d", note: str = "", name: str = "q") -> str:
    return f"{note}(define (problem {name}) (:domain {of}) (:init (p)) (:goal (p)))"


def project(files: dict[str, str], **references: str) -> ProjectSnapshot:
    return ProjectSnapshot({n: snapshot_of(text, n) for n, text in files.items()}, references)


def linked_domain(files: dict[str, str], name: str) -> tuple[str, tuple[str, ...]] | None:
    snapshot = project(files)
    file = snapshot.files[name]
    assert isinstance(file, FileSnapshot)
    found = file.first("problem")
    assert found is not None
    link = snapshot.domain_of(file, found)
    return (link.file.name, link.rivals) if link else None


def test_a_domain_in_the_same_file_comes_first() -> None:
    files = {"/a/p.pddl": domain() + problem(), "/a/d.pddl": domain()}
    assert linked_domain(files, "/a/p.pddl") == ("/a/p.pddl", ())


def test_a_directive_comes_before_the_name() -> None:
    files = {
        "/a/p.pddl": problem(note=";;!domain: ../b/other.pddl\n"),
        "/a/d.pddl": domain(),
        "/b/other.pddl": domain("x"),
    }
    assert linked_domain(files, "/a/p.pddl") == ("/b/other.pddl", ())


def test_the_nearest_domain_of_the_name_is_taken() -> None:
    files = {
        "/w/s/t/p.pddl": problem(),
        "/w/s/d.pddl": domain(),
        "/w/d.pddl": domain(),
        "/v/d.pddl": domain(),
    }
    assert linked_domain(files, "/w/s/t/p.pddl") == ("/w/s/d.pddl", ())


def test_two_equally_near_domains_are_told() -> None:
    files = {"/a/p.pddl": problem(), "/a/d1.pddl": domain(), "/a/d2.pddl": domain()}
    assert linked_domain(files, "/a/p.pddl") == ("/a/d1.pddl", ("/a/d2.pddl",))


def test_a_learned_domain_comes_before_its_reference() -> None:
    files = {
        "/a/p.pddl": problem(),
        "/a/learned.pddl": domain(note=";;!reference: gold.pddl\n"),
        "/a/gold.pddl": domain(),
    }
    assert linked_domain(files, "/a/p.pddl") == ("/a/learned.pddl", ())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("/b/p01.pddl", "/b/domain_p01.pddl"),
        ("/b/p12.pddl", "/b/domain_p12.pddl"),
        ("/b/rovers/problem3.pddl", "/b/rovers.pddl"),
        ("/b/rovers_night_test/problem3.pddl", "/b/rovers_night.pddl"),
        ("/b/night-problem.pddl", "/b/night-domain.pddl"),
    ],
)
def test_of_equally_near_domains_the_one_named_like_the_problem_is_taken(
    name: str, expected: str
) -> None:
    stems = ("domain_p01", "domain_p12", "night-domain", "rovers", "rovers_night")
    files = {name: problem(), **{f"/b/{stem}.pddl": domain() for stem in stems}}
    assert linked_domain(files, name) == (expected, ())


def test_a_domain_of_another_branch_gives_way_to_the_only_one_beside() -> None:
    files = {"/a/p.pddl": problem(), "/a/d.pddl": domain("other"), "/b/d.pddl": domain()}
    assert linked_domain(files, "/a/p.pddl") == ("/a/d.pddl", ())


def test_the_only_domain_of_a_folder_serves_whatever_its_name() -> None:
    assert linked_domain({"/a/p.pddl": problem("e"), "/a/d.pddl": domain()}, "/a/p.pddl") == (
        "/a/d.pddl",
        (),
    )
    two = {"/a/p.pddl": problem("e"), "/a/d.pddl": domain("d"), "/a/f.pddl": domain("f")}
    assert linked_domain(two, "/a/p.pddl") is None


def test_the_only_domain_of_a_folder_must_share_its_words() -> None:
    other = "(define (domain shop) (:types t) (:predicates (p) (sold ?x)))"
    text = "(define (problem q) (:domain d) (:objects a - truck) (:init (in a) (p)) (:goal (p)))"
    files = {"/a/p.pddl": text, "/a/d.pddl": other}
    assert linked_domain(files, "/a/p.pddl") is None
    (remark,) = diagnostics(project(files), "/a/p.pddl")
    assert remark.code == "unknown-domain"
    assert remark.message.endswith(
        "; the domain `shop` next to it declares 1 of the 3 names used here"
    )
    renamed = {"/a/p.pddl": text.replace("(in a)", "(sold a)"), "/a/d.pddl": other}
    assert linked_domain(renamed, "/a/p.pddl") == ("/a/d.pddl", ())


def test_a_remark_says_which_of_several_domains_is_taken() -> None:
    files = {"/a/p.pddl": problem(), **{f"/a/d{n}.pddl": domain() for n in range(6)}}
    (remark,) = diagnostics(project(files), "/a/p.pddl")
    assert (remark.code, remark.message) == (
        "ambiguous-domain",
        "ambiguous domain `d`: `d0.pddl` is used, `d1.pddl`, `d2.pddl`, `d3.pddl`, 2 more also "
        "define it",
    )


def test_of_domains_in_other_branches_the_nearest_is_taken_and_the_others_are_told() -> None:
    files = {"/w/a/p.pddl": problem(), "/w/b/d.pddl": domain(), "/w/c/e/d.pddl": domain()}
    assert linked_domain(files, "/w/a/p.pddl") == ("/w/b/d.pddl", ("/w/c/e/d.pddl",))
    files["/w/d.pddl"] = domain()
    assert linked_domain(files, "/w/a/p.pddl") == ("/w/d.pddl", ())


@pytest.mark.parametrize("name", ["/a/p01.plan", "/a/p01.pddl.soln"])
def test_a_plan_belongs_to_the_problem_of_its_stem(name: str) -> None:
    snapshot = project({"/a/p01.pddl": problem(), "/a/p02.pddl": problem(), name: "(do it)"})
    plan = snapshot.files[name]
    assert isinstance(plan, PlanSnapshot)
    link = snapshot.problem_of(plan)
    assert link is not None
    assert link.file.name == "/a/p01.pddl"


def setting(plan: str, **files: str) -> tuple[str | None, str | None]:
    """The files of the domain and the problem of `/a/x.plan`; `a__d` stands for `/a/d`."""
    texts = {f"/{name.replace('__', '/')}": text for name, text in files.items()}
    snapshot = project({**texts, "/a/x.plan": plan})
    file = snapshot.files["/a/x.plan"]
    assert isinstance(file, PlanSnapshot)
    links = snapshot.setting_of(file)
    return (
        links.domain.file.name if links.domain else None,
        links.problem.file.name if links.problem else None,
    )


def test_the_domain_of_a_plan_is_that_of_its_problem_unless_it_names_one() -> None:
    files = {"a__d": domain(), "a__e": domain(), "a__p": problem(note=";;!domain: d\n")}
    assert setting("(do it)", **files) == ("/a/d", "/a/p")
    assert setting(";;!domain: e\n(do it)", **files) == ("/a/e", "/a/p")
    assert setting(";;!domain: none\n(do it)", **files) == ("/a/d", "/a/p")


def test_without_a_problem_a_plan_has_the_nearest_lone_domain() -> None:
    assert setting("(do it)", a__d=domain()) == ("/a/d", None)
    assert setting("(do it)", d=domain(), b__e=domain()) == ("/d", None)
    assert setting("(do it)", a__d=domain(), a__e=domain()) == (None, None)
    assert setting("(do it)", b__d=domain()) == (None, None)


def test_the_common_domain_of_all_problems_that_fit_a_plan_is_its_domain() -> None:
    files = {"p__q": problem(), "p__r": problem(), "m__d": domain(), "m__e": domain("e")}
    assert setting("(do it)", **files) == ("/m/d", None)
    assert setting("(do it)", **files | {"p__r": problem("e")}) == (None, None)


def test_a_plan_for_a_common_problem_has_the_domain_handed_in_with_it() -> None:
    common = {"q__p1": problem(name="p1"), "q__p2": problem(name="p2")}
    files = {"b__d": domain(), **common}
    for plan, chosen in (("(do it)", "/a/d"), (";;!domain: ../b/d\n(do it)", "/b/d")):
        snapshot = project({f"/{name.replace('__', '/')}": text for name, text in files.items()})
        files_with = {**snapshot.files, **project({"/a/d": domain(), "/a/p2.plan": plan}).files}
        snapshot = ProjectSnapshot(files_with)
        file = snapshot.files["/a/p2.plan"]
        assert isinstance(file, PlanSnapshot)
        domain_link, problem_link = snapshot.setting_of(file)
        assert domain_link is not None
        assert problem_link is not None
        assert (domain_link.file.name, problem_link.file.name) == (chosen, "/q/p2")


def test_a_reference_is_set_from_outside_or_by_directive() -> None:
    files = {
        "/a/l.pddl": domain(note=";;!reference: r.pddl\n"),
        "/a/r.pddl": domain(),
        "/s": domain(),
    }
    learned = snapshot_of(files["/a/l.pddl"], "/a/l.pddl")
    assert project(files).reference_name(learned) == "/a/r.pddl"
    outside = ProjectSnapshot({n: snapshot_of(t, n) for n, t in files.items()}, {"/a/l.pddl": "/s"})
    assert outside.reference_name(learned) == "/s"


@pytest.mark.parametrize(
    ("base", "path", "name"),
    [
        ("/a/b/c.pddl", "d.pddl", "/a/b/d.pddl"),
        ("/a/b/c.pddl", "../d.pddl", "/a/d.pddl"),
        ("/a/c.pddl", "../../../d.pddl", "/d.pddl"),
        ("file:///a/c.pddl", "./x/d.pddl", "file:///a/x/d.pddl"),
        ("c.pddl", "d.pddl", "d.pddl"),
        ("/a/c.pddl", "/abs/d.pddl", "/abs/d.pddl"),
        ("/a/c.pddl", "file:///q/d.pddl", "file:///q/d.pddl"),
    ],
)
def test_paths_are_seen_from_the_file_that_names_them(base: str, path: str, name: str) -> None:
    assert join(base, path) == name


@given(st.lists(st.sampled_from([";", "!", "domain:", "mapping:", " ", "\t", "\n", "\r", "d"])))
@example([";", "!", "domain:", "d", "!", "domain:", "d"])
def test_a_text_without_directives_keeps_its_places(parts: list[str]) -> None:
    text = "".join(parts)
    without = without_directives(text)
    assert directives(without) == {}
    assert len(without) == len(text)
    assert without.replace("!", ";") == text.replace("!", ";")


def test_a_directive_knows_where_its_path_stands() -> None:
    text = "; x\n ;;!reference:  my file.pddl \r\n(define)"
    found = directives(text)["reference"]
    assert text[slice(*found.span)] == found.path == "my file.pddl"


def test_a_mapping_is_named_beside_the_reference() -> None:
    named = directives(";;!reference: r.pddl\n;;!mapping: r.json\n;;!mapping: s.json\n")
    assert {name: said.path for name, said in named.items()} == {
        "reference": "r.pddl",
        "mapping": "r.json",
    }


@pytest.mark.parametrize(
    ("text", "name", "language", "kind"),
    [
        ("(pick a)\n(drop a)", "x.pddl", "", "plan"),
        ("; found\n0.000: (pick a)  [2.000]", "file:///plan.pddl", "pddl", "plan"),
        ("(pick a)", "x.pddl", "pddl", "plan"),
        ("step    0: PICK A\n        1: DROP A", "ff_plan.pddl", "", "plan"),
        ("[t=0s, 9 KB] Solution found!\npick a (1)\n", "x.pddl", "", "plan"),
        ("==>\n0 pick a\nroot 1\n<==\n", "x.pddl", "", "plan"),
        ("; cost = 0 (unit cost)\n", "x.pddl", "", "plan"),
        ("; cost = 0\n(define (domain d))", "x.pddl", "", "pddl"),
        ("(pick)", "x.pddl", "", "pddl"),
        ("; a note", "x.pddl", "", "pddl"),
        ("(:action pick :parameters (?a))", "x.pddl", "", "pddl"),
        ("pick a", "x.pddl", "", "pddl"),
        ("; (pick a)\n(DEFINE (domain d) (:predicates (p a)))", "x.pddl", "", "pddl"),
        ("(defin (domain d))", "x.pddl", "", "pddl"),
        ("(domain d) (:action a :effect (p))", "", "pddl", "pddl"),
        ("(pick a)", "x.pddl", "plan", "plan"),
        ("(define (domain d))", "a/b.soln.12", "", "plan"),
        ("", "sas_plan.3", "", "plan"),
        ("", "plan.7", "", "plan"),
        ("", "plan.pddl", "", "pddl"),
        ("pick a", "x.txt", "", "plan"),
        ("(define (domain d))", "x.txt", "", "pddl"),
        ("(pick a)", "untitled:Untitled-1", "plaintext", "plan"),
        ("", "", "", "pddl"),
    ],
)
def test_language_then_name_then_content_tell_the_kind(
    text: str, name: str, language: str, kind: str
) -> None:
    assert text_kind(text, name, language) == kind
    assert isinstance(snapshot_of(text, name, language), PlanSnapshot) == (kind == "plan")


def test_a_workspace_keeps_what_does_not_change() -> None:
    workspace = Workspace()
    workspace.set_text("/a/d.pddl", domain())
    workspace.set_text("/a/p.pddl", problem())
    before = workspace.snapshot
    text = problem()
    workspace.edit("/a/p.pddl", Span(len(text) - 4, len(text) - 3), "zz")
    after = workspace.snapshot
    assert after.files["/a/d.pddl"] is before.files["/a/d.pddl"]
    assert before.files["/a/p.pddl"].text == text
    assert [d.code for d in diagnostics(after, "/a/p.pddl")] == ["undeclared-predicate"]
    assert diagnostics(before, "/a/p.pddl") == ()


def test_typing_a_definition_into_an_empty_file_makes_it_one() -> None:
    workspace = Workspace()
    workspace.set_text("untitled", "")
    for character in domain():
        end = len(workspace.snapshot.files["untitled"].text)
        workspace.edit("untitled", Span(end, end), character)
    file = workspace.snapshot.files["untitled"]
    assert isinstance(file, FileSnapshot)
    assert file.kind == "domain"


@pytest.mark.parametrize("text", [domain(), problem()])
def test_typing_a_definition_into_a_pddl_file_never_makes_a_plan_of_it(text: str) -> None:
    """Nor where the editor closes each parenthesis as it is opened."""
    for end in range(len(text) + 1):
        typed = text[:end]
        closed = typed + ")" * (typed.count("(") - typed.count(")"))
        assert text_kind(typed, "x.pddl", "pddl") == text_kind(closed, "x.pddl") == "pddl"


def test_the_language_of_an_editor_may_change_the_kind() -> None:
    workspace = Workspace()
    plan = workspace.set_text("notes.txt", "(pick a)")
    assert isinstance(plan, PlanSnapshot)
    assert workspace.set_text("notes.txt", "(pick a)", "plan") is plan
    assert isinstance(workspace.set_text("notes.txt", "(pick a)", "pddl"), FileSnapshot)
    assert isinstance(workspace.edit("notes.txt", Span(0, 0), " "), FileSnapshot)


def test_that_a_file_name_is_shorter_says_nothing() -> None:
    """Only letters shared with the problem's file or folder make one file the likelier."""
    files = {"/a/p.pddl": problem(), "/a/first.pddl": domain(), "/a/second.pddl": domain()}
    assert linked_domain(files, "/a/p.pddl") == ("/a/first.pddl", ("/a/second.pddl",))


def test_of_several_domains_below_the_folder_the_others_are_told() -> None:
    files = {"/w/p.pddl": problem(), "/w/a/d.pddl": domain(), "/w/b/c/e.pddl": domain()}
    assert linked_domain(files, "/w/p.pddl") == ("/w/a/d.pddl", ("/w/b/c/e.pddl",))
    files["/v/d.pddl"] = domain()
    assert linked_domain(files, "/w/p.pddl") == ("/w/a/d.pddl", ("/w/b/c/e.pddl",))
    files["/w/d.pddl"] = domain()
    assert linked_domain(files, "/w/p.pddl") == ("/w/d.pddl", ())
    files = {"/w/p01.pddl": problem(), "/w/a/p01-d.pddl": domain(), "/w/b/c/p02-d.pddl": domain()}
    assert linked_domain(files, "/w/p01.pddl") == ("/w/a/p01-d.pddl", ())


def test_a_line_may_name_a_definition_where_there_is_no_such_file() -> None:
    """As the plans that vscode-pddl exports begin."""
    files = {
        "a__domain.pddl": domain(),
        "a__other.pddl": domain(name="other"),
        "a__p1.pddl": problem(name="one"),
        "a__p2.pddl": problem(name="two"),
    }
    assert setting(";;!domain: OTHER\n;;!problem: one\n(do it)", **files) == (
        "/a/other.pddl",
        "/a/p1.pddl",
    )
    assert setting(";;!problem: two\n(do it)", **files)[1] == "/a/p2.pddl"
    assert setting(";;!problem: sub/two\n(do it)", **files)[1] is None
    # A file of that name comes first.
    files["a__two"] = problem(name="three")
    assert setting(";;!problem: two\n(do it)", **files)[1] == "/a/two"
