; Outcomes with probabilities, and rewards.
(define (domain orchard)
  (:requirements :typing :negative-preconditions :probabilistic-effects :rewards
    :conditional-effects)
  (:types tree)
  (:predicates (ripe ?t - tree) (picked ?t - tree) (storm))

  (:action pick
    :parameters (?t - tree)
    :precondition (and (ripe ?t) (not (picked ?t)))
    :effect (and (probabilistic 0.9 (and (picked ?t) (increase (reward) 5))
                                0.1 (not (ripe ?t)))
      (when (storm) (decrease (reward) 1))))

  (:action wait
    :effect (probabilistic 0.25 (storm) 0.5 (not (storm)))))
