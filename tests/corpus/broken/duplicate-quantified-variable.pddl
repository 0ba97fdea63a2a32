; A quantifier binds a variable twice.
(define (domain lights)
  (:requirements :strips :universal-preconditions)
  (:predicates (on ?l) (dark))
  (:action check
    :parameters ()
    :precondition (forall (?l ?l) (on ?l))
    ;                         ^^ duplicate-parameter
    :effect (dark)))
