; One agent's share of a task of several: what only it knows is private.
(define (domain masons)
  (:requirements :typing :multi-agent :factored-privacy)
  (:types mason stone wall - object)
  (:predicates
    (lies ?s - stone)
    (laid ?s - stone ?w - wall)
    (:private (carries ?m - mason ?s - stone)))

  (:action lift
    :parameters (?m - mason ?s - stone)
    :precondition (lies ?s)
    :effect (and (carries ?m ?s) (not (lies ?s))))

  (:action lay
    :parameters (?m - mason ?s - stone ?w - wall)
    :precondition (carries ?m ?s)
    :effect (and (laid ?s ?w) (not (carries ?m ?s)))))
