; Propositions without parentheses.
(define (domain switch)
  (:requirements :strips)
  (:predicates (on) (off))
  (:action flip
    :parameters ()
    :precondition (and off)
    ;                  ^^^ bare-atom
    :effect (on)))
