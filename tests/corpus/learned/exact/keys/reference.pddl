(define (domain keys)
  (:requirements :strips :typing)
  (:types room key)
  (:predicates (me ?r - room) (lies ?k - key ?r - room) (have ?k - key)
    (opens ?k - key ?r - room) (locked ?r - room))
  (:action enter
    :parameters (?from - room ?to - room)
    :precondition (and (me ?from))
    :effect (and (me ?to) (not (me ?from))))
  (:action pick-up
    :parameters (?k - key ?r - room)
    :precondition (and (me ?r) (lies ?k ?r))
    :effect (and (have ?k) (not (lies ?k ?r))))
  (:action unlock
    :parameters (?k - key ?r - room)
    :precondition (and (have ?k) (opens ?k ?r) (locked ?r))
    :effect (and (not (locked ?r)))))
