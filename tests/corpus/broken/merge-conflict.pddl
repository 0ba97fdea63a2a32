; A merge that nobody has finished, in both of git's styles; nothing else is said of the file.
(define (domain delivery)
  (:requirements :strips :typing)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place) (road ?a ?b - place))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
<<<<<<< HEAD
;< merge-conflict
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
=======
    :precondition (and (at ?t ?a) (road ?b ?a))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (undeclared))))
>>>>>>> topic
  (:action stop
    :parameters (?t - truck)
<<<<<<< HEAD
;< merge-conflict
    :effect (not (at ?t)))
||||||| 1f2e3d4
    :effect (and))
=======
    :effects (and))
>>>>>>> topic
)
