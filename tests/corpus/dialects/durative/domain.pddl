; Durations that are fixed, computed, and only bounded.
(define (domain bakery)
  (:requirements :strips :typing :durative-actions :fluents :duration-inequalities
    :negative-preconditions)
  (:types loaf oven - object)
  (:predicates (dough ?l - loaf) (free ?o - oven) (hot ?o - oven) (baked ?l - loaf)
    (power) (cut ?l - loaf))
  (:functions (minutes ?l - loaf) (energy))

  (:durative-action heat
    :parameters (?o - oven)
    :duration (and (>= ?duration 5) (<= ?duration 12))
    :condition (and (at start (not (hot ?o))) (over all (power)))
    :effect (and (at end (hot ?o)) (at end (increase (energy) (* 2 ?duration)))))

  (:durative-action bake
    :parameters (?l - loaf ?o - oven)
    :duration (= ?duration (minutes ?l))
    :condition (and (at start (dough ?l)) (at start (free ?o)) (over all (hot ?o))
      (over all (power)))
    :effect (and (at start (not (free ?o))) (at start (not (dough ?l)))
      (at end (baked ?l)) (at end (free ?o))))

  (:durative-action slice
    :parameters (?l - loaf)
    :duration (= ?duration 0.5)
    :condition (at start (baked ?l))
    :effect (at end (cut ?l))))
