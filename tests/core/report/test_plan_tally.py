"""How many plans of a folder are valid, in the line above a domain."""

from __future__ import annotations

import pytest

from plancore.project import DomainLink, ProjectSnapshot
from plancore.report.plan_tally import FolderTally, PlanTally, folder_tally, tally_lens, tally_title
from plancore.report.review_lenses import FilePlace
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import StoppedError
from plancore.workspace import Workspace
from support.examples import DELIVERY
from support.plan_findings import delivery

FILES = {
    **delivery(),
    "learned.plan": (DELIVERY / "learned.plan").read_text("utf-8"),
    "reference.plan": (DELIVERY / "reference.plan").read_text("utf-8"),
}


def project_of(**changed: str) -> ProjectSnapshot:
    workspace = Workspace()
    for name, text in {**FILES, **changed}.items():
        workspace.set_text(name, text)
    return workspace.snapshot


def domain_in(project: ProjectSnapshot, name: str) -> DomainLink:
    file = project.files[name]
    assert isinstance(file, FileSnapshot)
    definition = file.first("domain")
    assert definition is not None
    return DomainLink(file, definition)


def title(name: str, **changed: str) -> str:
    project = project_of(**changed)
    domain = domain_in(project, name)
    lens = tally_lens(domain, folder_tally(project, domain))
    return lens.title if lens else ""


def test_the_plans_of_a_folder_under_a_domain_and_its_reference() -> None:
    assert title("learned.pddl") == ("1 of 2 plans valid · 1 of 2 in the reference")
    assert title("reference.pddl") == "1 of 2 plans valid"


def test_plans_of_other_domains_do_not_count() -> None:
    other = FILES["p01.pddl"].replace("(:domain delivery)", "(:domain other)")
    assert title("learned.pddl", **{"p01.pddl": other}) == ""


def test_of_a_domain_with_errors_nothing_is_claimed() -> None:
    broken = FILES["learned.pddl"].replace("(at ?a ?l)", "(att ?a ?l)")
    assert title("learned.pddl", **{"learned.pddl": broken}) == (
        "not known whether 2 plans are valid · 1 of 2 in the reference"
    )


def test_the_places_are_those_where_plans_fail() -> None:
    project = project_of(**{"no.plan": "(fly ann)\n"})
    domain = domain_in(project, "reference.pddl")
    lens = tally_lens(domain, folder_tally(project, domain))
    assert lens is not None
    texts = {**FILES, "no.plan": "(fly ann)\n"}
    assert [texts[place.file][slice(*place.span)] for place in lens.places] == [
        "(drop-off ann parcel square)",
        "(fly ann)",
    ]
    assert FILES["reference.pddl"][slice(*lens.span)] == "delivery"
    valid = tally_lens(domain, tallied(valid="b.plan a.plan"))
    assert valid is not None
    assert [place.file for place in valid.places] == ["a.plan", "b.plan"]


PLACE = FilePlace("a", Span(0, 1))


def tallied(valid: str = "", invalid: str = "", unknown: str = "") -> FolderTally:
    places = dict.fromkeys(invalid.split(), PLACE)
    return FolderTally(PlanTally(frozenset(valid.split()), places, frozenset(unknown.split())))


def test_what_an_edit_broke_is_named_until_it_is_valid_again() -> None:
    now: FolderTally | None = None
    for step, broken in [
        (tallied(valid="a b", invalid="c"), []),
        (tallied(unknown="a b c"), []),
        (tallied(valid="b", invalid="a c"), ["a"]),
        (tallied(invalid="a b c"), ["a", "b"]),
        (tallied(valid="a b", invalid="c"), []),
    ]:
        now = step.after(now)
        assert now.broken == broken


def test_the_line_names_a_few_of_the_broken_plans() -> None:
    names = " ".join(f"x/{number}.plan" for number in range(5))
    now = tallied(invalid=names).after(tallied(valid=names).after(None))
    assert tally_title(now) == (
        "0 of 5 plans valid · no longer valid: 0.plan, 1.plan, 2.plan and 2 more"
    )


def test_nobody_waits_for_what_is_no_longer_wanted() -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    project = project_of()
    with pytest.raises(StoppedError):
        folder_tally(project, domain_in(project, "learned.pddl"), stop)
