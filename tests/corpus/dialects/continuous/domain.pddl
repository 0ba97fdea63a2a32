; A durative action that changes a number while it runs.
(define (domain reservoir)
  (:requirements :typing :fluents :durative-actions :continuous-effects :duration-inequalities)
  (:types gate)
  (:predicates (shut ?g - gate) (inspected ?g - gate))
  (:functions (level) (flow ?g - gate))

  (:durative-action drain
    :parameters (?g - gate)
    :duration (<= ?duration 60)
    :condition (and (at start (shut ?g)) (over all (>= (level) 0)))
    :effect (and (at start (not (shut ?g))) (at end (shut ?g)) (at end (inspected ?g))
      (decrease (level) (* #t (flow ?g))))))
