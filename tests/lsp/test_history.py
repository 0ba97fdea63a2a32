"""What belongs to a plan depends on what there is, not on what was open before."""

from __future__ import annotations

from pathlib import Path

from support.editor import Editor
from support.lsp_memory import LspMemory

DOMAIN = """\
(define (domain road)
  (:predicates (at ?p) (road ?p ?q))
  (:action move :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q))
    :effect (and (at ?q) (not (at ?p)))))
"""
PROBLEM = """\
(define (problem one) (:domain road)
  (:objects a b c) (:init (at a) (road a b) (road b c)) (:goal (at c)))
"""


def _findings(editor: Editor, path: Path) -> list[str]:
    editor.open(path.as_uri(), path.read_text())
    return [finding["message"] for finding in editor.diagnostics(path.as_uri())]


def test_a_domain_that_was_open_is_no_longer_that_of_a_plan(tmp_path: Path) -> None:
    """The two domains name each other as references: a plan that has one of them by the other keeps
    both, once it has had one that was open."""
    far = tmp_path / "far" / "away"
    near = tmp_path / "near" / "by"
    far.mkdir(parents=True)
    near.mkdir(parents=True)
    broken = DOMAIN.replace("(at ?q)", "(att ?q)")
    (far / "learned.pddl").write_text(f";;!reference: other.pddl\n{broken}")
    (far / "other.pddl").write_text(f";;!reference: learned.pddl\n{DOMAIN}")
    (near / "one.pddl").write_text(PROBLEM)
    plan = near / "one.plan"
    plan.write_text("(move a b)\n(move b c)\n")

    def seen(*, opens_learned: bool) -> list[str]:
        with LspMemory() as server:
            editor = Editor(server, server.initialize())
            _findings(editor, plan)
            if opens_learned:
                _findings(editor, far / "learned.pddl")
                editor.close((far / "learned.pddl").as_uri())
            editor.replace(plan.as_uri(), "(move a b)\n", "(move a b) \n")
            found = [finding["message"] for finding in editor.diagnostics(plan.as_uri())]
            server.end()
        return found

    assert seen(opens_learned=True) == seen(opens_learned=False)
