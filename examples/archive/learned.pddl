; The same archive, written by somebody else from a description in words.
(define (domain filing-robot)
  (:requirements :strips :typing :negative-preconditions)
  (:types robot location document rack)
  (:predicates
    (robot-at ?r - robot ?l - location)
    (robot-empty ?r - robot)
    (carrying ?r - robot ?d - document)
    (rack-at ?l - location ?k - rack)
    (document-on-rack ?d - document ?k - rack)
    (is-sealed ?d - document)
    (connected ?a ?b - location))

  (:action move
    :parameters (?r - robot ?a ?b - location)
    :precondition (and (robot-at ?r ?a) (connected ?a ?b))
    :effect (and (robot-at ?r ?b) (not (robot-at ?r ?a))))

  (:action pick-up-document
    :parameters (?r - robot ?l - location ?k - rack ?d - document)
    :precondition (and (robot-at ?r ?l) (rack-at ?l ?k) (document-on-rack ?d ?k))
    :effect (and (carrying ?r ?d) (not (document-on-rack ?d ?k)) (not (robot-empty ?r))))

  (:action put-document
    :parameters (?r - robot ?l - location ?k - rack ?d - document)
    :precondition (and (robot-at ?r ?l) (rack-at ?l ?k) (carrying ?r ?d))
    :effect (and (document-on-rack ?d ?k) (not (carrying ?r ?d))))

  (:action seal-document
    :parameters (?r - robot ?d - document)
    :precondition (and (carrying ?r ?d) (not (is-sealed ?d)))
    :effect (is-sealed ?d)))
