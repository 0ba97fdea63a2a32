; A quantified variable used behind its quantifier.
(define (domain lights)
  (:requirements :strips :universal-preconditions)
  (:predicates (on ?l) (dark))
  (:action check
    :parameters ()
    :precondition (and (forall (?l) (on ?l)) (on ?l))
    ;                                            ^^ undeclared-variable
    :effect (dark)))
