; Costs are not announced.
(define (domain walk)
  (:requirements :strips)
  (:predicates (there))
  (:functions (total-cost))
  (:action go
    :parameters ()
    :effect (and (there) (increase (total-cost) 1))))
    ;                     ^^^^^^^^ missing-requirement
