; Operators that other languages have.
(define (domain delivery)
  (:requirements :strips :typing :adl)
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
    :precondition (and (iff (at ?t ?a) (road ?a ?b)) (!= ?a ?b) (nor (at ?t ?b) (road ?b ?b)))
    ;                   ^^^                           ^^         ^^^ unknown-operator unknown-operator unknown-operator
    :effect (and (if (road ?a ?b) (at ?t ?b)) (not (at ?t ?a))))
    ;             ^^ unknown-operator
  (:action retire
    :parameters (?t - truck)
    :precondition (at ?t hq)
    :effect (not (at ?t hq)))
)
