; A quantifier without its list.
(define (domain lights)
  (:requirements :strips :universal-preconditions)
  (:predicates (on ?l) (dark))
  (:action check
    :parameters ()
    :precondition (forall (on ?l))
    ;              ^^^^^^ malformed-formula
    :effect (dark)))
