; Probabilities that add up to too much.
(define (domain coin)
  (:requirements :strips :probabilistic-effects)
  (:predicates (heads) (tails))
  (:action flip
    :parameters ()
    :effect (probabilistic 0.7 (heads) 0.7 (tails))))
    ;                                  ^^^ invalid-probability
