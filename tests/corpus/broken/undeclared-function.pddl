; A misspelt function.
(define (domain tank)
  (:requirements :strips :numeric-fluents)
  (:predicates (full))
  (:functions (level))
  (:action stop
    :parameters ()
    :precondition (> (levle) 3)
    ;                 ^^^^^ undeclared-function
    :effect (and (full) (assign (level) 0))))
