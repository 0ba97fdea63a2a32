(define (domain lamps)
  (:requirements :derived-predicates :negative-preconditions)
  (:predicates (lit ?x) (on ?x) (dark ?x) (dim ?x))
  (:derived (lit ?x) (on ?x))
  (:derived (dark ?x) (not (dim ?x)))
  ;                        ^^^^^^^^ derived-predicate
  (:derived (dim ?x) (and (on ?x) (dark ?x)))
  (:action light
    :parameters (?x)
    :precondition (dark ?x)
    :effect (and (on ?x) (lit ?x)))
  ;                      ^^^^^^^^ derived-predicate
  (:action quench
    :parameters (?x)
    :precondition (lit ?x)
    :effect (not (lit ?x))))
  ;              ^^^^^^^^ derived-predicate
(define (problem evening)
  (:domain lamps)
  (:objects a b)
  (:init (on a) (lit b))
  ;             ^^^^^^^ derived-predicate
  (:goal (lit b)))
