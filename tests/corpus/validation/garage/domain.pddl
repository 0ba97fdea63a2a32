; Cars share the petrol of one tank and lose some of it on the way.
(define (domain garage)
  (:requirements :strips :typing :fluents :negative-preconditions)
  (:types car town)
  (:predicates (at ?c - car ?t - town) (pump ?t - town))
  (:functions (petrol ?c - car) (tank) (distance ?a ?b - town) (driven))

  (:action fill
    :parameters (?c - car ?t - town)
    :precondition (and (at ?c ?t) (pump ?t) (>= (tank) 10))
    :effect (and (decrease (tank) 10) (increase (petrol ?c) 10)))

  (:action drive
    :parameters (?c - car ?a ?b - town)
    :precondition (and (at ?c ?a) (>= (petrol ?c) (/ (distance ?a ?b) 4)))
    :effect (and (at ?c ?b) (not (at ?c ?a)) (decrease (petrol ?c) (/ (distance ?a ?b) 4))
      (increase (driven) (distance ?a ?b))))

  (:action empty
    :parameters (?c - car ?t - town)
    :precondition (and (at ?c ?t) (> (petrol ?c) 0))
    :effect (and (increase (tank) (petrol ?c)) (assign (petrol ?c) 0))))
