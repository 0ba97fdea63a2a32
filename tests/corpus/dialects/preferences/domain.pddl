; Preferences in a precondition; a constraint that the domain puts on every plan.
(define (domain tour)
  (:requirements :adl :preferences :constraints)
  (:types town)
  (:predicates (here ?t - town) (seen ?t - town) (road ?a ?b - town) (rain ?t - town))
  (:constraints (forall (?t - town) (at-most-once (here ?t))))

  (:action ride
    :parameters (?a ?b - town)
    :precondition (and (here ?a) (road ?a ?b) (preference dry (not (rain ?b))))
    :effect (and (here ?b) (not (here ?a)) (seen ?b))))
