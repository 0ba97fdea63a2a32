; A requirement without its colon, and dots.
(define (domain delivery)
  (:requirements :typing strips ...)
  ;                      ^^^^^^ ^^^ unknown-requirement foreign-sign
  (:types thing place - object
          truck package - thing
          depot shop - place)
  (:constants hq - depot)
  (:predicates
    (at ?x - thing ?p - place)
    (in ?k - package ?t - truck)
    (road ?a ?b - place))
  (:action load
    :parameters (?k - package ?t - truck ?p - place)
    :precondition (and (at ?k ?p) (at ?t ?p))
    :effect (and (in ?k ?t) (not (at ?k ?p))))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action retire
    :parameters (?t - truck)
    :precondition (at ?t hq)
    :effect (not (at ?t hq)))
)
