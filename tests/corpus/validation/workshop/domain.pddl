; A hand moves things between benches, glues and paints them; wet paint smears what it touches.
(define (domain workshop)
  (:requirements :strips :typing :negative-preconditions :equality :conditional-effects
    :universal-preconditions :action-costs)
  (:types board frame - part part brush - thing bench)
  (:predicates
    (on ?t - thing ?b - bench) (held ?t - thing) (at ?b - bench) (glued ?a ?b - part)
    (painted ?p - part) (wet ?p - part) (smeared ?p - part) (clean ?x - brush))
  (:functions (total-cost) (way ?a ?b - bench))

  (:action go
    :parameters (?a ?b - bench)
    :precondition (and (at ?a) (not (= ?a ?b)))
    :effect (and (at ?b) (not (at ?a)) (increase (total-cost) (way ?a ?b))))

  (:action take
    :parameters (?t - thing ?b - bench)
    :precondition (and (at ?b) (on ?t ?b) (forall (?other - thing) (not (held ?other))))
    :effect (and (held ?t) (not (on ?t ?b)) (increase (total-cost) 1)))

  (:action put
    :parameters (?t - thing ?b - bench)
    :precondition (and (at ?b) (held ?t))
    :effect (and (on ?t ?b) (not (held ?t)) (increase (total-cost) 1)
      (forall (?p - part) (when (and (on ?p ?b) (wet ?p)) (smeared ?p)))))

  (:action paint
    :parameters (?p - part ?x - brush ?b - bench)
    :precondition (and (at ?b) (held ?x) (on ?p ?b) (not (wet ?p)))
    :effect (and (painted ?p) (wet ?p) (increase (total-cost) 3)
      (when (not (clean ?x)) (smeared ?p))
      (when (clean ?x) (not (clean ?x)))))

  (:action glue
    :parameters (?a ?c - part ?b - bench)
    :precondition (and (at ?b) (on ?a ?b) (on ?c ?b) (not (= ?a ?c)) (not (wet ?a))
      (not (wet ?c)))
    :effect (and (glued ?a ?c) (increase (total-cost) 2)))

  (:action dry
    :parameters (?p - part ?b - bench)
    :precondition (and (at ?b) (on ?p ?b) (wet ?p))
    :effect (and (not (wet ?p)) (increase (total-cost) 4))))
