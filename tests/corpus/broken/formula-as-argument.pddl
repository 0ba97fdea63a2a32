; A formula and a type where arguments belong.
(define (domain delivery)
  (:requirements :strips :typing)
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
    :precondition (and (at (in ?t ?t) ?a) (road (place ?a) ?b))
    ;                      ^^^^^^^^^^           ^^^^^^^^^^ formula-as-argument formula-as-argument
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action retire
    :parameters (?t - truck)
    :precondition (at ?t hq)
    :effect (not (at ?t hq)))
)
