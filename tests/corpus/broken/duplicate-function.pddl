; Two functions of one name.
(define (domain tank)
  (:requirements :strips :numeric-fluents)
  (:predicates (full))
  (:functions (level) (Level))
  ;                    ^^^^^ duplicate-declaration
  (:action stop
    :parameters ()
    :precondition (> (level) 3)
    :effect (full)))
