; Actions with more than one outcome.
(define (domain angling)
  (:requirements :strips :typing :negative-preconditions :non-deterministic)
  (:types fish)
  (:predicates (hook-baited) (caught ?f - fish) (line-torn))

  (:action bait
    :precondition (and (not (hook-baited)) (not (line-torn)))
    :effect (hook-baited))

  (:action cast
    :parameters (?f - fish)
    :precondition (and (hook-baited) (not (caught ?f)))
    :effect (oneof
      (and (caught ?f) (not (hook-baited)))
      (not (hook-baited))
      (and (line-torn) (not (hook-baited)))))

  (:action mend
    :precondition (line-torn)
    :effect (not (line-torn))))
