; What happens at known times by itself.
(define (domain tides)
  (:requirements :typing :durative-actions :timed-initial-literals :negative-preconditions)
  (:types boat)
  (:predicates (high-water) (in-harbour ?b - boat) (at-sea ?b - boat))

  (:durative-action leave
    :parameters (?b - boat)
    :duration (= ?duration 2)
    :condition (and (at start (in-harbour ?b)) (over all (high-water)))
    :effect (and (at start (not (in-harbour ?b))) (at end (at-sea ?b)))))
