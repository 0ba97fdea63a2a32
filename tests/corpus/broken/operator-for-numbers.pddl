; How other languages compare and change numbers.
(define (domain delivery)
  (:requirements :adl :typing :numeric-fluents)
  (:types truck place)
  (:predicates
    (at ?t - truck ?p - place)
    (road ?a ?b - place))
  (:functions
    (fuel ?t - truck)
    (far ?a ?b - place))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b) (=> (fuel ?t) 1) (=< (far ?a ?b) (fuel ?t)) (gt (fuel ?t) 0))
    ;                                           ^^               ^^                         ^^ unknown-operator unknown-operator unknown-operator
    :effect (and (at ?t ?b) (not (at ?t ?a)) (-= (fuel ?t) (far ?a ?b))))
    ;                                         ^^ unknown-operator
  (:action wait
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (== (fuel ?t) 0) (!= (far ?a ?b) 0) (!= ?a ?b))
    ;                              ^^               ^^                 ^^ unknown-operator unknown-operator unknown-operator
    :effect (decrese (fuel ?t) 1))
    ;        ^^^^^^^ unknown-operator
  (:action fill
    :parameters (?t - truck)
    :precondition (< (fuel ?t) 9)
    :effect (and (set (fuel ?t) 9) (when (< (fuel ?t) 1) (inc (fuel ?t) 1)) (/= (fuel ?t) 2))))
    ;             ^^^                                     ^^^                ^^ unknown-operator unknown-operator unknown-operator
