"""Plans that stop, and the differences to blame."""

from __future__ import annotations

from support.blamed import blamed, counts, sets

KITCHEN = """(define (domain kitchen)
  (:predicates (at ?x) (open ?x) (clean ?x) (lit))
  (:action go :parameters (?a ?b)
    :precondition (and (at ?a) (open ?b)) :effect (and (at ?b) (not (at ?a))))
  (:action unlock :parameters (?a) :effect (open ?a))
  (:action wash :parameters (?a) :precondition (and (at ?a) (lit)) :effect (clean ?a))
  (:action light :parameters () :effect (lit)))"""
PROBLEM = """(define (problem p) (:domain kitchen) (:objects x y) (:init (at x))
  (:goal (clean y)))"""
PLAN = "(light)(unlock y)(go x y)(wash y)"
OTHER = "(unlock y)(go x y)(light)(wash y)"


def kitchen(*edits: tuple[str, str]) -> str:
    text = KITCHEN
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def test_an_extra_precondition_stops_its_own_step() -> None:
    learned = kitchen(("(open ?b))", "(open ?b) (lit))"))
    blame = blamed(learned, KITCHEN, PROBLEM, PLAN, OTHER)
    assert counts(blame) == {"go extra precondition (lit)": "alone 1, valid 1, first p2 2"}
    assert blame.n_agreeing == 1
    (condition,) = blame.stopped[0].first.conditions
    assert condition.text == condition.written == "(lit)"
    assert condition.cause == "`(lit)` was never true; step 3 would add it"


def test_an_extra_delete_and_a_missing_add_stop_later_steps() -> None:
    learned = kitchen(("(not (at ?a)))", "(not (at ?a)) (not (lit)))"), (":effect (open ?a)", ""))
    blame = blamed(learned, KITCHEN, PROBLEM, PLAN, OTHER)
    assert sets(blame) == [
        "p1 3: missing effect (open ?a)",
        "p1 4: extra effect (not (lit))",
        "p2 2: missing effect (open ?a)",
    ]
    assert counts(blame) == {
        "go extra effect (not (lit))": "later 1",
        "unlock missing effect (open ?a)": "alone 2, valid 1, first p1 3",
    }


def test_two_differences_stop_a_step_together() -> None:
    learned = kitchen(
        ("(not (at ?a)))", "(not (at ?a)) (not (lit)))"), ("(lit)) :effect", "(open y)) :effect")
    )
    learned = learned.replace("(and (at ?a) (open y))", "(and (at ?a) (lit) (clean ?a))")
    blame = blamed(learned, KITCHEN, PROBLEM, PLAN)
    assert sets(blame) == ["p1 4: extra effect (not (lit)) & extra precondition (clean ?a)"]
    assert counts(blame) == {
        "go extra effect (not (lit))": "together 1, first p1 4",
        "wash extra precondition (clean ?a)": "together 1, first p1 4",
    }


def test_a_goal_that_is_not_reached_is_the_failure_of_the_end() -> None:
    learned = kitchen((":effect (clean ?a)", ":effect (not (clean ?a))"))
    blame = blamed(learned, KITCHEN, PROBLEM, PLAN)
    changed = "wash changed effect (not (clean ?a)), in the reference (clean ?a)"
    assert counts(blame) == {changed: "alone 1, valid 1, first p1 end"}


def test_an_undone_difference_that_stops_an_earlier_step_is_known_to_do_so() -> None:
    """Of `open` the reference adds less: to mend the end alone would stop the plan before."""
    reference = """(define (domain d) (:predicates (p) (q) (g))
      (:action one :effect (q)) (:action two :precondition (q) :effect (g)))"""
    learned = """(define (domain d) (:predicates (p) (q) (g))
      (:action one :effect (p)) (:action two :precondition (p)))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (g)))"
    blame = blamed(learned, reference, problem, "(one)(two)")
    assert sets(blame) == ["p1 end: missing effect (g)"]
    assert counts(blame) == {
        "one missing effect (q)": "",
        "one extra effect (p)": "",
        "two missing precondition (q)": "",
        "two extra precondition (p)": "",
        "two missing effect (g)": "alone 1, valid 1, first p1 end",
    }


def test_what_a_set_breaks_before_is_part_of_the_search() -> None:
    """`r` is mended by undoing `(not (r))` of `one`; but reference `one` needs more there."""
    reference = """(define (domain d) (:predicates (p) (q) (r))
      (:action zero :effect (q))
      (:action one :precondition (q) :effect (and (r) (p)))
      (:action two :precondition (r)))"""
    learned = """(define (domain d) (:predicates (p) (q) (r))
      (:action zero)
      (:action one :effect (p))
      (:action two :precondition (r)))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (p)))"
    blame = blamed(learned, reference, problem, "(zero)(one)(two)")
    assert sets(blame) == ["p1 3: missing effect (r)"]


def test_missing_and_extra_actions() -> None:
    fly = "(:action fly :parameters (?x) :effect (open ?x))"
    reference = kitchen(("(:action light", f"{fly} (:action light"))
    plan = "(light)(fly y)(go x y)(wash y)"
    blame = blamed(KITCHEN, reference, PROBLEM, plan, PLAN)
    assert counts(blame) == {"fly missing action fly": "alone 1, valid 1, first p1 2"}
    blame = blamed(reference, KITCHEN, PROBLEM, plan, PLAN)
    assert counts(blame) == {"fly extra action fly": "lets 1"}
    assert blame.let_through[0].reason == "unknown action fly"


def test_parameters_that_one_side_lacks() -> None:
    short = kitchen(("wash :parameters (?a)", "wash :parameters ()"), ("(at ?a) (lit)", "(lit)"))
    short = short.replace("(clean ?a)", "", 1)
    blame = blamed(short, KITCHEN, PROBLEM, PLAN)
    assert sets(blame) == [
        "p1 4: missing parameter ?a",
        "p1 end: missing effect (clean ?a)",
    ]
    literal = blame.consequences[2].difference
    assert (literal.wanted, literal.requires) == ("(clean ?a)", (0,))
    blame = blamed(KITCHEN, short, PROBLEM.replace("(clean y)", "(lit)"), "(light)(wash)")
    assert sets(blame) == [
        "p1 2: extra parameter ?a & extra precondition (at ?a) & extra effect (clean ?a)"
    ]


def test_parameters_in_another_order() -> None:
    learned = kitchen(("go :parameters (?a ?b)", "go :parameters (?b ?a)"))
    blame = blamed(learned, KITCHEN, PROBLEM, PLAN)
    assert counts(blame) == {
        "go parameters swapped: (?b ?a), reference order (?a ?b); identical"
        " except for parameter order; scored by position": "alone 1, valid 1, first p1 3"
    }


def test_types_constants_and_declarations() -> None:
    reference = """(define (domain d) (:types car lorry - vehicle vehicle place)
      (:constants depot - place) (:predicates (ready ?v - vehicle))
      (:action drive :parameters (?v - vehicle ?p - place) :effect (ready ?v)))"""
    problem = """(define (problem p) (:domain d) (:objects l - lorry)
      (:init) (:goal (ready l)))"""
    plan = "(drive l depot)"
    learned = reference.replace("car lorry - vehicle vehicle", "car - vehicle lorry vehicle")
    assert counts(blamed(learned, reference, problem, plan)) == {
        "changed type lorry - object, in the reference lorry - vehicle": (
            "alone 1, valid 1, first p1 1"
        )
    }
    learned = reference.replace("(:constants depot - place)", "")
    assert counts(blamed(learned, reference, problem, plan)) == {
        "missing constant depot - place": "alone 1, valid 1, first p1 1"
    }
    learned = reference.replace("?v - vehicle ?p", "?v - car ?p")
    assert counts(blamed(learned, reference, problem, plan)) == {
        "drive changed parameter ?v - car, in the reference ?v - vehicle": (
            "alone 1, valid 1, first p1 1"
        )
    }
    learned = reference.replace("(:predicates (ready ?v - vehicle))", "")
    assert counts(blamed(learned, reference, problem, plan)) == {
        "missing predicate (ready ?v - vehicle)": ""
    }


def test_derived_predicates_and_conditional_effects() -> None:
    reference = """(define (domain d) (:predicates (wet) (cold) (icy) (salted) (walked))
      (:derived (icy) (and (wet) (cold)))
      (:action rain :effect (when (cold) (wet)))
      (:action freeze :effect (cold))
      (:action skate :precondition (icy) :effect (walked)))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (walked)))"
    plan = "(freeze)(rain)(skate)"
    learned = reference.replace("(when (cold) (wet))", "(when (salted) (wet))")
    assert sets(blamed(learned, reference, problem, plan)) == [
        "p1 3: missing effect (when (cold) (wet))"
    ]
    learned = reference.replace("freeze :effect (cold)", "freeze :effect (salted)")
    assert sets(blamed(learned, reference, problem, plan)) == ["p1 3: missing effect (cold)"]
    learned = reference.replace("(and (wet) (cold))", "(and (wet) (salted))")
    (line,) = sets(blamed(learned, reference, problem, plan))
    assert line.startswith("p1 3: changed axiom (:derived (icy) (and (wet) (salted)))")


def test_numbers_and_durations() -> None:
    reference = """(define (domain d) (:functions (fuel)) (:predicates (there))
      (:action tank :effect (increase (fuel) 5))
      (:action drive :precondition (>= (fuel) 5) :effect (there)))"""
    problem = "(define (problem p) (:domain d) (:init (= (fuel) 0)) (:goal (there)))"
    learned = reference.replace("(fuel) 5) :effect", "(fuel) 6) :effect")
    changed = "changed precondition (>= (fuel) 6), in the reference (>= (fuel) 5)"
    assert sets(blamed(learned, reference, problem, "(tank)(drive)")) == [f"p1 2: {changed}"]
    learned = reference.replace("(increase (fuel) 5)", "(increase (fuel) 4)")
    changed = "changed effect (increase (fuel) 4), in the reference (increase (fuel) 5)"
    assert sets(blamed(learned, reference, problem, "(tank)(drive)")) == [f"p1 2: {changed}"]
    timed = """(define (domain d) (:predicates (p) (q))
      (:durative-action a :parameters () :duration (= ?duration 5)
        :condition (at start (p)) :effect (at end (q))))"""
    problem = "(define (problem p) (:domain d) (:init (p)) (:goal (q)))"
    learned = timed.replace("?duration 5", "?duration 6").replace(
        "(at start (p))", "(over all (q))"
    )
    blame = blamed(learned, timed, problem, "0: (a) [5]")
    assert sets(blame) == [
        "p1 1: changed duration (= ?duration 6), in the reference (= ?duration 5)",
        "p1 1: extra precondition (over all (q))",
    ]


def test_untested_differences_and_coverage() -> None:
    learned = kitchen(("(lit)) :effect", "(lit) (open ?a)) :effect"))
    blame = blamed(learned, KITCHEN, PROBLEM, "(light)(unlock x)", not_plans=("(unlock y)",))
    assert counts(blame) == {"wash extra precondition (open ?a)": "untested"}
    assert [d.literal for d in blame.untested] == ["(open ?a)"]
    assert (blame.coverage.n_exercised, blame.coverage.n_elements) == (2, 9)
    assert [(a.action, a.n_plans) for a in blame.coverage.actions] == [
        ("go", 0),
        ("unlock", 2),
        ("wash", 0),
        ("light", 1),
    ]
