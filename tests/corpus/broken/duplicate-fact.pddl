; A fact stands twice, a fluent has two values.
(define (domain tank)
  (:requirements :strips :numeric-fluents)
  (:predicates (full) (open))
  (:functions (level))
  (:action stop
    :parameters ()
    :precondition (and (open) (> (level) 3))
    :effect (full)))
(define (problem one)
  (:domain tank)
  (:init (open) (= (level) 4) (OPEN) (= (level) 5))
  ;                           ^^^^^^ ^^^^^^^^^^^^^ duplicate-fact duplicate-fact
  (:goal (full)))
