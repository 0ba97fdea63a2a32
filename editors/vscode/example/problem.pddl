; Both boxes are in the hall and have to get to the store.
(define (problem two-boxes)
  (:domain boxes)

  (:objects
    hall corridor store - room
    red blue - box)

  (:init
    (robot-at corridor)
    (box-at red hall)
    (box-at blue hall)
    (hand-empty)
    (door hall corridor)
    (door corridor hall)
    (door corridor store)
    (door store corridor))

  (:goal (and
    (box-at red store)
    (box-at blue store))))
