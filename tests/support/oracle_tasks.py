"""Small domains with a problem each, one for each thing that a validator has to know."""

from __future__ import annotations

from typing import Final

CLASSICAL: Final = (
    """(define (domain shelves) (:requirements :strips)
  (:predicates (free ?s) (holds ?b) (on ?b ?s) (empty-handed) (shelf ?s) (book ?b))
  (:action take :parameters (?b ?s)
    :precondition (and (book ?b) (shelf ?s) (on ?b ?s) (empty-handed))
    :effect (and (holds ?b) (free ?s) (not (on ?b ?s)) (not (empty-handed))))
  (:action put :parameters (?b ?s)
    :precondition (and (shelf ?s) (holds ?b) (free ?s))
    :effect (and (on ?b ?s) (empty-handed) (not (holds ?b)) (not (free ?s)))))""",
    """(define (problem p) (:domain shelves) (:objects s1 s2 s3 b1 b2)
  (:init (shelf s1) (shelf s2) (shelf s3) (book b1) (book b2) (on b1 s1) (on b2 s2) (free s3)
    (empty-handed))
  (:goal (on b1 s2)))""",
)

TYPED: Final = (
    """(define (domain ferry-typed) (:requirements :strips :typing :equality)
  (:types car bike - vehicle vehicle - thing bank)
  (:constants boatyard - bank)
  (:predicates (at ?v - thing ?b - bank) (boat ?b - bank) (aboard ?v - vehicle) (light ?b - bike))
  (:action sail :parameters (?a ?b - bank) :precondition (and (boat ?a) (not (= ?a ?b)))
    :effect (and (boat ?b) (not (boat ?a))))
  (:action board :parameters (?v - vehicle ?b - bank) :precondition (and (boat ?b) (at ?v ?b))
    :effect (and (aboard ?v) (not (at ?v ?b))))
  (:action leave :parameters (?v - (either car bike) ?b - bank)
    :precondition (and (boat ?b) (aboard ?v)) :effect (and (at ?v ?b) (not (aboard ?v))))
  (:action repair :parameters (?k - bike) :precondition (at ?k boatyard)
    :effect (and (light ?k) (not (at ?k boatyard)) (at ?k boatyard))))""",
    """(define (problem p) (:domain ferry-typed)
  (:objects north south - bank c1 c2 - car k1 - bike)
  (:init (boat north) (at c1 north) (at c2 boatyard) (at k1 north)) (:goal (at c1 south)))""",
)

NEGATIVE: Final = (
    """(define (domain lights) (:requirements :strips :negative-preconditions
    :disjunctive-preconditions)
  (:predicates (lit ?l) (next ?a ?b) (broken ?l))
  (:action press :parameters (?l) :precondition (and (not (lit ?l)) (not (broken ?l)))
    :effect (lit ?l))
  (:action spread :parameters (?a ?b)
    :precondition (and (or (next ?a ?b) (next ?b ?a)) (lit ?a) (not (lit ?b)))
    :effect (and (lit ?b) (not (lit ?a))))
  (:action shatter :parameters (?l ?m)
    :precondition (and (lit ?l) (imply (broken ?m) (not (lit ?m))))
    :effect (and (broken ?l) (not (lit ?l)))))""",
    """(define (problem p) (:domain lights) (:objects a b c d)
  (:init (next a b) (next b c) (next c d) (lit a)) (:goal (and (lit c) (not (lit a)))))""",
)

CONDITIONAL: Final = (
    """(define (domain cargo) (:requirements :adl)
  (:types place crate - object)
  (:predicates (at ?c - crate ?p - place) (here ?p - place) (inside ?c - crate) (wet ?c - crate)
    (rain ?p - place))
  (:action go :parameters (?a ?b - place) :precondition (here ?a)
    :effect (and (not (here ?a)) (here ?b)
      (forall (?c - crate) (when (inside ?c) (and (not (at ?c ?a)) (at ?c ?b))))
      (when (rain ?b) (forall (?c - crate) (when (not (inside ?c)) (wet ?c))))))
  (:action grab :parameters (?c - crate)
    :precondition (exists (?p - place) (and (here ?p) (at ?c ?p))) :effect (inside ?c))
  (:action drop :parameters (?c - crate) :precondition (inside ?c) :effect (not (inside ?c)))
  (:action dry :parameters () :precondition (forall (?c - crate) (or (wet ?c) (inside ?c)))
    :effect (forall (?c - crate) (when (wet ?c) (not (wet ?c))))))""",
    """(define (problem p) (:domain cargo) (:objects x y z - place k1 k2 - crate)
  (:init (here x) (at k1 x) (at k2 y) (rain z)) (:goal (at k1 z)))""",
)

DERIVED: Final = (
    """(define (domain network) (:requirements :strips :typing :derived-predicates
    :negative-preconditions)
  (:types node)
  (:predicates (link ?a ?b - node) (cut ?a ?b - node) (reach ?a ?b - node) (at ?a - node)
    (isolated ?a - node))
  (:derived (reach ?a ?b - node) (or (and (link ?a ?b) (not (cut ?a ?b)))
    (exists (?c - node) (and (link ?a ?c) (not (cut ?a ?c)) (reach ?c ?b)))))
  (:derived (isolated ?a - node) (not (exists (?b - node) (reach ?a ?b))))
  (:action hop :parameters (?a ?b - node) :precondition (and (at ?a) (reach ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action sever :parameters (?a ?b - node) :precondition (and (link ?a ?b) (not (cut ?a ?b)))
    :effect (cut ?a ?b))
  (:action mend :parameters (?a ?b - node) :precondition (and (cut ?a ?b) (isolated ?a))
    :effect (not (cut ?a ?b))))""",
    """(define (problem p) (:domain network) (:objects n1 n2 n3 n4 - node)
  (:init (at n1) (link n1 n2) (link n2 n3) (link n3 n1) (link n3 n4)) (:goal (at n4)))""",
)

NUMERIC: Final = (
    """(define (domain tanks) (:requirements :strips :typing :numeric-fluents)
  (:types tank)
  (:predicates (open ?t - tank) (joined ?a ?b - tank))
  (:functions (level ?t - tank) (size ?t - tank) (poured) (total-cost))
  (:action turn :parameters (?t - tank) :precondition (not (open ?t))
    :effect (and (open ?t) (increase (total-cost) 1)))
  (:action pour :parameters (?a ?b - tank)
    :precondition (and (open ?a) (joined ?a ?b) (>= (level ?a) 1.5)
      (<= (+ (level ?b) 1.5) (size ?b)))
    :effect (and (decrease (level ?a) 1.5) (increase (level ?b) 1.5) (increase (poured) 1)
      (increase (total-cost) (* 2 (poured)))))
  (:action level-out :parameters (?a ?b - tank)
    :precondition (and (joined ?a ?b) (open ?a) (open ?b) (> (level ?a) (level ?b)))
    :effect (and (assign (level ?a) (/ (+ (level ?a) (level ?b)) 2))
      (assign (level ?b) (/ (+ (level ?a) (level ?b)) 2))))
  (:action drain :parameters (?t - tank)
    :precondition (and (< (level ?t) (/ (size ?t) 2)) (not (= (level ?t) 0)))
    :effect (and (scale-down (level ?t) 2) (assign (poured) 0))))""",
    """(define (problem p) (:domain tanks) (:objects t1 t2 t3 - tank)
  (:init (joined t1 t2) (joined t2 t3) (joined t3 t1) (= (level t1) 6) (= (level t2) 2)
    (= (level t3) 0) (= (size t1) 8) (= (size t2) 5) (= (size t3) 4) (= (poured) 0)
    (= (total-cost) 0))
  (:goal (>= (level t3) 1.5)) (:metric minimize (total-cost)))""",
)

DURATIVE: Final = (
    """(define (domain kitchen) (:requirements :durative-actions :typing :numeric-fluents
    :negative-preconditions)
  (:types pan stove)
  (:predicates (clean ?p - pan) (on ?p - pan ?s - stove) (hot ?s - stove) (cooked ?p - pan)
    (power) (busy ?p - pan))
  (:functions (needs ?p - pan) (used))
  (:durative-action heat :parameters (?s - stove) :duration (= ?duration 5)
    :condition (and (at start (power)) (over all (power)))
    :effect (and (at start (hot ?s)) (at end (not (hot ?s))) (at end (increase (used) 5))))
  (:durative-action cook :parameters (?p - pan ?s - stove) :duration (= ?duration (needs ?p))
    :condition (and (at start (clean ?p)) (at start (hot ?s)) (over all (hot ?s))
      (at start (not (busy ?p))))
    :effect (and (at start (busy ?p)) (at start (not (clean ?p))) (at end (cooked ?p))
      (at end (not (busy ?p)))))
  (:durative-action wash :parameters (?p - pan)
    :duration (and (>= ?duration 1) (<= ?duration 3))
    :condition (and (at start (not (busy ?p))) (at end (not (busy ?p))))
    :effect (and (at end (clean ?p)) (at end (not (cooked ?p)))))
  (:action blackout :parameters () :precondition (power) :effect (not (power)))
  (:action restore :parameters () :precondition (not (power)) :effect (power)))""",
    """(define (problem p) (:domain kitchen) (:objects p1 p2 - pan s1 s2 - stove)
  (:init (clean p1) (power) (= (needs p1) 2) (= (needs p2) 3) (= (used) 0)) (:goal (cooked p1)))""",
)

TIMED_FACTS: Final = (
    """(define (domain harbour) (:requirements :durative-actions :typing :timed-initial-literals)
  (:types ship)
  (:predicates (tide) (out ?s - ship) (in ?s - ship) (crane))
  (:durative-action enter :parameters (?s - ship) :duration (= ?duration 3)
    :condition (and (at start (out ?s)) (at start (tide)) (over all (tide)))
    :effect (and (at start (not (out ?s))) (at end (in ?s))))
  (:durative-action unload :parameters (?s - ship) :duration (= ?duration 2)
    :condition (and (at start (crane)) (over all (in ?s)) (at end (in ?s)))
    :effect (and (at start (not (crane))) (at end (crane)) (at end (out ?s)))))""",
    """(define (problem p) (:domain harbour) (:objects s1 s2 - ship)
  (:init (out s1) (out s2) (crane) (tide) (at 7 (not (tide))) (at 11 (tide))) (:goal (in s1)))""",
)

SPANNING: Final = (
    """(define (domain oven) (:requirements :durative-actions :adl :typing)
    (:types loaf) (:predicates (hot ?x - loaf) (risen ?x - loaf) (baked ?x - loaf))
    (:durative-action bake :parameters (?x - loaf) :duration (= ?duration 3)
      :condition (at start (not (baked ?x)))
      :effect (and (when (at start (risen ?x)) (at end (baked ?x)))
        (forall (?y - loaf) (when (and (at start (risen ?y)) (at end (hot ?y)))
          (at end (baked ?y))))
        (forall (?y - loaf) (when (and (at start (hot ?y)) (at end (risen ?y)))
          (at end (not (hot ?y)))))))
    (:action heat :parameters (?x - loaf) :effect (and (risen ?x) (hot ?x)))
    (:action cool :parameters (?x - loaf) :effect (not (hot ?x))))""",
    """(define (problem p) (:domain oven) (:objects a b c - loaf)
    (:init (risen a) (hot a)) (:goal (baked a)))""",
)
OBJECT_FLUENTS: Final = (
    """(define (domain convoy) (:requirements :adl :typing :object-fluents :fluents)
    (:types cart place) (:predicates (seen ?x - place))
    (:functions (at ?x - cart) - place (lead ?x - cart) - cart (trips ?x - cart) - number)
    (:action go :parameters (?x - cart ?y - place) :precondition (not (= (at ?x) ?y))
      :effect (and (assign (at ?x) ?y) (increase (trips ?x) 1)))
    (:action follow :parameters (?x - cart)
      :precondition (and (not (= (at ?x) (at (lead ?x)))) (>= (trips (lead ?x)) 1))
      :effect (and (assign (at ?x) (at (lead ?x))) (seen (at (lead ?x)))))
    (:action join :parameters (?x ?y - cart) :precondition (not (= ?x ?y))
      :effect (assign (lead ?x) ?y)))""",
    """(define (problem p) (:domain convoy) (:objects a b - cart here there - place)
    (:init (= (at a) here) (= (at b) there) (= (lead a) b) (= (lead b) a) (= (trips a) 0)
      (= (trips b) 0)) (:goal (seen here)))""",
)

TASKS: Final = {
    "classical": CLASSICAL,
    "typed": TYPED,
    "negative": NEGATIVE,
    "conditional": CONDITIONAL,
    "derived": DERIVED,
    "numeric": NUMERIC,
    "durative": DURATIVE,
    "timed facts": TIMED_FACTS,
}
"""Domain and problem by what they are about."""
ONLY_EXECUTED: Final = {"spanning effects": SPANNING, "object fluents": OBJECT_FLUENTS}
"""Tasks with what repairs and metrics do not analyse."""
