; Numeric functions are not announced.
(define (domain tank)
  (:requirements :strips)
  (:predicates (full))
  (:functions (level))
  ;^^^^^^^^^^ missing-requirement
  (:action stop
    :parameters ()
    :precondition (> (level) 3)
    :effect (full)))
