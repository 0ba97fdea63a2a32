; Durative actions are not announced.
(define (domain wait)
  (:requirements :strips)
  (:predicates (done))
  (:durative-action wait
  ;^^^^^^^^^^^^^^^^ missing-requirement
    :parameters ()
    :duration (= ?duration 3)
    :condition ()
    :effect (at end (done))))
