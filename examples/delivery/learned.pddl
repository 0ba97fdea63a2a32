;;!reference: reference.pddl
; The same domain as a language model wrote it: some conditions are its own, some are missing.
(define (domain delivery)
  (:requirements :strips :typing :negative-preconditions)

  (:types
    courier package place - object)

  (:predicates
    (at ?a - courier ?l - place)
    (in ?p - package ?l - place)
    (has ?a - courier ?p - package)
    (available ?a - courier)
    (connected ?from ?to - place)
    (requested ?p - package ?l - place)
    (delivered ?p - package))

  (:action pick-up
    :parameters (?a - courier ?p - package ?l - place)
    :precondition (and
      (at ?a ?l)
      (in ?p ?l)
      (not (has ?a ?p))
      (available ?a))
    :effect (and
      (has ?a ?p)
      (not (in ?p ?l))
      (not (available ?a))))

  (:action move
    :parameters (?a - courier ?from ?to - place)
    :precondition (and
      (at ?a ?from)
      (connected ?from ?to))
    :effect (and
      (at ?a ?to)
      (not (at ?a ?from))))

  (:action drop-off
    :parameters (?a - courier ?p - package ?l - place)
    :precondition (and
      (at ?a ?l)
      (has ?a ?p))
    :effect (and
      (in ?p ?l)
      (not (has ?a ?p))
      (delivered ?p)
      (available ?a))))
