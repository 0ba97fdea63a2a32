; One stove for several pots; a pot may boil only while the window is open.
(define (domain kitchen)
  (:requirements :strips :typing :durative-actions :duration-inequalities :fluents
    :negative-preconditions)
  (:types pot)
  (:predicates (stove-free) (full ?p - pot) (cooked ?p - pot) (window-open) (served ?p - pot))
  (:functions (minutes ?p - pot))

  (:durative-action cook
    :parameters (?p - pot)
    :duration (= ?duration (minutes ?p))
    :condition (and (at start (stove-free)) (at start (full ?p)) (over all (window-open)))
    :effect (and (at start (not (stove-free))) (at end (stove-free)) (at end (cooked ?p))))

  (:durative-action air
    :parameters ()
    :duration (<= ?duration 30)
    :condition (at start (not (window-open)))
    :effect (and (at start (window-open)) (at end (not (window-open)))))

  (:durative-action serve
    :parameters (?p - pot)
    :duration (= ?duration 1)
    :condition (and (at start (cooked ?p)) (over all (full ?p)))
    :effect (and (at end (served ?p)) (at end (not (full ?p))))))
