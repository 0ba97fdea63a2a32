; A fluent that is read and has no value.
(define (domain tank)
  (:requirements :strips :numeric-fluents)
  (:predicates (full))
  (:functions (level))
  (:action stop
    :parameters ()
    :precondition (> (level) 3)
    :effect (full)))
(define (problem one)
  (:domain tank)
  (:init)
  ;^^^^^ uninitialised-fluent
  (:goal (full)))
