; A robot carries boxes from room to room, one at a time.
(define (domain boxes)
  (:requirements :strips :typing)

  (:types room box)

  (:predicates
    (robot-at ?r - room)
    (box-at ?b - box ?r - room)
    (door ?from ?to - room)
    (carries ?b - box)
    (hand-empty))

  (:action move
    :parameters (?from ?to - room)
    :precondition (and
      (robot-at ?from)
      (door ?from ?to))
    :effect (and
      (robot-at ?to)
      (not (robot-at ?from))))

  (:action pick-up
    :parameters (?b - box ?r - room)
    :precondition (and
      (robot-at ?r)
      (box-at ?b ?r)
      (hand-empty))
    :effect (and
      (carries ?b)
      (not (box-at ?b ?r))
      (not (hand-empty))))

  (:action put-down
    :parameters (?b - box ?r - room)
    :precondition (and
      (robot-at ?r)
      (carries ?b))
    :effect (and
      (box-at ?b ?r)
      (hand-empty)
      (not (carries ?b)))))
