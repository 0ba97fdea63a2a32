;;!domain: reference.pddl
; A parcel for the harbour and a letter for the square, both at the depot.
(define (problem p01)
  (:domain delivery)

  (:objects
    ann - courier
    parcel letter - package
    depot square harbour - place)

  (:init
    (at ann depot)
    (available ann)
    (in parcel depot)
    (in letter depot)
    (requested parcel harbour)
    (requested letter square)
    (connected depot square)
    (connected square depot)
    (connected square harbour)
    (connected harbour square))

  (:goal (and
    (delivered parcel)
    (delivered letter))))
